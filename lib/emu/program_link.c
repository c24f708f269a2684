/* SPDX-License-Identifier: MIT */
/* glLinkProgram: the attached shaders of all stages are translated together, compiled and linked by the
 * driver, and what the application had bound by name is bound under the names of the translation. What it was
 * made from is kept, so that state which ES has no place for can have it translated again
 * (program_variant.c). A failed link leaves the executable that is in use alone, as GL has it. Cost: that of
 * the translation and the driver's compiler. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- input of the translator ---- */

static const char *copy_string(struct arena *arena, const char *s)
{
    char *copy = arena_alloc(arena, strlen(s) + 1);

    return copy ? strcpy(copy, s) : NULL;
}

static bool copy_sources(struct emu_executable *exe, const struct emu_program *program)
{
    const char **texts = arena_alloc_array(&exe->arena, program->shader_count + 1, sizeof *texts);
    size_t n = 0;

    if (!texts)
        return false;
    for (int stage = 0; stage < GLSL_STAGES; stage++) {
        exe->input.stages[stage].texts = texts + n;
        for (size_t i = 0; i < program->shader_count; i++) {
            if (program->shaders[i]->stage != (enum glsl_stage)stage)
                continue;
            texts[n] = copy_string(&exe->arena, program->shaders[i]->compiled);
            if (!texts[n++])
                return false;
            exe->input.stages[stage].count++;
        }
    }
    return true;
}

static bool copy_bindings(struct arena *arena, const struct emu_name_bindings *from,
                          const struct glsl_binding **to, size_t *count)
{
    struct glsl_binding *items = arena_alloc_array(arena, from->count + 1, sizeof *items);

    for (size_t i = 0; items && i < from->count; i++) {
        items[i] = from->items[i];
        items[i].name = copy_string(arena, from->items[i].name);
        if (!items[i].name)
            return false;
    }
    *to = items;
    *count = from->count;
    return items != NULL;
}

static bool copy_varyings(struct emu_executable *exe, const struct emu_program *program)
{
    const char **names = arena_alloc_array(&exe->arena, program->xfb_count + 1, sizeof *names);

    for (size_t i = 0; names && i < program->xfb_count; i++) {
        names[i] = copy_string(&exe->arena, program->xfb_varyings[i]);
        if (!names[i])
            return false;
    }
    exe->input.xfb_varyings = names;
    exe->input.xfb_count = program->xfb_count;
    exe->input.xfb_mode = program->xfb_mode;
    return names != NULL;
}

/* An executable that has only its input: all that the program is translated from, now or under another key
 * later. */
static struct emu_executable *take_input(const struct emu_context *ctx, const struct emu_program *program)
{
    struct emu_executable *exe = calloc(1, sizeof *exe);

    if (!exe)
        return NULL;
    exe->input.target = ctx->program.target;
    exe->input.separable = program->separable;
    exe->input.fixed_fragment = !ctx->core;
    /* The state that a compatibility context starts with; without effect on all others. */
    exe->input.key.clamp_vertex_color = !ctx->core;
    if (copy_sources(exe, program) && copy_varyings(exe, program) &&
        copy_bindings(&exe->arena, &program->attrib_bindings, &exe->input.attribs,
                      &exe->input.attrib_count) &&
        copy_bindings(&exe->arena, &program->frag_bindings, &exe->input.frag_datas,
                      &exe->input.frag_data_count))
        return exe;
    emu_executable_destroy(exe);
    return NULL;
}

/* What fails before anything is translated; NULL: nothing. */
static const char *refuse_early(struct emu_context *ctx, const struct emu_program *program)
{
    unsigned stages = 0;

    if (!program->shader_count)
        return "error: no shaders attached to the program\n";
    for (size_t i = 0; i < program->shader_count; i++) {
        struct emu_shader *shader = program->shaders[i];
        if (shader->state == EMU_COMPILE_NONE || shader->state == EMU_COMPILE_FAILED)
            return "error: linking with an uncompiled shader\n";
        stages |= 1u << shader->stage;
    }
    if (stages & 1u << GLSL_COMPUTE && stages != 1u << GLSL_COMPUTE)
        return "error: compute shaders may not be linked with any other type of shader\n";
    if (ctx->core && !program->separable && !(stages & (1u << GLSL_COMPUTE | 1u << GLSL_VERTEX)))
        return "error: program lacks a vertex shader\n";
    return NULL;
}

/* ---- after the link ---- */

uint32_t emu_attrib_mask(GLenum type, int array_size)
{
    struct emu_uniform_type t = emu_uniform_type_of(type);
    int n = (array_size ? array_size : 1) * (t.columns ? t.columns : 1);

    return n >= 32 ? ~0u : (1u << n) - 1;
}

static GLenum column_type(struct emu_uniform_type t)
{
    static const GLenum vectors[] = {GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4};

    return t.columns > 1 && t.rows >= 1 && t.rows <= 4 ? vectors[t.rows - 1] : t.type;
}

static void read_attribs(struct emu_context *ctx, struct emu_program *program)
{
    GLint count = 0, longest = 0;
    char *name;

    program->attribs = 0;
    memset(program->attrib_types, 0, sizeof program->attrib_types);
    ctx->es->GetProgramiv(program->base, GL_ACTIVE_ATTRIBUTES, &count);
    ctx->es->GetProgramiv(program->base, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &longest);
    name = calloc(1, (size_t)longest + 1);
    for (GLint i = 0; name && i < count; i++) {
        GLint size = 0, location;
        GLenum type = 0;

        ctx->es->GetActiveAttrib(program->base, (GLuint)i, longest + 1, NULL, &size, &type, name);
        location = ctx->es->GetAttribLocation(program->base, name);
        if (location < 0 || location > 31)
            continue; /* gl_VertexID and the like */
        uint32_t mask = emu_attrib_mask(type, size) << location;
        program->attribs |= mask;
        for (int j = location; j < 32; j++)
            if (mask >> j & 1)
                program->attrib_types[j] = column_type(emu_uniform_type_of(type));
    }
    free(name);
    emu_program_find_doubles(ctx, program);
}

