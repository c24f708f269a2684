/* SPDX-License-Identifier: MIT */
/* Copies by drawing: a triangle over the destination, a texelFetch per pixel. Everything that could touch the
 * pixels is switched off before and put back after; the driver is asked what it was, since these copies are
 * rare. No shader writes stencil: it is drawn bit by bit, the fragments of which the stencil test stores. */
#include "emu/draw_copy.h"
#include "emu/emu_priv.h"

#include <stdio.h>
#include <stdlib.h>

enum { FLOATS, INTS, UINTS, DEPTHS, STENCILS, CLASSES };
enum { FLAT, ARRAY, VOLUME, CUBE, SAMPLES, SHAPES };

struct emu_copy_state {
    GLuint programs[CLASSES][SHAPES];
    GLuint vao, sampler;
};

/* ---- programs ---- */

static GLuint shader(struct emu_context *ctx, GLenum type, const char *text)
{
    GLuint s = ctx->es->CreateShader(type);

    ctx->es->ShaderSource(s, 1, &text, NULL);
    ctx->es->CompileShader(s);
    return s;
}

static GLuint build(struct emu_context *ctx, int cls, int shape)
{
    static const char *const prefix[CLASSES] = {"", "i", "u", "", "u"};
    static const char *const sampler[SHAPES] = {"sampler2D", "sampler2DArray", "sampler3D", "samplerCube",
                                                "sampler2DMS"};
    static const char *const vertex =
        "#version %s es\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3. : -1.,"
        " gl_VertexID == 2 ? 3. : -1., 0., 1.); }\n";
    /* A texelFetch always decodes sRGB: floats are sampled at the texel's centre, where the sampler object
     * can say no. */
    static const char *const fetch[2][SHAPES] = {
        {"texelFetch(s, p, 0)", "texelFetch(s, ivec3(p, at.w), 0)", "texelFetch(s, ivec3(p, at.w), 0)",
         "textureLod(s, face(p), 0.)", "texelFetch(s, p, gl_SampleID)"},
        {"textureLod(s, (vec2(p) + .5) / vec2(textureSize(s, 0)), 0.)",
         "textureLod(s, vec3((vec2(p) + .5) / vec2(textureSize(s, 0).xy), at.w), 0.)",
         "textureLod(s, (vec3(p, at.w) + .5) / vec3(textureSize(s, 0)), 0.)", "textureLod(s, face(p), 0.)",
         "texelFetch(s, p, gl_SampleID)"},
    };
    /* Cube maps have no texelFetch: the direction of a texel's centre (OpenGL ES 3.2, table 8.19). */
    static const char *const face =
        "vec3 face(ivec2 p) { vec2 c = (vec2(p) + .5) * 2. / float(textureSize(s, 0).x) - 1.;\n"
        "return at.w == 0 ? vec3(1, -c.y, -c.x) : at.w == 1 ? vec3(-1, -c.y, c.x) : at.w == 2 ? vec3(c.x, 1, "
        "c.y)\n"
        ": at.w == 3 ? vec3(c.x, -1, -c.y) : at.w == 4 ? vec3(c.x, -c.y, 1) : vec3(-c.x, -c.y, -1); }\n";
    char text[1024];
    GLuint program = ctx->es->CreateProgram(), v, f;

    if (cls == STENCILS)
        snprintf(text, sizeof text,
                 "#version 300 es\nprecision highp int;\nuniform highp u%s s;\nuniform ivec4 at;\n"
                 "void main() { ivec2 p = ivec2(gl_FragCoord.xy) + at.xy;\n"
                 "if (at.z >= 0 && (%s.r >> at.z & 1u) == 0u) discard; }\n",
                 sampler[shape], fetch[0][shape]);
    else
        snprintf(
            text, sizeof text,
            "#version %s es\nprecision highp float;\nprecision highp int;\nuniform highp %s%s s;\nuniform "
            "ivec4 at;\n"
            "%s%svec4 o;\n%svoid main() { ivec2 p = ivec2(gl_FragCoord.xy) + at.xy; %s = %s%s; }\n",
            shape == SAMPLES ? "320" : "300", prefix[cls], sampler[shape], cls == DEPTHS ? "" : "out highp ",
            cls == DEPTHS ? "highp " : prefix[cls], shape == CUBE ? face : "",
            cls == DEPTHS ? "gl_FragDepth" : "o", fetch[cls == FLOATS][shape], cls == DEPTHS ? ".r" : "");
    f = shader(ctx, GL_FRAGMENT_SHADER, text);
    snprintf(text, sizeof text, vertex, shape == SAMPLES ? "320" : "300");
    v = shader(ctx, GL_VERTEX_SHADER, text);
    ctx->es->AttachShader(program, v);
    ctx->es->AttachShader(program, f);
    ctx->es->LinkProgram(program);
    ctx->es->DeleteShader(v);
    ctx->es->DeleteShader(f);
    return program;
}

