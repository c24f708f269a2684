/* SPDX-License-Identifier: MIT */
/* Members of blocks that the driver sees only as words (glsl_fields.c): rows of their own among the active
 * uniforms and buffer variables, which the translator's description answers for. An array of blocks has its
 * members once, with its first element. */
#include "emu/program_priv.h"

static const struct emu_block *blocks_of(const struct emu_executable *exe, bool storage, size_t *count)
{
    *count = storage ? exe->storage_count : exe->block_count;
    return storage ? exe->storage : exe->blocks;
}

/* Is block i the first of those that are one in the source? */
static bool is_first(const struct emu_block *blocks, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (blocks[k].glsl == blocks[i].glsl)
            return false;
    return true;
}

size_t emu_field_count(const struct emu_executable *exe, bool storage)
{
    size_t blocks, n = 0;
    const struct emu_block *list = blocks_of(exe, storage, &blocks);

    for (size_t i = 0; i < blocks; i++)
        if (is_first(list, i))
            n += list[i].glsl->field_count;
    return n;
}

void emu_fields_add(const struct emu_executable *exe, bool storage, struct emu_uniform *to, size_t *count)
{
    size_t blocks;
    const struct emu_block *list = blocks_of(exe, storage, &blocks);

    for (size_t i = 0; i < blocks; i++)
        for (size_t k = 0; is_first(list, i) && k < list[i].glsl->field_count; k++) {
            const struct glsl_field *f = &list[i].glsl->fields[k];

            to[(*count)++] = (struct emu_uniform){.name = f->name,
                                                  .type = emu_uniform_type_of(f->type),
                                                  .array = f->array,
                                                  .size = f->array_size,
                                                  .block = (GLint)i,
                                                  .location = -1,
                                                  .es_index = GL_INVALID_INDEX,
                                                  .field = f};
        }
}

GLint emu_field_list(const struct emu_executable *exe, bool storage, const struct glsl_block *block,
                     GLint *out, GLint room)
{
    size_t blocks, rows = storage ? exe->buffer_variable_count : exe->uniform_count;
    const struct emu_block *list = blocks_of(exe, storage, &blocks);
    const struct emu_uniform *u = storage ? exe->buffer_variables : exe->uniforms;
    GLint n = 0;

    for (size_t i = 0; i < rows; i++) {
        if (!u[i].field || list[u[i].block].glsl != block)
            continue;
        if (n < room)
            out[n] = (GLint)i;
        n++;
    }
    return n;
}

bool emu_field_property(const struct glsl_field *f, GLenum prop, GLint *out)
{
    switch (prop) {
    case GL_OFFSET:
    case GL_UNIFORM_OFFSET:
        *out = f->offset;
        return true;
    case GL_ARRAY_STRIDE:
    case GL_UNIFORM_ARRAY_STRIDE:
        *out = f->array_stride;
        return true;
    case GL_MATRIX_STRIDE:
    case GL_UNIFORM_MATRIX_STRIDE:
        *out = f->matrix_stride;
        return true;
    case GL_IS_ROW_MAJOR:
    case GL_UNIFORM_IS_ROW_MAJOR:
        *out = f->row_major;
        return true;
    case GL_TOP_LEVEL_ARRAY_SIZE:
        *out = f->top_size;
        return true;
    case GL_TOP_LEVEL_ARRAY_STRIDE:
        *out = f->top_stride;
        return true;
    case GL_ATOMIC_COUNTER_BUFFER_INDEX:
        *out = -1;
        return true;
    default:
        return false;
    }
}
