/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EXPECTED_H
#define RETRACE_EXPECTED_H

#include <stdbool.h>
#include <stddef.h>

#include "retrace/arm.h"

/* What is recorded about a trace in a folder of expectations:
 *   TRACE/RENDERER-SLUG.md5   digests, md5sum style, one "MD5  CALL" line per frame under a "# RENDERER" line
 *   TRACE/tiers.json          { "batches", "subdraws", "untiered", "native": "identical|exempt",
 *                               "tiers": { TIER: { "verdict": …, "declined": { REASON: count } } },
 *                               "drivers": { DRIVER: { TIER: … } } }
 * where TRACE is the file's name without ".trace". A driver's entry overrides the common one. A driver under
 * --caps= is another one: only what is recorded under one of the words ("drivers": { "es=3.0": … }) is
 * expected of it. A tier that the driver lacks is always expected to be unsupported. */

struct json_t;
struct expected;
struct log;

/* NULL when nothing is recorded for the trace, or the file is malformed (then a message). `folder` NULL:
 * nothing is. */
struct expected *expected_load(const char *folder, const char *trace, const struct log *log);
void expected_destroy(struct expected *expected);

/* Holds a judged arm to what is recorded: verdict, decline counts, numbers of batches, sub-draws and untiered
 * calls. Sets arm->expected and arm->unexpected (which names the first contradiction). `caps`: the words that
 * weaken the driver, or NULL. */
void expected_check(const struct expected *expected, const char *driver, const char *caps, struct arm *arm);
/* Whether the native arm of a driver must give the same pixels. "native" is what the rules say of llvmpipe;
 * of another driver only its own entry counts, since its desktop GL may be the one that is wrong. False also
 * when nothing is recorded. */
bool expected_native(const struct expected *expected, const char *driver);

enum golden { GOLDEN_NONE, GOLDEN_EQUAL, GOLDEN_DIFFERS };
/* Compares an arm's digests with those recorded for its renderer. */
enum golden expected_golden(const char *folder, const char *trace, const struct arm *arm);
/* Records them. False when the file cannot be written. */
bool expected_write_golden(const char *folder, const char *trace, const struct arm *arm,
                           const struct log *log);

/* The file's name without folders and ".trace", allocated. */
char *expected_trace_name(const char *path);

#endif
