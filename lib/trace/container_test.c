/* SPDX-License-Identifier: MIT */
/* Containers: what goes in comes out whatever the wrapping and the chunk size, and what is no trace is
 * refused with a plain word. */
#include "test_util.h"

enum { CALLS = 200, BLOB = 3000 };

/* Calls with a blob each, so that values are cut by chunks of every size. */
static void write_sample(struct fixture *f)
{
    struct trace_writer *w = fixture_stream(f, 5);
    uint8_t blob[BLOB];

    for (unsigned i = 0; i < CALLS; i++) {
        for (unsigned j = 0; j < BLOB; j++)
            blob[j] = (uint8_t)(i * 7 + j * (j >> 6));
        trace_writer_enter(w, 0, 9, "glBufferSubData(target,data)");
        trace_writer_arg(w, 0);
        trace_writer_int(w, i * 100000);
        trace_writer_arg(w, 1);
        trace_writer_blob(w, blob, BLOB);
        trace_writer_end(w);
        trace_writer_leave(w, i);
        trace_writer_end(w);
    }
}

static void expect_sample_call(const struct trace_call *call, unsigned i)
{
    assert_int_equal(call->no, i);
    assert_string_equal(call->fn->name, "glBufferSubData");
    assert_int_equal(trace_value_uint(&call->args[0]), i * 100000);
    assert_int_equal(call->args[1].count, BLOB);
    for (unsigned j = 0; j < BLOB; j++)
        assert_int_equal(call->args[1].blob[j], (uint8_t)(i * 7 + j * (j >> 6)));
}

static void expect_sample(struct fixture *f, enum trace_container kind)
{
    assert_non_null(f->parser);
    assert_int_equal(trace_parser_container(f->parser), kind);
    for (unsigned i = 0; i < CALLS; i++) {
        expect_sample_call(next_ok(f), i);
        if (i % 3 == 0)
            trace_parser_recycle(f->parser);
    }
    expect_end(f, TRACE_END);
}

static void test_every_container_yields_the_stream(void **state)
{
    static const size_t chunks[] = {0, 1, 7, 100, 4096, 65536};
    struct fixture *f = *state;

    write_sample(f);
    for (enum trace_container kind = TRACE_SNAPPY; kind <= TRACE_ZSTD_SEEKABLE; kind++)
        for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
            /* One frame per byte says nothing new of zstd, and takes long. */
            if (chunks[i] < 100 && chunks[i] && kind >= TRACE_ZSTD)
                continue;
            fixture_open_packed(f, (struct trace_packing){kind, chunks[i], 0, 0});
            expect_sample(f, kind);
        }
}

static void test_a_gzip_around_a_container_is_peeled(void **state)
{
    struct fixture *f = *state;

    write_sample(f);
    fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 0, 1, 0});
    expect_sample(f, TRACE_SNAPPY);
    fixture_open_packed(f, (struct trace_packing){TRACE_GZIP, 0, 1, 0});
    expect_sample(f, TRACE_GZIP);
    fixture_open_packed(f, (struct trace_packing){TRACE_ZSTD, 0, 1, 0});
    expect_sample(f, TRACE_ZSTD);
    assert_null(fixture_open_packed(f, (struct trace_packing){TRACE_GZIP, 0, 2, 0}));
    assert_int_equal(f->damage.status, TRACE_UNSUPPORTED);
}

