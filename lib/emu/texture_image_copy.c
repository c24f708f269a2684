/* SPDX-License-Identifier: MIT */
/* Copies between images, texture views, and giving a texture immutable storage. */
#include "emu/emu_priv.h"

struct image {
    GLuint es;
    GLenum target;
};

/* The driver's image behind a name; false after an error. */
static bool image_of(struct emu_context *ctx, GLuint name, GLenum target, struct image *out)
{
    if (target == GL_RENDERBUFFER) {
        struct emu_renderbuffer *rb = emu_renderbuffer_lookup(ctx, name);
        if (rb)
            *out = (struct image){rb->es, rb->is_texture ? GL_TEXTURE_2D : GL_RENDERBUFFER};
        else
            emu_error(ctx, GL_INVALID_VALUE, "glCopyImageSubData: renderbuffer %u", name);
        return rb != NULL;
    }
    struct emu_texture *t = emu_texture_lookup(ctx, name);
    if (!t || emu_texture_kind_target(t->kind) != target || t->kind == EMU_KIND_BUFFER) {
        emu_error(ctx, t ? GL_INVALID_ENUM : GL_INVALID_VALUE, "glCopyImageSubData: texture %u, target 0x%x",
                  name, target);
        return false;
    }
    *out = (struct image){t->es, t->es_target};
    return true;
}

void emu_CopyImageSubData(GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY,
                          GLint srcZ, GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX,
                          GLint dstY, GLint dstZ, GLsizei srcWidth, GLsizei srcHeight, GLsizei srcDepth)
{
    struct emu_context *ctx = emu_current;
    struct image src, dst;

    if (!image_of(ctx, srcName, srcTarget, &src) || !image_of(ctx, dstName, dstTarget, &dst))
        return;
    if (!ctx->caps->has_copy_image) {
        emu_gap(ctx, "glCopyImageSubData", "needs GL_EXT_copy_image", true);
        return;
    }
    /* Layers of 1D arrays are z here, in desktop GL too, so that nothing has to move. */
    ctx->es->CopyImageSubData(src.es, src.target, srcLevel, srcX, srcY, srcZ, dst.es, dst.target, dstLevel,
                              dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth);
}

/* Levels 0 to n - 1 that form one chain of one format. */
static GLint chain(const struct emu_texture *t)
{
    const struct emu_level *first = emu_texture_level(t, 0, 0), *l;
    GLint n = 0;

    while ((l = emu_texture_level(t, 0, n)) && l->format == first->format &&
           l->width == (first->width >> n > 0 ? first->width >> n : 1))
        n++;
    return n;
}

void emu_texture_make_immutable(struct emu_context *ctx, struct emu_texture *t)
{
    const struct emu_level *base = emu_texture_level(t, 0, 0);
    GLint levels = base ? chain(t) : 0;
    GLuint old;

    if (t->es_immutable)
        return;
    if (!base || base->format->es == GL_DEPTH_COMPONENT || !ctx->caps->has_copy_image || t->samples) {
        if (!t->samples)
            emu_gap(ctx, "glBindImageTexture", "texture without immutable storage", true);
        return;
    }
    old = emu_texture_replace_es(ctx, t);
    emu_texture_begin(ctx, t);
    emu_texture_storage_driver(ctx, t, base->format, levels, base->width, base->height, base->depth);
    emu_texture_end(ctx, t);
    t->es_immutable = true;
    for (GLint i = 0; i < levels; i++) {
        const struct emu_level *l = emu_texture_level(t, 0, i);
        bool flat = t->kind == EMU_KIND_1D_ARRAY;
        GLsizei depth = t->kind == EMU_KIND_CUBE ? 6 : flat ? l->height : l->depth;

        ctx->es->CopyImageSubData(old, t->es_target, i, 0, 0, 0, t->es, t->es_target, i, 0, 0, 0, l->width,
                                  flat ? 1 : l->height, depth);
    }
    ctx->es->DeleteTextures(1, &old);
}

/* ---- views ---- */

