/* SPDX-License-Identifier: MIT */
/* The function table of an emulated context, filled from the generated rows: the emulation's function, the
 * driver's own where desktop GL and ES mean the same, and for everything else a function that counts a gap by
 * name. */
#include "emu/table.h"

#include "emu/emu_priv.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define MISSING "the driver's ES version or extensions lack it"

/* Queries and annotations change no pixel. */
static bool affects_draw(const char *name)
{
    static const char *const harmless[] = {"Get", "Is",    "Debug",  "Object", "Push",
                                           "Pop", "Label", "Insert", "String", "Hint"};

    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (!strncmp(name, harmless[i], strlen(harmless[i])))
            return false;
    return true;
}

/* One function per row that may be a gap. `return (void)0` is how the one macro serves functions without a
 * result. */
#define GL_ROW(kind, name, es, ret, params, args, reason) STUB_##kind(name, ret, params, reason)
#define STUB_EMULATE(name, ret, params, reason)
#define STUB_NATIVE(name, ret, params, reason)      STUB(name, ret, params, MISSING)
#define STUB_ALIAS(name, ret, params, reason)       STUB(name, ret, params, MISSING)
#define STUB_UNSUPPORTED(name, ret, params, reason) STUB(name, ret, params, reason)
#define STUB_IGNORE(name, ret, params, reason)                                                               \
    static ret gap_##name params                                                                             \
    {                                                                                                        \
        return (ret)0;                                                                                       \
    }
#define STUB(name, ret, params, reason)                                                                      \
    static ret gap_##name params                                                                             \
    {                                                                                                        \
        emu_gap(emu_current, "gl" #name, reason, affects_draw(#name));                                       \
        return (ret)0;                                                                                       \
    }
#include "gl_entries.inc"
#undef GL_ROW

void emu_table_fill(struct gl_table *table, const struct gles_table *es)
{
#define FILL_EMULATE(name, member)                        table->name = emu_##name;
#define FILL_NATIVE(name, member)                         table->name = es->member ? es->member : gap_##name;
#define FILL_ALIAS(name, member)                          FILL_NATIVE(name, member)
#define FILL_IGNORE(name, member)                         table->name = gap_##name;
#define FILL_UNSUPPORTED(name, member)                    table->name = gap_##name;
#define GL_ROW(kind, name, es, ret, params, args, reason) FILL_##kind(name, es)
#include "gl_entries.inc"
#undef GL_ROW
}
