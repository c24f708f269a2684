/* SPDX-License-Identifier: MIT */
/* Values: each type as written, whatever chunk cuts it, and what a C argument would have received of it. */
#include "test_util.h"

#include <math.h>

static const struct trace_enum_value enum_table[] = {{"GL_ZERO", 0},   {"GL_NONE", 0},
                                                     {"GL_POINTS", 0}, {"GL_BLEND", 0x0be2},
                                                     {"GL_MINUS", -3}, {"GL_HUGE", INT64_MIN}};
static const struct trace_enum_value flag_table[] = {{"NONE", 0}, {"A", 1}, {"B", 0x8000000000000000}};

/* One call whose argument 0 is what `write` wrote. */
static const struct trace_value *round_trip(struct fixture *f, unsigned version, size_t chunk,
                                            void (*write)(struct trace_writer *w))
{
    struct trace_writer *w = fixture_stream(f, version);

    trace_writer_enter(w, 0, 0, "f(a)");
    trace_writer_arg(w, 0);
    write(w);
    trace_writer_end(w);
    trace_writer_leave(w, 0);
    trace_writer_end(w);
    assert_non_null(fixture_open_packed(f, (struct trace_packing){TRACE_SNAPPY, chunk, 0, 0}));
    return trace_call_arg(next_ok(f), 0);
}

static void write_scalars(struct trace_writer *w)
{
    trace_writer_array(w, 12);
    trace_writer_null(w);
    trace_writer_bool(w, false);
    trace_writer_bool(w, true);
    trace_writer_int(w, -1);
    trace_writer_int(w, INT64_MIN);
    trace_writer_int(w, 300);
    trace_writer_byte(w, 0x04);
    trace_writer_uint(w, UINT64_MAX);
    trace_writer_float(w, -1.5f);
    trace_writer_double(w, 1e300);
    trace_writer_opaque(w, 0xdeadbeefcafe);
    trace_writer_byte(w, 0x03); /* minus zero: no tracer writes it */
    trace_writer_uint(w, 0);
    trace_writer_array(w, 0);
}

static void test_scalars(void **state)
{
    for (size_t chunk = 0; chunk < 12; chunk++) {
        const struct trace_value *v = round_trip(*state, 6, chunk, write_scalars), *i = v->items;

        assert_int_equal(v->type, TRACE_ARRAY);
        assert_int_equal(v->count, 12);
        assert_int_equal(i[0].type, TRACE_NULL);
        assert_int_equal(i[1].type, TRACE_BOOL);
        assert_false(i[1].b);
        assert_int_equal(i[2].type, TRACE_BOOL);
        assert_true(i[2].b);
        assert_int_equal(i[3].type, TRACE_SINT);
        assert_true(i[3].i == -1);
        assert_true(i[4].i == INT64_MIN);
        assert_int_equal(i[5].type, TRACE_UINT);
        assert_int_equal(i[5].u, 300);
        assert_true(i[6].u == UINT64_MAX);
        assert_int_equal(i[7].type, TRACE_FLOAT);
        assert_true(i[7].f == -1.5f);
        assert_int_equal(i[8].type, TRACE_DOUBLE);
        assert_true(i[8].d == 1e300);
        assert_int_equal(i[9].type, TRACE_OPAQUE);
        assert_true(i[9].u == 0xdeadbeefcafe);
        assert_int_equal(i[10].type, TRACE_SINT);
        assert_int_equal(i[10].i, 0);
        assert_int_equal(i[11].type, TRACE_ARRAY);
        assert_int_equal(i[11].count, 0);
    }
}

static const uint32_t wide[] = {'a', 0x20ac, 0x10ffff, 0, 'b'};

static void write_strings(struct trace_writer *w)
{
    char large[3000];

    memset(large, 'L', sizeof large);
    trace_writer_array(w, 6);
    trace_writer_string(w, "", 0);
    trace_writer_string(w, "with\0nul", 8);
    trace_writer_string(w, large, sizeof large);
    trace_writer_wstring(w, wide, 5);
    trace_writer_blob(w, "", 0);
    trace_writer_blob(w, large, sizeof large);
}

static void test_strings_and_blobs(void **state)
{
    static const size_t chunks[] = {0, 1, 2, 3, 64, 1000, 3008, 4000};

    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        const struct trace_value *i = round_trip(*state, 6, chunks[c], write_strings)->items;

        assert_int_equal(i[0].count, 0);
        assert_string_equal(i[0].str, "");
        assert_int_equal(i[1].count, 8);
        assert_memory_equal(i[1].str, "with\0nul", 9); /* and a terminator of its own */
        assert_int_equal(strlen(i[2].str), 3000);
        assert_int_equal(i[3].type, TRACE_WSTRING);
        assert_int_equal(i[3].count, 5);
        assert_memory_equal(i[3].wstr, wide, sizeof wide);
        assert_int_equal(i[3].wstr[5], 0);
        assert_int_equal(i[4].type, TRACE_BLOB);
        assert_int_equal(i[4].count, 0);
        assert_non_null(i[4].blob); /* NULL data is TRACE_NULL; this was data of no bytes */
        assert_int_equal(i[5].count, 3000);
        assert_memory_equal(i[5].blob, i[2].str, 3000);
    }
}

