/* SPDX-License-Identifier: MIT */
/* Texture objects and their bindings.
 * Desktop units have a binding per target, eleven of them; ES has eight, because 1D and rectangle textures
 * are 2D there and 1D arrays are 2D arrays. The driver's binding goes to the target that was bound last;
 * emu_texture_select decides otherwise where a program says so. What the driver has bound is tracked, so that
 * nothing is bound twice. Default textures (name 0) are objects of ours, with a driver object from their
 * first use on. */
#include "emu/emu_priv.h"

#include <stdlib.h>

void emu_texture_activate(struct emu_context *ctx, GLuint unit)
{
    if (ctx->texture.es_active != unit) {
        ctx->es->ActiveTexture(GL_TEXTURE0 + unit);
        ctx->texture.es_active = unit;
    }
}

void emu_texture_bind_es(struct emu_context *ctx, GLuint unit, enum emu_es_target target, GLuint es)
{
    if (ctx->texture.units[unit].es[target] == es)
        return;
    if (target == EMU_ES_BUFFER && !ctx->caps->has_texture_buffer)
        return; /* windows show those as 2D textures */
    emu_texture_activate(ctx, unit);
    ctx->es->BindTexture(emu_es_targets[target], es);
    ctx->texture.units[unit].es[target] = es;
}

/* The kind whose texture the driver's binding point is to hold. */
static enum emu_texture_kind holder(const struct emu_texture_unit *u, enum emu_es_target target)
{
    // clang-format off
    switch (target) {
    case EMU_ES_2D: return u->last_2d;
    case EMU_ES_2D_ARRAY: return u->last_array;
    case EMU_ES_3D: return EMU_KIND_3D;
    case EMU_ES_CUBE: return EMU_KIND_CUBE;
    case EMU_ES_CUBE_ARRAY: return EMU_KIND_CUBE_ARRAY;
    case EMU_ES_BUFFER: return EMU_KIND_BUFFER;
    case EMU_ES_2DMS: return EMU_KIND_2D_MULTISAMPLE;
    default: return EMU_KIND_2D_MULTISAMPLE_ARRAY;
    }
    // clang-format on
}

static void set_holder(struct emu_texture_unit *u, enum emu_texture_kind kind)
{
    if (emu_texture_es_index(kind) == EMU_ES_2D)
        u->last_2d = (uint8_t)kind;
    else if (emu_texture_es_index(kind) == EMU_ES_2D_ARRAY)
        u->last_array = (uint8_t)kind;
}

void emu_texture_flush(struct emu_context *ctx, GLuint unit, enum emu_es_target target)
{
    struct emu_texture *t = emu_texture_bound(ctx, unit, holder(&ctx->texture.units[unit], target));

    emu_texture_bind_es(ctx, unit, target, t->es);
}

void emu_texture_forget_es(struct emu_context *ctx, enum emu_es_target target, GLuint es)
{
    for (GLuint i = 0; i < ctx->texture.unit_count; i++)
        if (ctx->texture.units[i].es[target] == es)
            ctx->texture.units[i].es[target] = 0;
}

struct emu_texture *emu_texture_bound(struct emu_context *ctx, GLuint unit, enum emu_texture_kind kind)
{
    struct emu_texture *t = ctx->texture.units[unit].bound[kind];
    return t ? t : &ctx->texture.defaults[kind];
}

void emu_texture_select(struct emu_context *ctx, GLuint unit, GLenum target)
{
    const struct emu_target *t = emu_target_find(target);

    if (!t || unit >= ctx->texture.unit_count)
        return;
    set_holder(&ctx->texture.units[unit], t->kind);
    emu_texture_flush(ctx, unit, emu_texture_es_index(t->kind));
}

static void object_init(struct emu_texture *t, GLuint name, enum emu_texture_kind kind, bool core)
{
    *t = (struct emu_texture){
        .name = name,
        .refs = 1,
        .kind = kind,
        .es_target = emu_es_targets[emu_texture_es_index(kind)],
        .max_level = kind == EMU_KIND_RECTANGLE ? 0 : 1000,
        .swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
        .es_swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
        .depth_mode = core ? GL_RED : GL_LUMINANCE,
        .depth_stencil_mode = GL_DEPTH_COMPONENT,
        .priority = 1,
        .fixed_locations = true,
        .buffer_format = core ? GL_R8 : GL_LUMINANCE8,
    };
    emu_sampling_init(&t->sampling, kind);
}

