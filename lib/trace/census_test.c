/* SPDX-License-Identifier: MIT */
/* The census over traces written here: contexts of each window system, and multi-draws in known states. */
#include "test_util.h"

#include "gl_api.h"
#include "trace/census.h"

enum { MAX_BATCHES = 16 };

struct seen {
    struct trace_census_batch batches[MAX_BATCHES];
    int32_t counts[MAX_BATCHES][4];
    size_t n;
};

static void keep(void *priv, const struct trace_census_batch *batch)
{
    struct seen *seen = priv;

    assert_true(seen->n < MAX_BATCHES);
    seen->batches[seen->n] = *batch;
    for (size_t i = 0; i < batch->n && i < 4; i++)
        seen->counts[seen->n][i] = batch->counts[i];
    seen->n++;
}

/* A call with integer arguments. */
static void call_ints(struct trace_writer *w, unsigned id, const char *prototype, size_t n,
                      const int64_t *args)
{
    uint64_t no = trace_writer_enter(w, 0, id, prototype);

    for (size_t i = 0; i < n; i++) {
        trace_writer_arg(w, i);
        trace_writer_int(w, args[i]);
    }
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_end(w);
}
#define CALL(w, id, prototype, ...)                                                                          \
    call_ints(w, id, prototype, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

static void array(struct trace_writer *w, unsigned index, size_t n, const int64_t *values)
{
    trace_writer_arg(w, index);
    if (!values) {
        trace_writer_null(w);
        return;
    }
    trace_writer_array(w, n);
    for (size_t i = 0; i < n; i++)
        trace_writer_int(w, values[i]);
}

/* Offsets: NULL where 0, a blob where negative. */
static void batch_of(struct trace_writer *w, GLenum mode, GLenum type, int64_t n, const int64_t *counts,
                     const int64_t *offsets, const int64_t *bases)
{
    uint64_t no = bases ? trace_writer_enter(w, 0, 1, "glMultiDrawElementsBaseVertex(a,b,c,d,e,f)")
                        : trace_writer_enter(w, 0, 2, "glMultiDrawElements(a,b,c,d,e)");

    trace_writer_arg(w, 0);
    trace_writer_int(w, mode);
    array(w, 1, (size_t)(n > 0 ? n : 0), counts);
    trace_writer_arg(w, 2);
    trace_writer_int(w, type);
    trace_writer_arg(w, 3);
    trace_writer_array(w, (uint64_t)(n > 0 ? n : 0));
    for (int64_t i = 0; i < n; i++) {
        if (offsets[i] < 0)
            trace_writer_blob(w, "123456789012345678901234", 24);
        else if (offsets[i])
            trace_writer_opaque(w, (uint64_t)offsets[i]);
        else
            trace_writer_null(w);
    }
    trace_writer_arg(w, 4);
    trace_writer_int(w, n);
    if (bases)
        array(w, 5, (size_t)(n > 0 ? n : 0), bases);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_end(w);
}

#define INTS(...) ((const int64_t[]){__VA_ARGS__})

static void take(struct fixture *f, struct trace_census *census, struct seen *seen)
{
    assert_non_null(fixture_open(f));
    assert_true(trace_census_take(census, f->parser, seen ? keep : NULL, seen));
    assert_int_equal(trace_parser_damage(f->parser)->status, TRACE_END);
}

static void create(struct trace_writer *w, unsigned thread, unsigned id, const char *prototype,
                   unsigned share_arg, uint64_t share, unsigned attribs_arg, size_t n, const int64_t *attribs,
                   uint64_t result)
{
    uint64_t no = trace_writer_enter(w, thread, id, prototype);

    trace_writer_arg(w, share_arg);
    trace_writer_opaque(w, share);
    if (attribs)
        array(w, attribs_arg, n, attribs);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_ret(w);
    trace_writer_opaque(w, result);
    trace_writer_end(w);
}

static void current(struct trace_writer *w, unsigned thread, unsigned id, const char *prototype, unsigned arg,
                    uint64_t context, int64_t result)
{
    uint64_t no = trace_writer_enter(w, thread, id, prototype);

    trace_writer_arg(w, arg);
    trace_writer_opaque(w, context);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_ret(w);
    trace_writer_int(w, result);
    trace_writer_end(w);
}

static void test_contexts_of_glx_with_version_profile_and_sharing(void **state)
{
    static const int64_t core[] = {0x2091, 3, 0x2092, 3, 0x9126, 1, 0x2094, 3, 0};
    static const int64_t compat[] = {0x2091, 4, 0x2092, 5, 0x9126, 2, 0};
    static const int64_t implied[] = {0x2091, 3, 0x2092, 2, 0};
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_census c;

    create(w, 0, 3, "glXCreateContext(dpy,vis,shareList,direct)", 2, 0, 0, 0, NULL, 0x10);
    create(w, 0, 4, "glXCreateContextAttribsARB(dpy,config,share,direct,attribs)", 2, 0x10, 4, 9, core, 0x20);
    create(w, 0, 4, "", 2, 0, 4, 7, compat, 0x30);
    create(w, 0, 4, "", 2, 0x30, 4, 5, implied, 0x40);
    create(w, 0, 4, "", 2, 0, 4, 5, implied, 0); /* failed */
    take(f, &c, NULL);
    assert_int_equal(c.num_contexts, 4);
    assert_string_equal(c.contexts[0].api, "GLX");
    assert_int_equal(c.contexts[0].address, 0x10);
    assert_int_equal(c.contexts[0].share, -1);
    assert_int_equal(c.contexts[0].major, 0);
    assert_string_equal(c.contexts[0].profile, "compatibility");
    assert_int_equal(c.contexts[1].share, 0);
    assert_int_equal(c.contexts[1].created, 1);
    assert_int_equal(c.contexts[1].major * 10 + c.contexts[1].minor, 33);
    assert_string_equal(c.contexts[1].profile, "core");
    assert_true(c.contexts[1].debug && c.contexts[1].forward_compatible);
    assert_string_equal(c.contexts[2].profile, "compatibility");
    assert_int_equal(c.contexts[2].minor, 5);
    assert_string_equal(c.contexts[3].profile, "core");
    assert_int_equal(c.contexts[3].share, 2);
    trace_census_finish(&c);
}

static void test_contexts_of_egl_wgl_and_cgl(void **state)
{
    static const int64_t gl33[] = {0x3098, 3, 0x30fb, 3, 0x30fd, 1, 0x3038};
    static const int64_t es2[] = {0x3098, 2, 0x3038};
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_census c;
    uint64_t no;

    create(w, 0, 3, "eglCreateContext(dpy,config,share,attribs)", 2, 0, 3, 3, es2, 0x10);
    CALL(w, 4, "eglBindAPI(api)", 0x30a2);
    create(w, 0, 3, "", 2, 0x10, 3, 7, gl33, 0x20);
    create(w, 1, 3, "", 2, 0, 3, 3, es2, 0x30); /* another thread has its own API */
    create(w, 0, 5, "wglCreateContext(hdc)", 0, 1, 0, 0, NULL, 0x40);
    create(w, 0, 5, "", 0, 1, 0, 0, NULL, 0x50);
    CALL(w, 6, "wglShareLists(a,b)", 0x40, 0x50);
    no = trace_writer_enter(w, 0, 7, "CGLChoosePixelFormat(attribs,pix,npix)");
    array(w, 0, 3, INTS(99, 0x4100, 0));
    trace_writer_end(w);
    trace_writer_leave(w, no);
    array(w, 1, 1, INTS(0x77));
    trace_writer_end(w);
    no = trace_writer_enter(w, 0, 8, "CGLCreateContext(pix,share,ctx)");
    trace_writer_arg(w, 0);
    trace_writer_opaque(w, 0x77);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    array(w, 2, 1, INTS(0x60));
    trace_writer_ret(w);
    trace_writer_int(w, 0);
    trace_writer_end(w);
    current(w, 0, 9, "CGLSetCurrentContext(ctx)", 0, 0x70, 0);
    take(f, &c, NULL);
    assert_int_equal(c.num_contexts, 7);
    assert_string_equal(c.contexts[0].profile, "es");
    assert_int_equal(c.contexts[0].major, 2);
    assert_string_equal(c.contexts[1].profile, "core");
    assert_int_equal(c.contexts[1].share, 0);
    assert_string_equal(c.contexts[2].profile, "es");
    assert_string_equal(c.contexts[3].api, "WGL");
    assert_int_equal(c.contexts[4].share, 3);
    assert_string_equal(c.contexts[5].api, "CGL");
    assert_string_equal(c.contexts[5].profile, "core");
    assert_int_equal(c.contexts[5].major * 10 + c.contexts[5].minor, 41);
    assert_true(c.contexts[6].created == UINT64_MAX); /* made at its first use */
    assert_int_equal(c.contexts[6].share, 0);
    trace_census_finish(&c);
}

static void test_calls_are_counted_to_the_context_of_their_thread(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_census c;

    create(w, 0, 3, "glXCreateContext(dpy,vis,shareList,direct)", 2, 0, 0, 0, NULL, 0x10);
    create(w, 0, 3, "", 2, 0, 0, 0, NULL, 0x20);
    current(w, 0, 9, "glXMakeCurrent(dpy,drawable,ctx)", 2, 0x10, 1);
    current(w, 1, 9, "", 2, 0x20, 1);
    for (unsigned i = 0; i < 5; i++)
        CALL(w, 10, "glFlush()", 0);
    current(w, 0, 9, "", 2, 0x20, 0); /* failed */
    for (unsigned i = 0; i < 3; i++) {
        uint64_t no = trace_writer_enter(w, 1, 10, "");

        trace_writer_end(w);
        trace_writer_leave(w, no);
        trace_writer_end(w);
    }
    trace_writer_enter(w, 0, 11, "glXSwapBuffers(dpy,drawable)");
    trace_writer_end(w);
    take(f, &c, NULL);
    assert_int_equal(c.threads, 2);
    assert_int_equal(c.contexts[0].calls, 5 + 1 + 1); /* the failed change, and the swap */
    assert_int_equal(c.contexts[1].calls, 3);
    assert_int_equal(c.incomplete, 1);
    assert_int_equal(c.frames, 1);
    assert_int_equal(c.calls, 4 + 5 + 1 + 3 + 1);
    trace_census_finish(&c);
}

static void test_a_trace_without_swaps_is_one_frame_if_anything_drew(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_census c;

    CALL(w, 3, "glClearColor(a)", 0);
    take(f, &c, NULL);
    assert_int_equal(c.frames, 0);
    trace_census_finish(&c);
    CALL(w, 4, "glClear(mask)", 0x4000);
    take(f, &c, NULL);
    assert_int_equal(c.frames, 1);
    trace_census_finish(&c);
}

static void test_batches_are_counted_per_entry_point(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct seen seen = {0};
    struct trace_census c;
    const struct trace_census_entry *e;

    CALL(w, 3, "glBindBuffer(target,buffer)", GL_ELEMENT_ARRAY_BUFFER, 7);
    CALL(w, 4, "glBufferData(target,size,data,usage)", GL_ELEMENT_ARRAY_BUFFER, 1000);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 3, INTS(3, 6, 0), INTS(0, 6, 100), INTS(5, -2, 99));
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(9), INTS(2), INTS(0));
    batch_of(w, GL_LINES, GL_UNSIGNED_INT, 2, INTS(4, 4), INTS(0, 16), INTS(8, 8));
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_BYTE, 0, NULL, NULL, NULL);
    batch_of(w, GL_TRIANGLE_STRIP, GL_UNSIGNED_BYTE, 4, INTS(5, 5, 5, 5), INTS(0, -1, 3, -1), NULL);
    batch_of(w, GL_TRIANGLES, GL_FLOAT, 1, INTS(3), INTS(0), NULL);         /* no index type */
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(-3), INTS(0), NULL); /* negative */
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, -1, NULL, NULL, NULL);
    batch_of(w, 0x20, GL_UNSIGNED_INT, 1, INTS(3), INTS(0), NULL); /* no mode */
    take(f, &c, &seen);
    assert_int_equal(c.batches, 5);
    assert_int_equal(c.subdraws, 10);
    assert_int_equal(c.untiered, 0);
    assert_int_equal(c.num_entries, 2);
    e = &c.entries[0];
    assert_string_equal(e->name, "glMultiDrawElementsBaseVertex");
    assert_true(e->tiered);
    assert_int_equal(e->calls, 3);
    assert_int_equal(e->modes[GL_TRIANGLES], 2);
    assert_int_equal(e->modes[GL_LINES], 1);
    assert_int_equal(e->types[2], 1);
    assert_int_equal(e->types[3], 2);
    assert_int_equal(e->drawcount.min, 1);
    assert_int_equal(e->drawcount.median, 2);
    assert_int_equal(e->drawcount.max, 3);
    assert_int_equal(e->indices.min, 8);
    assert_int_equal(e->indices.max, 9);
    assert_int_equal(e->base.varying, 1);
    assert_int_equal(e->base.zero, 1);
    assert_int_equal(e->base.constant, 1);
    assert_int_equal(e->base.null, 0);
    assert_int_equal(e->base.min, -2);
    assert_int_equal(e->base.max, 8); /* 99 belongs to no index */
    assert_int_equal(e->offsets.buffer, 3);
    assert_int_equal(e->offsets.unaligned, 1);
    e = &c.entries[1];
    assert_int_equal(e->calls, 2);
    assert_int_equal(e->invalid, 4);
    assert_int_equal(e->base.null, 2);
    assert_int_equal(e->offsets.mixed, 1);
    assert_int_equal(e->drawcount.min, 0);
    assert_int_equal(seen.n, 5);
    assert_int_equal(seen.batches[0].total, 9);
    assert_int_equal(seen.batches[0].end, 18);
    assert_int_equal(seen.batches[0].buffer_size, 1000);
    assert_true(seen.batches[0].bases_vary);
    assert_int_equal(seen.counts[0][1], 6);
    assert_true(seen.batches[1].unaligned);
    assert_int_equal(seen.batches[1].end, 2 + 36);
    assert_false(seen.batches[2].bases_vary);
    assert_true(seen.batches[4].client);
    trace_census_finish(&c);
}

