/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_DRAWS_H
#define RETRACE_DRAWS_H

#include <stdbool.h>
#include <stdio.h>

struct gles_caps_limits;
struct gles_display;
struct log;
struct trace_callset;
struct trace_damage;

/* The draws of a trace as the emulation describes them, one line per range:
 *   CALL FUNCTION RANGE MODE arrays|u8|u16|u32 start=N count=N base=N instances=N first-instance=N
 * restart=no|INDEX vertices=FIRST..LAST|none|unknown index=WHERE ATTRIBUTE=WHERE… RANGE counts up within a
 * call (gl_DrawID). WHERE is client or bufferNAME, then :none or :BEGIN..END, the bytes that the range reads
 * (END not among them), and of a buffer /SIZE, with a ! where they exceed it; bytes of client memory count
 * from the pointer. Only attributes that the program reads are listed.
 * WAY is how the storage and texels that the vertex stage fetches itself are bound, where there are any:
 * native, whole (buffer textures), BYTES/BOUND (only the range that the draw reads of what is bound), texture
 * (a copy), or each: range by range, summed up in a line `CALL FUNCTION windows: …`. A call that could not be
 * replayed is a line `CALL FUNCTION refused: REASON`. */
struct draws_params {
    const char *path;
    const struct gles_display *display; /* its driver's environment is applied */
    const struct gles_caps_limits *limits;
    const struct trace_callset *calls; /* NULL: all */
    FILE *out;                         /* the caller's; so is checking it for errors */
    const struct log *log;
};

/* Replays the trace to get there: what is bound, what buffers hold and what the GPU wrote as a command is
 * known only then. False when it cannot be opened or memory is out: *damage tells. */
bool draws_list(const struct draws_params *params, struct trace_damage *damage);

#endif
