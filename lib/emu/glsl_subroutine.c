/* SPDX-License-Identifier: MIT */
/* Subroutines (GLSL 4.00), which neither SPIR-V nor ES has. A subroutine uniform becomes a function of its
 * own name whose body is a switch over a plain int uniform; its value is the function's index, which the
 * caller sets from glUniformSubroutinesuiv. An array of them becomes one function with the element in front,
 * an array of arrays one with all indices in front, and it is a row of its own for each array that it holds.
 * Works on the tokens of one shader object, before anything else looks at them. Cost: nothing where the word
 * does not occur. */
#include "emu/glsl_source.h"

#include <stdlib.h>
#include <string.h>

struct signature {
    const char *name;
    const struct glsl_token *ret, *params; /* in the source's tokens: `params` is the one behind the ( */
    size_t ret_n, params_n;
};

struct function {
    const char *name;
    const char *types[8];
    size_t type_count;
    int index;
};

/* A declaration of subroutine uniforms. */
struct uniforms {
    const char *name, *essl, *type;
    int sizes[4], dim_count;
    size_t first, rows; /* its rows in the output */
};

struct lowering {
    struct glsl_job *job;
    struct glsl_unit *unit;
    const struct glsl_token *v;
    size_t n; /* without GLSL_END */
    struct glsl_tokens out;
    struct uniforms *uniforms;
    size_t uniform_count;
    struct signature *signatures;
    size_t signature_count;
    struct function *functions;
    size_t function_count;
};

static size_t matching(const struct lowering *l, size_t open)
{
    int depth = 0;

    for (size_t i = open; i < l->n; i++) {
        depth += glsl_is(&l->v[i], "(") || glsl_is(&l->v[i], "[");
        if ((glsl_is(&l->v[i], ")") || glsl_is(&l->v[i], "]")) && --depth == 0)
            return i;
    }
    glsl_fail(l->job, "0:%d: subroutine: missing bracket", l->v[open].line);
}

static size_t find(const struct lowering *l, size_t from, const char *what)
{
    while (from < l->n && !glsl_is(&l->v[from], what))
        from++;
    if (from == l->n)
        glsl_fail(l->job, "subroutine: missing '%s'", what);
    return from;
}

/* Appends generated text as tokens of the given line. */
static void generate(struct lowering *l, const char *text, int line)
{
    struct glsl_tokens made = {0};

    glsl_lex(l->job, text, &made);
    for (size_t i = 0; i < made.n; i++) {
        made.v[i].line = line;
        made.v[i].made = !strncmp(made.v[i].text, "retrace_", 8);
        if (made.v[i].kind != GLSL_NEWLINE && made.v[i].kind != GLSL_END)
            glsl_token_add(l->job, &l->out, &made.v[i]);
    }
}

/* The parameters as a declaration with made-up names, or only those names, for a call. */
static void write_params(struct lowering *l, const struct signature *s, struct glsl_text *text,
                         bool names_only)
{
    size_t start = 0, arg = 0;
    int depth = 0;

    if (s->params_n == 1 && glsl_is(s->params, "void"))
        return;
    for (size_t i = 0; s->params_n && i <= s->params_n; i++) {
        bool named = false, typed = false;

        if (i < s->params_n) {
            depth += (glsl_is(&s->params[i], "[")) - glsl_is(&s->params[i], "]");
            if (depth || !glsl_is(&s->params[i], ","))
                continue;
        }
        glsl_puts(l->job, text, arg ? "," : "");
        for (size_t k = start; k < i && !names_only; k++) {
            static const char *const qualifiers[] = {"in",    "out",     "inout", "const",
                                                     "highp", "mediump", "lowp"};
            const struct glsl_token *t = &s->params[k];
            bool qualifier = false;

            for (size_t q = 0; q < sizeof qualifiers / sizeof *qualifiers; q++)
                qualifier |= glsl_is(t, qualifiers[q]);
            /* The first plain word is the type; the second is the name, which is replaced. */
            if (t->kind == GLSL_IDENT && !qualifier && typed && !named) {
                named = true;
                continue;
            }
            typed |= t->kind == GLSL_IDENT && !qualifier;
            glsl_printf(l->job, text, "%s ", t->text);
        }
        glsl_printf(l->job, text, "retrace_a%zu", arg++);
        start = i + 1;
    }
}

