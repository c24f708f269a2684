/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_BISECT_H
#define RETRACE_BISECT_H

#include <stdbool.h>
#include <stddef.h>

/* The search for the first bad one of an ordered list, and the decision about a noisy one. Neither knows what
 * is asked. */

enum bisect_answer { BISECT_GOOD, BISECT_BAD, BISECT_SKIP /* cannot be judged */ };

struct bisect_result {
    size_t last_good, first_bad; /* neighbours, but for those between them that could not be judged */
    size_t asked;
};

/* Of n things, n >= 2, the first is good and the last is bad. Asks about as few as it can, none twice, and
 * about a neighbour where one cannot be judged. False when memory is out. */
bool bisect_search(size_t n, enum bisect_answer (*ask)(void *priv, size_t index), void *priv,
                   struct bisect_result *out);

/* Whether a cost that varies lies above a threshold: draws values until one side leads by `BISECT_LEAD`,
 * which errs once in 250 where a single value would be on the wrong side once in five; BISECT_SKIP when
 * `most` values do not decide, or sample() returns false. */
enum { BISECT_LEAD = 4 };
enum bisect_answer bisect_decide(double threshold, int most, bool (*sample)(void *priv, double *value),
                                 void *priv);

#endif
