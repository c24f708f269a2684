/* SPDX-License-Identifier: MIT */
/* Macros of the GLSL preprocessor. Expansion is C's: arguments first, then the body, read again together with
 * what follows; a macro that is being expanded paints its own name. Cost: each token is read once per macro
 * around it. */
#include "emu/glsl_pp.h"

#include <string.h>

#define MAX_TOKENS (4u << 20) /* an expansion past this is an attack, not a shader */
#define MAX_DEPTH  200

/* A list being read; macro bodies stack on top of the text that called them. */
struct frame {
    const struct glsl_token *v;
    size_t i, n;
    struct glsl_macro *macro;
    struct frame *up;
};

static unsigned hash(const char *s)
{
    unsigned h = 5381;

    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h & 255;
}

struct glsl_macro *glsl_macro_find(struct glsl_macros *macros, const char *name)
{
    for (struct glsl_macro *m = macros->buckets[hash(name)]; m; m = m->next)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

struct glsl_macro *glsl_macro_add(struct glsl_macros *macros, const char *name)
{
    struct glsl_macro *m = glsl_alloc(macros->job, 1, sizeof *m), **slot = &macros->buckets[hash(name)];

    m->name = name;
    m->next = *slot;
    *slot = m;
    return m;
}

void glsl_macro_remove(struct glsl_macros *macros, const char *name)
{
    for (struct glsl_macro **slot = &macros->buckets[hash(name)]; *slot; slot = &(*slot)->next)
        if (!strcmp((*slot)->name, name)) {
            *slot = (*slot)->next;
            return;
        }
}

static void push(struct glsl_macros *macros, struct frame **top, struct glsl_macro *m,
                 const struct glsl_tokens *body)
{
    struct frame *f = glsl_alloc(macros->job, 1, sizeof *f);

    *f = (struct frame){.v = body->v, .n = body->n, .macro = m, .up = *top};
    m->busy++;
    *top = f;
}

static const struct glsl_token *next(struct frame **top)
{
    while (*top && (*top)->i == (*top)->n) {
        if ((*top)->macro)
            (*top)->macro->busy--;
        *top = (*top)->up;
    }
    return *top ? &(*top)->v[(*top)->i++] : NULL;
}

static const struct glsl_token *peek(const struct frame *f)
{
    while (f && f->i == f->n)
        f = f->up;
    return f ? &f->v[f->i] : NULL;
}

static struct glsl_tokens *read_arguments(struct glsl_macros *macros, struct frame **top,
                                          const struct glsl_macro *m, int line)
{
    struct glsl_tokens *args = glsl_alloc(macros->job, m->param_count + 1, sizeof *args);
    const struct glsl_token *t;
    size_t arg = 0;
    int depth = 1;

    next(top); /* ( */
    for (;;) {
        if (!(t = next(top)))
            glsl_fail(macros->job, "0:%d: macro %s: missing ')'", line, m->name);
        if (glsl_is(t, "("))
            depth++;
        else if (glsl_is(t, ")") && --depth == 0)
            break;
        if (glsl_is(t, ",") && depth == 1)
            arg++;
        else if (arg < m->param_count)
            glsl_token_add(macros->job, &args[arg], t);
        else if (m->param_count || arg)
            break;
        else
            glsl_fail(macros->job, "0:%d: macro %s takes no arguments", line, m->name);
    }
    if (m->param_count && arg + 1 != m->param_count)
        glsl_fail(macros->job, "0:%d: macro %s takes %zu arguments", line, m->name, m->param_count);
    return args;
}

static void paste(struct glsl_macros *macros, struct glsl_tokens *out, const struct glsl_token *right)
{
    struct glsl_token *left = &out->v[out->n - 1];
    struct glsl_tokens glued = {0};

    left->text = glsl_format(macros->job, "%s%s", left->text, right->text);
    glsl_lex(macros->job, left->text, &glued);
    if (glued.n != 3) /* the token, its newline and the end */
        glsl_fail(macros->job, "0:%d: ## does not make a token: %s", left->line, left->text);
    left->kind = glued.v[0].kind;
    left->painted = false;
}

static size_t param_index(const struct glsl_macro *m, const struct glsl_token *t)
{
    size_t i = 0;

    while (t->kind == GLSL_IDENT && i < m->param_count && strcmp(m->params[i], t->text) != 0)
        i++;
    return t->kind == GLSL_IDENT ? i : m->param_count;
}

/* The body of a macro with its arguments put in and ## done; every token takes the line of the call. */
static void substitute(struct glsl_macros *macros, struct glsl_macro *m, const struct glsl_tokens *args,
                       const struct glsl_token *call, struct glsl_tokens *out)
{
    const struct glsl_tokens *b = &m->body;

    for (size_t i = 0; i < b->n; i++) {
        bool glue = i > 0 && glsl_is(&b->v[i - 1], "##") && out->n;
        bool raw = glue || (i + 1 < b->n && glsl_is(&b->v[i + 1], "##"));
        size_t p = param_index(m, &b->v[i]), first = out->n;
        struct glsl_tokens one = {.v = &b->v[i], .n = 1}, expanded = {0};
        const struct glsl_tokens *from = &one;

        if (glsl_is(&b->v[i], "##"))
            continue;
        if (args && p < m->param_count && raw) {
            from = &args[p];
        } else if (args && p < m->param_count) {
            glsl_macro_expand(macros, args[p].v, args[p].n, &expanded);
            from = &expanded;
        }
        for (size_t k = 0; k < from->n; k++) {
            if (k == 0 && glue)
                paste(macros, out, &from->v[0]);
            else
                glsl_token_add(macros->job, out, &from->v[k]);
        }
        if (out->n > first && from != &one)
            out->v[first].space = b->v[i].space;
    }
    for (size_t i = 0; i < out->n; i++) {
        out->v[i].line = call->line;
        out->v[i].string = call->string;
    }
}

static bool expand_builtin(struct glsl_macros *macros, const struct glsl_token *t, struct glsl_tokens *out)
{
    struct glsl_token number = *t;
    int value;

    if (t->text[0] != '_' && strncmp(t->text, "GL_", 3) != 0)
        return false;
    if (!strcmp(t->text, "__LINE__"))
        value = t->line;
    else if (!strcmp(t->text, "__FILE__"))
        value = t->string;
    else if (!strcmp(t->text, "__VERSION__"))
        value = macros->unit->version;
    else if (t->text[0] == 'G' && glsl_extension_find(macros->job, t->text) &&
             glsl_extension_find(macros->job, t->text)->since <= macros->unit->version)
        value = 1;
    else
        return false;
    number.kind = GLSL_NUMBER;
    number.text = glsl_format(macros->job, "%d", value);
    glsl_token_add(macros->job, out, &number);
    return true;
}

void glsl_macro_expand(struct glsl_macros *macros, const struct glsl_token *v, size_t n,
                       struct glsl_tokens *out)
{
    struct frame base = {.v = v, .n = n}, *top = &base;
    const struct glsl_token *t;

    if (++macros->depth > MAX_DEPTH)
        glsl_fail(macros->job, "macros nest too deep");
    while ((t = next(&top))) {
        struct glsl_macro *m = t->kind == GLSL_IDENT && !t->painted ? glsl_macro_find(macros, t->text) : NULL;
        struct glsl_tokens body = {0};
        struct glsl_tokens *args = NULL;

        if (out->n > MAX_TOKENS || macros->job->arena->total > (512u << 20))
            glsl_fail(macros->job, "macro expansion is too long");
        if (!m || (m->function && !m->busy && !(peek(top) && glsl_is(peek(top), "(")))) {
            if (t->kind != GLSL_IDENT || t->painted || !expand_builtin(macros, t, out))
                glsl_token_add(macros->job, out, t);
        } else if (m->busy) {
            glsl_token_add(macros->job, out, t)->painted = true;
        } else {
            struct glsl_token call = *t;

            if (m->function)
                args = read_arguments(macros, &top, m, call.line);
            substitute(macros, m, args, &call, &body);
            if (body.n)
                body.v[0].space = call.space;
            push(macros, &top, m, &body);
        }
    }
    macros->depth--;
}
