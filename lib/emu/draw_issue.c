/* SPDX-License-Identifier: MIT */
/* Every draw is issued here: n ranges of one description, in one loop. What ES lacks is put in place: base
 * vertices and restart indices by rewriting the index stream, client indices by copying, base instances by
 * moving the instanced arrays. Preparing is draw.c's. */
#include "emu/emu_priv.h"

/* --- base instance without the extension --- */

static void move_bindings(struct emu_vao *vao, uint32_t bindings, int64_t elements)
{
    for (; bindings; bindings &= bindings - 1) {
        struct emu_vertex_binding *binding = &vao->bindings[__builtin_ctz(bindings)];

        binding->pointer = (const uint8_t *)((intptr_t)binding->pointer + binding->stride * elements);
    }
}

/* Moves the instanced arrays that live in buffers, so that instance 0 reads element base_instance. */
static void shift_instances(struct emu_context *ctx, GLuint base_instance)
{
    struct emu_vao *vao = ctx->vao.current;
    uint32_t attribs = 0, bindings = 0;

    for (uint32_t todo = vao->enabled & ~(vao->client | vao->convert); todo; todo &= todo - 1)
        if (vao->bindings[vao->attribs[__builtin_ctz(todo)].binding].divisor) {
            attribs |= todo & -todo;
            bindings |= 1u << vao->attribs[__builtin_ctz(todo)].binding;
        }
    move_bindings(vao, bindings, base_instance);
    vao->dirty |= attribs;
    emu_vao_flush(ctx);
    move_bindings(vao, bindings, -(int64_t)base_instance);
    vao->dirty |= attribs; /* back in place before the next draw */
}

static bool needs_shift(struct emu_context *ctx, const struct draw_info *info)
{
    return info->base_instance && !ctx->caps->has_base_instance;
}

/* --- the loop --- */

static void draw_elements(struct emu_context *ctx, const struct draw_info *info,
                          const struct draw_range *range, GLenum type, size_t offset, bool base)
{
    const struct gles_table *es = ctx->es;
    const void *indices = (const void *)offset;

    if (info->base_instance && ctx->caps->has_base_instance)
        es->DrawElementsInstancedBaseVertexBaseInstanceEXT(info->mode, range->count, type, indices,
                                                           info->instances, range->base_vertex,
                                                           info->base_instance);
    else if (info->instanced && base)
        es->DrawElementsInstancedBaseVertex(info->mode, range->count, type, indices, info->instances,
                                            range->base_vertex);
    else if (info->instanced)
        es->DrawElementsInstanced(info->mode, range->count, type, indices, info->instances);
    else if (base)
        es->DrawElementsBaseVertex(info->mode, range->count, type, indices, range->base_vertex);
    else
        es->DrawElements(info->mode, range->count, type, indices);
}

/* Indices in the bound element buffer, `origin` bytes in; bases are drawn when `base`. What is the same for
 * all ranges is decided once: a multi-draw is many small draws. */
static void loop_elements(struct emu_context *ctx, const struct draw_info *info,
                          const struct draw_range *ranges, size_t n, GLint draw_id, size_t origin, bool base)
{
    GLenum type = emu_index_type(info->index_size);
    unsigned shift = info->index_size / 2; /* 0, 1, 2 */
    bool fed = emu_draw_reads_params(ctx), plain = base && !info->instanced && !info->base_instance;

    for (size_t i = 0; i < n; i++) {
        size_t offset = origin + (ranges[i].start << shift);
        if (!ranges[i].count)
            continue;
        if (fed)
            emu_draw_params(ctx, draw_id + (GLint)i, ranges[i].base_vertex, (GLint)info->base_instance);
        if (plain)
            ctx->es->DrawElementsBaseVertex(info->mode, ranges[i].count, type, (const void *)offset,
                                            ranges[i].base_vertex);
        else
            draw_elements(ctx, info, &ranges[i], type, offset, base);
    }
}

static void loop_arrays(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n, GLint draw_id)
{
    const struct gles_table *es = ctx->es;

    for (size_t i = 0; i < n; i++) {
        GLint first = (GLint)ranges[i].start;
        if (!ranges[i].count)
            continue;
        emu_draw_params(ctx, draw_id + (GLint)i, 0, (GLint)info->base_instance);
        if (info->base_instance && ctx->caps->has_base_instance)
            es->DrawArraysInstancedBaseInstanceEXT(info->mode, first, ranges[i].count, info->instances,
                                                   info->base_instance);
        else if (info->instanced)
            es->DrawArraysInstanced(info->mode, first, ranges[i].count, info->instances);
        else
            es->DrawArrays(info->mode, first, ranges[i].count);
    }
}

/* Client indices: the bytes that the ranges span travel to a ring buffer, which takes the element binding's
 * place. */
static void loop_client(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n, GLint draw_id, bool base)
{
    size_t low = SIZE_MAX, high = 0, offset;

    for (size_t i = 0; i < n; i++) {
        if (!ranges[i].count)
            continue;
        low = ranges[i].start < low ? ranges[i].start : low;
        high = ranges[i].start + (size_t)ranges[i].count > high ? ranges[i].start + (size_t)ranges[i].count
                                                                : high;
    }
    if (low >= high)
        return;
    if (!info->client) {
        emu_gap(ctx, "glDrawElements", "no index memory", true);
        return;
    }
    if (!emu_ring_upload_elements(ctx, ctx->draw.index_ring,
                                  info->client + info->index_offset + low * info->index_size,
                                  (high - low) * info->index_size, &offset)) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "client indices");
        return;
    }
    loop_elements(ctx, info, ranges, n, draw_id, offset - low * info->index_size, base);
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
}

