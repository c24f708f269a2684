/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_TEST_UTIL_H
#define RETRACE_TRACE_TEST_UTIL_H

/* What the tests of this folder share: one scratch file per test, and a parser over it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/trace.h"
#include "trace/writer.h"

struct fixture {
    char path[64];
    struct trace_writer writer;
    struct trace_parser *parser;
    struct trace_damage damage; /* of the open */
};

static inline int fixture_setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    int fd;

    if (!f)
        return -1;
    strcpy(f->path, "/tmp/retrace-test-XXXXXX");
    fd = mkstemp(f->path);
    if (fd < 0)
        return -1;
    close(fd);
    trace_writer_init(&f->writer, 6);
    *state = f;
    return 0;
}

static inline int fixture_teardown(void **state)
{
    struct fixture *f = *state;

    trace_parser_close(f->parser);
    trace_writer_finish(&f->writer);
    unlink(f->path);
    free(f);
    return 0;
}

/* Starts over with a stream of that version, header included. */
static inline struct trace_writer *fixture_stream(struct fixture *f, unsigned version)
{
    trace_writer_finish(&f->writer);
    trace_writer_init(&f->writer, version);
    trace_writer_header(&f->writer, version, NULL, 0);
    return &f->writer;
}

/* Saves the stream and opens it; the parser is NULL when that fails. */
static inline struct trace_parser *fixture_open_packed(struct fixture *f, struct trace_packing packing)
{
    assert_true(trace_writer_save(&f->writer, f->path, &packing));
    trace_parser_close(f->parser);
    f->parser = trace_parser_open(f->path, NULL, &f->damage);
    return f->parser;
}

static inline struct trace_parser *fixture_open(struct fixture *f)
{
    return fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 0, 0, 0});
}

/* Opens a file of exactly these bytes. */
static inline struct trace_parser *fixture_open_raw(struct fixture *f, const void *bytes, size_t n)
{
    FILE *file = fopen(f->path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
    trace_parser_close(f->parser);
    f->parser = trace_parser_open(f->path, NULL, &f->damage);
    return f->parser;
}

static inline struct trace_call *next_ok(struct fixture *f)
{
    struct trace_call *call;

    assert_int_equal(trace_parser_next(f->parser, &call), TRACE_OK);
    assert_non_null(call);
    return call;
}

static inline void expect_end(struct fixture *f, enum trace_status status)
{
    struct trace_call *call;

    assert_int_equal(trace_parser_next(f->parser, &call), status);
    assert_null(call);
    /* Then and ever after. */
    assert_int_equal(trace_parser_next(f->parser, &call), status);
    assert_int_equal(trace_parser_damage(f->parser)->status, status);
}

/* The damage message says where: call, offset and what. */
static inline void expect_message(struct fixture *f, const char *part)
{
    const char *message = trace_parser_damage(f->parser)->message;

    if (!strstr(message, part))
        fail_msg("\"%s\" does not say \"%s\"", message, part);
}

#define FIXTURE_TEST(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif
