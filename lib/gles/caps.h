/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_CAPS_H
#define RETRACE_GLES_CAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

struct log;

/* What a driver may be asked for, decided once per context by version and extension strings, never by whether
 * a pointer resolves, and after `--caps=` took away what it says. */

/* GLES_EXT_base_instance and so on: the extensions of extensions.inc. */
enum gles_ext {
#define ES_EXT(name, es) GLES_##name,
#include "gles/extensions.inc"
#undef ES_EXT
    GLES_NONE, /* no extension; never advertised */
};

/* F(name, ES version that has it in core or 0, extension that gives it, another): caps->has_NAME. */
// clang-format off
#define GLES_FEATURES(F) \
    F(es30,                      30, NONE, NONE) /* always: what every driver here has */ \
    F(es31,                      31, NONE, NONE) /* compute, storage buffers, indirect draws, images */ \
    F(es32,                      32, NONE, NONE) \
    F(base_vertex,               32, EXT_draw_elements_base_vertex, OES_draw_elements_base_vertex) \
    F(base_instance,              0, EXT_base_instance, NONE) \
    F(multi_draw_arrays,          0, EXT_multi_draw_arrays, NONE) \
    F(multi_draw_indirect,        0, EXT_multi_draw_indirect, NONE) \
    F(geometry_shader,           32, EXT_geometry_shader, OES_geometry_shader) \
    F(tessellation_shader,       32, EXT_tessellation_shader, OES_tessellation_shader) \
    F(gpu_shader5,               32, EXT_gpu_shader5, OES_gpu_shader5) \
    F(shader_io_blocks,          32, EXT_shader_io_blocks, OES_shader_io_blocks) \
    F(shader_image_atomic,       32, OES_shader_image_atomic, NONE) \
    F(texture_buffer,            32, EXT_texture_buffer, OES_texture_buffer) \
    F(texture_cube_map_array,    32, EXT_texture_cube_map_array, OES_texture_cube_map_array) \
    F(texture_border_clamp,      32, EXT_texture_border_clamp, OES_texture_border_clamp) \
    F(texture_stencil8,          32, OES_texture_stencil8, NONE) \
    F(texture_multisample_array, 32, OES_texture_storage_multisample_2d_array, NONE) \
    F(texture_view,               0, EXT_texture_view, OES_texture_view) \
    F(texture_norm16,             0, EXT_texture_norm16, NONE) \
    F(texture_srgb_decode,        0, EXT_texture_sRGB_decode, NONE) \
    F(texture_anisotropic,        0, EXT_texture_filter_anisotropic, NONE) \
    F(texture_mirror_clamp,       0, EXT_texture_mirror_clamp_to_edge, NONE) \
    F(texture_bgra,               0, EXT_texture_format_BGRA8888, NONE) \
    F(texture_float_linear,       0, OES_texture_float_linear, NONE) \
    F(texture_s3tc,               0, EXT_texture_compression_s3tc, NONE) \
    F(texture_s3tc_srgb,          0, EXT_texture_compression_s3tc_srgb, NONE) \
    F(texture_rgtc,               0, EXT_texture_compression_rgtc, NONE) \
    F(texture_bptc,               0, EXT_texture_compression_bptc, NONE) \
    F(texture_level_parameter,   31, NONE, NONE) \
    F(texture_query_lod,          0, EXT_texture_query_lod, NONE) \
    F(copy_image,                32, EXT_copy_image, OES_copy_image) \
    F(draw_buffers_indexed,      32, EXT_draw_buffers_indexed, OES_draw_buffers_indexed) \
    F(color_buffer_float,        32, EXT_color_buffer_float, NONE) \
    F(color_buffer_half_float,   32, EXT_color_buffer_half_float, EXT_color_buffer_float) \
    F(float_blend,                0, EXT_float_blend, NONE) \
    F(render_snorm,               0, EXT_render_snorm, NONE) \
    F(dual_source_blend,          0, EXT_blend_func_extended, NONE) \
    F(blend_equation_advanced,   32, KHR_blend_equation_advanced, NONE) \
    F(sample_shading,            32, OES_sample_shading, NONE) \
    F(sample_variables,          32, OES_sample_variables, NONE) \
    F(multisample_interpolation, 32, OES_shader_multisample_interpolation, NONE) \
    F(primitive_bounding_box,    32, EXT_primitive_bounding_box, OES_primitive_bounding_box) \
    F(srgb_write_control,         0, EXT_sRGB_write_control, NONE) \
    F(buffer_storage,             0, EXT_buffer_storage, NONE) \
    F(clip_distance,              0, EXT_clip_cull_distance, APPLE_clip_distance) \
    F(cull_distance,              0, EXT_clip_cull_distance, NONE) \
    F(clip_control,               0, EXT_clip_control, NONE) \
    F(depth_clamp,                0, EXT_depth_clamp, NONE) \
    F(polygon_mode,               0, NV_polygon_mode, NONE) \
    F(polygon_offset_clamp,       0, EXT_polygon_offset_clamp, NONE) \
    F(provoking_vertex,           0, ANGLE_provoking_vertex, NONE) \
    F(viewport_array,             0, OES_viewport_array, NV_viewport_array) \
    F(conditional_render,         0, NV_conditional_render, NONE) \
    F(read_depth,                 0, NV_read_depth, NONE) \
    F(read_stencil,               0, NV_read_stencil, NONE) \
    F(read_bgra,                  0, EXT_read_format_bgra, NONE) \
    F(timer_query,                0, EXT_disjoint_timer_query, NONE) \
    F(debug,                     32, KHR_debug, NONE) \
    F(robustness,                32, KHR_robustness, EXT_robustness)

