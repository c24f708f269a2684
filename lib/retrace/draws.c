/* SPDX-License-Identifier: MIT */
/* Lists draws by replaying the trace through the emulation, which tells of each draw that it is about to
 * issue. Multi-draws go through the reference tier, so that every sub-draw is described. Bounds are asked of
 * the same functions that the emulation copies arrays by (emu/bounds.h). Not done: draws that GL refuses with
 * an error, or that conditional rendering leaves out, are no draws. Cost: that of a replay, and a scan of the
 * indices of every listed draw. */
#include "retrace/draws.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/emu_priv.h"
#include "gl_tables.h"
#include "retrace/backend_impl.h"
#include "retrace/player.h"
#include "tiers/tiers.h"
#include "trace/trace.h"

struct draws {
    const struct draws_params *params;
    const struct trace_call *call; /* being replayed */
    unsigned long ranges;          /* of it, listed so far */
    struct emu_gaps gaps;
    struct emu_window_counts windows; /* as they were before the draw */
    uint64_t *seen; /* counts of gaps so far: the player's, then the emulation's, two by two */
    size_t seen_count;
};

static bool wanted(const struct draws *d)
{
    return d->call && (!d->params->calls || trace_callset_contains(d->params->calls, d->call));
}

/* --- one range --- */

static void print_where(FILE *out, const struct emu_buffer *buffer, int64_t start, struct bounds_bytes bytes)
{
    if (buffer)
        fprintf(out, "buffer%u", buffer->name);
    else
        fputs("client", out);
    if (bytes.begin == bytes.end) {
        fputs(":none", out);
        return;
    }
    fprintf(out, ":%" PRId64 "..%" PRId64, start + bytes.begin, start + bytes.end);
    if (buffer)
        fprintf(out, "/%td%s", buffer->size, start + bytes.end > buffer->size ? "!" : "");
}

static void print_indices(FILE *out, const struct draw_info *info, const struct draw_range *range)
{
    int64_t begin = (int64_t)(info->index_offset + range->start * info->index_size),
            end = begin + (int64_t)range->count * info->index_size;

    if (!info->index_size)
        return;
    fputs(" index=", out);
    print_where(out, info->index_buffer, 0, (struct bounds_bytes){begin, end});
}

static void print_arrays(FILE *out, const struct emu_context *ctx, const struct bounds_draw *draw, bool known)
{
    const struct emu_vao *vao = ctx->vao.current;
    uint32_t todo = vao->enabled & (ctx->program.vertex ? ctx->program.vertex->attribs : 0);

    for (; todo; todo &= todo - 1) {
        int index = __builtin_ctz(todo);
        const struct emu_vertex_binding *binding = &vao->bindings[vao->attribs[index].binding];
        struct bounds_array array = emu_bounds_array(&vao->attribs[index], binding);
        fprintf(out, " %d=", index);
        if (!known && emu_bounds_by_vertex(&array))
            fputs("unknown", out);
        else
            print_where(out, binding->buffer, binding->buffer ? (int64_t)(intptr_t)binding->pointer : 0,
                        emu_bounds_extent(&array, draw));
    }
}

static void print_vertices(FILE *out, struct bounds_span vertices, bool known)
{
    if (!known)
        fputs(" vertices=unknown", out);
    else if (!vertices.count)
        fputs(" vertices=none", out);
    else
        fprintf(out, " vertices=%" PRId64 "..%" PRId64, vertices.first, vertices.first + vertices.count - 1);
}

/* How what the vertex stage fetches itself was bound for this draw, all ranges together (emu/window.h). Those
 * that are bound range by range are so later, and stand in a line of their own. */
static void print_window(const struct draws *d, const struct emu_context *ctx)
{
    const struct emu_window_counts *now = &d->gaps.windows, *before = &d->windows;
    FILE *out = d->params->out;

    if (emu_window_each(ctx))
        fputs(" window=each", out);
    else if (now->texture > before->texture)
        fputs(" window=texture", out);
    else if (now->window > before->window)
        fprintf(out, " window=%" PRIu64 "/%" PRIu64, now->placed - before->placed,
                now->bound - before->bound);
    else if (now->whole > before->whole)
        fputs(" window=whole", out);
    else if (now->native > before->native)
        fputs(" window=native", out);
}

static void print_range(struct draws *d, struct emu_context *ctx, const struct draw_info *info,
                        const struct draw_range *range)
{
    FILE *out = d->params->out;
    struct bounds_draw draw = {.instances = (uint32_t)info->instances, .base_instance = info->base_instance};
    bool known = !emu_draw_vertices(ctx, info, range, 1, &draw.vertices);
    const char *mode = gl_mode_name(info->mode);

    fprintf(out, "%" PRIu64 " %s %lu %s ", d->call->no, d->call->fn->name, d->ranges++, mode ? mode : "?");
    if (info->index_size)
        fprintf(out, "u%d", info->index_size * 8);
    else
        fputs("arrays", out);
    fprintf(out, " start=%zu count=%d base=%d instances=%d first-instance=%u restart=", range->start,
            range->count, range->base_vertex, info->instances, info->base_instance);
    if (info->restart == DRAW_RESTART_NONE)
        fputs("no", out);
    else
        fprintf(out, "%u", info->restart_index);
    print_vertices(out, draw.vertices, known);
    print_indices(out, info, range);
    print_arrays(out, ctx, &draw, known);
    print_window(d, ctx);
    fputc('\n', out);
}

