/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GLES_GL_TEST_H
#define RETRACE_GLES_GL_TEST_H

/* For tests only (any layer above): a log that is kept, and llvmpipe in this process. Include after cmocka.h.
 */

#include "gles/context.h"
#include "gles/display.h"
#include "gles/driver.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything that was logged, one line per message. */
struct gl_test_log {
    char text[65536];
    struct log log;
};

static inline void gl_test_log_write(void *priv, enum log_level level, const char *msg)
{
    struct gl_test_log *t = priv;
    size_t len = strlen(t->text);

    (void)level;
    snprintf(t->text + len, sizeof t->text - len, "%s\n", msg);
}

static inline const struct log *gl_test_log_init(struct gl_test_log *t)
{
    t->text[0] = '\0';
    t->log = (struct log){gl_test_log_write, t, LOG_DEBUG};
    return &t->log;
}

#define assert_logged(t, what)                                                                               \
    do {                                                                                                     \
        if (!strstr((t)->text, what))                                                                        \
            fail_msg("not in the log: \"%s\"; the log is: %s", what, (t)->text);                             \
    } while (0)

/* What a group of GL tests has in hand. */
struct gl_test {
    struct gl_test_log log;
    struct gles_driver_list *list;
    struct gles_display *display; /* NULL: no driver here */
};

/* Group setup and teardown: opens llvmpipe once for all tests of a program. A machine without it skips its
 * tests, with the reason on stderr, unless REQUIRE_GL is set: then that is a failure. */
static inline int gl_test_setup(void **state)
{
    struct gl_test *t = calloc(1, sizeof *t);
    const struct gles_driver *driver;

    *state = t;
    gl_test_log_init(&t->log);
    t->list = gles_driver_list_load(NULL, &t->log.log);
    driver = t->list ? gles_driver_find(t->list, "llvmpipe", &t->log.log) : NULL;
    if (driver && gles_driver_env_apply(driver, &t->log.log))
        t->display = gles_display_create(driver, &t->log.log);
    if (!t->display)
        fprintf(stderr, "no llvmpipe: %s", t->log.text);
    return !t->display && getenv("REQUIRE_GL") ? -1 : 0;
}

static inline int gl_test_teardown(void **state)
{
    struct gl_test *t = *state;

    gles_display_destroy(t->display);
    gles_driver_list_destroy(t->list);
    free(t);
    return 0;
}

/* First line of every GL test. */
#define GL_TEST(name)                                                                                        \
    struct gl_test *name = *state;                                                                           \
    if (!name->display)                                                                                      \
    skip()

#endif
