/* SPDX-License-Identifier: MIT */
/* Tests of queries, conditional rendering, syncs, transform feedback objects, against native desktop GL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/native_test.h"

#define HEAD "#version 330 core\n"
#define FLAT HEAD "out vec4 c;\nvoid main() { c = vec4(1, .5, 0, 1); }\n"
#define AWAY HEAD "void main() { gl_Position = vec4(9, 9, 9, 1); }\n"

static void occlusion(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint query[2], seen = native_program(gl, NATIVE_COVER, FLAT), hidden = native_program(gl, AWAY, FLAT),
                     v = 7;
    GLint i = -1;

    (void)arg;
    gl->GenQueries(2, query);
    note_int(t, gl->IsQuery(query[0]));
    gl->UseProgram(seen);
    gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query[0]);
    gl->GetQueryiv(GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, &i);
    note_int(t, i);
    gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query[1]);
    note_error(t);
    native_cover(gl);
    gl->GetQueryObjectuiv(query[0], GL_QUERY_RESULT, &v);
    note_error(t);
    gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    note_error(t);
    gl->GetQueryObjectuiv(query[0], GL_QUERY_RESULT, &v);
    note_int(t, (GLint)v);
    gl->UseProgram(hidden);
    gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query[1]);
    native_cover(gl);
    gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    gl->GetQueryObjectuiv(query[1], GL_QUERY_RESULT, &v);
    note_int(t, (GLint)v);
    gl->GetQueryObjectuiv(query[1], GL_QUERY_RESULT_AVAILABLE, &v);
    note_int(t, (GLint)v);
    gl->BeginQuery(GL_PRIMITIVES_GENERATED, query[1]);
    note_error(t);
    gl->BeginQuery(GL_TEXTURE_2D, query[1]);
    note_error(t);
    gl->DeleteQueries(2, query);
    gl->DeleteProgram(seen);
    gl->DeleteProgram(hidden);
}

static void conditional(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    static const GLenum modes[] = {GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_QUERY_BY_REGION_WAIT,
                                   GL_QUERY_WAIT_INVERTED};
    GLuint query[2], seen = native_program(gl, NATIVE_COVER, FLAT), hidden = native_program(gl, AWAY, FLAT),
                     target[2];

    (void)arg;
    native_target(gl, GL_RGBA8, 4, 4, target);
    gl->GenQueries(2, query);
    for (int q = 0; q < 2; q++) {
        gl->UseProgram(q ? seen : hidden);
        gl->BeginQuery(GL_SAMPLES_PASSED, query[q]);
        native_cover(gl);
        gl->EndQuery(GL_SAMPLES_PASSED);
    }
    gl->Finish();
    gl->UseProgram(seen);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
        for (int q = 0; q < 2; q++) {
            gl->ClearColor(0, 0, 0, 0);
            gl->Clear(GL_COLOR_BUFFER_BIT);
            gl->BeginConditionalRender(query[q], modes[m]);
            native_cover(gl);
            gl->EndConditionalRender();
            gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 4));
            gl->ClearColor(0, 1, 0, 1);
            gl->BeginConditionalRender(query[q], modes[m]);
            gl->Clear(GL_COLOR_BUFFER_BIT);
            gl->EndConditionalRender();
            gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, note_room(t, 4));
            note_error(t);
        }
    gl->EndConditionalRender();
    note_error(t);
    gl->BeginConditionalRender(query[0], GL_TEXTURE_2D);
    note_error(t);
    gl->ClearColor(0, 0, 0, 0);
    gl->DeleteQueries(2, query);
    native_target_delete(gl, target);
    gl->DeleteProgram(seen);
    gl->DeleteProgram(hidden);
}

static GLuint feedback_program(const struct gl_table *gl)
{
    static const char *const names[] = {"v"};

    return NATIVE_LINK(
        gl,
        .vertex =
            HEAD "out vec4 v;\nvoid main() { v = vec4(gl_VertexID, 1, 2, 3);"
                 " gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., 0., 1.); }\n",
        .fragment = FLAT, .varyings = names, .varying_count = 1, .varying_mode = GL_INTERLEAVED_ATTRIBS);
}

static void feedback(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint program = feedback_program(gl), buffer, query[2], xfb[2], v = 99, vao, target[2];
    GLint i = -1;

    (void)arg;
    native_target(gl, GL_RGBA8, 4, 4, target);
    gl->GenVertexArrays(1, &vao);
    gl->BindVertexArray(vao);
    gl->GenBuffers(1, &buffer);
    gl->GenTransformFeedbacks(2, xfb);
    gl->GenQueries(2, query);
    gl->BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    gl->BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 16 * 64, NULL, GL_DYNAMIC_COPY);
    gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, xfb[0]);
    gl->BeginTransformFeedback(GL_TRIANGLES); /* no buffer yet */
    note_error(t);
    gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl->GetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &i);
    note_int(t, i == (GLint)buffer);
    gl->BeginTransformFeedback(GL_QUADS);
    note_error(t);
    gl->BeginTransformFeedback(GL_TRIANGLES);
    gl->DrawArrays(GL_TRIANGLES, 0, 6); /* before the application's query starts */
    gl->BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query[0]);
    gl->DrawArrays(GL_TRIANGLES, 0, 9);
    gl->PauseTransformFeedback();
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, xfb[1]);
    gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, xfb[0]);
    gl->GetIntegerv(GL_TRANSFORM_FEEDBACK_PAUSED, &i);
    note_int(t, i);
    gl->ResumeTransformFeedback();
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    gl->EndTransformFeedback();
    note_error(t);
    gl->GetQueryObjectuiv(query[0], GL_QUERY_RESULT, &v);
    note_int(t, (GLint)v);
    gl->GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 16 * 18, note_room(t, 16 * 18));
    gl->EndTransformFeedback();
    note_error(t);
    gl->BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->BeginQuery(GL_PRIMITIVES_GENERATED, query[1]);
    gl->DrawTransformFeedback(GL_TRIANGLES, xfb[0]); /* 18 vertices */
    gl->EndQuery(GL_PRIMITIVES_GENERATED);
    gl->GetQueryObjectuiv(query[1], GL_QUERY_RESULT, &v);
    if (!t->native) /* llvmpipe's own draws nothing after a pause */
        assert_int_equal(v, 6);
    gl->DrawTransformFeedback(GL_TRIANGLES, xfb[1]);
    note_error(t);
    gl->DeleteTransformFeedbacks(2, xfb);
    gl->DeleteQueries(2, query);
    gl->DeleteBuffers(1, &buffer);
    gl->DeleteVertexArrays(1, &vao);
    gl->DeleteProgram(program);
    native_target_delete(gl, target);
}

