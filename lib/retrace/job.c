/* SPDX-License-Identifier: MIT */
/* A job travels from the parent to a worker as one JSON object on its command line. */
#include "retrace/job.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>

struct job_text {
    json_t *root;
};

static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"trace", offsetof(struct job, trace)},         {"drivers_file", offsetof(struct job, drivers_file)},
    {"driver", offsetof(struct job, driver)},       {"tier", offsetof(struct job, tier)},
    {"caps", offsetof(struct job, caps)},           {"snapshots", offsetof(struct job, snapshots)},
    {"images", offsetof(struct job, images)},       {"image_prefix", offsetof(struct job, image_prefix)},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

char *job_to_text(const struct job *job)
{
    json_t *root = json_pack("{s:I, s:b, s:I, s:I}", "time_floor_ns", (json_int_t)job->time_floor_ns, "benchmark", job->benchmark,
                             "limit_call", (json_int_t)job->limit_call, "limit_subdraws", (json_int_t)job->limit_subdraws);
    char *text;

    for (int i = 0; root && i < TEXTS; i++) {
        const char *value = *(const char *const *)((const char *)job + texts[i].offset);
        /* A path need not be UTF-8. */
        if (value)
            json_object_set_new(root, texts[i].key, json_stringn_nocheck(value, __builtin_strlen(value)));
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
    (*owner)->root = root;
    job->time_floor_ns = json_integer_value(json_object_get(root, "time_floor_ns"));
    job->limit_call = (uint64_t)json_integer_value(json_object_get(root, "limit_call"));
    job->limit_subdraws = (uint32_t)json_integer_value(json_object_get(root, "limit_subdraws"));
    job->benchmark = json_is_true(json_object_get(root, "benchmark"));
    for (int i = 0; i < TEXTS; i++)
        *(const char **)((char *)job + texts[i].offset) = json_string_value(json_object_get(root, texts[i].key));
    return job->trace && job->driver && job->tier;
}

void job_text_destroy(struct job_text *owner)
{
    if (!owner)
        return;
    json_decref(owner->root);
    free(owner);
}
