/* SPDX-License-Identifier: MIT */
/* Words that GLSL 4.50 or ESSL 3.20 took after some version was written: a source of an older version may use
 * them as names, and those are renamed before the upgrade. Keywords that an extension gives to older versions
 * count from there; functions matter because ESSL forbids what desktop GLSL allows, a variable or function of
 * a built-in's name. */
#include "emu/glsl_upgrade.h"

#include <stdlib.h>
#include <string.h>

struct word {
    const char *name;
    int since;
    const char *extensions; /* parted by blanks, any of which makes it a keyword earlier */
};

#define IMAGES  "GL_ARB_shader_image_load_store"
#define SHADER5 "GL_ARB_gpu_shader5"
#define FP64    "GL_ARB_gpu_shader_fp64"
#define GPU4    "GL_EXT_gpu_shader4"
#define ARRAYS  "GL_EXT_texture_array " GPU4

/* clang-format off */
static const struct word keywords[] = {
    {"active", 130, ""}, {"atomic_uint", 420, "GL_ARB_shader_atomic_counters"},
    {"buffer", 430, "GL_ARB_shader_storage_buffer_object"}, {"case", 130, ""}, {"centroid", 120, ""},
    {"coherent", 420, IMAGES}, {"common", 130, ""}, {"dmat2", 400, FP64}, {"dmat2x2", 400, FP64},
    {"dmat2x3", 400, FP64}, {"dmat2x4", 400, FP64}, {"dmat3", 400, FP64}, {"dmat3x2", 400, FP64},
    {"dmat3x3", 400, FP64}, {"dmat3x4", 400, FP64}, {"dmat4", 400, FP64}, {"dmat4x2", 400, FP64},
    {"dmat4x3", 400, FP64}, {"dmat4x4", 400, FP64}, {"filter", 130, ""}, {"flat", 130, GPU4},
    {"highp", 130, ""}, {"iimage1D", 420, IMAGES}, {"iimage1DArray", 420, IMAGES}, {"iimage2D", 420, IMAGES},
    {"iimage2DArray", 420, IMAGES}, {"iimage2DMS", 420, IMAGES}, {"iimage2DMSArray", 420, IMAGES},
    {"iimage2DRect", 420, IMAGES}, {"iimage3D", 420, IMAGES}, {"iimageBuffer", 420, IMAGES},
    {"iimageCube", 420, IMAGES}, {"iimageCubeArray", 420, IMAGES}, {"image1D", 420, IMAGES},
    {"image1DArray", 420, IMAGES}, {"image2D", 420, IMAGES}, {"image2DArray", 420, IMAGES},
    {"image2DMS", 420, IMAGES}, {"image2DMSArray", 420, IMAGES}, {"image2DRect", 420, IMAGES},
    {"image3D", 420, IMAGES}, {"imageBuffer", 420, IMAGES}, {"imageCube", 420, IMAGES},
    {"imageCubeArray", 420, IMAGES}, {"invariant", 120, ""}, {"isampler1D", 130, GPU4},
    {"isampler1DArray", 130, GPU4}, {"isampler2D", 130, GPU4}, {"isampler2DArray", 130, GPU4},
    {"isampler2DMS", 150, "GL_ARB_texture_multisample"}, {"isampler2DMSArray", 150, "GL_ARB_texture_multisample"},
    {"isampler2DRect", 140, GPU4}, {"isampler3D", 130, GPU4}, {"isamplerBuffer", 140, GPU4},
    {"isamplerCube", 130, GPU4}, {"isamplerCubeArray", 400, "GL_ARB_texture_cube_map_array"},
    {"lowp", 130, ""}, {"mediump", 130, ""}, {"noperspective", 130, GPU4}, {"partition", 130, ""},
    {"patch", 400, "GL_ARB_tessellation_shader"}, {"precise", 400, SHADER5}, {"precision", 130, ""},
    {"readonly", 420, IMAGES}, {"resource", 420, ""}, {"restrict", 420, IMAGES},
    {"sample", 400, SHADER5}, {"sampler1DArray", 130, ARRAYS},
    {"sampler1DArrayShadow", 130, ARRAYS}, {"sampler2DArray", 130, ARRAYS},
    {"sampler2DArrayShadow", 130, ARRAYS}, {"sampler2DMS", 150, "GL_ARB_texture_multisample"},
    {"sampler2DMSArray", 150, "GL_ARB_texture_multisample"}, {"samplerBuffer", 140, GPU4},
    {"samplerCubeArray", 400, "GL_ARB_texture_cube_map_array"},
    {"samplerCubeArrayShadow", 400, "GL_ARB_texture_cube_map_array"}, {"samplerCubeShadow", 130, GPU4},
    {"shared", 430, "GL_ARB_compute_shader"}, {"smooth", 130, ""}, {"subroutine", 400, "GL_ARB_shader_subroutine"},
    {"superp", 130, ""}, {"switch", 130, GPU4}, {"uimage1D", 420, IMAGES}, {"uimage1DArray", 420, IMAGES},
    {"uimage2D", 420, IMAGES}, {"uimage2DArray", 420, IMAGES}, {"uimage2DMS", 420, IMAGES},
    {"uimage2DMSArray", 420, IMAGES}, {"uimage2DRect", 420, IMAGES}, {"uimage3D", 420, IMAGES},
    {"uimageBuffer", 420, IMAGES}, {"uimageCube", 420, IMAGES}, {"uimageCubeArray", 420, IMAGES},
    {"uint", 130, GPU4}, {"usampler1D", 130, GPU4}, {"usampler1DArray", 130, GPU4}, {"usampler2D", 130, GPU4},
    {"usampler2DArray", 130, GPU4}, {"usampler2DMS", 150, "GL_ARB_texture_multisample"},
    {"usampler2DMSArray", 150, "GL_ARB_texture_multisample"}, {"usampler2DRect", 140, GPU4},
    {"usampler3D", 130, GPU4}, {"usamplerBuffer", 140, GPU4}, {"usamplerCube", 130, GPU4},
    {"usamplerCubeArray", 400, "GL_ARB_texture_cube_map_array"}, {"uvec2", 130, GPU4}, {"uvec3", 130, GPU4},
    {"uvec4", 130, GPU4}, {"writeonly", 420, IMAGES},
};

