/* SPDX-License-Identifier: MIT */
/* glLinkProgram: the attached shaders of all stages are translated together, compiled and linked by the
 * driver, and what the application had bound by name is bound under the names of the translation. A failed
 * link leaves the executable that is in use alone, as GL has it. Cost: that of the translation and the
 * driver's compiler. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- input of the translator ---- */

struct link_input {
    struct glsl_input glsl;
    const char **texts; /* what glsl.stages point into */
};

static bool input_init(struct link_input *in, const struct emu_context *ctx,
                       const struct emu_program *program)
{
    size_t n = 0;

    memset(in, 0, sizeof *in);
    in->texts = malloc((program->shader_count + 1) * sizeof *in->texts);
    if (!in->texts)
        return false;
    for (int stage = 0; stage < GLSL_STAGES; stage++) {
        in->glsl.stages[stage].texts = in->texts + n;
        for (size_t i = 0; i < program->shader_count; i++)
            if (program->shaders[i]->stage == (enum glsl_stage)stage) {
                in->texts[n++] = program->shaders[i]->compiled;
                in->glsl.stages[stage].count++;
            }
    }
    in->glsl.target = ctx->program.target;
    in->glsl.separable = program->separable;
    in->glsl.attribs = program->attrib_bindings.items;
    in->glsl.attrib_count = program->attrib_bindings.count;
    in->glsl.frag_datas = program->frag_bindings.items;
    in->glsl.frag_data_count = program->frag_bindings.count;
    in->glsl.xfb_varyings = (const char *const *)program->xfb_varyings;
    in->glsl.xfb_count = program->xfb_count;
    in->glsl.xfb_mode = program->xfb_mode;
    return true;
}

/* What fails before anything is translated; NULL: nothing. */
static const char *refuse_early(struct emu_context *ctx, const struct emu_program *program)
{
    unsigned stages = 0;

    if (!program->shader_count)
        return "error: no shaders attached to the program\n";
    for (size_t i = 0; i < program->shader_count; i++) {
        struct emu_shader *shader = program->shaders[i];
        if (shader->state == EMU_COMPILE_NONE || shader->state == EMU_COMPILE_FAILED)
            return "error: linking with an uncompiled shader\n";
        stages |= 1u << shader->stage;
    }
    if (stages & 1u << GLSL_COMPUTE && stages != 1u << GLSL_COMPUTE)
        return "error: compute shaders may not be linked with any other type of shader\n";
    if (ctx->core && !program->separable && !(stages & (1u << GLSL_COMPUTE | 1u << GLSL_VERTEX)))
        return "error: program lacks a vertex shader\n";
    return NULL;
}

/* ---- the driver's program ---- */

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

static GLuint compile_stage(struct emu_context *ctx, struct emu_program *program, enum glsl_stage stage,
                            const char *essl)
{
    GLuint shader = ctx->es->CreateShader(emu_shader_type(stage));
    GLint ok = 0;

    ctx->es->ShaderSource(shader, 1, &essl, NULL);
    ctx->es->CompileShader(shader);
    ctx->es->GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok)
        return shader;
    driver_log(ctx, &program->info, "shader", shader, false);
    log_msg(ctx->log, LOG_DEBUG, "program %u: the driver refuses this shader:\n%s", program->name, essl);
    ctx->es->DeleteShader(shader);
    return 0;
}

static unsigned locations_of(GLenum type, int array_size)
{
    struct emu_uniform_type t = emu_uniform_type_of(type);
    int n = (array_size ? array_size : 1) * (t.columns ? t.columns : 1);

    return n >= 32 ? ~0u : (1u << n) - 1;
}

static const struct glsl_binding *find_binding(const struct emu_name_bindings *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, name))
            return &list->items[i];
    return NULL;
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

static void bind_attribs(struct emu_context *ctx, const struct emu_program *program,
                         const struct glsl_output *glsl)
{
    uint32_t used = 0;

    for (size_t i = 0; i < glsl->input_count; i++) {
        const struct glsl_variable *in = &glsl->inputs[i];
        const struct glsl_binding *binding = find_binding(&program->attrib_bindings, in->name);
        int location = in->location >= 0 ? in->location : binding ? binding->location : -1;

        if (location < 0 || location > 31)
            continue;
        used |= locations_of(in->type, in->array_size) << location;
        if (in->location < 0)
            ctx->es->BindAttribLocation(program->es, (GLuint)location, in->essl);
    }
    for (size_t i = 0; i < glsl->compat_input_count; i++) {
        const struct glsl_variable *in = &glsl->compat_inputs[i];
        int location = conventional_location(in->name);

        if (used >> location & 1)
            for (location = ctx->vao.max_attribs - 1; location > 0 && used >> location & 1; location--)
                ;
        used |= 1u << location;
        ctx->es->BindAttribLocation(program->es, (GLuint)location, in->essl);
    }
}

