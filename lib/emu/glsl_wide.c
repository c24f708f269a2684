/* SPDX-License-Identifier: MIT */
/* 64-bit numbers to pairs of 32-bit words, exactly: the types, constants and variables of a module, and the
 * walk through its functions; glsl_wide_ops, _convert, _vector, _matrix and _function write the operations,
 * as calls of a library over pairs that glsl_wide_link brings in. What is not done: blocks (glsl_block_words
 * has made words of them before), atomic operations and 16-bit types; those fail the job. Cost: drivers
 * inline all of it; an addition is some 60 of their instructions. */
#include "emu/glsl_wide_priv.h"

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* ---- declarations ---- */

static bool has_wide(const struct glsl_module *m)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i]))
        if ((GLSL_OP(m->w[i]) == SpvOpTypeFloat || GLSL_OP(m->w[i]) == SpvOpTypeInt) && m->w[i + 2] == 64)
            return true;
    return false;
}

/* Declares a type before its turn, under the module's own id where it has one. */
static uint32_t early(struct wide *w, uint32_t op, uint32_t a, uint32_t b)
{
    const struct glsl_module *m = w->m;
    uint32_t id = 0;

    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i]))
        if (GLSL_OP(m->w[i]) == op && m->w[i + 2] == a && m->w[i + 3] == b)
            id = m->w[i + 1];
    if (id)
        w->written[id] = true;
    else
        id = glsl_new_id(&w->b);
    GLSL_EMIT(&w->b, &w->b.decl, op, id, a, b);
    return id;
}

static void begin_types(struct wide *w)
{
    w->uint_type = early(w, SpvOpTypeInt, 32, 0);
    w->pair = early(w, SpvOpTypeVector, w->uint_type, 2);
}

/* The instruction with the types among its words from `first` on replaced. */
static void copy_types(struct wide *w, struct glsl_words *to, const uint32_t *ins, uint32_t first)
{
    uint32_t length = GLSL_LENGTH(ins[0]);
    size_t at = to->n;

    glsl_emit(&w->b, to, GLSL_OP(ins[0]), &ins[1], length - 1);
    for (uint32_t i = first; i < length; i++)
        to->v[at + i] = glsl_wide_type(w, ins[i]);
}

static void copy(struct wide *w, struct glsl_words *to, const uint32_t *ins)
{
    bool typed = spirv_result_word(GLSL_OP(ins[0])) == 2;
    size_t at = to->n;

    glsl_emit(&w->b, to, GLSL_OP(ins[0]), &ins[1], GLSL_LENGTH(ins[0]) - 1);
    if (typed)
        to->v[at + 1] = glsl_wide_type(w, ins[1]);
}

/* What says something of 64-bit numbers only. */
static bool is_dropped(const struct wide *w, const uint32_t *ins)
{
    const struct glsl_module *m = w->m;
    uint32_t type;

    switch (GLSL_OP(ins[0])) {
    case SpvOpCapability:
        return ins[1] == SpvCapabilityFloat64 || ins[1] == SpvCapabilityInt64;
    case SpvOpTypeFloat:
    case SpvOpTypeInt:
        return ins[2] == 64 || w->written[ins[1]];
    case SpvOpTypeVector:
        return w->written[ins[1]];
    case SpvOpDecorate:
        return ins[2] == SpvDecorationNoContraction && glsl_wide_shape_of(w, ins[1]).base;
    case SpvOpMemberDecorate:
        if (ins[3] != SpvDecorationMatrixStride && ins[3] != SpvDecorationRowMajor &&
            ins[3] != SpvDecorationColMajor)
            return false;
        type = glsl_def(m, ins[1])[2 + ins[2]];
        return glsl_wide_holds(m, type);
    default:
        return false;
    }
}

/* How deep the arrays are that 64-bit numbers of a type will be in; a structure counts as one more. */
static int depth(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *t = glsl_def(m, type);
    struct wide_shape shape = glsl_wide_shape(m, type);
    int deepest = 0;

    if (shape.base)
        return (shape.rows > 1) + (shape.columns > 1);
    if (!glsl_wide_holds(m, type))
        return 0;
    if (GLSL_OP(t[0]) == SpvOpTypeArray)
        return 1 + depth(m, t[2]);
    for (uint32_t i = 2; GLSL_OP(t[0]) == SpvOpTypeStruct && i < GLSL_LENGTH(t[0]); i++) {
        int member = depth(m, t[i]) + !glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL);

        deepest = member > deepest ? member : deepest;
    }
    return deepest;
}

