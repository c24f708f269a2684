/* SPDX-License-Identifier: MIT */
/* The library of 64-bit arithmetic as a module of its own, and the way from there: a function that is called
 * is brought over with those that it calls, its types and constants found again or declared. The library has
 * no variables outside of functions and no names that matter but those of functions. Cost: glslang reads the
 * library once for each program that needs it. */
#include "emu/glsl_front.h"
#include "emu/glsl_wide_priv.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <string.h>

struct function {
    uint32_t id; /* in the library */
    size_t at;   /* its position there */
    const char *name;
    size_t name_length;
    bool called, linked;
};

struct wide_library {
    const struct glsl_module *m;
    uint32_t *id; /* by id of the library: what it is here, or 0 */
    struct function *functions;
    size_t count;
};

/* Names are mangled: "retrace_f64_add(vu2;vu2;". */
static void find_functions(struct glsl_job *job, struct wide_library *library)
{
    const struct glsl_module *m = library->m;

    for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i])) {
        struct function *f;

        if (GLSL_OP(m->w[i]) != SpvOpFunction)
            continue;
        f = glsl_push(job, &library->functions, &library->count, sizeof *f);
        *f = (struct function){.id = m->w[i + 2], .at = i, .name = m->name[m->w[i + 2]]};
        f->name_length = strcspn(f->name, "(");
    }
}

/* One parse serves all stages of a program. */
static const struct glsl_module *library_module(struct glsl_job *job)
{
    if (!job->wide_library) {
        struct glsl_module *m = glsl_alloc(job, 1, sizeof *m);

        glsl_front_library(
            job,
            glsl_format(job, "#version 450 core\n%s%svoid main(){}\n", glsl_wide_lib, glsl_wide_matrix_lib),
            m);
        job->wide_library = m;
    }
    return job->wide_library;
}

static struct wide_library *library(struct wide *w)
{
    if (!w->library) {
        w->library = glsl_alloc(w->m->job, 1, sizeof *w->library);
        w->library->m = library_module(w->m->job);
        w->library->id = glsl_alloc(w->m->job, w->library->m->bound, sizeof *w->library->id);
        find_functions(w->m->job, w->library);
    }
    return w->library;
}

/* The id here of a function, which is thereby called. */
static uint32_t call_function(struct wide *w, struct function *f)
{
    uint32_t *id = &w->library->id[f->id];

    f->called = true;
    if (!*id)
        *id = glsl_new_id(&w->b);
    return *id;
}

uint32_t glsl_wide_call(struct wide *w, const char *name, uint32_t type, const uint32_t *arguments,
                        size_t count)
{
    struct wide_library *l = library(w);
    uint32_t operands[8];

    for (size_t i = 0; i < l->count; i++) {
        struct function *f = &l->functions[i];

        if (f->name_length != strlen(name) + 8 || strncmp(f->name + 8, name, f->name_length - 8) != 0)
            continue;
        operands[0] = call_function(w, f);
        memcpy(&operands[1], arguments, count * sizeof *operands);
        return glsl_wide_write(w, SpvOpFunctionCall, type, operands, count + 1);
    }
    glsl_fail(w->m->job, "no 64-bit function %s", name);
}

/* ---- bringing over ---- */

static uint32_t here(struct wide *w, uint32_t id);

/* Is word i of an instruction a literal? */
static bool is_literal(const uint32_t *ins, uint32_t i)
{
    switch (GLSL_OP(ins[0])) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpSelectionMerge:
        return i >= 2;
    case SpvOpTypeVector:
    case SpvOpLoopMerge:
    case SpvOpConstant:
        return i >= 3;
    case SpvOpVariable:
    case SpvOpFunction:
        return i == 3;
    case SpvOpTypePointer:
        return i == 2;
    case SpvOpExtInst:
        return i == 4;
    case SpvOpCompositeExtract:
        return i >= 4;
    case SpvOpCompositeInsert:
    case SpvOpVectorShuffle:
        return i >= 5;
    case SpvOpSwitch:
        return i >= 3 && i % 2;
    default:
        return false;
    }
}

/* Writes an instruction with all its ids as they are here. */
static void bring(struct wide *w, struct glsl_words *to, const uint32_t *ins)
{
    uint32_t length = GLSL_LENGTH(ins[0]), words[64];

    if (length > sizeof words / sizeof *words)
        glsl_fail(w->m->job, "a long instruction in the 64-bit library");
    for (uint32_t i = 1; i < length; i++)
        words[i] = is_literal(ins, i) ? ins[i] : here(w, ins[i]);
    glsl_emit(&w->b, to, GLSL_OP(ins[0]), &words[1], length - 1);
}

/* Declares a type or constant, or finds an equal one; structures must not be taken for another. */
static uint32_t declare(struct wide *w, const uint32_t *ins)
{
    struct wide_library *l = w->library;
    uint32_t op = GLSL_OP(ins[0]), length = GLSL_LENGTH(ins[0]), at = spirv_result_word(op), words[32];
    uint32_t count = 0;

    if (op == SpvOpTypeStruct || op == SpvOpConstantTrue || op == SpvOpConstantFalse || op == SpvOpUndef ||
        op == SpvOpConstantNull || length > 15) {
        l->id[ins[at]] = glsl_new_id(&w->b);
        bring(w, &w->b.decl, ins);
        return l->id[ins[at]];
    }
    for (uint32_t i = 1; i < length; i++)
        if (i != at)
            words[count++] = is_literal(ins, i) ? ins[i] : here(w, ins[i]);
    return glsl_need(&w->b, op, words, count);
}

/* The set of GLSL.std.450, which glslang names in every module. */
static uint32_t built_in_functions(const struct wide *w)
{
    for (size_t i = GLSL_FIRST; i < w->m->n; i += GLSL_LENGTH(w->m->w[i]))
        if (GLSL_OP(w->m->w[i]) == SpvOpExtInstImport)
            return w->m->w[i + 1];
    glsl_fail(w->m->job, "no built-in functions in a module");
}

/* What an id of the library is here. */
static uint32_t here(struct wide *w, uint32_t id)
{
    struct wide_library *l = w->library;
    const uint32_t *ins = glsl_def(l->m, id);
    uint32_t op = GLSL_OP(ins[0]);

    if (l->id[id])
        return l->id[id];
    if (op == SpvOpExtInstImport)
        return l->id[id] = built_in_functions(w);
    if (op == SpvOpFunction) {
        for (size_t i = 0; i < l->count; i++)
            if (l->functions[i].id == id)
                return call_function(w, &l->functions[i]);
    }
    if ((op >= SpvOpTypeVoid && op <= SpvOpTypeFunction) ||
        (op >= SpvOpConstantTrue && op <= SpvOpConstantNull))
        return l->id[id] = declare(w, ins);
    return l->id[id] = glsl_new_id(&w->b); /* a value, label or parameter, made by its own instruction */
}

static void link(struct wide *w, struct function *f)
{
    const struct glsl_module *m = w->library->m;
    size_t i = f->at;

    f->linked = true;
    glsl_wide_name(w, w->library->id[f->id], f->name);
    do {
        bring(w, &w->b.extra, &m->w[i]);
        i += GLSL_LENGTH(m->w[i]);
    } while (i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction);
}

void glsl_wide_link(struct wide *w)
{
    bool more = w->library != NULL;

    while (more) {
        more = false;
        for (size_t i = 0; i < w->library->count; i++) {
            struct function *f = &w->library->functions[i];

            if (!f->called || f->linked)
                continue;
            link(w, f);
            more = true;
        }
    }
}
