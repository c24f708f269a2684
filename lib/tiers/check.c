/* SPDX-License-Identifier: MIT */
/* GL errors of the multi-draw entry points (OpenGL 4.6 core, 10.4, 10.5; the compatibility profile's modes).
 * A call that raises one does nothing at all: every check comes before the first effect. What any draw call
 * is checked for (framebuffer, program, vertex arrays, transform feedback) is left to emu_draw_prepare. Cost:
 * a pass over the counts, which a batch leaves to the pass that measures it. */
#include "tiers/batch.h"

bool batch_check_type(struct emu_context *ctx, GLenum type)
{
    bool known = emu_index_size(type) != 0;

    if (!known)
        emu_error(ctx, GL_INVALID_ENUM, "multi-draw index type 0x%x", type);
    return known;
}

bool batch_check_array(struct emu_context *ctx)
{
    bool bound = !ctx->core || ctx->vao.current != &ctx->vao.zero;

    if (!bound)
        emu_error(ctx, GL_INVALID_OPERATION, "multi-draw without a vertex array object");
    return bound;
}

bool batch_check_counts(struct emu_context *ctx, const GLsizei *count, GLsizei drawcount)
{
    GLsizei sign = drawcount;

    for (GLsizei i = 0; i < drawcount; i++)
        sign |= count[i];
    if (sign < 0)
        emu_error(ctx, GL_INVALID_VALUE, "multi-draw of %d draws with a negative count", drawcount);
    return sign >= 0;
}

bool batch_check_unmapped(struct emu_context *ctx, const struct emu_buffer *buffer)
{
    bool mapped = buffer && buffer->map.pointer && !(buffer->map.access & GL_MAP_PERSISTENT_BIT);

    if (mapped)
        emu_error(ctx, GL_INVALID_OPERATION, "multi-draw from mapped buffer %u", buffer->name);
    return !mapped;
}

bool batch_check_arrays(struct emu_context *ctx)
{
    const struct emu_vao *vao = ctx->vao.current;

    for (uint32_t todo = vao->enabled; todo; todo &= todo - 1) {
        if (!batch_check_unmapped(ctx, vao->bindings[vao->attribs[__builtin_ctz(todo)].binding].buffer))
            return false;
    }
    return true;
}

static bool check_drawcount(struct emu_context *ctx, GLsizei drawcount)
{
    if (drawcount < 0)
        emu_error(ctx, GL_INVALID_VALUE, "multi-draw of %d draws", drawcount);
    return drawcount >= 0;
}

bool batch_check(struct emu_context *ctx, const struct batch_call *call)
{
    return emu_draw_mode_valid(ctx, call->mode) && batch_check_type(ctx, call->type) &&
           check_drawcount(ctx, call->drawcount) && batch_check_array(ctx) &&
           batch_check_unmapped(ctx, *emu_vao_element_slot(ctx));
}
