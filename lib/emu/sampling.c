/* SPDX-License-Identifier: MIT */
/* The parameters that texture and sampler objects share: kept as the application set them, and sent to the
 * driver where it has them. ES lacks GL_CLAMP, and the bias of levels of detail unless program_bias.c finds
 * otherwise; borders, anisotropy, mirror-once, sRGB decoding and reductions depend on extensions. What cannot
 * be sent is a named gap, and only once a value other than the default asks. */
#include "emu/emu_priv.h"

#include <math.h>
#include <string.h>

GLint emu_param_int(const struct emu_param *p, int i)
{
    if (p->type != EMU_PARAM_FLOAT)
        return p->i[i];
    if (p->f[i] != p->f[i])
        return 0;
    return p->f[i] >= 2147483648.0f ? INT32_MAX : p->f[i] <= -2147483648.0f ? INT32_MIN : (GLint)p->f[i];
}

GLfloat emu_param_float(const struct emu_param *p, int i)
{
    if (p->type == EMU_PARAM_FLOAT)
        return p->f[i];
    return p->type == EMU_PARAM_PURE_UINT ? (GLfloat)(GLuint)p->i[i] : (GLfloat)p->i[i];
}

void emu_sampling_init(struct emu_sampling *s, enum emu_texture_kind kind)
{
    bool rect = kind == EMU_KIND_RECTANGLE;
    GLenum wrap = rect ? GL_CLAMP_TO_EDGE : GL_REPEAT;

    *s = (struct emu_sampling){
        .min_filter = rect ? GL_LINEAR : GL_NEAREST_MIPMAP_LINEAR,
        .mag_filter = GL_LINEAR,
        .wrap = {wrap, wrap, wrap},
        .compare_mode = GL_NONE,
        .compare_func = GL_LEQUAL,
        .srgb_decode = GL_DECODE_EXT,
        .reduction = GL_WEIGHTED_AVERAGE_ARB,
        .border_type = GL_FLOAT,
        .min_lod = -1000,
        .max_lod = 1000,
        .anisotropy = 1,
    };
}

struct dest {
    struct emu_context *ctx;
    GLenum target; /* of the texture, when sampler is 0 */
    GLuint sampler;
};

static void send_int(const struct dest *d, GLenum pname, GLint v)
{
    if (d->sampler)
        d->ctx->es->SamplerParameteri(d->sampler, pname, v);
    else
        d->ctx->es->TexParameteri(d->target, pname, v);
}

static void send_float(const struct dest *d, GLenum pname, GLfloat v)
{
    if (d->sampler)
        d->ctx->es->SamplerParameterf(d->sampler, pname, v);
    else
        d->ctx->es->TexParameterf(d->target, pname, v);
}

static bool is_min_filter(GLenum v)
{
    return v == GL_NEAREST || v == GL_LINEAR ||
           (v >= GL_NEAREST_MIPMAP_NEAREST && v <= GL_LINEAR_MIPMAP_LINEAR);
}

static bool bad_enum(struct emu_context *ctx, GLenum pname, GLenum value)
{
    emu_error(ctx, GL_INVALID_ENUM, "texture parameter 0x%x: 0x%x", pname, value);
    return true;
}

/* GL_CLAMP stops coordinates at the edge and lets linear filters reach the border from there. Without filters
 * that is the edge; with them the border, and the same for coordinates from 0 to 1, which is what such
 * textures are drawn with. */
static GLenum legacy_clamp(struct emu_context *ctx, const struct emu_sampling *s)
{
    bool linear = s->mag_filter == GL_LINEAR || s->min_filter == GL_LINEAR ||
                  s->min_filter == GL_LINEAR_MIPMAP_NEAREST || s->min_filter == GL_LINEAR_MIPMAP_LINEAR;

    if (!linear)
        return GL_CLAMP_TO_EDGE;
    if (ctx->caps->has_texture_border_clamp) {
        emu_gap(ctx, "glTexParameter", "GL_CLAMP with linear filters is GL_CLAMP_TO_BORDER", false);
        return GL_CLAMP_TO_BORDER;
    }
    emu_gap(ctx, "glTexParameter", "GL_CLAMP needs GL_EXT_texture_border_clamp", true);
    return GL_CLAMP_TO_EDGE;
}

/* The driver's word for a wrap mode; 0 when the application's is none. */
static GLenum wrap_mode(struct emu_context *ctx, const struct emu_sampling *s, GLenum v,
                        enum emu_texture_kind kind)
{
    bool rect = kind == EMU_KIND_RECTANGLE;

