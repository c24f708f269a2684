/* SPDX-License-Identifier: MIT */
/* Extension lines of the ESSL that SPIRV-Cross leaves out, found by the words that need them; a feature that
 * the driver lacks fails the translation by name. */
#include "emu/glsl_back.h"
#include "emu/glsl_reflect.h"

#include <stdlib.h>
#include <string.h>

struct need {
    const char *word;
    int since; /* ESSL version that has it; 0: none */
    const char *extension;
};

static const struct need needs[] = {
    {"gl_ClipDistance", 0, "GL_EXT_clip_cull_distance"},
    {"gl_ViewportIndex", 0, "GL_OES_viewport_array"},
    {"gl_CullDistance", 0, "GL_EXT_clip_cull_distance"},
    {"interpolateAt", 320, "GL_OES_shader_multisample_interpolation"},
    {"gl_Sample", 320, "GL_OES_sample_variables"},
    {"gl_NumSamples", 320, "GL_OES_sample_variables"},
    {", index = ", 0, "GL_EXT_blend_func_extended"},
    {"textureQueryLOD(", 0, "GL_EXT_texture_query_lod"},
    {"noperspective ", 0, "GL_NV_shader_noperspective_interpolation"},
    {"imageAtomic", 320, "GL_OES_shader_image_atomic"},
    {"textureGatherOffsets(", 320, "GL_EXT_gpu_shader5"},
    {"fma(", 320, "GL_EXT_gpu_shader5"},
    {"samplerCubeArray", 320, "GL_EXT_texture_cube_map_array"},
    {"sampler2DMSArray", 320, "GL_OES_texture_storage_multisample_2d_array"},
};

/* How layouts with an image format that only GL_NV_image_formats gives go on behind the binding. */
static const char *const extra_formats[] = {", rg32",    ", rg16",    ", rg8",   ", r16", ", r8",
                                            ", rgba16)", ", rgba16_", ", rgb10", ", r11f"};

static bool has_feature(const struct glsl_target *t, const char *extension)
{
#define F(field, extensions, since)                                                                          \
    if (strstr(extensions, extension))                                                                       \
        return t->field;
    GLSL_FEATURES(F)
#undef F
    return true;
}

/* What is no matter of one word: arrays of samplers or blocks may be indexed by expressions. */
static bool has_opaque_array(const struct glsl_module *m)
{
    const struct glsl_output *o = m->job->out;

    for (size_t i = 0; i < o->uniform_count; i++)
        if (o->uniforms[i].array_size && o->uniforms[i].essl_type >= 0x8B5D &&
            glsl_type_is_opaque(o->uniforms[i].essl_type))
            return true;
    for (size_t i = 0; i < o->block_count; i++)
        if (o->blocks[i].array_size)
            return true;
    return false;
}

/* Behind the vertex stage the size of a point is an extension even in 3.20. */
static void add_point_size(struct glsl_module *m, const char *body, struct glsl_text *text)
{
    bool tess = m->stage == GLSL_TESS_CONTROL || m->stage == GLSL_TESS_EVALUATION;
    bool has = tess ? m->job->target.tessellation_point_size : m->job->target.geometry_point_size;
    const char *name = tess ? "tessellation_point_size" : "geometry_point_size";

    if ((!tess && m->stage != GLSL_GEOMETRY) || strstr(body, name))
        return;
    if (!has)
        glsl_fail(m->job, "gl_PointSize: the ES driver lacks GL_EXT_%s", name);
    glsl_printf(m->job, text, "#extension GL_EXT_%s : require\n", name);
}

static void add_lines_310(struct glsl_module *m, const char *body, const char *declaration,
                          struct glsl_text *text)
{
    const struct glsl_target *t = &m->job->target;

    if (m->stage == GLSL_FRAGMENT && t->geometry_shader && strstr(body, "gl_PrimitiveID") &&
        !strstr(body, "geometry_shader"))
        glsl_puts(m->job, text, "#extension GL_EXT_geometry_shader : require\n");
    if (t->gpu_shader5 && has_opaque_array(m) && !strstr(body, "gpu_shader5") &&
        !strstr(text->s, "gpu_shader5"))
        glsl_puts(m->job, text, "#extension GL_EXT_gpu_shader5 : require\n");
    if (t->shader_io_blocks && *declaration && !strstr(body, "io_blocks"))
        glsl_puts(m->job, text, "#extension GL_EXT_shader_io_blocks : require\n");
}

/* Writes what belongs behind the #version line and the extension lines that are there already. */
const char *glsl_patch_lines(struct glsl_module *m, const char *essl, const char *declaration)
{
    struct glsl_text text = {0};
    const char *body = strchr(essl, '\n') + 1;
    const struct glsl_target *t = &m->job->target;

    glsl_append(m->job, &text, essl, (size_t)(body - essl));
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const struct need *n = &needs[i];

        if ((n->since && t->essl >= n->since) || !(strstr(body, n->word) || strstr(declaration, n->word)) ||
            strstr(text.s, n->extension) || strstr(body, n->extension))
            continue;
        if (!has_feature(t, n->extension))
            glsl_fail(m->job, "%s: the ES driver lacks %s", n->word, n->extension);
        glsl_printf(m->job, &text, "#extension %s : require\n", n->extension);
    }
    if (strstr(body, "gl_PointSize") || strstr(declaration, "gl_PointSize"))
        add_point_size(m, body, &text);
    if (t->essl < 320)
        add_lines_310(m, body, declaration, &text);
    for (size_t i = 0; t->image_formats && i < sizeof extra_formats / sizeof *extra_formats; i++)
        if (strstr(body, extra_formats[i]) && !strstr(text.s, "GL_NV_image_formats"))
            glsl_puts(m->job, &text, "#extension GL_NV_image_formats : require\n");
    while (*body == '#') {
        const char *end = strchr(body, '\n') + 1;

        glsl_append(m->job, &text, body, (size_t)(end - body));
        body = end;
    }
    glsl_puts(m->job, &text, declaration);
    glsl_puts(m->job, &text, body);
    return text.s;
}
