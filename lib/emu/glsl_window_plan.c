/* SPDX-License-Identifier: MIT */
/* Which blocks and buffer textures are read through windows (struct glsl_window), and the vertex stage as
 * code for the host. A storage block gets a window when the vertex stage has more of them than the driver
 * lets it, or the key says that one is too long, and only reads this one; a buffer texture may always need
 * one, as its length is not known before the draw. What is refused, by name: stores where the driver has no
 * room for blocks. Cost: a few walks over the words of programs that have such things, one walk for all
 * others. */
#include "emu/glsl_back.h"
#include "emu/glsl_window.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* The type behind a variable's pointer with one array around it taken off; *elements 1 without one. */
static uint32_t element_type(const struct glsl_module *m, uint32_t variable, uint32_t *elements)
{
    uint32_t type = glsl_module_pointee(m, variable);

    *elements = 1;
    if (glsl_def_op(m, type) == SpvOpTypeArray) {
        *elements = glsl_module_constant(m, glsl_def(m, type)[3]);
        type = glsl_def(m, type)[2];
    }
    return type;
}

static bool is_storage_block(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t elements;

    return GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassUniform &&
           glsl_module_decoration(m, element_type(m, w[2], &elements), -1, SpvDecorationBufferBlock, NULL);
}

static bool is_buffer_texture(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t elements, type;

    if (GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassUniformConstant)
        return false;
    type = element_type(m, w[2], &elements);
    if (glsl_def_op(m, type) != SpvOpTypeSampledImage)
        return false;
    return glsl_def(m, glsl_def(m, type)[2])[3] == SpvDimBuffer;
}

/* ---- stores ---- */

static uint32_t root(const struct glsl_module *m, uint32_t pointer)
{
    while (m->def[pointer] && glsl_def_op(m, pointer) == SpvOpAccessChain)
        pointer = glsl_def(m, pointer)[3];
    return pointer;
}

/* The operand of an instruction through which it writes, 0: none. */
static uint32_t written_pointer(const uint32_t *w)
{
    uint32_t op = GLSL_OP(w[0]);

    if (op == SpvOpStore || op == SpvOpCopyMemory || op == SpvOpAtomicStore)
        return w[1];
    return op > SpvOpAtomicLoad && op <= SpvOpAtomicXor && op != SpvOpAtomicStore ? w[3] : 0;
}

/* Marks by id the variables that some instruction of the module writes. */
static bool *find_written(const struct glsl_module *m)
{
    bool *written = glsl_alloc(m->job, m->bound, sizeof *written);

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        uint32_t pointer = written_pointer(w);

        if (pointer)
            written[root(m, pointer)] = true;
        /* A callee might write what it is given a pointer to. */
        for (uint32_t k = 4; GLSL_OP(w[0]) == SpvOpFunctionCall && k < GLSL_LENGTH(w[0]); k++)
            written[root(m, w[k])] = true;
    }
    return written;
}

static void note_written(struct glsl_job *job, const char *name)
{
    for (size_t i = 0; i < job->out->block_count; i++)
        if (job->out->blocks[i].storage && !strcmp(job->out->blocks[i].name, name))
            ((struct glsl_block *)job->out->blocks)[i].written = true;
}

/* ---- the plan ---- */

int glsl_window_find(const struct glsl_job *job, const char *name, int element, bool texels)
{
    const struct glsl_output *out = job->out;

    for (size_t i = 0; i < out->window_count; i++)
        if (out->windows[i].texels == texels && out->windows[i].element == element &&
            !strcmp(out->windows[i].name, name))
            return (int)i;
    return -1;
}

static void add_window(const struct glsl_module *m, uint32_t variable, const char *name, uint32_t elements,
                       bool texels)
{
    struct glsl_job *job = m->job;

    job->out->keyed |= GLSL_KEY_WINDOWS;
    for (uint32_t e = 0; e < elements; e++) {
        int at = glsl_window_find(job, name, (int)e, texels);
        struct glsl_window *row;

        if (at < 0) {
            at = (int)job->out->window_count;
            row = glsl_push(job, &job->out->windows, &job->out->window_count, sizeof *row);
            *row = (struct glsl_window){.name = name, .element = (int)e, .texels = texels};
            row->sampler = texels ? NULL : glsl_format(job, "retrace_Window%d", at);
            row->base = glsl_format(job, "retrace_WindowBase%d", at);
            row->size = glsl_format(job, "retrace_WindowSize%d", at);
        }
        row = (struct glsl_window *)&job->out->windows[at];
        row->stages |= 1u << m->stage;
        if (m->stage == GLSL_VERTEX && texels)
            row->id = variable;
    }
}

static void plan_blocks(const struct glsl_module *m, const bool *written)
{
    struct glsl_job *job = m->job;
    uint32_t total = 0, left = 0, elements;
    int room = job->target.vertex_storage_blocks;
    bool all = job->input && job->input->key.windows & GLSL_WINDOWS_STORAGE;

    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        if (!is_storage_block(m, &m->w[i]))
            continue;
        element_type(m, m->w[i + 2], &elements);
        total += elements;
        left += written[m->w[i + 2]] ? elements : 0;
    }
    if (total > left || total <= (uint32_t)room)
        job->out->flags |= total ? GLSL_READS_BLOCKS : 0;
    if (total > left)
        job->out->keyed |= GLSL_KEY_WINDOWS;
    if (total <= (uint32_t)room && !all)
        return;
    if (left > (uint32_t)room)
        glsl_fail(job, "the vertex stage stores to %u storage blocks, the driver lets it have %d", left,
                  room);
    job->out->flags &= ~(unsigned)GLSL_READS_BLOCKS;
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], type;

        if (!is_storage_block(m, &m->w[i]) || written[id])
            continue;
        type = element_type(m, id, &elements);
        add_window(m, id, glsl_source_name(job, m->name[type]), elements, false);
    }
}