    switch (v) {
    case GL_CLAMP_TO_EDGE:
        return v;
    case GL_REPEAT:
    case GL_MIRRORED_REPEAT:
        return rect ? 0 : v;
    case GL_CLAMP:
        return ctx->core ? 0 : legacy_clamp(ctx, s);
    case GL_CLAMP_TO_BORDER:
        if (ctx->caps->has_texture_border_clamp)
            return v;
        emu_gap(ctx, "glTexParameter", "GL_CLAMP_TO_BORDER needs GL_EXT_texture_border_clamp", true);
        return GL_CLAMP_TO_EDGE;
    case GL_MIRROR_CLAMP_TO_EDGE:
        if (rect)
            return 0;
        if (ctx->caps->has_texture_mirror_clamp)
            return v;
        emu_gap(ctx, "glTexParameter", "GL_MIRROR_CLAMP_TO_EDGE needs GL_EXT_texture_mirror_clamp_to_edge",
                true);
        return GL_MIRRORED_REPEAT;
    default:
        return 0;
    }
}

static void set_wrap(const struct dest *d, struct emu_sampling *s, enum emu_texture_kind kind, int axis,
                     GLenum pname, GLenum v)
{
    GLenum es = wrap_mode(d->ctx, s, v, kind);
    bool flat = kind == EMU_KIND_1D || kind == EMU_KIND_1D_ARRAY;

    if (!es) {
        bad_enum(d->ctx, pname, v);
        return;
    }
    s->wrap[axis] = v;
    if (d->sampler || axis == 0 || !flat) /* the second axis of a 1D texture is ours */
        send_int(d, pname, (GLint)es);
}

static void set_border(const struct dest *d, struct emu_sampling *s, const struct emu_param *p)
{
    const struct gles_table *es = d->ctx->es;
    bool zero = true;

    s->border_type = p->type == EMU_PARAM_PURE_INT    ? GL_INT
                     : p->type == EMU_PARAM_PURE_UINT ? GL_UNSIGNED_INT
                                                      : GL_FLOAT;
    for (int i = 0; i < 4; i++) {
        if (s->border_type != GL_FLOAT)
            s->border.i[i] = p->i[i];
        else /* glTexParameteriv takes normalised integers */
            s->border.f[i] =
                p->type == EMU_PARAM_FLOAT ? p->f[i] : (GLfloat)fmax(p->i[i] / 2147483647.0, -1.0);
        zero = zero && s->border.i[i] == 0;
    }
    if (!d->ctx->caps->has_texture_border_clamp) {
        if (!zero)
            emu_gap(d->ctx, "glTexParameter", "border colours need GL_EXT_texture_border_clamp", true);
    } else if (s->border_type == GL_FLOAT && d->sampler) {
        es->SamplerParameterfv(d->sampler, GL_TEXTURE_BORDER_COLOR, s->border.f);
    } else if (s->border_type == GL_FLOAT) {
        es->TexParameterfv(d->target, GL_TEXTURE_BORDER_COLOR, s->border.f);
    } else if (d->sampler) {
        es->SamplerParameterIiv(d->sampler, GL_TEXTURE_BORDER_COLOR, s->border.i);
    } else {
        es->TexParameterIiv(d->target, GL_TEXTURE_BORDER_COLOR, s->border.i);
    }
}

static bool set_filter(const struct dest *d, struct emu_sampling *s, enum emu_texture_kind kind, GLenum pname,
                       GLenum v)
{
    bool min = pname == GL_TEXTURE_MIN_FILTER;

    if (!is_min_filter(v) || ((!min || kind == EMU_KIND_RECTANGLE) && v != GL_NEAREST && v != GL_LINEAR))
        return bad_enum(d->ctx, pname, v);
    *(min ? &s->min_filter : &s->mag_filter) = v;
    send_int(d, pname, (GLint)v);
    for (int axis = 0; axis < 3; axis++)
        if (s->wrap[axis] == GL_CLAMP) /* depends on the filters */
            set_wrap(d, s, kind, axis,
                     axis == 0   ? GL_TEXTURE_WRAP_S
                     : axis == 1 ? GL_TEXTURE_WRAP_T
                                 : GL_TEXTURE_WRAP_R,
                     GL_CLAMP);
    return true;
}

static bool set_anisotropy(const struct dest *d, struct emu_sampling *s, GLfloat v)
{
    if (!(v >= 1)) {
        emu_error(d->ctx, GL_INVALID_VALUE, "anisotropy %g", (double)v);
        return true;
    }
    s->anisotropy = v;
    if (d->ctx->caps->has_texture_anisotropic)
        send_float(d, GL_TEXTURE_MAX_ANISOTROPY, v);
    else if (v > 1)
        emu_gap(d->ctx, "glTexParameter", "anisotropy needs GL_EXT_texture_filter_anisotropic", true);
    return true;
}

