/* SPDX-License-Identifier: MIT */
/* glGet*: every area of the emulation answers for the state it owns, the driver for the rest, and the values
 * are converted to the type that was asked for (OpenGL 4.6, 2.2.2). */
#include "emu/emu_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void emu_value_set_int(struct emu_value *value, GLint64 i)
{
    value->type = EMU_VALUE_INT64;
    value->count = 1;
    value->i[0] = i;
}

void emu_value_set_bool(struct emu_value *value, bool b)
{
    value->type = EMU_VALUE_BOOL;
    value->count = 1;
    value->i[0] = b;
}

void emu_value_set_float(struct emu_value *value, double d)
{
    value->type = EMU_VALUE_FLOAT;
    value->count = 1;
    value->d[0] = d;
}

static bool is_real(const struct emu_value *value)
{
    return value->type == EMU_VALUE_FLOAT || value->type == EMU_VALUE_DOUBLE || value->type == EMU_VALUE_NORM;
}

static GLint64 as_int64(const struct emu_value *value, int i)
{
    double d;

    if (!is_real(value))
        return value->i[i];
    d = value->type == EMU_VALUE_NORM ? value->d[i] * 2147483647.0 : value->d[i];
    return llround(d);
}

void emu_value_to_int64(const struct emu_value *value, GLint64 *out)
{
    for (int i = 0; i < value->count; i++)
        out[i] = as_int64(value, i);
}

void emu_value_to_int(const struct emu_value *value, GLint *out)
{
    for (int i = 0; i < value->count; i++) {
        GLint64 v = as_int64(value, i);
        out[i] = v > INT32_MAX   ? (v <= UINT32_MAX ? (GLint)v : INT32_MAX)
                 : v < INT32_MIN ? INT32_MIN
                                 : (GLint)v;
    }
}

void emu_value_to_double(const struct emu_value *value, GLdouble *out)
{
    for (int i = 0; i < value->count; i++)
        out[i] = is_real(value) ? value->d[i] : (GLdouble)value->i[i];
}

void emu_value_to_float(const struct emu_value *value, GLfloat *out)
{
    for (int i = 0; i < value->count; i++)
        out[i] = is_real(value) ? (GLfloat)value->d[i] : (GLfloat)value->i[i];
}

void emu_value_to_bool(const struct emu_value *value, GLboolean *out)
{
    for (int i = 0; i < value->count; i++)
        out[i] = is_real(value) ? value->d[i] != 0 : value->i[i] != 0;
}

static bool own_value(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    static bool (*const areas[])(struct emu_context *, GLenum, GLuint, struct emu_value *) = {
        emu_state_get, emu_buffer_get,     emu_vao_get,   emu_program_get, emu_texture_get, emu_sampler_get,
        emu_fbo_get,   emu_pixelstore_get, emu_query_get, emu_xfb_get,     emu_limits_get,
    };

    memset(value, 0, sizeof *value);
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++)
        if (areas[i](ctx, pname, index, value))
            return true;
    return false;
}

/* Values per pname where there is more than one; for doubles, which ES cannot be asked for. */
static int value_count(GLenum pname)
{
    switch (pname) {
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX:
    case GL_COLOR_CLEAR_VALUE:
    case GL_COLOR_WRITEMASK:
    case GL_BLEND_COLOR:
        return 4;
    case GL_DEPTH_RANGE:
    case GL_MAX_VIEWPORT_DIMS:
    case GL_ALIASED_LINE_WIDTH_RANGE:
    case GL_ALIASED_POINT_SIZE_RANGE:
        return 2;
    default:
        return 1;
    }
}

void emu_GetIntegerv(GLenum pname, GLint *data)
{
    struct emu_value value;

    if (own_value(emu_current, pname, EMU_NO_INDEX, &value))
        emu_value_to_int(&value, data);
    else
        emu_current->es->GetIntegerv(pname, data);
}

void emu_GetInteger64v(GLenum pname, GLint64 *data)
{
    struct emu_value value;

    if (own_value(emu_current, pname, EMU_NO_INDEX, &value))
        emu_value_to_int64(&value, data);
    else
        emu_current->es->GetInteger64v(pname, data);
}

void emu_GetBooleanv(GLenum pname, GLboolean *data)
{
    struct emu_value value;

    if (own_value(emu_current, pname, EMU_NO_INDEX, &value))
        emu_value_to_bool(&value, data);
    else
        emu_current->es->GetBooleanv(pname, data);
}

void emu_GetFloatv(GLenum pname, GLfloat *data)
{
    struct emu_value value;

    if (own_value(emu_current, pname, EMU_NO_INDEX, &value))
        emu_value_to_float(&value, data);
    else
        emu_current->es->GetFloatv(pname, data);
}

void emu_GetDoublev(GLenum pname, GLdouble *data)
{
    struct emu_value value;
    GLfloat floats[16] = {0};

    if (own_value(emu_current, pname, EMU_NO_INDEX, &value)) {
        emu_value_to_double(&value, data);
        return;
    }
    emu_current->es->GetFloatv(pname, floats);
    for (int i = 0; i < value_count(pname); i++)
        data[i] = floats[i];
}

/* ES has indexed integers only; other types come from them. */
static bool indexed_value(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    GLint ints[16] = {0};

    if (own_value(ctx, pname, index, value))
        return true;
    ctx->es->GetIntegeri_v(pname, index, ints);
    value->type = EMU_VALUE_INT64;
    value->count = pname == GL_COLOR_WRITEMASK ? 4 : 1;
    for (int i = 0; i < value->count; i++)
        value->i[i] = ints[i];
    return true;
}

void emu_GetIntegeri_v(GLenum target, GLuint index, GLint *data)
{
    struct emu_value value;

    if (indexed_value(emu_current, target, index, &value))
        emu_value_to_int(&value, data);
}

void emu_GetInteger64i_v(GLenum target, GLuint index, GLint64 *data)
{
    struct emu_value value;

    if (own_value(emu_current, target, index, &value))
        emu_value_to_int64(&value, data);
    else
        emu_current->es->GetInteger64i_v(target, index, data);
}

void emu_GetBooleani_v(GLenum target, GLuint index, GLboolean *data)
{
    struct emu_value value;

    if (indexed_value(emu_current, target, index, &value))
        emu_value_to_bool(&value, data);
}

void emu_GetFloati_v(GLenum target, GLuint index, GLfloat *data)
{
    struct emu_value value;

    if (indexed_value(emu_current, target, index, &value))
        emu_value_to_float(&value, data);
}

void emu_GetDoublei_v(GLenum target, GLuint index, GLdouble *data)
{
    struct emu_value value;

    if (indexed_value(emu_current, target, index, &value))
        emu_value_to_double(&value, data);
}
