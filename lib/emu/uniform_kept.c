/* SPDX-License-Identifier: MIT */
/* Values of uniforms that the driver program which draws has no place for. A translation for one state may
 * leave a uniform unused that another one reads (the colour of back faces): the driver drops it from the one,
 * and what the application sets meanwhile would be lost. So it is kept here until a variant has a place for
 * it. Where the driver has a location, its value is the newer one. What we do not do: programs that no state
 * can change, whose unused uniforms nobody ever reads. Cost: a compare per call. */
#include "emu/program_priv.h"

#include <string.h>

struct emu_kept_value {
    bool set;
    union {
        GLfloat f[16];
        GLint i[16];
    } v;
};

static struct emu_kept_value *slot_at(struct emu_executable *exe, size_t i)
{
    if (!exe->kept)
        exe->kept = emu_reflect_array(&exe->arena, exe->slot_count, sizeof *exe->kept);
    return exe->kept ? &exe->kept[i] : NULL;
}

/* One element: transposed to columns, booleans to 0 and 1 as the driver would make them. */
static void keep_one(struct emu_kept_value *to, struct emu_uniform_type uniform,
                     struct emu_uniform_type value, GLboolean transpose, const GLfloat *from)
{
    int rows = value.rows, n = value.columns * value.rows;

    to->set = true;
    for (int i = 0; i < n; i++)
        memcpy(&to->v.f[i], &from[transpose ? i % rows * value.columns + i / rows : i], sizeof *from);
    for (int i = 0; uniform.base == EMU_BASE_BOOL && i < n; i++)
        to->v.i[i] = value.base == EMU_BASE_FLOAT ? to->v.f[i] != 0 : to->v.i[i] != 0;
}

void emu_uniform_keep(struct emu_executable *exe, GLint location, struct emu_uniform_type type, GLsizei count,
                      GLboolean transpose, const void *value)
{
    const struct emu_uniform_slot *slot = &exe->slots[location];
    const struct emu_uniform *u = &exe->uniforms[slot->uniform];

    if (!exe->glsl->keyed || u->type.base == EMU_BASE_IMAGE)
        return;
    for (GLsizei i = 0; i < count && slot->element + i < u->size; i++) {
        size_t at = (size_t)location + (size_t)i;
        struct emu_kept_value *kept;

        if (exe->variant->slots[at] >= 0 || !(kept = slot_at(exe, at)))
            continue;
        keep_one(kept, u->type, type, transpose,
                 (const GLfloat *)value + (size_t)i * type.columns * type.rows);
    }
}

void emu_uniform_keep_driver(struct emu_executable *exe, size_t location, const void *value)
{
    struct emu_kept_value *kept = slot_at(exe, location);

    if (!kept)
        return;
    kept->set = true;
    memcpy(&kept->v, value, sizeof kept->v);
}

const void *emu_uniform_kept(const struct emu_executable *exe, size_t location)
{
    return exe->kept && exe->kept[location].set ? &exe->kept[location].v : NULL;
}
