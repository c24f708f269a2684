/* SPDX-License-Identifier: MIT */
/* Small files that try to cost much memory. Each is read by a child process whose peak is then looked at:
 * under 256 MiB for any file under 1 MiB. */
#include "test_util.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { LIMIT_KIB = 256 * 1024 };

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Reads the file to its end in a child after `pause` seconds, recycling after each call; returns its peak in
 * KiB and its final status. */
static long peak_of(struct fixture *f, unsigned pause, enum trace_status *status)
{
    struct rusage usage;
    int code;
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        struct trace_damage damage;
        struct trace_parser *p;
        struct trace_call *call;

        trace_writer_finish(&f->writer); /* not counted */
        p = trace_parser_open(f->path, NULL, &damage);
        sleep(pause);
        while (p && trace_parser_next(p, &call) == TRACE_OK)
            trace_parser_recycle(p);
        _exit(p ? (int)trace_parser_damage(p)->status : (int)damage.status);
    }
    assert_int_equal(wait4(pid, &code, 0, &usage), pid);
    assert_true(WIFEXITED(code));
    *status = (enum trace_status)WEXITSTATUS(code);
    return usage.ru_maxrss;
}

/* Puts a pipe in the place of the file, and a child that fills it, to be waited for. */
static pid_t make_pipe(struct fixture *f)
{
    char saved[80], command[256];
    pid_t pid;

    snprintf(saved, sizeof saved, "%s.saved", f->path);
    snprintf(command, sizeof command, "cat %s >%s; rm %s", saved, f->path, saved);
    assert_int_equal(rename(f->path, saved), 0);
    assert_int_equal(mkfifo(f->path, 0600), 0);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    return pid;
}

/* The same file as a pipe, of which nobody knows the size. */
static void expect_small_piped(struct fixture *f, enum trace_container container, enum trace_status expected)
{
    struct trace_packing packing = {container, 0, 0, 0};
    enum trace_status status;
    pid_t pid;
    long peak;

    assert_true(trace_writer_save(&f->writer, f->path, &packing));
    trace_writer_finish(&f->writer);
    pid = make_pipe(f);
    peak = peak_of(f, 0, &status);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    print_message("peak %ld MiB, status %d\n", peak >> 10, status);
    assert_int_equal(status, expected);
    if (!SANITIZED)
        assert_true(peak < LIMIT_KIB);
}

static void expect_small_after(struct fixture *f, enum trace_container container, unsigned pause,
                               enum trace_status expected)
{
    struct trace_packing packing = {container, 0, 0, 0};
    enum trace_status status;
    long peak;
    FILE *file;

    assert_true(trace_writer_save(&f->writer, f->path, &packing));
    trace_writer_finish(&f->writer); /* the child inherits what we hold, so hold little */
    file = fopen(f->path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    assert_true(ftell(file) < 1 << 20);
    fclose(file);
    peak = peak_of(f, pause, &status);
    print_message("peak %ld MiB, status %d\n", peak >> 10, status);
    assert_int_equal(status, expected);
    if (!SANITIZED)
        assert_true(peak < LIMIT_KIB);
}

static void expect_small(struct fixture *f, enum trace_container container, enum trace_status expected)
{
    expect_small_after(f, container, 0, expected);
}

static void zeros(struct trace_writer *w, size_t n)
{
    static const uint8_t block[1 << 16];

    for (; n > sizeof block; n -= sizeof block)
        trace_writer_bytes(w, block, sizeof block);
    trace_writer_bytes(w, block, n);
}

static struct trace_writer *start(struct fixture *f)
{
    struct trace_writer *w = fixture_stream(f, 5);

