/* SPDX-License-Identifier: MIT */
/* The draw entry points: each becomes a draw_info and its ranges, and goes through emu_draw_prepare and
 * emu_draw_ranges. The multi-draws belong to whoever the context was created with (lib/tiers). */
#include "emu/emu_priv.h"

static void draw(struct emu_context *ctx, struct draw_info *info, const struct draw_range *range)
{
    if (emu_draw_prepare(ctx, info, range, 1))
        emu_draw_ranges(ctx, info, range, 1, 0);
}

static void draw_arrays(GLenum mode, GLint first, GLsizei count, bool instanced, GLsizei instances,
                        GLuint base_instance)
{
    struct emu_context *ctx = emu_current;
    struct draw_info info = {.mode = mode,
                             .instanced = instanced,
                             .instances = instances,
                             .base_instance = base_instance,
                             .bounds_known = true,
                             .min = (GLuint)first,
                             .max = (GLuint)first + (GLuint)count - 1};
    struct draw_range range = {.start = (size_t)first, .count = count};

    if (!emu_draw_mode_valid(ctx, mode))
        return;
    if (first < 0 || count < 0 || instances < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "first %d, count %d, instances %d", first, count, instances);
        return;
    }
    draw(ctx, &info, &range);
}

struct elements {
    GLenum mode;
    GLsizei count;
    GLenum type;
    const void *indices;
    bool instanced;
    GLsizei instances;
    GLint base_vertex;
    GLuint base_instance;
};

bool emu_draw_elements_check(struct emu_context *ctx, GLenum mode, GLenum type)
{
    if (!emu_draw_mode_valid(ctx, mode))
        return false;
    if (!emu_index_size(type)) {
        emu_error(ctx, GL_INVALID_ENUM, "index type 0x%x", type);
        return false;
    }
    return true;
}

/* Where the indices are: the bound buffer at an offset, or client memory. An offset that is no multiple of
 * the index size is undefined in a buffer and goes to the driver as it is; in client memory it is legal. */
void emu_draw_locate(struct emu_context *ctx, struct draw_info *info, const void *indices,
                     struct draw_range *range)
{
    size_t address = (size_t)indices;

    info->index_buffer = ctx->vao.current->element_buffer;
    if (!info->index_buffer) {
        info->client = indices;
        range->start = 0;
        return;
    }
    info->index_offset = address % info->index_size;
    range->start = address / info->index_size;
}

static void draw_elements(const struct elements *e)
{
    struct emu_context *ctx = emu_current;
    struct draw_info info = {.mode = e->mode,
                             .instanced = e->instanced,
                             .instances = e->instances,
                             .base_instance = e->base_instance};
    struct draw_range range = {.count = e->count, .base_vertex = e->base_vertex};

    if (!emu_draw_elements_check(ctx, e->mode, e->type))
        return;
    if (e->count < 0 || e->instances < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "count %d, instances %d", e->count, e->instances);
        return;
    }
    info.index_size = emu_index_size(e->type);
    emu_draw_locate(ctx, &info, e->indices, &range);
    emu_draw_restart(ctx, &info);
    draw(ctx, &info, &range);
}

void emu_DrawArrays(GLenum mode, GLint first, GLsizei count)
{
    draw_arrays(mode, first, count, false, 1, 0);
}

void emu_DrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
    draw_arrays(mode, first, count, true, instances, 0);
}

void emu_DrawArraysInstancedBaseInstance(GLenum mode, GLint first, GLsizei count, GLsizei instances,
                                         GLuint base_instance)
{
    draw_arrays(mode, first, count, true, instances, base_instance);
}

void emu_DrawElements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    draw_elements(&(struct elements){mode, count, type, indices, false, 1, 0, 0});
}

void emu_DrawRangeElements(GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                           const void *indices)
{
    if (end < start)
        emu_error(emu_current, GL_INVALID_VALUE, "range %u..%u", start, end);
    else
        draw_elements(&(struct elements){mode, count, type, indices, false, 1, 0, 0});
}

void emu_DrawElementsInstanced(GLenum mode, GLsizei count, GLenum type, const void *indices,
                               GLsizei instances)
{
    draw_elements(&(struct elements){mode, count, type, indices, true, instances, 0, 0});
}

void emu_DrawElementsBaseVertex(GLenum mode, GLsizei count, GLenum type, const void *indices,
                                GLint base_vertex)
{
    draw_elements(&(struct elements){mode, count, type, indices, false, 1, base_vertex, 0});
}

void emu_DrawRangeElementsBaseVertex(GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                     const void *indices, GLint base_vertex)
{
    if (end < start)
        emu_error(emu_current, GL_INVALID_VALUE, "range %u..%u", start, end);
    else
        draw_elements(&(struct elements){mode, count, type, indices, false, 1, base_vertex, 0});
}

void emu_DrawElementsInstancedBaseVertex(GLenum mode, GLsizei count, GLenum type, const void *indices,
                                         GLsizei instances, GLint base_vertex)
{
    draw_elements(&(struct elements){mode, count, type, indices, true, instances, base_vertex, 0});
}

void emu_DrawElementsInstancedBaseInstance(GLenum mode, GLsizei count, GLenum type, const void *indices,
                                           GLsizei instances, GLuint base_instance)
{
    draw_elements(&(struct elements){mode, count, type, indices, true, instances, 0, base_instance});
}