static const struct word functions[] = {
    {"abs", 110, ""}, {"acos", 110, ""}, {"acosh", 130, ""}, {"all", 110, ""}, {"any", 110, ""}, {"asin", 110, ""},
    {"asinh", 130, ""}, {"atan", 110, ""}, {"atanh", 130, ""}, {"atomicAdd", 430, ""}, {"atomicAnd", 430, ""},
    {"atomicCompSwap", 430, ""}, {"atomicCounter", 420, ""}, {"atomicCounterDecrement", 420, ""},
    {"atomicCounterIncrement", 420, ""}, {"atomicExchange", 430, ""}, {"atomicMax", 430, ""}, {"atomicMin", 430, ""},
    {"atomicOr", 430, ""}, {"atomicXor", 430, ""}, {"barrier", 400, ""}, {"bitCount", 400, SHADER5},
    {"bitfieldExtract", 400, SHADER5}, {"bitfieldInsert", 400, SHADER5}, {"bitfieldReverse", 400, SHADER5},
    {"ceil", 110, ""}, {"clamp", 110, ""}, {"cos", 110, ""}, {"cosh", 130, ""}, {"cross", 110, ""}, {"dFdx", 110, ""},
    {"dFdxCoarse", 450, ""}, {"dFdxFine", 450, ""}, {"dFdy", 110, ""}, {"dFdyCoarse", 450, ""}, {"dFdyFine", 450, ""},
    {"degrees", 110, ""}, {"determinant", 150, ""}, {"distance", 110, ""}, {"dot", 110, ""}, {"equal", 110, ""},
    {"exp", 110, ""}, {"exp2", 110, ""}, {"faceforward", 110, ""}, {"findLSB", 400, SHADER5},
    {"findMSB", 400, SHADER5}, {"floatBitsToInt", 330, "GL_ARB_shader_bit_encoding"},
    {"floatBitsToUint", 330, "GL_ARB_shader_bit_encoding"}, {"floor", 110, ""}, {"fma", 400, SHADER5},
    {"fract", 110, ""}, {"frexp", 400, SHADER5}, {"fwidth", 110, ""}, {"fwidthCoarse", 450, ""},
    {"fwidthFine", 450, ""}, {"greaterThan", 110, ""}, {"greaterThanEqual", 110, ""}, {"groupMemoryBarrier", 430, ""},
    {"imageAtomicAdd", 420, IMAGES}, {"imageAtomicAnd", 420, IMAGES}, {"imageAtomicCompSwap", 420, IMAGES},
    {"imageAtomicExchange", 420, IMAGES}, {"imageAtomicMax", 420, IMAGES}, {"imageAtomicMin", 420, IMAGES},
    {"imageAtomicOr", 420, IMAGES}, {"imageAtomicXor", 420, IMAGES}, {"imageLoad", 420, IMAGES},
    {"imageSize", 430, ""}, {"imageStore", 420, IMAGES}, {"imulExtended", 400, SHADER5},
    {"intBitsToFloat", 330, "GL_ARB_shader_bit_encoding"}, {"interpolateAtCentroid", 400, SHADER5},
    {"interpolateAtOffset", 400, SHADER5}, {"interpolateAtSample", 400, SHADER5}, {"inverse", 140, ""},
    {"inversesqrt", 110, ""}, {"isinf", 130, ""}, {"isnan", 130, ""}, {"ldexp", 400, SHADER5}, {"length", 110, ""},
    {"lessThan", 110, ""}, {"lessThanEqual", 110, ""}, {"log", 110, ""}, {"log2", 110, ""},
    {"matrixCompMult", 110, ""}, {"max", 110, ""}, {"memoryBarrier", 420, IMAGES}, {"min", 110, ""},
    {"mix", 110, ""}, {"mod", 110, ""}, {"modf", 130, ""}, {"normalize", 110, ""}, {"not", 110, ""},
    {"notEqual", 110, ""}, {"outerProduct", 120, ""}, {"packHalf2x16", 420, ""}, {"packSnorm2x16", 420, ""},
    {"packSnorm4x8", 400, SHADER5}, {"packUnorm2x16", 400, SHADER5}, {"packUnorm4x8", 400, SHADER5},
    {"pow", 110, ""}, {"radians", 110, ""}, {"reflect", 110, ""}, {"refract", 110, ""}, {"round", 130, ""},
    {"roundEven", 130, ""}, {"sign", 110, ""}, {"sin", 110, ""}, {"sinh", 130, ""}, {"smoothstep", 110, ""},
    {"sqrt", 110, ""}, {"step", 110, ""}, {"tan", 110, ""}, {"tanh", 130, ""}, {"texelFetch", 130, ""},
    {"texelFetchOffset", 130, ""}, {"texture", 130, ""}, {"textureGather", 400, "GL_ARB_texture_gather"},
    {"textureGatherOffset", 400, "GL_ARB_texture_gather"}, {"textureGatherOffsets", 400, SHADER5},
    {"textureGrad", 130, ""}, {"textureGradOffset", 130, ""}, {"textureLod", 130, ""},
    {"textureLodOffset", 130, ""}, {"textureOffset", 130, ""}, {"textureProj", 130, ""},
    {"textureProjGrad", 130, ""}, {"textureProjGradOffset", 130, ""}, {"textureProjLod", 130, ""},
    {"textureProjLodOffset", 130, ""}, {"textureProjOffset", 130, ""},
    {"textureQueryLevels", 430, "GL_ARB_texture_query_levels"}, {"textureQueryLod", 400, ""},
    {"textureSize", 130, ""}, {"transpose", 120, ""}, {"trunc", 130, ""},
    {"uaddCarry", 400, SHADER5}, {"uintBitsToFloat", 330, "GL_ARB_shader_bit_encoding"},
    {"umulExtended", 400, SHADER5}, {"unpackHalf2x16", 420, ""}, {"unpackSnorm2x16", 420, ""},
    {"unpackSnorm4x8", 400, SHADER5}, {"unpackUnorm2x16", 400, SHADER5}, {"unpackUnorm4x8", 400, SHADER5},
    {"usubBorrow", 400, SHADER5},
};
/* clang-format on */

