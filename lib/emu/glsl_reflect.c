/* SPDX-License-Identifier: MIT */
/* What the application can ask about a program, collected from the SPIR-V of its stages, which still has the
 * source's types (rectangles, one dimension) and only the source's own decorations. Run before SPIRV-Cross to
 * learn what must be bound where, and after it to learn the names that came out. The same name in two stages
 * is one entry. */
#include "emu/glsl_back.h"
#include "emu/glsl_block.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_reflect.h"
#include "emu/glsl_wide.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* One walk over a variable of the default block. */
struct walk {
    const struct glsl_module *m;
    int location, binding;
    int offset;
    bool atomic, has_initial;
    const uint32_t *initial;
    size_t initial_at;
};

static bool is_reserved(const struct glsl_job *job, const char *name)
{
    return !strncmp(glsl_source_name(job, name), "retrace_", 8) && glsl_source_name(job, name) == name;
}

/* Strips arrays off a type; *size is the outermost length or 0, *inner tells of arrays of arrays. */
static uint32_t strip_array(const struct glsl_module *m, uint32_t type, int *size)
{
    *size = 0;
    if (glsl_def_op(m, type) == SpvOpTypeRuntimeArray)
        return glsl_def(m, type)[2];
    if (glsl_def_op(m, type) != SpvOpTypeArray)
        return type;
    *size = (int)glsl_module_constant(m, glsl_def(m, type)[3]);
    return glsl_def(m, type)[2];
}

/* ---- constants ---- */

static size_t words_of(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);
    size_t n = 0;

    switch (glsl_def_op(m, type)) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return w[2] / 32;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return w[3] * words_of(m, w[2]);
    case SpvOpTypeArray:
        return glsl_module_constant(m, w[3]) * words_of(m, w[2]);
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++)
            n += words_of(m, w[i]);
        return n;
    default:
        return 1;
    }
}

static uint32_t *flatten(const struct glsl_module *m, uint32_t constant, uint32_t *out)
{
    const uint32_t *w = glsl_def(m, constant);

    switch (glsl_def_op(m, constant)) {
    case SpvOpConstantComposite:
        for (uint32_t i = 3; i < GLSL_LENGTH(w[0]); i++)
            out = flatten(m, w[i], out);
        return out;
    case SpvOpConstantTrue:
        *out = 1;
        return out + 1;
    case SpvOpConstant:
        for (uint32_t i = 3; i < GLSL_LENGTH(w[0]); i++)
            *out++ = w[i];
        return out;
    default: /* null, false: the memory is zero already */
        return out + words_of(m, w[1]);
    }
}

/* ---- uniforms ---- */

static struct glsl_uniform *uniform_entry(struct glsl_job *job, const char *name)
{
    struct glsl_output *out = job->out;
    struct glsl_uniform *u;

    for (size_t i = 0; i < out->uniform_count; i++)
        if (!strcmp(out->uniforms[i].name, name))
            return (struct glsl_uniform *)&out->uniforms[i];
    u = glsl_push(job, &out->uniforms, &out->uniform_count, sizeof *u);
    u->name = name;
    u->location = u->binding = u->essl_binding = u->offset = -1;
    return u;
}

static bool is_double(const struct glsl_job *job, const char *name)
{
    for (size_t i = 0; i < job->double_count; i++)
        if (!strcmp(job->doubles[i], name))
            return true;
    return false;
}

static void add_leaf(struct walk *walk, uint32_t type, int array, const char *source, const char *essl)
{
    const struct glsl_module *m = walk->m;
    struct glsl_uniform *u = uniform_entry(m->job, source);
    int elements = array ? array : 1;

    u->essl = essl;
    u->type = glsl_type_of(m, type, false);
    u->essl_type = glsl_type_of(m, type, true);
    if (is_double(m->job, source))
        u->type = glsl_type_as_double(u->type);
    if (walk->atomic)
        u->type = u->essl_type = 0x92DB; /* GL_UNSIGNED_INT_ATOMIC_COUNTER */
    if (array > u->array_size)
        u->array_size = array;
    u->stages |= 1u << m->stage;
    if (walk->offset >= 0)
        u->offset = walk->offset;
    if (walk->location >= 0) {
        u->location = walk->location;
        walk->location += elements;
    }
    if (walk->binding >= 0) {
        u->binding = walk->binding;
        walk->binding += elements;
    }
    if (walk->has_initial) {
        u->initial_count = words_of(m, type) * (size_t)elements;
        u->initial = walk->initial + walk->initial_at;
        walk->initial_at += u->initial_count;
    }
}

