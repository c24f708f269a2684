/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_WORKER_H
#define RETRACE_WORKER_H

#include <stdio.h>

struct job;
struct log;

/* Does a job in this process, whose environment is the driver's, and reports to `out`, one JSON object a
 * line:
 *   {"type":"start", renderer, version, es, tiers, desktop, auto}  the driver is up; tiers: what each lacks
 *   {"type":"frame", frame, call, width, height, md5, rgba_md5, blank}
 *   {"type":"timing", ns_per_op, submit_ns_per_op, gpu_ns_per_op, replays}
 *   {"type":"end", calls, frames, damage, gaps, errors, windows, batches}
 *   {"type":"failed", message}                        in place of "end"
 * Each line is flushed, so that a crash leaves what came before it. Returns a process exit status. */
int worker_run(const struct job *job, FILE *out, const struct log *log);

#endif
