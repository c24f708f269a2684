/* SPDX-License-Identifier: MIT */
/* Arrays of arrays that a control shader writes, as `out vec3 a[][16]`, or for the patch: drivers of ES take
 * none there, but a block with an array in it. So the variable becomes the one member of a block, on both
 * sides; an access gets one index more. What we do not do: accesses to the array of all vertices at once.
 * Cost: none. */
#include "emu/glsl_back.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_varying.h"

#include <spirv_cross/spirv.h>
#include <spirv_cross/spirv_cross_c.h>
#include <string.h>

static bool is_array(const struct glsl_module *m, uint32_t type)
{
    return glsl_def_op(m, type) == SpvOpTypeArray;
}

static uint32_t element(const struct glsl_module *m, uint32_t type)
{
    return glsl_def(m, type)[2];
}

/* ---- which ---- */

/* The user's own arrays that are no arrays of blocks or structures, one after the other; 0: no more. */
static uint32_t next_array(const struct glsl_module *m, uint32_t storage, size_t *i)
{
    uint32_t id;

    while ((id = glsl_varying_next(m, storage, i))) {
        uint32_t type = glsl_module_pointee(m, id);
        bool array = is_array(m, type);

        while (is_array(m, type))
            type = element(m, type);
        if (array && glsl_def_op(m, type) != SpvOpTypeStruct)
            return id;
    }
    return 0;
}

static uint32_t partner(const struct glsl_module *m, uint32_t storage, const struct glsl_module *of,
                        uint32_t id)
{
    uint32_t other;

    for (size_t i = GLSL_FIRST; (other = next_array(m, storage, &i));)
        if (glsl_varying_same(m, other, of, id))
            return other;
    return 0;
}

static void add(struct glsl_module *m, uint32_t id)
{
    struct glsl_wrap *wrap = glsl_alloc(m->job, 1, sizeof *wrap);

    wrap->id = id;
    wrap->patch = glsl_module_decoration(m, id, -1, SpvDecorationPatch, NULL);
    wrap->next = m->wraps;
    m->wraps = wrap;
}

void glsl_wrap_find(struct glsl_module *control, struct glsl_module *evaluation)
{
    uint32_t id, other;

    for (size_t i = GLSL_FIRST; (id = next_array(control, SpvStorageClassOutput, &i));) {
        if (!is_array(control, element(control, glsl_module_pointee(control, id))))
            continue;
        other = partner(evaluation, SpvStorageClassInput, control, id);
        if (other)
            add(evaluation, other);
        add(control, id);
    }
}

static struct glsl_wrap *find(const struct glsl_module *m, uint32_t id)
{
    struct glsl_wrap *wrap = m->wraps;

    while (wrap && wrap->id != id)
        wrap = wrap->next;
    return wrap;
}

/* ---- declarations ---- */

bool glsl_lower_wrap(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_module *m = b->m;
    struct glsl_wrap *wrap = GLSL_OP(w[0]) == SpvOpVariable ? find(m, w[2]) : NULL;
    uint32_t type, pointer;

    if (!wrap)
        return false;
    type = glsl_module_pointee(m, w[2]);
    wrap->inner = wrap->patch ? type : element(m, type);
    wrap->block = glsl_new_id(b);
    GLSL_EMIT(b, &b->decl, SpvOpTypeStruct, wrap->block, wrap->inner);
    pointer = wrap->block;
    if (!wrap->patch)
        pointer = glsl_need(b, SpvOpTypeArray, (const uint32_t[]){wrap->block, glsl_def(m, type)[3]}, 2);
    pointer = glsl_need(b, SpvOpTypePointer, (const uint32_t[]){w[3], pointer}, 2);
    GLSL_EMIT(b, &b->decl, SpvOpVariable, pointer, w[2], w[3]);
    return true;
}

/* ---- accesses ---- */

bool glsl_lower_wrapped(struct glsl_builder *b, const uint32_t *w)
{
    uint32_t op = GLSL_OP(w[0]), id = op == SpvOpStore                            ? w[1]
                                      : op == SpvOpLoad || op == SpvOpAccessChain ? w[3]
                                                                                  : 0;
    const struct glsl_wrap *wrap = id ? find(b->m, id) : NULL;
    uint32_t operands[16], n = 0, length = GLSL_LENGTH(w[0]);

    if (!wrap)
        return false;
    if (op != SpvOpAccessChain || length > 14)
        glsl_fail(b->m->job, "%s: an array of arrays between stages is not accessed whole", b->m->name[id]);
    /* Behind the index of the vertex comes that of the member. */
    for (uint32_t i = 1; i < length; i++) {
        operands[n++] = w[i];
        if (i == (wrap->patch ? 3 : 4))
            operands[n++] = glsl_need_int_constant(b, 0);
    }
    glsl_emit(b, &b->body, op, operands, n);
    return true;
}

/* ---- names ---- */

/* Both sides meet by the name of the block: by now the two variables have one name, unless locations joined
 * them. */
void glsl_wrap_name(const struct glsl_module *m)
{
    for (const struct glsl_wrap *wrap = m->wraps; wrap; wrap = wrap->next) {
        uint32_t location, type = wrap->inner;
        const char *name = glsl_back_name(m, wrap->id);

        if (glsl_module_decoration(m, wrap->id, -1, SpvDecorationLocation, &location) &&
            !strstr(name, "retrace_io"))
            name = glsl_format(m->job, "l%u", location);
        spvc_compiler_set_decoration(m->compiler, wrap->block, SpvDecorationBlock, 0);
        spvc_compiler_set_name(m->compiler, wrap->block, glsl_format(m->job, "retrace_b_%s", name));
        spvc_compiler_set_member_name(m->compiler, wrap->block, 0, "a");
        while (is_array(m, type))
            type = element(m, type);
        if (glsl_def_op(m, type) == SpvOpTypeVector)
            type = element(m, type);
        spvc_compiler_unset_decoration(m->compiler, wrap->id, SpvDecorationFlat);
        spvc_compiler_unset_decoration(m->compiler, wrap->id, SpvDecorationLocation);
        if (glsl_def_op(m, type) == SpvOpTypeInt)
            spvc_compiler_set_member_decoration(m->compiler, wrap->block, 0, SpvDecorationFlat, 0);
    }
}
