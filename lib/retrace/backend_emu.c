/* SPDX-License-Identifier: MIT */
/* The emulated arm: an ES context and an emulated desktop context on top of each. Pbuffers are sRGB where the
 * driver has that and can switch the encoding off, as desktop GL's GL_FRAMEBUFFER_SRGB does. */
#include "backend_impl.h"

#include <stdlib.h>

struct backend_context {
    struct gles_context *gles;
    struct emu_context *emu;
};

static void context_destroy(void *priv, struct backend_context *ctx);

static bool bind(const struct backend_emu *emu)
{
    struct backend_context *ctx = emu->current;
    int width = 0, height = 0;

    if (!ctx) {
        emu_make_current(NULL, 0, 0);
        gles_display_release(emu->display);
        return true;
    }
    if (!gles_context_make_current(ctx->gles, emu->draw ? emu->draw->surface : NULL,
                                   emu->read ? emu->read->surface : NULL))
        return false;
    if (emu->draw)
        backend_drawable_size(emu->draw, &width, &height);
    emu_make_current(ctx->emu, width, height);
    return true;
}

static struct backend_context *context_create(void *priv, const struct backend_context_params *params)
{
    struct backend_emu *emu = priv;
    struct backend_context *share = params->share, *ctx = calloc(1, sizeof *ctx);
    const struct gles_context_params wanted = {
        .api = GLES_API_ES,
        .samples = params->samples,
        .share = share ? share->gles : NULL,
        .limits = emu->limits,
    };

    if (!ctx)
        return NULL;
    ctx->gles = gles_context_create(emu->display, &wanted);
    /* As the pbuffers of that driver's desktop GL are. ANGLE, which has none, rounds other ways when it draws
     * linear values to an sRGB surface. */
    if (ctx->gles)
        emu->srgb = emu->display->colorspace && ctx->gles->caps.has_srgb_write_control &&
                    gles_display_has_desktop(emu->display);
    if (ctx->gles && gles_context_make_current(ctx->gles, NULL, NULL)) {
        ctx->emu = emu_context_create(&(struct emu_context_params){
            .es = ctx->gles->es,
            .caps = &ctx->gles->caps,
            .share = share ? share->emu : NULL,
            .major = params->major,
            .minor = params->minor,
            .core = params->core,
            .forward_compatible = params->forward_compatible,
            .multidraw = emu->multidraw,
            .multidraw_params = emu->multidraw_params,
            .gaps = emu->gaps,
            .observer = emu->observer,
            .shader_cache = emu->shader_cache,
            .log = emu->log,
        });
        (void)bind(emu); /* a failure shows when the context that was current is used */
    }
    if (ctx->emu)
        return ctx;
    context_destroy(emu, ctx);
    return NULL;
}

/* The ES context must be current while the emulated one is destroyed. */
static void context_destroy(void *priv, struct backend_context *ctx)
{
    struct backend_emu *emu = priv;

    if (!ctx)
        return;
    if (ctx->emu && gles_context_make_current(ctx->gles, NULL, NULL)) {
        emu_make_current(ctx->emu, 0, 0);
        emu_context_destroy(ctx->emu);
    }
    if (emu->current == ctx)
        emu->current = NULL;
    (void)bind(emu);
    gles_context_destroy(ctx->gles);
    free(ctx);
}

static const struct gl_table *context_table(const struct backend_context *ctx)
{
    return emu_context_table(ctx->emu);
}

static struct backend_drawable *drawable_create(void *priv, int width, int height, int samples)
{
    struct backend_emu *emu = priv;

    return backend_drawable_create(emu->display, GLES_API_ES, width, height, samples, emu->srgb);
}

static bool make_current(void *priv, struct backend_drawable *draw, struct backend_drawable *read,
                         struct backend_context *ctx)
{
    struct backend_emu *emu = priv;

    emu->current = ctx;
    emu->draw = ctx ? draw : NULL;
    emu->read = ctx ? read : NULL;
    return bind(emu);
}

static void drawable_destroy(void *priv, struct backend_drawable *drawable)
{
    struct backend_emu *emu = priv;

    if (emu->draw == drawable || emu->read == drawable)
        make_current(priv, NULL, NULL, NULL);
    backend_drawable_destroy(drawable);
}

static bool drawable_resize(void *priv, struct backend_drawable *drawable, int width, int height)
{
    struct backend_emu *emu = priv;
    struct gles_surface *old = backend_drawable_replace(drawable, width, height);
    bool ok = true;

    if (!old)
        return false;
    if (emu->draw == drawable || emu->read == drawable)
        ok = bind(emu);
    if (ok && emu->draw == drawable)
        emu_clear_new_drawable();
    gles_surface_destroy(old);
    return ok;
}

static void swap(void *priv, struct backend_drawable *drawable)
{
    (void)priv;
    gles_surface_swap(drawable->surface);
}

void backend_emu_init(struct backend_emu *emu, const struct gles_display *display,
                      const struct gles_caps_limits *limits, const struct emu_multidraw *multidraw,
                      const void *multidraw_params, struct emu_gaps *gaps, const struct log *log)
{
    *emu = (struct backend_emu){
        .display = display,
        .limits = limits,
        .multidraw = multidraw,
        .multidraw_params = multidraw_params,
        .gaps = gaps,
        .log = log,
        .backend = {emu, context_create, context_destroy, context_table, drawable_create, drawable_destroy,
                    drawable_resize, backend_drawable_size, make_current, swap},
    };
}
