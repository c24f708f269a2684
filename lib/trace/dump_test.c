/* SPDX-License-Identifier: MIT */
/* The dump of what no known capture holds: the expected text is apitrace 11.1's for the same file, and where
 * apitrace is installed it is asked again. */
#include "test_util.h"

#include "trace/dump.h"

static const struct trace_enum_value enums[] = {{"GL_ZERO", 0}, {"GL_NONE", 0}, {"GL_BLEND", 3042}};
static const struct trace_enum_value flags[] = {{"NONE", 0}, {"A", 1}, {"BC", 6}, {"B", 2}};
static const struct trace_frame frames[] = {
    {"libx.so", "main", "x.c", 42, 0x10}, {NULL, NULL, NULL, -1, -1}, {"m", NULL, "f.c", -1, 0}};
static const char odd_text[] = "q\" b\\ t\t r\r n\n \1 \x1f \x7f \xe2\x82 end\0hidden";
static const uint32_t wide[] = {'w', 0x20ac, '\n', 0x1f};

static void begin(struct trace_writer *w, const char *prototype, unsigned id)
{
    trace_writer_enter(w, 1, id, prototype);
}

static void finish(struct trace_writer *w)
{
    trace_writer_end(w);
    trace_writer_leave(w, w->next_no - 1);
    trace_writer_end(w);
}

static void write_values(struct trace_writer *w)
{
    begin(w, "values(null,bools,ints,floats,text,wide,flags,names,repr,blob,address,missing)", 4);
    trace_writer_arg(w, 0);
    trace_writer_null(w);
    trace_writer_arg(w, 1);
    trace_writer_array(w, 2);
    trace_writer_bool(w, true);
    trace_writer_bool(w, false);
    trace_writer_arg(w, 2);
    trace_writer_array(w, 3);
    trace_writer_int(w, -5);
    trace_writer_int(w, INT64_MIN);
    trace_writer_int(w, INT64_MAX);
    trace_writer_arg(w, 3);
    trace_writer_array(w, 6);
    trace_writer_float(w, 0.1f);
    trace_writer_float(w, 1e20f);
    trace_writer_float(w, __builtin_inff());
    trace_writer_double(w, 0.1);
    trace_writer_double(w, -1e-7);
    trace_writer_double(w, 123456789.0);
    trace_writer_arg(w, 4);
    trace_writer_string(w, odd_text, sizeof odd_text - 1);
    trace_writer_arg(w, 5);
    trace_writer_wstring(w, wide, 4);
    trace_writer_arg(w, 6);
    trace_writer_array(w, 5);
    for (unsigned i = 0; i < 5; i++)
        trace_writer_bitmask(w, 1, flags, 4, (const uint64_t[]){0, 1, 7, 2, 0x19}[i]);
    trace_writer_arg(w, 7);
    trace_writer_array(w, 3);
    for (unsigned i = 0; i < 3; i++)
        trace_writer_enum(w, 1, enums, 3, (const int64_t[]){0, 3042, -7}[i]);
    trace_writer_arg(w, 8);
    trace_writer_repr(w);
    trace_writer_string(w, "human", 5);
    trace_writer_int(w, 4);
    trace_writer_arg(w, 9);
    trace_writer_blob(w, "abc", 3);
    trace_writer_arg(w, 10);
    trace_writer_opaque(w, 0xabcdef);
    finish(w);
}

