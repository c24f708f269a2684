/* SPDX-License-Identifier: MIT */
/* Opening a trace: container, read-ahead, header; and what can be asked of an open one. */
#include "parser_priv.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CHARGE_MIN = 64 << 20,   /* what the pending calls may take in any file; larger files may ask for more */
    CHARGE_PIPE = 160 << 20, /* of a size that nobody knows; more once more has been read */
};

static bool parse_properties(struct trace_parser *p)
{
    struct arena *arena = &p->sigs.arena;

    for (;;) {
        struct trace_property property;
        size_t length, n = p->num_properties;

        if (!trace_parser_string(p, arena, &property.name, &length))
            return false;
        if (!length)
            return true;
        if (!trace_parser_string(p, arena, &property.value, NULL))
            return false;
        if (n == TRACE_PROPERTIES_MAX)
            return trace_parser_fail(p, TRACE_CORRUPT, "more than %d properties", TRACE_PROPERTIES_MAX);
        if ((n & (n - 1)) == 0) { /* full at each power of two */
            struct trace_property *grown = trace_parser_alloc(p, arena, n ? 2 * n : 1, sizeof *grown);

            if (!grown)
                return false;
            if (n)
                memcpy(grown, p->properties, n * sizeof *grown);
            p->properties = grown;
        }
        p->properties[p->num_properties++] = property;
    }
}

static bool parse_header(struct trace_parser *p)
{
    uint64_t version, semantic;

    if (!trace_reader_uint(&p->reader, &version))
        return false;
    if (version > TRACE_VERSION_MAX)
        return trace_parser_fail(p, TRACE_UNSUPPORTED, "trace version %llu; versions up to %d are known",
                                 (unsigned long long)version, TRACE_VERSION_MAX);
    p->version = p->semantic = (unsigned)version;
    if (version < 6)
        return true;
    if (!trace_reader_uint(&p->reader, &semantic))
        return false;
    if (semantic > version)
        return trace_parser_fail(p, TRACE_CORRUPT, "semantic version %llu in a trace of version %llu",
                                 (unsigned long long)semantic, (unsigned long long)version);
    p->semantic = (unsigned)semantic;
    return parse_properties(p);
}

/* The header has no call to name, so its messages are put anew. */
static void header_damage(const struct trace_parser *p, struct trace_damage *damage)
{
    const char *message, *text;

    *damage = p->damage;
    if (damage->status == TRACE_OK) {
        damage->status = p->reader.overlong ? TRACE_CORRUPT : trace_reader_status(&p->reader, &message);
        damage->offset = trace_reader_offset(&p->reader);
        if (damage->status == TRACE_END || damage->status == TRACE_OK)
            damage->status = TRACE_TRUNCATED;
        if (p->reader.overlong)
            message = "number of more than 64 bits";
        else if (!*message)
            message = "the stream ends here";
        snprintf(damage->message, sizeof damage->message, "header, stream offset %llu: %s",
                 (unsigned long long)damage->offset, message);
        return;
    }
    text = strchr(damage->message, ':');
    snprintf(damage->message, sizeof damage->message, "header, stream offset %llu%s",
             (unsigned long long)damage->offset, text ? strchr(p->damage.message, ':') : "");
}

struct trace_parser *trace_parser_open(const char *path, const struct log *log, struct trace_damage *damage)
{
    struct trace_parser *p = calloc(1, sizeof *p);
    struct trace_unpacker unpacker;

    *damage = (struct trace_damage){.status = TRACE_IO, .message = "out of memory"};
    if (!p || !trace_unpacker_init(&unpacker, path, damage)) {
        free(p);
        return NULL;
    }
    p->log = log;
    p->charge_limit = CHARGE_MIN;
    if (unpacker.file_size > CHARGE_MIN / TRACE_CHARGE_RATIO)
        p->charge_limit = unpacker.file_size * TRACE_CHARGE_RATIO;
    p->piped = !unpacker.file_size;
    if (p->piped)
        p->charge_limit = CHARGE_PIPE;
    p->reader.readahead = trace_readahead_create(&unpacker);
    if (!p->reader.readahead) {
        *damage = (struct trace_damage){.status = TRACE_IO, .message = "cannot start the read-ahead thread"};
        goto fail;
    }
    if (!parse_header(p)) {
        header_damage(p, damage);
        goto fail;
    }
    *damage = (struct trace_damage){0};
    return p;
fail:
    trace_parser_close(p);
    return NULL;
}

const struct trace_damage *trace_parser_damage(const struct trace_parser *p)
{
    return &p->damage;
}

enum trace_container trace_parser_container(const struct trace_parser *p)
{
    return trace_readahead_unpacker(p->reader.readahead)->kind;
}

unsigned trace_parser_version(const struct trace_parser *p)
{
    return p->version;
}

unsigned trace_parser_semantic(const struct trace_parser *p)
{
    return p->semantic;
}

size_t trace_parser_properties(const struct trace_parser *p, const struct trace_property **properties)
{
    *properties = p->properties;
    return p->num_properties;
}

uint64_t trace_parser_offset(const struct trace_parser *p)
{
    return trace_reader_offset(&p->reader);
}

void trace_parser_progress(const struct trace_parser *p, uint64_t *done, uint64_t *size)
{
    *done = p->reader.file_pos;
    *size = trace_readahead_unpacker(p->reader.readahead)->file_size;
}

const char *trace_parser_enum_name(const struct trace_parser *p, const struct trace_value *value)
{
    const struct trace_enum_sig *sig;

    if (value->type != TRACE_ENUM || value->sig >= TRACE_SIG_ID_MAX)
        return NULL;
    sig = trace_id_map_get(&p->sigs.enums, value->sig);
    return sig ? trace_enum_sig_name(sig, value->i) : NULL;
}

size_t trace_parser_bitmask(const struct trace_parser *p, uint32_t id, const struct trace_enum_value **flags)
{
    const struct trace_enum_sig *sig = id < TRACE_SIG_ID_MAX ? trace_id_map_get(&p->sigs.bitmasks, id) : NULL;

    *flags = sig ? sig->values : NULL;
    return sig ? sig->count : 0;
}

const char *trace_parser_struct(const struct trace_parser *p, uint32_t id, const char *const **members)
{
    const struct trace_struct_sig *sig =
        id < TRACE_SIG_ID_MAX ? trace_id_map_get(&p->sigs.structs, id) : NULL;

    *members = sig ? sig->members : NULL;
    return sig ? sig->name : NULL;
}