static void report_gaps(struct emu_context *ctx, const struct emu_program *program,
                        const struct glsl_output *glsl)
{
    char reason[256];

    for (size_t i = 0; i < glsl->gap_count; i++) {
        log_msg(ctx->log, LOG_WARN, "program %u: %s: %s", program->name, glsl->gaps[i].name,
                glsl->gaps[i].reason);
        snprintf(reason, sizeof reason, "%s: %s", glsl->gaps[i].name, glsl->gaps[i].reason);
        emu_gap(ctx, "glLinkProgram", reason, true);
    }
}

/* Replaces the program's executable. */
static void install(struct emu_context *ctx, struct emu_program *program, struct emu_executable *exe)
{
    const struct glsl_output *glsl = exe->glsl;

    emu_variant_destroy_others(ctx, program->exe);
    emu_executable_destroy(program->exe);
    program->exe = exe;
    program->linked = true;
    program->generation++;
    program->reads_primitive_id = glsl->flags & GLSL_READS_PRIMITIVE_ID;
    program->reads_vertex_id = glsl->flags & GLSL_READS_VERTEX_ID;
    program->stages = 0;
    for (int i = 0; i < GLSL_STAGES; i++)
        program->stages |= glsl->essl[i] ? 1u << i : 0;
    read_attribs(ctx, program);
    emu_variant_install(ctx, program, exe->variants);
    report_gaps(ctx, program, glsl);
    emu_uniform_set_initial(ctx, program);
    emu_subroutine_reset(ctx, program);
}

/* Translates once more, with what the first translation turned out to need. */
static bool translate_again(struct emu_context *ctx, struct emu_executable *exe)
{
    const struct glsl_output *glsl = exe->glsl;
    /* What the colours of back faces are made of is active, whether the state shows them or not. */
    bool backs = glsl->flags & GLSL_WRITES_BACK_COLOR && glsl->keyed & GLSL_KEY_TWO_SIDE;
    bool tight = glsl->shared_words && emu_program_packs_tightly(ctx);

    if (!backs && !tight)
        return true;
    exe->input.key.two_side |= backs;
    exe->input.shared_std430 = tight;
    glsl_output_destroy(exe->glsl);
    exe->glsl = glsl_cache_translate(ctx->program.cache, &exe->input);
    return exe->glsl;
}

/* Where the driver refuses shaders whose 64-bit numbers are exact, doubles may do as floats. */
static bool build(struct emu_context *ctx, struct emu_program *program, struct emu_executable *exe)
{
    struct glsl_output *narrow = NULL;

    if (exe->glsl->wide) {
        if (emu_program_try(ctx, exe->es, exe, exe->glsl, NULL, &program->info))
            return true;
        exe->input.narrow_doubles = true;
        narrow = glsl_cache_translate(ctx->program.cache, &exe->input);
    }
    if (narrow && narrow->ok) {
        glsl_output_destroy(exe->glsl);
        exe->glsl = narrow;
        emu_program_set_info(&program->info, narrow->info);
    } else {
        glsl_output_destroy(narrow);
    }
    return emu_program_build(ctx, exe->es, exe, exe->glsl, NULL, &program->info);
}

/* Translates and links; the info log gets what there is to say. NULL when it fails. */
static struct emu_executable *make_executable(struct emu_context *ctx, struct emu_program *program)
{
    struct emu_executable *exe = take_input(ctx, program);

    if (!exe)
        goto memory;
    exe->glsl = glsl_cache_translate(ctx->program.cache, &exe->input);
    if (!exe->glsl)
        goto memory;
    emu_program_set_info(&program->info, exe->glsl->info);
    if (!translate_again(ctx, exe))
        goto memory;
    if (!exe->glsl->ok) {
        log_msg(ctx->log, LOG_WARN, "program %u does not link: %s", program->name, exe->glsl->info);
        goto fail;
    }
    exe->es = program->base;
    if (!build(ctx, program, exe))
        goto fail;
    if (emu_executable_reflect(ctx, exe))
        return exe;

memory:
    emu_error(ctx, GL_OUT_OF_MEMORY, "glLinkProgram");
fail:
    emu_executable_destroy(exe);
    return NULL;
}

void emu_program_link(struct emu_context *ctx, struct emu_program *program)
{
    const char *refused = refuse_early(ctx, program);
    struct emu_executable *exe;

    program->linked = program->validated = false;
    emu_program_set_info(&program->info, refused);
    if (refused)
        return;
    exe = make_executable(ctx, program);
    if (exe)
        install(ctx, program, exe);
}

const struct emu_compat_builtin *emu_program_compat_uniforms(const struct emu_program *program, size_t *count)
{
    *count = program->exe ? program->exe->compat_uniform_count : 0;
    return program->exe ? program->exe->compat_uniforms : NULL;
}

const struct emu_compat_builtin *emu_program_compat_attribs(const struct emu_program *program, size_t *count)
{
    *count = program->exe ? program->exe->compat_attrib_count : 0;
    return program->exe ? program->exe->compat_attribs : NULL;
}
