/* SPDX-License-Identifier: MIT */
/* The executable of a program: the driver's active resources under the names, types and locations of the
 * source. What the driver found active is active; what the translator added is left out. Cost: at link time,
 * one driver query per resource; none later. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *emu_reflect_string(struct arena *arena, const char *s, size_t n)
{
    char *copy = arena_alloc(arena, n + 1);

    if (copy) {
        memcpy(copy, s, n);
        copy[n] = '\0';
    }
    return copy;
}

void *emu_reflect_array(struct arena *arena, size_t n, size_t size)
{
    void *p = arena_alloc_array(arena, n + 1, size);

    return p ? memset(p, 0, (n + 1) * size) : NULL;
}

/* ---- uniforms ---- */

/* The uniform that the driver calls `essl`, of n letters; of 64-bit ones it may be a part. */
static const struct glsl_uniform *find_glsl_uniform(const struct glsl_output *glsl, const char *essl,
                                                    size_t n)
{
    for (size_t i = 0; i < glsl->uniform_count; i++)
        if ((!strncmp(glsl->uniforms[i].essl, essl, n) && !glsl->uniforms[i].essl[n]) ||
            emu_uniform_wide_owns(&glsl->uniforms[i], essl))
            return &glsl->uniforms[i];
    return NULL;
}

/* Fills one row from the driver's uniform `index`. False when it is not the application's to see. */
static bool read_uniform(struct emu_reflect *r, GLuint index, GLint block, struct emu_uniform *u)
{
    GLint size = 0, element;
    GLenum type = 0;
    size_t n;

    r->name[0] = '\0';
    r->es->GetActiveUniform(r->program, index, r->size, NULL, &size, &type, r->name);
    n = emu_program_split_index(r->name, &element);
    if (element != 0)
        n = strlen(r->name);
    *u = (struct emu_uniform){
        .array = element == 0, .size = size, .block = block, .location = -1, .es_index = index};
    u->type = emu_uniform_type_of(type);
    if (block >= 0 && r->exe->blocks[block].glsl->fields)
        return false;
    if (block < 0) {
        u->glsl = find_glsl_uniform(r->exe->glsl, r->name, n);
        if (!u->glsl)
            return false;
        u->type = emu_uniform_type_of(u->glsl->type);
        u->name = u->glsl->name;
        return !emu_uniform_is_wide(u->glsl) || emu_uniform_wide_row(r->exe, r->name, u);
    }
    if (!glsl_name_from_essl(r->exe->glsl, GLSL_SPACE_UNIFORM, r->name, r->source, (size_t)r->size))
        return false;
    n = emu_program_split_index(r->source, &element);
    u->name = emu_reflect_string(&r->exe->arena, r->source, u->array && element == 0 ? n : strlen(r->source));
    return u->name != NULL;
}

static bool read_uniforms(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;
    GLint *blocks;
    GLuint *indices;

    r->es->GetProgramiv(r->program, GL_ACTIVE_UNIFORMS, &count);
    exe->uniforms =
        emu_reflect_array(&exe->arena, (size_t)count + emu_field_count(exe, false), sizeof *exe->uniforms);
    blocks = emu_reflect_array(&exe->arena, (size_t)count, sizeof *blocks);
    indices = emu_reflect_array(&exe->arena, (size_t)count, sizeof *indices);
    if (!exe->uniforms || !blocks || !indices)
        return false;
    for (GLint i = 0; i < count; i++)
        indices[i] = (GLuint)i;
    if (count)
        r->es->GetActiveUniformsiv(r->program, count, indices, GL_UNIFORM_BLOCK_INDEX, blocks);
    for (GLint i = 0; i < count; i++) {
        GLint block = -1;
        for (size_t j = 0; j < exe->block_count && blocks[i] >= 0; j++)
            if (exe->blocks[j].es_index == (GLuint)blocks[i])
                block = (GLint)j;
        if (blocks[i] >= 0 && block < 0)
            continue;
        exe->uniform_count += read_uniform(r, (GLuint)i, block, &exe->uniforms[exe->uniform_count]);
    }
    emu_fields_add(exe, false, exe->uniforms, &exe->uniform_count);
    return true;
}

