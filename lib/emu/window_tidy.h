/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_TIDY_H
#define RETRACE_EMU_WINDOW_TIDY_H

/* Inside window_tidy.c (the passes) and window_forward.c (what is known of cells within a block). */

#include "emu/window_build.h"

enum { TIDY_LEAVES = 3, TIDY_SLOTS = 64 };

/* A cell at one moment: `version` counts what was written to it. */
struct tidy_moment {
    uint32_t cell, version;
};

/* What is known of a cell's value, valid while `epoch` is the pass's and the versions hold. */
struct tidy_fact {
    uint32_t epoch, version;   /* of the cell itself when this became known */
    struct tidy_moment copied; /* the cell it equals; 0: none */
    struct tidy_moment from;   /* it is `from` + plus; 0: not known to be */
    uint32_t plus;
};

/* An op that was computed in this block. */
struct tidy_computed {
    uint32_t epoch;
    struct window_op op;
    struct tidy_moment reads[3], result;
};

/* A sum of leaves, in the order of their numbers, and a constant: and the cell that holds it. */
struct tidy_sum {
    uint32_t epoch;
    struct tidy_moment leaves[TIDY_LEAVES];
    struct tidy_moment result;
    uint32_t plus; /* the constant part */
};

struct tidy {
    struct window_program *p;
    struct tidy_fact *facts;
    uint32_t *versions, *reads;
    bool *written, *leader, *dead;
    uint32_t epoch, memory_version, memory_end;
    struct tidy_computed computed[TIDY_SLOTS];
    struct tidy_sum sums[TIDY_SLOTS];
    struct {
        struct tidy_moment at;
        size_t op; /* SIZE_MAX: none */
    } span;        /* the last one of the block */
    bool changed;
};

/* Op i, in the order of the ops: what it reads and is becomes simpler by what the ops before it in the block
 * tell. A new epoch begins a block. */
void window_forward(struct tidy *t, size_t i);

#endif