static void plan_stage(const struct glsl_module *m)
{
    bool *written = find_written(m);
    uint32_t elements;

    if (m->stage == GLSL_VERTEX)
        plan_blocks(m, written);
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];

        if (is_storage_block(m, w) && written[w[2]])
            note_written(m->job, glsl_source_name(m->job, m->name[element_type(m, w[2], &elements)]));
        if (!is_buffer_texture(m, w))
            continue;
        element_type(m, w[2], &elements);
        add_window(m, w[2], glsl_source_name(m->job, m->name[w[2]]), elements, true);
    }
}

void glsl_window_plan(struct glsl_job *job)
{
    for (int s = 0; s < GLSL_STAGES; s++)
        if (job->modules[s])
            plan_stage(job->modules[s]);
}

/* ---- the code ---- */

struct walk {
    struct glsl_module *m;
    uint32_t id, offset;
};

/* Leaves of a plain uniform: what the driver can be asked for by name. */
static void walk_uniform(struct walk *walk, uint32_t type, const char *essl, uint32_t count)
{
    struct glsl_module *m = walk->m;
    struct glsl_window_code *code = &m->job->out->code;
    const uint32_t *w = glsl_def(m, type), *column = w, *scalar = w;
    struct glsl_window_uniform *u;
    uint32_t op = GLSL_OP(w[0]);

    if (op == SpvOpTypeArray && count == 0) {
        uint32_t inner = glsl_def_op(m, w[2]);

        if (inner != SpvOpTypeArray && inner != SpvOpTypeStruct) {
            walk_uniform(walk, w[2], essl, glsl_module_constant(m, w[3]));
            return;
        }
        for (uint32_t i = 0; i < glsl_module_constant(m, w[3]); i++)
            walk_uniform(walk, w[2], glsl_format(m->job, "%s[%u]", essl, i), 0);
        return;
    }
    if (op == SpvOpTypeStruct) {
        for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++)
            walk_uniform(walk, w[i + 2], glsl_format(m->job, "%s.%s", essl, glsl_back_member(m, type, i)), 0);
        return;
    }
    u = glsl_push(m->job, &code->uniforms, &code->uniform_count, sizeof *u);
    if (op == SpvOpTypeMatrix)
        column = glsl_def(m, w[2]);
    if (GLSL_OP(column[0]) == SpvOpTypeVector)
        scalar = glsl_def(m, column[2]);
    *u = (struct glsl_window_uniform){.id = walk->id, .offset = walk->offset, .essl = essl};
    u->columns = op == SpvOpTypeMatrix ? w[3] : 1;
    u->rows = column != scalar ? column[3] : 1;
    u->count = count ? count : 1;
    u->kind = GLSL_OP(scalar[0]) == SpvOpTypeBool    ? 'b'
              : GLSL_OP(scalar[0]) == SpvOpTypeFloat ? 'f'
              : scalar[3]                            ? 'i'
                                                     : 'u';
    walk->offset += u->columns * u->rows * u->count;
}

static void add_variable(struct glsl_module *m, const struct glsl_window_variable **list, size_t *count,
                         uint32_t id, const char *name)
{
    struct glsl_window_variable *v = glsl_push(m->job, list, count, sizeof *v);

    v->id = id;
    v->name = glsl_source_name(m->job, name);
}

void glsl_window_code(struct glsl_module *m)
{
    struct glsl_window_code *code = &m->job->out->code;
    bool any = false;
    uint32_t elements, made;
    const char *name;

    for (size_t i = 0; i < m->job->out->window_count; i++)
        any |= m->job->out->windows[i].stages & 1u << GLSL_VERTEX;
    if (m->stage != GLSL_VERTEX || !any)
        return;
    code->words = m->lowered;
    code->count = m->lowered_n;
    for (size_t k = 0; (name = glsl_window_made(m, k, &made)); k++)
        for (size_t i = 0; i < m->job->out->window_count; i++) {
            struct glsl_window *row = (struct glsl_window *)&m->job->out->windows[i];

            if (!strcmp(name, row->size))
                row->size_id = made;
            else if (row->sampler && !strcmp(name, row->sampler))
                row->id = made;
        }
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], type, op;

        if (GLSL_OP(m->w[i]) != SpvOpVariable)
            continue;
        type = element_type(m, id, &elements);
        op = glsl_def_op(m, type);
        if (m->w[i + 3] == SpvStorageClassUniform &&
            glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL))
            add_variable(m, &code->blocks, &code->block_count, id, m->name[type]);
        else if (m->w[i + 3] == SpvStorageClassInput && *m->name[id])
            add_variable(m, &code->inputs, &code->input_count, id, m->name[id]);
        else if (m->w[i + 3] == SpvStorageClassUniformConstant && op != SpvOpTypeSampledImage &&
                 op != SpvOpTypeImage)
            walk_uniform(&(struct walk){m, id, 0}, glsl_module_pointee(m, id), glsl_back_name(m, id), 0);
    }
}
