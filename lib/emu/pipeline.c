/* SPDX-License-Identifier: MIT */
/* Program pipelines: the driver's own (ES 3.1), holding the driver programs of separable programs. Names are
 * not shared between contexts. A driver below ES 3.1 has none: then binding one is a gap. Cost: the driver's.
 */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    GLbitfield bit;
    enum glsl_stage stage;
} stage_bits[] = {
    {GL_VERTEX_SHADER_BIT, GLSL_VERTEX},
    {GL_TESS_CONTROL_SHADER_BIT, GLSL_TESS_CONTROL},
    {GL_TESS_EVALUATION_SHADER_BIT, GLSL_TESS_EVALUATION},
    {GL_GEOMETRY_SHADER_BIT, GLSL_GEOMETRY},
    {GL_FRAGMENT_SHADER_BIT, GLSL_FRAGMENT},
    {GL_COMPUTE_SHADER_BIT, GLSL_COMPUTE},
};

static struct emu_pipeline *pipeline_create(struct emu_context *ctx, GLuint name)
{
    struct emu_pipeline *pipeline = calloc(1, sizeof *pipeline);

    if (!pipeline || !emu_names_set(&ctx->pipelines, name, pipeline)) {
        free(pipeline);
        emu_error(ctx, GL_OUT_OF_MEMORY, "program pipeline");
        return NULL;
    }
    pipeline->name = name;
    if (ctx->es->GenProgramPipelines)
        ctx->es->GenProgramPipelines(1, &pipeline->es);
    else
        emu_gap(ctx, "glBindProgramPipeline", "the driver has no program pipelines (ES 3.1)", true);
    return pipeline;
}

static void pipeline_destroy(struct emu_context *ctx, struct emu_pipeline *pipeline)
{
    emu_names_remove(&ctx->pipelines, pipeline->name);
    if (pipeline->es)
        ctx->es->DeleteProgramPipelines(1, &pipeline->es);
    for (int i = 0; i < GLSL_STAGES; i++)
        emu_program_ref(ctx, &pipeline->stages[i], NULL);
    emu_program_ref(ctx, &pipeline->active, NULL);
    for (int i = 0; i < GLSL_STAGES; i++)
        free(pipeline->added[i]);
    free(pipeline->info);
    free(pipeline);
}

/* The object behind a name, made when glGenProgramPipelines reserved it. NULL after GL_INVALID_OPERATION. */
static struct emu_pipeline *pipeline_lookup(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_pipeline *pipeline = emu_names_get(&ctx->pipelines, name);

    if (!pipeline && name && emu_names_is_reserved(&ctx->pipelines, name))
        return pipeline_create(ctx, name);
    if (!pipeline)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %u is no program pipeline", function, name);
    return pipeline;
}

static void finish_one(void *object, void *priv)
{
    pipeline_destroy(priv, object);
}

void emu_pipeline_finish(struct emu_context *ctx)
{
    ctx->program.pipeline = NULL;
    emu_names_each(&ctx->pipelines, finish_one, ctx);
}

void emu_GenProgramPipelines(GLsizei n, GLuint *names)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenProgramPipelines: %d", n);
    else if (!emu_names_gen(&ctx->pipelines, n, names))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenProgramPipelines");
}

void emu_CreateProgramPipelines(GLsizei n, GLuint *names)
{
    emu_GenProgramPipelines(n, names);
    for (GLsizei i = 0; i < n; i++)
        pipeline_lookup(emu_current, names[i], "glCreateProgramPipelines");
}

void emu_DeleteProgramPipelines(GLsizei n, const GLuint *names)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteProgramPipelines: %d", n);
    for (GLsizei i = 0; i < n; i++) {
        struct emu_pipeline *pipeline = emu_names_get(&ctx->pipelines, names[i]);

        if (!pipeline) {
            emu_names_remove(&ctx->pipelines, names[i]);
            continue;
        }
        if (ctx->program.pipeline == pipeline)
            ctx->program.pipeline = NULL;
        pipeline_destroy(ctx, pipeline);
        emu_program_update_vertex(ctx);
    }
}

GLboolean emu_IsProgramPipeline(GLuint name)
{
    return emu_names_get(&emu_current->pipelines, name) != NULL;
}

void emu_BindProgramPipeline(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = name ? pipeline_lookup(ctx, name, "glBindProgramPipeline") : NULL;

    if (name && !pipeline)
        return;
    if (ctx->xfb.active && !ctx->xfb.paused) {
        emu_error(ctx, GL_INVALID_OPERATION, "glBindProgramPipeline: transform feedback is active");
        return;
    }
    ctx->program.pipeline = pipeline;
    if (ctx->es->BindProgramPipeline)
        ctx->es->BindProgramPipeline(pipeline ? pipeline->es : 0);
    emu_program_update_vertex(ctx);
}

/* Whether a program may be part of a pipeline; raises the error when not. */
static bool check_program(struct emu_context *ctx, const struct emu_program *program, const char *function)
{
    if (program->separable && program->linked)
        return true;
    emu_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked as separable", function,
              program->name);
    return false;
}

