/* SPDX-License-Identifier: MIT */
/* `retrace info` for people. */
#include "info.h"

#include <inttypes.h>

#include "gl_tables.h"

static void print_contexts(const struct trace_census *census, FILE *out)
{
    for (size_t i = 0; i < census->num_contexts; i++) {
        const struct trace_census_context *c = &census->contexts[i];

        fprintf(out, "context %zu    %s, ", i, c->api);
        if (c->major)
            fprintf(out, "%u.%u ", c->major, c->minor);
        fprintf(out, "%s%s%s", c->profile, c->forward_compatible ? ", forward-compatible" : "",
                c->debug ? ", debug" : "");
        if (c->share >= 0)
            fprintf(out, ", shares with context %" PRId64, c->share);
        fprintf(out, "; %" PRIu64 " calls, %" PRIu64 " batches\n", c->calls, c->batches);
    }
}

static void print_spread(FILE *out, const char *what, const struct trace_spread *s)
{
    fprintf(out, "  %-14s %" PRIu64 " (%" PRIu64 " … %" PRIu64 ")\n", what, s->median, s->min, s->max);
}

/* One count, if there is any. */
static void part(FILE *out, bool *any, const char *what, uint64_t n)
{
    if (!n)
        return;
    fprintf(out, "%s%s %" PRIu64, *any ? ", " : "", what, n);
    *any = true;
}

static void print_batch_facts(const struct trace_census_entry *e, FILE *out)
{
    bool any = false;

    print_spread(out, "indices", &e->indices);
    fprintf(out, "  %-14s ", "index type");
    part(out, &any, "ubyte", e->types[1]);
    part(out, &any, "ushort", e->types[2]);
    part(out, &any, "uint", e->types[3]);
    any = false;
    fprintf(out, "\n  %-14s ", "base vertices");
    part(out, &any, "none", e->base.null);
    part(out, &any, "all zero", e->base.zero);
    part(out, &any, "constant", e->base.constant);
    part(out, &any, "varying", e->base.varying);
    fprintf(out, ", %" PRId64 " … %" PRId64, e->base.min, e->base.max);
    any = false;
    fprintf(out, "\n  %-14s ", "index source");
    part(out, &any, "buffer", e->offsets.buffer);
    part(out, &any, "client", e->offsets.client);
    part(out, &any, "mixed", e->offsets.mixed);
    part(out, &any, "unaligned", e->offsets.unaligned);
    any = false;
    fprintf(out, "\n  %-14s ", "restart");
    part(out, &any, "off", e->restart.off);
    part(out, &any, "fixed", e->restart.fixed);
    part(out, &any, "custom", e->restart.custom);
    fputc('\n', out);
}

static void print_entry(const struct trace_census_entry *e, FILE *out)
{
    bool any = false;

    fprintf(out, "\n%s%s: %" PRIu64 " calls, %" PRIu64 " sub-draws", e->name, e->tiered ? "" : " (untiered)",
            e->calls, e->subdraws);
    if (e->invalid)
        fprintf(out, ", and %" PRIu64 " invalid calls", e->invalid);
    fputc('\n', out);
    if (!e->calls)
        return;
    print_spread(out, "draw count", &e->drawcount);
    fprintf(out, "  %-14s ", "mode");
    for (unsigned i = 0; i < TRACE_MODES; i++)
        if (gl_mode_name(i))
            part(out, &any, gl_mode_name(i), e->modes[i]);
    fputc('\n', out);
    if (e->tiered)
        print_batch_facts(e, out);
}

static void print_predicted(const struct info *info, FILE *out)
{
    fputs("\ntiers, on a driver that has them all:\n", out);
    for (int tier = 0; tier < TIERS_COUNT; tier++) {
        fprintf(out, "  %-14s %" PRIu64 " of %" PRIu64, tiers_name((enum tiers_tier)tier),
                info->predicted[tier][TIERS_OK], info->census.batches);
        for (int reason = 1; reason < TIERS_REASONS; reason++)
            if (info->predicted[tier][reason])
                fprintf(out, ", declines %" PRIu64 ": %s (first at call %" PRIu64 ")",
                        info->predicted[tier][reason], tiers_reason_name((enum tiers_reason)reason),
                        info->first[tier][reason]);
        fputc('\n', out);
    }
}

void info_print_text(const struct info *info, FILE *out)
{
    const struct trace_census *c = &info->census;
    const struct trace_property *properties;
    size_t n = trace_parser_properties(info->parser, &properties);

    fprintf(out, "trace        %s\n", info->path);
    fprintf(out, "container    %s, version %u", trace_container_name(trace_parser_container(info->parser)),
            trace_parser_version(info->parser));
    if (trace_parser_semantic(info->parser) != trace_parser_version(info->parser))
        fprintf(out, " (semantic %u)", trace_parser_semantic(info->parser));
    fputc('\n', out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "property     %s = %s\n", properties[i].name, properties[i].value);
    fprintf(out, "calls        %" PRIu64 " of %" PRIu64 " threads", c->calls, c->threads);
    if (c->incomplete)
        fprintf(out, ", %" PRIu64 " of them never returned", c->incomplete);
    fprintf(out, "\nframes       %" PRIu64 "\n", c->frames);
    print_contexts(c, out);
    fprintf(out, "batches      %" PRIu64 " of %" PRIu64 " sub-draws; other multi-draws %" PRIu64 "\n",
            c->batches, c->subdraws, c->untiered);
    for (size_t i = 0; i < c->num_entries; i++)
        print_entry(&c->entries[i], out);
    if (c->batches)
        print_predicted(info, out);
    if (trace_parser_damage(info->parser)->status != TRACE_END)
        fprintf(out, "\ndamage       %s\n", trace_parser_damage(info->parser)->message);
}
