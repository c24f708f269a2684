/* SPDX-License-Identifier: MIT */
/* What a trace makes the player keep is taken from an account, so that a small hostile file cannot have all
 * the memory there is: 3 KiB for every vertex array object it names, a table up to every uniform location, a
 * feedback buffer of any size. Where the limit stands in the way the call is not made, and counted. */
#include "player_priv.h"

#include <stdlib.h>

const char player_too_much[] = "more memory than a trace of its size may take";

void *player_alloc(struct player *p, size_t size)
{
    void *memory = player_account_take(&p->account, size) ? calloc(1, size) : NULL;

    if (!memory && p->call)
        player_gap(p, p->call, player_too_much);
    return memory;
}

void player_free(struct player *p, void *memory, size_t size)
{
    if (!memory)
        return;
    player_account_give(&p->account, size);
    free(memory);
}

void *player_keep(struct player *p, int64_t bytes)
{
    const size_t most = SIZE_MAX / 4;
    void *memory = NULL;

    if (bytes >= 0 && (uint64_t)bytes < most && player_account_take(&p->account, (size_t)bytes)) {
        memory = arena_alloc(&p->ctx->kept, (size_t)bytes);
        p->ctx->kept_bytes += (size_t)bytes;
    }
    if (!memory)
        player_refuse(p, player_too_much);
    return memory;
}