static void test_the_index_buffer_is_the_vertex_arrays(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct seen seen = {0};
    struct trace_census c;

    CALL(w, 3, "glBindVertexArray(array)", 1);
    CALL(w, 4, "glBindBuffer(target,buffer)", GL_ELEMENT_ARRAY_BUFFER, 7);
    CALL(w, 4, "", GL_COPY_WRITE_BUFFER, 7);
    CALL(w, 5, "glBufferStorage(target,size)", GL_COPY_WRITE_BUFFER, 64);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(0), NULL);
    CALL(w, 3, "", 2);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(0), NULL);
    CALL(w, 6, "glVertexArrayElementBuffer(array,buffer)", 2, 7);
    CALL(w, 7, "glNamedBufferData(buffer,size)", 7, 65);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(0), NULL);
    take(f, &c, &seen);
    assert_int_equal(seen.batches[0].buffer_size, 64);
    assert_false(seen.batches[0].client);
    assert_int_equal(seen.batches[1].buffer_size, 0);
    assert_true(seen.batches[1].client);
    assert_int_equal(seen.batches[2].buffer_size, 65);
    trace_census_finish(&c);
}

static void test_restart_and_feedback_are_followed(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct seen seen = {0};
    struct trace_census c;

    CALL(w, 4, "glBindBuffer(target,buffer)", GL_ELEMENT_ARRAY_BUFFER, 7);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 5, "glEnable(cap)", GL_PRIMITIVE_RESTART);
    CALL(w, 6, "glPrimitiveRestartIndex(index)", 1234);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 6, "", 65535);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 5, "", GL_PRIMITIVE_RESTART_FIXED_INDEX);
    CALL(w, 7, "glBeginTransformFeedback(mode)", GL_POINTS);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 8, "glPauseTransformFeedback()", 0);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 9, "glResumeTransformFeedback()", 0);
    CALL(w, 10, "glBindTransformFeedback(target,id)", GL_TRANSFORM_FEEDBACK, 3);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 10, "", GL_TRANSFORM_FEEDBACK, 0);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    CALL(w, 11, "glEndTransformFeedback()", 0);
    CALL(w, 12, "glDisable(cap)", GL_PRIMITIVE_RESTART_FIXED_INDEX);
    CALL(w, 12, "", GL_PRIMITIVE_RESTART);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1, INTS(3), INTS(2), NULL);
    take(f, &c, &seen);
    assert_int_equal(c.entries[0].restart.off, 2);
    assert_int_equal(c.entries[0].restart.custom, 1);
    assert_int_equal(c.entries[0].restart.fixed, 5);
    assert_true(seen.batches[1].restart);
    assert_int_equal(seen.batches[1].restart_index, 1234);
    assert_false(seen.batches[3].restart); /* the fixed index wins */
    assert_true(seen.batches[3].restart_fixed);
    assert_true(seen.batches[3].feedback);
    assert_false(seen.batches[4].feedback);
    assert_false(seen.batches[5].feedback);
    assert_true(seen.batches[6].feedback);
    assert_false(seen.batches[7].feedback || seen.batches[7].restart_fixed);
    trace_census_finish(&c);
}