/* Room for the units of samplers and images; images start where the ESSL has them. */
static bool alloc_units(struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count; i++) {
        struct emu_uniform *u = &exe->uniforms[i];

        if (u->block >= 0 || (u->type.base != EMU_BASE_SAMPLER && u->type.base != EMU_BASE_IMAGE))
            continue;
        u->units = emu_reflect_array(&exe->arena, (size_t)u->size, sizeof *u->units);
        if (!u->units)
            return false;
        exe->has_images |= u->type.base == EMU_BASE_IMAGE;
        for (GLint j = 0; j < u->size; j++)
            u->units[j] = u->glsl->binding >= 0 ? u->glsl->binding + j : 0;
    }
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct emu_name_index *)a)->name, ((const struct emu_name_index *)b)->name);
}

static bool sort_names(struct emu_executable *exe)
{
    exe->by_name = emu_reflect_array(&exe->arena, exe->uniform_count, sizeof *exe->by_name);
    if (!exe->by_name)
        return false;
    for (size_t i = 0; i < exe->uniform_count; i++)
        exe->by_name[i] = (struct emu_name_index){exe->uniforms[i].name, (uint32_t)i};
    qsort(exe->by_name, exe->uniform_count, sizeof *exe->by_name, compare_names);
    return true;
}

/* ---- blocks ---- */

static const struct glsl_block *find_glsl_block(const struct glsl_output *glsl, const char *essl,
                                                bool storage, GLint *element)
{
    size_t n = emu_program_split_index(essl, element);

    for (size_t i = 0; i < glsl->block_count; i++)
        if (glsl->blocks[i].storage == storage && !strncmp(glsl->blocks[i].essl, essl, n) &&
            !glsl->blocks[i].essl[n])
            return &glsl->blocks[i];
    return NULL;
}

/* Adds the block that the driver calls r->name. */
static bool add_block(struct emu_reflect *r, bool storage, GLuint index, struct emu_block *list,
                      size_t *count)
{
    GLint element;
    const struct glsl_block *g = find_glsl_block(r->exe->glsl, r->name, storage, &element);
    struct emu_block *block = &list[*count];

    if (!g || !glsl_name_from_essl(r->exe->glsl, GLSL_SPACE_BLOCK, r->name, r->source, (size_t)r->size))
        return true;
    block->name = emu_reflect_string(&r->exe->arena, r->source, strlen(r->source));
    block->es_index = index;
    if (element < 0)
        element = 0;
    block->binding = g->binding >= 0 ? g->binding + element : 0;
    block->written = g->written;
    block->glsl = g;
    block->es_binding = storage ? g->essl_binding + element : block->binding;
    if (!storage)
        r->es->UniformBlockBinding(r->program, index, (GLuint)block->binding);
    (*count)++;
    return block->name != NULL;
}

