/* SPDX-License-Identifier: MIT */
/* What takes the place of subroutine uniforms: an int uniform, and a function of their name whose body is a
 * switch over it. Parameters keep their types and get names of ours. */
#include "emu/glsl_subroutine.h"

#include <string.h>

void glsl_subroutine_generate(struct subroutines *l, const char *text, int line)
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
static void write_params(struct subroutines *l, const struct subroutine_type *s, struct glsl_text *text,
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

static void write_return(struct subroutines *l, const struct subroutine_type *s, struct glsl_text *text)
{
    for (size_t i = 0; i < s->ret_n; i++)
        glsl_printf(l->job, text, "%s ", s->ret[i].text);
}

static void write_header(struct subroutines *l, const struct subroutine_type *s,
                         const struct subroutine_uniforms *u, struct glsl_text *text)
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

static const struct subroutine_type *type_of(const struct subroutines *l, const char *name)
{
    for (size_t i = 0; i < l->type_count; i++)
        if (!strcmp(l->types[i].name, name))
            return &l->types[i];
    glsl_fail(l->job, "subroutine type %s is not declared", name);
}

void glsl_subroutine_declare(struct subroutines *l, const struct subroutine_uniforms *u, int line)
{
    struct glsl_text text = {0};

    glsl_printf(l->job, &text, "uniform int %s", u->essl);
    for (int k = 0; k < u->dim_count; k++)
        glsl_printf(l->job, &text, "[%d]", u->sizes[k]);
    glsl_puts(l->job, &text, ";");
    write_header(l, type_of(l, u->type), u, &text);
    glsl_puts(l->job, &text, ";");
    glsl_subroutine_generate(l, text.s, line);
}

static bool is_compatible(const struct subroutine_function *f, const char *type)
{
    for (size_t i = 0; i < f->type_count; i++)
        if (!strcmp(f->types[i], type))
            return true;
    return false;
}

/* The functions that a declaration's uniforms can be, by index, for all of its rows. */
static const char **list_functions(struct subroutines *l, const struct subroutine_uniforms *u)
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

void glsl_subroutine_define(struct subroutines *l, const struct subroutine_uniforms *u)
{
    const struct subroutine_type *s = type_of(l, u->type);
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
    glsl_subroutine_generate(l, text.s, l->v[l->n].line);
}