/* Version 5, then 40 times an enter and a leave of glFlush, as the brotli tool compresses it. */
// clang-format off
static const uint8_t brotli_sample[] = {
    0x1f, 0x21, 0x01, 0xf8, 0x9f, 0x09, 0x76, 0x4c, 0x97, 0x89, 0xa3, 0x9f, 0xc7, 0xd6,
    0x44, 0x81, 0xb7, 0x13, 0x84, 0xcf, 0x45, 0xaa, 0x04, 0xcd, 0x14, 0x40, 0x40, 0x00,
    0x30, 0x00, 0xf0, 0x6c, 0x80, 0x2e, 0xa6, 0x24, 0x2c, 0x31, 0x57, 0x00, 0x24, 0x30,
    0x68, 0x52, 0xb6, 0xef, 0xba, 0xff, 0x1d, 0x03, 0x32, 0x40, 0x86, 0xc8, 0x08, 0x19,
    0x23, 0x13, 0x64, 0x8a, 0xcc, 0x90, 0x39, 0xb2, 0x40, 0x96, 0xc8, 0x0a, 0x59, 0x23,
    0x1b, 0x64, 0x8b, 0xec, 0x90, 0xbd, 0x1c, 0xe4, 0x28, 0x27, 0x39, 0xcb, 0x45, 0xae,
    0x72, 0x93, 0xbb, 0x3c, 0xe4, 0x49, 0x9e, 0xe5, 0x45, 0x5e, 0xe5, 0x6d, 0x70, 0x97,
    0x0f, 0xf9, 0x94, 0x2f, 0xf9, 0x96, 0x1f, 0xf9, 0x95, 0x3f, 0xfe,
};
// clang-format on

static void test_brotli_of_the_tool_is_read(void **state)
{
    struct fixture *f = *state;

    assert_non_null(fixture_open_raw(f, brotli_sample, sizeof brotli_sample));
    assert_int_equal(trace_parser_container(f->parser), TRACE_BROTLI);
    for (unsigned i = 0; i < 40; i++)
        assert_string_equal(next_ok(f)->fn->name, "glFlush");
    expect_end(f, TRACE_END);
}

/* A cut file ends TRUNCATED after a prefix of the calls, each of them whole. */
static void test_a_cut_file_yields_the_prefix(void **state)
{
    struct fixture *f = *state;

    write_sample(f);
    for (enum trace_container kind = TRACE_SNAPPY; kind <= TRACE_ZSTD; kind++)
        for (size_t cut = 1; cut < 20000; cut += 1777) {
            struct trace_call *call;
            unsigned n = 0;

            assert_non_null(fixture_open_packed(f, (struct trace_packing){kind, 10000, 0, cut}));
            while (trace_parser_next(f->parser, &call) == TRACE_OK &&
                   !(call->flags & TRACE_CALL_INCOMPLETE)) {
                expect_sample_call(call, n++);
                trace_parser_recycle(f->parser);
            }
            assert_int_equal(trace_parser_damage(f->parser)->status, TRACE_TRUNCATED);
            assert_true(n < CALLS || cut < 20);
            /* Stored blocks: no more than the cut itself is lost. */
            if (kind == TRACE_BROTLI)
                assert_true(n + cut / BLOB + 3 >= CALLS);
        }
}

static void test_a_cut_snappy_chunk_is_decoded_as_far_as_it_goes(void **state)
{
    struct fixture *f = *state;
    unsigned whole = 0;
    struct trace_call *call;

    write_sample(f);
    /* All in one chunk: without its good part there would be no call at all. */
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, 0, 0, 5000}));
    while (trace_parser_next(f->parser, &call) == TRACE_OK)
        whole += !(call->flags & TRACE_CALL_INCOMPLETE);
    assert_true(whole > CALLS / 2 && whole < CALLS);
    assert_int_equal(trace_parser_damage(f->parser)->status, TRACE_TRUNCATED);
    expect_message(f, "the file ends inside a snappy chunk");
}

static void expect_refused(struct fixture *f, const void *bytes, size_t n, enum trace_status status,
                           const char *part)
{
    assert_null(fixture_open_raw(f, bytes, n));
    assert_int_equal(f->damage.status, status);
    if (!strstr(f->damage.message, part))
        fail_msg("\"%s\" does not say \"%s\"", f->damage.message, part);
}

