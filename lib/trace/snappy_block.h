/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_SNAPPY_BLOCK_H
#define RETRACE_TRACE_SNAPPY_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length that a raw snappy block claims to have uncompressed. False when it names none, being cut or
 * damaged before that; *length is then 0. Nobody has checked the claim. */
bool trace_snappy_claim(const uint8_t *block, size_t size, size_t *length);

/* Decodes a block into `out`, at most `room` bytes, and says in *length how many there are. True when the
 * block is whole: it ends with its last tag and gave the length that it claims. Else it is cut, damaged or
 * larger than the room, and what it gave before that place is good. `out` may be written beyond *length,
 * never beyond `room`. */
bool trace_snappy_decode(const uint8_t *block, size_t size, uint8_t *out, size_t room, size_t *length);

#endif
