/* SPDX-License-Identifier: MIT */
/* glUniform*, glProgramUniform*: the location is looked up in the program's own table, the type checked by
 * the rules of desktop GL (4.6, 7.6.1), and the value handed to the driver. Doubles are narrowed to floats
 * where the shaders are; 64-bit numbers are set elsewhere. Units of images are kept here, as ES fixes them in
 * the shader. Cost: one array lookup and a few compares in front of the driver's own call. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

/* ---- to the driver ---- */

// clang-format off
static void upload_matrix(const struct gles_table *es, struct emu_uniform_type t, GLint at, GLsizei n, GLboolean transpose,
                          const GLfloat *v)
{
    switch (t.columns * 10 + t.rows) {
    case 22: es->UniformMatrix2fv(at, n, transpose, v); break;
    case 23: es->UniformMatrix2x3fv(at, n, transpose, v); break;
    case 24: es->UniformMatrix2x4fv(at, n, transpose, v); break;
    case 32: es->UniformMatrix3x2fv(at, n, transpose, v); break;
    case 33: es->UniformMatrix3fv(at, n, transpose, v); break;
    case 34: es->UniformMatrix3x4fv(at, n, transpose, v); break;
    case 42: es->UniformMatrix4x2fv(at, n, transpose, v); break;
    case 43: es->UniformMatrix4x3fv(at, n, transpose, v); break;
    case 44: es->UniformMatrix4fv(at, n, transpose, v); break;
    }
}
// clang-format on

// clang-format off
void emu_uniform_upload(const struct gles_table *es, struct emu_uniform_type t, GLint at, GLsizei n, GLboolean transpose,
                        const void *v)
{
    if (t.columns > 1) {
        upload_matrix(es, t, at, n, transpose, v);
        return;
    }
    switch ((t.base == EMU_BASE_FLOAT || t.base == EMU_BASE_DOUBLE ? 0 : t.base == EMU_BASE_UINT ? 20 : 10) + t.rows) {
    case 1: es->Uniform1fv(at, n, v); break;
    case 2: es->Uniform2fv(at, n, v); break;
    case 3: es->Uniform3fv(at, n, v); break;
    case 4: es->Uniform4fv(at, n, v); break;
    case 11: es->Uniform1iv(at, n, v); break;
    case 12: es->Uniform2iv(at, n, v); break;
    case 13: es->Uniform3iv(at, n, v); break;
    case 14: es->Uniform4iv(at, n, v); break;
    case 21: es->Uniform1uiv(at, n, v); break;
    case 22: es->Uniform2uiv(at, n, v); break;
    case 23: es->Uniform3uiv(at, n, v); break;
    case 24: es->Uniform4uiv(at, n, v); break;
    }
}
// clang-format on

// clang-format off
static void upload_matrix_of(const struct gles_table *es, GLuint program, struct emu_uniform_type t, GLint at, GLsizei n,
                             GLboolean transpose, const GLfloat *v)
{
    switch (t.columns * 10 + t.rows) {
    case 22: es->ProgramUniformMatrix2fv(program, at, n, transpose, v); break;
    case 23: es->ProgramUniformMatrix2x3fv(program, at, n, transpose, v); break;
    case 24: es->ProgramUniformMatrix2x4fv(program, at, n, transpose, v); break;
    case 32: es->ProgramUniformMatrix3x2fv(program, at, n, transpose, v); break;
    case 33: es->ProgramUniformMatrix3fv(program, at, n, transpose, v); break;
    case 34: es->ProgramUniformMatrix3x4fv(program, at, n, transpose, v); break;
    case 42: es->ProgramUniformMatrix4x2fv(program, at, n, transpose, v); break;
    case 43: es->ProgramUniformMatrix4x3fv(program, at, n, transpose, v); break;
    case 44: es->ProgramUniformMatrix4fv(program, at, n, transpose, v); break;
    }
}
// clang-format on

