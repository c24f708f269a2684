/* SPDX-License-Identifier: MIT */
/* What a vertex stage with windows has bound, and what the evaluator reads of it: plain uniforms from the
 * driver (asked again only after one was set), words of uniform blocks and windows from the CPU copies of
 * their buffers. A copy is kept from the first time on; what the GPU writes later is read back a few times
 * and is unknown then, as each reading waits for the GPU. Cost per draw: some compares. */
#include "emu/window_priv.h"

#include <string.h>

enum { MAX_READBACKS = 4 };

/* ---- rows ---- */

GLsizeiptr window_bound_size(const struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size)
{
    GLsizeiptr room = buffer && offset < buffer->size ? buffer->size - offset : 0;

    return size && size < room ? size : room;
}

static void set_range(struct window_row *row, struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size)
{
    row->buffer = buffer;
    row->offset = offset;
    row->size = window_bound_size(buffer, offset, size);
    row->count = row->size / row->element > INT32_MAX ? INT32_MAX : (uint32_t)(row->size / row->element);
}

static uint32_t texel_bytes(const struct emu_format *f)
{
    return (uint32_t)(f->bits[0] + f->bits[1] + f->bits[2] + f->bits[3]) / 8;
}

static void gather_storage(struct emu_context *ctx, const struct emu_windows *w, struct window_row *row)
{
    GLint binding = w->exe->storage[row->storage].binding;
    const struct emu_buffer_range *range = &ctx->buffer.storage[binding];

    row->element = 4;
    set_range(row, range->buffer, range->offset, range->size);
    row->whole = ctx->caps->has_texture_buffer || row->size <= WINDOW_SMALL;
}

static void gather_texels(struct emu_context *ctx, struct window_row *row)
{
    const struct emu_texture *t;

    row->element = 4;
    row->whole = true;
    row->format = NULL;
    set_range(row, NULL, 0, 0);
    if (!row->uniform || row->glsl->element >= row->uniform->size)
        return;
    row->unit = (GLuint)row->uniform->units[row->glsl->element];
    if (row->unit >= ctx->texture.unit_count)
        return;
    t = emu_texture_bound(ctx, row->unit, EMU_KIND_BUFFER);
    if (!t->buffer || !t->buffer_es)
        return;
    row->format = t->buffer_es;
    row->element = texel_bytes(t->buffer_es);
    set_range(row, t->buffer, t->buffer_offset, t->buffer_size);
    row->whole =
        !ctx->caps->has_texture_buffer || t->buffer_offset % ctx->caps->texture_buffer_offset_alignment == 0;
}

void window_rows_gather(struct emu_context *ctx, struct emu_windows *w)
{
    for (size_t i = 0; i < w->count; i++) {
        struct window_row *row = &w->rows[i];

        if (row->storage >= 0)
            gather_storage(ctx, w, row);
        else
            gather_texels(ctx, row);
        row->range = (struct window_range){UINT32_MAX, 0};
        if (!ctx->caps->has_texture_buffer)
            continue;
        row->whole = row->whole && (int64_t)row->count <= ctx->caps->max_texture_buffer_size;
        if (row->whole && row->storage >= 0) { /* an offset that must be absorbed takes texels, too */
            row->range = (struct window_range){0, row->count};
            row->whole = window_fits_buffer(ctx, row);
            row->range = (struct window_range){UINT32_MAX, 0};
        }
    }
}

/* ---- contents ---- */

const uint8_t *window_contents(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->gpu_written && buffer->shadow && buffer->readbacks >= MAX_READBACKS)
        return NULL;
    if (buffer->gpu_written && buffer->readbacks < MAX_READBACKS)
        buffer->readbacks++;
    return emu_buffer_contents(ctx, buffer);
}