static void walk_type(struct walk *walk, uint32_t type, const char *source, const char *essl)
{
    const struct glsl_module *m = walk->m;
    struct glsl_job *job = m->job;
    int size;
    uint32_t element = strip_array(m, type, &size);

    if (element != type) {
        bool nested = glsl_def_op(m, element) == SpvOpTypeStruct || glsl_def_op(m, element) == SpvOpTypeArray;

        if (!nested)
            add_leaf(walk, element, size, source, essl);
        for (int i = 0; nested && i < size; i++)
            walk_type(walk, element, glsl_format(job, "%s[%d]", source, i),
                      glsl_format(job, "%s[%d]", essl, i));
    } else if (glsl_def_op(m, type) == SpvOpTypeStruct) {
        for (uint32_t i = 0; i + 2 < GLSL_LENGTH(glsl_def(m, type)[0]); i++)
            walk_type(
                walk, glsl_def(m, type)[i + 2],
                glsl_format(job, "%s.%s", source, glsl_source_name(job, glsl_module_member_name(m, type, i))),
                glsl_format(job, "%s.%s", essl, glsl_back_member(m, type, i)));
    } else {
        add_leaf(walk, type, 0, source, essl);
    }
}

static int decoration(const struct glsl_module *m, uint32_t id, uint32_t which)
{
    uint32_t value;

    return glsl_module_decoration(m, id, -1, which, &value) ? (int)value : -1;
}

/* The source's binding of `name`; -1 when it says none. */
static int binding_of(const struct glsl_module *m, uint32_t id, const char *name)
{
    const struct glsl_job *job = m->job;

    for (size_t i = 0; i < job->bound_count; i++)
        if (!strcmp(job->bound[i], name))
            return decoration(m, id, SpvDecorationBinding);
    return -1;
}

static void reflect_uniform(const struct glsl_module *m, uint32_t id)
{
    struct walk walk = {.m = m};
    const uint32_t *w = glsl_def(m, id);
    uint32_t type = glsl_module_pointee(m, id);

    if (is_reserved(m->job, m->name[id]))
        return;
    walk.location = decoration(m, id, SpvDecorationLocation);
    walk.offset = decoration(m, id, SpvDecorationOffset);
    walk.atomic = w[3] == SpvStorageClassAtomicCounter;
    walk.binding = walk.atomic ? decoration(m, id, SpvDecorationBinding)
                               : binding_of(m, id, glsl_source_name(m->job, m->name[id]));
    if (GLSL_LENGTH(w[0]) > 4) {
        uint32_t *initial = glsl_alloc(m->job, words_of(m, type), sizeof *initial);

        flatten(m, w[4], initial);
        walk.initial = initial;
        walk.has_initial = true;
    }
    walk_type(&walk, type, glsl_source_name(m->job, m->name[id]), glsl_back_name(m, id));
}

/* ---- blocks ---- */

