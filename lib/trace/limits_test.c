/* SPDX-License-Identifier: MIT */
/* Damage: what the format has no meaning for, and what is beyond a limit. Each ends the trace with its place
 * and what was wrong, and keeps the call before it. */
#include "test_util.h"

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

static struct trace_writer *one_call(struct fixture *f, unsigned version)
{
    struct trace_writer *w = fixture_stream(f, version);

    write_call(w, 0, 1);
    return w;
}

static void expect_damage(struct fixture *f, enum trace_status status, const char *part)
{
    assert_non_null(fixture_open(f));
    next_ok(f); /* everything before is kept */
    expect_end(f, status);
    expect_message(f, part);
    assert_int_equal(trace_parser_damage(f->parser)->call, 1);
    expect_message(f, "call 1");
    assert_true(trace_parser_damage(f->parser)->offset > 10);
}

static void test_unknown_events_details_and_types_are_corrupt(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = one_call(f, 5);

    trace_writer_byte(w, 5);
    expect_damage(f, TRACE_CORRUPT, "unknown event 5");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_byte(w, 81);
    expect_damage(f, TRACE_CORRUPT, "(glClear), stream offset 30: unknown call detail 81");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_byte(w, 3);
    expect_damage(f, TRACE_CORRUPT, "unknown call detail 3");
    w = one_call(f, 4);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_byte(w, 4);
    expect_damage(f, TRACE_CORRUPT, "unknown call detail 4");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_arg(w, 0);
    trace_writer_byte(w, 0x10);
    expect_damage(f, TRACE_CORRUPT, "unknown value type 0x10");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_backtrace(w, 1);
    trace_writer_uint(w, 0);
    trace_writer_byte(w, 6);
    expect_damage(f, TRACE_CORRUPT, "unknown backtrace detail 6");
}

/* Starts an argument of call 1, of the type. */
static struct trace_writer *arg_of_type(struct fixture *f, unsigned type)
{
    struct trace_writer *w = one_call(f, 6);

    trace_writer_enter(w, 0, 5, "");
    trace_writer_arg(w, 0);
    trace_writer_byte(w, type);
    return w;
}

static void test_lengths_beyond_the_limits_are_corrupt(void **state)
{
    static const struct {
        unsigned type;
        uint64_t length;
        const char *what;
    } cases[] = {
        {0x07, (64 << 20) + 1, "string of"},          {0x07, UINT64_MAX, "string of"},
        {0x08, ((uint64_t)2 << 30) + 1, "blob of"},   {0x08, UINT64_MAX, "blob of"},
        {0x08, (uint64_t)2 << 30, "limit of 64 MiB"}, {0x0b, UINT64_MAX, "limit of 64 MiB"},
        {0x0b, UINT64_MAX / 24 + 2, "limit"},         {0x0b, 4 << 20, "limit"},
        {0x0f, UINT64_MAX, "wide string of"},         {0x0f, (16 << 20) + 1, "wide string of"},
        {0x09, 1 << 20, "enum signature id"},         {0x0a, UINT64_MAX, "bitmask signature id"},
        {0x0c, 1 << 20, "struct signature id"},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trace_writer_uint(arg_of_type(f, cases[i].type), cases[i].length);
        expect_damage(f, TRACE_CORRUPT, cases[i].what);
    }
}