/* ES has no arrays of arrays among the outputs of these stages, and what goes to the fragment shader alone is
 * taken apart (glsl_spirv_split). */
static bool leaves_too_deep(const struct wide *w, uint32_t id)
{
    const struct glsl_module *m = w->m;
    bool patches = m->stage == GLSL_VERTEX && m->job->modules[GLSL_TESS_CONTROL];
    bool primitives = m->stage < GLSL_GEOMETRY && m->job->modules[GLSL_GEOMETRY];

    return m->stage != GLSL_TESS_CONTROL && (patches || primitives) &&
           depth(m, glsl_module_pointee(m, id)) > 1;
}

static void check_variable(const struct wide *w, const uint32_t *ins)
{
    if (ins[3] == SpvStorageClassOutput && leaves_too_deep(w, ins[2]))
        glsl_fail(w->m->job, "matrices of doubles as outputs in front of another stage than the fragment's");
    if ((ins[3] == SpvStorageClassUniform || ins[3] == SpvStorageClassStorageBuffer) &&
        glsl_wide_holds(w->m, glsl_module_pointee(w->m, ins[2])))
        glsl_fail(w->m->job, "a block with 64-bit members");
}

static void write_constant(struct wide *w, const uint32_t *ins)
{
    uint32_t low = glsl_wide_uint(w, ins[3]), high = glsl_wide_uint(w, ins[4]);

    GLSL_EMIT(&w->b, &w->b.decl, SpvOpConstantComposite, w->pair, ins[2], low, high);
}

static void write_declaration(struct wide *w, const uint32_t *ins)
{
    struct glsl_words *decl = &w->b.decl;

    switch (GLSL_OP(ins[0])) {
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        if (glsl_wide_is(w->m, ins[1]))
            GLSL_EMIT(&w->b, decl, SpvOpTypeArray, ins[1], glsl_wide_type(w, ins[2]),
                      glsl_wide_uint(w, ins[3]));
        else
            copy(w, decl, ins);
        break;
    case SpvOpTypePointer:
        copy_types(w, decl, ins, 3);
        break;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeStruct:
    case SpvOpTypeFunction:
        copy_types(w, decl, ins, 2);
        break;
    case SpvOpConstant:
        if (glsl_wide_is(w->m, ins[1]))
            write_constant(w, ins);
        else
            copy(w, decl, ins);
        break;
    case SpvOpVariable:
        check_variable(w, ins);
        if (!glsl_wide_input(w, ins))
            copy(w, decl, ins);
        break;
    default:
        copy(w, decl, ins);
    }
}

static size_t write_declarations(struct wide *w)
{
    const struct glsl_module *m = w->m;
    size_t i;

    for (i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *ins = &m->w[i];
        uint32_t op = GLSL_OP(ins[0]);
        bool type = op >= SpvOpTypeVoid && op <= SpvOpTypeForwardPointer;

        if (op == SpvOpEntryPoint)
            w->m->entry = ins[2];
        if (!w->names_at && (op == SpvOpDecorate || op == SpvOpMemberDecorate || type))
            w->names_at = w->b.decl.n;
        if (type && !w->pair)
            begin_types(w);
        if (!is_dropped(w, ins))
            write_declaration(w, ins);
    }
    w->int_type = glsl_need_int(&w->b);
    return i;
}

/* ---- functions ---- */

/* Accesses of a vertex input go to the variable that stands for it. */
static bool redirect(struct wide *w, const uint32_t *ins)
{
    uint32_t op = GLSL_OP(ins[0]), type = ins[1];
    size_t at = w->b.body.n;

    if ((op != SpvOpLoad && op != SpvOpAccessChain && op != SpvOpInBoundsAccessChain) ||
        ins[3] >= w->m->bound || !w->input[ins[3]])
        return false;
    if (op == SpvOpLoad)
        type = glsl_wide_type(w, type);
    else
        type = glsl_wide_pointer(w, SpvStorageClassPrivate, glsl_wide_type(w, glsl_def(w->m, type)[3]));
    glsl_emit(&w->b, &w->b.body, op, &ins[1], GLSL_LENGTH(ins[0]) - 1);
    w->b.body.v[at + 1] = type;
    w->b.body.v[at + 3] = w->input[ins[3]]->variable;
    return true;
}

