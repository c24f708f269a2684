/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_DIVERGE_H
#define RETRACE_DIVERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "retrace/job.h"

/* Where two replays of a trace part: the first draw call after which their pictures differ and, where that is
 * a batch, its first sub-draw that does. Found by replaying parts again, not by looking at what was drawn. */

struct gles_driver;

/* A draw call of the trace. */
struct diverge_draw {
    uint64_t call;
    uint32_t subdraws; /* of a batch; 0: the call is none */
};

/* What can be asked of the two replays. Each question costs a replay of both. */
struct diverge_oracle {
    /* Compares the pictures after n calls, ascending, of one replay. The index of the first that differs, n
     * for none, -1 when that cannot be told. */
    int64_t (*calls)(void *priv, const uint64_t *calls, size_t n);
    /* Whether the pictures after `call` differ when only the first `subdraws` of its sub-draws are drawn; -1
     * when that cannot be told. */
    int (*subdraws)(void *priv, uint64_t call, uint32_t subdraws);
    void *priv;
};

struct diverge {
    int64_t call, subdraw; /* sub-draw from 0; -1: not a batch, or not to be told */
};

/* False when no draw call shows the difference: it comes from elsewhere, or does not happen again. */
bool diverge_search(const struct diverge_draw *draws, size_t n, const struct diverge_oracle *oracle,
                    struct diverge *out);

struct diverge_run {
    struct job arm, reference; /* what to replay; trace, driver, tier, caps are used */
    const struct gles_driver *driver;
    int timeout_s;
    int64_t after;      /* the last call known to be the same, -1: none */
    uint64_t until;     /* the first call after which the pictures are known to differ */
    const char *images; /* folder for PREFIX.CALL.png, .reference.png and .difference.png; or NULL */
    const char *prefix; /* required with images */
};

/* The search with worker processes, and the images where wanted. False when the place was not found; then the
 * images are those of `until`. */
bool diverge_locate(const struct diverge_run *run, struct diverge *out);

/* Writes the images after `call`, wherever the two part: of the arm, of the reference, and their difference.
 */
void diverge_write_images(const struct diverge_run *run, uint64_t call);

#endif