static void write_enums(struct trace_writer *w)
{
    static const int64_t values[] = {0x0be2, 0, -3, INT64_MIN, 99, -1};

    trace_writer_array(w, 6);
    for (unsigned i = 0; i < 6; i++)
        trace_writer_enum(w, 11, enum_table, 6, values[i]);
}

static void test_enum_names_are_the_first_defined(void **state)
{
    struct fixture *f = *state;
    const struct trace_value *i = round_trip(f, 5, 0, write_enums)->items;

    assert_int_equal(i[0].type, TRACE_ENUM);
    assert_int_equal(i[0].i, 0x0be2);
    assert_string_equal(trace_parser_enum_name(f->parser, &i[0]), "GL_BLEND");
    assert_string_equal(trace_parser_enum_name(f->parser, &i[1]), "GL_ZERO");
    assert_string_equal(trace_parser_enum_name(f->parser, &i[2]), "GL_MINUS");
    assert_string_equal(trace_parser_enum_name(f->parser, &i[3]), "GL_HUGE");
    assert_null(trace_parser_enum_name(f->parser, &i[4]));
    assert_null(trace_parser_enum_name(f->parser, &i[5]));
}

static void write_old_enums(struct trace_writer *w)
{
    trace_writer_array(w, 4);
    trace_writer_enum(w, 1, &enum_table[3], 1, 0);
    trace_writer_enum(w, 2, &enum_table[4], 1, 0);
    trace_writer_enum(w, 1, &enum_table[3], 1, 0);
    trace_writer_int(w, 5);
}

static void test_enums_before_version_3_are_one_enumerant_each(void **state)
{
    struct fixture *f = *state;

    for (unsigned version = 0; version < 3; version++) {
        const struct trace_value *i = round_trip(f, version, 0, write_old_enums)->items;

        assert_int_equal(i[0].i, 0x0be2);
        assert_string_equal(trace_parser_enum_name(f->parser, &i[0]), "GL_BLEND");
        assert_true(i[1].i == -3);
        assert_string_equal(trace_parser_enum_name(f->parser, &i[1]), "GL_MINUS");
        assert_int_equal(i[2].i, 0x0be2);
        assert_int_equal(i[3].u, 5);
    }
}

static void write_bitmask(struct trace_writer *w)
{
    trace_writer_bitmask(w, 3, flag_table, 3, 0x8000000000000001);
}

static void test_bitmasks(void **state)
{
    struct fixture *f = *state;
    const struct trace_value *v = round_trip(f, 5, 0, write_bitmask);
    const struct trace_enum_value *flags;

    assert_int_equal(v->type, TRACE_BITMASK);
    assert_true(v->u == 0x8000000000000001);
    assert_int_equal(trace_parser_bitmask(f->parser, v->sig, &flags), 3);
    assert_string_equal(flags[1].name, "A");
    assert_true((uint64_t)flags[2].value == 0x8000000000000000);
    assert_int_equal(trace_parser_bitmask(f->parser, 17, &flags), 0);
    assert_int_equal(trace_parser_bitmask(f->parser, UINT32_MAX, &flags), 0);
}

static void write_struct(struct trace_writer *w)
{
    trace_writer_repr(w);
    trace_writer_string(w, "human", 5);
    trace_writer_struct(w, 3, "Outer(x,inner)");
    trace_writer_int(w, 1);
    trace_writer_struct(w, 4, "Inner(y)");
    trace_writer_int(w, 2);
}

static void test_structs_and_representations(void **state)
{
    struct fixture *f = *state;
    const struct trace_value *v = round_trip(f, 5, 0, write_struct);
    const char *const *members;

    assert_int_equal(v->type, TRACE_REPR);
    assert_int_equal(v->count, 2);
    assert_string_equal(v->items[0].str, "human");
    v = &v->items[1];
    assert_int_equal(v->type, TRACE_STRUCT);
    assert_int_equal(v->count, 2);
    assert_string_equal(trace_parser_struct(f->parser, v->sig, &members), "Outer");
    assert_string_equal(members[1], "inner");
    assert_int_equal(v->items[1].items[0].u, 2);
    assert_string_equal(trace_parser_struct(f->parser, v->items[1].sig, &members), "Inner");
    assert_null(trace_parser_struct(f->parser, 40, &members));
}

