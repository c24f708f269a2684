/* SPDX-License-Identifier: MIT */
/* glGetUniform*: the driver's value of the location, converted by the driver; units of samplers and images
 * and 64-bit numbers are ours. Types that ES does not ask for are converted here: real numbers to the nearest
 * integer, integers to their low bits, but for those that have the wrong sign. */
#include "emu/program_priv.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* The uniform that is asked for; NULL after an error. `bytes` is the room that the caller has. */
static const struct emu_uniform *find(struct emu_context *ctx, GLuint name, GLint location, size_t size,
                                      GLsizei bytes, const struct emu_uniform_slot **slot,
                                      struct emu_program **program, const char *function)
{
    const struct emu_executable *exe;
    const struct emu_uniform *u;

    *program = emu_program_lookup_linked(ctx, name, function);
    if (!*program)
        return NULL;
    exe = (*program)->exe;
    *slot = location >= 0 && (size_t)location < exe->slot_count ? &exe->slots[location] : NULL;
    if (!*slot || (*slot)->uniform < 0) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: location %d", function, location);
        return NULL;
    }
    u = &exe->uniforms[(*slot)->uniform];
    if ((int64_t)bytes < (int64_t)(size * u->type.columns * u->type.rows)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d bytes are too few for %s", function, bytes, u->name);
        return NULL;
    }
    return u;
}

/* ---- conversions ---- */

/* The value of a location. */
struct value {
    enum { REAL, SIGNED, UNSIGNED } kind;
    int count;
    union {
        GLdouble d[16];
        int64_t i[16];
        uint64_t u[16];
    } v;
};

static void read_wide(const struct emu_uniform *u, GLint element, struct value *value)
{
    value->kind = u->type.base == EMU_BASE_DOUBLE ? REAL : u->type.base == EMU_BASE_INT64 ? SIGNED : UNSIGNED;
    memcpy(&value->v, u->wide + (size_t)element * (size_t)value->count,
           (size_t)value->count * sizeof *u->wide);
}

static void read_driver(struct emu_context *ctx, GLuint es, GLint at, enum emu_uniform_base base,
                        struct value *value)
{
    GLfloat f[16] = {0};
    GLint i[16] = {0};
    GLuint n[16] = {0};

    if (base == EMU_BASE_FLOAT || base == EMU_BASE_DOUBLE) {
        ctx->es->GetUniformfv(es, at, f);
        value->kind = REAL;
        for (int k = 0; k < value->count; k++)
            value->v.d[k] = f[k];
    } else if (base == EMU_BASE_UINT) {
        ctx->es->GetUniformuiv(es, at, n);
        value->kind = UNSIGNED;
        for (int k = 0; k < value->count; k++)
            value->v.u[k] = n[k];
    } else {
        ctx->es->GetUniformiv(es, at, i);
        value->kind = SIGNED;
        for (int k = 0; k < value->count; k++)
            value->v.i[k] = i[k];
    }
}

static void read_value(struct emu_context *ctx, const struct emu_program *program,
                       const struct emu_uniform *u, GLint location, struct value *value)
{
    GLint element = program->exe->slots[location].element;

    value->count = u->type.columns * u->type.rows;
    if (u->wide) {
        read_wide(u, element, value);
    } else if (u->units) {
        value->kind = SIGNED;
        value->v.i[0] = u->units[element];
    } else {
        read_driver(ctx, program->es, program->exe->variant->slots[location], u->type.base, value);
    }
}

/* The nearest integer, or the bound that a number is beyond. */
static int64_t nearest(double d, double least, double most)
{
    return d != d ? 0 : d <= least ? (int64_t)least : d >= most ? (int64_t)most : (int64_t)round(d);
}

static GLdouble to_d(const struct value *value, int i)
{
    return value->kind == REAL     ? value->v.d[i]
           : value->kind == SIGNED ? (GLdouble)value->v.i[i]
                                   : (GLdouble)value->v.u[i];
}

static GLfloat to_f(const struct value *value, int i)
{
    return value->kind == REAL     ? (GLfloat)value->v.d[i]
           : value->kind == SIGNED ? (GLfloat)value->v.i[i]
                                   : (GLfloat)value->v.u[i];
}

static GLint to_i(const struct value *value, int i)
{
    return value->kind == REAL ? (GLint)nearest(value->v.d[i], INT_MIN, INT_MAX) : (GLint)value->v.i[i];
}

static GLuint to_ui(const struct value *value, int i)
{
    if (value->kind == SIGNED && value->v.i[i] < 0)
        return 0;
    return value->kind == REAL ? (GLuint)nearest(value->v.d[i], 0, UINT_MAX) : (GLuint)value->v.u[i];
}

static GLint64 to_i64(const struct value *value, int i)
{
    double d = value->v.d[i];

    if (value->kind != REAL)
        return value->kind == UNSIGNED && value->v.u[i] > INT64_MAX ? INT64_MAX : value->v.i[i];
    return d >= 9223372036854775808.0 ? INT64_MAX : nearest(d, (double)INT64_MIN, 9223372036854774784.0);
}

static GLuint64 to_ui64(const struct value *value, int i)
{
    double d = value->v.d[i];

    if (value->kind != REAL)
        return value->v.u[i];
    return d >= 18446744073709551616.0 ? UINT64_MAX : d > 0 ? (GLuint64)round(d) : 0;
}

/* ---- entry points ---- */

/* NATIVE(suffix): asks the driver, which converts. What the application hands over need not be aligned. */
#define GET(suffix, end, T, convert, NATIVE)                                                                 \
    static void get_##suffix(GLuint name, GLint location, GLsizei bytes, T *out, const char *function)       \
    {                                                                                                        \
        const struct emu_uniform_slot *slot;                                                                 \
        struct emu_program *p;                                                                               \
        const struct emu_uniform *u =                                                                        \
            find(emu_current, name, location, sizeof *out, bytes, &slot, &p, function);                      \
        struct value value;                                                                                  \
                                                                                                             \
        if (!u || NATIVE(suffix))                                                                            \
            return;                                                                                          \
        read_value(emu_current, p, u, location, &value);                                                     \
        for (int i = 0; i < value.count; i++) {                                                              \
            const T number = convert(&value, i);                                                             \
            memcpy((char *)out + (size_t)i * sizeof number, &number, sizeof number);                         \
        }                                                                                                    \
    }                                                                                                        \
    void emu_GetUniform##suffix##end(GLuint name, GLint location, T *out)                                    \
    {                                                                                                        \
        get_##suffix(name, location, INT_MAX, out, "glGetUniform" #suffix #end);                             \
    }                                                                                                        \
    void emu_GetnUniform##suffix##end(GLuint name, GLint location, GLsizei bytes, T *out)                    \
    {                                                                                                        \
        get_##suffix(name, location, bytes, out, "glGetnUniform" #suffix #end);                              \
    }
#define DRIVER(suffix)                                                                                       \
    (!u->wide && !u->units &&                                                                                \
     (emu_current->es->GetUniform##suffix(p->es, p->exe->variant->slots[location], out), true))
#define OURS(suffix) false
// clang-format off
GET(fv, , GLfloat, to_f, DRIVER)
GET(iv, , GLint, to_i, DRIVER)
GET(uiv, , GLuint, to_ui, DRIVER)
GET(dv, , GLdouble, to_d, OURS)
GET(i64v, ARB, GLint64, to_i64, OURS)
GET(ui64v, ARB, GLuint64, to_ui64, OURS)
// clang-format on
#undef GET
#undef DRIVER
#undef OURS
