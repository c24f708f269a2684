/* SPDX-License-Identifier: MIT */
/* Small files that make the player keep much, each replayed over a GL that draws nothing by a child process
 * whose peak is then looked at: under 256 MiB for any file under 1 MiB, with what was refused named; and a
 * long trace of a program that does nothing wrong, which must not run into the limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "retrace/fuzz_gl.h"
#include "retrace/player_priv.h"
#include "retrace/replay.h"
#include "trace/writer.h"

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

static struct trace_writer trace;

/* A call with all its arguments, outputs among them: i int, p address, b blob (pointer, size), s string, n
 * null, I array of one int; after '=' the return value. */
static void put(unsigned id, const char *prototype, const char *format, ...)
{
    uint64_t no = trace_writer_enter(&trace, 0, id, prototype);
    unsigned index = 0;
    va_list args;

    va_start(args, format);
    for (const char *f = format; *f; f++) {
        if (*f == '=') {
            trace_writer_end(&trace);
            trace_writer_leave(&trace, no);
            trace_writer_ret(&trace);
            continue;
        }
        if (f == format || f[-1] != '=')
            trace_writer_arg(&trace, index++);
        switch (*f) {
        case 'i':
            trace_writer_int(&trace, va_arg(args, int));
            break;
        case 'p':
            trace_writer_opaque(&trace, va_arg(args, uint64_t));
            break;
        case 'b': {
            const void *data = va_arg(args, const void *);
            trace_writer_blob(&trace, data, va_arg(args, size_t));
            break;
        }
        case 's': {
            const char *text = va_arg(args, const char *);
            trace_writer_string(&trace, text, strlen(text));
            break;
        }
        case 'I':
            trace_writer_array(&trace, 1);
            trace_writer_int(&trace, va_arg(args, int));
            break;
        default:
            trace_writer_null(&trace);
        }
    }
    va_end(args);
    if (!strchr(format, '=')) {
        trace_writer_end(&trace);
        trace_writer_leave(&trace, no);
    }
    trace_writer_end(&trace);
}

static void current(uint64_t context)
{
    put(4, "glXMakeCurrent(dpy,drawable,ctx)", "nip=i", 7, context, 1);
}

static int setup(void **state)
{
    (void)state;
    trace_writer_init(&trace, 5);
    trace_writer_header(&trace, 5, NULL, 0);
    current(0x1000);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    trace_writer_finish(&trace);
    return 0;
}

struct outcome {
    uint64_t calls, too_much, gaps; /* gaps: of any reason */
};

static void replay(const char *path, int to)
{
    struct replay_params params = {.path = path, .backend = &null_backend};
    struct replay_result result;
    struct outcome outcome = {0};

    null_gl_start();
    replay_run(&params, &result);
    outcome.calls = result.calls;
    for (size_t i = 0; i < result.gap_count; i++) {
        outcome.gaps += result.gaps[i].count;
        if (!strcmp(result.gaps[i].reason, player_too_much))
            outcome.too_much += result.gaps[i].count;
    }
    _exit(write(to, &outcome, sizeof outcome) != (ssize_t)sizeof outcome);
}

static struct outcome play(void)
{
    const struct trace_packing packing = {.container = TRACE_ZSTD};
    char path[] = "/tmp/player_memory_test_XXXXXX";
    struct outcome outcome = {0};
    struct rusage usage;
    struct stat st;
    int fd = mkstemp(path), ends[2], status;
    pid_t pid;

    assert_true(fd >= 0);
    close(fd);
    assert_true(trace_writer_save(&trace, path, &packing));
    trace_writer_finish(&trace); /* the child inherits what we hold, so hold little */
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(pipe(ends), 0);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        replay(path, ends[1]);
    assert_int_equal(wait4(pid, &status, 0, &usage), pid);
    unlink(path);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &outcome, sizeof outcome), sizeof outcome);
    close(ends[0]);
    close(ends[1]);
    print_message("%ld KiB, peak %ld MiB, %llu calls, %llu refused\n", (long)st.st_size >> 10,
                  usage.ru_maxrss >> 10, (unsigned long long)outcome.calls,
                  (unsigned long long)outcome.too_much);
    assert_true(st.st_size < 1 << 20);
    if (!SANITIZED)
        assert_true(usage.ru_maxrss < LIMIT_KIB);
    return outcome;
}

static void test_vertex_arrays_without_end(void **state)
{
    (void)state;
    for (int i = 1; i < 100000; i++) {
        put(5, "glGenVertexArrays(n,arrays)", "iI", 1, i % 200000);
        put(6, "glBindVertexArray(array)", "i", i);
    }
    assert_true(play().too_much > 0);
}

