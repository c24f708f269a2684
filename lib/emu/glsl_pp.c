/* SPDX-License-Identifier: MIT */
/* The GLSL preprocessor, run in the source's own version: __VERSION__, profile and extension macros answer as
 * a desktop driver's would, before the upgrade to 4.50 makes them lie. Macro expansion is C's (busy macros
 * paint their names). #pragma is dropped; #include is refused. Cost: one pass, arguments expanded once. */
#include "emu/glsl_pp.h"

#include <stdlib.h>
#include <string.h>

struct cond {
    bool active, taken, parent, has_else;
    int line;
};

struct pp {
    struct glsl_job *job;
    struct glsl_unit *unit;
    struct glsl_tokens in;
    size_t pos;
    struct glsl_macros macros;
    struct cond *conds;
    size_t cond_count;
    int delta; /* #line: logical minus physical line */
    short string;
};

static void define_number(struct pp *pp, const char *name, int value)
{
    struct glsl_macro *m = glsl_macro_add(&pp->macros, name);
    struct glsl_token t = {.kind = GLSL_NUMBER, .text = glsl_format(pp->job, "%d", value)};

    glsl_token_add(pp->job, &m->body, &t);
}

static int line_of(const struct pp *pp, const struct glsl_token *t)
{
    return t->line + pp->delta;
}

/* ---- directives ---- */

static bool active(const struct pp *pp)
{
    return !pp->cond_count || pp->conds[pp->cond_count - 1].active;
}

static bool is_defined(struct pp *pp, const char *name)
{
    const struct glsl_extension *e = glsl_extension_find(pp->job, name);

    return glsl_macro_find(&pp->macros, name) || (e && e->since <= pp->unit->version) ||
           !strcmp(name, "__LINE__") || !strcmp(name, "__FILE__") || !strcmp(name, "__VERSION__");
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
    glsl_macro_expand(&pp->macros, plain.v, plain.n, &expanded);
    glsl_token_add(pp->job, &expanded, &end);
    return glsl_pp_eval(pp->job, &expanded, line) != 0;
}

static void define(struct pp *pp, const struct glsl_token *v, size_t n, int line)
{
    struct glsl_macro *m, *old;
    size_t i = 1;

    if (!n || v[0].kind != GLSL_IDENT)
        glsl_fail(pp->job, "0:%d: #define without a name", line);
    if (!strncmp(v[0].text, "GL_", 3) || glsl_is(&v[0], "defined") || !strcmp(v[0].text, "__LINE__") ||
        !strcmp(v[0].text, "__FILE__") || !strcmp(v[0].text, "__VERSION__"))
        glsl_fail(pp->job, "0:%d: #define of the reserved name %s", line, v[0].text);
    old = glsl_macro_find(&pp->macros, v[0].text);
    if (old)
        glsl_macro_remove(&pp->macros, v[0].text);
    m = glsl_macro_add(&pp->macros, v[0].text);
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
        if (strcmp(m->body.v[i].text, old->body.v[i].text) != 0)
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

    if (n < 3 || v[0].kind != GLSL_IDENT || !glsl_is(&v[1], ":") ||
        (!enable && strcmp(behaviour, "disable") != 0))
        glsl_fail(pp->job, "0:%d: malformed #extension", line);
    if (!strcmp(v[0].text, "all")) {
        if (strcmp(behaviour, "warn") != 0 && strcmp(behaviour, "disable") != 0)
            glsl_fail(pp->job, "0:%d: #extension all can only be warned about or disabled", line);
        return;
    }
    e = glsl_extension_find(pp->job, v[0].text);
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

    glsl_macro_expand(&pp->macros, v, n, &out);
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
        glsl_macro_remove(&pp->macros, v[1].text);
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
        glsl_macro_expand(&pp->macros, run->v, run->n, &pp->unit->tokens);
    run->n = 0;
    run->v = NULL;
}

void glsl_preprocess(struct glsl_job *job, const char *source, struct glsl_unit *unit)
{
    struct pp pp = {.job = job, .unit = unit, .macros = {.job = job, .unit = unit}};
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