/* P(feature, member of struct gles_table): without that function the feature, and the extensions that give it, count
 * as absent, whatever the strings say. */
#define GLES_FEATURE_FUNCTIONS(P) \
    P(base_vertex,               DrawElementsBaseVertex) \
    P(base_instance,             DrawElementsInstancedBaseVertexBaseInstanceEXT) \
    P(multi_draw_arrays,         MultiDrawElementsEXT) \
    P(multi_draw_indirect,       MultiDrawElementsIndirectEXT) \
    P(geometry_shader,           FramebufferTexture) \
    P(tessellation_shader,       PatchParameteri) \
    P(texture_buffer,            TexBuffer) \
    P(texture_border_clamp,      TexParameterIiv) \
    P(texture_multisample_array, TexStorage3DMultisample) \
    P(texture_view,              TextureViewEXT) \
    P(copy_image,                CopyImageSubData) \
    P(draw_buffers_indexed,      BlendFunci) \
    P(dual_source_blend,         BindFragDataLocationIndexedEXT) \
    P(blend_equation_advanced,   BlendBarrier) \
    P(sample_shading,            MinSampleShading) \
    P(primitive_bounding_box,    PrimitiveBoundingBox) \
    P(buffer_storage,            BufferStorageEXT) \
    P(clip_control,              ClipControlEXT) \
    P(polygon_mode,              PolygonModeNV) \
    P(polygon_offset_clamp,      PolygonOffsetClampEXT) \
    P(viewport_array,            ViewportArrayvOES) \
    P(conditional_render,        BeginConditionalRenderNV) \
    P(timer_query,               GetQueryObjectui64vEXT) \
    P(debug,                     DebugMessageCallback)

/* L(name, glGet name without GL_, feature without which it is 0): caps->NAME. */
#define GLES_LIMITS(L) \
    L(max_texture_size,                MAX_TEXTURE_SIZE, es30) \
    L(max_3d_texture_size,             MAX_3D_TEXTURE_SIZE, es30) \
    L(max_cube_map_size,               MAX_CUBE_MAP_TEXTURE_SIZE, es30) \
    L(max_array_texture_layers,        MAX_ARRAY_TEXTURE_LAYERS, es30) \
    L(max_renderbuffer_size,           MAX_RENDERBUFFER_SIZE, es30) \
    L(max_samples,                     MAX_SAMPLES, es30) \
    L(max_draw_buffers,                MAX_DRAW_BUFFERS, es30) \
    L(max_color_attachments,           MAX_COLOR_ATTACHMENTS, es30) \
    L(max_vertex_attribs,              MAX_VERTEX_ATTRIBS, es30) \
    L(max_vertex_texture_units,        MAX_VERTEX_TEXTURE_IMAGE_UNITS, es30) \
    L(max_fragment_texture_units,      MAX_TEXTURE_IMAGE_UNITS, es30) \
    L(max_combined_texture_units,      MAX_COMBINED_TEXTURE_IMAGE_UNITS, es30) \
    L(max_vertex_uniform_vectors,      MAX_VERTEX_UNIFORM_VECTORS, es30) \
    L(max_fragment_uniform_vectors,    MAX_FRAGMENT_UNIFORM_VECTORS, es30) \
    L(max_varying_vectors,             MAX_VARYING_VECTORS, es30) \
    L(max_vertex_uniform_blocks,       MAX_VERTEX_UNIFORM_BLOCKS, es30) \
    L(max_fragment_uniform_blocks,     MAX_FRAGMENT_UNIFORM_BLOCKS, es30) \
    L(max_uniform_buffer_bindings,     MAX_UNIFORM_BUFFER_BINDINGS, es30) \
    L(max_uniform_block_size,          MAX_UNIFORM_BLOCK_SIZE, es30) /* bytes */ \
    L(uniform_buffer_offset_alignment, UNIFORM_BUFFER_OFFSET_ALIGNMENT, es30) /* bytes */ \
    L(max_feedback_buffers,            MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, es30) \
    L(max_vertex_attrib_bindings,      MAX_VERTEX_ATTRIB_BINDINGS, es31) \
    L(max_vertex_attrib_stride,        MAX_VERTEX_ATTRIB_STRIDE, es31) \
    L(max_vertex_attrib_relative_offset, MAX_VERTEX_ATTRIB_RELATIVE_OFFSET, es31) \
    L(max_vertex_storage_blocks,       MAX_VERTEX_SHADER_STORAGE_BLOCKS, es31) \
    L(max_fragment_storage_blocks,     MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, es31) \
    L(max_compute_storage_blocks,      MAX_COMPUTE_SHADER_STORAGE_BLOCKS, es31) \
    L(max_combined_storage_blocks,     MAX_COMBINED_SHADER_STORAGE_BLOCKS, es31) \
    L(max_storage_bindings,            MAX_SHADER_STORAGE_BUFFER_BINDINGS, es31) \
    L(max_storage_block_size,          MAX_SHADER_STORAGE_BLOCK_SIZE, es31) /* bytes */ \
    L(storage_buffer_offset_alignment, SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, es31) /* bytes */ \
    L(max_compute_invocations,         MAX_COMPUTE_WORK_GROUP_INVOCATIONS, es31) \
    L(max_image_units,                 MAX_IMAGE_UNITS, es31) \
    L(max_vertex_images,               MAX_VERTEX_IMAGE_UNIFORMS, es31) \
    L(max_texture_buffer_size,         MAX_TEXTURE_BUFFER_SIZE, texture_buffer) /* texels */ \
    L(texture_buffer_offset_alignment, TEXTURE_BUFFER_OFFSET_ALIGNMENT, texture_buffer) /* bytes */ \
    L(max_clip_distances,              MAX_CLIP_DISTANCES_EXT, clip_distance) \
    L(max_dual_source_draw_buffers,    MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT, dual_source_blend) \
    L(max_patch_vertices,              MAX_PATCH_VERTICES, tessellation_shader) \
    L(max_viewports,                   MAX_VIEWPORTS_OES, viewport_array)