static struct emu_copy_state *state(struct emu_context *ctx)
{
    struct emu_copy_state *s = ctx->fbo.copy;

    if (s)
        return s;
    ctx->fbo.copy = s = calloc(1, sizeof *s);
    if (!s) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "copy by drawing");
        return NULL;
    }
    ctx->es->GenVertexArrays(1, &s->vao);
    ctx->es->GenSamplers(1, &s->sampler);
    ctx->es->SamplerParameteri(s->sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    ctx->es->SamplerParameteri(s->sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    ctx->es->SamplerParameteri(s->sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    ctx->es->SamplerParameteri(s->sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return s;
}

void emu_draw_copy_finish(struct emu_context *ctx)
{
    struct emu_copy_state *s = ctx->fbo.copy;

    if (!s)
        return;
    for (int c = 0; c < CLASSES; c++)
        for (int i = 0; i < SHAPES; i++)
            if (s->programs[c][i])
                ctx->es->DeleteProgram(s->programs[c][i]);
    ctx->es->DeleteVertexArrays(1, &s->vao);
    ctx->es->DeleteSamplers(1, &s->sampler);
    free(s);
    ctx->fbo.copy = NULL;
}

/* ---- the application's state, out of the way and back ---- */

static const GLenum toggles[] = {
    GL_CULL_FACE,       GL_DEPTH_TEST,         GL_STENCIL_TEST, GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_COVERAGE, GL_RASTERIZER_DISCARD, GL_SCISSOR_TEST, GL_SAMPLE_MASK,
    GL_SAMPLE_SHADING,  GL_FRAMEBUFFER_SRGB};
enum { TOGGLES = sizeof toggles / sizeof *toggles, SCISSOR = 6, SRGB = 9 };

struct saved {
    GLboolean on[TOGGLES], blend, mask[4], depth_mask;
    GLint depth_func, program;
    GLuint texture;
    enum emu_es_target target;
    bool paused;
};

static bool exists(struct emu_context *ctx, GLenum toggle)
{
    // clang-format off
    switch (toggle) {
    case GL_SAMPLE_MASK: return ctx->caps->has_es31;
    case GL_SAMPLE_SHADING: return ctx->caps->has_sample_shading;
    case GL_FRAMEBUFFER_SRGB: return ctx->caps->has_srgb_write_control;
    default: return true;
    }
    // clang-format on
}

static void save(struct emu_context *ctx, struct saved *s, bool scissor, bool srgb, bool depth)
{
    const struct gles_table *es = ctx->es;

    for (int i = 0; i < TOGGLES; i++)
        if (exists(ctx, toggles[i]) && (s->on[i] = es->IsEnabled(toggles[i])) && !(i == SCISSOR && scissor) &&
            !(i == SRGB && srgb))
            es->Disable(toggles[i]);
    s->blend = ctx->caps->has_draw_buffers_indexed ? es->IsEnabledi(GL_BLEND, 0) : es->IsEnabled(GL_BLEND);
    es->GetBooleanv(GL_COLOR_WRITEMASK, s->mask); /* of draw buffer 0 */
    if (ctx->caps->has_draw_buffers_indexed) {
        es->Disablei(GL_BLEND, 0);
        es->ColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    } else {
        es->Disable(GL_BLEND);
        es->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
    es->GetIntegerv(GL_CURRENT_PROGRAM, &s->program);
    if (depth) {
        es->GetIntegerv(GL_DEPTH_FUNC, &s->depth_func);
        es->GetBooleanv(GL_DEPTH_WRITEMASK, &s->depth_mask);
        es->Enable(GL_DEPTH_TEST);
        es->DepthFunc(GL_ALWAYS);
        es->DepthMask(GL_TRUE);
    }
    s->paused = ctx->xfb.active && !ctx->xfb.paused;
    if (s->paused)
        es->PauseTransformFeedback();
}

static void restore(struct emu_context *ctx, const struct saved *s, bool depth)
{
    const struct gles_table *es = ctx->es;

    if (depth) {
        es->Disable(GL_DEPTH_TEST);
        es->DepthFunc((GLenum)s->depth_func);
        es->DepthMask(s->depth_mask);
    }
    for (int i = 0; i < TOGGLES; i++)
        if (exists(ctx, toggles[i]) && s->on[i])
            es->Enable(toggles[i]);
    if (ctx->caps->has_draw_buffers_indexed) {
        es->ColorMaski(0, s->mask[0], s->mask[1], s->mask[2], s->mask[3]);
        if (s->blend)
            es->Enablei(GL_BLEND, 0);
    } else {
        es->ColorMask(s->mask[0], s->mask[1], s->mask[2], s->mask[3]);
        if (s->blend)
            es->Enable(GL_BLEND);
    }
    emu_viewport_resend(ctx);
    es->UseProgram((GLuint)s->program);
    es->BindVertexArray(ctx->vao.current->es);
    es->BindSampler(0, emu_sampler_es(ctx, 0));
    emu_texture_bind_es(ctx, 0, s->target, s->texture);
    if (s->paused)
        es->ResumeTransformFeedback();
}

/* ---- the source ---- */

static int shape_of(GLenum target, enum emu_es_target *es)
{
    // clang-format off
    switch (target) {
    case GL_TEXTURE_2D_ARRAY: *es = EMU_ES_2D_ARRAY; return ARRAY;
    case GL_TEXTURE_3D: *es = EMU_ES_3D; return VOLUME;
    case GL_TEXTURE_CUBE_MAP: *es = EMU_ES_CUBE; return CUBE;
    case GL_TEXTURE_2D_MULTISAMPLE: *es = EMU_ES_2DMS; return SAMPLES;
    default: *es = EMU_ES_2D; return FLAT;
    }
    // clang-format on
}

static int class_of(const struct emu_copy_source *source)
{
    const struct emu_format *f = source->format;

    return source->stencil      ? STENCILS
           : f->depth           ? DEPTHS
           : f->cls == EMU_INT  ? INTS
           : f->cls == EMU_UINT ? UINTS
                                : FLOATS;
}

/* Parameters of the texture itself that change what is fetched: out of the way, and back. */
struct look {
    GLint swizzle[4], base, max;
};

static void look_plain(struct emu_context *ctx, GLenum target, GLint level, struct look *l)
{
    const struct gles_table *es = ctx->es;

    for (GLenum i = 0; i < 4; i++) {
        es->GetTexParameteriv(target, GL_TEXTURE_SWIZZLE_R + i, &l->swizzle[i]);
        es->TexParameteri(target, GL_TEXTURE_SWIZZLE_R + i, (GLint)(GL_RED + i));
    }
    es->GetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &l->base);
    es->GetTexParameteriv(target, GL_TEXTURE_MAX_LEVEL, &l->max);
    es->TexParameteri(target, GL_TEXTURE_BASE_LEVEL,
                      level); /* the level alone is complete, whatever the others are */
    es->TexParameteri(target, GL_TEXTURE_MAX_LEVEL, level);
}

static void look_back(struct emu_context *ctx, GLenum target, const struct look *l)
{
    for (GLenum i = 0; i < 4; i++)
        ctx->es->TexParameteri(target, GL_TEXTURE_SWIZZLE_R + i, l->swizzle[i]);
    ctx->es->TexParameteri(target, GL_TEXTURE_BASE_LEVEL, l->base);
    ctx->es->TexParameteri(target, GL_TEXTURE_MAX_LEVEL, l->max);
}

/* Zeroes first, then the fragments of each bit, which the stencil test stores. */
static void draw_bits(struct emu_context *ctx, GLint at, const struct emu_copy_source *source,
                      const struct emu_copy_rect *r)
{
    static const GLenum names[] = {GL_STENCIL_FUNC,
                                   GL_STENCIL_REF,
                                   GL_STENCIL_VALUE_MASK,
                                   GL_STENCIL_FAIL,
                                   GL_STENCIL_PASS_DEPTH_FAIL,
                                   GL_STENCIL_PASS_DEPTH_PASS,
                                   GL_STENCIL_WRITEMASK,
                                   GL_FRONT_FACE};
    const struct gles_table *es = ctx->es;
    GLint was[8];

    for (int i = 0; i < 8; i++)
        es->GetIntegerv(names[i], &was[i]);
    es->TexParameteri(source->es_target, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    es->FrontFace(GL_CCW);
    es->Enable(GL_STENCIL_TEST);
    es->StencilOpSeparate(GL_FRONT, GL_REPLACE, GL_REPLACE, GL_REPLACE);
    for (int bit = -1; bit < 8; bit++) {
        es->StencilFuncSeparate(GL_FRONT, GL_ALWAYS, bit < 0 ? 0 : 255, 255);
        es->StencilMaskSeparate(GL_FRONT, bit < 0 ? 255 : 1u << bit);
        es->Uniform4i(at, r->sx - r->x, r->sy - r->y, bit, source->layer);
        es->DrawArrays(GL_TRIANGLES, 0, 3);
    }
    es->Disable(GL_STENCIL_TEST);
    es->StencilFuncSeparate(GL_FRONT, (GLenum)was[0], was[1], (GLuint)was[2]);
    es->StencilOpSeparate(GL_FRONT, (GLenum)was[3], (GLenum)was[4], (GLenum)was[5]);
    es->StencilMaskSeparate(GL_FRONT, (GLuint)was[6]);
    es->FrontFace((GLenum)was[7]);
}

bool emu_draw_copy(struct emu_context *ctx, const struct emu_copy_source *source,
                   const struct emu_copy_rect *r, bool scissor)
{
    const struct gles_table *es = ctx->es;
    struct emu_copy_state *c = state(ctx);
    struct saved s = {0};
    struct look look;
    int cls = class_of(source), shape = shape_of(source->es_target, &s.target);

    if (!c)
        return false;
    save(ctx, &s, scissor, !source->raw, cls == DEPTHS);
    if (!c->programs[cls][shape])
        c->programs[cls][shape] = build(ctx, cls, shape);
    s.texture = ctx->texture.units[0].es[s.target];
    emu_texture_bind_es(ctx, 0, s.target, source->es);
    emu_texture_activate(ctx, 0);
    look_plain(ctx, source->es_target, source->level, &look);
    if (ctx->caps->has_texture_srgb_decode)
        es->SamplerParameteri(c->sampler, GL_TEXTURE_SRGB_DECODE_EXT,
                              source->raw ? GL_SKIP_DECODE_EXT : GL_DECODE_EXT);
    es->BindSampler(0, c->sampler);
    es->UseProgram(c->programs[cls][shape]);
    es->Uniform4i(es->GetUniformLocation(c->programs[cls][shape], "at"), r->sx - r->x, r->sy - r->y, 0,
                  source->layer);
    es->BindVertexArray(c->vao);
    es->Viewport(r->x, r->y, r->w, r->h);
    if (cls == STENCILS)
        draw_bits(ctx, es->GetUniformLocation(c->programs[cls][shape], "at"), source, r);
    else
        es->DrawArrays(GL_TRIANGLES, 0, 3);
    look_back(ctx, source->es_target, &look);
    restore(ctx, &s, cls == DEPTHS);
    return true;
}
