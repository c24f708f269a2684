/* SPDX-License-Identifier: MIT */
/* Values that uniforms have right after a link: initialisers and bindings of the source, which ESSL has no
 * room for. */
#include "emu/program_priv.h"

/* Bindings of an array of samplers count up. */
static void set_units(struct emu_context *ctx, const struct emu_uniform *u, GLint es_location)
{
    if (u->type.base == EMU_BASE_SAMPLER && u->glsl->binding >= 0)
        ctx->es->Uniform1iv(es_location, u->size, u->units);
}

static void set_value(struct emu_context *ctx, const struct emu_uniform *u, GLint es_location)
{
    size_t words = (size_t)u->type.columns * u->type.rows;
    size_t n = u->glsl->initial_count / words;

    /* The driver may have shortened the array to the elements that are read. */
    if (n > (size_t)u->size)
        n = (size_t)u->size;
    if (n)
        emu_uniform_upload(ctx->es, u->type, es_location, (GLsizei)n, GL_FALSE, u->glsl->initial);
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
            set_units(ctx, u, exe->variant->slots[u->location]);
        else
            set_value(ctx, u, exe->variant->slots[u->location]);
    }
    emu_program_use_es(ctx, current);
}
