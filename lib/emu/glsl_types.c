/* SPDX-License-Identifier: MIT */
/* SPIR-V types as GL enums. */
#include "emu/glsl_reflect.h"

#include <spirv_cross/spirv.h>

enum { KIND_FLOAT, KIND_INT, KIND_UINT, KIND_BOOL };

/* By kind and number of components. */
static const unsigned vectors[4][4] = {{0x1406, 0x8B50, 0x8B51, 0x8B52},
                                       {0x1404, 0x8B53, 0x8B54, 0x8B55},
                                       {0x1405, 0x8DC6, 0x8DC7, 0x8DC8},
                                       {0x8B56, 0x8B57, 0x8B58, 0x8B59}};

/* By columns and rows. */
static const unsigned matrices[3][3] = {
    {0x8B5A, 0x8B65, 0x8B66}, {0x8B67, 0x8B5B, 0x8B68}, {0x8B69, 0x8B6A, 0x8B5C}};

static const struct {
    uint32_t dim;
    bool arrayed, multisample, shadow;
    unsigned sampler[3]; /* float, int, unsigned */
    unsigned image[3];
} textures[] = {
    {SpvDim1D, 0, 0, 0, {0x8B5D, 0x8DC9, 0x8DD1}, {0x904C, 0x9057, 0x9062}},
    {SpvDim2D, 0, 0, 0, {0x8B5E, 0x8DCA, 0x8DD2}, {0x904D, 0x9058, 0x9063}},
    {SpvDim3D, 0, 0, 0, {0x8B5F, 0x8DCB, 0x8DD3}, {0x904E, 0x9059, 0x9064}},
    {SpvDimCube, 0, 0, 0, {0x8B60, 0x8DCC, 0x8DD4}, {0x9050, 0x905B, 0x9066}},
    {SpvDimRect, 0, 0, 0, {0x8B63, 0x8DCD, 0x8DD5}, {0x904F, 0x905A, 0x9065}},
    {SpvDimBuffer, 0, 0, 0, {0x8DC2, 0x8DD0, 0x8DD8}, {0x9051, 0x905C, 0x9067}},
    {SpvDim1D, 1, 0, 0, {0x8DC0, 0x8DCE, 0x8DD6}, {0x9052, 0x905D, 0x9068}},
    {SpvDim2D, 1, 0, 0, {0x8DC1, 0x8DCF, 0x8DD7}, {0x9053, 0x905E, 0x9069}},
    {SpvDimCube, 1, 0, 0, {0x900C, 0x900E, 0x900F}, {0x9054, 0x905F, 0x906A}},
    {SpvDim2D, 0, 1, 0, {0x9108, 0x9109, 0x910A}, {0x9055, 0x9060, 0x906B}},
    {SpvDim2D, 1, 1, 0, {0x910B, 0x910C, 0x910D}, {0x9056, 0x9061, 0x906C}},
    {SpvDim1D, 0, 0, 1, {0x8B61}, {0}},
    {SpvDim2D, 0, 0, 1, {0x8B62}, {0}},
    {SpvDimRect, 0, 0, 1, {0x8B64}, {0}},
    {SpvDim1D, 1, 0, 1, {0x8DC3}, {0}},
    {SpvDim2D, 1, 0, 1, {0x8DC4}, {0}},
    {SpvDimCube, 0, 0, 1, {0x8DC5}, {0}},
    {SpvDimCube, 1, 0, 1, {0x900D}, {0}},
};

static int kind_of(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeInt:
        return w[3] ? KIND_INT : KIND_UINT;
    case SpvOpTypeBool:
        return KIND_BOOL;
    default:
        return KIND_FLOAT;
    }
}

static unsigned image_type(const struct glsl_module *m, const uint32_t *w, bool essl)
{
    uint32_t dim = w[3];
    bool storage = w[7] == 2, depth = w[4] == 1;
    int kind = kind_of(m, w[2]);

    if (essl && (dim == SpvDim1D || dim == SpvDimRect))
        dim = SpvDim2D;
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++)
        if (textures[i].dim == dim && textures[i].arrayed == (w[5] == 1) &&
            textures[i].multisample == (w[6] == 1) && textures[i].shadow == depth)
            return storage ? textures[i].image[kind] : textures[i].sampler[kind];
    return 0;
}

/* Bits of one number; 0: it is none. */
static uint32_t bits_of(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeMatrix:
    case SpvOpTypeVector:
        return bits_of(m, w[2]);
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return w[2];
    default:
        return 0;
    }
}

/* The 64-bit type of a 32-bit one. */
static unsigned widened(unsigned type)
{
    for (unsigned n = 0; n < 4; n++) {
        if (type == vectors[KIND_INT][n])
            return n ? 0x8FE9 + n - 1 : 0x140E;
        if (type == vectors[KIND_UINT][n])
            return n ? 0x8FF5 + n - 1 : 0x140F;
    }
    return glsl_type_as_double(type);
}

static unsigned short_type(const struct glsl_module *m, uint32_t type, bool essl)
{
    const uint32_t *w = glsl_def(m, type);
    const uint32_t *column;

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeVector:
        return vectors[kind_of(m, w[2])][w[3] - 1];
    case SpvOpTypeMatrix:
        column = glsl_def(m, w[2]);
        return matrices[w[3] - 2][column[3] - 2];
    case SpvOpTypeSampledImage:
        return image_type(m, glsl_def(m, w[2]), essl);
    case SpvOpTypeImage:
        /* atomic_uint comes as an image-free integer; a bare image is a storage image. */
        return image_type(m, w, essl);
    default:
        return vectors[kind_of(m, type)][0];
    }
}

unsigned glsl_type_of(const struct glsl_module *m, uint32_t type, bool essl)
{
    if (bits_of(m, type) != 64)
        return short_type(m, type, essl);
    return essl ? 0x8DC6 : widened(short_type(m, type, false)); /* GL_UNSIGNED_INT_VEC2, some of them */
}

bool glsl_type_is_opaque(unsigned type)
{
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++)
        for (int kind = 0; kind < 3; kind++)
            if (type == textures[i].sampler[kind] || (type && type == textures[i].image[kind]))
                return true;
    return false;
}

unsigned glsl_type_as_double(unsigned type)
{
    if (type == 0x1406)
        return 0x140A;
    if (type >= 0x8B50 && type <= 0x8B52)
        return type - 0x8B50 + 0x8FFC;
    if (type >= 0x8B5A && type <= 0x8B5C)
        return type - 0x8B5A + 0x8F46;
    if (type >= 0x8B65 && type <= 0x8B6A)
        return type - 0x8B65 + 0x8F49;
    return type;
}