/* ES starts 1D and rectangle textures as ordinary 2D ones: their defaults differ. */
static void send_defaults(struct emu_context *ctx, struct emu_texture *t)
{
    if (t->kind == EMU_KIND_RECTANGLE) {
        ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        ctx->es->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    } else if (t->kind == EMU_KIND_1D || t->kind == EMU_KIND_1D_ARRAY) {
        ctx->es->TexParameteri(t->es_target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
}

/* The driver object behind a texture, made on first use. */
static void realize(struct emu_context *ctx, struct emu_texture *t)
{
    if (t->es)
        return;
    ctx->es->GenTextures(1, &t->es);
    emu_texture_bind_es(ctx, ctx->texture.active_unit, emu_texture_es_index(t->kind), t->es);
    emu_texture_activate(ctx, ctx->texture.active_unit);
    send_defaults(ctx, t);
}

void emu_texture_begin(struct emu_context *ctx, struct emu_texture *t)
{
    GLuint unit = ctx->texture.active_unit;

    realize(ctx, t);
    emu_texture_bind_es(ctx, unit, emu_texture_es_index(t->kind), t->es);
    emu_texture_activate(ctx, unit);
}

void emu_texture_end(struct emu_context *ctx, struct emu_texture *t)
{
    struct emu_texture_unit *u = &ctx->texture.units[ctx->texture.active_unit];

    /* A default texture has just got its driver object: every unit that shows it must. */
    if (!t->name)
        for (GLuint i = 0; i < ctx->texture.unit_count; i++)
            if (!ctx->texture.units[i].bound[t->kind] &&
                ctx->texture.units[i].es[emu_texture_es_index(t->kind)] == 0 &&
                holder(&ctx->texture.units[i], emu_texture_es_index(t->kind)) == t->kind)
                emu_texture_bind_es(ctx, i, emu_texture_es_index(t->kind), t->es);
    if (emu_texture_bound(ctx, ctx->texture.active_unit, t->kind) == t)
        set_holder(u, t->kind); /* the target the application works on is the one it will draw with */
    emu_texture_flush(ctx, ctx->texture.active_unit, emu_texture_es_index(t->kind));
}

struct emu_texture *emu_texture_create(struct emu_context *ctx, GLuint name, enum emu_texture_kind kind)
{
    struct emu_texture *t = malloc(sizeof *t);

    if (!t || !emu_names_set(&ctx->share->textures, name, t)) {
        free(t);
        emu_error(ctx, GL_OUT_OF_MEMORY, "texture %u", name);
        return NULL;
    }
    ctx->texture.has_cubes |= kind == EMU_KIND_CUBE || kind == EMU_KIND_CUBE_ARRAY;
    object_init(t, name, kind, ctx->core);
    realize(ctx, t);
    emu_texture_flush(ctx, ctx->texture.active_unit, emu_texture_es_index(kind));
    return t;
}

static void object_finish(struct emu_context *ctx, struct emu_texture *t)
{
    for (int i = 0; i < 6; i++)
        free(t->faces[i]);
    emu_buffer_ref(&t->buffer, NULL);
    if (t->es)
        ctx->es->DeleteTextures(1, &t->es);
    for (GLuint i = 0; t->stand_in && i < EMU_MAX_TEXTURE_UNITS; i++)
        if (ctx->sampler.stand_ins[i] == t->stand_in)
            ctx->sampler.stand_ins[i] = 0;
    if (t->stand_in)
        ctx->es->DeleteSamplers(1, &t->stand_in);
}

void emu_texture_ref(struct emu_context *ctx, struct emu_texture **slot, struct emu_texture *t)
{
    struct emu_texture *old = *slot;

    if (old == t)
        return;
    if (t)
        t->refs++;
    *slot = t;
    if (old && --old->refs == 0) {
        object_finish(ctx, old);
        free(old);
    }
}

struct emu_texture *emu_texture_lookup(struct emu_context *ctx, GLuint name)
{
    return name ? emu_names_get(&ctx->share->textures, name) : NULL;
}

/* Everything that showed the old driver object shows the new one. */
static void moved(struct emu_context *ctx, struct emu_texture *t, GLuint old)
{
    enum emu_es_target target = emu_texture_es_index(t->kind);

    for (GLuint i = 0; i < ctx->texture.unit_count; i++)
        if (ctx->texture.units[i].es[target] == old)
            emu_texture_bind_es(ctx, i, target, t->es);
    emu_texture_begin(ctx, t);
    send_defaults(ctx, t);
    emu_texture_resend(ctx, t);
    emu_texture_end(ctx, t);
    emu_image_rebind(ctx, t, false);
    emu_fbo_texture_moved(ctx, t);
}

GLuint emu_texture_replace_es(struct emu_context *ctx, struct emu_texture *t)
{
    GLuint old = t->es;

    t->es = 0;
    t->es_immutable = false;
    ctx->es->GenTextures(1, &t->es);
    moved(ctx, t, old);
    return old;
}

void emu_texture_view_es(struct emu_context *ctx, struct emu_texture *v, const struct emu_texture *o,
                         GLenum es_format, GLuint level, GLsizei levels, GLuint layer, GLsizei layers)
{
    GLuint old = v->es;

    v->es = 0;
    ctx->es->GenTextures(1, &v->es);
    ctx->es->TextureViewEXT(v->es, v->es_target, o->es, es_format, level, (GLuint)levels, layer,
                            (GLuint)layers);
    moved(ctx, v, old);
    ctx->es->DeleteTextures(1, &old);
}

/* Several kinds have textures where the driver has one binding: draws must choose. */
static bool is_shared(const struct emu_texture_unit *u)
{
    return !!u->bound[EMU_KIND_2D] + !!u->bound[EMU_KIND_RECTANGLE] + !!u->bound[EMU_KIND_1D] > 1 ||
           (u->bound[EMU_KIND_2D_ARRAY] && u->bound[EMU_KIND_1D_ARRAY]);
}

void emu_texture_bind(struct emu_context *ctx, GLuint unit, enum emu_texture_kind kind, struct emu_texture *t)
{
    struct emu_texture_unit *u = &ctx->texture.units[unit];
    bool shared = is_shared(u);

    emu_texture_ref(ctx, &u->bound[kind], t);
    ctx->texture.shared += (uint32_t)is_shared(u) - (uint32_t)shared;
    /* Unbinding gives the shared driver binding back to the other target that still has a texture. */
    set_holder(u, kind);
    if (!t && emu_texture_es_index(kind) == EMU_ES_2D)
        u->last_2d = u->bound[EMU_KIND_2D]          ? EMU_KIND_2D
                     : u->bound[EMU_KIND_RECTANGLE] ? EMU_KIND_RECTANGLE
                     : u->bound[EMU_KIND_1D]        ? EMU_KIND_1D
                                                    : (uint8_t)kind;
    if (!t && emu_texture_es_index(kind) == EMU_ES_2D_ARRAY)
        u->last_array = u->bound[EMU_KIND_2D_ARRAY]   ? EMU_KIND_2D_ARRAY
                        : u->bound[EMU_KIND_1D_ARRAY] ? EMU_KIND_1D_ARRAY
                                                      : (uint8_t)kind;
    emu_texture_flush(ctx, unit, emu_texture_es_index(kind));
}

struct emu_level *emu_texture_level(const struct emu_texture *t, unsigned face, GLint level)
{
    if (level < 0 || level >= EMU_MAX_LEVELS || !t->faces[face] || !t->faces[face][level].format)
        return NULL;
    return &t->faces[face][level];
}

struct emu_level *emu_texture_level_make(struct emu_context *ctx, struct emu_texture *t, unsigned face,
                                         GLint level)
{
    if (!t->faces[face])
        t->faces[face] = calloc(EMU_MAX_LEVELS, sizeof *t->faces[face]);
    if (!t->faces[face]) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "texture level");
        return NULL;
    }
    return &t->faces[face][level];
}

