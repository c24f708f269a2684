/* SPDX-License-Identifier: MIT */
/* What every draw goes through before it is issued (draw_issue.c): the checks, the state that only matters to
 * draws, client memory copied to where the driver reads it, draw parameters fed as uniforms. */
#include "emu/emu_priv.h"

#include <stdlib.h>

/* Streams of indices come by the draw: a few hundred of a chunk renderer's between two orphanings. */
enum { VERTEX_RING_BYTES = 64 * 1024, INDEX_RING_BYTES = 1024 * 1024 };

bool emu_draw_init(struct emu_context *ctx)
{
    ctx->draw.index_ring = emu_ring_create(ctx, INDEX_RING_BYTES);
    ctx->draw.vertex_ring = emu_ring_create(ctx, VERTEX_RING_BYTES);
    ctx->draw.lanes = emu_draw_lanes();
    return ctx->draw.index_ring && ctx->draw.vertex_ring;
}

void emu_draw_finish(struct emu_context *ctx)
{
    emu_ring_destroy(ctx, ctx->draw.index_ring);
    emu_ring_destroy(ctx, ctx->draw.vertex_ring);
    free(ctx->draw.ranges);
    free(ctx->draw.index_scratch);
}

/* --- before the draw --- */

bool emu_draw_mode_valid(struct emu_context *ctx, GLenum mode)
{
    bool known = mode <= GL_TRIANGLE_FAN || (mode >= GL_LINES_ADJACENCY && mode <= GL_PATCHES);

    if (!known && !(mode >= GL_QUADS && mode <= GL_POLYGON && !ctx->core)) {
        emu_error(ctx, GL_INVALID_ENUM, "draw mode 0x%x", mode);
        return false;
    }
    return true;
}

static bool mode_on_driver(struct emu_context *ctx, GLenum mode)
{
    const char *why = NULL;

    if (mode >= GL_LINES_ADJACENCY && mode <= GL_TRIANGLE_STRIP_ADJACENCY && !ctx->caps->has_geometry_shader)
        why = "adjacency needs a geometry shader";
    else if (mode == GL_PATCHES && !ctx->caps->has_tessellation_shader)
        why = "patches need tessellation shaders";
    if (why)
        emu_gap(ctx, "glDraw*", why, true);
    return !why;
}

/* Nothing is drawn without a program: core leaves the result undefined, compatibility means fixed function.
 */
static bool check_program(struct emu_context *ctx)
{
    if (ctx->program.vertex)
        return true;
    if (!ctx->core)
        emu_gap(ctx, "glDraw*", "fixed function vertex processing", true);
    return false;
}

static bool check_mapped(struct emu_context *ctx, const struct emu_buffer *buffer)
{
    if (!buffer || !buffer->map.pointer || buffer->map.access & GL_MAP_PERSISTENT_BIT)
        return true;
    emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is mapped", buffer->name);
    return false;
}

static bool check_buffers(struct emu_context *ctx, const struct draw_info *info)
{
    const struct emu_vao *vao = ctx->vao.current;

    if (info->index_size && !check_mapped(ctx, info->index_buffer))
        return false;
    for (uint32_t todo = vao->enabled; todo; todo &= todo - 1)
        if (!check_mapped(ctx, vao->bindings[vao->attribs[__builtin_ctz(todo)].binding].buffer))
            return false;
    return true;
}

static void sync_restart(struct emu_context *ctx, const struct draw_info *info)
{
    bool wanted = info->restart != DRAW_RESTART_NONE;

    if (!info->index_size || ctx->state.es_restart == wanted)
        return;
    ctx->state.es_restart = wanted;
    if (wanted)
        ctx->es->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    else
        ctx->es->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
}

bool emu_draw_prepare(struct emu_context *ctx, struct draw_info *info, const struct draw_range *ranges,
                      size_t n)
{
    const struct emu_vao *vao = ctx->vao.current;
    const char *why;

    if (ctx->core && vao == &ctx->vao.zero) {
        emu_error(ctx, GL_INVALID_OPERATION, "draw without a vertex array object");
        return false;
    }
    if (!check_buffers(ctx, info) || emu_query_discards(ctx) || !check_program(ctx) ||
        !mode_on_driver(ctx, info->mode))
        return false;
    emu_program_prepare(ctx, info->mode);
    if (info->instances && !emu_window_prepare(ctx, info, ranges, n))
        return false;
    emu_state_draw_gaps(ctx, info->mode);
    sync_restart(ctx, info);
    if (vao->wide | vao->lent | ctx->program.vertex->wide_attribs)
        emu_vao_suit(ctx);
    if (vao->dirty)
        emu_vao_flush(ctx);
    if ((vao->client | vao->convert) & vao->enabled && info->instances &&
        !emu_draw_feedback_refuses(ctx, info)) {
        why = emu_arrays_upload(ctx, info, ranges, n);
        if (why) {
            emu_gap(ctx, "glDraw*", why, true);
            return false;
        }
    }
    if (ctx->observer)
        ctx->observer->draw(ctx->observer->priv, ctx, info, ranges, n);
    return true;
}

/* --- draw parameters --- */

static void set_param(struct emu_context *ctx, const struct emu_program *program, GLint location, GLint value)
{
    if (location < 0)
        return;
    if (program == ctx->program.current)
        ctx->es->Uniform1i(location, value);
    else
        ctx->es->ProgramUniform1i(program->es, location, value);
}

bool emu_draw_reads_params(const struct emu_context *ctx)
{
    const struct emu_program *program = ctx->program.vertex;

    return program && (program->reads_draw_id || program->reads_base_vertex || program->reads_base_instance);
}

void emu_draw_params(struct emu_context *ctx, GLint draw_id, GLint base_vertex, GLint base_instance)
{
    const struct emu_program *program = ctx->program.vertex;

    if (!emu_draw_reads_params(ctx))
        return;
    set_param(ctx, program, program->draw_id_location, draw_id);
    set_param(ctx, program, program->base_vertex_location, base_vertex);
    set_param(ctx, program, program->base_instance_location, base_instance);
}

bool emu_draw_reads_draw_id(struct emu_context *ctx)
{
    return ctx->program.vertex && ctx->program.vertex->reads_draw_id;
}

bool emu_draw_reads_base_vertex(struct emu_context *ctx)
{
    return ctx->program.vertex && ctx->program.vertex->reads_base_vertex;
}

bool emu_draw_reads_base_instance(struct emu_context *ctx)
{
    return ctx->program.vertex && ctx->program.vertex->reads_base_instance;
}

bool emu_draw_reads_primitive_id(struct emu_context *ctx)
{
    return ctx->program.vertex && emu_program_counts_primitives(ctx, ctx->program.vertex);
}
