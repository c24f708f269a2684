/* SPDX-License-Identifier: MIT */
/* Preprocessed tokens of any version to GLSL 4.50 core text. Each rule looks at the tokens and notes edits
 * beside them (another text, something behind, nothing at all); the text is then written once, on the
 * source's own line numbers, so that glslang's messages point where the application's do. Nothing here knows
 * types: what needs them (rectangles, one-dimensional textures, initialisers) is done in SPIR-V. Cost: a few
 * passes over the tokens. */
#include "emu/glsl_pp.h"
#include "emu/glsl_upgrade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void edit_storage(struct glsl_upgrade *u, size_t i)
{
    const struct glsl_token *t = &u->v[i];
    bool fragment = u->unit->stage == GLSL_FRAGMENT;
    bool directed = glsl_is(&u->v[i + 1], "in") || glsl_is(&u->v[i + 1], "out") ||
                    (i && (glsl_is(&u->v[i - 1], "in") || glsl_is(&u->v[i - 1], "out")));

    if (glsl_is(t, "attribute"))
        u->edits[i].text = "in";
    else if (glsl_is(t, "varying") && directed)
        u->edits[i].drop = true;
    else if (glsl_is(t, "varying"))
        u->edits[i].text = fragment ? "in" : "out";
    else if (glsl_is(t, "precision") && (glsl_is(&u->v[i + 1], "highp") || glsl_is(&u->v[i + 1], "mediump") ||
                                         glsl_is(&u->v[i + 1], "lowp")))
        glsl_drop(u, i, glsl_statement_end(u, i));
    else if (fragment && glsl_is(t, "invariant") && u->v[i + 1].kind == GLSL_IDENT &&
             (glsl_is(&u->v[i + 2], ";") || glsl_is(&u->v[i + 2], ",")))
        glsl_drop(u, i, glsl_statement_end(u, i)); /* of an input that is declared already */
    else if (glsl_is(t, "invariant") &&
             (glsl_is(&u->v[i + 1], "in") ||
              (fragment && (glsl_is(&u->v[i + 1], "varying") || glsl_is(&u->v[i + 1], "centroid")))))
        u->edits[i].drop = true; /* of the output, which the other stage declares */
    else if (glsl_is(t, "highp") || glsl_is(t, "mediump") || glsl_is(t, "lowp"))
        u->edits[i].drop = true;
    else if (glsl_is(t, "unsigned") && glsl_is(&u->v[i + 1], "int")) {
        u->edits[i].text = "uint";
        u->edits[i + 1].drop = true;
    }
}

/* glslang folds constants in double precision from the decimal text, drivers in single: giving it the value
 * that a float literal has makes int(degrees(3.1415926535)) 180 again. */
static void edit_float(struct glsl_upgrade *u, size_t i)
{
    const char *text = u->v[i].text;
    char *end;
    float value;

    if (u->edits[i].text || !strpbrk(text, ".eE") || text[1] == 'x' || text[1] == 'X')
        return;
    value = strtof(text, &end);
    if ((*end && strcmp(end, "f") != 0 && strcmp(end, "F") != 0) || !isfinite(value))
        return;
    text = glsl_format(u->job, "%.17g", (double)value);
    u->edits[i].text = strpbrk(text, ".e") ? text : glsl_format(u->job, "%s.0", text);
}

/* A uniform or input of a double type is reported as such: notes its name, if token i is the type of one. */
static void note_double(struct glsl_upgrade *u, size_t i)
{
    size_t name = i + 1;
    bool found = false;

    for (size_t k = i;
         k-- > 0 && !glsl_is(&u->v[k], ";") && !glsl_is(&u->v[k], "}") && !glsl_is(&u->v[k], "{");)
        found |= glsl_is(&u->v[k], "uniform") || glsl_is(&u->v[k], "in") || glsl_is(&u->v[k], "attribute");
    if (glsl_is(&u->v[name], "["))
        name = glsl_closing(u->v, u->n, name) + 1;
    if (found && u->v[name].kind == GLSL_IDENT)
        *(const char **)glsl_push(u->job, &u->job->doubles, &u->job->double_count, sizeof(char *)) =
            u->v[name].text;
}

/* The name of a 64-bit type, or a number of one. */
static bool is_wide(const struct glsl_token *t)
{
    size_t n = strlen(t->text);

    if (t->kind == GLSL_NUMBER) /* 1.0lf, 0xful */
        return n > 1 && (t->text[n - 1] == 'l' || t->text[n - 1] == 'L' || t->text[n - 2] == 'l' ||
                         t->text[n - 2] == 'L');
    return glsl_is(t, "double") || glsl_starts(t->text, "dvec") || glsl_starts(t->text, "dmat") ||
           glsl_is(t, "int64_t") || glsl_is(t, "uint64_t") || glsl_starts(t->text, "i64vec") ||
           glsl_starts(t->text, "u64vec");
}

