/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_JOB_H
#define RETRACE_JOB_H

#include <stdbool.h>
#include <stdint.h>

/* What one worker process does: one replay of one trace on one driver, through one tier or natively. */
struct job {
    const char *trace;        /* path */
    const char *drivers_file; /* path of the drivers.json in use */
    const char *driver;       /* name in it */
    const char *tier;         /* "native", "auto", a tier, or "probe": only tell what the driver is */
    const char *caps;         /* words of --caps=, or NULL */
    const char *snapshots;    /* callset of digests, or NULL: one per frame */
    const char *cache;        /* folder of translated shaders, or NULL: none are kept */
    const char *images;       /* folder for a PNG per digest, or NULL */
    const char *image_prefix; /* of their names; required with images */
    uint64_t limit_call;      /* of the batch at this call … */
    uint32_t limit_subdraws;  /* … only the first so many sub-draws are drawn; 0: all of them */
    bool benchmark;           /* a bare replay: no GL error checks, no digests */
    int64_t time_floor_ns; /* 0: digests are taken; else the replay is timed for at least this long and none
                              are taken */
};

/* The job as one line of JSON, allocated; and back. A parsed job's strings live until job_finish. */
char *job_to_text(const struct job *job);
struct job_text; /* owns the strings of a parsed job */
bool job_from_text(const char *text, struct job *job, struct job_text **owner);
void job_text_destroy(struct job_text *owner);

#endif
