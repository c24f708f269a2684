/* SPDX-License-Identifier: MIT */
/* Contexts, threads, and what is current. Every thread of the trace replays on this one: each has its own
 * current context, which is made current here when its next call comes. The driver is only told of changes.
 */
#include "ws.h"

#include <stdlib.h>
#include <string.h>

/* Of a driver each takes megabytes. Captures that are known hold a dozen at most. */
enum { MAX_CONTEXTS = 128 };

const struct player_entry *player_ws_entry(const char *name)
{
    const struct ws_row *const tables[] = {ws_glx_rows, ws_egl_rows, ws_wgl_rows, ws_cgl_rows};

    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const struct ws_row *row = tables[t]; row->name; row++) {
            size_t length = strlen(row->name);
            if (row->name[length - 1] == '*' ? !strncmp(name, row->name, length - 1)
                                             : !strcmp(name, row->name))
                return &row->entry;
        }
    return NULL;
}

int64_t ws_attrib(const struct trace_value *list, int64_t name, int64_t otherwise)
{
    for (size_t i = 0; list->type == TRACE_ARRAY && i + 1 < list->count; i += 2)
        if (trace_value_int(&list->items[i]) == name)
            return trace_value_int(&list->items[i + 1]);
    return otherwise;
}

struct ws_attribs ws_attribs_arb(const struct trace_value *list)
{
    int64_t flags = ws_attrib(list, 0x2094, 0);

    return (struct ws_attribs){
        .major = (int)ws_attrib(list, 0x2091, 0),
        .minor = (int)ws_attrib(list, 0x2092, 0),
        .profile = (unsigned)ws_attrib(list, 0x9126, 0),
        .debug = flags & 1,
        .forward_compatible = flags & 2,
    };
}

static struct player_group *group_create(struct player *p)
{
    struct player_group *group = player_alloc(p, sizeof *group);

    if (!group)
        return NULL;
    for (int i = 0; i < NAME_SHARED; i++)
        group->names[i].account = &p->account;
    group->programs.account = group->syncs.account = &p->account;
    return group;
}

static void group_release(struct player *p, struct player_group *group)
{
    if (--group->references)
        return;
    player_region_drop_group(p, group);
    player_programs_finish(p, group);
    for (int i = 0; i < NAME_SHARED; i++)
        player_map_finish(&group->names[i]);
    player_map_finish(&group->syncs);
    player_free(p, group, sizeof *group);
}

static void vao_destroy(uint64_t key, uintptr_t value, void *priv)
{
    struct player_context *ctx = priv;

    (void)key;
    player_vao_finish(ctx->player, ctx, (struct player_vao *)value);
    player_free(ctx->player, (struct player_vao *)value, sizeof(struct player_vao));
}

static void context_free(struct player_context *ctx)
{
    struct player *p = ctx->player;

    if (p->bound == ctx)
        p->bound = NULL;
    if (p->first == ctx)
        p->first = NULL;
    if (ctx->backend)
        p->params.backend->context_destroy(p->params.backend->priv, ctx->backend);
    if (ctx->group)
        group_release(p, ctx->group);
    for (int i = 0; i < NAME_KINDS - NAME_SHARED; i++)
        player_map_finish(&ctx->own[i]);
    player_map_each(&ctx->vaos, vao_destroy, ctx);
    player_map_finish(&ctx->vaos);
    player_map_finish(&ctx->active);
    player_vao_finish(p, ctx, &ctx->default_vao);
    player_attribs_finish(ctx);
    arena_finish(&ctx->kept);
    player_account_give(&p->account, ctx->kept_bytes);
    p->context_count--;
    player_free(p, ctx, sizeof *ctx);
}

static bool open_backend(struct player *p, struct player_context *ctx, struct player_context *share)
{
    const struct backend *b = p->params.backend;

    ctx->params.share = share ? share->backend : NULL;
    ctx->backend = b->context_create(b->priv, &ctx->params);
    if (!ctx->backend)
        return false;
    ctx->group = share ? share->group : group_create(p);
    if (!ctx->group)
        return false;
    ctx->group->references++;
    for (int i = 0; i < NAME_KINDS; i++)
        ctx->names[i] = i < NAME_SHARED ? &ctx->group->names[i] : &ctx->own[i - NAME_SHARED];
    ctx->gl = b->context_table(ctx->backend);
    return true;
}

static void set_params(struct player_context *ctx, const struct ws_attribs *at)
{
    struct backend_context_params *params = &ctx->params;

    params->major = at->major;
    params->minor = at->minor;
    params->debug = at->debug;
    params->forward_compatible = at->forward_compatible && at->major >= 3;
    if (at->major > 3 || (at->major == 3 && at->minor >= 2))
        params->core = !at->profile || at->profile & 1;
    ctx->core = params->core || (at->major == 3 && (at->minor == 1 || params->forward_compatible));
}

static struct player_context *create(struct player *p, const struct trace_call *call, uint64_t handle,
                                     struct player_context *share, const struct ws_attribs *attribs)
{
    struct player_context *ctx;

    if (p->context_count == MAX_CONTEXTS) {
        player_gap(p, call, "more contexts at a time than can be");
        return NULL;
    }
    if (!(ctx = player_alloc(p, sizeof *ctx)))
        return NULL;
    p->context_count++;
    ctx->player = p;
    ctx->vao = &ctx->default_vao;
    for (int i = 0; i < NAME_KINDS - NAME_SHARED; i++)
        ctx->own[i].account = &p->account;
    ctx->vaos.account = ctx->active.account = &p->account;
    set_params(ctx, attribs);
    if (attribs->es || attribs->profile & 4)
        player_gap(p, call, "OpenGL ES context");
    else if (share && !share->backend)
        player_gap(p, call, "the context to share with does not exist");
    else if (!open_backend(p, ctx, share))
        player_gap(p, call, "the context could not be created");
    ws_context_destroy(p, handle);
    if (!player_map_set(&p->contexts, handle, (uintptr_t)ctx)) {
        context_free(ctx);
        return NULL;
    }
    if (!p->first && ctx->backend)
        p->first = ctx;
    return ctx;
}

