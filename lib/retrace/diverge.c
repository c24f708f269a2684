/* SPDX-License-Identifier: MIT */
/* The search for the first call and sub-draw that two replays draw differently.
 *
 * Calls: a frame of few draw calls is compared after every one of them in a single replay, which is exact. A
 * frame of many is sampled first, at points spread evenly, and then between the last that is equal and the
 * first that differs. That can miss a difference that a later change of framebuffer hides from the samples;
 * it then finds a later call, never one that is equal. Sub-draws: bisection over how many of them are drawn.
 *
 * Cost: 1 + log64(draws / 256) replays of both arms for the call, log2(sub-draws) for the sub-draw. */
#include "retrace/diverge.h"

enum { EXACT = 256, SAMPLES = 64 };

/* Asks about up to `points` draws of [*low, *high), the last one among them, and narrows the range to those
 * after the last equal point up to the first different one. False when nothing differs or can be told. */
static bool narrow(const struct diverge_draw *draws, const struct diverge_oracle *oracle, size_t points,
                   size_t *low, size_t *high)
{
    uint64_t calls[EXACT] = {0};
    size_t at[EXACT], len = *high - *low, n = len < points ? len : points;
    int64_t first;

    for (size_t i = 0; i < n; i++) {
        at[i] = *low + (size_t)((uint64_t)(i + 1) * len / n) - 1;
        calls[i] = draws[at[i]].call;
    }
    first = oracle->calls(oracle->priv, calls, n);
    if (first < 0 || (size_t)first >= n)
        return false;
    *high = at[first] + 1;
    *low = first ? at[first - 1] + 1 : *low;
    return true;
}

/* The first sub-draw of a batch that differs as a whole; -1 when it cannot be told. */
static int64_t search_subdraw(const struct diverge_draw *draw, const struct diverge_oracle *oracle)
{
    uint32_t same = 0, differs = draw->subdraws;

    while (differs - same > 1) {
        uint32_t middle = same + (differs - same) / 2;
        int answer = oracle->subdraws(oracle->priv, draw->call, middle);

        if (answer < 0)
            return -1;
        if (answer)
            differs = middle;
        else
            same = middle;
    }
    return (int64_t)differs - 1;
}

bool diverge_search(const struct diverge_draw *draws, size_t n, const struct diverge_oracle *oracle,
                    struct diverge *out)
{
    size_t low = 0, high = n;

    while (high - low > EXACT)
        if (!narrow(draws, oracle, SAMPLES, &low, &high))
            return false;
    /* One draw left of many has been asked about; one draw in all has not. */
    if (high == low || ((high - low > 1 || n == 1) && !narrow(draws, oracle, EXACT, &low, &high)))
        return false;
    out->call = (int64_t)draws[low].call;
    out->subdraw = search_subdraw(&draws[low], oracle);
    return true;
}
