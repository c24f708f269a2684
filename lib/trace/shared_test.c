/* SPDX-License-Identifier: MIT */
/* Captures from outside. The numbers come from an independent decoder. The files lie in the folder that
 * RETRACE_SHARED names, else in ../shared; without it these tests are skipped, and say so. */
#include "test_util.h"

static const struct {
    const char *file;
    unsigned version;
    enum trace_container container;
    enum trace_status status;
    uint64_t bytes, calls, functions;
    int64_t pending[2]; /* -1: none */
} captures[] = {
    {"zlib-no-eof", 1, TRACE_GZIP, TRACE_TRUNCATED, 2395, 32, 19, {-1, -1}},
    {"incomplete-call", 2, TRACE_SNAPPY, TRACE_END, 842, 7, 7, {7, -1}},
    {"tri", 4, TRACE_SNAPPY, TRACE_END, 81406, 33, 19, {-1, -1}},
    {"glxsimple", 4, TRACE_SNAPPY, TRACE_END, 131293, 922, 34, {-1, -1}},
    {"glthreads", 4, TRACE_SNAPPY, TRACE_END, 85817, 238, 22, {172, 239}},
    {"tri_glsl", 5, TRACE_SNAPPY, TRACE_END, 377166, 6939, 41, {-1, -1}},
};

static void read_capture(struct fixture *f, const char *path, size_t i)
{
    uint64_t calls = 0, functions = 0, pending = 0;
    struct trace_call *call;

    trace_parser_close(f->parser);
    f->parser = trace_parser_open(path, NULL, &f->damage);
    if (!f->parser)
        fail_msg("%s: %s", path, f->damage.message);
    while (trace_parser_next(f->parser, &call) == TRACE_OK) {
        if (call->fn->index >= functions)
            functions = call->fn->index + 1;
        if (call->flags & TRACE_CALL_INCOMPLETE) {
            assert_true(pending < 2);
            assert_int_equal(call->no, captures[i].pending[pending++]);
        } else {
            calls++;
        }
        trace_parser_recycle(f->parser);
    }
    print_message("%s: %llu calls\n", captures[i].file, (unsigned long long)calls);
    assert_int_equal(trace_parser_version(f->parser), captures[i].version);
    assert_int_equal(trace_parser_container(f->parser), captures[i].container);
    assert_int_equal(trace_parser_damage(f->parser)->status, captures[i].status);
    assert_int_equal(trace_parser_offset(f->parser), captures[i].bytes);
    assert_int_equal(calls, captures[i].calls);
    assert_int_equal(functions, captures[i].functions);
    assert_true(pending == 2 || captures[i].pending[pending] == -1);
}

static void test_public_captures_have_the_known_counts(void **state)
{
    const char *shared = getenv("RETRACE_SHARED");
    char path[512];

    snprintf(path, sizeof path, "%s/traces/apitrace-tests", shared ? shared : "../shared");
    if (access(path, R_OK)) {
        print_message("skipped: no captures in %s\n", path);
        skip();
    }
    for (size_t i = 0; i < sizeof captures / sizeof *captures; i++) {
        snprintf(path, sizeof path, "%s/traces/apitrace-tests/%s.trace", shared ? shared : "../shared",
                 captures[i].file);
        read_capture(*state, path, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {FIXTURE_TEST(test_public_captures_have_the_known_counts)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
