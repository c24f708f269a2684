/* SPDX-License-Identifier: MIT */
/* The event stream: header, calls, threads, recycling, cuts. */
#include "test_util.h"

#include <malloc.h>

/* An enter and a leave of a call with one integer argument. */
static uint64_t write_call(struct trace_writer *w, unsigned thread, int64_t arg)
{
    uint64_t no = trace_writer_enter(w, thread, 5, "glClear(mask)");

    trace_writer_arg(w, 0);
    trace_writer_int(w, arg);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_end(w);
    return no;
}

static void test_every_version_is_read(void **state)
{
    struct fixture *f = *state;

    for (unsigned version = 0; version <= 6; version++) {
        struct trace_call *call;

        write_call(fixture_stream(f, version), 3, 77);
        assert_non_null(fixture_open(f));
        assert_int_equal(trace_parser_version(f->parser), version);
        assert_int_equal(trace_parser_semantic(f->parser), version);
        call = next_ok(f);
        assert_int_equal(call->thread, version >= 4 ? 3 : 0);
        assert_int_equal(trace_value_int(trace_call_arg(call, 0)), 77);
        assert_int_equal(trace_call_arg(call, 1)->type, TRACE_NONE);
        assert_int_equal(call->ret.type, TRACE_NONE);
        expect_end(f, TRACE_END);
    }
}

static void test_a_newer_version_is_unsupported(void **state)
{
    struct fixture *f = *state;

    trace_writer_uint(&f->writer, 7);
    assert_null(fixture_open(f));
    assert_int_equal(f->damage.status, TRACE_UNSUPPORTED);
    assert_non_null(strstr(f->damage.message, "version 7"));
    assert_null(fixture_open_packed(f, (struct trace_packing){TRACE_BROTLI, 0, 0, 0}));
    assert_int_equal(f->damage.status, TRACE_UNSUPPORTED);
    assert_non_null(strstr(f->damage.message, "not an apitrace file")); /* brotli has no magic of its own */
}

static void test_properties_and_semantic_version(void **state)
{
    static const struct trace_property written[] = {{"process.name", "/bin/x"}, {"a", ""}, {"b", "\xff\1"}};
    const struct trace_property *read;
    struct fixture *f = *state;

    trace_writer_header(&f->writer, 5, written, 3);
    assert_non_null(fixture_open(f));
    assert_int_equal(trace_parser_version(f->parser), 6);
    assert_int_equal(trace_parser_semantic(f->parser), 5);
    assert_int_equal(trace_parser_properties(f->parser, &read), 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_string_equal(read[i].name, written[i].name);
        assert_string_equal(read[i].value, written[i].value);
    }
    expect_end(f, TRACE_END);
    trace_writer_finish(&f->writer);
    trace_writer_init(&f->writer, 6);
    trace_writer_header(&f->writer, 7, NULL, 0);
    assert_null(fixture_open(f));
    assert_int_equal(f->damage.status, TRACE_CORRUPT);
}

static void test_functions_are_resolved_once_and_counted_from_zero(void **state)
{
    const struct trace_function *clear;
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_call *call;

    write_call(w, 0, 1);
    trace_writer_enter(w, 0, 63, "glViewport(x,y,width,height)");
    trace_writer_end(w);
    trace_writer_leave(w, 1);
    trace_writer_end(w);
    write_call(w, 0, 2);
    assert_non_null(fixture_open(f));
    call = next_ok(f);
    clear = call->fn;
    assert_int_equal(clear->index, 0);
    assert_string_equal(clear->arg_names[0], "mask");
    call = next_ok(f);
    assert_int_equal(call->fn->index, 1);
    assert_int_equal(call->fn->num_args, 4);
    assert_string_equal(call->fn->arg_names[3], "height");
    assert_int_equal(call->num_args, 4);
    assert_int_equal(call->args[2].type, TRACE_NONE);
    assert_ptr_equal(next_ok(f)->fn, clear);
}