static void reflect_block(const struct glsl_module *m, uint32_t id)
{
    struct glsl_job *job = m->job;
    struct glsl_output *out = job->out;
    struct glsl_block *b = NULL;
    int size;
    uint32_t type = strip_array(m, glsl_module_pointee(m, id), &size);
    const char *name = glsl_source_name(job, m->name[type]);
    bool storage = glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL);
    const char **members;

    for (size_t i = 0; i < out->block_count; i++)
        if (!strcmp(out->blocks[i].name, name) && out->blocks[i].storage == storage)
            b = (struct glsl_block *)&out->blocks[i];
    if (!b) {
        b = glsl_push(job, &out->blocks, &out->block_count, sizeof *b);
        *b = (struct glsl_block){.name = name, .storage = storage, .essl_binding = -1};
        b->member_count = GLSL_LENGTH(glsl_def(m, type)[0]) - 2;
        members = glsl_alloc(job, b->member_count, sizeof *members);
        for (uint32_t i = 0; i < b->member_count; i++)
            members[i] = glsl_source_name(job, glsl_module_member_name(m, type, i));
        b->members = members;
        b->binding = -1;
    }
    b->essl = glsl_back_block(m, id, type);
    b->anonymous = !*m->name[id];
    b->array_size = size;
    for (size_t i = 0; i < job->flat_count; i++)
        if (!strcmp(job->flats[i].block, b->name)) {
            memcpy(b->dims, job->flats[i].dims, sizeof b->dims);
            b->dim_count = job->flats[i].dim_count;
        }
    glsl_fields(m, type, b);
    if (b->binding < 0)
        b->binding = binding_of(m, id, b->name);
    b->stages |= 1u << m->stage;
}

/* ---- vertex inputs, fragment outputs ---- */

static void reflect_variable(const struct glsl_module *m, uint32_t id, bool input)
{
    struct glsl_output *out = m->job->out;
    struct glsl_variable *v = NULL;
    const char *name = glsl_source_name(m->job, m->name[id]);
    uint32_t type;
    size_t n = input ? out->input_count : out->output_count;

    if (!*m->name[id] || (input && is_reserved(m->job, m->name[id])))
        return;
    for (size_t i = 0; i < n; i++)
        if (!strcmp((input ? out->inputs : out->outputs)[i].name, name))
            v = (struct glsl_variable *)&(input ? out->inputs : out->outputs)[i];
    if (!v) {
        v = input ? glsl_push(m->job, &out->inputs, &out->input_count, sizeof *v)
                  : glsl_push(m->job, &out->outputs, &out->output_count, sizeof *v);
        v->name = name;
        v->location = decoration(m, id, SpvDecorationLocation);
        if (decoration(m, id, SpvDecorationIndex) > 0)
            v->index = decoration(m, id, SpvDecorationIndex);
    }
    v->essl = glsl_back_name(m, id);
    type = strip_array(m, glsl_module_pointee(m, id), &v->array_size);
    v->type = glsl_type_of(m, type, false);
    v->words = input && m->job->wide && glsl_wide_is(m, type);
    if (input && is_double(m->job, v->name))
        v->type = glsl_type_as_double(v->type);
    for (const struct glsl_array_input *a = m->arrays; input && a; a = a->next)
        if (a->id == id) {
            v->essl = glsl_back_name(m, a->master ? a->master : a->inputs[0]);
            v->location = a->location;
        }
    v->merged = glsl_is_component(m, id);
    if (decoration(m, id, SpvDecorationComponent) > 0)
        v->component = decoration(m, id, SpvDecorationComponent);
    v->stages |= 1u << m->stage;
}

/* The module with the source's own types. */
static const struct glsl_module *source_of(const struct glsl_module *m)
{
    if (!m->source)
        return m;
    m->source->compiler = m->compiler;
    m->source->arrays = m->arrays;
    m->source->components = m->components;
    m->source->component_count = m->component_count;
    return m->source;
}

void glsl_reflect(const struct glsl_module *m)
{
    m = source_of(m);
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], storage = m->w[i + 3];

        if (GLSL_OP(m->w[i]) != SpvOpVariable)
            continue;
        if (storage == SpvStorageClassUniformConstant || storage == SpvStorageClassAtomicCounter)
            reflect_uniform(m, id);
        else if (storage == SpvStorageClassUniform)
            reflect_block(m, id);
        else if (glsl_module_decoration(m, id, -1, SpvDecorationBuiltIn, NULL))
            continue;
        else if (storage == SpvStorageClassInput && m->stage == GLSL_VERTEX)
            reflect_variable(m, id, true);
        else if (storage == SpvStorageClassOutput && m->stage == GLSL_FRAGMENT)
            reflect_variable(m, id, false);
    }
}
