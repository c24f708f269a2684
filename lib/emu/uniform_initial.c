/* SPDX-License-Identifier: MIT */
/* Values that uniforms have right after a link: initialisers and bindings of the source, which ESSL has no
 * room for. */
#include "emu/program_priv.h"

/* Bindings of an array of samplers count up. */
static void set_units(struct emu_context *ctx, struct emu_executable *exe, const struct emu_uniform *u)
{
    if (u->type.base != EMU_BASE_SAMPLER || u->glsl->binding < 0)
        return;
    emu_uniform_keep(exe, u->location, u->type, u->size, GL_FALSE, u->units);
    ctx->es->Uniform1iv(exe->variant->slots[u->location], u->size, u->units);
}

static void set_value(struct emu_context *ctx, struct emu_executable *exe, const struct emu_uniform *u)
{
    size_t words = (size_t)u->type.columns * u->type.rows;
    size_t n = u->glsl->initial_count / words;

    /* The driver may have shortened the array to the elements that are read. */
    if (n > (size_t)u->size)
        n = (size_t)u->size;
    if (u->wide) {
        n = u->glsl->initial_count / 2 / words;
        emu_uniform_wide_set(ctx, exe, u, 0, (GLsizei)(n > (size_t)u->size ? (size_t)u->size : n), GL_FALSE,
                             u->glsl->initial);
        return;
    }
    if (!n)
        return;
    emu_uniform_keep(exe, u->location, u->type, (GLsizei)n, GL_FALSE, u->glsl->initial);
    emu_uniform_upload(ctx->es, u->type, exe->variant->slots[u->location], (GLsizei)n, GL_FALSE,
                       u->glsl->initial);
}

void emu_uniform_set_initial(struct emu_context *ctx, struct emu_program *program)
{
    const struct emu_executable *exe = program->exe;
    GLuint current = ctx->program.es_current;

    for (size_t i = 0; i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];

        if (u->location < 0 || !u->glsl || (!u->units && !u->glsl->initial))
            continue;
        emu_program_use_es(ctx, program->es);
        if (u->units)
            set_units(ctx, program->exe, u);
        else
            set_value(ctx, program->exe, u);
    }
    emu_program_use_es(ctx, current);
}
