/* SPDX-License-Identifier: MIT */
/* The translator's two entry points, a compile check of one shader object and the translation of a program: a
 * job each, which ends here however it went; and outputs, which are shared. */
#include "emu/glsl_back.h"
#include "emu/glsl_front.h"
#include "emu/glsl_stages.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The output with the arena that holds everything it points to. */
struct owned {
    struct glsl_output output;
    struct arena arena;
    atomic_int references;
};

static void release(struct glsl_job *job)
{
    glsl_front_release(job);
    glsl_back_release(job);
}

struct glsl_output *glsl_output_create(struct arena **arena)
{
    struct owned *owned = calloc(1, sizeof *owned);

    if (!owned)
        return NULL;
    atomic_init(&owned->references, 1);
    *arena = &owned->arena;
    return &owned->output;
}

/* Arrays of arrays, umulExtended and more come with ESSL 3.10. */
static bool can_be_wide(const struct glsl_target *target)
{
    return target->essl >= 310;
}

enum { REASON = 200 };

/* The last line of the log. */
static void copy_reason(const struct glsl_job *job, char *reason)
{
    const char *line = job->log.s ? job->log.s : "";

    for (const char *p = line; (p = strchr(p, '\n')) && p[1];)
        line = ++p;
    snprintf(reason, REASON, "%.*s", (int)strcspn(line, "\n"), line);
}

/* With *reason empty the first attempt. *again: it failed, but may not with 64-bit numbers narrowed: *reason
 * says why. */
static struct glsl_output *attempt(const struct glsl_input *input, char *reason, bool *again)
{
    struct glsl_job *job = calloc(1, sizeof *job);
    struct glsl_output *output = job ? glsl_output_create(&job->arena) : NULL;
    int left;

    *again = false;
    if (!output) {
        free(job);
        return NULL;
    }
    job->input = input;
    job->target = input->target;
    job->wide = !*reason && can_be_wide(&input->target);
    job->narrow_because = reason;
    job->out = output;
    left = setjmp(job->leave);
    if (left == 0)
        glsl_stages_translate(job);
    else
        job->out->ok = false;
    release(job);
    output = job->out;
    output->info = job->log.s ? job->log.s : "";
    job->out->wide = job->wide && job->wide_used;
    *again = left == 1 && job->out->wide;
    if (*again)
        copy_reason(job, reason);
    free(job);
    if (left == 2) {
        glsl_output_destroy(output);
        return NULL;
    }
    return output;
}

struct glsl_output *glsl_translate(const struct glsl_input *input)
{
    char reason[REASON];
    bool again;
    struct glsl_output *output;

    snprintf(reason, sizeof reason, "%s", input->narrow_doubles ? "the driver refuses the exact form" : "");
    output = attempt(input, reason, &again);
    if (!again)
        return output;
    glsl_output_destroy(output);
    return attempt(input, reason, &again);
}

struct glsl_output *glsl_output_share(struct glsl_output *output)
{
    atomic_fetch_add(&((struct owned *)output)->references, 1);
    return output;
}

size_t glsl_output_size(const struct glsl_output *output)
{
    return sizeof(struct owned) + ((const struct owned *)output)->arena.total;
}

void glsl_output_destroy(struct glsl_output *output)
{
    struct owned *owned = (struct owned *)output;

    if (!owned || atomic_fetch_sub(&owned->references, 1) > 1)
        return;
    arena_finish(&owned->arena);
    free(owned);
}

bool glsl_check(const struct glsl_target *target, enum glsl_stage stage, const char *source, char **info)
{
    struct arena arena = {0};
    struct glsl_job *job = calloc(1, sizeof *job);
    struct glsl_output *out = calloc(1, sizeof *out);

    *info = NULL;
    if (!job || !out) {
        free(job);
        free(out);
        return false;
    }
    job->arena = &arena;
    job->target = *target;
    job->wide = can_be_wide(target);
    job->out = out;
    if (!setjmp(job->leave))
        out->ok = glsl_stages_check(job, stage, source);
    release(job);
    *info = strdup(job->log.s ? job->log.s : "");
    bool ok = out->ok;

    arena_finish(&arena);
    free(job);
    free(out);
    return ok;
}