// clang-format off
static void upload_of(const struct gles_table *es, GLuint program, struct emu_uniform_type t, GLint at, GLsizei n,
                      GLboolean transpose, const void *v)
{
    if (t.columns > 1) {
        upload_matrix_of(es, program, t, at, n, transpose, v);
        return;
    }
    switch ((t.base == EMU_BASE_FLOAT || t.base == EMU_BASE_DOUBLE ? 0 : t.base == EMU_BASE_UINT ? 20 : 10) + t.rows) {
    case 1: es->ProgramUniform1fv(program, at, n, v); break;
    case 2: es->ProgramUniform2fv(program, at, n, v); break;
    case 3: es->ProgramUniform3fv(program, at, n, v); break;
    case 4: es->ProgramUniform4fv(program, at, n, v); break;
    case 11: es->ProgramUniform1iv(program, at, n, v); break;
    case 12: es->ProgramUniform2iv(program, at, n, v); break;
    case 13: es->ProgramUniform3iv(program, at, n, v); break;
    case 14: es->ProgramUniform4iv(program, at, n, v); break;
    case 21: es->ProgramUniform1uiv(program, at, n, v); break;
    case 22: es->ProgramUniform2uiv(program, at, n, v); break;
    case 23: es->ProgramUniform3uiv(program, at, n, v); break;
    case 24: es->ProgramUniform4uiv(program, at, n, v); break;
    }
}
// clang-format on

/* ---- rules ---- */

/* One call as it came in: what it sets by its name, and where. */
struct uniform_call {
    struct emu_program *program;
    GLint location;
    GLsizei count;
    GLboolean transpose;
    struct emu_uniform_type type; /* of the value; `type` is unused */
    const void *value;
    const char *function;
};

static bool accepts(const struct emu_executable *exe, struct emu_uniform_type uniform,
                    struct emu_uniform_type value)
{
    if (uniform.columns != value.columns || uniform.rows != value.rows)
        return false;
    switch (uniform.base) {
    case EMU_BASE_BOOL:
        return value.base != EMU_BASE_DOUBLE;
    case EMU_BASE_SAMPLER:
    case EMU_BASE_IMAGE:
        return value.base == EMU_BASE_INT;
    case EMU_BASE_FLOAT:
        return value.base == EMU_BASE_FLOAT || (value.base == EMU_BASE_DOUBLE && exe->narrowed);
    default:
        return uniform.base == value.base;
    }
}

/* The slot that a call sets; NULL when there is nothing to do, with or without an error. */
static const struct emu_uniform_slot *check_call(struct emu_context *ctx, const struct uniform_call *call)
{
    const struct emu_executable *exe = call->program ? call->program->exe : NULL;
    const struct emu_uniform_slot *slot;
    const struct emu_uniform *u;

    if (!exe || !call->program->linked) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: no linked program", call->function);
        return NULL;
    }
    if (call->count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: count %d", call->function, call->count);
        return NULL;
    }
    if (call->location == -1)
        return NULL;
    slot =
        call->location >= 0 && (size_t)call->location < exe->slot_count ? &exe->slots[call->location] : NULL;
    if (!slot || slot->uniform == EMU_SLOT_FREE) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: location %d", call->function, call->location);
        return NULL;
    }
    if (slot->uniform == EMU_SLOT_INACTIVE)
        return NULL;
    u = &exe->uniforms[slot->uniform];
    if (!accepts(exe, u->type, call->type) || (call->count > 1 && !u->array)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %s is of type 0x%x", call->function, u->name, u->type.type);
        return NULL;
    }
    return slot;
}

/* Samplers and images: checks and keeps the units. False after an error, and for images, which end here. */
static bool set_units(struct emu_context *ctx, const struct uniform_call *call, const struct emu_uniform *u,
                      GLint element)
{
    int64_t limit =
        u->type.base == EMU_BASE_IMAGE ? ctx->caps->max_image_units : ctx->caps->max_combined_texture_units;
    const GLint *units = call->value;

    for (GLsizei i = 0; i < call->count; i++)
        if (units[i] < 0 || units[i] >= limit) {
            emu_error(ctx, GL_INVALID_VALUE, "%s: unit %d", call->function, units[i]);
            return false;
        }
    for (GLsizei i = 0; i < call->count && element + i < u->size; i++)
        u->units[element + i] = units[i];
    return u->type.base == EMU_BASE_SAMPLER;
}