static void test_what_is_no_trace_is_refused_by_name(void **state)
{
    struct fixture *f = *state;
    char tar[512] = {'x'};

    memcpy(tar + 257, "ustar", 5);
    expect_refused(f, "", 0, TRACE_UNSUPPORTED, "not an apitrace file: the file is empty");
    expect_refused(f, "\n at\1\0\0\0", 8, TRACE_UNSUPPORTED, "not an apitrace file");
    expect_refused(f, "hello, world\n", 13, TRACE_UNSUPPORTED, "not an apitrace file");
    expect_refused(f,
                   "\xfd"
                   "7zXZ\0abcdefgh",
                   14, TRACE_UNSUPPORTED, "xz");
    expect_refused(f, "PK\3\4abcdefgh", 12, TRACE_UNSUPPORTED, "zip");
    expect_refused(f, tar, sizeof tar, TRACE_UNSUPPORTED, "tar");
    expect_refused(f, "a", 1, TRACE_UNSUPPORTED, "not an apitrace file");
}

static void test_a_missing_file_is_an_io_error(void **state)
{
    struct trace_damage damage;

    (void)state;
    assert_null(trace_parser_open("/nonexistent/x.trace", NULL, &damage));
    assert_int_equal(damage.status, TRACE_IO);
    assert_non_null(strstr(damage.message, "No such file"));
    assert_null(trace_parser_open("/tmp", NULL, &damage));
    assert_int_equal(damage.status, TRACE_IO);
    assert_non_null(strstr(damage.message, "cannot open: Is a directory"));
}

/* The first frame ends with the first call, so only the container knows that something is missing. */
static void test_a_zstd_frame_cut_between_calls_is_truncation(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    size_t first = 0;

    for (unsigned i = 0; i < 2; i++) {
        trace_writer_enter(w, 0, 9, "glFlush()");
        trace_writer_end(w);
        trace_writer_leave(w, i);
        trace_writer_end(w);
        first = first ? first : w->size;
    }
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_ZSTD, first, 0, 8}));
    next_ok(f);
    expect_end(f, TRACE_TRUNCATED);
    expect_message(f, "the zstd stream ends early");
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_ZSTD, first, 0, 0}));
    next_ok(f);
    next_ok(f);
    expect_end(f, TRACE_END);
}

static void test_gzip_members_follow_each_other(void **state)
{
    struct trace_packing packing = {TRACE_GZIP, 0, 0, 0};
    struct fixture *f = *state;
    uint8_t both[4096];
    size_t n = 0;

    fixture_stream(f, 5);
    for (unsigned part = 0; part < 2; part++) {
        FILE *file;

        trace_writer_enter(&f->writer, 0, 9, "glFlush()");
        trace_writer_end(&f->writer);
        trace_writer_leave(&f->writer, part);
        trace_writer_end(&f->writer);
        assert_true(trace_writer_save(&f->writer, f->path, &packing));
        f->writer.size = 0; /* the next member goes on where this one ends */
        file = fopen(f->path, "rb");
        assert_non_null(file);
        n += fread(both + n, 1, sizeof both - n, file);
        fclose(file);
    }
    memcpy(both + n, "\0\0 padding", 10);
    assert_non_null(fixture_open_raw(f, both, n + 10));
    next_ok(f);
    assert_int_equal(next_ok(f)->no, 1);
    expect_end(f, TRACE_END);
}

static void test_an_empty_snappy_file_is_truncated(void **state)
{
    expect_refused(*state, "at", 2, TRACE_TRUNCATED, "header");
}

