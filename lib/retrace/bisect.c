/* SPDX-License-Identifier: MIT */
/* A binary search that can step aside: what cannot be judged is left out of the candidates, and the one
 * nearest to the middle is asked next. It ends where no candidate is left between a good and a bad one. */
#include "retrace/bisect.h"

#include <stdlib.h>

/* The candidate nearest to the middle of those strictly between the two; `good` where there is none. */
static size_t choose(const bool *skipped, size_t good, size_t bad)
{
    size_t middle = good + (bad - good) / 2;

    for (size_t away = 0; away < bad - good; away++) {
        if (middle + away < bad && middle + away > good && !skipped[middle + away])
            return middle + away;
        if (middle >= away && middle - away > good && !skipped[middle - away])
            return middle - away;
    }
    return good;
}

bool bisect_search(size_t n, enum bisect_answer (*ask)(void *priv, size_t index), void *priv,
                   struct bisect_result *out)
{
    bool *skipped = calloc(n, sizeof *skipped);
    size_t at;

    if (!skipped)
        return false;
    *out = (struct bisect_result){.last_good = 0, .first_bad = n - 1};
    while ((at = choose(skipped, out->last_good, out->first_bad)) != out->last_good) {
        enum bisect_answer answer = ask(priv, at);
        out->asked++;
        if (answer == BISECT_GOOD)
            out->last_good = at;
        else if (answer == BISECT_BAD)
            out->first_bad = at;
        else
            skipped[at] = true;
    }
    free(skipped);
    return true;
}

enum bisect_answer bisect_decide(double threshold, int most, bool (*sample)(void *priv, double *value),
                                 void *priv)
{
    int lead = 0;
    double value;

    for (int i = 0; i < most && lead < BISECT_LEAD && lead > -BISECT_LEAD; i++) {
        if (!sample(priv, &value))
            return BISECT_SKIP;
        lead += value > threshold ? 1 : -1;
    }
    return lead >= BISECT_LEAD ? BISECT_BAD : lead <= -BISECT_LEAD ? BISECT_GOOD : BISECT_SKIP;
}