void emu_DrawElementsInstancedBaseVertexBaseInstance(GLenum mode, GLsizei count, GLenum type,
                                                     const void *indices, GLsizei instances,
                                                     GLint base_vertex, GLuint base_instance)
{
    draw_elements(
        &(struct elements){mode, count, type, indices, true, instances, base_vertex, base_instance});
}

/* --- indirect --- */

/* Further down type 0 means arrays; where the application names an index type, 0 is none, like this one. */
static GLenum named_type(GLenum type)
{
    return type ? type : GL_LINES;
}

static void draw_indirect(GLenum mode, GLenum type, const void *indirect)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_DRAW_INDIRECT_BUFFER];

    if (!emu_draw_mode_valid(ctx, mode) || (type && !emu_draw_elements_check(ctx, mode, type)))
        return;
    if (!buffer && ctx->core) {
        emu_error(ctx, GL_INVALID_OPERATION, "no indirect buffer bound");
        return;
    }
    if ((uintptr_t)indirect & 3) {
        emu_error(ctx, GL_INVALID_VALUE, "indirect offset %p", indirect);
        return;
    }
    emu_draw_indirect(ctx, mode, type, buffer, (uintptr_t)indirect, 0);
}

void emu_DrawArraysIndirect(GLenum mode, const void *indirect)
{
    draw_indirect(mode, 0, indirect);
}

void emu_DrawElementsIndirect(GLenum mode, GLenum type, const void *indirect)
{
    draw_indirect(mode, named_type(type), indirect);
}

/* --- multi-draws: lib/tiers --- */

static bool owned(struct emu_context *ctx, const char *name)
{
    if (!ctx->multidraw)
        emu_gap(ctx, name, "the context was created without an owner of multi-draws", true);
    return ctx->multidraw != NULL;
}

void emu_MultiDrawArrays(GLenum mode, const GLint *first, const GLsizei *count, GLsizei drawcount)
{
    if (owned(emu_current, "glMultiDrawArrays"))
        emu_current->multidraw->multi_draw_arrays(emu_current, mode, first, count, drawcount);
}

void emu_MultiDrawElements(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                           GLsizei drawcount)
{
    if (owned(emu_current, "glMultiDrawElements"))
        emu_current->multidraw->multi_draw_elements(emu_current, mode, count, type, indices, drawcount, NULL);
}

void emu_MultiDrawElementsBaseVertex(GLenum mode, const GLsizei *count, GLenum type,
                                     const void *const *indices, GLsizei drawcount, const GLint *basevertex)
{
    if (owned(emu_current, "glMultiDrawElementsBaseVertex"))
        emu_current->multidraw->multi_draw_elements(emu_current, mode, count, type, indices, drawcount,
                                                    basevertex);
}

void emu_MultiDrawArraysIndirect(GLenum mode, const void *indirect, GLsizei drawcount, GLsizei stride)
{
    if (owned(emu_current, "glMultiDrawArraysIndirect"))
        emu_current->multidraw->multi_draw_indirect(emu_current, mode, 0, indirect, drawcount, stride);
}

void emu_MultiDrawElementsIndirect(GLenum mode, GLenum type, const void *indirect, GLsizei drawcount,
                                   GLsizei stride)
{
    if (owned(emu_current, "glMultiDrawElementsIndirect"))
        emu_current->multidraw->multi_draw_indirect(emu_current, mode, named_type(type), indirect, drawcount,
                                                    stride);
}

void emu_MultiDrawArraysIndirectCount(GLenum mode, const void *indirect, GLintptr drawcount,
                                      GLsizei maxdrawcount, GLsizei stride)
{
    if (owned(emu_current, "glMultiDrawArraysIndirectCount"))
        emu_current->multidraw->multi_draw_indirect_count(emu_current, mode, 0, indirect, drawcount,
                                                          maxdrawcount, stride);
}

void emu_MultiDrawElementsIndirectCount(GLenum mode, GLenum type, const void *indirect, GLintptr drawcount,
                                        GLsizei maxdrawcount, GLsizei stride)
{
    if (owned(emu_current, "glMultiDrawElementsIndirectCount"))
        emu_current->multidraw->multi_draw_indirect_count(emu_current, mode, named_type(type), indirect,
                                                          drawcount, maxdrawcount, stride);
}

/* --- compute --- */

void emu_DispatchCompute(GLuint x, GLuint y, GLuint z)
{
    struct emu_context *ctx = emu_current;

    if (ctx->caps->es < 31) {
        emu_gap(ctx, "glDispatchCompute", "compute shaders need ES 3.1", true);
        return;
    }
    emu_program_prepare(ctx, GL_NONE);
    ctx->es->DispatchCompute(x, y, z);
    emu_buffer_mark_storage_written(ctx);
}

void emu_DispatchComputeIndirect(GLintptr indirect)
{
    struct emu_context *ctx = emu_current;

    if (ctx->caps->es < 31) {
        emu_gap(ctx, "glDispatchComputeIndirect", "compute shaders need ES 3.1", true);
        return;
    }
    emu_program_prepare(ctx, GL_NONE);
    ctx->es->DispatchComputeIndirect(indirect);
    emu_buffer_mark_storage_written(ctx);
}
