/* SPDX-License-Identifier: MIT */
/* glPushClientAttrib and the memory of client arrays. The driver may point to a copy long after the player
 * has a newer one: a push keeps the pointers of its time, and a pointer call that GL refuses leaves the old
 * one in force. So a copy's memory is written again only in place, while nothing is pushed; otherwise it is
 * retired, and freed with the context. Growing doubles, so what is retired by growth is never more than what
 * is in use. */
#include "player_decode.h"

#include <stdlib.h>

/* As deep as GL's stack is everywhere; a push beyond is an error that pushes nothing. */
enum { MAX_DEPTH = 16 };

struct player_retired {
    struct player_retired *next;
    uint8_t *memory;
};

struct player_attribs {
    struct player_attribs *next;
    bool arrays; /* GL_CLIENT_VERTEX_ARRAY_BIT */
    unsigned client_texture;
    struct player_vao *vao, state; /* which one, and what it was; the memory of `state` is vao's */
};

static bool retire(struct player_context *ctx, uint8_t *memory)
{
    struct player_retired *r = malloc(sizeof *r);

    if (!r)
        return false;
    *r = (struct player_retired){ctx->retired, memory};
    ctx->retired = r;
    return true;
}

uint8_t *player_array_memory(struct player_context *ctx, struct client_array *array, size_t size)
{
    size_t capacity = size > array->capacity * 2 ? size : array->capacity * 2;
    uint8_t *memory;

    if (array->own && size <= array->capacity && !ctx->attribs)
        return array->own;
    memory = malloc(capacity + 1);
    if (!memory || (array->own && !retire(ctx, array->own))) {
        free(memory);
        return NULL;
    }
    array->own = memory;
    array->capacity = capacity;
    return memory;
}

void player_after_push_client_attrib(struct player *p, const struct trace_call *call,
                                     const struct trace_value *a)
{
    struct player_attribs *attribs;
    int depth = 0;

    (void)call;
    for (attribs = p->ctx->attribs; attribs; attribs = attribs->next)
        depth++;
    if (depth == MAX_DEPTH || !(attribs = malloc(sizeof *attribs)))
        return;
    *attribs = (struct player_attribs){
        .next = p->ctx->attribs,
        .arrays = arg_integer(a) & GL_CLIENT_VERTEX_ARRAY_BIT,
        .client_texture = p->ctx->client_texture,
        .vao = p->ctx->vao,
        .state = *p->ctx->vao,
    };
    p->ctx->attribs = attribs;
}

/* Puts back what the arrays were, but not the memory that belongs to the present. */
static void bring_back(struct player_context *ctx, const struct player_attribs *attribs)
{
    ctx->client_texture = attribs->client_texture;
    if (ctx->vao != attribs->vao)
        return; /* another object is bound, or that one was deleted: the bindings tell the rest */
    ctx->vao->clients = attribs->state.clients;
    for (int i = 0; i < ARRAY_SLOTS; i++) {
        struct client_array *now = &ctx->vao->arrays[i];
        struct client_array then = attribs->state.arrays[i];

        then.own = now->own;
        then.capacity = now->capacity;
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
    if (attribs->arrays)
        bring_back(p->ctx, attribs);
    p->ctx->attribs = attribs->next;
    free(attribs);
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
    struct player_retired *retired;

    while ((attribs = ctx->attribs)) {
        ctx->attribs = attribs->next;
        free(attribs);
    }
    while ((retired = ctx->retired)) {
        ctx->retired = retired->next;
        free(retired->memory);
        free(retired);
    }
}