static void result_buffer(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint query, buffer, program = native_program(gl, NATIVE_COVER, FLAT);

    (void)arg;
    gl->GenQueries(1, &query);
    gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query);
    native_cover(gl);
    gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    gl->GenBuffers(1, &buffer);
    gl->BindBuffer(GL_QUERY_BUFFER, buffer);
    gl->BufferData(GL_QUERY_BUFFER, 64, NULL, GL_DYNAMIC_READ);
    gl->BufferSubData(GL_QUERY_BUFFER, 0, 64, (uint8_t[64]){9});
    gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, (GLuint *)8);
    gl->GetQueryObjectui64v(query, GL_QUERY_RESULT, (GLuint64 *)16);
    gl->GetQueryBufferObjectuiv(query, buffer, GL_QUERY_RESULT_AVAILABLE, 32);
    note_error(t);
    gl->GetQueryObjectui64v(query, GL_QUERY_RESULT, (GLuint64 *)60);
    note_error(t);
    gl->GetBufferSubData(GL_QUERY_BUFFER, 0, 64, note_room(t, 64));
    gl->BindBuffer(GL_QUERY_BUFFER, 0);
    gl->DeleteBuffers(1, &buffer);
    gl->DeleteQueries(1, &query);
    gl->DeleteProgram(program);
}

static void times(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLuint query[3], program = native_program(gl, NATIVE_COVER, FLAT);
    GLuint64 a = 0, b = 0, spent = 0;

    (void)arg;
    gl->GenQueries(3, query);
    gl->QueryCounter(query[0], GL_TIMESTAMP);
    gl->BeginQuery(GL_TIME_ELAPSED, query[1]);
    native_cover(gl);
    gl->Finish();
    gl->EndQuery(GL_TIME_ELAPSED);
    gl->QueryCounter(query[2], GL_TIMESTAMP);
    gl->GetQueryObjectui64v(query[0], GL_QUERY_RESULT, &a);
    gl->GetQueryObjectui64v(query[1], GL_QUERY_RESULT, &spent);
    gl->GetQueryObjectui64v(query[2], GL_QUERY_RESULT, &b);
    note_error(t);
    note_int(t, a > 0 && b > a && spent > 0 && spent <= b - a + 1000000);
    gl->BeginQuery(GL_TIMESTAMP, query[0]);
    note_error(t);
    gl->QueryCounter(query[0], GL_TIME_ELAPSED);
    note_error(t);
    gl->DeleteQueries(3, query);
    gl->DeleteProgram(program);
}