/* Doubles become floats, where they may not stay. */
static void edit_double(struct glsl_upgrade *u, size_t i)
{
    const struct glsl_token *t = &u->v[i];
    size_t n = strlen(t->text);

    if (u->job->wide) {
        u->job->wide_used |= is_wide(t);
        return;
    }
    if (t->kind == GLSL_NUMBER && n > 2 &&
        (!strcmp(t->text + n - 2, "lf") || !strcmp(t->text + n - 2, "LF"))) {
        u->edits[i].text = glsl_strdup(u->job, t->text, n - 2);
        return;
    }
    if (glsl_is(t, "double"))
        u->edits[i].text = "float";
    else if (glsl_starts(t->text, "dvec") || glsl_starts(t->text, "dmat"))
        u->edits[i].text = t->text + 1;
    else
        return;
    note_double(u, i);
    glsl_gap(u->job, "double",
             u->job->narrow_because && *u->job->narrow_because
                 ? glsl_format(u->job, "narrowed to float (%s)", u->job->narrow_because)
                 : "narrowed to float");
}

static void edit_layout(struct glsl_upgrade *u, size_t open)
{
    size_t close = glsl_closing(u->v, u->n, open);

    for (size_t i = open + 1; i < close; i++)
        if (glsl_is(&u->v[i], "shared") || glsl_is(&u->v[i], "packed"))
            u->edits[i].text = "std140";
        else if (glsl_is(&u->v[i], "post_depth_coverage")) {
            glsl_gap(u->job, "post_depth_coverage", "the sample mask is that before the depth test");
            u->edits[i].text = "early_fragment_tests";
        } else if (glsl_starts(u->v[i].text, "bindless_") || glsl_starts(u->v[i].text, "bound_"))
            glsl_fail(u->job, "0:%d: bindless textures are not supported", u->v[i].line);
}

/* ---- names that ESSL cannot have ---- */

static bool needs_rename(const struct glsl_upgrade *u, size_t i)
{
    const char *name = u->v[i].text;
    enum glsl_function_age age;

    if (u->v[i].made)
        return false;
    if (strstr(name, "__") || (name[0] == '_' && name[1] >= '0' && name[1] <= '9') ||
        glsl_starts(name, "retrace_"))
        return true;
    if (glsl_word_is_late_keyword(u->unit, name))
        return strcmp(name, "layout") != 0;
    age = glsl_word_function(u->unit, name);
    if (age == GLSL_NO_FUNCTION)
        return false;
    return !glsl_is_call(u->v, i) || (age == GLSL_LATE_FUNCTION && glsl_has_user_function(u->uses, name));
}

static const char *rename_word(struct glsl_job *job, const char *name)
{
    struct glsl_rename *r;
    char *safe;
    size_t n = 0;

    for (r = job->renames; r; r = r->next, n++)
        if (!strcmp(r->source, name))
            return r->essl;
    r = glsl_alloc(job, 1, sizeof *r);
    safe = glsl_format(job, "retrace_n%zu_%s", n, glsl_starts(name, "retrace_") ? name + 8 : name);
    for (char *p = safe; (p = strstr(p, "__"));)
        memmove(p, p + 1, strlen(p));
    *r = (struct glsl_rename){.source = name, .essl = safe, .next = job->renames};
    job->renames = r;
    return safe;
}

/* ---- text ---- */

static void edit_all(struct glsl_upgrade *u, struct glsl_text *out)
{
    glsl_upgrade_globals(u);
    glsl_flat_edit(u);
    glsl_implicit_edit(u);
    glsl_stream_edit(u);
    glsl_fold_edit(u);
    glsl_samples_edit(u, out);
    glsl_imgarray_edit(u);
    glsl_point_edit(u, out);
    glsl_layer_edit(u, out);
    for (size_t i = 0; i < u->n; i++) {
        const struct glsl_token *t = &u->v[i];

        if (u->edits[i].drop)
            continue;
        if (t->kind == GLSL_NUMBER || strchr("diu", t->text[0]))
            edit_double(u, i);
        if (t->kind == GLSL_NUMBER)
            edit_float(u, i);
        if (t->kind != GLSL_IDENT || u->edits[i].text)
            continue;
        if (needs_rename(u, i)) {
            u->edits[i].text = rename_word(u->job, t->text);
            continue;
        }
        edit_storage(u, i);
        if (glsl_is(t, "layout") && glsl_is_call(u->v, i))
            edit_layout(u, i + 1);
        else if (glsl_starts(t->text, "gl_"))
            glsl_upgrade_builtin(u, i);
        else if (glsl_is_call(u->v, i))
            glsl_upgrade_call(u, i);
        else if (glsl_is(t, "noperspective") && u->job->input && !u->job->target.noperspective) {
            glsl_gap(u->job, "noperspective", "interpolated with perspective");
            u->edits[i].drop = true;
        }
    }
    if (!u->job->wide)
        glsl_double_edit(u);
}

