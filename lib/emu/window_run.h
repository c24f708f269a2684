/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_WINDOW_RUN_H
#define RETRACE_EMU_WINDOW_RUN_H

/* Inside window_eval.c (where a lane goes) and window_value.c (what its ops compute). */

#include "emu/window_eval.h"

/* An op that computes a value. */
void window_run_value(struct window_run *run, const struct window_op *op);
/* WINDOW_DO_FETCH and WINDOW_DO_SPAN: NULL, or why the address is no use. */
const char *window_run_fetch(struct window_run *run, const struct window_op *op);
const char *window_run_span(struct window_run *run, const struct window_op *op);
/* A constant and the value of a cell, 0: of none. */
uint64_t window_run_address(const uint64_t *cells, uint32_t constant, uint32_t cell);

#endif
