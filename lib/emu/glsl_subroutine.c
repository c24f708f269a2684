/* SPDX-License-Identifier: MIT */
/* Subroutines (GLSL 4.00), which neither SPIR-V nor ES has. A subroutine uniform becomes a function of its
 * own name whose body is a switch over a plain int uniform; its value is the function's index, which the
 * caller sets from glUniformSubroutinesuiv. An array of them becomes one function with the element in front.
 * Works on the tokens of one shader object, before anything else looks at them. Cost: nothing where the word
 * does not occur. */
#include "emu/glsl_priv.h"

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

struct lowering {
    struct glsl_job *job;
    struct glsl_unit *unit;
    const struct glsl_token *v;
    size_t n, first_uniform; /* n without GLSL_END; where this unit's rows begin in the output */
    struct glsl_tokens out;
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

static void write_header(struct lowering *l, const struct signature *s, const char *name, bool array,
                         struct glsl_text *text)
{
    write_return(l, s, text);
    glsl_printf(l->job, text, "%s(%s", name, array ? "int retrace_element" : "");
    if (array && s->params_n && !(s->params_n == 1 && glsl_is(s->params, "void")))
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

/* `subroutine uniform T name;` with v[i] on uniform. */
static size_t lower_uniform(struct lowering *l, size_t layout, size_t i)
{
    const char *type = l->v[i + 1].text, *name = l->v[i + 2].text;
    const struct signature *s = signature_of(l, type);
    struct glsl_subroutine *u =
        glsl_push(l->job, &l->job->out->subroutines, &l->job->out->subroutine_count, sizeof *u);
    struct glsl_text text = {0};
    size_t end = find(l, i, ";");

    u->name = name;
    u->essl = glsl_format(l->job, "retrace_sub%d_%s", l->unit->stage, name);
    u->stage = l->unit->stage;
    u->location = layout_value(l, layout, i, "location");
    u->type = type;
    if (glsl_is(&l->v[i + 3], "["))
        u->array_size = atoi(l->v[i + 4].text) > 0 ? atoi(l->v[i + 4].text) : 1;
    glsl_printf(l->job, &text, "uniform int %s", u->essl);
    if (u->array_size)
        glsl_printf(l->job, &text, "[%d]", u->array_size);
    glsl_puts(l->job, &text, ";");
    write_header(l, s, name, u->array_size > 0, &text);
    glsl_puts(l->job, &text, ";");
    generate(l, text.s, l->v[i].line);
    return end + 1;
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

static const struct glsl_subroutine *array_called(const struct lowering *l, size_t i)
{
    const struct glsl_output *out = l->job->out;

    for (size_t k = l->first_uniform; k < out->subroutine_count; k++)
        if (out->subroutines[k].array_size && !strcmp(out->subroutines[k].name, l->v[i].text))
            return &out->subroutines[k];
    return NULL;
}

/* name[e](args) -> name(e, args). */
static size_t lower_call(struct lowering *l, size_t i)
{
    size_t close = matching(l, i + 1);

    glsl_token_add(l->job, &l->out, &l->v[i]);
    generate(l, "(", l->v[i].line);
    for (size_t k = i + 2; k < close; k++)
        glsl_token_add(l->job, &l->out, &l->v[k]);
    if (close + 2 < l->n && !glsl_is(&l->v[close + 2], ")"))
        generate(l, ",", l->v[i].line);
    return close + 2;
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

static void write_dispatch(struct lowering *l, struct glsl_subroutine *u)
{
    const struct signature *s = signature_of(l, u->type);
    bool is_void = s->ret_n && glsl_is(&s->ret[s->ret_n - 1], "void");
    struct glsl_text text = {0}, last = {0};
    const char **names;

    for (size_t i = 0; i < l->function_count; i++)
        if ((size_t)l->functions[i].index >= u->function_count)
            u->function_count = (size_t)l->functions[i].index + 1;
    names = glsl_alloc(l->job, u->function_count, sizeof *names);
    write_header(l, s, u->name, u->array_size > 0, &text);
    glsl_printf(l->job, &text, "{switch(%s%s){", u->essl, u->array_size ? "[retrace_element]" : "");
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
    u->functions = names;
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
    struct lowering l = {.job = job,
                         .unit = unit,
                         .v = unit->tokens.v,
                         .n = unit->tokens.n - 1,
                         .first_uniform = job->out->subroutine_count};
    bool any = false;

    for (size_t i = 0; i < l.n; i++)
        any |= glsl_is(&l.v[i], "subroutine");
    if (!any || (unit->version < 400 && !glsl_unit_has(unit, "GL_ARB_shader_subroutine")))
        return;
    for (size_t i = 0; i < l.n;) {
        size_t after = i;

        if (glsl_is(&l.v[i], "layout") && glsl_is(&l.v[i + 1], "("))
            after = matching(&l, i + 1) + 1;
        if (glsl_is(&l.v[after], "subroutine"))
            i = lower_statement(&l, i, after);
        else if (l.v[i].kind == GLSL_IDENT && glsl_is(&l.v[i + 1], "[") && array_called(&l, i) &&
                 glsl_is(&l.v[matching(&l, i + 1) + 1], "("))
            i = lower_call(&l, i);
        else
            glsl_token_add(job, &l.out, &l.v[i++]);
    }
    number_functions(&l);
    for (size_t i = l.first_uniform; i < job->out->subroutine_count; i++)
        write_dispatch(&l, (struct glsl_subroutine *)&job->out->subroutines[i]);
    glsl_token_add(job, &l.out, &l.v[l.n]);
    unit->tokens = l.out;
}