static bool set_compare(const struct dest *d, struct emu_sampling *s, GLenum pname, GLenum v)
{
    bool mode = pname == GL_TEXTURE_COMPARE_MODE;

    if (mode ? v != GL_NONE && v != GL_COMPARE_REF_TO_TEXTURE : v < GL_NEVER || v > GL_ALWAYS)
        return bad_enum(d->ctx, pname, v);
    *(mode ? &s->compare_mode : &s->compare_func) = v;
    send_int(d, pname, (GLint)v);
    return true;
}

static bool set_extension(const struct dest *d, GLenum *value, GLenum pname, GLenum v, GLenum usual, bool has,
                          const char *why)
{
    *value = v;
    if (has)
        send_int(d, pname, (GLint)v);
    else if (v != usual)
        emu_gap(d->ctx, "glTexParameter", why, true);
    return true;
}

bool emu_sampling_set(struct emu_context *ctx, struct emu_sampling *s, GLenum es_target, GLuint sampler,
                      enum emu_texture_kind kind, GLenum pname, const struct emu_param *p)
{
    const struct dest d = {ctx, es_target, sampler};
    GLenum v = (GLenum)emu_param_int(p, 0);

    // clang-format off
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
    case GL_TEXTURE_MAG_FILTER:
        return set_filter(&d, s, kind, pname, v);
    case GL_TEXTURE_WRAP_S: set_wrap(&d, s, kind, 0, pname, v); return true;
    case GL_TEXTURE_WRAP_T: set_wrap(&d, s, kind, 1, pname, v); return true;
    case GL_TEXTURE_WRAP_R: set_wrap(&d, s, kind, 2, pname, v); return true;
    case GL_TEXTURE_MIN_LOD: send_float(&d, pname, s->min_lod = emu_param_float(p, 0)); return true;
    case GL_TEXTURE_MAX_LOD: send_float(&d, pname, s->max_lod = emu_param_float(p, 0)); return true;
    case GL_TEXTURE_LOD_BIAS:
        s->lod_bias = emu_param_float(p, 0);
        ctx->share->lod_bias |= s->lod_bias != 0;
        if (sampler && ctx->share->lod_bias && emu_bias_on_driver(ctx))
            send_float(&d, pname, s->lod_bias);
        return true;
    case GL_TEXTURE_COMPARE_MODE:
    case GL_TEXTURE_COMPARE_FUNC:
        return set_compare(&d, s, pname, v);
    case GL_TEXTURE_MAX_ANISOTROPY:
        return set_anisotropy(&d, s, emu_param_float(p, 0));
    case GL_TEXTURE_SRGB_DECODE_EXT:
        if (v != GL_DECODE_EXT && v != GL_SKIP_DECODE_EXT)
            return bad_enum(ctx, pname, v);
        return set_extension(&d, &s->srgb_decode, pname, v, GL_DECODE_EXT, ctx->caps->has_texture_srgb_decode,
                             "needs GL_EXT_texture_sRGB_decode");
    case GL_TEXTURE_REDUCTION_MODE_ARB:
        if (v != GL_WEIGHTED_AVERAGE_ARB && v != GL_MIN && v != GL_MAX)
            return bad_enum(ctx, pname, v);
        return set_extension(&d, &s->reduction, pname, v, GL_WEIGHTED_AVERAGE_ARB,
                             gles_caps_has(ctx->caps, GLES_EXT_texture_filter_minmax),
                             "needs GL_EXT_texture_filter_minmax");
    case GL_TEXTURE_CUBE_MAP_SEAMLESS:
        return true; /* always so on ES */
    case GL_TEXTURE_BORDER_COLOR:
        if (!p->vector)
            return bad_enum(ctx, pname, v);
        set_border(&d, s, p);
        return true;
    default:
        return false;
    }
    // clang-format on
}

static void copy_float(struct emu_context *ctx, GLuint sampler, struct emu_sampling *to, GLenum pname,
                       GLfloat v)
{
    emu_sampling_set(ctx, to, 0, sampler, EMU_KIND_2D, pname,
                     &(struct emu_param){.type = EMU_PARAM_FLOAT, .f = {v}});
}

static void copy_int(struct emu_context *ctx, GLuint sampler, struct emu_sampling *to, GLenum pname, GLenum v)
{
    emu_sampling_set(ctx, to, 0, sampler, EMU_KIND_2D, pname,
                     &(struct emu_param){.type = EMU_PARAM_INT, .i = {(GLint)v}});
}

