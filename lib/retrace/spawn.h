/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_SPAWN_H
#define RETRACE_SPAWN_H

#include <stdbool.h>

struct gles_driver;

/* Child processes: this program again, in a driver's environment, with a time limit. The parent never loads a
 * driver, so that a driver's crash or hang is an answer and not the end of a job. */

enum spawn_how {
    SPAWN_EXITED,    /* `code` is the exit status */
    SPAWN_SIGNALLED, /* `code` is the signal */
    SPAWN_HUNG,      /* ran past the time limit and was killed */
    SPAWN_FAILED,    /* could not be started; `code` is an errno */
};

struct spawn_status {
    enum spawn_how how;
    int code;
};

struct spawn_params {
    const char *const *args;          /* after the program's name, ended by NULL */
    const struct gles_driver *driver; /* its environment; NULL: unchanged */
    int timeout_s;                    /* 0: none */
    void (*result)(void *priv,
                   const char *line); /* a line that the child wrote to file descriptor 3; NULL: dropped */
    void (*output)(void *priv, const char *line); /* a line of its stdout or stderr; NULL: dropped */
    void *priv;
};

/* Runs the child to its end. It is killed with the parent, and so is whatever it started. Thread-safe. */
struct spawn_status spawn_run(const struct spawn_params *params);

/* "SIGSEGV" and so on, or "signal N". */
const char *spawn_signal_name(int sig);

#endif