void emu_UseProgramStages(GLuint name, GLbitfield stages, GLuint program_name)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = pipeline_lookup(ctx, name, "glUseProgramStages");
    struct emu_program *program = NULL;

    if (!pipeline)
        return;
    if (stages != GL_ALL_SHADER_BITS && stages & ~(GLbitfield)0x3f) {
        emu_error(ctx, GL_INVALID_VALUE, "glUseProgramStages: stages 0x%x", stages);
        return;
    }
    if (program_name) {
        program = emu_program_lookup(ctx, program_name, "glUseProgramStages");
        if (!program || !check_program(ctx, program, "glUseProgramStages"))
            return;
    }
    for (size_t i = 0; i < sizeof stage_bits / sizeof stage_bits[0]; i++) {
        enum glsl_stage stage = stage_bits[i].stage;
        if (stages & stage_bits[i].bit)
            emu_program_ref(ctx, &pipeline->stages[stage],
                            program && program->stages & 1u << stage ? program : NULL);
    }
    emu_pipeline_sync(ctx, pipeline);
    emu_program_update_vertex(ctx);
}

void emu_pipeline_sync(struct emu_context *ctx, struct emu_pipeline *pipeline)
{
    for (size_t i = 0; i < sizeof stage_bits / sizeof stage_bits[0] && ctx->es->UseProgramStages; i++) {
        const struct emu_program *program = pipeline->stages[stage_bits[i].stage];
        GLuint es = program ? program->es : 0, *now = &pipeline->es_stages[stage_bits[i].stage];

        if (*now != es) {
            ctx->es->UseProgramStages(pipeline->es, stage_bits[i].bit, es);
            pipeline->unchecked = true;
        }
        *now = es;
    }
}

/* Desktop GL lets an output of one program go unread and an input unwritten; ES (3.2, 7.4.1) wants both sides
 * to declare the same, and refuses the draw. */
bool emu_pipeline_check(struct emu_context *ctx, struct emu_pipeline *pipeline)
{
    GLint valid = GL_TRUE;

    if (!pipeline->unchecked || !pipeline->es)
        return false;
    pipeline->unchecked = false;
    ctx->es->ValidateProgramPipeline(pipeline->es);
    ctx->es->GetProgramPipelineiv(pipeline->es, GL_VALIDATE_STATUS, &valid);
    if (!valid && emu_pipeline_meet(pipeline))
        return true;
    if (!valid)
        emu_gap(ctx, "glUseProgramStages", "ES has programs meet only where their varyings are the same",
                true);
    else if (pipeline->open)
        emu_gap(ctx, "glUseProgramStages", "an input that no program writes: GL leaves it open", false);
    return false;
}

/* Only ours: uniforms are set by program. */
void emu_ActiveShaderProgram(GLuint name, GLuint program_name)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = pipeline_lookup(ctx, name, "glActiveShaderProgram");
    struct emu_program *program = pipeline && program_name
                                      ? emu_program_lookup_linked(ctx, program_name, "glActiveShaderProgram")
                                      : NULL;

    if (!pipeline || (program_name && !program))
        return;
    emu_program_ref(ctx, &pipeline->active, program);
}

void emu_ValidateProgramPipeline(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = pipeline_lookup(ctx, name, "glValidateProgramPipeline");
    GLint n = 0;
    char *text;

    if (!pipeline || !pipeline->es)
        return;
    ctx->es->ValidateProgramPipeline(pipeline->es);
    ctx->es->GetProgramPipelineiv(pipeline->es, GL_INFO_LOG_LENGTH, &n);
    text = n > 0 ? calloc(1, (size_t)n) : NULL;
    if (text)
        ctx->es->GetProgramPipelineInfoLog(pipeline->es, n, NULL, text);
    emu_program_set_info(&pipeline->info, text);
    free(text);
}

void emu_GetProgramPipelineiv(GLuint name, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = pipeline_lookup(ctx, name, "glGetProgramPipelineiv");
    int stage = emu_shader_stage(pname);

    if (!pipeline)
        return;
    if (stage >= 0)
        *params = pipeline->stages[stage] ? (GLint)pipeline->stages[stage]->name : 0;
    else if (pname == GL_ACTIVE_PROGRAM)
        *params = pipeline->active ? (GLint)pipeline->active->name : 0;
    else if (pname == GL_INFO_LOG_LENGTH)
        *params = pipeline->info ? (GLint)strlen(pipeline->info) + 1 : 0;
    else if (pname == GL_VALIDATE_STATUS && pipeline->es)
        ctx->es->GetProgramPipelineiv(pipeline->es, pname, params);
    else if (pname == GL_VALIDATE_STATUS)
        *params = GL_FALSE;
    else
        emu_error(ctx, GL_INVALID_ENUM, "glGetProgramPipelineiv: pname 0x%x", pname);
}

void emu_GetProgramPipelineInfoLog(GLuint name, GLsizei size, GLsizei *length, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_pipeline *pipeline = pipeline_lookup(ctx, name, "glGetProgramPipelineInfoLog");

    if (!pipeline)
        return;
    if (size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetProgramPipelineInfoLog: size %d", size);
    else
        emu_program_return_string(pipeline->info, "", size, length, out);
}

/* The steps that the specification gives for it (OpenGL 4.6, 7.3). */
GLuint emu_CreateShaderProgramv(GLenum type, GLsizei count, const GLchar *const *strings)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader;
    struct emu_program *program;

    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glCreateShaderProgramv: %d strings", count);
        return 0;
    }
    shader = emu_shader_create(ctx, type);
    if (!shader)
        return 0;
    emu_ShaderSource(shader->name, count, strings, NULL);
    emu_CompileShader(shader->name);
    program = emu_program_create(ctx);
    if (program) {
        program->separable = true;
        if (emu_shader_compiled(ctx, shader) && emu_program_attach(program, shader)) {
            emu_program_link(ctx, program);
            emu_program_detach(ctx, program, 0);
        } else {
            emu_program_set_info(&program->info, shader->info);
        }
    }
    emu_DeleteShader(shader->name);
    return program ? program->name : 0;
}
