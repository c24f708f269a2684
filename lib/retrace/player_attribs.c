/* SPDX-License-Identifier: MIT */
/* glPushClientAttrib and the memory of client arrays. The driver may point to a copy long after the player
 * has a newer one: a push keeps the pointers of its time, and a pointer call that GL refuses leaves the old
 * one in force. So a copy's memory is written again only in place, and not while a push points to it; else it
 * is retired. Retired memory is never freed before its context, and used again once nothing the player knows
 * of points to it: where the driver still does, it finds other bytes there, but as many. Growing doubles, so
 * what is retired by growth is never more than what is in use. */
#include "player_decode.h"

/* As deep as GL's stack is everywhere; a push beyond is an error that pushes nothing. */
enum { MAX_DEPTH = 16 };

/* A copy's memory. */
struct player_block {
    struct player_block *next;        /* retired */
    const struct client_array *owner; /* whose it was; NULL: of a vertex array object that is gone */
    int slot;
    size_t capacity;
    uint8_t bytes[];
};

struct player_attribs {
    struct player_attribs *next;
    bool arrays; /* GL_CLIENT_VERTEX_ARRAY_BIT */
    unsigned client_texture;
    struct player_vao *vao, state; /* which one, and what it was; the memory of `state` is vao's */
};

static void block_free(struct player *p, struct player_block *block)
{
    if (block)
        player_free(p, block, sizeof *block + block->capacity);
}

static bool is_pushed(const struct player_context *ctx, const struct player_block *block, int slot)
{
    for (const struct player_attribs *attribs = ctx->attribs; block && attribs; attribs = attribs->next)
        if (attribs->arrays && attribs->vao && attribs->state.arrays[slot].data == block->bytes)
            return true;
    return false;
}

static bool in_use(const struct player_context *ctx, const struct player_block *block)
{
    return (block->owner && block->owner->data == block->bytes) || is_pushed(ctx, block, block->slot);
}

/* A retired block of that size that nothing points to, or NULL. */
static struct player_block *take_retired(struct player_context *ctx, size_t size)
{
    for (struct player_block **at = &ctx->retired; *at; at = &(*at)->next) {
        struct player_block *block = *at;
        if (block->capacity < size || in_use(ctx, block))
            continue;
        *at = block->next;
        return block;
    }
    return NULL;
}

uint8_t *player_array_memory(struct player_context *ctx, struct client_array *array, int slot, size_t size)
{
    struct player_block *old = array->own, *block;
    size_t capacity = size;

    if (old && size <= old->capacity && !array->pushed)
        return old->bytes;
    block = take_retired(ctx, size);
    if (!block) {
        if (old && size > old->capacity && size < old->capacity * 2)
            capacity = old->capacity * 2;
        block = player_alloc(ctx->player, sizeof *block + capacity);
        if (!block)
            return NULL;
        block->capacity = capacity;
    }
    if (old) {
        *old = (struct player_block){ctx->retired, array, slot, old->capacity};
        ctx->retired = old;
    }
    array->own = block;
    array->pushed = false;
    return block->bytes;
}

void player_vao_finish(struct player *p, struct player_context *ctx, struct player_vao *vao)
{
    for (int i = 0; i < ARRAY_SLOTS; i++)
        block_free(p, vao->arrays[i].own);
    for (struct player_block *block = ctx->retired; block; block = block->next)
        if (block->owner == &vao->arrays[block->slot])
            block->owner = NULL;
}

void player_after_push_client_attrib(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    struct player_attribs *attribs;
    int depth = 0;

    (void)call;
    for (attribs = p->ctx->attribs; attribs; attribs = attribs->next)
        depth++;
    if (depth == MAX_DEPTH || !(attribs = player_alloc(p, sizeof *attribs)))
        return;
    *attribs = (struct player_attribs){
        .next = p->ctx->attribs,
        .arrays = arg_integer(a) & GL_CLIENT_VERTEX_ARRAY_BIT,
        .client_texture = p->ctx->client_texture,
        .vao = p->ctx->vao,
        .state = *p->ctx->vao,
    };
    p->ctx->attribs = attribs;
    for (int i = 0; i < ARRAY_SLOTS; i++)
        p->ctx->vao->arrays[i].pushed |= is_pushed(p->ctx, p->ctx->vao->arrays[i].own, i);
}

/* Puts back which arrays there were, and with them the vertex array object, but not the memory that belongs
 * to the present. One that was deleted is not brought back. */
static void bring_back(struct player_context *ctx, const struct player_attribs *attribs)
{
    ctx->client_texture = attribs->client_texture;
    if (!attribs->vao)
        return;
    ctx->vao = attribs->vao;
    ctx->vao->clients = attribs->state.clients;
    for (int i = 0; i < ARRAY_SLOTS; i++) {
        struct client_array *now = &ctx->vao->arrays[i];
        struct client_array then = attribs->state.arrays[i];

        then.own = now->own;
        then.pushed = is_pushed(ctx, now->own, i);
        *now = then;
    }
}

/* A pop of an empty stack is an error in GL and changes nothing. */
bool player_before_pop_client_attrib(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    struct player_attribs *attribs = p->ctx->attribs;

    (void)call, (void)a;
    if (!attribs)
        return true;
    p->ctx->attribs = attribs->next;
    if (attribs->arrays)
        bring_back(p->ctx, attribs);
    player_free(p, attribs, sizeof *attribs);
    return true;
}

void player_after_pop_client_attrib(struct player *p, const struct trace_call *call,
                                    const struct trace_value *a)
{
    (void)call, (void)a;
    player_bindings_reload(p);
}

void player_attribs_forget(struct player_context *ctx, const struct player_vao *vao)
{
    for (struct player_attribs *attribs = ctx->attribs; attribs; attribs = attribs->next)
        if (attribs->vao == vao)
            attribs->vao = NULL;
}

void player_attribs_finish(struct player_context *ctx)
{
    struct player_attribs *attribs;
    struct player_block *retired;

    while ((attribs = ctx->attribs)) {
        ctx->attribs = attribs->next;
        player_free(ctx->player, attribs, sizeof *attribs);
    }
    while ((retired = ctx->retired)) {
        ctx->retired = retired->next;
        block_free(ctx->player, retired);
    }
}
