/* SPDX-License-Identifier: MIT */
/* Makes a driver program of translated shaders: compiles them, puts attributes where they belong, names the
 * varyings of transform feedback, links. Knows nothing of what the application sees. Cost: the driver's
 * compiler. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the driver's log to *info, so that a refusal of our own translation can be told from the
 * application's error. */
static void driver_log(struct emu_context *ctx, char **info, const char *what, GLuint object, bool is_program)
{
    GLint n = 0;
    char *text, *joined;
    size_t size;

    if (is_program)
        ctx->es->GetProgramiv(object, GL_INFO_LOG_LENGTH, &n);
    else
        ctx->es->GetShaderiv(object, GL_INFO_LOG_LENGTH, &n);
    text = calloc(1, (size_t)(n > 0 ? n : 0) + 1);
    size = strlen(what) + (size_t)(n > 0 ? n : 0) + 32;
    joined = text ? malloc(size) : NULL;
    if (joined) {
        if (n > 0 && is_program)
            ctx->es->GetProgramInfoLog(object, n, NULL, text);
        else if (n > 0)
            ctx->es->GetShaderInfoLog(object, n, NULL, text);
        snprintf(joined, size, "error: driver: %s: %s\n", what, text);
        free(*info);
        *info = joined;
    }
    free(text);
}

static GLuint compile_stage(struct emu_context *ctx, enum glsl_stage stage, const char *essl,
                            const char *added, char **info)
{
    GLuint shader = ctx->es->CreateShader(emu_shader_type(stage));
    char *merged = added && *added ? emu_pipeline_merge(essl, added) : NULL;
    GLint ok = 0;

    essl = merged ? merged : essl;
    ctx->es->ShaderSource(shader, 1, &essl, NULL);
    ctx->es->CompileShader(shader);
    ctx->es->GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        driver_log(ctx, info, "shader", shader, false);
        log_msg(ctx->log, LOG_DEBUG, "the driver refuses this shader:\n%s", essl);
        ctx->es->DeleteShader(shader);
    }
    free(merged);
    return ok ? shader : 0;
}

int emu_program_wanted_location(const struct emu_executable *exe, const struct glsl_variable *in)
{
    if (in->location >= 0)
        return in->location;
    for (size_t i = 0; i < exe->input_count; i++)
        if (!strcmp(exe->inputs[i].name, in->name))
            return exe->inputs[i].location;
    for (size_t i = 0; i < exe->input.attrib_count; i++)
        if (!strcmp(exe->input.attribs[i].name, in->name))
            return exe->input.attribs[i].location;
    return -1;
}

/* gl_Vertex is generic attribute 0; the others have the places that the first shading hardware gave them. */
static int conventional_location(const char *name)
{
    static const struct {
        const char *name;
        int location;
    } places[] = {
        {"gl_Vertex", 0}, {"gl_Normal", 2}, {"gl_Color", 3}, {"gl_SecondaryColor", 4}, {"gl_FogCoord", 5}};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (!strcmp(name, places[i].name))
            return places[i].location;
    return !strncmp(name, "gl_MultiTexCoord", 16) ? 8 + atoi(name + 16) : 6;
}

static void bind_attribs(struct emu_context *ctx, GLuint es_program, const struct emu_executable *exe,
                         const struct glsl_output *glsl)
{
    uint32_t used = 0;

    for (size_t i = 0; i < glsl->input_count; i++) {
        const struct glsl_variable *in = &glsl->inputs[i];
        int location = emu_program_wanted_location(exe, in);

        if (location < 0 || location > 31)
            continue;
        used |= emu_attrib_mask(in->type, in->array_size) << location;
        if (in->location < 0)
            ctx->es->BindAttribLocation(es_program, (GLuint)location, in->essl);
    }
    for (size_t i = 0; i < glsl->compat_input_count; i++) {
        const struct glsl_variable *in = &glsl->compat_inputs[i];
        int location = conventional_location(in->name);

        if (used >> location & 1)
            for (location = ctx->vao.max_attribs - 1; location > 0 && used >> location & 1; location--)
                ;
        used |= 1u << location;
        ctx->es->BindAttribLocation(es_program, (GLuint)location, in->essl);
    }
    emu_program_place_halves(ctx, es_program, glsl, used);
}