/* Ranges one after the other in a rewritten stream, `origin` bytes into the bound element buffer. */
static void loop_stream(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n, GLint draw_id, size_t origin)
{
    for (size_t i = 0; i < n; i++) {
        struct draw_range range = {.count = ranges[i].count};
        if (!range.count)
            continue;
        emu_draw_params(ctx, draw_id + (GLint)i, ranges[i].base_vertex, (GLint)info->base_instance);
        draw_elements(ctx, info, &range, GL_UNSIGNED_INT, origin, false);
        origin += (size_t)range.count * 4;
    }
}

/* The same where a draw is nothing but its indices: what the drawelements tier does most. */
static void loop_stream_plain(const struct gles_table *es, GLenum mode, const struct draw_range *ranges,
                              size_t n, size_t origin)
{
    void (*draw)(GLenum, GLsizei, GLenum, const void *) = es->DrawElements;
    const struct draw_range *end = ranges + n;

    for (; ranges < end; ranges++) {
        GLsizei count = ranges->count;
        if (count)
            draw(mode, count, GL_UNSIGNED_INT, (const void *)origin);
        origin += (size_t)(GLuint)count * 4;
    }
}

static bool draw_rewritten(struct emu_context *ctx, const struct draw_info *info,
                           const struct draw_range *ranges, size_t n, GLint first_draw_id,
                           const struct draw_extent *known, const char **why)
{
    size_t total, offset;

    if (emu_draw_is_quads(info)) {
        *why = emu_draw_quads(ctx, info, ranges, n, first_draw_id);
        return !*why;
    }
    if (emu_draw_feedback_refuses(ctx, info)) {
        *why = emu_draw_feedback(ctx, info, ranges, n, first_draw_id);
        return !*why;
    }
    *why = emu_draw_rewrite(ctx, info, ranges, n, known, &total);
    if (*why)
        return false;
    if (!total)
        return true;
    if (!emu_ring_upload_elements(ctx, ctx->draw.index_ring, ctx->draw.index_scratch, total * 4, &offset)) {
        *why = "out of memory";
        return false;
    }
    if (emu_draw_reads_params(ctx) || info->instanced || info->base_instance)
        loop_stream(ctx, info, ranges, n, first_draw_id, offset);
    else
        loop_stream_plain(ctx->es, info->mode, ranges, n, offset);
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
    return true;
}

bool emu_draw_rewritten(struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *ranges, size_t n, GLint first_draw_id,
                        const struct draw_extent *known, const char **why)
{
    bool drawn = true;

    if (!emu_window_each(ctx))
        return draw_rewritten(ctx, info, ranges, n, first_draw_id, known, why);
    for (size_t i = 0; i < n && drawn; i++)
        if (ranges[i].count && emu_window_draw(ctx, info, &ranges[i], first_draw_id + (GLint)i))
            drawn = draw_rewritten(ctx, info, &ranges[i], 1, first_draw_id + (GLint)i, NULL, why);
    return drawn;
}

static bool any_base(const struct draw_range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ranges[i].base_vertex)
            return true;
    return false;
}

static void issue_ranges(struct emu_context *ctx, const struct draw_info *info,
                         const struct draw_range *ranges, size_t n, GLint first_draw_id)
{
    bool base = info->index_size && (info->multi || any_base(ranges, n));
    const char *why;

    if (!info->instances)
        return;
    if (needs_shift(ctx, info))
        shift_instances(ctx, info->base_instance);
    if (base && !ctx->caps->has_base_vertex && !any_base(ranges, n))
        base = false;
    if (emu_draw_is_quads(info)) {
        why = emu_draw_quads(ctx, info, ranges, n, first_draw_id);
        if (why)
            emu_gap(ctx, "glDraw*", why, true);
    } else if (emu_draw_feedback_refuses(ctx, info)) {
        why = emu_draw_feedback(ctx, info, ranges, n, first_draw_id);
        if (why)
            emu_gap(ctx, "glDrawElements", why, true);
    } else if (!info->index_size) {
        loop_arrays(ctx, info, ranges, n, first_draw_id);
    } else if (info->restart == DRAW_RESTART_REWRITE || (base && !ctx->caps->has_base_vertex)) {
        if (!draw_rewritten(ctx, info, ranges, n, first_draw_id, NULL, &why))
            emu_gap(ctx, "glDrawElements", why, true);
    } else if (!info->index_buffer) {
        loop_client(ctx, info, ranges, n, first_draw_id, base);
    } else {
        loop_elements(ctx, info, ranges, n, first_draw_id, info->index_offset, base);
    }
}

void emu_draw_ranges(struct emu_context *ctx, const struct draw_info *info, const struct draw_range *ranges,
                     size_t n, GLint first_draw_id)
{
    bool each = info->instances && emu_window_each(ctx);

    if (!each)
        issue_ranges(ctx, info, ranges, n, first_draw_id);
    for (size_t i = 0; each && i < n; i++)
        if (ranges[i].count && emu_window_draw(ctx, info, &ranges[i], first_draw_id + (GLint)i))
            issue_ranges(ctx, info, &ranges[i], 1, first_draw_id + (GLint)i);
    emu_buffer_mark_storage_written(ctx);
}
