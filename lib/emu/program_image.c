/* SPDX-License-Identifier: MIT */
/* Image uniforms. In ES the unit of an image is fixed by the shader; in desktop GL it is the value of a
 * uniform. So the value is kept here, and where it is not the shader's unit, the texture is bound a second
 * time, where the shader looks for it, before a draw or dispatch; the application's own units come back when
 * the program no longer needs them. Cost: nothing for programs whose images are where the shader has them,
 * else one bind per such image and draw. */
#include "emu/program_priv.h"

static void bind_es(struct emu_context *ctx, GLuint es_unit, GLuint unit)
{
    const struct emu_image_unit *u = &ctx->texture.images[unit];
    const struct emu_format *format = emu_format_find(ctx, u->format, 0, 0);

    ctx->es->BindImageTexture(es_unit, u->texture ? u->texture->es : 0, u->level, u->layered, u->layer,
                              u->texture ? u->access : GL_READ_ONLY, format ? format->es : GL_R32UI);
}

/* Binds what has moved in a program; returns the driver's units that it took. */
static uint64_t move_images(struct emu_context *ctx, const struct emu_program *program)
{
    const struct emu_executable *exe = program ? program->exe : NULL;
    uint64_t moved = 0;

    for (size_t i = 0; exe && exe->has_images && i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];

        if (!u->units || u->type.base != EMU_BASE_IMAGE || u->glsl->essl_binding < 0)
            continue;
        for (GLint j = 0; j < u->size; j++) {
            GLuint to = (GLuint)(u->glsl->essl_binding + j);

            if ((GLuint)u->units[j] == to || (int64_t)to >= ctx->caps->max_image_units ||
                u->units[j] >= EMU_MAX_IMAGE_UNITS)
                continue;
            bind_es(ctx, to, (GLuint)u->units[j]);
            moved |= (uint64_t)1 << to;
        }
    }
    return moved;
}

void emu_program_prepare_images(struct emu_context *ctx)
{
    struct emu_program_state *state = &ctx->program;
    uint64_t moved = 0, back;

    if (state->current)
        moved = move_images(ctx, state->current);
    for (int i = 0; !state->current && state->pipeline && i < GLSL_STAGES; i++)
        moved |= move_images(ctx, state->pipeline->stages[i]);
    back = state->moved_images & ~moved;
    for (GLuint i = 0; back >> i && i < EMU_MAX_IMAGE_UNITS; i++)
        if (back >> i & 1)
            bind_es(ctx, i, i);
    state->moved_images = moved;
}
