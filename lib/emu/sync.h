/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_SYNC_H
#define RETRACE_EMU_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

#endif