void emu_sampling_copy(struct emu_context *ctx, GLuint sampler, enum emu_texture_kind kind,
                       const struct emu_sampling *from)
{
    bool flat = kind == EMU_KIND_1D || kind == EMU_KIND_1D_ARRAY;
    struct emu_param border = {.type = from->border_type == GL_FLOAT ? EMU_PARAM_FLOAT
                                       : from->border_type == GL_INT ? EMU_PARAM_PURE_INT
                                                                     : EMU_PARAM_PURE_UINT,
                               .vector = true};
    struct emu_sampling to;

    emu_sampling_init(&to, kind);
    memcpy(border.i, from->border.i, sizeof border.i);
    memcpy(border.f, from->border.f, sizeof border.f);
    copy_int(ctx, sampler, &to, GL_TEXTURE_MIN_FILTER, from->min_filter);
    copy_int(ctx, sampler, &to, GL_TEXTURE_MAG_FILTER, from->mag_filter);
    copy_int(ctx, sampler, &to, GL_TEXTURE_WRAP_S, from->wrap[0]);
    copy_int(ctx, sampler, &to, GL_TEXTURE_WRAP_T, flat ? GL_CLAMP_TO_EDGE : from->wrap[1]);
    copy_int(ctx, sampler, &to, GL_TEXTURE_WRAP_R, from->wrap[2]);
    copy_int(ctx, sampler, &to, GL_TEXTURE_COMPARE_MODE, from->compare_mode);
    copy_int(ctx, sampler, &to, GL_TEXTURE_COMPARE_FUNC, from->compare_func);
    copy_int(ctx, sampler, &to, GL_TEXTURE_SRGB_DECODE_EXT, from->srgb_decode);
    copy_int(ctx, sampler, &to, GL_TEXTURE_REDUCTION_MODE_ARB, from->reduction);
    copy_float(ctx, sampler, &to, GL_TEXTURE_MIN_LOD, from->min_lod);
    copy_float(ctx, sampler, &to, GL_TEXTURE_MAX_LOD, from->max_lod);
    copy_float(ctx, sampler, &to, GL_TEXTURE_MAX_ANISOTROPY, from->anisotropy);
    copy_float(ctx, sampler, &to, GL_TEXTURE_LOD_BIAS, from->lod_bias);
    emu_sampling_set(ctx, &to, 0, sampler, EMU_KIND_2D, GL_TEXTURE_BORDER_COLOR, &border);
}

bool emu_sampling_get(const struct emu_sampling *s, GLenum pname, struct emu_value *out)
{
    // clang-format off
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER: emu_value_set_int(out, s->min_filter); return true;
    case GL_TEXTURE_MAG_FILTER: emu_value_set_int(out, s->mag_filter); return true;
    case GL_TEXTURE_WRAP_S: emu_value_set_int(out, s->wrap[0]); return true;
    case GL_TEXTURE_WRAP_T: emu_value_set_int(out, s->wrap[1]); return true;
    case GL_TEXTURE_WRAP_R: emu_value_set_int(out, s->wrap[2]); return true;
    case GL_TEXTURE_MIN_LOD: emu_value_set_float(out, s->min_lod); return true;
    case GL_TEXTURE_MAX_LOD: emu_value_set_float(out, s->max_lod); return true;
    case GL_TEXTURE_LOD_BIAS: emu_value_set_float(out, s->lod_bias); return true;
    case GL_TEXTURE_COMPARE_MODE: emu_value_set_int(out, s->compare_mode); return true;
    case GL_TEXTURE_COMPARE_FUNC: emu_value_set_int(out, s->compare_func); return true;
    case GL_TEXTURE_MAX_ANISOTROPY: emu_value_set_float(out, s->anisotropy); return true;
    case GL_TEXTURE_SRGB_DECODE_EXT: emu_value_set_int(out, s->srgb_decode); return true;
    case GL_TEXTURE_REDUCTION_MODE_ARB: emu_value_set_int(out, s->reduction); return true;
    case GL_TEXTURE_BORDER_COLOR:
        out->type = s->border_type == GL_FLOAT ? EMU_VALUE_NORM : EMU_VALUE_INT;
        out->count = 4;
        for (int i = 0; i < 4; i++)
            if (s->border_type == GL_FLOAT)
                out->d[i] = s->border.f[i];
            else
                out->i[i] = s->border_type == GL_INT ? (GLint64)s->border.i[i] : (GLint64)(GLuint)s->border.i[i];
        return true;
    default:
        return false;
    }
    // clang-format on
}
