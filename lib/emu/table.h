/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TABLE_H
#define RETRACE_EMU_TABLE_H

#include "gl_api.h"

/* Fills every member of `table`; none stays NULL. */
void emu_table_fill(struct gl_table *table, const struct gles_table *es);

#endif
