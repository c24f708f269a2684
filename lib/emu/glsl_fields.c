/* SPDX-License-Identifier: MIT */
/* What an application can ask about the members of a block of words (glsl_spirv_words), of which the driver
 * knows nothing: names, types, offsets and strides, from the decorations that glslang gave. Names go as
 * OpenGL 4.6, 7.3.1 has them: each element of an array of structures has its own, but for storage blocks an
 * array at the top has its first only. */
#include "emu/glsl_block.h"
#include "emu/glsl_reflect.h"

#include <spirv_cross/spirv.h>

struct walk {
    const struct glsl_module *m;
    struct glsl_block *block;
    struct glsl_field like; /* what all leaves from here on have */
    struct glsl_place at;
    bool top; /* a member of the block itself */
};

static uint32_t member_decoration(const struct glsl_module *m, uint32_t type, uint32_t i, uint32_t which)
{
    uint32_t value = 0;

    glsl_module_decoration(m, type, (int)i, which, &value);
    return value;
}

/* ---- sizes ---- */

struct extent {
    uint32_t size, align;
};

static struct extent extent_of(const struct glsl_module *m, uint32_t type, uint32_t owner, uint32_t member,
                               bool std140);

static struct extent struct_extent(const struct glsl_module *m, uint32_t type, bool std140)
{
    struct extent all = {0, std140 ? 16 : 4};

    for (uint32_t i = 0; i < glsl_place_parts(m, type); i++) {
        struct extent e = extent_of(m, glsl_def(m, type)[i + 2], type, i, std140);
        uint32_t end = member_decoration(m, type, i, SpvDecorationOffset) + e.size;

        all.size = end > all.size ? end : all.size;
        all.align = e.align > all.align ? e.align : all.align;
    }
    all.size = (all.size + all.align - 1) / all.align * all.align;
    return all;
}

static struct extent extent_of(const struct glsl_module *m, uint32_t type, uint32_t owner, uint32_t member,
                               bool std140)
{
    const uint32_t *w = glsl_def(m, type);
    uint32_t scalar = 4 * glsl_place_scalar(m, type), stride, rows;
    struct extent e = {scalar, scalar};

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeVector:
        return (struct extent){scalar * w[3], scalar * (w[3] == 2 ? 2 : 4)};
    case SpvOpTypeMatrix:
        stride = member_decoration(m, owner, member, SpvDecorationMatrixStride);
        rows = glsl_def(m, w[2])[3];
        return (struct extent){
            stride *
                (glsl_module_decoration(m, owner, (int)member, SpvDecorationRowMajor, NULL) ? rows : w[3]),
            stride};
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        e = extent_of(m, w[2], owner, member, std140);
        e.size = 4 * glsl_place_stride(m, &(struct glsl_place){.type = type}) *
                 (GLSL_OP(w[0]) == SpvOpTypeArray ? glsl_module_constant(m, w[3]) : 1);
        if (std140)
            e.align = (e.align + 15) / 16 * 16;
        return e;
    case SpvOpTypeStruct:
        return struct_extent(m, type, std140);
    default:
        return e;
    }
}

uint32_t glsl_block_extent(const struct glsl_module *m, uint32_t type)
{
    if (glsl_block_is_tight(m->job, m->name[type]))
        return 4 * glsl_place_extent(m, type, false).size;
    return struct_extent(m, type, !glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL)).size;
}

/* ---- leaves ---- */

static void add_leaf(const struct walk *k, uint32_t type, const char *name)
{
    const struct glsl_place *at = &k->at;
    struct glsl_field *f = glsl_push(k->m->job, &k->block->fields, &k->block->field_count, sizeof *f);

    *f = k->like;
    f->name = name;
    f->offset = 4 * (int)at->constant;
    f->type = glsl_type_of(k->m, type, false);
    if (glsl_def_op(k->m, type) == SpvOpTypeMatrix) {
        f->matrix_stride = 4 * (int)(at->rows ? at->component : at->column);
        f->row_major = at->rows;
    }
}

static void walk(const struct walk *from, const char *name);

/* `name` NULL: the block itself, whose members have no name in front. */
static void walk_struct(const struct walk *from, const char *name)
{
    const struct glsl_module *m = from->m;
    uint32_t type = from->at.type;

    for (uint32_t i = 0; i < glsl_place_parts(m, type); i++) {
        const char *member = glsl_source_name(m->job, glsl_module_member_name(m, type, i));
        struct walk k = *from;

        glsl_place_enter(m, &k.at, i);
        walk(&k, name ? glsl_format(m->job, "%s.%s", name, member) : member);
    }
}

static void walk(const struct walk *from, const char *name)
{
    const struct glsl_module *m = from->m;
    struct walk k = *from;
    uint32_t type = k.at.type, element, n = glsl_place_parts(m, type);
    int stride;

    k.top = false;
    if (glsl_def_op(m, type) == SpvOpTypeStruct) {
        walk_struct(&k, name);
        return;
    }
    if (glsl_def_op(m, type) != SpvOpTypeArray && glsl_def_op(m, type) != SpvOpTypeRuntimeArray) {
        add_leaf(&k, type, name);
        return;
    }
    element = glsl_def(m, type)[2];
    stride = 4 * (int)glsl_place_stride(m, &k.at);
    if (glsl_def_op(m, element) != SpvOpTypeStruct && glsl_def_op(m, element) != SpvOpTypeArray) {
        k.like.array = true;
        k.like.array_size = (int)n;
        k.like.array_stride = stride;
        add_leaf(&k, element, name);
        return;
    }
    if (k.block->storage && from->top) {
        k.like.top_size = (int)n;
        k.like.top_stride = stride;
        n = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct walk part = k;

        glsl_place_enter(m, &part.at, i);
        walk(&part, glsl_format(m->job, "%s[%u]", name, i));
    }
}

void glsl_fields(const struct glsl_module *m, uint32_t type, struct glsl_block *block)
{
    struct walk k = {.m = m,
                     .block = block,
                     .like = {.array_size = 1, .top_size = 1},
                     .at = {.type = type, .tight = glsl_block_is_tight(m->job, block->name)},
                     .top = true};

    if (block->fields || !glsl_has_block_words(m->job, block->name))
        return;
    block->size = (int)glsl_block_extent(m, type);
    walk_struct(&k, block->anonymous ? NULL : block->name);
}