static void test_arguments_may_come_in_any_order_repeat_and_exceed(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_call *call;

    trace_writer_enter(w, 0, 5, "f(a,b)");
    trace_writer_arg(w, 1);
    trace_writer_int(w, 10);
    trace_writer_arg(w, 1);
    trace_writer_int(w, 11);
    trace_writer_arg(w, 4);
    trace_writer_int(w, 14);
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_arg(w, 0);
    trace_writer_int(w, 10);
    trace_writer_ret(w);
    trace_writer_int(w, -5);
    trace_writer_arg(w, 6);
    trace_writer_null(w);
    trace_writer_end(w);
    assert_non_null(fixture_open(f));
    call = next_ok(f);
    assert_int_equal(call->num_args, 7);
    assert_int_equal(call->fn->num_args, 2);
    assert_int_equal(call->args[0].u, 10);
    assert_int_equal(call->args[1].u, 11);
    assert_int_equal(call->args[2].type, TRACE_NONE);
    assert_int_equal(call->args[4].u, 14);
    assert_int_equal(call->args[6].type, TRACE_NULL);
    assert_int_equal(call->ret.i, -5);
    expect_end(f, TRACE_END);
}

static void test_fake_flag_and_backtrace(void **state)
{
    static const struct trace_frame frames[] = {
        {"libx.so", "main", "x.c", 42, 0x10}, {NULL, NULL, NULL, -1, -1}, {"m", NULL, NULL, -1, 3}};
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 6);
    struct trace_call *call;

    for (unsigned pass = 0; pass < 2; pass++) { /* the second time by reference */
        trace_writer_enter(w, 0, 5, "f()");
        trace_writer_flags(w, 3);
        trace_writer_backtrace(w, 3);
        for (unsigned i = 0; i < 3; i++)
            trace_writer_frame(w, i, &frames[i]);
        trace_writer_end(w);
        trace_writer_leave(w, pass);
        trace_writer_end(w);
    }
    assert_non_null(fixture_open(f));
    for (unsigned pass = 0; pass < 2; pass++) {
        call = next_ok(f);
        assert_int_equal(call->flags, TRACE_CALL_FAKE);
        assert_int_equal(call->num_frames, 3);
        assert_string_equal(call->frames[0].module, "libx.so");
        assert_string_equal(call->frames[0].function, "main");
        assert_string_equal(call->frames[0].file, "x.c");
        assert_int_equal(call->frames[0].line, 42);
        assert_int_equal(call->frames[0].offset, 0x10);
        assert_null(call->frames[1].module);
        assert_int_equal(call->frames[1].line, -1);
        assert_int_equal(call->frames[2].offset, 3);
        trace_parser_recycle(f->parser);
    }
    expect_end(f, TRACE_END);
}

static void test_thread_detail_of_old_versions_is_stored(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 3);

    trace_writer_enter(w, 0, 5, "f()");
    trace_writer_byte(w, 3);
    trace_writer_uint(w, 9);
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_end(w);
    assert_non_null(fixture_open(f));
    assert_int_equal(next_ok(f)->thread, 9);
    expect_end(f, TRACE_END);
}

static void enter_numbered(struct trace_writer *w, unsigned thread, unsigned n)
{
    char text[600];

    memset(text, 'x', sizeof text);
    snprintf(text, sizeof text, "%u", n);
    trace_writer_enter(w, thread, 5, "f(string,blob,array)");
    trace_writer_arg(w, 0);
    trace_writer_string(w, text, strlen(text));
    trace_writer_arg(w, 1);
    trace_writer_blob(w, text, sizeof text); /* large enough to stay in its chunk */
    trace_writer_arg(w, 2);
    trace_writer_array(w, 2);
    trace_writer_int(w, n);
    trace_writer_array(w, 1);
    trace_writer_string(w, text, strlen(text));
    trace_writer_end(w);
}