/* What the driver is to capture, in an array for the caller to free; NULL when memory is out. */
static const char **captured_names(const struct glsl_output *glsl, GLsizei *n)
{
    const char **names;
    size_t room = 1;

    for (size_t i = 0; i < glsl->xfb_count; i++)
        room += 1 + glsl->xfb[i].part_count;
    names = malloc(room * sizeof *names);
    *n = 0;
    for (size_t i = 0; names && i < glsl->xfb_count; i++) {
        const struct glsl_xfb *xfb = &glsl->xfb[i];

        for (size_t j = 0; j < xfb->part_count; j++)
            names[(*n)++] = xfb->parts[j];
        if (xfb->essl && !xfb->part_count)
            names[(*n)++] = xfb->essl;
    }
    return names;
}

/* ES writes all of an interleaved feedback to one buffer, with no gaps. Separate mode serves where each
 * buffer has one varying. */
static void set_feedback(struct emu_context *ctx, GLuint es_program, const struct glsl_output *glsl)
{
    const char **names;
    GLenum mode = glsl->xfb_mode;
    bool skips = false, shared = false, several = false, parts = false;
    GLsizei n;

    names = captured_names(glsl, &n);
    if (!names)
        return;
    for (size_t i = 0; i < glsl->xfb_count; i++) {
        const struct glsl_xfb *xfb = &glsl->xfb[i];
        several |= xfb->buffer != glsl->xfb[0].buffer;
        skips |= !xfb->essl && strcmp(xfb->name, "gl_NextBuffer") != 0;
        for (size_t j = 0; j < i && xfb->essl; j++)
            shared |= glsl->xfb[j].essl && glsl->xfb[j].buffer == xfb->buffer;
        parts |= xfb->part_count > 1;
    }
    if (mode == GL_INTERLEAVED_ATTRIBS && several) {
        if (!shared && !skips)
            mode = GL_SEPARATE_ATTRIBS;
        else
            emu_gap(ctx, "glTransformFeedbackVaryings", "ES interleaves into one buffer only", true);
    } else if (skips) {
        emu_gap(ctx, "glTransformFeedbackVaryings", "ES cannot skip components", true);
    }
    if (parts && mode == GL_SEPARATE_ATTRIBS)
        emu_gap(ctx, "glTransformFeedbackVaryings", "ES has no varying of this type for one buffer", true);
    ctx->es->TransformFeedbackVaryings(es_program, n, names, mode);
    free(names);
}

static void remove_shaders(struct emu_context *ctx, GLuint es_program, const GLuint *shaders)
{
    for (int i = 0; i < GLSL_STAGES; i++)
        if (shaders[i]) {
            ctx->es->DetachShader(es_program, shaders[i]);
            ctx->es->DeleteShader(shaders[i]);
        }
}

bool emu_program_try(struct emu_context *ctx, GLuint es_program, const struct emu_executable *exe,
                     const struct glsl_output *glsl, char *const *added, char **info)
{
    GLuint shaders[GLSL_STAGES] = {0};
    GLint ok = 1;

    for (int i = 0; i < GLSL_STAGES && ok; i++) {
        if (!glsl->essl[i])
            continue;
        shaders[i] = compile_stage(ctx, i, glsl->essl[i], added ? added[i] : NULL, info);
        ok = shaders[i] != 0;
        if (ok)
            ctx->es->AttachShader(es_program, shaders[i]);
    }
    if (ok) {
        bind_attribs(ctx, es_program, exe, glsl);
        set_feedback(ctx, es_program, glsl);
        if (ctx->es->ProgramParameteri)
            ctx->es->ProgramParameteri(es_program, GL_PROGRAM_SEPARABLE, exe->input.separable);
        ctx->es->LinkProgram(es_program);
        ctx->es->GetProgramiv(es_program, GL_LINK_STATUS, &ok);
        if (!ok)
            driver_log(ctx, info, "link", es_program, true);
    }
    remove_shaders(ctx, es_program, shaders);
    return ok;
}

bool emu_program_build(struct emu_context *ctx, GLuint es_program, const struct emu_executable *exe,
                       const struct glsl_output *glsl, char *const *added, char **info)
{
    if (emu_program_try(ctx, es_program, exe, glsl, added, info))
        return true;
    log_msg(ctx->log, LOG_WARN, "%s", *info ? *info : "out of memory");
    emu_gap(ctx, "glLinkProgram", "the driver refuses the translated shaders", true);
    return false;
}