static void write_return(struct lowering *l, const struct signature *s, struct glsl_text *text)
{
    for (size_t i = 0; i < s->ret_n; i++)
        glsl_printf(l->job, text, "%s ", s->ret[i].text);
}

static void write_header(struct lowering *l, const struct signature *s, const struct uniforms *u,
                         struct glsl_text *text)
{
    write_return(l, s, text);
    glsl_printf(l->job, text, "%s(", u->name);
    for (int i = 0; i < u->dim_count; i++)
        glsl_printf(l->job, text, "%sint retrace_element%d", i ? "," : "", i);
    if (u->dim_count && s->params_n && !(s->params_n == 1 && glsl_is(s->params, "void")))
        glsl_puts(l->job, text, ",");
    write_params(l, s, text, false);
    glsl_puts(l->job, text, ")");
}

static const struct signature *signature_of(const struct lowering *l, const char *name)
{
    for (size_t i = 0; i < l->signature_count; i++)
        if (!strcmp(l->signatures[i].name, name))
            return &l->signatures[i];
    glsl_fail(l->job, "subroutine type %s is not declared", name);
}

static int layout_value(const struct lowering *l, size_t first, size_t last, const char *name)
{
    for (size_t i = first; i + 2 < last; i++)
        if (glsl_is(&l->v[i], name) && glsl_is(&l->v[i + 1], "="))
            return atoi(l->v[i + 2].text);
    return -1;
}

/* The sizes behind a name; v[i] is the token behind it. */
static void read_sizes(struct lowering *l, size_t i, struct uniforms *u)
{
    for (; glsl_is(&l->v[i], "["); i = matching(l, i) + 1) {
        int size = atoi(l->v[i + 1].text);

        if (u->dim_count == sizeof u->sizes / sizeof *u->sizes)
            glsl_fail(l->job, "subroutine uniform %s has too many dimensions", u->name);
        u->sizes[u->dim_count++] = size > 0 ? size : 1;
    }
    u->rows = 1;
    for (int k = 0; k + 1 < u->dim_count; k++)
        u->rows *= (size_t)u->sizes[k];
    if (u->rows > 1024)
        glsl_fail(l->job, "subroutine uniform %s is too large", u->name);
}

/* "[1][0]" of the arrays that a declaration holds, the n-th of them. */
static const char *row_index(struct lowering *l, const struct uniforms *u, size_t n)
{
    const char *text = "";

    for (int k = u->dim_count - 2; k >= 0; n /= (size_t)u->sizes[k--])
        text = glsl_format(l->job, "[%zu]%s", n % (size_t)u->sizes[k], text);
    return text;
}

static void add_rows(struct lowering *l, struct uniforms *u, int location)
{
    struct glsl_output *out = l->job->out;
    int size = u->dim_count ? u->sizes[u->dim_count - 1] : 0;

    u->first = out->subroutine_count;
    for (size_t n = 0; n < u->rows; n++) {
        struct glsl_subroutine *row =
            glsl_push(l->job, &out->subroutines, &out->subroutine_count, sizeof *row);

        row->name = glsl_format(l->job, "%s%s", u->name, row_index(l, u, n));
        row->essl = glsl_format(l->job, "%s%s", u->essl, row_index(l, u, n));
        row->stage = l->unit->stage;
        row->location = location < 0 ? -1 : location + (int)n * (size ? size : 1);
        row->type = u->type;
        row->array_size = size;
    }
}

