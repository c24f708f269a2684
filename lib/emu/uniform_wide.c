/* SPDX-License-Identifier: MIT */
/* Uniforms of 64-bit numbers: doubles, and the integers of ARB_gpu_shader_int64. ES has none, so the shaders
 * have each number as a uvec2 (x: the low word), a vector as an array of them and a matrix as an array of
 * such arrays. The values are kept here as the application gave them, bit for bit; getters and other variants
 * of the program get them from here, and the driver is never asked. Numbers that the driver dropped because
 * nothing reads them have no location there. Cost: a copy of the value, and a driver call for each column. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <string.h>

static const struct emu_uniform_type words = {GL_UNSIGNED_INT_VEC2, EMU_BASE_UINT, 1, 2};

static size_t numbers(const struct emu_uniform *u)
{
    return (size_t)u->type.columns * u->type.rows;
}

/* ---- link ---- */

bool emu_uniform_is_wide(const struct glsl_uniform *g)
{
    return g->essl_type == GL_UNSIGNED_INT_VEC2 && g->type != GL_UNSIGNED_INT_VEC2;
}

bool emu_uniform_wide_owns(const struct glsl_uniform *g, const char *essl)
{
    size_t n = strlen(g->essl);

    return emu_uniform_is_wide(g) && !strncmp(g->essl, essl, n) && (!essl[n] || essl[n] == '[');
}

/* Elements of the source's array that a row of the driver's shows to be active. The driver has a row for each
 * array that is innermost: one for all scalars, else one for each element or its columns. */
static GLint active_elements(const struct emu_uniform *u, const char *essl)
{
    int element = 0;

    if (!u->glsl->array_size)
        return 1;
    if (numbers(u) == 1)
        return u->size;
    return sscanf(essl + strlen(u->glsl->essl), "[%d]", &element) == 1 ? element + 1 : 1;
}

bool emu_uniform_wide_row(struct emu_executable *exe, const char *essl, struct emu_uniform *u)
{
    GLint size = active_elements(u, essl);

    for (size_t i = 0; i < exe->uniform_count; i++) {
        struct emu_uniform *row = &exe->uniforms[i];

        if (row->glsl != u->glsl)
            continue;
        row->size = size > row->size ? size : row->size;
        return false;
    }
    u->array = u->glsl->array_size != 0;
    u->size = size;
    return true;
}

bool emu_uniform_wide_init(struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count; i++) {
        struct emu_uniform *u = &exe->uniforms[i];

        if (!u->glsl || !emu_uniform_is_wide(u->glsl))
            continue;
        u->wide = emu_reflect_array(&exe->arena, (size_t)u->size * numbers(u), sizeof *u->wide);
        if (!u->wide)
            return false;
        exe->has_wide = true;
    }
    return true;
}

/* Of the first number in a column. */
static GLint column_location(const struct gles_table *es, GLuint program, const struct emu_uniform *u,
                             GLint element, int column)
{
    char name[1024];
    int n = snprintf(name, sizeof name - 32, "%s", u->glsl->essl);

    if (n < 0 || (size_t)n >= sizeof name - 32)
        return -1;
    if (u->array)
        n += snprintf(name + n, sizeof name - (size_t)n, "[%d]", element);
    if (u->type.columns > 1)
        snprintf(name + n, sizeof name - (size_t)n, "[%d]", column);
    return es->GetUniformLocation(program, name);
}

void emu_uniform_wide_locate(const struct gles_table *es, const struct emu_uniform *u, struct emu_variant *v)
{
    for (GLint i = 0; i < u->size; i++) {
        GLint *columns = v->columns[u->location + i];

        v->slots[u->location + i] = -1;
        for (int c = u->type.columns - 1; c >= 0; c--) {
            columns[c] = column_location(es, v->es, u, i, c);
            if (columns[c] >= 0)
                v->slots[u->location + i] = columns[c];
        }
    }
}

/* ---- values ---- */

/* To a variant. */
static void send(struct emu_context *ctx, const struct emu_uniform *u, GLint element, GLint count,
                 const struct emu_variant *v)
{
    size_t n = numbers(u);

    if (n == 1) {
        GLint at = v->slots[u->location + element];

        if (at >= 0)
            emu_uniform_upload_to(ctx, v->es, words, at, count, GL_FALSE, u->wide + element);
        return;
    }
    for (GLint i = element; i < element + count; i++)
        for (int c = 0; c < u->type.columns; c++) {
            GLint at = v->columns[u->location + i][c];

            if (at >= 0)
                emu_uniform_upload_to(ctx, v->es, words, at, u->type.rows, GL_FALSE,
                                      u->wide + (size_t)i * n + (size_t)c * u->type.rows);
        }
}

void emu_uniform_wide_set(struct emu_context *ctx, struct emu_executable *exe, const struct emu_uniform *u,
                          GLint element, GLsizei count, GLboolean transpose, const void *value)
{
    size_t n = numbers(u), rows = u->type.rows, columns = u->type.columns;
    uint64_t *to = u->wide + (size_t)element * n;

    if (count > u->size - element) /* what is beyond an array is ignored */
        count = u->size - element;
    for (size_t i = 0; i < (size_t)count; i++)
        for (size_t k = 0; k < n; k++) {
            size_t from = transpose ? k % rows * columns + k / rows : k;

            memcpy(to + i * n + k, (const char *)value + (i * n + from) * sizeof *to, sizeof *to);
        }
    send(ctx, u, element, count, exe->variant);
}

void emu_uniform_wide_copy(struct emu_context *ctx, const struct emu_executable *exe,
                           const struct emu_variant *v)
{
    for (size_t i = 0; exe->has_wide && i < exe->uniform_count; i++)
        if (exe->uniforms[i].wide)
            send(ctx, &exe->uniforms[i], 0, exe->uniforms[i].size, v);
}
