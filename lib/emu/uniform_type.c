/* SPDX-License-Identifier: MIT */
/* What uniform types are made of: one table of the numeric types; all others are opaque. */
#include "emu/program_priv.h"

// clang-format off
static const struct emu_uniform_type types[] = {
    {GL_FLOAT,             EMU_BASE_FLOAT,  1, 1}, {GL_FLOAT_VEC2,        EMU_BASE_FLOAT,  1, 2},
    {GL_FLOAT_VEC3,        EMU_BASE_FLOAT,  1, 3}, {GL_FLOAT_VEC4,        EMU_BASE_FLOAT,  1, 4},
    {GL_INT,               EMU_BASE_INT,    1, 1}, {GL_INT_VEC2,          EMU_BASE_INT,    1, 2},
    {GL_INT_VEC3,          EMU_BASE_INT,    1, 3}, {GL_INT_VEC4,          EMU_BASE_INT,    1, 4},
    {GL_UNSIGNED_INT,      EMU_BASE_UINT,   1, 1}, {GL_UNSIGNED_INT_VEC2, EMU_BASE_UINT,   1, 2},
    {GL_UNSIGNED_INT_VEC3, EMU_BASE_UINT,   1, 3}, {GL_UNSIGNED_INT_VEC4, EMU_BASE_UINT,   1, 4},
    {GL_BOOL,              EMU_BASE_BOOL,   1, 1}, {GL_BOOL_VEC2,         EMU_BASE_BOOL,   1, 2},
    {GL_BOOL_VEC3,         EMU_BASE_BOOL,   1, 3}, {GL_BOOL_VEC4,         EMU_BASE_BOOL,   1, 4},
    {GL_FLOAT_MAT2,        EMU_BASE_FLOAT,  2, 2}, {GL_FLOAT_MAT3,        EMU_BASE_FLOAT,  3, 3},
    {GL_FLOAT_MAT4,        EMU_BASE_FLOAT,  4, 4}, {GL_FLOAT_MAT2x3,      EMU_BASE_FLOAT,  2, 3},
    {GL_FLOAT_MAT2x4,      EMU_BASE_FLOAT,  2, 4}, {GL_FLOAT_MAT3x2,      EMU_BASE_FLOAT,  3, 2},
    {GL_FLOAT_MAT3x4,      EMU_BASE_FLOAT,  3, 4}, {GL_FLOAT_MAT4x2,      EMU_BASE_FLOAT,  4, 2},
    {GL_FLOAT_MAT4x3,      EMU_BASE_FLOAT,  4, 3},
    {GL_DOUBLE,            EMU_BASE_DOUBLE, 1, 1}, {GL_DOUBLE_VEC2,       EMU_BASE_DOUBLE, 1, 2},
    {GL_DOUBLE_VEC3,       EMU_BASE_DOUBLE, 1, 3}, {GL_DOUBLE_VEC4,       EMU_BASE_DOUBLE, 1, 4},
    {GL_DOUBLE_MAT2,       EMU_BASE_DOUBLE, 2, 2}, {GL_DOUBLE_MAT3,       EMU_BASE_DOUBLE, 3, 3},
    {GL_DOUBLE_MAT4,       EMU_BASE_DOUBLE, 4, 4}, {GL_DOUBLE_MAT2x3,     EMU_BASE_DOUBLE, 2, 3},
    {GL_DOUBLE_MAT2x4,     EMU_BASE_DOUBLE, 2, 4}, {GL_DOUBLE_MAT3x2,     EMU_BASE_DOUBLE, 3, 2},
    {GL_DOUBLE_MAT3x4,     EMU_BASE_DOUBLE, 3, 4}, {GL_DOUBLE_MAT4x2,     EMU_BASE_DOUBLE, 4, 2},
    {GL_DOUBLE_MAT4x3,     EMU_BASE_DOUBLE, 4, 3},
    {GL_INT64_ARB, EMU_BASE_INT64, 1, 1},
    {GL_INT64_VEC2_ARB, EMU_BASE_INT64, 1, 2},
    {GL_INT64_VEC3_ARB, EMU_BASE_INT64, 1, 3},
    {GL_INT64_VEC4_ARB, EMU_BASE_INT64, 1, 4},
    {GL_UNSIGNED_INT64_ARB, EMU_BASE_UINT64, 1, 1},
    {GL_UNSIGNED_INT64_VEC2_ARB, EMU_BASE_UINT64, 1, 2},
    {GL_UNSIGNED_INT64_VEC3_ARB, EMU_BASE_UINT64, 1, 3},
    {GL_UNSIGNED_INT64_VEC4_ARB, EMU_BASE_UINT64, 1, 4},
    {GL_UNSIGNED_INT_ATOMIC_COUNTER, EMU_BASE_COUNTER, 1, 1},
};
// clang-format on

struct emu_uniform_type emu_uniform_type_of(GLenum type)
{
    struct emu_uniform_type opaque = {type, EMU_BASE_SAMPLER, 1, 1};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].type == type)
            return types[i];
    /* gl.xml keeps the image types together. */
    if (type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY)
        opaque.base = EMU_BASE_IMAGE;
    return opaque;
}