static void shader(struct trace_writer *w, int64_t name, const char *source)
{
    uint64_t no = trace_writer_enter(w, 0, 20, "glShaderSource(shader,count,string,length)");

    trace_writer_arg(w, 0);
    trace_writer_int(w, name);
    trace_writer_arg(w, 2);
    trace_writer_array(w, 1);
    trace_writer_string(w, source, strlen(source));
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_end(w);
}

static void test_what_programs_read_counts_from_their_link(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct seen seen = {0};
    struct trace_census c;

    shader(w, 1, "// gl_DrawID\n/* gl_BaseVertex */ void main() { int x = gl_PrimitiveIDIn; }");
    shader(w, 2, "void main() { gl_Position = vec4(gl_DrawIDARB, gl_BaseVertex, 0, 1); }");
    shader(w, 3, "void main() { o = gl_PrimitiveID; }");
    CALL(w, 21, "glAttachShader(program,shader)", 9, 1);
    CALL(w, 22, "glLinkProgram(program)", 9);
    CALL(w, 21, "", 10, 2);
    CALL(w, 21, "", 10, 3);
    CALL(w, 22, "", 10);
    CALL(w, 23, "glUseProgram(program)", 9);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(4), NULL);
    CALL(w, 23, "", 10);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(4), NULL);
    CALL(w, 24, "glDetachShader(program,shader)", 10, 2);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(4), NULL); /* not linked again yet */
    CALL(w, 22, "", 10);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(4), NULL);
    CALL(w, 23, "", 0);
    CALL(w, 25, "glUseProgramStages(pipeline,stages,program)", 5, GL_FRAGMENT_SHADER_BIT, 10);
    CALL(w, 26, "glBindProgramPipeline(pipeline)", 5);
    batch_of(w, GL_TRIANGLES, GL_UNSIGNED_INT, 1, INTS(3), INTS(4), NULL);
    take(f, &c, &seen);
    assert_false(seen.batches[0].reads_draw_id || seen.batches[0].reads_base_vertex ||
                 seen.batches[0].reads_primitive_id);
    assert_true(seen.batches[1].reads_draw_id && seen.batches[1].reads_base_vertex &&
                seen.batches[1].reads_primitive_id);
    assert_true(seen.batches[2].reads_draw_id);
    assert_false(seen.batches[3].reads_draw_id);
    assert_true(seen.batches[3].reads_primitive_id);
    assert_true(seen.batches[4].reads_primitive_id);
    trace_census_finish(&c);
}