static bool view_kind_fits(enum emu_texture_kind from, enum emu_texture_kind to)
{
    static const uint32_t groups[] = {
        1u << EMU_KIND_1D | 1u << EMU_KIND_1D_ARRAY,
        1u << EMU_KIND_2D | 1u << EMU_KIND_2D_ARRAY | 1u << EMU_KIND_CUBE | 1u << EMU_KIND_CUBE_ARRAY,
        1u << EMU_KIND_3D,
        1u << EMU_KIND_RECTANGLE,
        1u << EMU_KIND_2D_MULTISAMPLE | 1u << EMU_KIND_2D_MULTISAMPLE_ARRAY,
    };

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i] >> from & 1)
            return groups[i] >> to & 1;
    return false;
}

static GLsizei at_most(GLuint want, GLint have)
{
    return want > (GLuint)have ? have : (GLsizei)want;
}

static void view_levels(struct emu_context *ctx, struct emu_texture *v, const struct emu_texture *o,
                        const struct emu_format *f, GLenum internal, GLint first)
{
    for (unsigned face = 0; face < (v->kind == EMU_KIND_CUBE ? 6u : 1u); face++)
        for (GLint i = 0; i < v->num_levels; i++) {
            const struct emu_level *l = emu_texture_level(o, 0, first + i);
            struct emu_level *to = emu_texture_level_make(ctx, v, face, i);
            if (!l || !to)
                return;
            *to = (struct emu_level){f, internal, l->width, l->height, 1};
            if (v->kind == EMU_KIND_1D_ARRAY)
                to->height = v->num_layers;
            else if (v->kind == EMU_KIND_3D)
                to->depth = l->depth;
            else if (v->kind != EMU_KIND_CUBE)
                to->depth = v->num_layers;
        }
}

void emu_TextureView(GLuint texture, GLenum target, GLuint origtexture, GLenum internalformat,
                     GLuint minlevel, GLuint numlevels, GLuint minlayer, GLuint numlayers)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *o = emu_texture_lookup(ctx, origtexture), *v;
    const struct emu_target *what = emu_target_find(target);
    const struct emu_format *f = emu_format_find(ctx, internalformat, 0, 0);

    if (!texture || emu_texture_lookup(ctx, texture) ||
        !emu_names_is_reserved(&ctx->share->textures, texture) || !o || !o->immutable || !what ||
        !view_kind_fits(o->kind, what->kind) || !f) {
        emu_error(ctx, !o || !texture ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glTextureView: %u of %u",
                  texture, origtexture);
        return;
    }
    if (minlevel >= (GLuint)o->num_levels || minlayer >= (GLuint)o->num_layers || !numlevels || !numlayers) {
        emu_error(ctx, GL_INVALID_VALUE, "glTextureView: levels or layers");
        return;
    }
    if (!ctx->caps->has_texture_view || f->es == GL_DEPTH_COMPONENT) {
        emu_gap(ctx, "glTextureView", "needs GL_EXT_texture_view", true);
        return;
    }
    if (!(v = emu_texture_create(ctx, texture, what->kind)))
        return;
    /* A view needs a driver name that was never bound. */
    emu_texture_view_es(ctx, v, o, f->es, minlevel, at_most(numlevels, o->num_levels - (GLint)minlevel),
                        minlayer, at_most(numlayers, o->num_layers - (GLint)minlayer));
    v->immutable = v->es_immutable = true;
    v->immutable_levels = o->immutable_levels;
    v->min_level = o->min_level + (GLint)minlevel;
    v->num_levels = at_most(numlevels, o->num_levels - (GLint)minlevel);
    v->min_layer = o->min_layer + (GLint)minlayer;
    v->num_layers = at_most(numlayers, o->num_layers - (GLint)minlayer);
    v->samples = o->samples;
    view_levels(ctx, v, o, f, internalformat, (GLint)minlevel);
    emu_texture_begin(ctx, v);
    emu_texture_format_changed(ctx, v);
    emu_texture_end(ctx, v);
}
