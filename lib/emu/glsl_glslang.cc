/* SPDX-License-Identifier: MIT */
/* glslang's C++ interface behind four C functions. The process is initialised once and never finalised: that,
 * and the limits, are all the state there is. No exception leaves this file. */
#include "emu/glsl_glslang.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

static const EShLanguage languages[] = {EShLangVertex,   EShLangTessControl, EShLangTessEvaluation,
                                        EShLangGeometry, EShLangFragment,    EShLangCompute};

/* What desktop Mesa reports where a source can see it, and more than enough elsewhere. */
static TBuiltInResource make_limits()
{
    TBuiltInResource r = *GetDefaultResources();

    r.maxDrawBuffers = 8;
    r.maxVertexAttribs = 16;
    r.maxTextureImageUnits = r.maxVertexTextureImageUnits = 16;
    r.maxCombinedTextureImageUnits = 96;
    r.maxVaryingComponents = r.maxVaryingFloats = 128;
    r.maxVaryingVectors = 32;
    r.maxGeometryOutputVertices = 1024;
    r.maxVertexUniformComponents = r.maxFragmentUniformComponents = r.maxGeometryUniformComponents = 16384;
    r.maxVertexUniformVectors = r.maxFragmentUniformVectors = 4096;
    r.maxAtomicCounterBindings = 8;
    r.maxVertexAtomicCounters = r.maxTessControlAtomicCounters = r.maxTessEvaluationAtomicCounters =
        r.maxGeometryAtomicCounters = r.maxFragmentAtomicCounters = r.maxComputeAtomicCounters =
            r.maxCombinedAtomicCounters = 4096;
    r.maxVertexAtomicCounterBuffers = r.maxTessControlAtomicCounterBuffers =
        r.maxTessEvaluationAtomicCounterBuffers = r.maxGeometryAtomicCounterBuffers =
            r.maxFragmentAtomicCounterBuffers = r.maxComputeAtomicCounterBuffers =
                r.maxCombinedAtomicCounterBuffers = 8;
    r.maxImageUnits = r.maxVertexImageUniforms = r.maxTessControlImageUniforms =
        r.maxTessEvaluationImageUniforms = r.maxGeometryImageUniforms = r.maxFragmentImageUniforms =
            r.maxComputeImageUniforms = 16;
    r.maxCombinedImageUniforms = 96;
    return r;
}

static const TBuiltInResource &limits()
{
    static const TBuiltInResource made = (glslang::InitializeProcess(), make_limits());

    return made;
}

extern "C" void *glsl_glslang_parse(int stage, const char *text, bool *ok, const char **log)
try {
    const TBuiltInResource &resources = limits();
    glslang::TShader *shader = new glslang::TShader(languages[stage]);

    /* With "auto map" it stops asking for locations and bindings, and as mapIO is never run, those that come
     * out are the source's own. */
    shader->setStrings(&text, 1);
    shader->setEnvInput(glslang::EShSourceGlsl, languages[stage], glslang::EShClientOpenGL, 100);
    shader->setEnvClient(glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450);
    shader->setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
    shader->setAutoMapBindings(true);
    shader->setAutoMapLocations(true);
    *ok = shader->parse(&resources, 450, ECoreProfile, false, false, EShMsgSpvRules);
    *log = shader->getInfoLog();
    return shader;
} catch (const std::bad_alloc &) {
    return nullptr;
}

extern "C" void glsl_glslang_free(void *shader)
{
    delete static_cast<glslang::TShader *>(shader);
}

extern "C" bool glsl_glslang_link(int stage, void *const *shaders, size_t count, uint32_t **words, size_t *n,
                                  char **log)
try {
    glslang::TProgram program;
    std::vector<unsigned int> spirv;
    glslang::SpvOptions options;

    *words = nullptr;
    *log = nullptr;
    for (size_t i = 0; i < count; i++)
        program.addShader(static_cast<glslang::TShader *>(shaders[i]));
    if (!program.link(EShMsgSpvRules)) {
        *log = strdup(program.getInfoLog());
        return false;
    }
    options.disableOptimizer = true;
    glslang::GlslangToSpv(*program.getIntermediate(languages[stage]), spirv, &options);
    *n = spirv.size();
    *words = static_cast<uint32_t *>(malloc(spirv.size() * sizeof(uint32_t) + 1));
    if (!*words)
        return false;
    memcpy(*words, spirv.data(), spirv.size() * sizeof(uint32_t));
    return true;
} catch (const std::bad_alloc &) {
    return false;
}
