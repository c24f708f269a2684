/* SPDX-License-Identifier: MIT */
/* Buffers, vertex arrays, primitive restart and transform feedback, as far as they decide what a multi-draw
 * means. */
#include "census_priv.h"

#include "gl_api.h"

static void bind_buffer(struct census *c, const struct trace_call *call)
{
    uint64_t target = census_arg(call, 0), buffer = census_arg(call, 1);

    if (target == GL_ELEMENT_ARRAY_BUFFER)
        census_set(c, &c->ctx->elements, c->ctx->vertex_array, buffer);
    else
        census_set(c, &c->ctx->bindings, target, buffer);
}

/* glBindBufferBase, glBindBufferRange: the general binding point changes with the indexed one. */
static void bind_indexed(struct census *c, const struct trace_call *call)
{
    census_set(c, &c->ctx->bindings, census_arg(call, 0), census_arg(call, 2));
}

static void buffer_data(struct census *c, const struct trace_call *call)
{
    uint64_t target = census_arg(call, 0), buffer;

    if (target == GL_ELEMENT_ARRAY_BUFFER)
        buffer = trace_table_get(&c->ctx->elements, c->ctx->vertex_array, 0);
    else
        buffer = trace_table_get(&c->ctx->bindings, target, 0);
    if (buffer)
        census_set(c, &census_share_of(c)->buffers, buffer, census_arg(call, 1));
}

static void named_buffer_data(struct census *c, const struct trace_call *call)
{
    census_set(c, &census_share_of(c)->buffers, census_arg(call, 0), census_arg(call, 1));
}

static void delete_buffers(struct census *c, const struct trace_call *call)
{
    for (size_t i = 0; i < census_items(call, 1); i++) {
        uint64_t buffer = census_item(call, 1, i);

        census_set(c, &census_share_of(c)->buffers, buffer, 0);
        if (buffer && trace_table_get(&c->ctx->elements, c->ctx->vertex_array, 0) == buffer)
            census_set(c, &c->ctx->elements, c->ctx->vertex_array, 0);
    }
}

static void bind_vertex_array(struct census *c, const struct trace_call *call)
{
    c->ctx->vertex_array = census_arg(call, 0);
}

static void vertex_array_element_buffer(struct census *c, const struct trace_call *call)
{
    census_set(c, &c->ctx->elements, census_arg(call, 0), census_arg(call, 1));
}

static void delete_vertex_arrays(struct census *c, const struct trace_call *call)
{
    for (size_t i = 0; i < census_items(call, 1); i++) {
        uint64_t array = census_item(call, 1, i);

        if (!array)
            continue;
        census_set(c, &c->ctx->elements, array, 0);
        if (c->ctx->vertex_array == array)
            c->ctx->vertex_array = 0;
    }
}

static void switch_capability(struct census *c, const struct trace_call *call, bool on)
{
    switch (census_arg(call, 0)) {
    case GL_PRIMITIVE_RESTART:
    case GL_PRIMITIVE_RESTART_NV:
        c->ctx->restart = on;
        break;
    case GL_PRIMITIVE_RESTART_FIXED_INDEX:
        c->ctx->restart_fixed = on;
        break;
    default:
        break;
    }
}

static void enable(struct census *c, const struct trace_call *call)
{
    switch_capability(c, call, true);
}

static void disable(struct census *c, const struct trace_call *call)
{
    switch_capability(c, call, false);
}

static void restart_index(struct census *c, const struct trace_call *call)
{
    c->ctx->restart_index = (uint32_t)census_arg(call, 0);
}

static void set_feedback(struct census *c, uint64_t set, uint64_t clear)
{
    uint64_t state = trace_table_get(&c->ctx->feedbacks, c->ctx->feedback, 0);

    census_set(c, &c->ctx->feedbacks, c->ctx->feedback, (state & ~clear) | set);
}

static void begin_feedback(struct census *c, const struct trace_call *call)
{
    (void)call;
    set_feedback(c, CENSUS_OPEN, CENSUS_PAUSED);
}

static void end_feedback(struct census *c, const struct trace_call *call)
{
    (void)call;
    set_feedback(c, 0, CENSUS_OPEN | CENSUS_PAUSED);
}

static void pause_feedback(struct census *c, const struct trace_call *call)
{
    (void)call;
    set_feedback(c, CENSUS_PAUSED, 0);
}

static void resume_feedback(struct census *c, const struct trace_call *call)
{
    (void)call;
    set_feedback(c, 0, CENSUS_PAUSED);
}

static void bind_feedback(struct census *c, const struct trace_call *call)
{
    c->ctx->feedback = census_arg(call, 1);
}

static const struct census_row rows[] = {
    // clang-format off
    {"glBindBuffer", bind_buffer},
    {"glBindBufferARB", bind_buffer},
    {"glBindBufferBase", bind_indexed},
    {"glBindBufferBaseEXT", bind_indexed},
    {"glBindBufferRange", bind_indexed},
    {"glBindBufferRangeEXT", bind_indexed},
    {"glBindTransformFeedback", bind_feedback},
    {"glBindTransformFeedbackNV", bind_feedback},
    {"glBindVertexArray", bind_vertex_array},
    {"glBindVertexArrayAPPLE", bind_vertex_array},
    {"glBindVertexArrayOES", bind_vertex_array},
    {"glBeginTransformFeedback", begin_feedback},
    {"glBeginTransformFeedbackEXT", begin_feedback},
    {"glBeginTransformFeedbackNV", begin_feedback},
    {"glBufferData", buffer_data},
    {"glBufferDataARB", buffer_data},
    {"glBufferStorage", buffer_data},
    {"glBufferStorageEXT", buffer_data},
    {"glDeleteBuffers", delete_buffers},
    {"glDeleteBuffersARB", delete_buffers},
    {"glDeleteVertexArrays", delete_vertex_arrays},
    {"glDeleteVertexArraysAPPLE", delete_vertex_arrays},
    {"glDeleteVertexArraysOES", delete_vertex_arrays},
    {"glDisable", disable},
    {"glDisableClientState", disable},
    {"glEnable", enable},
    {"glEnableClientState", enable},
    {"glEndTransformFeedback", end_feedback},
    {"glEndTransformFeedbackEXT", end_feedback},
    {"glEndTransformFeedbackNV", end_feedback},
    {"glNamedBufferData", named_buffer_data},
    {"glNamedBufferDataEXT", named_buffer_data},
    {"glNamedBufferStorage", named_buffer_data},
    {"glNamedBufferStorageEXT", named_buffer_data},
    {"glPauseTransformFeedback", pause_feedback},
    {"glPauseTransformFeedbackNV", pause_feedback},
    {"glPrimitiveRestartIndex", restart_index},
    {"glPrimitiveRestartIndexNV", restart_index},
    {"glResumeTransformFeedback", resume_feedback},
    {"glResumeTransformFeedbackNV", resume_feedback},
    {"glVertexArrayElementBuffer", vertex_array_element_buffer},
    // clang-format on
};

census_handler *census_state_find(const char *name)
{
    return census_row_find(rows, sizeof rows / sizeof *rows, name);
}