struct emu_buffer *window_block_buffer(struct emu_context *ctx, const struct emu_windows *w, size_t block,
                                       GLintptr *offset, GLsizeiptr *size)
{
    const struct window_block_slot *slot = &w->program->blocks[block];
    const char *name = w->glsl->code.blocks[slot->block].name;
    size_t n = strlen(name);

    for (size_t i = 0; i < w->exe->block_count; i++) {
        const struct emu_block *b = &w->exe->blocks[i];
        GLint element = 0;
        size_t length = emu_program_split_index(b->name, &element);

        if (length != n || strncmp(b->name, name, n) ||
            (element > 0 ? (uint32_t)element : 0) != slot->element || b->binding >= EMU_MAX_INDEXED_BUFFERS)
            continue;
        *offset = ctx->buffer.uniform[b->binding].offset;
        *size = ctx->buffer.uniform[b->binding].size;
        return ctx->buffer.uniform[b->binding].buffer;
    }
    return NULL;
}

static void gather_blocks(struct emu_context *ctx, struct emu_windows *w)
{
    for (size_t i = 0; i < w->program->block_count; i++) {
        struct window_memory *m = &w->run.blocks[i];
        GLintptr offset = 0;
        GLsizeiptr size = 0;
        struct emu_buffer *buffer = window_block_buffer(ctx, w, i, &offset, &size);
        const uint8_t *bytes = buffer ? window_contents(ctx, buffer) : NULL;

        *m = (struct window_memory){.bytes = bytes ? bytes + offset : NULL,
                                    .size = (uint64_t)window_bound_size(buffer, offset, size)};
    }
}

/* What a component of such a format is, as the evaluator reads it. */
static char component_kind(const struct emu_format *f)
{
    bool integer = emu_format_is_integer(f);

    if (f->bits[0] != 8 && f->bits[0] != 16 && f->bits[0] != 32)
        return 0;
    if (integer)
        return f->cls == EMU_INT ? 'i' : 'u';
    return f->cls == EMU_FLOAT && f->bits[0] == 32 ? 'f' : 0;
}

static void gather_windows(struct emu_context *ctx, struct emu_windows *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct window_row *row = &w->rows[i];
        struct window_memory *m = &w->run.windows[i];
        const uint8_t *bytes =
            w->program->values[i] && row->buffer ? window_contents(ctx, row->buffer) : NULL;

        *m = (struct window_memory){.bytes = bytes ? bytes + row->offset : NULL,
                                    .size = (uint64_t)row->count * row->element};
        if (!row->format)
            continue;
        m->texel = (uint8_t)row->element;
        m->kind = component_kind(row->format);
        for (int k = 0; k < 4; k++)
            m->components += row->format->bits[k] != 0;
    }
}

/* ---- uniforms ---- */

static void read_uniform(struct emu_context *ctx, const struct emu_windows *w, const struct window_slots *s,
                         const struct window_input *input)
{
    const struct glsl_window_uniform *u = &w->glsl->code.uniforms[input->index];
    uint64_t *cell = &w->run.cells[input->cell];
    uint32_t words[16] = {0}, n = u->columns * u->rows;

    for (uint32_t e = 0; e < u->count; e++) {
        GLint location = s->uniforms[input->index];

        if (location >= 0 && e)
            location = emu_window_element_location(ctx, s->es, u->essl, e);
        if (location < 0)
            continue; /* not active: no value matters */
        if (u->kind == 'f')
            ctx->es->GetUniformfv(s->es, location, (GLfloat *)words);
        else if (u->kind == 'u')
            ctx->es->GetUniformuiv(s->es, location, words);
        else
            ctx->es->GetUniformiv(s->es, location, (GLint *)words);
        for (uint32_t k = 0; k < n; k++)
            cell[e * n + k] = words[k];
    }
}

void window_inputs_gather(struct emu_context *ctx, struct emu_windows *w)
{
    const struct window_slots *s = window_slots_of(ctx, w, w->exe->variant->es);
    bool stale = s && w->values != w->exe->values;

    for (size_t i = 0; i < w->program->input_count; i++) {
        const struct window_input *input = &w->program->inputs[i];
        const struct window_row *row = &w->rows[input->index];

        if (input->kind == WINDOW_UNIFORM && stale)
            read_uniform(ctx, w, s, input);
        else if (input->kind == WINDOW_SIZE)
            w->run.cells[input->cell] = row->storage >= 0 ? (uint64_t)row->size : row->count;
    }
    if (s)
        w->values = w->exe->values;
    gather_blocks(ctx, w);
    gather_windows(ctx, w);
}
