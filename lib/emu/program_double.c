/* SPDX-License-Identifier: MIT */
/* Which attributes of a program are doubles whose bits the shader reads, and where the driver has the second
 * halves of those with three or four (vao_wide.c). Halves get locations from the top down, before the driver
 * places what has none: so a variant of the program has them at the same. Cost: at link time, some queries of
 * the driver for each such input. */
#include "emu/program_priv.h"

#include <stdio.h>

static int locations(const struct glsl_variable *in)
{
    return __builtin_popcount(emu_attrib_mask(in->type, in->array_size));
}

static const char *high_name(char *out, size_t size, const struct glsl_variable *in, int k)
{
    int n = snprintf(out, size, GLSL_INPUT_HIGH "%d_%s", k, in->name);

    return n > 0 && (size_t)n < size ? out : NULL;
}

void emu_program_place_halves(struct emu_context *ctx, GLuint es_program, const struct glsl_output *glsl,
                              uint32_t used)
{
    int at = ctx->vao.max_attribs;
    char name[1024];

    for (size_t i = 0; i < glsl->input_count; i++) {
        const struct glsl_variable *in = &glsl->inputs[i];

        for (int k = 0; in->words && emu_uniform_type_of(in->type).rows > 2 && k < locations(in); k++) {
            do
                at--;
            while (at >= 0 && used >> at & 1);
            if (at >= 0 && high_name(name, sizeof name, in, k))
                ctx->es->BindAttribLocation(es_program, (GLuint)at, name);
        }
    }
}

void emu_program_find_doubles(struct emu_context *ctx, struct emu_program *program)
{
    const struct emu_executable *exe = program->exe;
    char name[1024];

    program->narrow_doubles = false;
    program->wide_attribs = program->high_attribs = 0;
    for (size_t i = 0; i < exe->glsl->input_count; i++) {
        const struct glsl_variable *in = &exe->glsl->inputs[i];
        GLint first = in->words ? ctx->es->GetAttribLocation(program->base, in->essl) : -1;

        program->narrow_doubles |= !in->words && emu_uniform_type_of(in->type).base == EMU_BASE_DOUBLE;
        if (in->words && first < 0) /* nothing reads what is there */
            first = emu_program_wanted_location(exe, in);
        for (int k = 0; first >= 0 && k < locations(in) && first + k < EMU_MAX_ATTRIBS; k++) {
            GLint high =
                high_name(name, sizeof name, in, k) ? ctx->es->GetAttribLocation(program->base, name) : -1;

            program->wide_attribs |= 1u << (first + k);
            program->attrib_high[first + k] = (uint8_t)(high >= 0 && high < EMU_MAX_ATTRIBS ? high + 1 : 0);
            if (program->attrib_high[first + k])
                program->high_attribs |= 1u << high;
        }
    }
    program->attribs = (program->attribs & ~program->high_attribs) | program->wide_attribs;
}