static int by_name(const void *key, const void *row)
{
    return strcmp(key, ((const struct word *)row)->name);
}

static bool has_any(const struct glsl_unit *unit, const char *names)
{
    for (size_t n; *names; names += n + (names[n] == ' ')) {
        n = strcspn(names, " ");
        for (size_t i = 0; i < unit->extension_count; i++)
            if (!strncmp(unit->extensions[i], names, n) && !unit->extensions[i][n])
                return true;
    }
    return false;
}

static bool enabled(const struct glsl_unit *unit, const struct word *w)
{
    return unit->version >= w->since || unit->es || has_any(unit, w->extensions) ||
           (!strcmp(w->extensions, SHADER5) && glsl_unit_has(unit, "GL_MESA_shader_integer_functions"));
}

bool glsl_word_is_late_keyword(const struct glsl_unit *unit, const char *name)
{
    const struct word *w = bsearch(name, keywords, sizeof keywords / sizeof *keywords, sizeof *w, by_name);

    return w && !enabled(unit, w);
}

enum glsl_function_age glsl_word_function(const struct glsl_unit *unit, const char *name)
{
    const struct word *w = bsearch(name, functions, sizeof functions / sizeof *functions, sizeof *w, by_name);

    if (!w)
        return GLSL_NO_FUNCTION;
    return enabled(unit, w) ? GLSL_FUNCTION : GLSL_LATE_FUNCTION;
}