uint8_t *emu_texture_staging(struct emu_context *ctx, size_t size)
{
    struct emu_texture_state *s = &ctx->texture;

    if (size > s->staging_size || !s->staging) {
        uint8_t *p = realloc(s->staging, size + 64);
        if (!p) {
            emu_error(ctx, GL_OUT_OF_MEMORY, "%zu bytes of pixels", size);
            return NULL;
        }
        s->staging = p;
        s->staging_size = size;
    }
    return s->staging;
}

bool emu_texture_init(struct emu_context *ctx)
{
    struct emu_texture_state *s = &ctx->texture;

    emu_pixelstore_init(&ctx->pack);
    emu_pixelstore_init(&ctx->unpack);
    s->unit_count = ctx->caps->max_combined_texture_units < EMU_MAX_TEXTURE_UNITS
                        ? (GLuint)ctx->caps->max_combined_texture_units
                        : EMU_MAX_TEXTURE_UNITS;
    for (int k = 0; k < EMU_KINDS; k++)
        object_init(&s->defaults[k], 0, (enum emu_texture_kind)k, ctx->core);
    for (GLuint i = 0; i < s->unit_count; i++) {
        s->units[i].last_2d = EMU_KIND_2D;
        s->units[i].last_array = EMU_KIND_2D_ARRAY;
    }
    for (int i = 0; i < EMU_MAX_IMAGE_UNITS; i++)
        s->images[i] = (struct emu_image_unit){.access = GL_READ_ONLY, .format = GL_R8};
    return true;
}

void emu_texture_finish(struct emu_context *ctx)
{
    struct emu_texture_state *s = &ctx->texture;

    for (GLuint i = 0; i < s->unit_count; i++)
        for (int k = 0; k < EMU_KINDS; k++)
            emu_texture_ref(ctx, &s->units[i].bound[k], NULL);
    for (int i = 0; i < EMU_MAX_IMAGE_UNITS; i++)
        emu_texture_ref(ctx, &s->images[i].texture, NULL);
    for (int k = 0; k < EMU_KINDS; k++)
        object_finish(ctx, &s->defaults[k]);
    free(s->staging);
    s->staging = NULL;
    s->unit_count = 0;
}

static void free_texture(void *object, void *priv)
{
    struct emu_texture *t = object;

    object_finish(priv, t);
    free(t);
}

void emu_texture_finish_share(struct emu_context *ctx)
{
    emu_names_each(&ctx->share->textures, free_texture, ctx);
    emu_names_finish(&ctx->share->textures);
}
