/* SPDX-License-Identifier: MIT */
/* The GLSL preprocessor, run in the source's own version: __VERSION__, profile and extension macros answer as
 * a desktop driver's would, before the upgrade to 4.50 makes them lie. Macro expansion is C's (busy macros
 * paint their names). #pragma is dropped; #include is refused. Cost: one pass, arguments expanded once. */
#include "emu/glsl_priv.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TOKENS (4u << 20) /* an expansion past this is an attack, not a shader */
#define MAX_DEPTH  200

struct macro {
    const char *name;
    const char **params;
    size_t param_count;
    bool function;
    int busy;
    struct glsl_tokens body;
    struct macro *next;
};

struct cond {
    bool active, taken, parent, has_else;
    int line;
};

struct pp {
    struct glsl_job *job;
    struct glsl_unit *unit;
    struct glsl_tokens in;
    size_t pos;
    struct macro *macros[256];
    struct cond *conds;
    size_t cond_count;
    int delta; /* #line: logical minus physical line */
    short string;
    int depth;
};

/* A list being read; macro bodies stack on top of the text that called them. */
struct frame {
    const struct glsl_token *v;
    size_t i, n;
    struct macro *macro;
    struct frame *up;
};

static unsigned hash(const char *s)
{
    unsigned h = 5381;

    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h & 255;
}

static struct macro *macro_find(struct pp *pp, const char *name)
{
    for (struct macro *m = pp->macros[hash(name)]; m; m = m->next)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

static struct macro *macro_add(struct pp *pp, const char *name)
{
    struct macro *m = glsl_alloc(pp->job, 1, sizeof *m), **slot = &pp->macros[hash(name)];