static void test_the_other_multi_draws_are_untiered(void **state)
{
    struct fixture *f = *state;
    struct trace_writer *w = fixture_stream(f, 5);
    struct trace_census c;
    uint64_t no = trace_writer_enter(w, 0, 3, "glMultiDrawArrays(mode,first,count,drawcount)");

    trace_writer_arg(w, 0);
    trace_writer_int(w, GL_POINTS);
    array(w, 1, 2, INTS(0, 9));
    array(w, 2, 2, INTS(4, 4));
    trace_writer_arg(w, 3);
    trace_writer_int(w, 2);
    trace_writer_end(w);
    trace_writer_leave(w, no);
    trace_writer_end(w);
    CALL(w, 4, "glMultiDrawElementsIndirect(mode,type,indirect,drawcount,stride)", GL_TRIANGLES,
         GL_UNSIGNED_INT, 0, 5);
    CALL(w, 5, "glMultiDrawArraysIndirectCountARB(mode,indirect,drawcount,max,stride)", GL_TRIANGLES, 0, 16,
         7, 0);
    CALL(w, 6, "glDrawArrays(mode,first,count)", GL_TRIANGLES, 0, 3);
    take(f, &c, NULL);
    assert_int_equal(c.untiered, 3);
    assert_int_equal(c.batches, 0);
    assert_int_equal(c.num_entries, 3);
    assert_int_equal(c.entries[0].subdraws, 2);
    assert_int_equal(c.entries[1].subdraws, 5);
    assert_int_equal(c.entries[2].subdraws, 7);
    assert_false(c.entries[2].tiered);
    assert_int_equal(c.draws, 4);
    trace_census_finish(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_contexts_of_glx_with_version_profile_and_sharing),
        FIXTURE_TEST(test_contexts_of_egl_wgl_and_cgl),
        FIXTURE_TEST(test_calls_are_counted_to_the_context_of_their_thread),
        FIXTURE_TEST(test_a_trace_without_swaps_is_one_frame_if_anything_drew),
        FIXTURE_TEST(test_batches_are_counted_per_entry_point),
        FIXTURE_TEST(test_the_index_buffer_is_the_vertex_arrays),
        FIXTURE_TEST(test_restart_and_feedback_are_followed),
        FIXTURE_TEST(test_what_programs_read_counts_from_their_link),
        FIXTURE_TEST(test_the_other_multi_draws_are_untiered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
