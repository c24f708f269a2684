/* SPDX-License-Identifier: MIT */
/* `retrace info --json`: the fields of the design's section 9. Strings of the trace that are not UTF-8 are
 * taken for Latin-1, so that the output is always valid JSON. */
#include "info.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gl_tables.h"

/* Text of the trace. Bytes are taken for Latin-1 when they are not UTF-8. */
static json_t *text(const char *s)
{
    json_t *value = json_string(s);
    size_t n = strlen(s), k = 0;
    char *copy;

    if (value)
        return value;
    copy = malloc(2 * n + 1);
    for (size_t i = 0; copy && i < n; i++) {
        unsigned char c = (unsigned char)s[i];

        if (c >= 0x80)
            copy[k++] = (char)(0xc0 | c >> 6);
        copy[k++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
    }
    value = copy ? json_stringn(copy, k) : NULL;
    free(copy);
    return value;
}

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *spread(const struct trace_spread *s)
{
    return json_pack("{s:I, s:I, s:I}", "min", (json_int_t)s->min, "median", (json_int_t)s->median, "max",
                     (json_int_t)s->max);
}

static json_t *properties(const struct info *info)
{
    const struct trace_property *list;
    size_t n = trace_parser_properties(info->parser, &list);
    json_t *object = json_object();

    for (size_t i = 0; i < n; i++) {
        json_t *key = text(list[i].name); /* a key must be UTF-8 as well */

        if (key)
            json_object_set_new(object, json_string_value(key), text(list[i].value));
        json_decref(key);
    }
    return object;
}

static json_t *contexts(const struct trace_census *census)
{
    json_t *array = json_array();

    for (size_t i = 0; i < census->num_contexts; i++) {
        const struct trace_census_context *c = &census->contexts[i];
        json_t *object = json_pack("{s:s, s:o, s:o, s:s, s:b, s:b, s:I, s:I}", "api", c->api, "created",
                                   c->created == UINT64_MAX ? json_null() : number(c->created), "share",
                                   c->share < 0 ? json_null() : json_integer(c->share), "profile", c->profile,
                                   "forward_compatible", (int)c->forward_compatible, "debug", (int)c->debug,
                                   "calls", (json_int_t)c->calls, "batches", (json_int_t)c->batches);

        if (c->major)
            json_object_set_new(object, "version", json_sprintf("%u.%u", c->major, c->minor));
        else
            json_object_set_new(object, "version", json_null());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *modes(const struct trace_census_entry *e)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < TRACE_MODES; i++)
        if (e->modes[i] && gl_mode_name(i))
            json_object_set_new(object, gl_mode_name(i), number(e->modes[i]));
    return object;
}

static json_t *types(const struct trace_census_entry *e)
{
    static const char *const names[TRACE_INDEX_TYPES] = {NULL, "GL_UNSIGNED_BYTE", "GL_UNSIGNED_SHORT",
                                                         "GL_UNSIGNED_INT"};
    json_t *object = json_object();

    for (unsigned i = 1; i < TRACE_INDEX_TYPES; i++)
        if (e->types[i])
            json_object_set_new(object, names[i], number(e->types[i]));
    return object;
}

/* The part of an entry that only batches have. */
static void add_batch_facts(json_t *object, const struct trace_census_entry *e)
{
    json_object_set_new(object, "types", types(e));
    json_object_set_new(object, "indices", spread(&e->indices));
    json_object_set_new(object, "base_vertices",
                        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "null", (json_int_t)e->base.null, "zero",
                                  (json_int_t)e->base.zero, "constant", (json_int_t)e->base.constant,
                                  "varying", (json_int_t)e->base.varying, "min", (json_int_t)e->base.min,
                                  "max", (json_int_t)e->base.max));
    json_object_set_new(object, "offsets",
                        json_pack("{s:I, s:I, s:I, s:I}", "buffer", (json_int_t)e->offsets.buffer, "client",
                                  (json_int_t)e->offsets.client, "mixed", (json_int_t)e->offsets.mixed,
                                  "unaligned", (json_int_t)e->offsets.unaligned));
    json_object_set_new(object, "restart",
                        json_pack("{s:I, s:I, s:I}", "off", (json_int_t)e->restart.off, "fixed",
                                  (json_int_t)e->restart.fixed, "custom", (json_int_t)e->restart.custom));
}

static json_t *census_entries(const struct trace_census *census)
{
    json_t *array = json_array();

    for (size_t i = 0; i < census->num_entries; i++) {
        const struct trace_census_entry *e = &census->entries[i];
        json_t *object =
            json_pack("{s:s, s:b, s:I, s:I, s:I, s:o, s:o}", "function", e->name, "tiered", (int)e->tiered,
                      "calls", (json_int_t)e->calls, "invalid", (json_int_t)e->invalid, "subdraws",
                      (json_int_t)e->subdraws, "modes", modes(e), "drawcount", spread(&e->drawcount));

        if (object && e->tiered)
            add_batch_facts(object, e);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *predicted(const struct info *info)
{
    json_t *object = json_object();

    for (int tier = 0; tier < TIERS_COUNT; tier++) {
        json_t *reasons = json_object();

        for (int reason = 1; reason < TIERS_REASONS; reason++)
            if (info->predicted[tier][reason])
                json_object_set_new(reasons, tiers_reason_name((enum tiers_reason)reason),
                                    number(info->predicted[tier][reason]));
        json_object_set_new(object, tiers_name((enum tiers_tier)tier), reasons);
    }
    return object;
}

static json_t *damage(const struct info *info)
{
    const struct trace_damage *d = trace_parser_damage(info->parser);
    static const char *const words[] = {[TRACE_TRUNCATED] = "truncated",
                                        [TRACE_CORRUPT] = "corrupt",
                                        [TRACE_UNSUPPORTED] = "unsupported",
                                        [TRACE_IO] = "io"};

    if (d->status == TRACE_END || d->status == TRACE_OK)
        return json_null();
    return json_pack("{s:s, s:I, s:I, s:o}", "kind", words[d->status], "call", (json_int_t)d->call, "offset",
                     (json_int_t)d->offset, "message", text(d->message));
}

bool info_print_json(const struct info *info, FILE *out)
{
    const struct trace_census *c = &info->census;
    json_t *root = json_pack(
        "{s:o, s:s, s:i, s:i, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:I, s:I, s:o, s:o, s:o}", "trace",
        text(info->path), "container", trace_container_name(trace_parser_container(info->parser)), "version",
        (int)trace_parser_version(info->parser), "semantic", (int)trace_parser_semantic(info->parser),
        "properties", properties(info), "calls", (json_int_t)c->calls, "incomplete",
        (json_int_t)c->incomplete, "fakes", (json_int_t)c->fakes, "threads", (json_int_t)c->threads, "frames",
        (json_int_t)c->frames, "contexts", contexts(c), "batches", (json_int_t)c->batches, "subdraws",
        (json_int_t)c->subdraws, "untiered", (json_int_t)c->untiered, "census", census_entries(c),
        "predicted", predicted(info), "damage", damage(info));
    bool ok = root && json_dumpf(root, out, JSON_INDENT(2)) == 0;

    if (ok)
        fputc('\n', out);
    json_decref(root);
    return ok;
}