static void test_tables_beyond_the_limits_are_corrupt(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = arg_of_type(f, 0x09);

    trace_writer_uint(w, 1);
    trace_writer_uint(w, UINT32_MAX);
    expect_damage(f, TRACE_CORRUPT, "enum of");
    w = arg_of_type(f, 0x09);
    trace_writer_uint(w, 1);
    trace_writer_uint(w, 1);
    trace_writer_text(w, "GL_A");
    trace_writer_byte(w, 7);
    expect_damage(f, TRACE_CORRUPT, "enumerant of type 7");
    w = arg_of_type(f, 0x09);
    trace_writer_uint(w, 1);
    trace_writer_uint(w, 0);
    trace_writer_byte(w, 5);
    expect_damage(f, TRACE_CORRUPT, "enum value of type 5");
    w = arg_of_type(f, 0x0c);
    trace_writer_uint(w, 1);
    trace_writer_text(w, "S");
    trace_writer_uint(w, UINT64_MAX);
    expect_damage(f, TRACE_CORRUPT, "struct of");
    w = one_call(f, 5);
    trace_writer_byte(w, 0);
    trace_writer_uint(w, 0);
    trace_writer_uint(w, 1 << 20);
    expect_damage(f, TRACE_CORRUPT, "function signature id");
    w = one_call(f, 5);
    trace_writer_byte(w, 0);
    trace_writer_uint(w, 0);
    trace_writer_uint(w, 1000);
    trace_writer_text(w, "f");
    trace_writer_uint(w, 257);
    expect_damage(f, TRACE_CORRUPT, "f has 257 arguments");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_arg(w, 256);
    expect_damage(f, TRACE_CORRUPT, "argument index 256");
    w = one_call(f, 5);
    trace_writer_enter(w, 4096, 5, "");
    expect_damage(f, TRACE_CORRUPT, "thread 4096");
    w = one_call(f, 5);
    trace_writer_enter(w, 0, 5, "");
    trace_writer_backtrace(w, 4097);
    expect_damage(f, TRACE_CORRUPT, "backtrace of 4097 frames");
}

static void test_nesting_is_limited(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w;

    for (unsigned depth = 63; depth <= 65; depth++) {
        w = arg_of_type(f, 0x0b);
        trace_writer_uint(w, 1);
        for (unsigned i = 1; i < depth; i++)
            trace_writer_array(w, 1);
        trace_writer_null(w);
        trace_writer_end(w);
        trace_writer_leave(w, 1);
        trace_writer_end(w);
        if (depth > 64) {
            expect_damage(f, TRACE_CORRUPT, "nested more than 64 deep");
            continue;
        }
        assert_non_null(fixture_open(f));
        next_ok(f);
        next_ok(f);
        expect_end(f, TRACE_END);
    }
    w = arg_of_type(f, 0x0b);
    trace_writer_uint(w, 1);
    for (unsigned i = 0; i < 400000; i++)
        trace_writer_array(w, 1);
    expect_damage(f, TRACE_CORRUPT, "nested");
}

static void test_numbers_are_at_most_ten_bytes(void **state)
{
    static const uint8_t padded[] = {0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
    static const uint8_t largest[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
    static const uint8_t too_long[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80, 0x00};
    static const uint8_t too_large[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02};
    struct fixture *f = *state;

    for (size_t chunk = 0; chunk < 16; chunk++) { /* the number cut anywhere */
        struct trace_packing packing = {TRACE_SNAPPY, chunk, 0, 0};
        struct trace_writer *w = arg_of_type(f, 0x04);
        struct trace_call *call;

        trace_writer_bytes(w, padded, sizeof padded);
        trace_writer_arg(w, 0);
        trace_writer_byte(w, 0x04);
        trace_writer_bytes(w, largest, sizeof largest);
        trace_writer_end(w);
        assert_non_null(fixture_open_packed(f, packing));
        next_ok(f);
        call = next_ok(f);
        assert_true(call->args[0].u == UINT64_MAX);
    }
    trace_writer_bytes(arg_of_type(f, 0x04), too_long, sizeof too_long);
    expect_damage(f, TRACE_CORRUPT, "64 bits");
    trace_writer_bytes(arg_of_type(f, 0x04), too_large, sizeof too_large);
    expect_damage(f, TRACE_CORRUPT, "64 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_unknown_events_details_and_types_are_corrupt),
        FIXTURE_TEST(test_lengths_beyond_the_limits_are_corrupt),
        FIXTURE_TEST(test_tables_beyond_the_limits_are_corrupt),
        FIXTURE_TEST(test_nesting_is_limited),
        FIXTURE_TEST(test_numbers_are_at_most_ten_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
