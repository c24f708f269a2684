/* SPDX-License-Identifier: MIT */
/* Current values of vertex attributes in the types that ES lacks: all become the float, int or unsigned
 * form of four components (OpenGL 4.6, 10.2). Those for inputs that are doubles are in vao_wide.c. */
#include "emu/emu_priv.h"

#define ES (emu_current->es)

/* Converted components; missing ones are 0, 0, 1 as for every attribute. */
#define FLOATS(name, type, f)                                                                                \
    void emu_VertexAttrib1##name(GLuint index, type x)                                                       \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(x), 0, 0, 1);                                                            \
    }                                                                                                        \
    void emu_VertexAttrib2##name(GLuint index, type x, type y)                                               \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(x), f(y), 0, 1);                                                         \
    }                                                                                                        \
    void emu_VertexAttrib3##name(GLuint index, type x, type y, type z)                                       \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(x), f(y), f(z), 1);                                                      \
    }                                                                                                        \
    void emu_VertexAttrib4##name(GLuint index, type x, type y, type z, type w)                               \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(x), f(y), f(z), f(w));                                                   \
    }                                                                                                        \
    void emu_VertexAttrib1##name##v(GLuint index, const type *v)                                             \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(v[0]), 0, 0, 1);                                                         \
    }                                                                                                        \
    void emu_VertexAttrib2##name##v(GLuint index, const type *v)                                             \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(v[0]), f(v[1]), 0, 1);                                                   \
    }                                                                                                        \
    void emu_VertexAttrib3##name##v(GLuint index, const type *v)                                             \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(v[0]), f(v[1]), f(v[2]), 1);                                             \
    }                                                                                                        \
    void emu_VertexAttrib4##name##v(GLuint index, const type *v)                                             \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(v[0]), f(v[1]), f(v[2]), f(v[3]));                                       \
    }
#define FLOAT4V(name, type, f)                                                                               \
    void emu_VertexAttrib4##name(GLuint index, const type *v)                                                \
    {                                                                                                        \
        ES->VertexAttrib4f(index, f(v[0]), f(v[1]), f(v[2]), f(v[3]));                                       \
    }
#define INTS(suffix, type, call)                                                                             \
    void emu_VertexAttribI1##suffix(GLuint index, type x)                                                    \
    {                                                                                                        \
        ES->call(index, x, 0, 0, 1);                                                                         \
    }                                                                                                        \
    void emu_VertexAttribI2##suffix(GLuint index, type x, type y)                                            \
    {                                                                                                        \
        ES->call(index, x, y, 0, 1);                                                                         \
    }                                                                                                        \
    void emu_VertexAttribI3##suffix(GLuint index, type x, type y, type z)                                    \
    {                                                                                                        \
        ES->call(index, x, y, z, 1);                                                                         \
    }                                                                                                        \
    void emu_VertexAttribI1##suffix##v(GLuint index, const type *v)                                          \
    {                                                                                                        \
        ES->call(index, v[0], 0, 0, 1);                                                                      \
    }                                                                                                        \
    void emu_VertexAttribI2##suffix##v(GLuint index, const type *v)                                          \
    {                                                                                                        \
        ES->call(index, v[0], v[1], 0, 1);                                                                   \
    }                                                                                                        \
    void emu_VertexAttribI3##suffix##v(GLuint index, const type *v)                                          \
    {                                                                                                        \
        ES->call(index, v[0], v[1], v[2], 1);                                                                \
    }
#define INT4V(name, type, call)                                                                              \
    void emu_VertexAttribI4##name(GLuint index, const type *v)                                               \
    {                                                                                                        \
        ES->call(index, v[0], v[1], v[2], v[3]);                                                             \
    }

/* Normalized conversions of 2.3.5; signed ones as since 4.2. */
static GLfloat snorm(double value, double max)
{
    double f = value / max;

    return (GLfloat)(f < -1 ? -1 : f);
}

#define PLAIN(x)   ((GLfloat)(x))
#define SNORM8(x)  snorm(x, 127.0)
#define SNORM16(x) snorm(x, 32767.0)
#define SNORM32(x) snorm(x, 2147483647.0)
#define UNORM8(x)  ((GLfloat)((x) / 255.0))
#define UNORM16(x) ((GLfloat)((x) / 65535.0))
#define UNORM32(x) ((GLfloat)((x) / 4294967295.0))

// clang-format off
FLOATS(s, GLshort, PLAIN)
FLOATS(d, GLdouble, PLAIN)
FLOAT4V(bv, GLbyte, PLAIN)
FLOAT4V(iv, GLint, PLAIN)
FLOAT4V(ubv, GLubyte, PLAIN)
FLOAT4V(usv, GLushort, PLAIN)
FLOAT4V(uiv, GLuint, PLAIN)
FLOAT4V(Nbv, GLbyte, SNORM8)
FLOAT4V(Nsv, GLshort, SNORM16)
FLOAT4V(Niv, GLint, SNORM32)
FLOAT4V(Nubv, GLubyte, UNORM8)
FLOAT4V(Nusv, GLushort, UNORM16)
FLOAT4V(Nuiv, GLuint, UNORM32)
INTS(i, GLint, VertexAttribI4i)
INTS(ui, GLuint, VertexAttribI4ui)
INT4V(bv, GLbyte, VertexAttribI4i)
INT4V(sv, GLshort, VertexAttribI4i)
INT4V(ubv, GLubyte, VertexAttribI4ui)
INT4V(usv, GLushort, VertexAttribI4ui)
// clang-format on

void emu_VertexAttrib4Nub(GLuint index, GLubyte x, GLubyte y, GLubyte z, GLubyte w)
{
    ES->VertexAttrib4f(index, UNORM8(x), UNORM8(y), UNORM8(z), UNORM8(w));
}

/* --- packed (3.3): 2_10_10_10 words, least significant first --- */

static GLfloat field(GLuint word, int shift, int bits, bool is_signed, bool normalized)
{
    GLuint raw = word >> shift & ((1u << bits) - 1);
    GLint value = is_signed && raw >> (bits - 1) ? (GLint)raw - (1 << bits) : (GLint)raw;
    GLint max = (1 << (is_signed ? bits - 1 : bits)) - 1;

    return !normalized ? (GLfloat)value : is_signed ? snorm(value, max) : (GLfloat)value / (GLfloat)max;
}

static void set_packed(GLuint index, GLenum type, GLboolean normalized, GLuint word, int components)
{
    bool is_signed = type == GL_INT_2_10_10_10_REV;
    GLfloat v[4] = {0, 0, 0, 1};

    if (!is_signed && type != GL_UNSIGNED_INT_2_10_10_10_REV) {
        emu_error(emu_current, GL_INVALID_ENUM, "packed attribute type 0x%x", type);
        return;
    }
    for (int i = 0; i < components; i++)
        v[i] = field(word, 10 * i, i == 3 ? 2 : 10, is_signed, normalized);
    ES->VertexAttrib4f(index, v[0], v[1], v[2], v[3]);
}

#define PACKED(n)                                                                                            \
    void emu_VertexAttribP##n##ui(GLuint index, GLenum type, GLboolean normalized, GLuint value)             \
    {                                                                                                        \
        set_packed(index, type, normalized, value, n);                                                       \
    }                                                                                                        \
    void emu_VertexAttribP##n##uiv(GLuint index, GLenum type, GLboolean normalized, const GLuint *value)     \
    {                                                                                                        \
        set_packed(index, type, normalized, value[0], n);                                                    \
    }

// clang-format off
PACKED(1)
PACKED(2)
PACKED(3)
PACKED(4)
// clang-format on