static bool read_blocks(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    r->es->GetProgramiv(r->program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
    exe->blocks = emu_reflect_array(&exe->arena, (size_t)count, sizeof *exe->blocks);
    if (!exe->blocks)
        return false;
    for (GLint i = 0; i < count; i++) {
        r->es->GetActiveUniformBlockName(r->program, (GLuint)i, r->size, NULL, r->name);
        if (!add_block(r, false, (GLuint)i, exe->blocks, &exe->block_count))
            return false;
    }
    return true;
}

/* A block that stands for atomic counters is none of the application's. False: it is another block. */
static bool add_counters(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint element;
    const struct glsl_block *g = find_glsl_block(exe->glsl, r->name, true, &element);

    if (!g || strncmp(g->name, GLSL_COUNTERS, strlen(GLSL_COUNTERS)) != 0)
        return false;
    exe->counters[exe->counter_count++] =
        (struct emu_block){.binding = g->binding, .es_binding = g->essl_binding};
    exe->storage_moves = true;
    return true;
}

/* Blocks that only windows stand for are unknown to the driver. */
static bool add_windows(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;

    for (size_t i = 0; i < exe->glsl->window_count; i++) {
        const struct glsl_window *window = &exe->glsl->windows[i];
        const struct glsl_block *g = NULL;
        bool known = window->texels;

        for (size_t k = 0; k < exe->glsl->block_count; k++)
            if (exe->glsl->blocks[k].storage && !strcmp(exe->glsl->blocks[k].name, window->name))
                g = &exe->glsl->blocks[k];
        if (known || !g)
            continue;
        snprintf(r->source, (size_t)r->size, g->array_size ? "%s[%d]" : "%s", window->name, window->element);
        for (size_t k = 0; k < exe->storage_count; k++)
            known |= !strcmp(exe->storage[k].name, r->source);
        if (known)
            continue;
        exe->storage[exe->storage_count++] = (struct emu_block){
            .name = emu_reflect_string(&exe->arena, r->source, strlen(r->source)),
            .es_index = GL_INVALID_INDEX,
            .binding = g->binding >= 0 ? g->binding + window->element : 0,
            .es_binding = -1,
            .glsl = g,
        };
        if (!exe->storage[exe->storage_count - 1].name)
            return false;
    }
    return true;
}

static bool read_storage_blocks(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    if (r->es->GetProgramInterfaceiv)
        r->es->GetProgramInterfaceiv(r->program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
    exe->storage =
        emu_reflect_array(&exe->arena, (size_t)count + exe->glsl->window_count, sizeof *exe->storage);
    exe->counters = emu_reflect_array(&exe->arena, (size_t)count, sizeof *exe->counters);
    if (!exe->storage || !exe->counters)
        return false;
    for (GLint i = 0; i < count; i++) {
        r->es->GetProgramResourceName(r->program, GL_SHADER_STORAGE_BLOCK, (GLuint)i, r->size, NULL, r->name);
        if (!add_counters(r) && !add_block(r, true, (GLuint)i, exe->storage, &exe->storage_count))
            return false;
    }
    if (!add_windows(r))
        return false;
    emu_program_find_moves(exe);
    return true;
}

/* ---- the whole ---- */

/* Room for the longest name of any list, on the driver and in the source. */
static GLsizei longest_name(const struct emu_reflect *r)
{
    static const GLenum lengths[] = {GL_ACTIVE_UNIFORM_MAX_LENGTH, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH,
                                     GL_ACTIVE_ATTRIBUTE_MAX_LENGTH,
                                     GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH};
    GLint longest = 0;

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        GLint n = 0;
        r->es->GetProgramiv(r->program, lengths[i], &n);
        longest = n > longest ? n : longest;
    }
    if (r->es->GetProgramInterfaceiv) {
        GLint n = 0;
        r->es->GetProgramInterfaceiv(r->program, GL_SHADER_STORAGE_BLOCK, GL_MAX_NAME_LENGTH, &n);
        longest = n > longest ? n : longest;
    }
    return longest * 2 + 256;
}

/* What the last stage before the rasteriser makes of the mode of a draw. */
static void read_primitive(const struct gles_table *es, struct emu_executable *exe)
{
    GLint value = 0;

    if (exe->glsl->essl[GLSL_GEOMETRY]) {
        es->GetProgramiv(exe->es, GL_GEOMETRY_OUTPUT_TYPE, &value);
        exe->emits_points = value == GL_POINTS;
    } else if (exe->glsl->essl[GLSL_TESS_EVALUATION]) {
        es->GetProgramiv(exe->es, GL_TESS_GEN_POINT_MODE, &value);
        exe->emits_points = value;
    } else {
        return;
    }
    exe->emits_others = !exe->emits_points;
}

bool emu_executable_reflect(struct emu_context *ctx, struct emu_executable *exe)
{
    struct emu_reflect r = {.es = ctx->es, .program = exe->es, .exe = exe};
    const struct glsl_key key = {.two_side = exe->input.key.two_side,
                                 .clamp_vertex_color = exe->input.key.clamp_vertex_color &&
                                                       exe->glsl->keyed & GLSL_KEY_CLAMP_COLOR};
    bool ok = false;

    exe->values = 1; /* later variants start at 0: behind, because bindings of the source are to be copied */
    for (size_t i = 0; i < exe->glsl->gap_count; i++)
        exe->narrowed |= !strcmp(exe->glsl->gaps[i].name, "double");
    read_primitive(ctx->es, exe);
    r.size = longest_name(&r);
    r.name = malloc((size_t)r.size);
    r.source = malloc((size_t)r.size);
    if (r.name && r.source)
        ok = read_blocks(&r) && read_storage_blocks(&r) && read_uniforms(&r) && alloc_units(exe) &&
             emu_uniform_wide_init(exe) && sort_names(exe) && emu_uniform_assign_locations(exe) &&
             emu_reflect_variables(&r) && emu_subroutine_init(exe) &&
             emu_variant_create(ctx, exe, exe->es, exe->glsl, &key) && emu_windows_create(ctx, exe);
    free(r.name);
    free(r.source);
    return ok;
}

void emu_executable_destroy(struct emu_executable *exe)
{
    if (!exe)
        return;
    emu_windows_destroy(exe->windows);
    emu_windows_destroy(exe->large);
    for (const struct emu_variant *v = exe->variants; v; v = v->next)
        if (v->glsl != exe->glsl)
            glsl_output_destroy(v->glsl);
    glsl_output_destroy(exe->glsl);
    arena_finish(&exe->arena);
    free(exe);
}