/* ES writes all of an interleaved feedback to one buffer, with no gaps. Separate mode serves where each
 * buffer has one varying. */
static void set_feedback(struct emu_context *ctx, const struct emu_program *program,
                         const struct glsl_output *glsl)
{
    const char **names = malloc((glsl->xfb_count + 1) * sizeof *names);
    GLenum mode = glsl->xfb_mode;
    bool skips = false, shared = false, several = false;
    GLsizei n = 0;

    if (!names)
        return;
    for (size_t i = 0; i < glsl->xfb_count; i++) {
        const struct glsl_xfb *xfb = &glsl->xfb[i];
        several |= xfb->buffer != glsl->xfb[0].buffer;
        skips |= !xfb->essl && strcmp(xfb->name, "gl_NextBuffer");
        for (size_t j = 0; j < i && xfb->essl; j++)
            shared |= glsl->xfb[j].essl && glsl->xfb[j].buffer == xfb->buffer;
        if (xfb->essl)
            names[n++] = xfb->essl;
    }
    if (mode == GL_INTERLEAVED_ATTRIBS && several) {
        if (!shared && !skips)
            mode = GL_SEPARATE_ATTRIBS;
        else
            emu_gap(ctx, "glTransformFeedbackVaryings", "ES interleaves into one buffer only", true);
    } else if (skips) {
        emu_gap(ctx, "glTransformFeedbackVaryings", "ES cannot skip components", true);
    }
    ctx->es->TransformFeedbackVaryings(program->es, n, names, mode);
    free(names);
}

static void remove_shaders(struct emu_context *ctx, const struct emu_program *program, const GLuint *shaders)
{
    for (int i = 0; i < GLSL_STAGES; i++)
        if (shaders[i]) {
            ctx->es->DetachShader(program->es, shaders[i]);
            ctx->es->DeleteShader(shaders[i]);
        }
}

static bool link_on_driver(struct emu_context *ctx, struct emu_program *program,
                           const struct glsl_output *glsl)
{
    GLuint shaders[GLSL_STAGES] = {0};
    GLint ok = 1;

    for (int i = 0; i < GLSL_STAGES && ok; i++) {
        if (!glsl->essl[i])
            continue;
        shaders[i] = compile_stage(ctx, program, i, glsl->essl[i]);
        ok = shaders[i] != 0;
        if (ok)
            ctx->es->AttachShader(program->es, shaders[i]);
    }
    if (ok) {
        bind_attribs(ctx, program, glsl);
        set_feedback(ctx, program, glsl);
        if (ctx->es->ProgramParameteri)
            ctx->es->ProgramParameteri(program->es, GL_PROGRAM_SEPARABLE, program->separable);
        ctx->es->LinkProgram(program->es);
        ctx->es->GetProgramiv(program->es, GL_LINK_STATUS, &ok);
        if (!ok)
            driver_log(ctx, &program->info, "link", program->es, true);
    }
    remove_shaders(ctx, program, shaders);
    if (!ok) {
        log_msg(ctx->log, LOG_WARN, "program %u: %s", program->name,
                program->info ? program->info : "out of memory");
        emu_gap(ctx, "glLinkProgram", "the driver refuses the translated shaders", true);
    }
    return ok;
}

/* ---- after the link ---- */

/* Locations of the translator's own uniforms, and of the types of attributes by location. */
static void read_draw_state(struct emu_context *ctx, struct emu_program *program,
                            const struct glsl_output *glsl)
{
    const struct gles_table *es = ctx->es;

    program->draw_id_location = es->GetUniformLocation(program->es, GLSL_UNIFORM_DRAW_ID);
    program->base_vertex_location = es->GetUniformLocation(program->es, GLSL_UNIFORM_BASE_VERTEX);
    program->base_instance_location = es->GetUniformLocation(program->es, GLSL_UNIFORM_BASE_INSTANCE);
    program->reads_draw_id = program->draw_id_location >= 0;
    program->reads_base_vertex = program->base_vertex_location >= 0;
    program->reads_base_instance = program->base_instance_location >= 0;
    program->reads_primitive_id = glsl->flags & GLSL_READS_PRIMITIVE_ID;
    program->stages = 0;
    for (int i = 0; i < GLSL_STAGES; i++)
        program->stages |= glsl->essl[i] ? 1u << i : 0;
}

