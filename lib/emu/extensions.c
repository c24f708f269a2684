/* SPDX-License-Identifier: MIT */
/* What the emulated context says of itself: version, renderer, and the extensions it really offers, by what
 * the driver can do. */
#include "emu/emu_priv.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define NEED(feature) offsetof(struct gles_caps, has_##feature)

/* Instead of a feature, whose members come later: in the compatibility profile the extension brings functions
 * of the fixed pipeline, which is not offered. */
enum { CORE_PROFILE = 1 };

/* Extension and the feature of the driver that it needs; 0: none. */
static const struct extension {
    const char *name;
    size_t need;
} extensions[] = {
    // clang-format off
    {"GL_ARB_base_instance",                  0},
    {"GL_ARB_blend_func_extended",            NEED(dual_source_blend)},
    {"GL_ARB_buffer_storage",                 NEED(buffer_storage)},
    {"GL_ARB_clip_control",                   NEED(clip_control)},
    {"GL_ARB_compute_shader",                 NEED(es31)},
    {"GL_ARB_copy_buffer",                    0},
    {"GL_ARB_copy_image",                     NEED(copy_image)},
    {"GL_ARB_depth_buffer_float",             0},
    {"GL_ARB_depth_clamp",                    NEED(depth_clamp)},
    {"GL_ARB_draw_buffers_blend",             NEED(draw_buffers_indexed)},
    {"GL_ARB_draw_elements_base_vertex",      0},
    {"GL_ARB_draw_indirect",                  0},
    {"GL_ARB_draw_instanced",                 0},
    {"GL_ARB_ES2_compatibility",              0},
    {"GL_ARB_explicit_attrib_location",       0},
    {"GL_ARB_explicit_uniform_location",      0},
    {"GL_ARB_fragment_coord_conventions",     0},
    {"GL_ARB_framebuffer_object",             0},
    {"GL_ARB_gpu_shader_fp64",                NEED(es31)},
    {"GL_ARB_gpu_shader_int64",               NEED(es31)},
    {"GL_ARB_half_float_vertex",              0},
    {"GL_ARB_indirect_parameters",            0},
    {"GL_ARB_instanced_arrays",               0},
    {"GL_ARB_internalformat_query",           0},
    {"GL_ARB_invalidate_subdata",             0},
    {"GL_ARB_map_buffer_range",               0},
    {"GL_ARB_multi_draw_indirect",            0},
    {"GL_ARB_occlusion_query2",               0},
    {"GL_ARB_program_interface_query",        NEED(es31)},
    {"GL_ARB_sampler_objects",                0},
    {"GL_ARB_seamless_cube_map",              0},
    {"GL_ARB_separate_shader_objects",        NEED(es31)},
    {"GL_ARB_shader_draw_parameters",         0},
    {"GL_ARB_shader_image_load_store",        NEED(es31)},
    {"GL_ARB_shader_storage_buffer_object",   NEED(es31)},
    {"GL_ARB_shading_language_420pack",       0},
    {"GL_ARB_stencil_texturing",              NEED(es31)},
    {"GL_ARB_sync",                           0},
    {"GL_ARB_tessellation_shader",            NEED(tessellation_shader)},
    {"GL_ARB_texture_buffer_object",          NEED(texture_buffer)},
    {"GL_ARB_texture_buffer_range",           NEED(texture_buffer)},
    {"GL_ARB_texture_cube_map_array",         NEED(texture_cube_map_array)},
    {"GL_ARB_texture_float",                  0},
    {"GL_ARB_texture_multisample",            NEED(es31)},
    {"GL_ARB_texture_rg",                     0},
    {"GL_ARB_texture_storage",                0},
    {"GL_ARB_texture_swizzle",                0},
    {"GL_ARB_texture_view",                   NEED(texture_view)},
    {"GL_ARB_timer_query",                    NEED(timer_query)},
    {"GL_ARB_transform_feedback2",            0},
    {"GL_ARB_transform_feedback_instanced",   0},
    {"GL_ARB_uniform_buffer_object",          0},
    {"GL_ARB_vertex_array_bgra",              0},
    {"GL_ARB_vertex_array_object",            0},
    {"GL_ARB_vertex_attrib_64bit",            NEED(es31)},
    {"GL_ARB_vertex_attrib_binding",          0},
    {"GL_ARB_vertex_type_10f_11f_11f_rev",    0},
    {"GL_ARB_vertex_type_2_10_10_10_rev",     CORE_PROFILE},
    {"GL_EXT_framebuffer_sRGB",               NEED(srgb_write_control)},
    {"GL_EXT_multi_draw_arrays",              0},
    {"GL_EXT_texture_compression_s3tc",       NEED(texture_s3tc)},
    {"GL_EXT_texture_filter_anisotropic",     NEED(texture_anisotropic)},
    {"GL_EXT_texture_sRGB",                   0},
    {"GL_KHR_debug",                          0},
    // clang-format on
};
enum { EXTENSIONS = sizeof extensions / sizeof extensions[0] };

static bool offered(const struct emu_context *ctx, const struct extension *extension)
{
    if (extension->need == CORE_PROFILE)
        return ctx->core;
    return !extension->need || *(const bool *)((const char *)ctx->caps + extension->need);
}

GLint emu_extension_count(struct emu_context *ctx)
{
    GLint count = 0;

    for (int i = 0; i < EXTENSIONS; i++)
        count += offered(ctx, &extensions[i]);
    return count;
}

/* GLSL versions go with GL versions; 3.3 and up share the number. */
static void describe(struct emu_context *ctx)
{
    struct emu_strings *s = &ctx->strings;
    size_t at = 0;

    snprintf(s->version, sizeof s->version, "%d.%d (%s Profile) retrace on %s", ctx->major, ctx->minor,
             ctx->core ? "Core" : "Compatibility", (const char *)ctx->es->GetString(GL_VERSION));
    snprintf(s->glsl, sizeof s->glsl, "%d.%d0", ctx->major, ctx->minor);
    for (int i = 0; i < EXTENSIONS && at < sizeof s->extensions; i++)
        if (offered(ctx, &extensions[i]))
            at += (size_t)snprintf(s->extensions + at, sizeof s->extensions - at, "%s%s", at ? " " : "",
                                   extensions[i].name);
}

const GLubyte *emu_GetString(GLenum name)
{
    struct emu_context *ctx = emu_current;

    if (!ctx->strings.version[0])
        describe(ctx);
    switch (name) {
    case GL_VERSION:
        return (const GLubyte *)ctx->strings.version;
    case GL_SHADING_LANGUAGE_VERSION:
        return (const GLubyte *)ctx->strings.glsl;
    case GL_VENDOR:
    case GL_RENDERER:
        return ctx->es->GetString(name);
    case GL_EXTENSIONS:
        if (!ctx->core)
            return (const GLubyte *)ctx->strings.extensions;
        break;
    default:
        break;
    }
    emu_error(ctx, GL_INVALID_ENUM, "string 0x%x", name);
    return NULL;
}

const GLubyte *emu_GetStringi(GLenum name, GLuint index)
{
    struct emu_context *ctx = emu_current;

    if (name != GL_EXTENSIONS) {
        emu_error(ctx, GL_INVALID_ENUM, "indexed string 0x%x", name);
        return NULL;
    }
    for (int i = 0; i < EXTENSIONS; i++)
        if (offered(ctx, &extensions[i]) && index-- == 0)
            return (const GLubyte *)extensions[i].name;
    emu_error(ctx, GL_INVALID_VALUE, "extension index");
    return NULL;
}
