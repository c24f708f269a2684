/* SPDX-License-Identifier: MIT */
/* Tier compute: a compute shader flattens the batch into one index buffer with the base vertices folded in,
 * which a single glDrawElements draws. It rewrites the primitive stream instead of replaying it, so it takes
 * only what survives that: lists, whole primitives, no primitive restart (a restart ends a primitive, and
 * leftover vertices would find their third in the next sub-draw), and no program that reads gl_DrawID,
 * gl_PrimitiveID or a gl_BaseVertex that varies.
 *
 * Needs OpenGL ES 3.1 and three storage blocks in compute shaders. Never chosen by "auto".
 *
 * How: one invocation per output index finds its sub-draw by an upper-bound search in prefix sums, unpacks
 * the index from the source buffer taken as words (a 16- or 8-bit index by shifts; GPUs that run ES are
 * little-endian), adds the base and stores 32 bits. The dispatch comes before the draw state is prepared, and
 * is never made inside an open transform-feedback span; program, storage bindings and element buffer are put
 * back.
 *
 * Cost: an upload of 12 bytes per sub-draw, ten binds, a dispatch, a barrier, and 4 bytes written and read
 * per index. */
#include "tiers/staging.h"
#include "tiers/tier.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 64,         /* invocations; local_size_x below */
    HEADER = 4,         /* words before the table: sub-draws, index size, total, 0 */
    ROW = 3,            /* words per sub-draw: first element, base vertex, indices up to its end */
    BLOCKS = 3,         /* storage bindings 0 to 2 */
    STREAM_ALIGN = 256, /* no driver asks for more */
};

static const char source[] = "#version 310 es\n"
                             "layout(local_size_x = 64) in;\n"
                             "layout(std430, binding = 0) readonly buffer Source { highp uint words[]; };\n"
                             "layout(std430, binding = 1) readonly buffer Draws { highp uint draws[]; };\n"
                             "layout(std430, binding = 2) writeonly buffer Stream { highp uint stream[]; };\n"
                             "highp uint fetch(highp uint element, highp uint size)\n"
                             "{\n"
                             "    if (size == 4u)\n"
                             "        return words[element];\n"
                             "    if (size == 2u)\n"
                             "        return words[element >> 1] >> ((element & 1u) * 16u) & 0xffffu;\n"
                             "    return words[element >> 2] >> ((element & 3u) * 8u) & 0xffu;\n"
                             "}\n"
                             "void main()\n"
                             "{\n"
                             "    highp uint i = gl_GlobalInvocationID.x;\n"
                             "    highp uint low = 0u, high = draws[0];\n"
                             "    if (i >= draws[2])\n"
                             "        return;\n"
                             "    while (low < high) {\n"
                             "        highp uint middle = (low + high) >> 1;\n"
                             "        if (draws[4u + 3u * middle + 2u] > i)\n"
                             "            high = middle;\n"
                             "        else\n"
                             "            low = middle + 1u;\n"
                             "    }\n"
                             "    highp uint row = 4u + 3u * low;\n"
                             "    highp uint before = low == 0u ? 0u : draws[row - 1u];\n"
                             "    stream[i] = fetch(draws[row] + i - before, draws[1]) + draws[row + 1u];\n"
                             "}\n";

struct tier_state {
    GLuint program; /* 0: the driver refused it, for good */
    struct tier_staging table, stream;
    uint32_t *words; /* the table being written */
    size_t n_words;
    size_t stream_offset; /* of the batch between prepare and draw */
};

static bool usable(const struct gles_caps *caps, const struct gles_table *es, const char **missing)
{
    if (!caps->has_es31)
        *missing = "OpenGL ES 3.1";
    else if (caps->max_compute_storage_blocks < BLOCKS || caps->max_storage_bindings < BLOCKS)
        *missing = "GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS >= 3";
    else if (!es->DispatchCompute || !es->MemoryBarrier || !es->BindBufferRange)
        *missing = "glDispatchCompute";
    else
        return true;
    return false;
}

static enum tiers_reason decline(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    enum tiers_reason reason = tiers_decline_batched(shape);

    if (reason)
        return reason;
    if (shape->restart_on)
        return TIERS_RESTART;
    if (!tiers_list_vertices(shape->mode))
        return TIERS_MODE;
    if (shape->feedback)
        return TIERS_FEEDBACK;
    if (shape->client_indices)
        return TIERS_CLIENT_INDICES;
    if (shape->unaligned)
        return TIERS_UNALIGNED;
    if (shape->outside)
        return TIERS_OUTSIDE;
    if (shape->partial)
        return TIERS_PARTIAL;
    if (shape->index_size < 4 && shape->buffer_size % 4)
        return TIERS_BUFFER_SIZE;
    if (shape->total > TIERS_FLATTEN_MAX)
        return TIERS_TOO_MANY;
    if (shape->buffer_size > limits->max_storage_block_size ||
        shape->total * sizeof(GLuint) > limits->max_storage_block_size ||
        (HEADER + ROW * (uint64_t)shape->subdraws) * sizeof(GLuint) > limits->max_storage_block_size)
        return TIERS_BLOCK_SIZE;
    return TIERS_OK;
}