static void write_line(struct glsl_upgrade *u, struct glsl_text *out, const struct glsl_token *at,
                       struct glsl_token *now)
{
    if (at->string == now->string && at->line >= now->line && at->line - now->line < 8) {
        for (; now->line < at->line; now->line++)
            glsl_puts(u->job, out, "\n");
    } else if (at->string != now->string || at->line != now->line) {
        glsl_printf(u->job, out, "\n#line %d %d\n", at->line > 0 ? at->line : 1, at->string);
    }
    *now = *at;
}

static void write_tokens(struct glsl_upgrade *u, struct glsl_text *out)
{
    struct glsl_token now = {.line = 1};

    glsl_puts(u->job, out, "\n#line 1 0\n");
    for (size_t i = 0; i < u->n; i++) {
        const struct glsl_edit *e = &u->edits[i];

        if (!e->drop) {
            write_line(u, out, &u->v[i], &now);
            glsl_puts(u->job, out, e->text ? e->text : u->v[i].text);
            glsl_puts(u->job, out, " ");
        }
        if (e->after)
            glsl_puts(u->job, out, e->after);
    }
}

const char *glsl_upgrade(struct glsl_job *job, struct glsl_unit *unit, const struct glsl_uses *uses)
{
    struct glsl_upgrade u = {
        .job = job, .unit = unit, .uses = uses, .v = unit->tokens.v, .n = unit->tokens.n - 1};
    struct glsl_text out = {0}, epilogue = {0}, helpers = {0};
    bool geometry;

    u.edits = glsl_alloc(job, u.n + 1, sizeof *u.edits);
    edit_all(&u, &helpers);
    glsl_puts(job, &out, "#version 450 core\n");
    for (size_t i = 0; i < unit->extension_count; i++)
        if (glsl_extension_find(job, unit->extensions[i])->keep)
            glsl_printf(job, &out, "#extension %s : enable\n", unit->extensions[i]);
    if (glsl_unit_has(unit, "GL_NV_shader_atomic_float") ||
        glsl_unit_has(unit, "GL_INTEL_shader_atomic_float_minmax"))
        glsl_puts(job, &out,
                  "#extension GL_EXT_shader_atomic_float : enable\n"
                  "#extension GL_EXT_shader_atomic_float2 : enable\n");
    if (unit->version >= 460) /* whose functions go by the extension's names */
        glsl_puts(job, &out, "#extension GL_ARB_shader_atomic_counter_ops : enable\n");
    glsl_epilogue(job, unit, uses, &out, &epilogue);
    geometry = unit->stage == GLSL_GEOMETRY && epilogue.n;
    for (size_t i = 0; epilogue.n && i < u.n; i++)
        if (geometry ? glsl_is(&u.v[i], "EmitVertex") ||
                           (u.edits[i].text && glsl_starts(u.edits[i].text, "EmitVertex"))
                     : glsl_is(&u.v[i], "main") && glsl_is_call(u.v, i))
            u.edits[i].text = geometry ? "retrace_emit" : "retrace_main";
    if (geometry)
        glsl_puts(job, &out, "void retrace_emit();");
    glsl_compat_declare(job, unit->stage, uses, &out);
    glsl_upgrade_helpers(job, unit, uses, &out);
    glsl_append(job, &out, helpers.s ? helpers.s : "", helpers.n);
    if (uses->draw_id)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_DRAW_ID ";");
    if (uses->base_vertex)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_BASE_VERTEX ";");
    if (uses->base_instance)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_BASE_INSTANCE ";");
    if (uses->fb_height)
        glsl_puts(job, &out, "uniform float " GLSL_UNIFORM_FB_HEIGHT ";");
    write_tokens(&u, &out);
    if (geometry && unit->has_main)
        glsl_printf(job, &out, "\nvoid retrace_emit(){%sEmitVertex();}\n", epilogue.s);
    else if (epilogue.n && !geometry)
        glsl_printf(job, &out, "\nvoid main(){retrace_main();%s}\n", epilogue.s);
    return out.s;
}
