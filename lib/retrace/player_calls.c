/* SPDX-License-Identifier: MIT */
/* The generated GL calls: see scripts/gen_player.py and player_overlay.txt. */
#include "player_decode.h"

#include "player_calls.inc"

_Static_assert(sizeof gl_calls / sizeof gl_calls[0] == sizeof(struct gl_table) / sizeof(void (*)(void)),
               "a row per function");

const struct player_entry *player_gl_entry(int index)
{
    return &gl_calls[index];
}
