/* SPDX-License-Identifier: MIT */
/* glslang: GLSL 4.50 core text to SPIR-V 1.0 for OpenGL. Its own mapping of locations and bindings is not
 * run: with "auto map" it merely stops asking for them, so the decorations that come out are those of the
 * source. The process is initialised once, which is the one piece of global state here. */
#include "emu/glsl_priv.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <pthread.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static glslang_resource_t limits; /* written once, under `once` */

static void initialize(void)
{
    glslang_initialize_process();
    limits = *glslang_default_resource();
    limits.max_draw_buffers = 8;
    limits.max_vertex_attribs = 16;
    limits.max_texture_image_units = 16;
    limits.max_vertex_texture_image_units = 16;
    limits.max_combined_texture_image_units = 96;
    limits.max_varying_components = 128;
    limits.max_varying_floats = 128;
    limits.max_varying_vectors = 32;
    limits.max_clip_distances = 8;
    limits.max_cull_distances = 8;
    limits.max_combined_clip_and_cull_distances = 8;
    limits.max_samples = 4;
    limits.max_geometry_output_vertices = 1024;
    limits.max_vertex_uniform_components = 16384;
    limits.max_fragment_uniform_components = 16384;
    limits.max_geometry_uniform_components = 16384;
    limits.max_vertex_uniform_vectors = 4096;
    limits.max_fragment_uniform_vectors = 4096;
    limits.max_atomic_counter_bindings = 8;
    limits.max_vertex_atomic_counters = limits.max_fragment_atomic_counters =
        limits.max_geometry_atomic_counters = limits.max_tess_control_atomic_counters =
            limits.max_tess_evaluation_atomic_counters = limits.max_compute_atomic_counters =
                limits.max_combined_atomic_counters = 4096;
    limits.max_vertex_atomic_counter_buffers = limits.max_fragment_atomic_counter_buffers =
        limits.max_geometry_atomic_counter_buffers = limits.max_tess_control_atomic_counter_buffers =
            limits.max_tess_evaluation_atomic_counter_buffers = limits.max_compute_atomic_counter_buffers =
                limits.max_combined_atomic_counter_buffers = 8;
    limits.max_image_units = limits.max_vertex_image_uniforms = limits.max_fragment_image_uniforms =
        limits.max_geometry_image_uniforms = limits.max_tess_control_image_uniforms =
            limits.max_tess_evaluation_image_uniforms = limits.max_compute_image_uniforms = 16;
    limits.max_combined_image_uniforms = 96;
    limits.max_dual_source_draw_buffers_ext = 1;
}

static glslang_stage_t stage_of(enum glsl_stage stage)
{
    static const glslang_stage_t stages[GLSL_STAGES] = {
        GLSLANG_STAGE_VERTEX,   GLSLANG_STAGE_TESSCONTROL, GLSLANG_STAGE_TESSEVALUATION,
        GLSLANG_STAGE_GEOMETRY, GLSLANG_STAGE_FRAGMENT,    GLSLANG_STAGE_COMPUTE};

    return stages[stage];
}

static glslang_shader_t *parse(struct glsl_job *job, enum glsl_stage stage, const char *text)
{
    glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = stage_of(stage),
        .client = GLSLANG_CLIENT_OPENGL,
        .client_version = GLSLANG_TARGET_OPENGL_450,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = GLSLANG_TARGET_SPV_1_0,
        .code = text,
        .default_version = 450,
        .default_profile = GLSLANG_CORE_PROFILE,
        .messages = GLSLANG_MSG_SPV_RULES_BIT,
        .resource = &limits,
    };
    glslang_shader_t *shader;

    pthread_once(&once, initialize);
    if (job->shader_count == sizeof job->shaders / sizeof *job->shaders)
        glsl_fail(job, "too many shaders in one program");
    shader = glslang_shader_create(&input);
    if (!shader)
        longjmp(job->leave, 2);
    job->shaders[job->shader_count++] = shader;
    glslang_shader_set_options(shader, GLSLANG_SHADER_AUTO_MAP_BINDINGS | GLSLANG_SHADER_AUTO_MAP_LOCATIONS);
    if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
        glsl_puts(job, &job->log, glslang_shader_get_info_log(shader));
        return NULL;
    }
    return shader;
}

bool glsl_front_check(struct glsl_job *job, enum glsl_stage stage, const char *text)
{
    return parse(job, stage, text) != NULL;
}

void glsl_front(struct glsl_job *job, enum glsl_stage stage, const char *const *texts, size_t count,
                struct glsl_module *module)
{
    glslang_spv_options_t options = {.disable_optimizer = true};
    glslang_program_t *program = glslang_program_create();

    if (!program)
        longjmp(job->leave, 2);
    job->program = program;
    for (size_t i = 0; i < count; i++) {
        glslang_shader_t *shader = parse(job, stage, texts[i]);

        if (!shader)
            longjmp(job->leave, 1);
        glslang_program_add_shader(program, shader);
    }
    if (!glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT)) {
        glsl_puts(job, &job->log, glslang_program_get_info_log(program));
        longjmp(job->leave, 1);
    }
    glslang_program_SPIRV_generate_with_options(program, stage_of(stage), &options);
    module->job = job;
    module->stage = stage;
    module->n = glslang_program_SPIRV_get_size(program);
    module->w = glsl_alloc(job, module->n, sizeof *module->w);
    glslang_program_SPIRV_get(program, module->w);
    glslang_program_delete(program);
    job->program = NULL;
    while (job->shader_count)
        glslang_shader_delete(job->shaders[--job->shader_count]);
    if (module->n <= GLSL_FIRST)
        glsl_fail(job, "no SPIR-V came of a shader");
    glsl_module_index(module);
}

void glsl_front_release(struct glsl_job *job)
{
    if (job->program)
        glslang_program_delete(job->program);
    while (job->shader_count)
        glslang_shader_delete(job->shaders[--job->shader_count]);
    job->program = NULL;
}
