/* SPDX-License-Identifier: MIT */
/* Quads, quad strips and polygons of compatibility contexts, which ES has not: each becomes triangles over an
 * index stream built here, split along the diagonal that Mesa takes, and so that the last vertex of a
 * triangle is the one that a flat shaded quad or polygon takes its colour from (OpenGL 4.6
 * compatibility, 13.4). Not done: edge flags, which matter to unfilled polygons alone. */
#include "emu/emu_priv.h"

#include <stdlib.h>

bool emu_draw_is_quads(const struct draw_info *info)
{
    return info->mode >= GL_QUADS && info->mode <= GL_POLYGON;
}

/* Triangles of one run of `count` vertices without restarts; the number of indices written. */
static size_t split(GLenum mode, const uint32_t *v, size_t count, uint32_t *out)
{
    size_t n = 0;
#define TRIANGLE(a, b, c) (out[n] = (a), out[n + 1] = (b), out[n + 2] = (c), n += 3)
    if (mode == GL_QUADS) {
        for (size_t i = 0; i + 3 < count; i += 4) {
            TRIANGLE(v[i], v[i + 1], v[i + 3]);
            TRIANGLE(v[i + 1], v[i + 2], v[i + 3]);
        }
    } else if (mode == GL_QUAD_STRIP) {
        for (size_t i = 0; i + 3 < count; i += 2) {
            TRIANGLE(v[i + 2], v[i], v[i + 3]);
            TRIANGLE(v[i], v[i + 1], v[i + 3]);
        }
    } else {
        for (size_t i = 1; i + 1 < count; i++)
            TRIANGLE(v[i], v[i + 1], v[0]);
    }
#undef TRIANGLE
    return n;
}

static size_t split_runs(const struct draw_info *info, const uint32_t *v, size_t count, uint32_t *out)
{
    size_t n = 0, begin = 0;

    for (size_t i = 0; i <= count; i++)
        if (i == count || (info->restart != DRAW_RESTART_NONE && v[i] == 0xffffffff)) {
            n += split(info->mode, v + begin, i - begin, out + n);
            begin = i + 1;
        }
    return n;
}

/* The vertices of all ranges, one after the other. */
static const char *list_vertices(struct emu_context *ctx, const struct draw_info *info,
                                 const struct draw_range *ranges, size_t n, size_t *total,
                                 uint32_t **vertices)
{
    const char *why = NULL;
    size_t at = 0;

    *vertices = NULL;
    if (info->index_size) {
        why = emu_draw_rewrite(ctx, info, ranges, n, NULL, total);
        *vertices = ctx->draw.index_scratch;
        return why;
    }
    *total = 0;
    for (size_t i = 0; i < n; i++)
        *total += (size_t)ranges[i].count;
    *vertices = calloc(*total + 1, sizeof **vertices);
    if (!*vertices)
        return "out of memory";
    for (size_t i = 0; i < n; i++)
        for (GLsizei k = 0; k < ranges[i].count; k++)
            (*vertices)[at++] = (uint32_t)(ranges[i].start + (size_t)k);
    return NULL;
}

static void draw_stream(struct emu_context *ctx, const struct draw_info *info, size_t count, size_t offset)
{
    if (info->instanced && info->base_instance && ctx->caps->has_base_instance)
        ctx->es->DrawElementsInstancedBaseVertexBaseInstanceEXT(GL_TRIANGLES, (GLsizei)count, GL_UNSIGNED_INT,
                                                                (void *)offset, info->instances, 0,
                                                                info->base_instance);
    else if (info->instanced)
        ctx->es->DrawElementsInstanced(GL_TRIANGLES, (GLsizei)count, GL_UNSIGNED_INT, (void *)offset,
                                       info->instances);
    else
        ctx->es->DrawElements(GL_TRIANGLES, (GLsizei)count, GL_UNSIGNED_INT, (void *)offset);
}

const char *emu_draw_quads(struct emu_context *ctx, const struct draw_info *info,
                           const struct draw_range *ranges, size_t n, GLint first_draw_id)
{
    uint32_t *vertices, *out;
    size_t total, at = 0, written, offset;
    const char *why = list_vertices(ctx, info, ranges, n, &total, &vertices);

    /* No primitive makes more than three indices of one vertex. */
    out = why ? NULL : calloc(total + 1, 3 * sizeof *out);
    if (!why && !out)
        why = "out of memory";
    for (size_t i = 0; i < n && !why; i++) {
        written = split_runs(info, vertices + at, (size_t)ranges[i].count, out);
        at += (size_t)ranges[i].count;
        if (!written)
            continue;
        if (!emu_ring_upload_elements(ctx, ctx->draw.index_ring, out, written * 4, &offset)) {
            why = "out of memory";
            break;
        }
        emu_draw_params(ctx, first_draw_id + (GLint)i, ranges[i].base_vertex, (GLint)info->base_instance);
        draw_stream(ctx, info, written, offset);
    }
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
    free(out);
    if (!info->index_size)
        free(vertices);
    return why;
}
