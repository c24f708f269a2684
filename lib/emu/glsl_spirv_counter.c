/* SPDX-License-Identifier: MIT */
/* Atomic counters of programs that do more with them than ES can, which is to count up, down and read: the
 * counters of a binding become the words of a storage block "retrace_Counters" with the binding behind it, to
 * which the program area binds the buffer of that counter binding. All stages change over together. What we
 * do not do: counters as parameters of functions. Cost: that of the atomic operations of storage blocks,
 * which drivers make of counters anyway. */
#include "emu/glsl_lower.h"

#include <spirv_cross/spirv.h>
#include <spirv_cross/spirv_cross_c.h>
#include <string.h>

static bool is_counter(const struct glsl_module *m, uint32_t id)
{
    const uint32_t *w = id < m->bound && m->def[id] ? glsl_def(m, id) : NULL;

    return w && GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassAtomicCounter;
}

static uint32_t decoration(const struct glsl_module *m, uint32_t id, uint32_t which)
{
    uint32_t value = 0;

    glsl_module_decoration(m, id, -1, which, &value);
    return value;
}

/* The counter variable behind a pointer, or 0. */
static uint32_t variable_of(const struct glsl_module *m, uint32_t pointer)
{
    if (is_counter(m, pointer))
        return pointer;
    if (pointer < m->bound && m->def[pointer] && glsl_def_op(m, pointer) == SpvOpAccessChain)
        return variable_of(m, glsl_def(m, pointer)[3]);
    return 0;
}

/* Which word of an atomic instruction is its pointer; 0: it is none. */
static unsigned pointer_word(uint32_t op)
{
    if (op == SpvOpAtomicStore)
        return 1;
    return op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor ? 3 : 0;
}

/* ---- which ---- */

static bool needs_storage(const struct glsl_module *m)
{
    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        uint32_t op = GLSL_OP(m->w[i]);
        unsigned pointer = pointer_word(op);

        if (pointer && op != SpvOpAtomicLoad && op != SpvOpAtomicIIncrement && op != SpvOpAtomicIDecrement &&
            variable_of(m, m->w[i + pointer]))
            return true;
    }
    return false;
}

static void add_block(struct glsl_job *job, enum glsl_stage stage, int binding)
{
    struct glsl_block *b = NULL;
    const char *name = glsl_format(job, GLSL_COUNTERS "%d", binding);

    for (size_t i = 0; i < job->out->block_count && !b; i++)
        if (!strcmp(job->out->blocks[i].name, name))
            b = (struct glsl_block *)&job->out->blocks[i];
    if (!b) {
        b = glsl_push(job, &job->out->blocks, &job->out->block_count, sizeof *b);
        *b = (struct glsl_block){
            .name = name, .essl = name, .storage = true, .binding = binding, .essl_binding = -1};
    }
    b->stages |= 1u << stage;
}

void glsl_counter_find(struct glsl_job *job)
{
    for (int s = 0; s < GLSL_STAGES; s++)
        job->stored_counters |= job->modules[s] && needs_storage(job->modules[s]);
    for (int s = 0; job->stored_counters && s < GLSL_STAGES; s++) {
        const struct glsl_module *m = job->modules[s];

        for (uint32_t id = 0; m && id < m->bound; id++)
            if (is_counter(m, id))
                add_block(job, (enum glsl_stage)s, (int)decoration(m, id, SpvDecorationBinding));
    }
}

/* ---- declarations ---- */

static struct glsl_counters *find(const struct glsl_module *m, uint32_t binding)
{
    struct glsl_counters *c = m->counters;

    while (c && c->binding != binding)
        c = c->next;
    return c;
}

static uint32_t need_uint(struct glsl_builder *b)
{
    return glsl_need(b, SpvOpTypeInt, (const uint32_t[]){32, 0}, 2);
}

