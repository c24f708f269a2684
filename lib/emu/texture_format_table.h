/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TEXTURE_FORMAT_TABLE_H
#define RETRACE_EMU_TEXTURE_FORMAT_TABLE_H

/* Inside of texture formats: every sized one, and the words that stand for them. */
#include "emu/texture_format.h"

/* What a format asks of the driver, or (LEGACY) of the profile. */
enum emu_format_need {
    EMU_NEED_NONE,
    EMU_NEED_NORM16,
    EMU_NEED_S3TC,
    EMU_NEED_S3TC_SRGB,
    EMU_NEED_RGTC,
    EMU_NEED_BPTC,
    EMU_NEED_STENCIL8,
    EMU_NEED_ETC2,
    EMU_NEED_LEGACY
};

struct emu_format_row {
    struct emu_format f;
    enum emu_format_need need;
    GLenum fallback; /* desktop format used where the need is not met; 0: the format does not exist then */
};

/* NULL: no sized format. */
const struct emu_format_row *emu_format_row(GLenum internal);

/* The sized format that desktop GL takes for a word with data of a type (0: none); the word itself where it
 * is none of those. *generic is set where it asks for some compression. */
GLenum emu_format_sized(GLenum word, GLenum type, bool *generic);

#endif
