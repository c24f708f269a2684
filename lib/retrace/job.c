/* SPDX-License-Identifier: MIT */
/* A job travels from the parent to a worker as one JSON object on its command line. A path need not be UTF-8
 * and JSON must be, so every byte travels as the character of that number. */
#include "retrace/job.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"trace", offsetof(struct job, trace)},
    {"drivers_file", offsetof(struct job, drivers_file)},
    {"driver", offsetof(struct job, driver)},
    {"tier", offsetof(struct job, tier)},
    {"caps", offsetof(struct job, caps)},
    {"snapshots", offsetof(struct job, snapshots)},
    {"cache", offsetof(struct job, cache)},
    {"images", offsetof(struct job, images)},
    {"image_prefix", offsetof(struct job, image_prefix)},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

struct job_text {
    char *strings[TEXTS];
};

/* The bytes of `text` as characters U+0000 to U+00FF. */
static json_t *encode(const char *text)
{
    char *utf8 = malloc(strlen(text) * 2 + 1), *out = utf8;
    json_t *value;

    if (!utf8)
        return NULL;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x80)
            *out++ = (char)(0xc0 | byte >> 6);
        *out++ = (char)(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
    }
    value = json_stringn(utf8, (size_t)(out - utf8));
    free(utf8);
    return value;
}

/* NULL where there is no text, or memory is out. */
static char *decode(const json_t *value)
{
    const char *utf8 = json_string_value(value);
    char *text = utf8 ? malloc(strlen(utf8) + 1) : NULL, *out = text;

    if (!text)
        return NULL;
    for (; *utf8; utf8++) {
        unsigned byte = (unsigned char)*utf8;
        if (byte >= 0xc0 && utf8[1])
            byte = (byte & 3) << 6 | ((unsigned char)*++utf8 & 0x3f);
        *out++ = (char)byte;
    }
    *out = 0;
    return text;
}

char *job_to_text(const struct job *job)
{
    json_t *root = json_pack("{s:I, s:b, s:I, s:I}", "time_floor_ns", (json_int_t)job->time_floor_ns,
                             "benchmark", job->benchmark, "limit_call", (json_int_t)job->limit_call,
                             "limit_subdraws", (json_int_t)job->limit_subdraws);
    char *text;

    for (int i = 0; root && i < TEXTS; i++) {
        const char *value = *(const char *const *)((const char *)job + texts[i].offset);
        if (value)
            json_object_set_new(root, texts[i].key, encode(value));
    }
    text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return text;
}

bool job_from_text(const char *text, struct job *job, struct job_text **owner)
{
    json_t *root = json_loads(text, 0, NULL);

    *job = (struct job){0};
    *owner = root ? calloc(1, sizeof **owner) : NULL;
    if (!*owner) {
        json_decref(root);
        return false;
    }
    job->time_floor_ns = json_integer_value(json_object_get(root, "time_floor_ns"));
    job->limit_call = (uint64_t)json_integer_value(json_object_get(root, "limit_call"));
    job->limit_subdraws = (uint32_t)json_integer_value(json_object_get(root, "limit_subdraws"));
    job->benchmark = json_is_true(json_object_get(root, "benchmark"));
    for (int i = 0; i < TEXTS; i++) {
        (*owner)->strings[i] = decode(json_object_get(root, texts[i].key));
        *(const char **)((char *)job + texts[i].offset) = (*owner)->strings[i];
    }
    json_decref(root);
    return job->trace && job->driver && job->tier;
}

void job_text_destroy(struct job_text *owner)
{
    if (!owner)
        return;
    for (int i = 0; i < TEXTS; i++)
        free(owner->strings[i]);
    free(owner);
}
