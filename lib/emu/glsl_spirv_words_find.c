/* SPDX-License-Identifier: MIT */
/* Which blocks become words (glsl_spirv_words), over all stages of a program: those with 64-bit members and
 * those in which an atomic operation works on floats. Cost: a walk over the words of each module. */
#include "emu/glsl_spirv_words.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* The block type behind the variable that w declares; 0: it is no block. */
uint32_t glsl_words_block(const struct glsl_module *m, const uint32_t *w, bool *storage)
{
    uint32_t type;

    if (GLSL_OP(w[0]) != SpvOpVariable || w[3] != SpvStorageClassUniform)
        return 0;
    type = glsl_module_pointee(m, w[2]);
    if (glsl_def_op(m, type) == SpvOpTypeArray)
        type = glsl_def(m, type)[2];
    *storage = glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL);
    return type;
}

static bool is_wide(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    if (GLSL_OP(w[0]) != SpvOpTypeStruct)
        return glsl_place_scalar(m, type) == 2 ||
               ((GLSL_OP(w[0]) == SpvOpTypeArray || GLSL_OP(w[0]) == SpvOpTypeRuntimeArray) &&
                is_wide(m, w[2]));
    for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++)
        if (is_wide(m, w[i]))
            return true;
    return false;
}

static void note(struct glsl_job *job, const char *name)
{
    name = glsl_source_name(job, name);
    if (!glsl_has_block_words(job, name))
        *(const char **)glsl_push(job, &job->word_blocks, &job->word_block_count, sizeof name) = name;
}

/* The variable behind a pointer. */
uint32_t glsl_words_root(const struct glsl_module *m, uint32_t pointer)
{
    while (glsl_def_op(m, pointer) == SpvOpAccessChain)
        pointer = glsl_def(m, pointer)[3];
    return pointer;
}

bool glsl_words_is_shared(const uint32_t *w)
{
    return GLSL_OP(w[0]) == SpvOpVariable && w[3] == SpvStorageClassWorkgroup;
}

/* What an atomic operation that ES lacks changes. */
static void note_atomic(const struct glsl_module *m, const uint32_t *w)
{
    uint32_t root = glsl_words_root(m, w[3]), type;
    bool storage;

    type = glsl_words_block(m, glsl_def(m, root), &storage);
    if (type)
        note(m->job, m->name[type]);
    else if (!glsl_words_is_shared(glsl_def(m, root)))
        glsl_fail(m->job,
                  "atomic operations of floats are only supported in storage blocks and shared variables");
}

static void find(const struct glsl_module *m)
{
    bool storage;

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *w = &m->w[i];
        uint32_t type = glsl_words_block(m, w, &storage);

        if (type && is_wide(m, type))
            note(m->job, m->name[type]);
        if (glsl_atomic_is_lacking(m, w))
            note_atomic(m, w);
    }
}

void glsl_block_words_find(struct glsl_job *job)
{
    for (int s = 0; s < GLSL_STAGES; s++)
        if (job->modules[s])
            find(job->modules[s]);
    for (size_t i = 0; i < job->shared_block_count; i++)
        job->out->shared_words |= glsl_has_block_words(job, job->shared_blocks[i]);
}

bool glsl_block_is_tight(const struct glsl_job *job, const char *name)
{
    name = glsl_source_name(job, name);
    for (size_t i = 0; job->input && job->input->shared_std430 && i < job->shared_block_count; i++)
        if (!strcmp(job->shared_blocks[i], name))
            return true;
    return false;
}

bool glsl_has_block_words(const struct glsl_job *job, const char *name)
{
    for (size_t i = 0; i < job->word_block_count; i++)
        if (!strcmp(job->word_blocks[i], glsl_source_name(job, name)))
            return true;
    return false;
}