static void test_names_far_apart_in_many_contexts(void **state)
{
    (void)state;
    for (uint64_t context = 1; context < 100; context++) {
        current(context << 12);
        for (int i = 1; i < 20; i++) {
            put(5, "glGenVertexArrays(n,arrays)", "iI", 1, (1 << 20) - i);
            put(7, "glGenFramebuffers(n,framebuffers)", "iI", 1, i << 15);
            put(8, "glGenQueries(n,ids)", "iI", 1, i << 15);
        }
    }
    assert_int_equal(play().gaps, 0);
}

static void test_contexts_without_end(void **state)
{
    (void)state;
    for (uint64_t context = 1; context < 20000; context++)
        current(context << 12);
    assert_true(play().gaps > 0);
}

static void test_count_of_names_that_the_trace_does_not_hold(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++)
        put(9, "glGenTextures(n,textures)", "iI", 1 << 26, 5);
    assert_int_equal(play().gaps, 100);
}

static void test_feedback_buffers_of_any_size(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        put(10, "glFeedbackBuffer(size,type,buffer)", "iin", 4 << 20, GL_2D);
        put(11, "glRenderMode(mode)", "i=i", GL_FEEDBACK, 0);
        put(12, "glSelectBuffer(size,buffer)", "in", INT32_MAX);
    }
    assert_true(play().too_much > 100);
}

static void test_client_arrays_of_many_vertex_arrays(void **state)
{
    static uint8_t zeros[1 << 20];

    (void)state;
    for (int i = 1; i < 400; i++) {
        put(5, "glGenVertexArrays(n,arrays)", "iI", 1, i);
        put(6, "glBindVertexArray(array)", "i", i);
        put(13, "glVertexPointer(size,type,stride,pointer)", "iiib", 4, GL_FLOAT, 0, zeros, sizeof zeros);
    }
    assert_true(play().too_much > 0);
}

static void test_locations_and_names_of_many_programs(void **state)
{
    char name[4001];

    (void)state;
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    for (int i = 1; i < 10000; i++) {
        put(14, "glCreateProgram()", "=i", i);
        snprintf(name, 8, "%07d", i);
        put(15, "glGetUniformLocation(program,name)", "is=i", i, name, 3);
        put(16, "glProgramUniform1i(program,location,v0)", "iii", i, 65535, 1);
    }
    assert_true(play().too_much > 0);
}

/* What an old program does in each frame, for long: nothing is kept of it, and so nothing refused. */
static void test_frames_that_push_and_pop_their_arrays_need_no_more_each(void **state)
{
    static uint8_t zeros[50000];

    (void)state;
    put(17, "glEnableClientState(array)", "i", GL_VERTEX_ARRAY);
    for (int i = 0; i < 5000; i++) {
        put(13, "glVertexPointer(size,type,stride,pointer)", "iiib", 4, GL_FLOAT, 0, zeros, sizeof zeros);
        put(18, "glDrawArrays(mode,first,count)", "iii", GL_TRIANGLES, 0, 300);
        put(19, "glPushClientAttrib(mask)", "i", -1);
        put(13, "glVertexPointer(size,type,stride,pointer)", "iiib", 4, GL_FLOAT, 0, zeros, sizeof zeros);
        put(18, "glDrawArrays(mode,first,count)", "iii", GL_TRIANGLES, 0, 3000);
        put(20, "glPopClientAttrib()", "");
        put(18, "glDrawArrays(mode,first,count)", "iii", GL_TRIANGLES, 0, 3);
        put(5, "glGenVertexArrays(n,arrays)", "iI", 1, 9);
        put(6, "glBindVertexArray(array)", "i", 9);
        put(21, "glDeleteVertexArrays(n,arrays)", "iI", 1, 9);
    }
    assert_int_equal(play().gaps, 0);
}

#define MEMORY_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MEMORY_TEST(test_vertex_arrays_without_end),
        MEMORY_TEST(test_names_far_apart_in_many_contexts),
        MEMORY_TEST(test_contexts_without_end),
        MEMORY_TEST(test_count_of_names_that_the_trace_does_not_hold),
        MEMORY_TEST(test_feedback_buffers_of_any_size),
        MEMORY_TEST(test_client_arrays_of_many_vertex_arrays),
        MEMORY_TEST(test_locations_and_names_of_many_programs),
        MEMORY_TEST(test_frames_that_push_and_pop_their_arrays_need_no_more_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