void ws_context_create(struct player *p, const struct trace_call *call, uint64_t handle, uint64_t share,
                       const struct ws_attribs *attribs)
{
    if (handle)
        create(p, call, handle, share ? ws_context_get(p, call, share) : NULL, attribs);
}

struct player_context *ws_context_get(struct player *p, const struct trace_call *call, uint64_t handle)
{
    static const struct ws_attribs none;
    struct player_context *ctx = player_map_find(&p->contexts, handle);

    if (!handle)
        return NULL;
    return ctx ? ctx : create(p, call, handle, p->first, &none);
}

static void context_unused(struct player_context *ctx)
{
    if (ctx->dead && !ctx->users)
        context_free(ctx);
}

void ws_context_destroy(struct player *p, uint64_t handle)
{
    struct player_context *ctx = player_map_find(&p->contexts, handle);

    if (!ctx)
        return;
    player_map_set(&p->contexts, handle, 0);
    ctx->dead = true;
    context_unused(ctx);
}

void ws_context_share(struct player *p, const struct trace_call *call, uint64_t share, uint64_t handle)
{
    struct player_context *with = ws_context_get(p, call, share), *ctx = ws_context_get(p, call, handle);
    struct backend_context_params params;

    if (!with || !ctx || with->group == ctx->group)
        return;
    if (ctx->used || ctx->users || !with->backend) {
        player_gap(p, call, "sharing with a context already in use");
        return;
    }
    params = ctx->params;
    if (ctx->backend)
        p->params.backend->context_destroy(p->params.backend->priv, ctx->backend);
    if (ctx->group)
        group_release(p, ctx->group);
    ctx->backend = NULL;
    ctx->group = NULL;
    ctx->params = params;
    if (!open_backend(p, ctx, with))
        player_gap(p, call, "the context could not be created");
}

static struct player_thread *thread_get(struct player *p, uint32_t thread)
{
    struct player_thread *t = player_map_find(&p->threads, thread);

    if (t || !(t = calloc(1, sizeof *t)))
        return t;
    if (!player_map_set(&p->threads, thread, (uintptr_t)t)) {
        free(t);
        return NULL;
    }
    return t;
}

/* Makes the driver agree with what the thread has current. A thread without a context needs nothing of the
 * driver. */
static void apply(struct player *p, const struct player_thread *t)
{
    const struct backend *b = p->params.backend;
    struct player_context *ctx = t ? t->context : NULL;

    p->ctx = NULL;
    p->gl = NULL;
    if (!ctx || !ctx->backend)
        return;
    if (p->bound != ctx || p->bound_draw != t->draw || p->bound_read != t->read) {
        if (!b->make_current(b->priv, t->draw ? t->draw->backend : NULL, t->read ? t->read->backend : NULL,
                             ctx->backend)) {
            p->bound = NULL;
            return;
        }
        p->bound = ctx;
        p->bound_draw = t->draw;
        p->bound_read = t->read;
    }
    p->ctx = ctx;
    p->gl = ctx->gl;
}

void player_ws_switch(struct player *p, uint32_t thread)
{
    p->thread = thread;
    p->current = thread_get(p, thread);
    apply(p, p->current);
}

void ws_make_current(struct player *p, const struct trace_call *call, struct player_drawable *draw,
                     struct player_drawable *read, struct player_context *ctx)
{
    struct player_thread *t = p->current;
    struct player_context *old = t ? t->context : NULL;

    if (!t)
        return;
    if (ctx)
        ctx->users++;
    t->context = ctx;
    t->draw = ctx ? draw : NULL;
    t->read = ctx ? read : NULL;
    apply(p, t);
    if (ctx && ctx->backend && !p->ctx)
        player_gap(p, call, "the context could not be made current");
    if (ctx)
        ctx->used = t->had_context = true;
    if (old) {
        old->users--;
        context_unused(old);
    }
}

void ws_make_current_ids(struct player *p, const struct trace_call *call, uint64_t draw, uint64_t read,
                         uint64_t ctx)
{
    struct player_drawable *d = ws_drawable_get(p, call, draw), *r = ws_drawable_get(p, call, read);

    ws_make_current(p, call, d, r, ws_context_get(p, call, ctx));
}

void ws_swap(struct player *p, struct player_drawable *drawable)
{
    if (drawable && drawable->backend)
        p->params.backend->swap(p->params.backend->priv, drawable->backend);
}

static void free_context(uint64_t key, uintptr_t value, void *priv)
{
    (void)key, (void)priv;
    context_free((struct player_context *)value);
}

/* Contexts destroyed by the trace but still current somewhere are in no map. */
static void free_thread(uint64_t key, uintptr_t value, void *priv)
{
    struct player_thread *t = (struct player_thread *)value;

    (void)key, (void)priv;
    if (t->context && t->context->dead && !--t->context->users)
        context_free(t->context);
    free(t);
}

void player_ws_finish(struct player *p)
{
    const struct backend *b = p->params.backend;

    p->ctx = NULL;
    p->gl = NULL;
    b->make_current(b->priv, NULL, NULL, NULL);
    player_map_each(&p->threads, free_thread, NULL);
    player_map_each(&p->contexts, free_context, NULL);
    player_map_finish(&p->threads);
    player_map_finish(&p->contexts);
    player_map_finish(&p->configs);
    player_drawables_finish(p);
}