void emu_uniform_upload_to(struct emu_context *ctx, GLuint es_program, struct emu_uniform_type type, GLint at,
                           GLsizei n, GLboolean transpose, const void *v)
{
    GLuint current = ctx->program.es_current;

    if (es_program != current && ctx->es->ProgramUniform1fv) {
        upload_of(ctx->es, es_program, type, at, n, transpose, v);
        return;
    }
    emu_program_use_es(ctx, es_program);
    emu_uniform_upload(ctx->es, type, at, n, transpose, v);
    emu_program_use_es(ctx, current);
}

void emu_uniform_set_int(struct emu_context *ctx, const struct emu_program *program, GLint es_location,
                         GLint value)
{
    emu_uniform_upload_to(ctx, program->es, (struct emu_uniform_type){GL_INT, EMU_BASE_INT, 1, 1},
                          es_location, 1, GL_FALSE, &value);
}

static void set_uniform(struct emu_context *ctx, const struct uniform_call *call)
{
    const struct emu_uniform_slot *slot = check_call(ctx, call);
    struct emu_executable *exe;
    const struct emu_uniform *u;

    if (!slot)
        return;
    exe = call->program->exe;
    exe->values++;
    u = &exe->uniforms[slot->uniform];
    if (u->units && !set_units(ctx, call, u, slot->element))
        return;
    if (exe->variant->slots[call->location] < 0 || call->count > 1)
        emu_uniform_keep(exe, call->location, call->type, call->count, call->transpose, call->value);
    if (exe->variant->slots[call->location] >= 0)
        emu_uniform_upload_to(ctx, call->program->es, call->type, exe->variant->slots[call->location],
                              call->count, call->transpose, call->value);
}

/* The same for doubles in a program that has them as floats, and for booleans by 64-bit integers. The
 * elements beyond those of the uniform are never read. */
static void set_narrowed(struct emu_context *ctx, struct uniform_call *call,
                         const struct emu_uniform_slot *slot)
{
    bool real = call->type.base == EMU_BASE_DOUBLE;
    GLfloat few[64], *narrow = few;
    size_t n, left;

    left = (size_t)(call->program->exe->uniforms[slot->uniform].size - slot->element);
    if ((size_t)call->count > left)
        call->count = (GLsizei)left;
    n = (size_t)call->count * call->type.columns * call->type.rows;
    if (n > sizeof few / sizeof few[0])
        narrow = malloc(n * sizeof *narrow);
    if (!narrow) {
        emu_error(ctx, GL_OUT_OF_MEMORY, "%s", call->function);
        return;
    }
    for (size_t i = 0; i < n; i++)
        narrow[i] =
            real ? (GLfloat)((const GLdouble *)call->value)[i] : ((const GLuint64 *)call->value)[i] != 0;
    call->value = narrow;
    call->type.base = real ? EMU_BASE_DOUBLE : EMU_BASE_FLOAT;
    set_uniform(ctx, call);
    if (narrow != few)
        free(narrow);
}

static void set_uniform_wide(struct emu_context *ctx, struct uniform_call *call)
{
    const struct emu_uniform_slot *slot = check_call(ctx, call);
    struct emu_executable *exe = slot ? call->program->exe : NULL;

    if (slot && exe->uniforms[slot->uniform].wide) {
        exe->values++;
        emu_uniform_wide_set(ctx, exe, &exe->uniforms[slot->uniform], slot->element, call->count,
                             call->transpose, call->value);
    } else if (slot) {
        set_narrowed(ctx, call, slot);
    }
}

/* The program that glUniform* sets: the one in use, else the active one of the bound pipeline. */
static struct emu_program *active_program(const struct emu_context *ctx)
{
    if (ctx->program.current)
        return ctx->program.current;
    return ctx->program.pipeline ? ctx->program.pipeline->active : NULL;
}

/* ---- entry points ---- */

// clang-format off
#define VALUES(T, n) VALUES_##n(T)
#define VALUES_1(T) T x
#define VALUES_2(T) T x, T y
#define VALUES_3(T) T x, T y, T z
#define VALUES_4(T) T x, T y, T z, T w
#define LIST_1 x
#define LIST_2 x, y
#define LIST_3 x, y, z
#define LIST_4 x, y, z, w