    trace_writer_enter(w, 0, 1, "f(a)");
    trace_writer_arg(w, 0);
    return w;
}

static void test_a_huge_blob_of_zeros_is_refused(void **state)
{
    struct trace_writer *w = start(*state);

    trace_writer_byte(w, 0x08);
    trace_writer_uint(w, 200 << 20);
    zeros(w, 200 << 20);
    expect_small(*state, TRACE_GZIP, TRACE_CORRUPT);
}

static void test_a_blob_that_is_only_claimed_costs_nothing(void **state)
{
    struct trace_writer *w = start(*state);

    trace_writer_byte(w, 0x08);
    trace_writer_uint(w, 60 << 20);
    expect_small(*state, TRACE_GZIP, TRACE_TRUNCATED);
}

static void test_a_large_blob_within_the_limit_is_read(void **state)
{
    struct trace_writer *w = start(*state);

    trace_writer_byte(w, 0x08);
    trace_writer_uint(w, 60 << 20);
    zeros(w, 60 << 20);
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_end(w);
    expect_small(*state, TRACE_ZSTD, TRACE_END);
}

static void blob_of_zeros(struct fixture *f, uint64_t n)
{
    struct trace_writer *w = start(f);

    trace_writer_byte(w, 0x08);
    trace_writer_uint(w, n);
    zeros(w, n);
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_end(w);
}

static void test_a_large_blob_in_a_pipe_is_read(void **state)
{
    blob_of_zeros(*state, 100 << 20);
    expect_small_piped(*state, TRACE_SNAPPY, TRACE_END);
}

static void test_a_huge_blob_of_zeros_in_a_pipe_is_refused(void **state)
{
    blob_of_zeros(*state, 200 << 20);
    expect_small_piped(*state, TRACE_GZIP, TRACE_CORRUPT);
}

static void test_an_array_of_nulls_is_refused(void **state)
{
    struct trace_writer *w = start(*state);

    trace_writer_array(w, 100 << 20);
    zeros(w, 100 << 20);
    expect_small(*state, TRACE_GZIP, TRACE_CORRUPT);
}

static void test_calls_that_never_return_are_bounded(void **state)
{
    struct trace_writer *w = fixture_stream(*state, 5);

    trace_writer_enter(w, 0, 0, "f(a,b,c,d,e,f,g,h)");
    trace_writer_end(w);
    zeros(w, 40 << 20); /* enters of function 0, without arguments, four bytes each */
    expect_small(*state, TRACE_GZIP, TRACE_CORRUPT);
}

static void test_leaves_of_unknown_calls_leave_nothing_behind(void **state)
{
    struct trace_writer *w = fixture_stream(*state, 5);
    static const char large[100000];

    for (unsigned i = 0; i < 2000; i++) {
        trace_writer_leave(w, 12345);
        trace_writer_ret(w);
        trace_writer_string(w, large, sizeof large);
        trace_writer_end(w);
    }
    expect_small(*state, TRACE_GZIP, TRACE_END);
}

/* Small blobs of calls that never return keep a chunk each, and nothing is handed out meanwhile. */
static void test_chunks_do_not_pile_up_behind_pending_calls(void **state)
{
    struct trace_writer *w = fixture_stream(*state, 5);
    static const char large[300000];

    for (unsigned i = 0; i < 1000; i++) {
        trace_writer_enter(w, 0, 1, "f(a)");
        trace_writer_arg(w, 0);
        trace_writer_blob(w, large, 300);
        trace_writer_end(w);
        trace_writer_leave(w, 123456);
        trace_writer_ret(w);
        trace_writer_string(w, large, sizeof large);
        trace_writer_end(w);
    }
    expect_small(*state, TRACE_ZSTD, TRACE_END);
}

static void test_signatures_are_bounded(void **state)
{
    struct trace_writer *w = start(*state);

    trace_writer_array(w, 900);
    for (unsigned i = 0; i < 900; i++) {
        trace_writer_byte(w, 0x0a); /* a bitmask of 100,000 nameless zero flags */
        trace_writer_uint(w, i);
        trace_writer_uint(w, 100000);
        zeros(w, 200000);
        trace_writer_uint(w, 0);
    }
    expect_small(*state, TRACE_GZIP, TRACE_CORRUPT);
}

static void test_a_long_trace_is_read_in_flat_memory(void **state)
{
    struct trace_writer *w = fixture_stream(*state, 5);
    static const char large[500000];

    for (unsigned i = 0; i < 800; i++) { /* 400 MB */
        trace_writer_enter(w, 0, 1, "f(a)");
        trace_writer_arg(w, 0);
        trace_writer_blob(w, large, sizeof large);
        trace_writer_end(w);
        trace_writer_leave(w, i);
        trace_writer_end(w);
    }
    /* The reader comes late, and the read-ahead has waited for it. */
    expect_small_after(*state, TRACE_ZSTD_SEEKABLE, 2, TRACE_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_a_huge_blob_of_zeros_is_refused),
        FIXTURE_TEST(test_a_blob_that_is_only_claimed_costs_nothing),
        FIXTURE_TEST(test_a_large_blob_within_the_limit_is_read),
        FIXTURE_TEST(test_a_large_blob_in_a_pipe_is_read),
        FIXTURE_TEST(test_a_huge_blob_of_zeros_in_a_pipe_is_refused),
        FIXTURE_TEST(test_an_array_of_nulls_is_refused),
        FIXTURE_TEST(test_calls_that_never_return_are_bounded),
        FIXTURE_TEST(test_leaves_of_unknown_calls_leave_nothing_behind),
        FIXTURE_TEST(test_chunks_do_not_pile_up_behind_pending_calls),
        FIXTURE_TEST(test_signatures_are_bounded),
        FIXTURE_TEST(test_a_long_trace_is_read_in_flat_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