static void expect_numbered(const struct trace_call *call, unsigned n)
{
    char text[32];

    snprintf(text, sizeof text, "%u", n);
    assert_int_equal(call->no, n);
    assert_string_equal(call->args[0].str, text);
    assert_int_equal(call->args[1].count, 600);
    assert_string_equal((const char *)call->args[1].blob, text);
    assert_int_equal(call->args[1].blob[599], 'x');
    assert_int_equal(call->args[2].items[0].u, n);
    assert_string_equal(call->args[2].items[1].items[0].str, text);
}

/* Leaves far behind their enters and in reverse, with everything reused in between. */
static void test_pending_calls_survive_recycling(void **state)
{
    enum { N = 300 };
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);

    for (unsigned i = 0; i < N; i++)
        enter_numbered(w, i, i);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < 20; j++)
            write_call(w, 0, j);
        trace_writer_leave(w, N - 1 - i);
        trace_writer_ret(w);
        trace_writer_int(w, i);
        trace_writer_end(w);
    }
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 5000, 0, 0}));
    for (unsigned i = 0; i < N; i++) {
        struct trace_call *call;

        for (unsigned j = 0; j < 20; j++) {
            call = next_ok(f);
            assert_int_equal(trace_value_int(&call->args[0]), j);
            trace_parser_recycle(f->parser);
        }
        call = next_ok(f);
        expect_numbered(call, N - 1 - i);
        assert_int_equal(call->ret.u, i);
        assert_int_equal(call->thread, N - 1 - i);
        if (i % 2)
            trace_parser_recycle(f->parser);
    }
    expect_end(f, TRACE_END);
}

static void test_calls_that_never_return_come_last_and_oldest_first(void **state)
{
    struct fixture *f = *state;

    for (unsigned recycle = 0; recycle < 2; recycle++) {
        struct trace_writer *w = fixture_stream(f, 5);
        uint64_t done;

        for (unsigned i = 0; i < 200; i++)
            enter_numbered(w, 0, i);
        done = write_call(w, 1, 0);
        trace_writer_leave(w, 150);
        trace_writer_end(w);
        assert_non_null(fixture_open(f));
        assert_int_equal(next_ok(f)->no, done);
        if (recycle)
            trace_parser_recycle(f->parser);
        expect_numbered(next_ok(f), 150);
        for (unsigned i = 0; i < 200; i++) {
            struct trace_call *call;

            if (i == 150)
                continue;
            call = next_ok(f);
            expect_numbered(call, i);
            assert_int_equal(call->flags, TRACE_CALL_INCOMPLETE);
            if (recycle && i % 7 == 0)
                trace_parser_recycle(f->parser);
        }
        expect_end(f, TRACE_END);
    }
}

static void test_a_trace_can_be_kept_whole(void **state)
{
    struct trace_call *calls[500];
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);

    for (unsigned i = 0; i < 500; i++) {
        enter_numbered(w, 0, i);
        trace_writer_leave(w, i);
        trace_writer_end(w);
    }
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 3000, 0, 0}));
    for (unsigned i = 0; i < 500; i++)
        calls[i] = next_ok(f);
    for (unsigned i = 0; i < 500; i++)
        expect_numbered(calls[i], i);
    assert_true(trace_parser_held(f->parser) > 500 * 600);
    trace_parser_recycle(f->parser);
    assert_true(trace_parser_held(f->parser) < 200 * 600);
}

static void test_a_leave_of_an_unknown_call_is_skipped_but_defines_signatures(void **state)
{
    static const struct trace_enum_value table[] = {{"GL_A", 1}, {"GL_B", 2}};
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    char blob[5000] = {0};
    struct trace_call *call;

    trace_writer_leave(w, 12345);
    trace_writer_ret(w);
    trace_writer_enum(w, 7, table, 2, 1);
    trace_writer_arg(w, 200);
    trace_writer_blob(w, blob, sizeof blob);
    trace_writer_end(w);
    trace_writer_enter(w, 0, 5, "f()");
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_ret(w);
    trace_writer_enum(w, 7, table, 2, 2);
    trace_writer_end(w);
    assert_non_null(fixture_open(f));
    call = next_ok(f);
    assert_int_equal(call->no, 0);
    assert_string_equal(trace_parser_enum_name(f->parser, &call->ret), "GL_B");
    expect_end(f, TRACE_END);
}

