/* SPDX-License-Identifier: MIT */
/* glslang's C interface behind four functions. Its own mapping of locations and bindings is never run: with
 * "auto map" it merely stops asking for them, so those that come out are the source's own. The process is
 * initialised once and never finalised: that, and the limits, are all the state there is.
 *
 * Cost: the interface has no way to parse a text without preprocessing it first, though ours is preprocessed
 * already, and each of the two sets up all built-ins: 0.8 ms of the 2.4 ms that a small shader takes. */
#include "emu/glsl_glslang.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static glslang_resource_t limits; /* written once, under `once` */

static const glslang_stage_t stages[] = {GLSLANG_STAGE_VERTEX,         GLSLANG_STAGE_TESSCONTROL,
                                         GLSLANG_STAGE_TESSEVALUATION, GLSLANG_STAGE_GEOMETRY,
                                         GLSLANG_STAGE_FRAGMENT,       GLSLANG_STAGE_COMPUTE};

/* What desktop Mesa reports where a source can see it, and more than enough elsewhere. */
static void initialize(void)
{
    glslang_resource_t *r = &limits;

    glslang_initialize_process();
    *r = *glslang_default_resource();
    r->max_draw_buffers = 8;
    r->max_vertex_attribs = 16;
    r->max_texture_image_units = r->max_vertex_texture_image_units = 16;
    r->max_combined_texture_image_units = 96;
    r->max_varying_components = r->max_varying_floats = 128;
    r->max_varying_vectors = 32;
    r->max_geometry_output_vertices = 1024;
    r->max_vertex_uniform_components = r->max_fragment_uniform_components =
        r->max_geometry_uniform_components = 16384;
    r->max_vertex_uniform_vectors = r->max_fragment_uniform_vectors = 4096;
    r->max_atomic_counter_bindings = 8;
    r->max_vertex_atomic_counters = r->max_tess_control_atomic_counters =
        r->max_tess_evaluation_atomic_counters = r->max_geometry_atomic_counters =
            r->max_fragment_atomic_counters = r->max_compute_atomic_counters =
                r->max_combined_atomic_counters = 4096;
    r->max_vertex_atomic_counter_buffers = r->max_tess_control_atomic_counter_buffers =
        r->max_tess_evaluation_atomic_counter_buffers = r->max_geometry_atomic_counter_buffers =
            r->max_fragment_atomic_counter_buffers = r->max_compute_atomic_counter_buffers =
                r->max_combined_atomic_counter_buffers = 8;
    r->max_image_units = r->max_vertex_image_uniforms = r->max_tess_control_image_uniforms =
        r->max_tess_evaluation_image_uniforms = r->max_geometry_image_uniforms =
            r->max_fragment_image_uniforms = r->max_compute_image_uniforms = 16;
    r->max_combined_image_uniforms = 96;
}

void *glsl_glslang_parse(int stage, const char *text, bool *ok, const char **log)
{
    glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = stages[stage],
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
    shader = glslang_shader_create(&input);
    if (!shader)
        return NULL;
    glslang_shader_set_options(shader, GLSLANG_SHADER_AUTO_MAP_BINDINGS | GLSLANG_SHADER_AUTO_MAP_LOCATIONS);
    *ok = glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input);
    *log = glslang_shader_get_info_log(shader);
    return shader;
}

void glsl_glslang_free(void *shader)
{
    glslang_shader_delete(shader);
}

static bool link_to_words(glslang_program_t *program, int stage, bool all_functions, uint32_t **words,
                          size_t *n, char **log)
{
    glslang_spv_options_t options = {.disable_optimizer = true};

    if (!glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT |
                                           (all_functions ? GLSLANG_MSG_KEEP_UNCALLED_BIT : 0))) {
        *log = strdup(glslang_program_get_info_log(program));
        return false;
    }
    glslang_program_SPIRV_generate_with_options(program, stages[stage], &options);
    *n = glslang_program_SPIRV_get_size(program);
    *words = malloc(*n * sizeof **words + 1);
    if (!*words)
        return false;
    glslang_program_SPIRV_get(program, *words);
    return true;
}

bool glsl_glslang_link(int stage, void *const *shaders, size_t count, bool all_functions, uint32_t **words,
                       size_t *n, char **log)
{
    glslang_program_t *program = glslang_program_create();
    bool linked;

    *words = NULL;
    *log = NULL;
    if (!program)
        return false;
    for (size_t i = 0; i < count; i++)
        glslang_program_add_shader(program, shaders[i]);
    linked = link_to_words(program, stage, all_functions, words, n, log);
    glslang_program_delete(program);
    return linked;
}
