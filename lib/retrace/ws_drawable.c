/* SPDX-License-Identifier: MIT */
/* Drawables. No window system call that a tracer records tells a window's size, so it is inferred as apitrace
 * does: created at 32x32 on its first use, then grown, never shrunk, to what viewports and blits reach while
 * the default framebuffer is bound. Growing loses the contents. Pbuffers of GLX, WGL and CGL have their own
 * size; EGL's, again as apitrace has it, are inferred. */
#include "ws.h"

enum { FIRST_SIZE = 32, LAST_SIZE = 16384 };
/* Of all drawables together; each pixel is eight bytes of a driver's memory and more of a pass over it. */
static const uint64_t MAX_PIXELS = ((uint64_t)1 << 28) + (1 << 24);

/* Counts what a drawable has and gets against the limit. */
static bool count_pixels(struct player *p, const struct player_drawable *d, int width, int height)
{
    uint64_t has = 0, gets = (uint64_t)width * (uint64_t)height;
    int w, h;

    if (d->backend) {
        p->params.backend->drawable_size(d->backend, &w, &h);
        has = (uint64_t)w * (uint64_t)h;
    }
    if (p->pixels - has + gets > MAX_PIXELS)
        return false;
    p->pixels += gets - has;
    return true;
}

static const char too_large[] = "drawables of more than 285 million pixels";

static bool in_use(uint64_t key, uintptr_t value, const struct player_drawable *d)
{
    const struct player_thread *t = (const struct player_thread *)value;

    (void)key;
    return t->draw == d || t->read == d;
}

static void drawable_free(struct player *p, struct player_drawable *d)
{
    if (p->bound_draw == d || p->bound_read == d)
        p->bound = NULL;
    if (d->backend) {
        count_pixels(p, d, 0, 0);
        p->params.backend->drawable_destroy(p->params.backend->priv, d->backend);
    }
    player_free(p, d, sizeof *d);
}

static struct player_drawable *create(struct player *p, const struct trace_call *call, uint64_t id, int width,
                                      int height, bool sized)
{
    struct player_drawable *d = player_alloc(p, sizeof *d);

    if (!d)
        return NULL;
    d->id = id;
    d->sized = sized;
    if (!count_pixels(p, d, width, height))
        player_gap(p, call, too_large);
    else if (!(d->backend = p->params.backend->drawable_create(p->params.backend->priv, width, height, 0))) {
        p->pixels -= (uint64_t)width * (uint64_t)height;
        player_gap(p, call, "the drawable could not be created");
    }
    ws_drawable_destroy(p, id);
    if (!player_map_set(&p->drawables, id, (uintptr_t)d)) {
        drawable_free(p, d);
        return NULL;
    }
    return d;
}

struct player_drawable *ws_drawable_get(struct player *p, const struct trace_call *call, uint64_t id)
{
    struct player_drawable *d = player_map_find(&p->drawables, id);

    if (d || !id)
        return d;
    return create(p, call, id, FIRST_SIZE, FIRST_SIZE, false);
}

static int clamp(int64_t size)
{
    return size < 1 ? 1 : size > LAST_SIZE ? LAST_SIZE : (int)size;
}

void ws_drawable_create(struct player *p, const struct trace_call *call, uint64_t id, int64_t width,
                        int64_t height)
{
    if (id)
        create(p, call, id, clamp(width), clamp(height), true);
}

struct search {
    const struct player_drawable *drawable;
    bool found;
};

static void search(uint64_t key, uintptr_t value, void *priv)
{
    struct search *s = priv;

    s->found |= in_use(key, value, s->drawable);
}

void ws_drawable_destroy(struct player *p, uint64_t id)
{
    struct player_drawable *d = player_map_find(&p->drawables, id);
    struct search s = {d, false};

    if (!d)
        return;
    player_map_set(&p->drawables, id, 0);
    player_map_each(&p->threads, search, &s);
    if (!s.found) {
        drawable_free(p, d);
        return;
    }
    d->next_dead = p->dead_drawables;
    p->dead_drawables = d;
}

void player_ws_grow(struct player *p, int64_t width, int64_t height)
{
    const struct backend *b = p->params.backend;
    struct player_drawable *d = p->current ? p->current->draw : NULL;
    GLint framebuffer = 0;
    uint64_t before;
    int w, h;

    if (!d || !d->backend || d->sized || width == 0 || height == 0)
        return;
    b->drawable_size(d->backend, &w, &h);
    if (d->visible && width <= w && height <= h)
        return;
    p->gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    if (framebuffer)
        return;
    d->visible = true;
    if (width <= w && height <= h)
        return;
    before = (uint64_t)w * (uint64_t)h;
    w = clamp(width > w ? width : w);
    h = clamp(height > h ? height : h);
    if (!count_pixels(p, d, w, h))
        player_gap(p, p->call, too_large);
    else if (!b->drawable_resize(b->priv, d->backend, w, h)) {
        p->pixels -= (uint64_t)w * (uint64_t)h - before;
        player_gap(p, p->call, "the drawable could not be resized");
    }
}

static void free_drawable(uint64_t key, uintptr_t value, void *priv)
{
    (void)key;
    drawable_free(priv, (struct player_drawable *)value);
}

void player_drawables_finish(struct player *p)
{
    struct player_drawable *next;

    player_map_each(&p->drawables, free_drawable, p);
    player_map_finish(&p->drawables);
    player_map_finish(&p->pbuffers);
    for (struct player_drawable *d = p->dead_drawables; d; d = next) {
        next = d->next_dead;
        drawable_free(p, d);
    }
}
