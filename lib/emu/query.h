/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_QUERY_H
#define RETRACE_EMU_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

struct emu_query_state {
    int unused;
};

#endif
