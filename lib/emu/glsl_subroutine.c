/* SPDX-License-Identifier: MIT */
/* Subroutines (GLSL 4.00), which neither SPIR-V nor ES has. A subroutine uniform becomes a function of its
 * own name whose body is a switch over a plain int uniform; its value is the function's index, which the
 * caller sets from glUniformSubroutinesuiv. An array of them becomes one function with the element in front,
 * an array of arrays one with all indices in front, and it is a row of its own for each array that it holds.
 * Works on the tokens of one shader object, before anything else looks at them. Cost: nothing where the word
 * does not occur. */
#include "emu/glsl_subroutine.h"

#include <stdlib.h>
#include <string.h>

static size_t matching(const struct subroutines *l, size_t open)
{
    int depth = 0;

    for (size_t i = open; i < l->n; i++) {
        depth += glsl_is(&l->v[i], "(") || glsl_is(&l->v[i], "[");
        if ((glsl_is(&l->v[i], ")") || glsl_is(&l->v[i], "]")) && --depth == 0)
            return i;
    }
    glsl_fail(l->job, "0:%d: subroutine: missing bracket", l->v[open].line);
}

static size_t find(const struct subroutines *l, size_t from, const char *what)
{
    while (from < l->n && !glsl_is(&l->v[from], what))
        from++;
    if (from == l->n)
        glsl_fail(l->job, "subroutine: missing '%s'", what);
    return from;
}

static int layout_value(const struct subroutines *l, size_t first, size_t last, const char *name)
{
    for (size_t i = first; i + 2 < last; i++)
        if (glsl_is(&l->v[i], name) && glsl_is(&l->v[i + 1], "="))
            return atoi(l->v[i + 2].text);
    return -1;
}

/* The sizes behind a name; v[i] is the token behind it. */
static void read_sizes(struct subroutines *l, size_t i, struct subroutine_uniforms *u)
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
static const char *row_index(struct subroutines *l, const struct subroutine_uniforms *u, size_t n)
{
    const char *text = "";

    for (int k = u->dim_count - 2; k >= 0; n /= (size_t)u->sizes[k--])
        text = glsl_format(l->job, "[%zu]%s", n % (size_t)u->sizes[k], text);
    return text;
}

static void add_rows(struct subroutines *l, struct subroutine_uniforms *u, int location)
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
static size_t lower_uniform(struct subroutines *l, size_t layout, size_t i)
{
    struct subroutine_uniforms *u = glsl_push(l->job, &l->uniforms, &l->uniform_count, sizeof *u);

    u->type = l->v[i + 1].text;
    u->name = l->v[i + 2].text;
    u->essl = glsl_format(l->job, "retrace_sub%d_%s", l->unit->stage, u->name);
    read_sizes(l, i + 3, u);
    add_rows(l, u, layout_value(l, layout, i, "location"));
    glsl_subroutine_declare(l, u, l->v[i].line);
    return find(l, i, ";") + 1;
}

/* `subroutine(T, ...) ret name(...)`: only the qualifier goes. v[i] is the (. */
static size_t lower_function(struct subroutines *l, size_t layout, size_t i)
{
    struct subroutine_function *f = glsl_push(l->job, &l->functions, &l->function_count, sizeof *f);
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
static size_t lower_type(struct subroutines *l, size_t i)
{
    struct subroutine_type *s = glsl_push(l->job, &l->types, &l->type_count, sizeof *s);
    size_t open = find(l, i, "("), close = matching(l, open);

    s->name = l->v[open - 1].text;
    s->ret = &l->v[i];
    s->ret_n = open - 1 - i;
    s->params = &l->v[open + 1];
    s->params_n = close - open - 1;
    return find(l, close, ";") + 1;
}

/* The array of subroutines that is called at token i, or NULL; *open: the ( of its arguments. */
static const struct subroutine_uniforms *array_called(const struct subroutines *l, size_t i, size_t *open)
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
static size_t lower_call(struct subroutines *l, size_t i, size_t open)
{
    glsl_token_add(l->job, &l->out, &l->v[i]);
    for (size_t at = i + 1; at < open; at = matching(l, at) + 1) {
        glsl_subroutine_generate(l, at == i + 1 ? "(" : ",", l->v[i].line);
        for (size_t k = at + 1; k < matching(l, at); k++)
            glsl_token_add(l->job, &l->out, &l->v[k]);
    }
    if (open + 1 < l->n && !glsl_is(&l->v[open + 1], ")"))
        glsl_subroutine_generate(l, ",", l->v[i].line);
    return open + 1;
}

static void number_functions(struct subroutines *l)
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

/* One statement that begins with `subroutine`, v[i]; `layout` is where a layout in front of it begins. */
static size_t lower_statement(struct subroutines *l, size_t layout, size_t i)
{
    if (glsl_is(&l->v[i + 1], "uniform"))
        return lower_uniform(l, layout, i + 1);
    if (glsl_is(&l->v[i + 1], "("))
        return lower_function(l, layout, i + 1);
    return lower_type(l, i + 1);
}

void glsl_subroutine_lower(struct glsl_job *job, struct glsl_unit *unit)
{
    struct subroutines l = {.job = job, .unit = unit, .v = unit->tokens.v, .n = unit->tokens.n - 1};
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
        glsl_subroutine_define(&l, &l.uniforms[i]);
    glsl_token_add(job, &l.out, &l.v[l.n]);
    unit->tokens = l.out;
}
