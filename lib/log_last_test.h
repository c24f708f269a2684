/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_LOG_LAST_TEST_H
#define RETRACE_LOG_LAST_TEST_H

#include "log.h"

#include <stdio.h>

/* A log for tests that ask what was said last. It points at itself: start it where it stays. */
struct log_last {
    struct log log;
    char said[512]; /* the last message, cut to fit; empty before the first */
};

static inline void log_last_keep(void *priv, enum log_level level, const char *msg)
{
    struct log_last *last = priv;

    (void)level;
    snprintf(last->said, sizeof last->said, "%s", msg);
}

/* Warnings and errors are kept. */
static inline void log_last_start(struct log_last *last)
{
    *last = (struct log_last){.log = {.write = log_last_keep, .priv = last, .max = LOG_WARN}};
}

#endif