/* What moves values about is the same for any type. */
static bool is_moving(uint32_t op)
{
    switch (op) {
    case SpvOpFunction:
    case SpvOpFunctionParameter:
    case SpvOpFunctionCall:
    case SpvOpLoad:
    case SpvOpPhi:
    case SpvOpUndef:
    case SpvOpCopyObject:
    case SpvOpCompositeConstruct: /* of a matrix */
    case SpvOpCompositeExtract:
    case SpvOpCompositeInsert:
        return true;
    default:
        return false;
    }
}

static void write_instruction(struct wide *w, const uint32_t *ins)
{
    uint32_t op = GLSL_OP(ins[0]);

    if (redirect(w, ins) || glsl_wide_operation(w, ins) || glsl_wide_conversion(w, ins) ||
        glsl_wide_vector(w, ins) || glsl_wide_matrix(w, ins) || glsl_wide_function(w, ins))
        return;
    if (spirv_result_word(op) == 2 && glsl_wide_is(w->m, ins[1]) && !is_moving(op))
        glsl_fail(w->m->job, "operation %u of 64-bit numbers", (unsigned)op);
    copy(w, &w->b.body, ins);
}

/* The variables made for a function go behind the label of its first block. */
static void insert_locals(struct wide *w, size_t at)
{
    struct glsl_words *body = &w->b.body, rest = {0};

    for (size_t i = at; i < body->n; i += GLSL_LENGTH(body->v[i]))
        glsl_emit(&w->b, &rest, GLSL_OP(body->v[i]), &body->v[i + 1], GLSL_LENGTH(body->v[i]) - 1);
    body->n = at;
    for (size_t i = 0; i < w->locals.n; i += 4)
        glsl_emit(&w->b, body, SpvOpVariable, &w->locals.v[i + 1], 3);
    for (size_t i = 0; i < rest.n; i += GLSL_LENGTH(rest.v[i]))
        glsl_emit(&w->b, body, GLSL_OP(rest.v[i]), &rest.v[i + 1], GLSL_LENGTH(rest.v[i]) - 1);
    w->locals.n = 0;
}

static void write_functions(struct wide *w, size_t i)
{
    size_t first = 0;
    bool entering = false;

    for (; i < w->m->n; i += GLSL_LENGTH(w->m->w[i])) {
        const uint32_t *ins = &w->m->w[i];
        uint32_t op = GLSL_OP(ins[0]);

        if (op == SpvOpFunction) {
            first = 0;
            entering = ins[2] == w->m->entry;
        }
        if (entering && first && op != SpvOpVariable) {
            glsl_wide_inputs(w);
            entering = false;
        }
        write_instruction(w, ins);
        if (op == SpvOpLabel && !first)
            first = w->b.body.n;
        if (op == SpvOpFunctionEnd && w->locals.n)
            insert_locals(w, first);
    }
}

/* ---- the whole ---- */

static void insert_names(struct wide *w)
{
    struct glsl_words *decl = &w->b.decl, all = {0};

    if (!w->names.n)
        return;
    all.n = decl->n + w->names.n;
    all.v = glsl_alloc(w->m->job, all.n, sizeof *all.v);
    memcpy(all.v, decl->v, w->names_at * sizeof *all.v);
    memcpy(all.v + w->names_at, w->names.v, w->names.n * sizeof *all.v);
    memcpy(all.v + w->names_at + w->names.n, decl->v + w->names_at, (decl->n - w->names_at) * sizeof *all.v);
    *decl = all;
}

void glsl_wide_lower(struct glsl_module *m)
{
    struct wide *w;

    if (!has_wide(m))
        return;
    w = glsl_alloc(m->job, 1, sizeof *w);
    glsl_module_keep(m);
    w->m = m;
    w->b = (struct glsl_builder){.m = m, .bound = m->bound};
    w->written = glsl_alloc(m->job, m->bound, sizeof *w->written);
    w->input = glsl_alloc(m->job, m->bound, sizeof(struct wide_input *));
    write_functions(w, write_declarations(w));
    glsl_wide_link(w);
    insert_names(w);
    glsl_module_replace(&w->b);
}