static GLuint build(struct emu_context *ctx)
{
    const struct gles_table *es = ctx->es;
    const GLchar *text = source;
    GLuint shader = es->CreateShader(GL_COMPUTE_SHADER), program = es->CreateProgram();
    GLint linked = 0;
    char why[256] = "";

    es->ShaderSource(shader, 1, &text, NULL);
    es->CompileShader(shader);
    es->AttachShader(program, shader);
    es->LinkProgram(program);
    es->DeleteShader(shader);
    es->GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked)
        return program;
    es->GetProgramInfoLog(program, sizeof why, NULL, why);
    log_msg(ctx->log, LOG_WARN, "multi-draw: the driver refuses the compute tier's program: %s", why);
    es->DeleteProgram(program);
    return 0;
}

static bool init(struct emu_context *ctx, void *state)
{
    struct tier_state *tier = state;

    tier->program = build(ctx);
    return true;
}

static void finish(struct emu_context *ctx, void *state)
{
    struct tier_state *tier = state;

    if (tier->program)
        ctx->es->DeleteProgram(tier->program);
    tier_staging_finish(ctx, &tier->table);
    tier_staging_finish(ctx, &tier->stream);
    free(tier->words);
}

/* The table of the batch, in bytes; sub-draws of no indices are left out. 0 when memory is out. */
static size_t write_table(struct tier_state *tier, const struct tier_batch *batch)
{
    size_t first = batch->info.index_offset / batch->info.index_size;
    uint32_t *row, sum = 0;

    if (!tier_reserve(&tier->words, &tier->n_words, HEADER + ROW * batch->n, sizeof *tier->words))
        return 0;
    row = tier->words + HEADER;
    for (size_t i = 0; i < batch->n; i++) {
        const struct draw_range *range = &batch->ranges[i];

        if (!range->count)
            continue;
        sum += (uint32_t)range->count;
        row[0] = (uint32_t)(first + range->start);
        row[1] = (uint32_t)range->base_vertex;
        row[2] = sum;
        row += ROW;
    }
    tier->words[0] = (uint32_t)((size_t)(row - tier->words) - HEADER) / ROW;
    tier->words[1] = batch->info.index_size;
    tier->words[2] = sum;
    tier->words[3] = 0;
    return (size_t)(row - tier->words) * sizeof *row;
}

/* Puts back what the dispatch used. Names and ranges come from the emulation's own state, never from the
 * driver. */
static void restore(struct emu_context *ctx)
{
    ctx->es->UseProgram(ctx->program.es_current);
    for (GLuint i = 0; i < BLOCKS; i++)
        emu_buffer_restore_storage(ctx, i);
    emu_buffer_restore(ctx, EMU_SHADER_STORAGE_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    /* Those three are the application's now, whatever program had moved them. */
    ctx->program.moved_storage[0] &= ~(uint64_t)((1 << BLOCKS) - 1);
}

static enum tiers_reason prepare(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;
    const struct gles_table *es = ctx->es;
    size_t align = (size_t)ctx->caps->storage_buffer_offset_alignment, bytes, table;
    size_t stream_bytes = (size_t)batch->shape.total * sizeof(GLuint);

    /* A program that failed to link again still draws, but the driver would not let it be made current once
     * more. */
    if (!tier->program || (ctx->program.current && !ctx->program.current->linked))
        return TIERS_PROGRAM;
    bytes = write_table(tier, batch);
    if (!bytes ||
        !tier_staging_bind(ctx, &tier->table, EMU_COPY_WRITE_BUFFER, bytes, align ? align : STREAM_ALIGN,
                           tier->words, &table) ||
        !tier_staging_bind(ctx, &tier->stream, EMU_COPY_WRITE_BUFFER, stream_bytes, STREAM_ALIGN, NULL,
                           &tier->stream_offset))
        return TIERS_MEMORY;
    /* The application promised that an index fetch sees what its shaders wrote; ours is a storage read. */
    if (batch->info.index_buffer->gpu_written)
        es->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    es->UseProgram(tier->program);
    es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, batch->info.index_buffer->es);
    es->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, tier->table.es, (GLintptr)table, (GLsizeiptr)bytes);
    es->BindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, tier->stream.es, (GLintptr)tier->stream_offset,
                        (GLsizeiptr)stream_bytes);
    es->DispatchCompute((GLuint)((batch->shape.total + GROUP - 1) / GROUP), 1, 1);
    es->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT);
    restore(ctx);
    tier_count_dispatch(ctx);
    return TIERS_OK;
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    struct tier_state *tier = state;

    emu_draw_params(ctx, 0, batch->base_vertex, 0);
    emu_buffer_bind_es(ctx, EMU_ELEMENT_ARRAY_BUFFER, tier->stream.es);
    ctx->es->DrawElements(batch->info.mode, (GLsizei)batch->shape.total, GL_UNSIGNED_INT,
                          (const void *)tier->stream_offset);
    emu_buffer_restore(ctx, EMU_ELEMENT_ARRAY_BUFFER);
    return TIERS_OK;
}

const struct tier tier_compute = {
    .name = "compute",
    .summary = "a compute shader flattens the batch into one index buffer, drawn by one glDrawElements",
    .state_size = sizeof(struct tier_state),
    .usable = usable,
    .decline = decline,
    .init = init,
    .prepare = prepare,
    .draw = draw,
    .finish = finish,
};