static void write_sample(struct fixture *f)
{
    static const struct trace_property properties[] = {
        {"process.name", "old"}, {"process.name", "/bin/\"x\"\n"}, {"other", ""}};
    struct trace_writer *w = &f->writer;

    trace_writer_header(w, 6, properties, 3);
    write_values(w);
    begin(w, "structs(s,one,none)", 5);
    trace_writer_arg(w, 0);
    trace_writer_struct(w, 1, "Outer(x,,inner)"); /* the one without a name is flattened */
    trace_writer_int(w, 1);
    trace_writer_struct(w, 2, "Inner(y)");
    trace_writer_int(w, 2);
    trace_writer_struct(w, 2, "");
    trace_writer_int(w, 3);
    trace_writer_arg(w, 1);
    trace_writer_array(w, 1);
    trace_writer_int(w, 9);
    trace_writer_arg(w, 2);
    trace_writer_array(w, 0);
    finish(w);
    begin(w, "glFlush()", 6);
    trace_writer_flags(w, 1);
    trace_writer_backtrace(w, 3);
    for (unsigned i = 0; i < 3; i++)
        trace_writer_frame(w, i, &frames[i]);
    finish(w);
    for (unsigned error = 0; error < 2; error++) { /* the first is quiet */
        begin(w, "glGetError()", 7);
        trace_writer_end(w);
        trace_writer_leave(w, w->next_no - 1);
        trace_writer_ret(w);
        trace_writer_int(w, error ? 1280 : 0);
        trace_writer_end(w);
    }
    begin(w, "glIsEnabled(cap)", 8);
    finish(w);
    begin(w, "glXSwapBuffers(dpy,drawable)", 9);
    finish(w);
    begin(w, "glFinish()", 10);
    trace_writer_flags(w, 1);
    trace_writer_end(w);
}

static const char expected[] =
    "// other = \"\"\n"
    "// process.name = \"/bin/\\\"x\\\"\n\"\n"
    "0 values(null = NULL, bools = {true, false}, ints = {-5, -9223372036854775808, 9223372036854775807}, "
    "floats = {0.1, 1e+20, inf, 0.1, -1e-07, 123456789}, text = \"q\\\" b\\\\ t\t r n\n \\1 \\337 \\777 "
    "\\442\\2 end\", "
    "wide = L\"w\\554\n\\337\", flags = {NONE, A, A | BC, B, A | 0x18}, names = {GL_ZERO, GL_BLEND, -7}, "
    "repr = \"human\", blob = blob(3), address = 0xabcdef, missing = ?)\n"
    "1 structs(s = {x = 1, y = 2, inner = {y = 3}}, one = &9, none = {})\n"
    "2 glFlush() // fake\n"
    "Backtrace:\n"
    "libx.so: main+0x10: x.c:42\n"
    "?\n"
    "m+0x0: f.c\n"
    "4 glGetError() = 1280\n"
    "6 glXSwapBuffers(dpy = ?, drawable = ?)\n"
    "\n"
    "7 glFinish() // fake incomplete\n";

static char *dump(struct fixture *f, bool thread_ids)
{
    struct trace_call *call;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct trace_dump d = {out, f->parser, thread_ids};

    assert_non_null(out);
    trace_dump_properties(&d);
    while (trace_parser_next(f->parser, &call) == TRACE_OK) {
        if (!trace_dump_is_quiet(call))
            trace_dump_call(&d, call);
        trace_parser_recycle(f->parser);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static void test_the_dump_is_apitraces(void **state)
{
    struct fixture *f = *state;
    char *text;

    write_sample(f);
    assert_non_null(fixture_open(f));
    text = dump(f, false);
    assert_string_equal(text, expected);
    free(text);
}

static void test_thread_ids_stand_behind_the_number(void **state)
{
    struct fixture *f = *state;
    char *text;

    write_sample(f);
    assert_non_null(fixture_open(f));
    text = dump(f, true);
    assert_non_null(strstr(text, "\n2 @1 glFlush()"));
    free(text);
}

static void test_apitrace_itself_agrees(void **state)
{
    struct fixture *f = *state;
    static char text[2 * sizeof expected];
    char command[128];
    FILE *pipe;
    size_t n;

    if (system("command -v apitrace >/dev/null")) {
        print_message("skipped: apitrace is not installed\n");
        skip();
    }
    write_sample(f);
    assert_non_null(fixture_open(f));
    snprintf(command, sizeof command, "apitrace dump --color=never %s", f->path);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    n = fread(text, 1, sizeof text - 1, pipe);
    assert_int_equal(pclose(pipe), 0);
    text[n] = 0;
    assert_string_equal(text, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_the_dump_is_apitraces),
        FIXTURE_TEST(test_thread_ids_stand_behind_the_number),
        FIXTURE_TEST(test_apitrace_itself_agrees),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
