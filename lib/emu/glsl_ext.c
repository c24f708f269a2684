/* SPDX-License-Identifier: MIT */
/* The extensions a desktop source may ask about, and the features an ES target may have. An extension is
 * listed when the translator can honour it: a source that finds its macro takes that branch, so listing one
 * that ES cannot do would break shaders that have a fallback. */
#include "emu/glsl_pp.h"

#include <limits.h>
#include <string.h>

#define INT64 "GL_ARB_gpu_shader_int64" /* only where 64-bit numbers stay what they are */

/* Sorted by name. */
static const struct glsl_extension extensions[] = {
    {"GL_AMD_conservative_depth", 130, false},
    {"GL_AMD_shader_trinary_minmax", 110, false},
    {"GL_AMD_vertex_shader_layer", 110, false},
    {"GL_AMD_vertex_shader_viewport_index", 110, false},
    {"GL_ARB_ES3_1_compatibility", 110, false},
    {"GL_ARB_ES3_2_compatibility", 110, false},
    {"GL_ARB_arrays_of_arrays", 110, false},
    {"GL_ARB_compute_shader", 110, false},
    {"GL_ARB_conservative_depth", 110, false},
    {"GL_ARB_cull_distance", 110, false},
    {"GL_ARB_derivative_control", 110, false},
    {"GL_ARB_draw_buffers", 110, false},
    {"GL_ARB_draw_instanced", 110, false},
    {"GL_ARB_enhanced_layouts", 110, false},
    {"GL_ARB_explicit_attrib_location", 110, false},
    {"GL_ARB_explicit_uniform_location", 110, false},
    {"GL_ARB_fragment_coord_conventions", 110, false},
    {"GL_ARB_fragment_layer_viewport", 110, false},
    {"GL_ARB_gpu_shader5", 110, false},
    {"GL_ARB_gpu_shader_fp64", 110, false},
    {INT64, 110, true},
    {"GL_ARB_post_depth_coverage", 110, false},
    {"GL_ARB_sample_shading", 110, false},
    {"GL_ARB_separate_shader_objects", 110, false},
    {"GL_ARB_shader_atomic_counter_ops", 110, true},
    {"GL_ARB_shader_atomic_counters", 110, false},
    {"GL_ARB_shader_bit_encoding", 110, false},
    {"GL_ARB_shader_draw_parameters", 110, false},
    {"GL_ARB_shader_group_vote", 110, false},
    {"GL_ARB_shader_image_load_store", 110, false},
    {"GL_ARB_shader_image_size", 110, false},
    {"GL_ARB_shader_precision", 110, false},
    {"GL_ARB_shader_storage_buffer_object", 110, false},
    {"GL_ARB_shader_subroutine", 110, false},
    {"GL_ARB_shader_texture_image_samples", 110, true},
    {"GL_ARB_shader_texture_lod", 110, false},
    {"GL_ARB_shader_viewport_layer_array", 110, false},
    {"GL_ARB_shading_language_420pack", 110, false},
    {"GL_ARB_shading_language_packing", 110, false},
    {"GL_ARB_tessellation_shader", 110, false},
    {"GL_ARB_texture_buffer_range", 110, false},
    {"GL_ARB_texture_cube_map_array", 110, false},
    {"GL_ARB_texture_gather", 110, false},
    {"GL_ARB_texture_multisample", 110, false},
    {"GL_ARB_texture_query_levels", 110, false},
    {"GL_ARB_texture_query_lod", 110, false},
    {"GL_ARB_texture_rectangle", 110, false},
    {"GL_ARB_uniform_buffer_object", 110, false},
    {"GL_ARB_vertex_attrib_64bit", 110, false},
    {"GL_ARB_viewport_array", 110, false},
    {"GL_EXT_blend_func_extended", 110, false},
    {"GL_EXT_draw_buffers", 110, false},
    {"GL_EXT_gpu_shader4", 110, false},
    {"GL_EXT_separate_shader_objects", 110, false},
    {"GL_EXT_shader_integer_mix", 110, false},
    {"GL_EXT_texture_array", 110, false},
    {"GL_INTEL_shader_atomic_float_minmax", 110, false},
    {"GL_MESA_shader_integer_functions", 110, false},
    {"GL_NV_shader_atomic_float", 110, false},
    {"GL_OES_standard_derivatives", 100, false},
};

const struct glsl_extension *glsl_extension_find(const struct glsl_job *job, const char *name)
{
    size_t low = 0, high = sizeof extensions / sizeof *extensions;

    if (!job->wide && !strcmp(name, INT64))
        return NULL;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int order = strcmp(name, extensions[mid].name);

        if (order == 0)
            return &extensions[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

bool glsl_unit_has(const struct glsl_unit *unit, const char *extension)
{
    for (size_t i = 0; i < unit->extension_count; i++)
        if (!strcmp(unit->extensions[i], extension))
            return true;
    return false;
}

void glsl_target_init(struct glsl_target *target, int essl)
{
    *target = (struct glsl_target){.essl = essl, .vertex_storage_blocks = INT_MAX};
#define F(field, extensions, since) target->field = (since) && essl >= (since);
    GLSL_FEATURES(F)
#undef F
}

/* Is `word` one of the space-separated words of `list`? */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = list; (p = strstr(p, word)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

void glsl_target_enable(struct glsl_target *target, const char *extension)
{
#define F(field, extensions, since) target->field |= has_word(extensions, extension);
    GLSL_FEATURES(F)
#undef F
}