/* `subroutine uniform T name;` with v[i] on uniform. */
static size_t lower_uniform(struct lowering *l, size_t layout, size_t i)
{
    struct uniforms *u = glsl_push(l->job, &l->uniforms, &l->uniform_count, sizeof *u);
    struct glsl_text text = {0};

    u->type = l->v[i + 1].text;
    u->name = l->v[i + 2].text;
    u->essl = glsl_format(l->job, "retrace_sub%d_%s", l->unit->stage, u->name);
    read_sizes(l, i + 3, u);
    add_rows(l, u, layout_value(l, layout, i, "location"));
    glsl_printf(l->job, &text, "uniform int %s", u->essl);
    for (int k = 0; k < u->dim_count; k++)
        glsl_printf(l->job, &text, "[%d]", u->sizes[k]);
    glsl_puts(l->job, &text, ";");
    write_header(l, signature_of(l, u->type), u, &text);
    glsl_puts(l->job, &text, ";");
    generate(l, text.s, l->v[i].line);
    return find(l, i, ";") + 1;
}

/* `subroutine(T, ...) ret name(...)`: only the qualifier goes. v[i] is the (. */
static size_t lower_function(struct lowering *l, size_t layout, size_t i)
{
    struct function *f = glsl_push(l->job, &l->functions, &l->function_count, sizeof *f);
    size_t close = matching(l, i), open = find(l, close + 1, "(");

    f->name = l->v[open - 1].text;
    f->index = layout_value(l, layout, i, "index");
    for (size_t k = i + 1; k < close; k++)
        if (l->v[k].kind == GLSL_IDENT && f->type_count < sizeof f->types / sizeof *f->types)
            f->types[f->type_count++] = l->v[k].text;
    for (size_t k = 0; k + 1 < l->function_count; k++)
        if (!strcmp(l->functions[k].name, f->name)) {
            l->function_count--; /* its prototype was seen already */
            break;
        }
    return close + 1;
}

/* `subroutine ret name(...);`. */
static size_t lower_type(struct lowering *l, size_t i)
{
    struct signature *s = glsl_push(l->job, &l->signatures, &l->signature_count, sizeof *s);
    size_t open = find(l, i, "("), close = matching(l, open);

    s->name = l->v[open - 1].text;
    s->ret = &l->v[i];
    s->ret_n = open - 1 - i;
    s->params = &l->v[open + 1];
    s->params_n = close - open - 1;
    return find(l, close, ";") + 1;
}

/* The array of subroutines that is called at token i, or NULL; *open: the ( of its arguments. */
static const struct uniforms *array_called(const struct lowering *l, size_t i, size_t *open)
{
    for (size_t k = 0; l->v[i].kind == GLSL_IDENT && glsl_is(&l->v[i + 1], "[") && k < l->uniform_count;
         k++) {
        if (!l->uniforms[k].dim_count || strcmp(l->uniforms[k].name, l->v[i].text) != 0)
            continue;
        *open = i + 1;
        for (int d = 0; d < l->uniforms[k].dim_count && glsl_is(&l->v[*open], "["); d++)
            *open = matching(l, *open) + 1;
        return glsl_is(&l->v[*open], "(") ? &l->uniforms[k] : NULL;
    }
    return NULL;
}

/* name[e][f](args) -> name(e, f, args). */
static size_t lower_call(struct lowering *l, size_t i, size_t open)
{
    glsl_token_add(l->job, &l->out, &l->v[i]);
    for (size_t at = i + 1; at < open; at = matching(l, at) + 1) {
        generate(l, at == i + 1 ? "(" : ",", l->v[i].line);
        for (size_t k = at + 1; k < matching(l, at); k++)
            glsl_token_add(l->job, &l->out, &l->v[k]);
    }
    if (open + 1 < l->n && !glsl_is(&l->v[open + 1], ")"))
        generate(l, ",", l->v[i].line);
    return open + 1;
}

static bool is_compatible(const struct function *f, const char *type)
{
    for (size_t i = 0; i < f->type_count; i++)
        if (!strcmp(f->types[i], type))
            return true;
    return false;
}

static void number_functions(struct lowering *l)
{
    int next = 0;

    for (size_t i = 0; i < l->function_count; i++) {
        bool used = l->functions[i].index < 0;

        while (used) {
            used = false;
            for (size_t k = 0; k < l->function_count; k++)
                used |= l->functions[k].index == next;
            if (used)
                next++;
            else
                l->functions[i].index = next++;
        }
    }
}

