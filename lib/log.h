/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_LOG_H
#define RETRACE_LOG_H

#include <stdarg.h>

/* Severity, most severe first. INFO is part of the product's contract: the multi-draw lines of the tiers are
 * written there and are never compiled out. */
enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* A destination for messages. Passed by pointer everywhere under lib/; NULL is legal and drops everything.
 * The owner keeps it alive as long as anything that was given it. */
struct log {
    /* One whole message without a trailing newline; `msg` lives only during the call. */
    void (*write)(void *priv, enum log_level level, const char *msg);
    void *priv;
    enum log_level max; /* messages less severe than this are dropped before they are formatted */
};

/* Formats and delivers one message. Thread-safety: as safe as log->write. */
void log_msg(const struct log *log, enum log_level level, const char *fmt, ...)
    __attribute__((cold, format(printf, 3, 4)));
void log_vmsg(const struct log *log, enum log_level level, const char *fmt, va_list args)
    __attribute__((format(printf, 3, 0)));

/* A write function for struct log: one line per message on the FILE * in `priv`, prefixed "error: " or
 * "warning: " where it is one. */
void log_to_file(void *priv, enum log_level level, const char *msg);

#endif