/* ---- coercions */

#define V(...) (&(struct trace_value){__VA_ARGS__})

static void test_integers_coerce(void **state)
{
    (void)state;
    assert_int_equal(trace_value_int(V(.type = TRACE_NONE)), 0);
    assert_int_equal(trace_value_int(V(.type = TRACE_NULL)), 0);
    assert_int_equal(trace_value_int(V(.type = TRACE_BOOL, .b = true)), 1);
    assert_int_equal(trace_value_int(V(.type = TRACE_ENUM, .i = -4)), -4);
    assert_int_equal(trace_value_uint(V(.type = TRACE_BITMASK, .u = 6)), 6);
    assert_int_equal(trace_value_int(V(.type = TRACE_STRING, .str = "7", .count = 1)), 0);
    assert_int_equal(trace_value_uint(V(.type = TRACE_OPAQUE, .u = 8)), 8);
    assert_true(trace_value_uint(V(.type = TRACE_SINT, .i = -1)) == UINT64_MAX);
}

static void test_floats_truncate_and_saturate(void **state)
{
    (void)state;
    assert_int_equal(trace_value_int(V(.type = TRACE_FLOAT, .f = -2.9f)), -2);
    assert_int_equal(trace_value_uint(V(.type = TRACE_DOUBLE, .d = 2.9)), 2);
    assert_true(trace_value_int(V(.type = TRACE_DOUBLE, .d = 1e30)) == INT64_MAX);
    assert_true(trace_value_int(V(.type = TRACE_DOUBLE, .d = -1e30)) == INT64_MIN);
    assert_true(trace_value_int(V(.type = TRACE_DOUBLE, .d = 0x1p63)) == INT64_MAX);
    assert_true(trace_value_uint(V(.type = TRACE_DOUBLE, .d = 1e30)) == UINT64_MAX);
    assert_true(trace_value_uint(V(.type = TRACE_DOUBLE, .d = 0x1p63)) == (uint64_t)1 << 63);
    assert_true(trace_value_uint(V(.type = TRACE_FLOAT, .f = -1.0f)) == UINT64_MAX);
    assert_int_equal(trace_value_int(V(.type = TRACE_FLOAT, .f = NAN)), 0);
    assert_int_equal(trace_value_uint(V(.type = TRACE_DOUBLE, .d = NAN)), 0);
}

static void test_doubles_coerce(void **state)
{
    (void)state;
    assert_true(trace_value_double(V(.type = TRACE_FLOAT, .f = 0.5f)) == 0.5);
    assert_true(trace_value_double(V(.type = TRACE_SINT, .i = -3)) == -3);
    assert_true(trace_value_double(V(.type = TRACE_UINT, .u = UINT64_MAX)) == 0x1p64);
    assert_true(trace_value_double(V(.type = TRACE_ENUM, .i = -3)) == -3);
    assert_true(trace_value_double(V(.type = TRACE_NULL)) == 0);
}

static void test_addresses_and_strings(void **state)
{
    const struct trace_value halves[2] = {{.type = TRACE_STRING, .str = "h"}, {.type = TRACE_OPAQUE, .u = 9}};
    const struct trace_value *repr = V(.type = TRACE_REPR, .count = 2, .items = halves);

    (void)state;
    assert_int_equal(trace_value_address(V(.type = TRACE_OPAQUE, .u = 8)), 8);
    assert_int_equal(trace_value_address(V(.type = TRACE_UINT, .u = 8)), 8);
    assert_int_equal(trace_value_address(V(.type = TRACE_BLOB, .blob = (const uint8_t *)"x", .count = 1)), 0);
    assert_int_equal(trace_value_address(V(.type = TRACE_FLOAT, .f = 8)), 0);
    assert_null(trace_value_string(V(.type = TRACE_NULL)));
    assert_string_equal(trace_value_string(V(.type = TRACE_STRING, .str = "s", .count = 1)), "s");
    assert_int_equal(trace_value_address(repr), 9);
    assert_int_equal(trace_value_int(repr), 9);
    assert_null(trace_value_string(repr));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_scalars),
        FIXTURE_TEST(test_strings_and_blobs),
        FIXTURE_TEST(test_enum_names_are_the_first_defined),
        FIXTURE_TEST(test_enums_before_version_3_are_one_enumerant_each),
        FIXTURE_TEST(test_bitmasks),
        FIXTURE_TEST(test_structs_and_representations),
        cmocka_unit_test(test_integers_coerce),
        cmocka_unit_test(test_floats_truncate_and_saturate),
        cmocka_unit_test(test_doubles_coerce),
        cmocka_unit_test(test_addresses_and_strings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