/* The functions that a declaration's uniforms can be, by index, for all of its rows. */
static const char **list_functions(struct lowering *l, const struct uniforms *u)
{
    size_t count = 0;
    const char **names;

    for (size_t i = 0; i < l->function_count; i++)
        if ((size_t)l->functions[i].index >= count)
            count = (size_t)l->functions[i].index + 1;
    names = glsl_alloc(l->job, count, sizeof *names);
    for (size_t n = 0; n < u->rows; n++) {
        struct glsl_subroutine *row = (struct glsl_subroutine *)&l->job->out->subroutines[u->first + n];

        row->functions = names;
        row->function_count = count;
    }
    return names;
}

static void write_dispatch(struct lowering *l, const struct uniforms *u)
{
    const struct signature *s = signature_of(l, u->type);
    bool is_void = s->ret_n && glsl_is(&s->ret[s->ret_n - 1], "void");
    struct glsl_text text = {0}, last = {0};
    const char **names = list_functions(l, u);

    write_header(l, s, u, &text);
    glsl_printf(l->job, &text, "{switch(%s", u->essl);
    for (int i = 0; i < u->dim_count; i++)
        glsl_printf(l->job, &text, "[retrace_element%d]", i);
    glsl_puts(l->job, &text, "){");
    for (size_t i = 0; i < l->function_count; i++) {
        struct glsl_text call = {0};

        if (!is_compatible(&l->functions[i], u->type))
            continue;
        names[l->functions[i].index] = l->functions[i].name;
        glsl_printf(l->job, &call, "%s%s(", is_void ? "" : "return ", l->functions[i].name);
        write_params(l, s, &call, true);
        glsl_puts(l->job, &call, is_void ? ");break;" : ");");
        if (!last.n)
            last = call;
        else
            glsl_printf(l->job, &text, "case %d:%s", l->functions[i].index, call.s);
    }
    if (!last.n)
        glsl_fail(l->job, "subroutine uniform %s has no compatible function", u->name);
    /* The first compatible function is what GL starts out with. */
    glsl_printf(l->job, &text, "default:%s}}", last.s);
    generate(l, text.s, l->v[l->n].line);
}

/* One statement that begins with `subroutine`, v[i]; `layout` is where a layout in front of it begins. */
static size_t lower_statement(struct lowering *l, size_t layout, size_t i)
{
    if (glsl_is(&l->v[i + 1], "uniform"))
        return lower_uniform(l, layout, i + 1);
    if (glsl_is(&l->v[i + 1], "("))
        return lower_function(l, layout, i + 1);
    return lower_type(l, i + 1);
}

void glsl_subroutine_lower(struct glsl_job *job, struct glsl_unit *unit)
{
    struct lowering l = {.job = job, .unit = unit, .v = unit->tokens.v, .n = unit->tokens.n - 1};
    bool any = false;

    for (size_t i = 0; i < l.n; i++)
        any |= glsl_is(&l.v[i], "subroutine");
    if (!any || (unit->version < 400 && !glsl_unit_has(unit, "GL_ARB_shader_subroutine")))
        return;
    for (size_t i = 0; i < l.n;) {
        size_t after = i, open;

        if (glsl_is(&l.v[i], "layout") && glsl_is(&l.v[i + 1], "("))
            after = matching(&l, i + 1) + 1;
        if (glsl_is(&l.v[after], "subroutine"))
            i = lower_statement(&l, i, after);
        else if (array_called(&l, i, &open))
            i = lower_call(&l, i, open);
        else
            glsl_token_add(job, &l.out, &l.v[i++]);
    }
    number_functions(&l);
    for (size_t i = 0; i < l.uniform_count; i++)
        write_dispatch(&l, &l.uniforms[i]);
    glsl_token_add(job, &l.out, &l.v[l.n]);
    unit->tokens = l.out;
}