bool glsl_lower_counter(struct glsl_builder *b, const uint32_t *w)
{
    struct glsl_module *m = b->m;
    struct glsl_counters *c;
    uint32_t binding, word, pointer;

    if (!m->job->stored_counters || GLSL_OP(w[0]) != SpvOpVariable || !is_counter(m, w[2]))
        return false;
    binding = decoration(m, w[2], SpvDecorationBinding);
    if (find(m, binding))
        return true;
    c = glsl_alloc(m->job, 1, sizeof *c);
    *c = (struct glsl_counters){
        .binding = binding, .words = glsl_new_id(b), .block = glsl_new_id(b), .next = m->counters};
    word = need_uint(b);
    GLSL_EMIT(b, &b->decl, SpvOpDecorate, c->words, SpvDecorationArrayStride, 4);
    GLSL_EMIT(b, &b->decl, SpvOpMemberDecorate, c->block, 0, SpvDecorationOffset, 0);
    GLSL_EMIT(b, &b->decl, SpvOpDecorate, c->block, SpvDecorationBufferBlock);
    GLSL_EMIT(b, &b->decl, SpvOpTypeRuntimeArray, c->words, word);
    GLSL_EMIT(b, &b->decl, SpvOpTypeStruct, c->block, c->words);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassUniform, c->block}, 2);
    c->id = glsl_new_id(b);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, c->id, SpvStorageClassUniform);
    m->counters = c;
    return true;
}

/* ---- accesses ---- */

/* A pointer, with this id or a new one (0), to the word of a counter that `n` indices behind the variable
 * name. */
static uint32_t point(struct glsl_builder *b, uint32_t variable, const uint32_t *indices, uint32_t n,
                      uint32_t id)
{
    const struct glsl_module *m = b->m;
    const struct glsl_counters *c = find(m, decoration(m, variable, SpvDecorationBinding));
    uint32_t type = glsl_module_pointee(m, variable), integer = glsl_need_int(b);
    uint32_t at = 0, next;

    for (uint32_t i = 0; i < n; i++) {
        int length = (int)glsl_module_constant(m, glsl_def(m, type)[3]);

        if (at) {
            GLSL_EMIT(b, &b->body, SpvOpIMul, integer, next = glsl_new_id(b), at,
                      glsl_need_int_constant(b, length));
            GLSL_EMIT(b, &b->body, SpvOpIAdd, integer, at = glsl_new_id(b), next, indices[i]);
        } else {
            at = indices[i];
        }
        type = glsl_def(m, type)[2];
    }
    if (glsl_def_op(m, type) == SpvOpTypeArray)
        glsl_fail(m->job, "%s: an array of atomic counters is passed on", m->name[variable]);
    next = glsl_need_int_constant(b, (int)decoration(m, variable, SpvDecorationOffset) / 4);
    if (at) {
        uint32_t first = next;

        GLSL_EMIT(b, &b->body, SpvOpIAdd, integer, next = glsl_new_id(b), at, first);
    }
    id = id ? id : glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpAccessChain,
              glsl_need(b, SpvOpTypePointer, (const uint32_t[]){SpvStorageClassUniform, need_uint(b)}, 2), id,
              c->id, glsl_need_int_constant(b, 0), next);
    return id;
}

bool glsl_lower_count(struct glsl_builder *b, const uint32_t *w)
{
    uint32_t op = GLSL_OP(w[0]), length = GLSL_LENGTH(w[0]), operands[12];
    unsigned pointer = pointer_word(op);

    if (!b->m->job->stored_counters)
        return false;
    if (op == SpvOpAccessChain && is_counter(b->m, w[3])) {
        point(b, w[3], &w[4], length - 4, w[2]);
        return true;
    }
    if (!pointer || !is_counter(b->m, w[pointer]) || length > 12)
        return false;
    for (uint32_t i = 1; i < length; i++)
        operands[i - 1] = w[i];
    operands[pointer - 1] = point(b, w[pointer], NULL, 0, 0);
    glsl_emit(b, &b->body, op, operands, length - 1);
    return true;
}

/* ---- names ---- */

void glsl_counter_name(const struct glsl_module *m)
{
    const struct glsl_output *out = m->job->out;

    for (const struct glsl_counters *c = m->counters; c; c = c->next) {
        const char *name = glsl_format(m->job, GLSL_COUNTERS "%u", c->binding);

        spvc_compiler_set_name(m->compiler, c->block, name);
        spvc_compiler_set_name(m->compiler, c->id, glsl_format(m->job, "retrace_c%u", c->binding));
        spvc_compiler_set_member_name(m->compiler, c->block, 0, "c");
        for (size_t i = 0; i < out->block_count; i++)
            if (!strcmp(out->blocks[i].name, name))
                spvc_compiler_set_decoration(m->compiler, c->id, SpvDecorationBinding,
                                             (unsigned)out->blocks[i].essl_binding);
    }
}