    m->name = name;
    m->next = *slot;
    *slot = m;
    return m;
}

static void macro_remove(struct pp *pp, const char *name)
{
    for (struct macro **slot = &pp->macros[hash(name)]; *slot; slot = &(*slot)->next)
        if (!strcmp((*slot)->name, name)) {
            *slot = (*slot)->next;
            return;
        }
}

static void define_number(struct pp *pp, const char *name, int value)
{
    struct macro *m = macro_add(pp, name);
    struct glsl_token t = {.kind = GLSL_NUMBER, .text = glsl_format(pp->job, "%d", value)};

    glsl_token_add(pp->job, &m->body, &t);
}

static int line_of(const struct pp *pp, const struct glsl_token *t)
{
    return t->line + pp->delta;
}

/* ---- expansion ---- */

static void expand(struct pp *pp, const struct glsl_token *v, size_t n, struct glsl_tokens *out);

static void push(struct pp *pp, struct frame **top, struct macro *m, const struct glsl_tokens *body)
{
    struct frame *f = glsl_alloc(pp->job, 1, sizeof *f);

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

static struct glsl_tokens *read_arguments(struct pp *pp, struct frame **top, const struct macro *m, int line)
{
    struct glsl_tokens *args = glsl_alloc(pp->job, m->param_count + 1, sizeof *args);
    const struct glsl_token *t;
    size_t arg = 0;
    int depth = 1;

    next(top); /* ( */
    for (;;) {
        if (!(t = next(top)))
            glsl_fail(pp->job, "0:%d: macro %s: missing ')'", line, m->name);
        if (glsl_is(t, "("))
            depth++;
        else if (glsl_is(t, ")") && --depth == 0)
            break;
        if (glsl_is(t, ",") && depth == 1)
            arg++;
        else if (arg < m->param_count)
            glsl_token_add(pp->job, &args[arg], t);
        else if (m->param_count || arg)
            break;
        else
            glsl_fail(pp->job, "0:%d: macro %s takes no arguments", line, m->name);
    }
    if (m->param_count && arg + 1 != m->param_count)
        glsl_fail(pp->job, "0:%d: macro %s takes %zu arguments", line, m->name, m->param_count);
    return args;
}

static void paste(struct pp *pp, struct glsl_tokens *out, const struct glsl_token *right)
{
    struct glsl_token *left = &out->v[out->n - 1];
    struct glsl_tokens glued = {0};

    left->text = glsl_format(pp->job, "%s%s", left->text, right->text);
    glsl_lex(pp->job, left->text, &glued);
    if (glued.n != 3) /* the token, its newline and the end */
        glsl_fail(pp->job, "0:%d: ## does not make a token: %s", left->line, left->text);
    left->kind = glued.v[0].kind;
    left->painted = false;
}

static size_t param_index(const struct macro *m, const struct glsl_token *t)
{
    size_t i = 0;

    while (t->kind == GLSL_IDENT && i < m->param_count && strcmp(m->params[i], t->text))
        i++;
    return t->kind == GLSL_IDENT ? i : m->param_count;
}

/* The body of a macro with its arguments put in and ## done; every token takes the line of the call. */
static void substitute(struct pp *pp, struct macro *m, const struct glsl_tokens *args,
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
        if (p < m->param_count && raw) {
            from = &args[p];
        } else if (p < m->param_count) {
            expand(pp, args[p].v, args[p].n, &expanded);
            from = &expanded;
        }
        for (size_t k = 0; k < from->n; k++) {
            if (k == 0 && glue)
                paste(pp, out, &from->v[0]);
            else
                glsl_token_add(pp->job, out, &from->v[k]);
        }
        if (out->n > first && from != &one)
            out->v[first].space = b->v[i].space;
    }
    for (size_t i = 0; i < out->n; i++) {
        out->v[i].line = call->line;
        out->v[i].string = call->string;
    }
}

static bool expand_builtin(struct pp *pp, const struct glsl_token *t, struct glsl_tokens *out)
{
    struct glsl_token number = *t;
    int value;

    if (t->text[0] != '_' && strncmp(t->text, "GL_", 3))
        return false;
    if (!strcmp(t->text, "__LINE__"))
        value = t->line;
    else if (!strcmp(t->text, "__FILE__"))
        value = t->string;
    else if (!strcmp(t->text, "__VERSION__"))
        value = pp->unit->version;
    else if (t->text[0] == 'G' && glsl_extension_find(t->text) &&
             glsl_extension_find(t->text)->since <= pp->unit->version)
        value = 1;
    else
        return false;
    number.kind = GLSL_NUMBER;
    number.text = glsl_format(pp->job, "%d", value);
    glsl_token_add(pp->job, out, &number);
    return true;
}

static void expand(struct pp *pp, const struct glsl_token *v, size_t n, struct glsl_tokens *out)
{
    struct frame base = {.v = v, .n = n}, *top = &base;
    const struct glsl_token *t;

    if (++pp->depth > MAX_DEPTH)
        glsl_fail(pp->job, "macros nest too deep");
    while ((t = next(&top))) {
        struct macro *m = t->kind == GLSL_IDENT && !t->painted ? macro_find(pp, t->text) : NULL;
        struct glsl_tokens body = {0};
        struct glsl_tokens *args = NULL;

        if (out->n > MAX_TOKENS || pp->job->arena->total > (512u << 20))
            glsl_fail(pp->job, "macro expansion is too long");
        if (!m || (m->function && !m->busy && !(peek(top) && glsl_is(peek(top), "(")))) {
            if (t->kind != GLSL_IDENT || t->painted || !expand_builtin(pp, t, out))
                glsl_token_add(pp->job, out, t);
        } else if (m->busy) {
            glsl_token_add(pp->job, out, t)->painted = true;
        } else {
            struct glsl_token call = *t;

            if (m->function)
                args = read_arguments(pp, &top, m, call.line);
            substitute(pp, m, args, &call, &body);
            if (body.n)
                body.v[0].space = call.space;
            push(pp, &top, m, &body);
        }
    }
    pp->depth--;
}

/* ---- directives ---- */

static bool active(const struct pp *pp)
{
    return !pp->cond_count || pp->conds[pp->cond_count - 1].active;
}

static bool is_defined(struct pp *pp, const char *name)
{
    const struct glsl_extension *e = glsl_extension_find(name);

    return macro_find(pp, name) || (e && e->since <= pp->unit->version) || !strcmp(name, "__LINE__") ||
           !strcmp(name, "__FILE__") || !strcmp(name, "__VERSION__");
}

static bool evaluate(struct pp *pp, const struct glsl_token *v, size_t n, int line)
{
    struct glsl_tokens plain = {0}, expanded = {0};
    struct glsl_token end = {.kind = GLSL_END, .text = ""};

    for (size_t i = 0; i < n; i++) {
        bool paren = i + 1 < n && glsl_is(&v[i + 1], "(");
        size_t name = i + 1 + paren;
        struct glsl_token t = v[i];

        if (t.kind == GLSL_IDENT && glsl_is(&t, "defined")) {
            if (name >= n || v[name].kind != GLSL_IDENT ||
                (paren && (name + 1 >= n || !glsl_is(&v[name + 1], ")"))))
                glsl_fail(pp->job, "0:%d: defined needs a name", line);
            t.kind = GLSL_NUMBER;
            t.text = is_defined(pp, v[name].text) ? "1" : "0";
            i = name + paren;
        }
        glsl_token_add(pp->job, &plain, &t);
    }
    expand(pp, plain.v, plain.n, &expanded);
    glsl_token_add(pp->job, &expanded, &end);
    return glsl_pp_eval(pp->job, &expanded, line) != 0;
}

static void define(struct pp *pp, const struct glsl_token *v, size_t n, int line)
{
    struct macro *m, *old;
    size_t i = 1;

    if (!n || v[0].kind != GLSL_IDENT)
        glsl_fail(pp->job, "0:%d: #define without a name", line);
    if (!strncmp(v[0].text, "GL_", 3) || glsl_is(&v[0], "defined") || !strcmp(v[0].text, "__LINE__") ||
        !strcmp(v[0].text, "__FILE__") || !strcmp(v[0].text, "__VERSION__"))
        glsl_fail(pp->job, "0:%d: #define of the reserved name %s", line, v[0].text);
    old = macro_find(pp, v[0].text);
    if (old)
        macro_remove(pp, v[0].text);
    m = macro_add(pp, v[0].text);
    m->function = n > 1 && glsl_is(&v[1], "(") && !v[1].space;
    if (m->function) {
        for (i = 2; i < n && v[i].kind == GLSL_IDENT; i += 1 + glsl_is(&v[i + 1], ",")) {
            const char **param = glsl_push(pp->job, &m->params, &m->param_count, sizeof *param);

            *param = v[i].text;
            if (i + 1 >= n)
                break;
        }
        if (i >= n || !glsl_is(&v[i], ")"))
            glsl_fail(pp->job, "0:%d: #define %s: malformed parameters", line, m->name);
        i++;
    }
    for (; i < n; i++)
        glsl_token_add(pp->job, &m->body, &v[i]);
    if (m->body.n && (glsl_is(&m->body.v[0], "##") || glsl_is(&m->body.v[m->body.n - 1], "##")))
        glsl_fail(pp->job, "0:%d: #define %s: ## at an end of the body", line, m->name);
    if (old && (old->function != m->function || old->body.n != m->body.n))
        glsl_fail(pp->job, "0:%d: macro %s redefined", line, m->name);
    for (i = 0; old && i < m->body.n; i++)
        if (strcmp(m->body.v[i].text, old->body.v[i].text))
            glsl_fail(pp->job, "0:%d: macro %s redefined", line, m->name);
}

static void conditional(struct pp *pp, const char *what, const struct glsl_token *v, size_t n, int line)
{
    struct cond *c;

    if (!strncmp(what, "if", 2)) {
        bool parent = active(pp), on = false;

        if (parent && !strcmp(what, "if"))
            on = evaluate(pp, v, n, line);
        else if (parent && (!n || v[0].kind != GLSL_IDENT))
            glsl_fail(pp->job, "0:%d: #%s without a name", line, what);
        else if (parent)
            on = is_defined(pp, v[0].text) == !strcmp(what, "ifdef");
        c = glsl_push(pp->job, &pp->conds, &pp->cond_count, sizeof *c);
        *c = (struct cond){.active = on, .taken = on, .parent = parent, .line = line};
        return;
    }
    if (!pp->cond_count)
        glsl_fail(pp->job, "0:%d: #%s without #if", line, what);
    c = &pp->conds[pp->cond_count - 1];
    if (!strcmp(what, "endif")) {
        pp->cond_count--;
        return;
    }
    if (c->has_else)
        glsl_fail(pp->job, "0:%d: #%s after #else", line, what);
    c->has_else = !strcmp(what, "else");
    c->active = c->parent && !c->taken && (c->has_else || evaluate(pp, v, n, line));
    c->taken |= c->active;
}

static void extension(struct pp *pp, const struct glsl_token *v, size_t n, int line)
{
    struct glsl_unit *unit = pp->unit;
    const struct glsl_extension *e;
    const char *behaviour = n > 2 ? v[2].text : "";
    bool enable = !strcmp(behaviour, "enable") || !strcmp(behaviour, "require") || !strcmp(behaviour, "warn");

    if (n < 3 || v[0].kind != GLSL_IDENT || !glsl_is(&v[1], ":") || (!enable && strcmp(behaviour, "disable")))
        glsl_fail(pp->job, "0:%d: malformed #extension", line);
    if (!strcmp(v[0].text, "all")) {
        if (strcmp(behaviour, "warn") && strcmp(behaviour, "disable"))
            glsl_fail(pp->job, "0:%d: #extension all can only be warned about or disabled", line);
        return;
    }
    e = glsl_extension_find(v[0].text);
    if (!e && !strcmp(behaviour, "require"))
        glsl_fail(pp->job, "0:%d: extension %s is not supported", line, v[0].text);
    if (!e)
        glsl_printf(pp->job, &pp->job->log, "warning: 0:%d: extension %s is not supported\n", line,
                    v[0].text);
    else if (enable && !glsl_unit_has(unit, e->name))
        *(const char **)glsl_push(pp->job, &unit->extensions, &unit->extension_count, sizeof(char *)) =
            e->name;
}

static void line_directive(struct pp *pp, const struct glsl_token *v, size_t n, int physical)
{
    struct glsl_tokens out = {0};

    expand(pp, v, n, &out);
    if (!out.n || out.n > 2 || out.v[0].kind != GLSL_NUMBER || out.v[out.n - 1].kind != GLSL_NUMBER)
        glsl_fail(pp->job, "0:%d: malformed #line", physical + pp->delta);
    pp->delta = (int)strtol(out.v[0].text, NULL, 0) - (physical + 1);
    if (out.n == 2)
        pp->string = (short)strtol(out.v[1].text, NULL, 0);
}

static void error_directive(struct pp *pp, const struct glsl_token *v, size_t n, int line)
{
    struct glsl_text message = {0};

    for (size_t i = 0; i < n; i++)
        glsl_printf(pp->job, &message, " %s", v[i].text);
    glsl_fail(pp->job, "0:%d: #error%s", line, message.s ? message.s : "");
}

/* One directive line: v[0] is what follows the #. */
static void directive(struct pp *pp, const struct glsl_token *v, size_t n)
{
    int line = n ? line_of(pp, v) : 0;
    const char *what = n ? v[0].text : "";

    if (!n)
        return;
    if (!strncmp(what, "if", 2) || !strcmp(what, "elif") || !strcmp(what, "else") || !strcmp(what, "endif"))
        conditional(pp, what, v + 1, n - 1, line);
    else if (!active(pp) || !strcmp(what, "pragma"))
        return;
    else if (!strcmp(what, "define"))
        define(pp, v + 1, n - 1, line);
    else if (!strcmp(what, "undef") && n > 1 && v[1].kind == GLSL_IDENT)
        macro_remove(pp, v[1].text);
    else if (!strcmp(what, "extension"))
        extension(pp, v + 1, n - 1, line);
    else if (!strcmp(what, "line"))
        line_directive(pp, v + 1, n - 1, v[0].line);
    else if (!strcmp(what, "error"))
        error_directive(pp, v + 1, n - 1, line);
    else if (!strcmp(what, "version"))
        glsl_fail(pp->job, "0:%d: #version must come first", line);
    else
        glsl_fail(pp->job, "0:%d: #%s is no directive", line, what);
}

static const char *const versions[] = {"100", "110", "120", "130", "140", "150", "300", "310", "320",
                                       "330", "400", "410", "420", "430", "440", "450", "460"};

/* #version, which nothing but white space may precede. Returns the position behind its line. */
static size_t version(struct pp *pp)
{
    struct glsl_unit *unit = pp->unit;
    const struct glsl_token *v = pp->in.v;
    size_t i = 0;
    bool known = false;

    unit->version = 110;
    while (v[i].kind == GLSL_NEWLINE)
        i++;
    if (!glsl_is(&v[i], "#") || !glsl_is(&v[i + 1], "version")) {
        unit->compat = true;
        return 0;
    }
    i += 2;
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        known |= !strcmp(v[i].text, versions[k]);
    if (!known)
        glsl_fail(pp->job, "0:%d: GLSL version %s is not supported", v[i].line, v[i].text);
    unit->has_version = true;
    unit->version = atoi(v[i++].text);
    unit->es = unit->version == 100 || (v[i].kind == GLSL_IDENT && glsl_is(&v[i], "es"));
    unit->compat = unit->version < 140 || glsl_is(&v[i], "compatibility");
    if (v[i].kind == GLSL_IDENT &&
        (glsl_is(&v[i], "es") || glsl_is(&v[i], "core") || glsl_is(&v[i], "compatibility")))
        i++;
    if (v[i].kind != GLSL_NEWLINE)
        glsl_fail(pp->job, "0:%d: malformed #version", v[i].line);
    return i;
}

static void predefine(struct pp *pp)
{
    const struct glsl_unit *unit = pp->unit;

    if (unit->es)
        define_number(pp, "GL_ES", 1);
    else if (unit->version >= 150)
        define_number(pp, unit->compat ? "GL_compatibility_profile" : "GL_core_profile", 1);
    if (unit->es || unit->version >= 410)
        define_number(pp, "GL_FRAGMENT_PRECISION_HIGH", 1);
}

/* All text up to the next directive is expanded in one go, so that a macro's arguments may span lines. */
static void text_run(struct pp *pp, struct glsl_tokens *run)
{
    if (run->n)
        expand(pp, run->v, run->n, &pp->unit->tokens);
    run->n = 0;
    run->v = NULL;
}

void glsl_preprocess(struct glsl_job *job, const char *source, struct glsl_unit *unit)
{
    struct pp pp = {.job = job, .unit = unit};
    struct glsl_tokens run = {0};
    struct glsl_token end = {.kind = GLSL_END, .text = ""};

    glsl_lex(job, source, &pp.in);
    pp.pos = version(&pp);
    predefine(&pp);
    while (pp.in.v[pp.pos].kind != GLSL_END) {
        size_t first = pp.pos, last;

        while (pp.in.v[pp.pos].kind != GLSL_NEWLINE)
            pp.pos++;
        last = pp.pos++;
        if (last > first && glsl_is(&pp.in.v[first], "#")) {
            text_run(&pp, &run);
            directive(&pp, &pp.in.v[first + 1], last - first - 1);
        } else if (active(&pp)) {
            for (; first < last; first++) {
                struct glsl_token *t = glsl_token_add(job, &run, &pp.in.v[first]);

                t->line += pp.delta;
                t->string = pp.string;
            }
        }
    }
    text_run(&pp, &run);
    if (pp.cond_count)
        glsl_fail(job, "0:%d: #if without #endif", pp.conds[pp.cond_count - 1].line);
    end.line = pp.in.v[pp.in.n - 1].line + pp.delta;
    glsl_token_add(job, &unit->tokens, &end);
}