static void syncs(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    GLsync sync = gl->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GLint v = 0;
    GLsizei n = 0;

    (void)arg;
    note_int(t, gl->IsSync(sync));
    gl->WaitSync(sync, 0, GL_TIMEOUT_IGNORED);
    gl->Finish();
    note_int(t, (GLint)gl->ClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000));
    gl->GetSynciv(sync, GL_SYNC_STATUS, 1, &n, &v);
    note_int(t, v);
    gl->GetSynciv(sync, GL_OBJECT_TYPE, 1, &n, &v);
    note_int(t, v);
    note_int(t, n);
    gl->DeleteSync(sync);
    note_int(t, gl->IsSync(sync));
    note_error(t);
    gl->DeleteSync((GLsync)(uintptr_t)0x7777);
    note_error(t);
    gl->DeleteSync(NULL);
    note_error(t);
    note_int(t, gl->FenceSync(GL_TEXTURE_2D, 0) == NULL);
    note_error(t);
    gl->WaitSync((GLsync)(uintptr_t)0x7777, 0, GL_TIMEOUT_IGNORED);
    note_error(t);
}

static void labels(struct native_test *t, const struct gl_table *gl, const void *arg)
{
    char text[64] = "";
    GLuint name, ids[4] = {0};
    GLenum sources[4] = {0}, types[4] = {0}, severities[4] = {0};
    GLsizei lengths[4] = {0}, n = 0;

    (void)arg;
    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    gl->ObjectLabel(GL_TEXTURE, name, -1, "brick");
    gl->GetObjectLabel(GL_TEXTURE, name, sizeof text, &n, text);
    note(t, text, sizeof text);
    note_int(t, n);
    gl->GetObjectLabel(GL_TEXTURE, name, 3, &n, text);
    note(t, text, sizeof text);
    gl->ObjectLabel(GL_TEXTURE_2D, name, -1, "brick");
    note_error(t);
    gl->PopDebugGroup();
    note_error(t);
    gl->PushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 5, -1, "frame");
    gl->PopDebugGroup();
    gl->DebugMessageInsert(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_HIGH, -1, "x");
    note_error(t);
    gl->Enable(GL_DEBUG_OUTPUT);
    while (gl->GetDebugMessageLog(1, 0, NULL, NULL, NULL, NULL, NULL, NULL))
        ; /* what native GL said about the above */
    gl->DebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 42, GL_DEBUG_SEVERITY_HIGH, 3,
                           "hello");
    note_int(t,
             (GLint)gl->GetDebugMessageLog(4, sizeof text, sources, types, ids, severities, lengths, text));
    note(t, ids, sizeof ids);
    note(t, types, sizeof types);
    note(t, lengths, sizeof lengths);
    note(t, text, 4);
    gl->DeleteTextures(1, &name);
    note_error(t);
}

NATIVE_CASE(test_occlusion_queries_say_whether_anything_passed, occlusion, NULL)
NATIVE_CASE(test_conditional_rendering_drops_draws_and_clears, conditional, NULL)
NATIVE_CASE(test_feedback_is_counted_for_the_object_and_the_query, feedback, NULL)
NATIVE_CASE(test_results_go_into_query_buffers, result_buffer, NULL)
NATIVE_CASE(test_times_are_ordered, times, NULL)
NATIVE_CASE(test_syncs_signal_and_stale_ones_are_errors, syncs, NULL)
NATIVE_CASE(test_labels_and_messages_are_kept, labels, NULL)

static void test_counted_samples_are_a_named_gap(void **state)
{
    GLuint query, v = 0;
    NATIVE_TEST(t, true);

    native_test_arm(t, false);
    t->table->GenQueries(1, &query);
    t->table->BeginQuery(GL_SAMPLES_PASSED, query);
    native_program(t->table, NATIVE_COVER, FLAT);
    native_cover(t->table);
    t->table->EndQuery(GL_SAMPLES_PASSED);
    t->table->GetQueryObjectuiv(query, GL_QUERY_RESULT, &v);
    assert_int_equal(v, 1);
    assert_int_equal(t->gaps.count, 1);
    assert_string_equal(t->gaps.items[0].function, "glBeginQuery");
    native_test_finish(t);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_occlusion_queries_say_whether_anything_passed),
        cmocka_unit_test(test_conditional_rendering_drops_draws_and_clears),
        cmocka_unit_test(test_feedback_is_counted_for_the_object_and_the_query),
        cmocka_unit_test(test_results_go_into_query_buffers),
        cmocka_unit_test(test_times_are_ordered),
        cmocka_unit_test(test_syncs_signal_and_stale_ones_are_errors),
        cmocka_unit_test(test_labels_and_messages_are_kept),
        cmocka_unit_test(test_counted_samples_are_a_named_gap),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
