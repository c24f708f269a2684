/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_NAMES_H
#define RETRACE_EMU_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Object names of one kind: integer to pointer, dense where names are small. A name is free, reserved (glGen*
 * gave it out, nothing bound yet) or in use. Zero-initialised is empty. */
struct emu_names {
    void **dense; /* [0, dense_count) */
    uint32_t dense_count;
    uint32_t next;                  /* lowest name that may be free */
    struct emu_names_entry *sparse; /* open addressing for larger names */
    uint32_t sparse_count, sparse_used;
};

void emu_names_finish(struct emu_names *names);

/* Reserves n unused names, lowest first. False when memory is out; then none is reserved. */
bool emu_names_gen(struct emu_names *names, int n, uint32_t *out);
/* The object, or NULL when the name is free or only reserved. Name 0 is never in use. */
void *emu_names_get(const struct emu_names *names, uint32_t name);
bool emu_names_is_reserved(const struct emu_names *names, uint32_t name); /* reserved, no object yet */
/* Puts an object behind a free or reserved name. False when memory is out. */
bool emu_names_set(struct emu_names *names, uint32_t name, void *object);
void emu_names_remove(struct emu_names *names, uint32_t name);
/* Calls fn for every object in use; fn may remove that name. */
void emu_names_each(struct emu_names *names, void (*fn)(void *object, void *priv), void *priv);

#endif
