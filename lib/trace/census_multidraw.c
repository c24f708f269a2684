/* SPDX-License-Identifier: MIT */
/* The multi-draws themselves: what each call asks for, in the state that the rest of the census keeps. */
#include "census_priv.h"

#include <stdlib.h>
#include <string.h>

#include "gl_api.h"

static struct trace_census_entry *find_entry(struct census *c, const char *name, bool tiered, size_t *index)
{
    struct trace_census *out = c->out;
    size_t n = out->num_entries, capacity = c->entry_capacity;

    for (size_t i = 0; i < n; i++)
        if (!strcmp(out->entries[i].name, name)) {
            *index = i;
            return &out->entries[i];
        }
    if (!census_reserve(c, &out->entries, &capacity, n + 1, sizeof *out->entries) ||
        !census_reserve(c, &c->entries, &c->entry_capacity, n + 1, sizeof *c->entries))
        return NULL;
    out->entries[n] = (struct trace_census_entry){.tiered = tiered};
    c->entries[n] = (struct census_entry){0};
    out->entries[n].name = strdup(name);
    if (!out->entries[n].name) {
        c->failed = true;
        return NULL;
    }
    out->num_entries = n + 1;
    *index = n;
    return &out->entries[n];
}

static void sample(struct census *c, struct census_samples *samples, uint64_t value)
{
    if (!census_reserve(c, &samples->values, &samples->capacity, samples->count + 1, sizeof *samples->values))
        return;
    samples->values[samples->count++] = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

/* What every form has. Negative draw counts and unknown modes raise an error. */
static struct trace_census_entry *count_call(struct census *c, const struct trace_call *call, bool tiered,
                                             int64_t n, bool valid, size_t *index)
{
    struct trace_census_entry *entry = find_entry(c, call->fn->name, tiered, index);
    uint64_t mode = census_arg(call, 0);

    if (!entry)
        return NULL;
    if (!valid || n < 0 || mode > GL_PATCHES) {
        entry->invalid++;
        return NULL;
    }
    entry->calls++;
    entry->subdraws += (uint64_t)n;
    entry->modes[mode]++;
    sample(c, &c->entries[*index].drawcounts, (uint64_t)n);
    if (!tiered) {
        c->out->untiered++;
        return entry;
    }
    c->out->batches++;
    c->out->subdraws += (uint64_t)n;
    if (c->now != SIZE_MAX)
        c->out->contexts[c->now].batches++;
    return entry;
}

static void untiered(struct census *c, const struct trace_call *call, unsigned drawcount, int counts)
{
    int64_t n = (int32_t)trace_value_int(trace_call_arg(call, drawcount));
    bool valid = true;
    size_t index;

    for (size_t i = 0; counts >= 0 && n > 0 && i < (size_t)n; i++)
        valid &= (int32_t)census_item(call, (unsigned)counts, i) >= 0;
    count_call(c, call, false, n, valid, &index);
}

static void draw_arrays(struct census *c, const struct trace_call *call)
{
    untiered(c, call, 3, 2);
}

static void draw_arrays_indirect(struct census *c, const struct trace_call *call)
{
    untiered(c, call, 2, -1);
}

static void draw_elements_indirect(struct census *c, const struct trace_call *call)
{
    untiered(c, call, 3, -1);
}

/* The count forms: how many there will be is on the GPU; the sub-draws are the most there may be. */
static void draw_arrays_count(struct census *c, const struct trace_call *call)
{
    untiered(c, call, 3, -1);
}

static void draw_elements_count(struct census *c, const struct trace_call *call)
{
    untiered(c, call, 4, -1);
}

static unsigned index_size(uint64_t type)
{
    switch (type) {
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_UNSIGNED_SHORT:
        return 2;
    case GL_UNSIGNED_INT:
        return 4;
    default:
        return 0;
    }
}

/* Counts, offsets and where the indices are. False when a count is negative. */
static bool read_ranges(struct census *c, const struct trace_call *call, struct trace_census_batch *b,
                        bool *mixed)
{
    const struct trace_value *indices = trace_call_arg(call, 3);
    uint64_t without = 0; /* indices of sub-draws whose pointer is NULL */
    size_t blobs = 0, offsets = 0;
    bool bound;

    for (size_t i = 0; i < b->n; i++) {
        const struct trace_value *v =
            indices->type == TRACE_ARRAY && i < indices->count ? &indices->items[i] : NULL;
        uint64_t offset = v ? trace_value_address(v) : 0, bytes;

        c->counts[i] = (int32_t)census_item(call, 1, i);
        if (c->counts[i] < 0)
            return false;
        b->total += (uint64_t)c->counts[i];
        if (v && v->type == TRACE_BLOB) {
            blobs++;
            continue;
        }
        if (!offset)
            without += (uint64_t)c->counts[i];
        offsets += offset != 0; /* NULL is either: offset 0, or no memory at all */
        b->unaligned |= offset % b->index_size != 0;
        bytes = (uint64_t)c->counts[i] * b->index_size;
        if (bytes && offset > UINT64_MAX - bytes)
            b->end = UINT64_MAX;
        else if (bytes && offset + bytes > b->end)
            b->end = offset + bytes;
    }
    /* The tracer chose blob or offset by what was bound; only where neither is there is our own state asked.
     */
    bound = trace_table_get(&c->ctx->elements, c->ctx->vertex_array, 0) != 0;
    b->client = blobs || (!offsets && !bound);
    *mixed = blobs && offsets;
    if (b->client) {
        b->end = 0;
        b->total -= without; /* nothing to draw from */
    }
    return true;
}

static void read_bases(struct census *c, const struct trace_call *call, struct trace_census_batch *b,
                       struct trace_census_entry *entry, struct census_entry *more)
{
    bool any = false, zero = true, same = true;
    int64_t first = 0;

    b->bases = trace_call_arg(call, 5)->type == TRACE_ARRAY ? c->bases : NULL;
    for (size_t i = 0; b->bases && i < b->n; i++) {
        int64_t base = c->bases[i] = (int32_t)census_item(call, 5, i);

        if (!b->counts[i])
            continue;
        if (!any)
            first = base;
        any = true;
        zero &= base == 0;
        same &= base == first;
        if (!more->has_base || base < entry->base.min)
            entry->base.min = base;
        if (!more->has_base || base > entry->base.max)
            entry->base.max = base;
        more->has_base = true;
    }
    b->bases_vary = !same;
    if (!b->bases)
        entry->base.null++;
    else if (zero)
        entry->base.zero++;
    else if (same)
        entry->base.constant++;
    else
        entry->base.varying++;
}

static void read_state(struct census *c, struct trace_census_batch *b)
{
    struct census_context *ctx = c->ctx;
    uint64_t feedback = trace_table_get(&ctx->feedbacks, ctx->feedback, 0);
    unsigned reads = census_program_reads(c);

    b->buffer_size = trace_table_get(&census_share_of(c)->buffers,
                                     trace_table_get(&ctx->elements, ctx->vertex_array, 0), 0);
    b->restart_fixed = ctx->restart_fixed;
    b->restart = ctx->restart && !ctx->restart_fixed;
    b->restart_index = ctx->restart_index;
    b->feedback = (feedback & CENSUS_OPEN) && !(feedback & CENSUS_PAUSED);
    b->reads_draw_id = reads & CENSUS_DRAW_ID;
    b->reads_base_vertex = reads & CENSUS_BASE_VERTEX;
    b->reads_primitive_id = reads & CENSUS_PRIMITIVE_ID;
}

static void count_batch(struct trace_census_entry *entry, const struct trace_census_batch *b, bool mixed)
{
    uint32_t all_ones = b->index_size == 4 ? UINT32_MAX : (1u << 8 * b->index_size) - 1;

    entry->types[b->index_size == 1 ? 1 : b->index_size == 2 ? 2 : 3]++;
    if (mixed)
        entry->offsets.mixed++;
    else if (b->client)
        entry->offsets.client++;
    else
        entry->offsets.buffer++;
    entry->offsets.unaligned += b->unaligned;
    if (b->restart && b->restart_index != all_ones)
        entry->restart.custom++;
    else if (b->restart || b->restart_fixed)
        entry->restart.fixed++;
    else
        entry->restart.off++;
}

static void draw_elements_either(struct census *c, const struct trace_call *call, bool with_bases)
{
    int64_t n = (int32_t)trace_value_int(trace_call_arg(call, 4));
    struct trace_census_batch b = {.call = call, .mode = (uint32_t)census_arg(call, 0)};
    struct trace_census_entry *entry;
    bool mixed = false, valid;
    size_t index, bases_capacity = c->scratch_capacity;

    b.type = (uint32_t)census_arg(call, 2);
    b.index_size = index_size(b.type);
    /* The arrays are in the call, so a draw count beyond them is a lie; their length bounds what is looked
     * at. */
    b.n = n > 0 ? (size_t)n : 0;
    if (b.n > census_items(call, 1))
        b.n = census_items(call, 1);
    if (!census_reserve(c, &c->bases, &bases_capacity, b.n, sizeof *c->bases) ||
        !census_reserve(c, &c->counts, &c->scratch_capacity, b.n, sizeof *c->counts))
        return;
    valid = b.index_size && read_ranges(c, call, &b, &mixed);
    entry = count_call(c, call, true, n < 0 ? n : (int64_t)b.n, valid, &index);
    if (!entry)
        return;
    b.counts = c->counts;
    sample(c, &c->entries[index].indices, b.total);
    if (with_bases)
        read_bases(c, call, &b, entry, &c->entries[index]);
    else
        entry->base.null++;
    read_state(c, &b);
    count_batch(entry, &b, mixed);
    if (c->batch)
        c->batch(c->priv, &b);
}

static void draw_elements(struct census *c, const struct trace_call *call)
{
    draw_elements_either(c, call, false);
}

static void draw_elements_base(struct census *c, const struct trace_call *call)
{
    draw_elements_either(c, call, true);
}

static const struct census_row rows[] = {
    // clang-format off
    {"glMultiDrawArrays", draw_arrays},
    {"glMultiDrawArraysEXT", draw_arrays},
    {"glMultiDrawArraysIndirect", draw_arrays_indirect},
    {"glMultiDrawArraysIndirectAMD", draw_arrays_indirect},
    {"glMultiDrawArraysIndirectCount", draw_arrays_count},
    {"glMultiDrawArraysIndirectCountARB", draw_arrays_count},
    {"glMultiDrawArraysIndirectEXT", draw_arrays_indirect},
    {"glMultiDrawElements", draw_elements},
    {"glMultiDrawElementsBaseVertex", draw_elements_base},
    {"glMultiDrawElementsBaseVertexEXT", draw_elements_base},
    {"glMultiDrawElementsBaseVertexOES", draw_elements_base},
    {"glMultiDrawElementsEXT", draw_elements},
    {"glMultiDrawElementsIndirect", draw_elements_indirect},
    {"glMultiDrawElementsIndirectAMD", draw_elements_indirect},
    {"glMultiDrawElementsIndirectCount", draw_elements_count},
    {"glMultiDrawElementsIndirectCountARB", draw_elements_count},
    {"glMultiDrawElementsIndirectEXT", draw_elements_indirect},
    // clang-format on
};

census_handler *census_multidraw_find(const char *name)
{
    return census_row_find(rows, sizeof rows / sizeof *rows, name);
}