/* One good chunk (version 5, an enter and a leave of glFlush) and then `tail`. */
static void open_with_tail(struct fixture *f, const char *tail, size_t n)
{
    struct trace_packing packing = {TRACE_SNAPPY, 0, 0, 0};
    struct trace_writer *w = fixture_stream(f, 5);
    FILE *file;

    trace_writer_enter(w, 0, 9, "glFlush()");
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_end(w);
    assert_true(trace_writer_save(w, f->path, &packing));
    file = fopen(f->path, "ab");
    assert_non_null(file);
    assert_int_equal(fwrite(tail, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
    trace_parser_close(f->parser);
    f->parser = trace_parser_open(f->path, NULL, &f->damage);
    assert_non_null(f->parser);
    next_ok(f);
}

static void test_snappy_chunk_lengths_are_checked(void **state)
{
    struct fixture *f = *state;

    open_with_tail(f, "", 0);
    expect_end(f, TRACE_END);
    open_with_tail(f, "\0\0\0\0", 4);
    expect_end(f, TRACE_END);
    open_with_tail(f, "\0\0\0\0rest", 8);
    expect_end(f, TRACE_TRUNCATED);
    expect_message(f, "ignored");
    open_with_tail(f, "\1\2\3", 3);
    expect_end(f, TRACE_TRUNCATED);
    expect_message(f, "chunk length");
    open_with_tail(f, "\xff\xff\xff\x7f....", 8);
    expect_end(f, TRACE_CORRUPT);
    expect_message(f, "limit");
    /* 64 MiB exactly is allowed, and the file is only a few bytes. */
    open_with_tail(f, "\0\0\0\4....", 8);
    expect_end(f, TRACE_TRUNCATED);
}

static void test_snappy_claims_are_not_believed(void **state)
{
    struct fixture *f = *state;

    /* Five bytes that claim to be 200 MiB. */
    open_with_tail(f, "\5\0\0\0\x80\x80\x80\x64\0", 9);
    expect_end(f, TRACE_CORRUPT);
    expect_message(f, "claims");
    /* A literal longer than the block. What there is of it, the enter of call 1, still counts. */
    open_with_tail(f, "\6\0\0\0\x08\x1c\0\0\x09\0", 10);
    assert_int_equal(next_ok(f)->flags, TRACE_CALL_INCOMPLETE);
    expect_end(f, TRACE_CORRUPT);
    expect_message(f, "damaged snappy chunk");
    expect_message(f, "call 2, stream offset 21");
}

static void test_a_gzip_checksum_that_fails_is_damage(void **state)
{
    struct trace_packing packing = {TRACE_GZIP, 0, 0, 0};
    struct fixture *f = *state;
    struct trace_call *call;
    FILE *file;

    write_sample(f);
    assert_true(trace_writer_save(&f->writer, f->path, &packing));
    file = fopen(f->path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -8, SEEK_END), 0);
    assert_int_equal(fwrite("\1\2\3\4", 1, 4, file), 4);
    assert_int_equal(fclose(file), 0);
    f->parser = trace_parser_open(f->path, NULL, &f->damage);
    assert_non_null(f->parser);
    while (trace_parser_next(f->parser, &call) == TRACE_OK)
        ;
    assert_int_equal(trace_parser_damage(f->parser)->status, TRACE_CORRUPT);
    expect_message(f, "gzip");
}

static void test_progress_ends_at_the_size_of_the_file(void **state)
{
    struct fixture *f = *state;
    uint64_t done, size;
    struct trace_call *call;

    write_sample(f);
    assert_non_null(fixture_open(f));
    while (trace_parser_next(f->parser, &call) == TRACE_OK)
        trace_parser_recycle(f->parser);
    trace_parser_progress(f->parser, &done, &size);
    assert_int_equal(done, size);
    assert_true(size > CALLS);
    assert_int_equal(trace_parser_offset(f->parser), f->writer.size);
    assert_string_equal(trace_container_name(TRACE_ZSTD_SEEKABLE), "zstd-seekable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_every_container_yields_the_stream),
        FIXTURE_TEST(test_a_gzip_around_a_container_is_peeled),
        FIXTURE_TEST(test_brotli_of_the_tool_is_read),
        FIXTURE_TEST(test_a_cut_file_yields_the_prefix),
        FIXTURE_TEST(test_a_cut_snappy_chunk_is_decoded_as_far_as_it_goes),
        FIXTURE_TEST(test_what_is_no_trace_is_refused_by_name),
        FIXTURE_TEST(test_a_missing_file_is_an_io_error),
        FIXTURE_TEST(test_a_zstd_frame_cut_between_calls_is_truncation),
        FIXTURE_TEST(test_gzip_members_follow_each_other),
        FIXTURE_TEST(test_an_empty_snappy_file_is_truncated),
        FIXTURE_TEST(test_snappy_chunk_lengths_are_checked),
        FIXTURE_TEST(test_snappy_claims_are_not_believed),
        FIXTURE_TEST(test_a_gzip_checksum_that_fails_is_damage),
        FIXTURE_TEST(test_progress_ends_at_the_size_of_the_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
