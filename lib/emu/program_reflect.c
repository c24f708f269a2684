/* SPDX-License-Identifier: MIT */
/* The executable of a program: the driver's active resources under the names, types and locations of the
 * source. What the driver found active is active; what the translator added is left out. Cost: at link time,
 * one driver query per resource; none later. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

static char *copy_string(struct arena *arena, const char *s, size_t n)
{
    char *copy = arena_alloc(arena, n + 1);

    if (copy) {
        memcpy(copy, s, n);
        copy[n] = '\0';
    }
    return copy;
}

static void *alloc_array(struct arena *arena, size_t n, size_t size)
{
    void *p = arena_alloc_array(arena, n + 1, size);

    return p ? memset(p, 0, (n + 1) * size) : NULL;
}

/* ---- uniforms ---- */

struct reflect {
    const struct gles_table *es;
    GLuint program; /* the driver's */
    struct emu_executable *exe;
    char *name, *source; /* scratch, `size` bytes each */
    GLsizei size;
};

static const struct glsl_uniform *find_glsl_uniform(const struct glsl_output *glsl, const char *essl,
                                                    size_t n)
{
    for (size_t i = 0; i < glsl->uniform_count; i++)
        if (!strncmp(glsl->uniforms[i].essl, essl, n) && !glsl->uniforms[i].essl[n])
            return &glsl->uniforms[i];
    return NULL;
}

/* Fills one row from the driver's uniform `index`. False when it is not the application's to see. */
static bool read_uniform(struct reflect *r, GLuint index, GLint block, struct emu_uniform *u)
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
    if (block < 0) {
        u->glsl = find_glsl_uniform(r->exe->glsl, r->name, n);
        if (!u->glsl)
            return false;
        u->type = emu_uniform_type_of(u->glsl->type);
        u->name = u->glsl->name;
        return true;
    }
    if (!glsl_name_from_essl(r->exe->glsl, GLSL_SPACE_UNIFORM, r->name, r->source, (size_t)r->size))
        return false;
    n = emu_program_split_index(r->source, &element);
    u->name = copy_string(&r->exe->arena, r->source, u->array && element == 0 ? n : strlen(r->source));
    return u->name != NULL;
}

static bool read_uniforms(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;
    GLint *blocks;
    GLuint *indices;

    r->es->GetProgramiv(r->program, GL_ACTIVE_UNIFORMS, &count);
    exe->uniforms = alloc_array(&exe->arena, (size_t)count, sizeof *exe->uniforms);
    blocks = alloc_array(&exe->arena, (size_t)count, sizeof *blocks);
    indices = alloc_array(&exe->arena, (size_t)count, sizeof *indices);
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
    return true;
}

