/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_SNAPPY_TAIL_H
#define RETRACE_TRACE_SNAPPY_TAIL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes as much of a damaged or cut raw snappy block as there is, at most `room` bytes; returns how many
 * bytes of `out` are good. Snappy's C interface has no such call. Never throws. */
size_t trace_snappy_decode_prefix(const char *data, size_t size, char *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
