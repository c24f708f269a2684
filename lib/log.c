/* SPDX-License-Identifier: MIT */
/* Messages to whoever called the library: a callback, so that nothing under lib/ prints by itself. */
#include "log.h"

#include <stdio.h>

void log_vmsg(const struct log *log, enum log_level level, const char *fmt, va_list args)
{
    char buf[4096];

    if (!log || !log->write || level > log->max)
        return;
    vsnprintf(buf, sizeof buf, fmt, args);
    log->write(log->priv, level, buf);
}

void log_msg(const struct log *log, enum log_level level, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    log_vmsg(log, level, fmt, args);
    va_end(args);
}

void log_to_file(void *priv, enum log_level level, const char *msg)
{
    const char *prefix = level == LOG_ERROR ? "error: " : level == LOG_WARN ? "warning: " : "";

    fprintf(priv, "%s%s\n", prefix, msg);
}