/* Room for the units of samplers and images; images start where the ESSL has them. */
static bool alloc_units(struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count; i++) {
        struct emu_uniform *u = &exe->uniforms[i];

        if (u->block >= 0 || (u->type.base != EMU_BASE_SAMPLER && u->type.base != EMU_BASE_IMAGE))
            continue;
        u->units = alloc_array(&exe->arena, (size_t)u->size, sizeof *u->units);
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
    exe->by_name = alloc_array(&exe->arena, exe->uniform_count, sizeof *exe->by_name);
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
static bool add_block(struct reflect *r, bool storage, GLuint index, struct emu_block *list, size_t *count)
{
    GLint element;
    const struct glsl_block *g = find_glsl_block(r->exe->glsl, r->name, storage, &element);
    struct emu_block *block = &list[*count];

    if (!g || !glsl_name_from_essl(r->exe->glsl, GLSL_SPACE_BLOCK, r->name, r->source, (size_t)r->size))
        return true;
    block->name = copy_string(&r->exe->arena, r->source, strlen(r->source));
    block->es_index = index;
    if (element < 0)
        element = 0;
    block->binding = g->binding >= 0 ? g->binding + element : 0;
    block->es_binding = storage ? g->essl_binding + element : block->binding;
    if (!storage)
        r->es->UniformBlockBinding(r->program, index, (GLuint)block->binding);
    (*count)++;
    return block->name != NULL;
}

static bool read_blocks(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    r->es->GetProgramiv(r->program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
    exe->blocks = alloc_array(&exe->arena, (size_t)count, sizeof *exe->blocks);
    if (!exe->blocks)
        return false;
    for (GLint i = 0; i < count; i++) {
        r->es->GetActiveUniformBlockName(r->program, (GLuint)i, r->size, NULL, r->name);
        if (!add_block(r, false, (GLuint)i, exe->blocks, &exe->block_count))
            return false;
    }
    return true;
}

static bool read_storage_blocks(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    if (!r->es->GetProgramInterfaceiv)
        return true;
    r->es->GetProgramInterfaceiv(r->program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
    exe->storage = alloc_array(&exe->arena, (size_t)count, sizeof *exe->storage);
    if (!exe->storage)
        return false;
    for (GLint i = 0; i < count; i++) {
        r->es->GetProgramResourceName(r->program, GL_SHADER_STORAGE_BLOCK, (GLuint)i, r->size, NULL, r->name);
        if (!add_block(r, true, (GLuint)i, exe->storage, &exe->storage_count))
            return false;
    }
    for (size_t i = 0; i < exe->storage_count; i++)
        exe->storage_moves |= exe->storage[i].binding != exe->storage[i].es_binding;
    return true;
}

/* ---- inputs, outputs, transform feedback ---- */

static const struct glsl_variable *find_variable(const struct glsl_variable *list, size_t count,
                                                 const char *essl)
{
    GLint element;
    size_t n = emu_program_split_index(essl, &element);

    for (size_t i = 0; i < count; i++)
        if (!strncmp(list[i].essl, essl, n) && !list[i].essl[n])
            return &list[i];
    return NULL;
}

/* Fills one row from the driver's attribute `index`. False when it is not the application's to see. */
static bool read_input(struct reflect *r, GLuint index, struct emu_variable *v)
{
    const struct glsl_output *glsl = r->exe->glsl;
    const struct glsl_variable *in;
    GLint size = 0, element;
    GLenum type = 0;
    size_t n;

    r->name[0] = '\0';
    r->es->GetActiveAttrib(r->program, index, r->size, NULL, &size, &type, r->name);
    n = emu_program_split_index(r->name, &element);
    *v = (struct emu_variable){.type = type, .array = element == 0, .size = size, .location = -1};
    in = find_variable(glsl->inputs, glsl->input_count, r->name);
    if (in) {
        v->name = in->name;
        v->type = in->type;
        if (in->array_size) { /* ESSL has no arrays of inputs: the driver sees the elements one by one */
            v->array = true;
            v->size = in->array_size;
        }
        v->location = r->es->GetAttribLocation(r->program, r->name);
        return true;
    }
    in = find_variable(glsl->compat_inputs, glsl->compat_input_count, r->name);
    if (!in && strncmp(r->name, "gl_", 3))
        return false;
    v->name = in ? in->name : copy_string(&r->exe->arena, r->name, n);
    return v->name != NULL;
}

static bool read_inputs(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    r->es->GetProgramiv(r->program, GL_ACTIVE_ATTRIBUTES, &count);
    exe->inputs = alloc_array(&exe->arena, (size_t)count, sizeof *exe->inputs);
    for (GLint i = 0; exe->inputs && i < count; i++)
        exe->input_count += read_input(r, (GLuint)i, &exe->inputs[exe->input_count]);
    return exe->inputs != NULL;
}

/* gl_FragColor and gl_FragData are ordinary outputs in the ESSL; in GL they are built in and have no
 * location. */
static void hide_broadcast(struct emu_executable *exe, struct emu_variable *v)
{
    size_t n = strlen("retrace_");
    char *name;

    if (strncmp(v->name, "retrace_", n))
        return;
    name = arena_alloc(&exe->arena, strlen(v->name) + 1);
    v->name = name ? strcat(strcpy(name, "gl_"), v->name + n) : "gl_FragColor";
    v->location = v->index = -1;
}

static bool read_outputs(struct emu_executable *exe)
{
    const struct glsl_output *glsl = exe->glsl;

    exe->outputs = alloc_array(&exe->arena, glsl->output_count, sizeof *exe->outputs);
    for (size_t i = 0; exe->outputs && i < glsl->output_count; i++) {
        const struct glsl_variable *out = &glsl->outputs[i];
        exe->outputs[exe->output_count++] = (struct emu_variable){
            .name = out->name,
            .type = out->type,
            .array = out->array_size != 0,
            .size = out->array_size ? out->array_size : 1,
            .location = out->location,
            .index = out->index,
        };
        hide_broadcast(exe, &exe->outputs[exe->output_count - 1]);
    }
    return exe->outputs != NULL;
}

static bool read_varyings(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    const struct glsl_output *glsl = exe->glsl;
    GLuint index = 0;

    exe->xfb_mode = glsl->xfb_mode;
    exe->xfb = alloc_array(&exe->arena, glsl->xfb_count, sizeof *exe->xfb);
    for (size_t i = 0; exe->xfb && i < glsl->xfb_count; i++) {
        struct emu_variable *v = &exe->xfb[exe->xfb_count++];
        const char *name = glsl->xfb[i].name;

        *v = (struct emu_variable){.name = name, .type = GL_NONE, .location = -1};
        if (!strncmp(name, "gl_SkipComponents", 17))
            v->size = name[17] - '0';
        if (glsl->xfb[i].essl) {
            GLsizei size = 0;
            r->es->GetTransformFeedbackVarying(r->program, index++, r->size, NULL, &size, &v->type, r->name);
            v->size = size;
        }
    }
    return exe->xfb != NULL;
}

static bool read_compat(struct reflect *r)
{
    struct emu_executable *exe = r->exe;
    const struct glsl_output *glsl = exe->glsl;

    exe->compat_uniforms = alloc_array(&exe->arena, glsl->compat_uniform_count, sizeof *exe->compat_uniforms);
    exe->compat_attribs = alloc_array(&exe->arena, glsl->compat_input_count, sizeof *exe->compat_attribs);
    if (!exe->compat_uniforms || !exe->compat_attribs)
        return false;
    for (size_t i = 0; i < glsl->compat_uniform_count; i++) {
        const struct glsl_variable *v = &glsl->compat_uniforms[i];
        GLint location = v->type ? r->es->GetUniformLocation(r->program, v->essl) : -1;
        exe->compat_uniforms[exe->compat_uniform_count++] =
            (struct emu_compat_builtin){v->name, v->essl, v->type, v->array_size, location};
    }
    for (size_t i = 0; i < glsl->compat_input_count; i++) {
        const struct glsl_variable *v = &glsl->compat_inputs[i];
        GLint location = r->es->GetAttribLocation(r->program, v->essl);
        if (location >= 0)
            exe->compat_attribs[exe->compat_attrib_count++] =
                (struct emu_compat_builtin){v->name, v->essl, v->type, v->array_size, location};
    }
    return true;
}

/* ---- the whole ---- */

/* Room for the longest name of any list, on the driver and in the source. */
static GLsizei longest_name(const struct reflect *r)
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

struct emu_executable *emu_executable_create(struct emu_context *ctx, const struct emu_program *program,
                                             struct glsl_output *glsl)
{
    struct reflect r = {.es = ctx->es, .program = program->es, .exe = calloc(1, sizeof *r.exe)};
    bool ok = false;

    if (!r.exe) {
        glsl_output_destroy(glsl);
        return NULL;
    }
    r.exe->glsl = glsl;
    for (size_t i = 0; i < glsl->gap_count; i++)
        r.exe->narrowed |= !strcmp(glsl->gaps[i].name, "double");
    r.size = longest_name(&r);
    r.name = malloc((size_t)r.size);
    r.source = malloc((size_t)r.size);
    if (r.name && r.source)
        ok = read_blocks(&r) && read_storage_blocks(&r) && read_uniforms(&r) && alloc_units(r.exe) &&
             sort_names(r.exe) && emu_uniform_assign_locations(ctx, program->es, r.exe) && read_inputs(&r) &&
             read_outputs(r.exe) && read_varyings(&r) && read_compat(&r) &&
             emu_subroutine_init(ctx, program, r.exe);
    free(r.name);
    free(r.source);
    if (ok)
        return r.exe;
    emu_executable_destroy(r.exe);
    return NULL;
}

void emu_executable_destroy(struct emu_executable *exe)
{
    if (!exe)
        return;
    glsl_output_destroy(exe->glsl);
    arena_finish(&exe->arena);
    free(exe);
}