/* A command that the driver reads, from the buffer; false when it cannot be read. */
static bool read_command(struct emu_context *ctx, struct draw_info *info, struct draw_range *range)
{
    const uint8_t *contents = emu_buffer_contents(ctx, info->commands);
    size_t bytes = info->index_size ? 20 : 16;
    GLuint words[5];

    if (!contents || info->command_offset > (size_t)info->commands->size ||
        bytes > (size_t)info->commands->size - info->command_offset)
        return false;
    memcpy(words, contents + info->command_offset, bytes);
    *range = (struct draw_range){
        .start = words[2], .count = (GLsizei)words[0], .base_vertex = info->index_size ? (GLint)words[3] : 0};
    info->instances = (GLsizei)words[1];
    info->base_instance = words[info->index_size ? 4 : 3];
    return range->count >= 0 && info->instances >= 0;
}

static void observe(void *priv, struct emu_context *ctx, const struct draw_info *info,
                    const struct draw_range *ranges, size_t n)
{
    struct draws *d = priv;
    struct draw_info known = *info;
    struct draw_range command;

    if (!wanted(d))
        return;
    if (info->commands) {
        if (read_command(ctx, &known, &command))
            print_range(d, ctx, &known, &command);
        else
            fprintf(d->params->out, "%" PRIu64 " %s %lu the command cannot be read\n", d->call->no,
                    d->call->fn->name, d->ranges++);
    }
    for (size_t i = 0; i < n; i++)
        print_range(d, ctx, info, &ranges[i]);
    d->windows = d->gaps.windows;
}

/* What was bound range by range since then. */
static void note_windows(struct draws *d)
{
    const struct emu_window_counts *now = &d->gaps.windows, *before = &d->windows;
    uint64_t window = now->window - before->window, texture = now->texture - before->texture;

    if ((window || texture) && wanted(d))
        fprintf(d->params->out,
                "%" PRIu64 " %s windows: %" PRIu64 " of %" PRIu64 "/%" PRIu64 " bytes, %" PRIu64
                " textures\n",
                d->call->no, d->call->fn->name, window, now->placed - before->placed,
                now->bound - before->bound, texture);
    d->windows = *now;
}

/* --- calls that were refused --- */

static void note_gap(struct draws *d, size_t slot, uint64_t count, const char *reason)
{
    uint64_t *grown;

    if (slot >= d->seen_count) {
        grown = realloc(d->seen, (slot + 1) * 2 * sizeof *grown);
        if (!grown)
            return;
        memset(grown + d->seen_count, 0, ((slot + 1) * 2 - d->seen_count) * sizeof *grown);
        d->seen = grown;
        d->seen_count = (slot + 1) * 2;
    }
    if (count != d->seen[slot] && wanted(d))
        fprintf(d->params->out, "%" PRIu64 " %s refused: %s\n", d->call->no, d->call->fn->name, reason);
    d->seen[slot] = count;
}

static void note_gaps(struct draws *d, const struct player *player)
{
    const struct player_gap *gaps;
    size_t n = player_gaps(player, &gaps);

    for (size_t i = 0; i < n; i++)
        note_gap(d, 2 * i, gaps[i].count, gaps[i].reason);
    for (size_t i = 0; i < d->gaps.count; i++)
        note_gap(d, 2 * i + 1, d->gaps.items[i].count, d->gaps.items[i].reason);
}

/* --- the replay --- */

static void play(struct draws *d, struct trace_parser *parser, struct player *player)
{
    uint64_t last = d->params->calls ? trace_callset_last(d->params->calls) : UINT64_MAX;
    struct trace_call *call;

    while (!ferror(d->params->out) && trace_parser_next(parser, &call) == TRACE_OK) {
        bool more = call->no < last;
        d->call = call;
        d->ranges = 0;
        player_call(player, call);
        note_windows(d);
        note_gaps(d, player);
        trace_parser_recycle(parser);
        if (!more)
            break;
    }
    d->call = NULL;
}

bool draws_list(const struct draws_params *params, struct trace_damage *damage)
{
    struct draws d = {.params = params};
    struct tiers_params tiers = {.tier = tiers_name(TIERS_BASEVERTEX)};
    const struct emu_draw_observer observer = {observe, &d};
    struct trace_parser *parser = trace_parser_open(params->path, params->log, damage);
    struct backend_emu emu;
    struct player *player;

    if (!parser)
        return false;
    backend_emu_init(&emu, params->display, params->limits, &tiers_multidraw, &tiers, &d.gaps, NULL);
    emu.observer = &observer;
    player = player_create(&(struct player_params){.backend = &emu.backend});
    if (player)
        play(&d, parser, player);
    *damage = *trace_parser_damage(parser);
    player_destroy(player);
    trace_parser_close(parser);
    emu_gaps_finish(&d.gaps);
    free(d.seen);
    return player != NULL;
}
