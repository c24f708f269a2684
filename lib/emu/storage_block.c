/* SPDX-License-Identifier: MIT */
/* Bindings of storage blocks. ES has no glShaderStorageBlockBinding: the binding is part of the shader. So
 * the application's binding is kept here, and where it is not the shader's, the buffer is bound a second
 * time, where the shader looks for it, before a draw or dispatch; the application's own bindings come back
 * when the program no longer needs it. Cost: nothing for programs whose blocks are where the shader has them,
 * else one bind per such block and draw. */
#include "emu/program_priv.h"

#include <string.h>

void emu_ShaderStorageBlockBinding(GLuint name, GLuint index, GLuint binding)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glShaderStorageBlockBinding");
    struct emu_executable *exe = program ? program->exe : NULL;

    if (!program)
        return;
    if (!program->linked || index >= exe->storage_count ||
        (int64_t)binding >= ctx->caps->max_storage_bindings) {
        emu_error(ctx, GL_INVALID_VALUE, "glShaderStorageBlockBinding: block %u, binding %u", index, binding);
        return;
    }
    exe->storage[index].binding = (GLint)binding;
    emu_program_find_moves(exe);
}

void emu_program_find_moves(struct emu_executable *exe)
{
    exe->storage_moves = exe->counter_count > 0;
    for (size_t i = 0; i < exe->storage_count; i++)
        exe->storage_moves |=
            exe->storage[i].es_binding >= 0 && exe->storage[i].binding != exe->storage[i].es_binding;
}

static void bind_es(struct emu_context *ctx, GLuint index, const struct emu_buffer_range *range)
{
    GLuint es = range->buffer ? range->buffer->es : 0;

    if (range->buffer && range->size)
        ctx->es->BindBufferRange(GL_SHADER_STORAGE_BUFFER, index, es, range->offset, range->size);
    else
        ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, es);
}

/* The buffers of counters that the translation made words of storage blocks. */
static void move_counters(struct emu_context *ctx, const struct emu_executable *exe, uint64_t moved[2])
{
    for (size_t i = 0; i < exe->counter_count; i++) {
        const struct emu_block *block = &exe->counters[i];
        GLuint to = (GLuint)block->es_binding;

        if (to >= EMU_MAX_INDEXED_BUFFERS || block->binding >= EMU_MAX_INDEXED_BUFFERS)
            continue;
        bind_es(ctx, to, &ctx->buffer.atomic[block->binding]);
        moved[to / 64] |= (uint64_t)1 << to % 64;
    }
}

static void move_blocks(struct emu_context *ctx, const struct emu_executable *exe, uint64_t moved[2])
{
    move_counters(ctx, exe, moved);
    for (size_t i = 0; i < exe->storage_count; i++) {
        const struct emu_block *block = &exe->storage[i];
        GLuint to = (GLuint)block->es_binding;

        if (block->es_binding < 0 || block->binding == block->es_binding || to >= EMU_MAX_INDEXED_BUFFERS ||
            block->binding >= EMU_MAX_INDEXED_BUFFERS)
            continue;
        bind_es(ctx, to, &ctx->buffer.storage[block->binding]);
        moved[to / 64] |= (uint64_t)1 << to % 64;
    }
}

/* Images of buffer textures that the program may store to. */
static void mark_images(struct emu_context *ctx, const struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];

        for (GLint k = 0; u->type.base == EMU_BASE_IMAGE && u->units && k < u->size; k++) {
            const struct emu_image_unit *image =
                (GLuint)u->units[k] < EMU_MAX_IMAGE_UNITS ? &ctx->texture.images[u->units[k]] : NULL;

            if (image && image->texture && image->texture->buffer && image->access != GL_READ_ONLY)
                emu_buffer_mark_gpu_written(image->texture->buffer);
        }
    }
}

static void mark_written(struct emu_context *ctx, const struct emu_program *program)
{
    const struct emu_executable *exe = program ? program->exe : NULL;

    if (exe && exe->has_images)
        mark_images(ctx, exe);

    for (size_t i = 0; exe && i < exe->storage_count; i++) {
        GLint binding = exe->storage[i].binding;

        if (exe->storage[i].written && binding < EMU_MAX_INDEXED_BUFFERS &&
            ctx->buffer.storage[binding].buffer)
            emu_buffer_mark_gpu_written(ctx->buffer.storage[binding].buffer);
    }
}

void emu_program_mark_storage(struct emu_context *ctx)
{
    struct emu_program_state *state = &ctx->program;

    if (state->current)
        mark_written(ctx, state->current);
    for (int i = 0; !state->current && state->pipeline && i < GLSL_STAGES; i++)
        mark_written(ctx, state->pipeline->stages[i]);
}

static bool any_moves(const struct emu_program_state *state)
{
    bool moves = false;

    if (state->current)
        return state->current->exe && state->current->exe->storage_moves;
    for (int i = 0; state->pipeline && i < GLSL_STAGES; i++) {
        const struct emu_program *program = state->pipeline->stages[i];
        moves |= program && program->exe && program->exe->storage_moves;
    }
    return moves;
}

void emu_program_prepare_storage(struct emu_context *ctx)
{
    struct emu_program_state *state = &ctx->program;
    uint64_t moved[2] = {0, 0};
    bool moves = any_moves(state);

    if (!moves && !(state->moved_storage[0] | state->moved_storage[1]))
        return;
    if (moves && state->current)
        move_blocks(ctx, state->current->exe, moved);
    else if (moves)
        for (int i = 0; i < GLSL_STAGES; i++)
            if (state->pipeline->stages[i] && state->pipeline->stages[i]->exe)
                move_blocks(ctx, state->pipeline->stages[i]->exe, moved);
    for (GLuint i = 0; i < EMU_MAX_INDEXED_BUFFERS; i++)
        if ((state->moved_storage[i / 64] & ~moved[i / 64]) >> i % 64 & 1)
            bind_es(ctx, i, &ctx->buffer.storage[i]);
    memcpy(state->moved_storage, moved, sizeof moved);
    /* Indexed binds change the general binding point, too. */
    emu_buffer_restore(ctx, EMU_SHADER_STORAGE_BUFFER);
}