static GLenum column_type(struct emu_uniform_type t)
{
    static const GLenum vectors[] = {GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4};

    return t.columns > 1 && t.rows >= 1 && t.rows <= 4 ? vectors[t.rows - 1] : t.type;
}

static void read_attribs(struct emu_context *ctx, struct emu_program *program)
{
    GLint count = 0, longest = 0;
    char *name;

    program->attribs = 0;
    memset(program->attrib_types, 0, sizeof program->attrib_types);
    ctx->es->GetProgramiv(program->es, GL_ACTIVE_ATTRIBUTES, &count);
    ctx->es->GetProgramiv(program->es, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &longest);
    name = calloc(1, (size_t)longest + 1);
    for (GLint i = 0; name && i < count; i++) {
        GLint size = 0, location;
        GLenum type = 0;

        ctx->es->GetActiveAttrib(program->es, (GLuint)i, longest + 1, NULL, &size, &type, name);
        location = ctx->es->GetAttribLocation(program->es, name);
        if (location < 0 || location > 31)
            continue; /* gl_VertexID and the like */
        uint32_t mask = locations_of(type, size) << location;
        program->attribs |= mask;
        for (int j = location; j < 32; j++)
            if (mask >> j & 1)
                program->attrib_types[j] = column_type(emu_uniform_type_of(type));
    }
    free(name);
}

static void report_gaps(struct emu_context *ctx, const struct emu_program *program,
                        const struct glsl_output *glsl)
{
    for (size_t i = 0; i < glsl->gap_count; i++) {
        log_msg(ctx->log, LOG_WARN, "program %u: %s: %s", program->name, glsl->gaps[i].name,
                glsl->gaps[i].reason);
        emu_gap(ctx, "glLinkProgram", "the translation narrows or drops something (see the log)", true);
    }
}

/* Takes over `glsl`. */
static bool finish_link(struct emu_context *ctx, struct emu_program *program, struct glsl_output *glsl)
{
    struct emu_executable *exe = emu_executable_create(ctx, program, glsl);

    if (!exe) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glLinkProgram");
        return false;
    }
    emu_executable_destroy(program->exe);
    program->exe = exe;
    program->generation++;
    read_draw_state(ctx, program, glsl);
    read_attribs(ctx, program);
    report_gaps(ctx, program, glsl);
    emu_uniform_set_initial(ctx, program);
    emu_subroutine_reset(ctx, program);
    return true;
}

void emu_program_link(struct emu_context *ctx, struct emu_program *program)
{
    const char *refused = refuse_early(ctx, program);
    struct glsl_output *glsl;
    struct link_input in;

    program->linked = program->validated = false;
    emu_program_set_info(&program->info, refused);
    if (refused)
        return;
    if (!input_init(&in, ctx, program)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glLinkProgram");
        return;
    }
    glsl = glsl_translate(&in.glsl);
    free(in.texts);
    if (!glsl) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "glLinkProgram");
        return;
    }
    emu_program_set_info(&program->info, glsl->info);
    if (!glsl->ok)
        log_msg(ctx->log, LOG_WARN, "program %u does not link: %s", program->name, glsl->info);
    if (glsl->ok && link_on_driver(ctx, program, glsl))
        program->linked = finish_link(ctx, program, glsl);
    else
        glsl_output_destroy(glsl);
}

const struct emu_compat_builtin *emu_program_compat_uniforms(const struct emu_program *program, size_t *count)
{
    *count = program->exe ? program->exe->compat_uniform_count : 0;
    return program->exe ? program->exe->compat_uniforms : NULL;
}

const struct emu_compat_builtin *emu_program_compat_attribs(const struct emu_program *program, size_t *count)
{
    *count = program->exe ? program->exe->compat_attrib_count : 0;
    return program->exe ? program->exe->compat_attribs : NULL;
}