/* U(size, suffix, end of the name, C type, base, function that sets it) */
#define BASES(U, n) \
    U(n, f, , GLfloat, EMU_BASE_FLOAT, set_uniform) \
    U(n, i, , GLint, EMU_BASE_INT, set_uniform) \
    U(n, ui, , GLuint, EMU_BASE_UINT, set_uniform) \
    U(n, d, , GLdouble, EMU_BASE_DOUBLE, set_uniform_wide) \
    U(n, i64, ARB, GLint64, EMU_BASE_INT64, set_uniform_wide) \
    U(n, ui64, ARB, GLuint64, EMU_BASE_UINT64, set_uniform_wide)

#define VECTOR(n, suffix, end, T, base, set) \
    void emu_Uniform##n##suffix##end(GLint location, VALUES(T, n)) \
    { \
        const T v[] = {LIST_##n}; \
        set(emu_current, &(struct uniform_call){active_program(emu_current), location, 1, GL_FALSE, {0, base, 1, n}, v, \
                                                "glUniform" #n #suffix #end}); \
    } \
    void emu_Uniform##n##suffix##v##end(GLint location, GLsizei count, const T *v) \
    { \
        set(emu_current, &(struct uniform_call){active_program(emu_current), location, count, GL_FALSE, \
                                                {0, base, 1, n}, v, "glUniform" #n #suffix "v" #end}); \
    } \
    void emu_ProgramUniform##n##suffix##end(GLuint name, GLint location, VALUES(T, n)) \
    { \
        const T v[] = {LIST_##n}; \
        struct emu_program *p = emu_program_lookup_linked(emu_current, name, "glProgramUniform" #n #suffix #end); \
        if (p) \
            set(emu_current, &(struct uniform_call){p, location, 1, GL_FALSE, {0, base, 1, n}, v, \
                                                    "glProgramUniform" #n #suffix #end}); \
    } \
    void emu_ProgramUniform##n##suffix##v##end(GLuint name, GLint location, GLsizei count, const T *v) \
    { \
        struct emu_program *p = emu_program_lookup_linked(emu_current, name, "glProgramUniform" #n #suffix "v" #end); \
        if (p) \
            set(emu_current, &(struct uniform_call){p, location, count, GL_FALSE, {0, base, 1, n}, v, \
                                                    "glProgramUniform" #n #suffix "v" #end}); \
    }

#define MATRIX(dim, columns, rows, suffix, T, base, set) \
    void emu_UniformMatrix##dim##suffix(GLint location, GLsizei count, GLboolean transpose, const T *v) \
    { \
        set(emu_current, &(struct uniform_call){active_program(emu_current), location, count, transpose, \
                                                {0, base, columns, rows}, v, "glUniformMatrix" #dim #suffix}); \
    } \
    void emu_ProgramUniformMatrix##dim##suffix(GLuint name, GLint location, GLsizei count, GLboolean transpose, const T *v) \
    { \
        struct emu_program *p = emu_program_lookup_linked(emu_current, name, "glProgramUniformMatrix" #dim #suffix); \
        if (p) \
            set(emu_current, &(struct uniform_call){p, location, count, transpose, {0, base, columns, rows}, v, \
                                                    "glProgramUniformMatrix" #dim #suffix}); \
    }
#define MATRICES(dim, columns, rows) \
    MATRIX(dim, columns, rows, fv, GLfloat, EMU_BASE_FLOAT, set_uniform) \
    MATRIX(dim, columns, rows, dv, GLdouble, EMU_BASE_DOUBLE, set_uniform_wide)

BASES(VECTOR, 1)
BASES(VECTOR, 2)
BASES(VECTOR, 3)
BASES(VECTOR, 4)
MATRICES(2, 2, 2)
MATRICES(3, 3, 3)
MATRICES(4, 4, 4)
MATRICES(2x3, 2, 3)
MATRICES(2x4, 2, 4)
MATRICES(3x2, 3, 2)
MATRICES(3x4, 3, 4)
MATRICES(4x2, 4, 2)
MATRICES(4x3, 4, 3)
#undef VECTOR
#undef MATRIX
#undef MATRICES
#undef BASES
#undef VALUES
// clang-format on