/* Words NAME=N of --caps=: members of struct gles_caps that can be lowered. */
#define GLES_LIMIT_WORDS(W) \
    W(max_texture_buffer_size) \
    W(max_vertex_storage_blocks) \
    W(max_compute_storage_blocks) \
    W(max_storage_block_size)
// clang-format on

struct gles_caps {
    int es;                                     /* 30, 31 or 32 */
    uint32_t extensions[(GLES_NONE + 32) / 32]; /* ask with gles_caps_has */
#define F(name, core, a, b) bool has_##name;
    GLES_FEATURES(F)
#undef F
    bool
        has_multi_draw_base_vertex; /* glMultiDrawElementsBaseVertexEXT: two extensions, in no core version */
#define L(name, pname, feature) int64_t name;
    GLES_LIMITS(L)
#undef L
    int64_t max_compute_groups[3]; /* per dimension */
};

/* What --caps= takes away. Zero-initialised takes nothing. */
struct gles_caps_limits {
    int es; /* at most this version; 0: the driver's */
    uint32_t removed[(GLES_NONE + 32) / 32];
#define W(name)                                                                                              \
    bool limit_##name;                                                                                       \
    int64_t name;
    GLES_LIMIT_WORDS(W)
#undef W
};

static inline bool gles_caps_has(const struct gles_caps *caps, enum gles_ext ext)
{
    return caps->extensions[ext / 32] >> (ext % 32) & 1;
}

/* "GL_EXT_base_instance"; NULL for GLES_NONE. */
const char *gles_ext_name(enum gles_ext ext);

/* The extension of that name (with GL_), GLES_NONE when it is not in extensions.inc. */
enum gles_ext gles_ext_find(const char *name, size_t len);

/* Reads the comma-separated words of --caps= (NULL or empty: none) over *limits:
 *   es=3.0|3.1|3.2   the version goes down to this, its functions vanish, and so do extensions written for a
 * higher one -GL_EXT_name     the extension vanishes, with the functions that nothing else provides NAME=N
 * the limit goes down to N A driver never gains anything: es=3.2 on an ES 3.1 driver leaves 3.1. On an
 * unknown word or a bad value false after a message that lists the known words; *limits is then undefined. */
bool gles_caps_limits_parse(struct gles_caps_limits *limits, const char *words, const struct log *log);

/* Fills *caps from the current ES context through `table`, as loaded, and then makes `table` agree with it:
 * members that neither the version nor an advertised extension provides become NULL, and members that the
 * version lacks but an extension provides under another name take that pointer (table->DrawElementsBaseVertex
 * is ...BaseVertexEXT on an ES 3.1 driver that has the extension), so that callers test caps or NULL and call
 * one member. False, after a message, when the context is not ES 3.0 or better. `limits` NULL: none. */
bool gles_caps_init(struct gles_caps *caps, struct gles_table *table, const struct gles_caps_limits *limits,
                    const struct log *log);

#endif