/* The stream cut at every byte, clean at the container's level: calls that are whole come, and nothing else.
 */
static void test_a_stream_cut_at_any_byte_yields_the_whole_calls(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 6), cut;
    size_t ends[4], enters[4];

    for (unsigned i = 0; i < 4; i++) {
        enter_numbered(w, 0, i);
        enters[i] = w->size;
        trace_writer_leave(w, i);
        trace_writer_ret(w);
        trace_writer_double(w, 1.5);
        trace_writer_end(w);
        ends[i] = w->size;
    }
    cut = *w;
    for (size_t size = 0; size < cut.size; size++) {
        unsigned whole = 0, entered = 0;
        struct trace_call *call;
        bool clean;

        f->writer.size = size;
        if (!fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 97, 0, 0})) {
            assert_true(size < 3 && f->damage.status == TRACE_TRUNCATED);
            continue;
        }
        while (whole < 4 && ends[whole] <= size)
            expect_numbered(next_ok(f), whole++);
        while (entered < 4 && enters[entered] <= size)
            entered++;
        for (unsigned i = whole; i < entered; i++) {
            call = next_ok(f);
            expect_numbered(call, i);
            assert_int_equal(call->flags, TRACE_CALL_INCOMPLETE);
        }
        clean = size == 3 || (whole && ends[whole - 1] == size) || (entered && enters[entered - 1] == size);
        expect_end(f, clean ? TRACE_END : TRACE_TRUNCATED);
        assert_true(trace_parser_offset(f->parser) <= size);
    }
    f->writer.size = cut.size;
}

/* Call 0 has moved out of the arena when its cut leave gives it a large return value inside the arena; that
 * has to survive one more recycling, while call 1 is handed out. */
static void test_a_cut_leave_keeps_its_call_across_recycling(void **state)
{
    enum { LARGE = 4 << 20 };
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    char *large = malloc(LARGE);
    struct trace_call *call;

    assert_non_null(large);
    memset(large, 'r', LARGE);
    enter_numbered(w, 0, 0);
    enter_numbered(w, 0, 1);
    write_call(w, 1, 0);
    trace_writer_leave(w, 1);
    trace_writer_ret(w);
    trace_writer_string(w, large, LARGE);
    free(large);
    assert_non_null(fixture_open(f));
    assert_int_equal(next_ok(f)->no, 2);
    trace_parser_recycle(f->parser);
    expect_numbered(next_ok(f), 0);
    trace_parser_recycle(f->parser);
    call = next_ok(f);
    expect_numbered(call, 1);
    assert_int_equal(strlen(call->ret.str), LARGE);
    assert_int_equal(call->flags, TRACE_CALL_INCOMPLETE);
    trace_parser_recycle(f->parser);
    expect_end(f, TRACE_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_every_version_is_read),
        FIXTURE_TEST(test_a_newer_version_is_unsupported),
        FIXTURE_TEST(test_properties_and_semantic_version),
        FIXTURE_TEST(test_functions_are_resolved_once_and_counted_from_zero),
        FIXTURE_TEST(test_arguments_may_come_in_any_order_repeat_and_exceed),
        FIXTURE_TEST(test_fake_flag_and_backtrace),
        FIXTURE_TEST(test_thread_detail_of_old_versions_is_stored),
        FIXTURE_TEST(test_pending_calls_survive_recycling),
        FIXTURE_TEST(test_calls_that_never_return_come_last_and_oldest_first),
        FIXTURE_TEST(test_a_trace_can_be_kept_whole),
        FIXTURE_TEST(test_a_leave_of_an_unknown_call_is_skipped_but_defines_signatures),
        FIXTURE_TEST(test_a_stream_cut_at_any_byte_yields_the_whole_calls),
        FIXTURE_TEST(test_a_cut_leave_keeps_its_call_across_recycling),
    };

    mallopt(M_PERTURB, 0xa5); /* what was freed is overwritten, so that a use of it shows */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
