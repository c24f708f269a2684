/* SPDX-License-Identifier: MIT */
/* Shader objects. Desktop GLSL is not compiled by the driver but translated at link time, when all stages are
 * known; glCompileShader only keeps the source. Whether it is legal is found out when the application asks,
 * because the check costs about as much as a translation and a link does it again. Not done: SPIR-V and other
 * binaries. Cost: one copy of the source per glShaderSource and per glCompileShader. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

static const GLenum stage_types[GLSL_STAGES] = {
    [GLSL_VERTEX] = GL_VERTEX_SHADER,
    [GLSL_TESS_CONTROL] = GL_TESS_CONTROL_SHADER,
    [GLSL_TESS_EVALUATION] = GL_TESS_EVALUATION_SHADER,
    [GLSL_GEOMETRY] = GL_GEOMETRY_SHADER,
    [GLSL_FRAGMENT] = GL_FRAGMENT_SHADER,
    [GLSL_COMPUTE] = GL_COMPUTE_SHADER,
};

int emu_shader_stage(GLenum type)
{
    for (int i = 0; i < GLSL_STAGES; i++)
        if (stage_types[i] == type)
            return i;
    return -1;
}

GLenum emu_shader_type(enum glsl_stage stage)
{
    return stage_types[stage];
}

struct emu_shader *emu_shader_lookup(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_shader *shader = emu_names_get(&ctx->share->programs, name);

    if (!shader) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: %u is no shader", function, name);
        return NULL;
    }
    if (shader->kind != EMU_KIND_SHADER) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %u is a program, not a shader", function, name);
        return NULL;
    }
    return shader;
}

struct emu_shader *emu_shader_create(struct emu_context *ctx, GLenum type)
{
    int stage = emu_shader_stage(type);
    struct emu_shader *shader;
    uint32_t name;

    if (stage < 0) {
        emu_error(ctx, GL_INVALID_ENUM, "shader type 0x%x", type);
        return NULL;
    }
    shader = calloc(1, sizeof *shader);
    if (!shader || !emu_names_gen(&ctx->share->programs, 1, &name))
        goto fail;
    if (!emu_names_set(&ctx->share->programs, name, shader)) {
        emu_names_remove(&ctx->share->programs, name);
        goto fail;
    }
    *shader =
        (struct emu_shader){.kind = EMU_KIND_SHADER, .name = name, .type = type, .stage = stage, .refs = 1};
    return shader;

fail:
    free(shader);
    emu_error(ctx, GL_OUT_OF_MEMORY, "shader");
    return NULL;
}

void emu_shader_unref(struct emu_context *ctx, struct emu_shader *shader)
{
    if (--shader->refs > 0)
        return;
    emu_names_remove(&ctx->share->programs, shader->name);
    free(shader->source);
    free(shader->compiled);
    free(shader->info);
    free(shader);
}

bool emu_shader_source(struct emu_shader *shader, GLsizei count, const GLchar *const *strings,
                       const GLint *lengths)
{
    size_t total = 0;
    char *source, *p;

    for (GLsizei i = 0; i < count; i++)
        if (strings[i])
            total +=
                lengths && lengths[i] >= 0 ? strnlen(strings[i], (size_t)lengths[i]) : strlen(strings[i]);
    source = p = malloc(total + 1);
    if (!source)
        return false;
    for (GLsizei i = 0; i < count; i++) {
        size_t n = 0;
        if (strings[i])
            n = lengths && lengths[i] >= 0 ? strnlen(strings[i], (size_t)lengths[i]) : strlen(strings[i]);
        if (n)
            memcpy(p, strings[i], n);
        p += n;
    }
    *p = '\0';
    free(shader->source);
    shader->source = source;
    return true;
}

bool emu_shader_compiled(struct emu_context *ctx, struct emu_shader *shader)
{
    char *info = NULL;
    bool ok;

    if (shader->state != EMU_COMPILE_PENDING)
        return shader->state == EMU_COMPILE_OK;
    ok = glsl_cache_check(ctx->program.cache, &ctx->program.target, shader->stage, shader->compiled, &info);
    free(shader->info);
    shader->info = info;
    shader->state = ok ? EMU_COMPILE_OK : EMU_COMPILE_FAILED;
    if (!ok)
        log_msg(ctx->log, LOG_DEBUG, "shader %u does not compile: %s", shader->name,
                info ? info : "out of memory");
    return ok;
}

GLuint emu_CreateShader(GLenum type)
{
    struct emu_shader *shader = emu_shader_create(emu_current, type);

    return shader ? shader->name : 0;
}

void emu_DeleteShader(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = name ? emu_shader_lookup(ctx, name, "glDeleteShader") : NULL;

    if (!shader || shader->deleted)
        return;
    shader->deleted = true;
    emu_shader_unref(ctx, shader);
}

GLboolean emu_IsShader(GLuint name)
{
    struct emu_shader *shader = emu_names_get(&emu_current->share->programs, name);

    return shader && shader->kind == EMU_KIND_SHADER;
}

void emu_ShaderSource(GLuint name, GLsizei count, const GLchar *const *strings, const GLint *lengths)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = emu_shader_lookup(ctx, name, "glShaderSource");

    if (!shader)
        return;
    if (count < 0 || (count && !strings))
        emu_error(ctx, GL_INVALID_VALUE, "glShaderSource: %d strings", count);
    else if (!emu_shader_source(shader, count, strings, lengths))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glShaderSource");
}

void emu_CompileShader(GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = emu_shader_lookup(ctx, name, "glCompileShader");

    if (!shader)
        return;
    free(shader->info);
    free(shader->compiled);
    shader->info = shader->compiled = NULL;
    shader->state = EMU_COMPILE_FAILED;
    if (!shader->source)
        return;
    shader->compiled = strdup(shader->source);
    if (shader->compiled)
        shader->state = EMU_COMPILE_PENDING;
    else
        emu_error(ctx, GL_OUT_OF_MEMORY, "glCompileShader");
}

void emu_GetShaderiv(GLuint name, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = emu_shader_lookup(ctx, name, "glGetShaderiv");

    if (!shader)
        return;
    switch (pname) {
    case GL_SHADER_TYPE:
        *params = (GLint)shader->type;
        break;
    case GL_DELETE_STATUS:
        *params = shader->deleted;
        break;
    case GL_COMPILE_STATUS:
        *params = emu_shader_compiled(ctx, shader);
        break;
    case GL_COMPLETION_STATUS_ARB:
        *params = GL_TRUE;
        break;
    case GL_SPIR_V_BINARY:
        *params = GL_FALSE;
        break;
    case GL_INFO_LOG_LENGTH:
        emu_shader_compiled(ctx, shader);
        *params = shader->info && *shader->info ? (GLint)strlen(shader->info) + 1 : 0;
        break;
    case GL_SHADER_SOURCE_LENGTH:
        *params = shader->source ? (GLint)strlen(shader->source) + 1 : 0;
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "glGetShaderiv: pname 0x%x", pname);
    }
}

void emu_GetShaderInfoLog(GLuint name, GLsizei buf_size, GLsizei *length, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = emu_shader_lookup(ctx, name, "glGetShaderInfoLog");

    if (!shader)
        return;
    if (buf_size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetShaderInfoLog: size %d", buf_size);
        return;
    }
    emu_shader_compiled(ctx, shader);
    emu_program_return_string(shader->info, "", buf_size, length, out);
}

void emu_GetShaderSource(GLuint name, GLsizei buf_size, GLsizei *length, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_shader *shader = emu_shader_lookup(ctx, name, "glGetShaderSource");

    if (!shader)
        return;
    if (buf_size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetShaderSource: size %d", buf_size);
    else
        emu_program_return_string(shader->source, "", buf_size, length, out);
}

void emu_ReleaseShaderCompiler(void)
{
    /* A hint; the driver's compiler is needed again at the next link. */
}

void emu_ShaderBinary(GLsizei count, const GLuint *shaders, GLenum format, const void *binary, GLsizei length)
{
    struct emu_context *ctx = emu_current;

    (void)shaders, (void)binary, (void)length;
    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glShaderBinary: %d shaders", count);
        return;
    }
    /* No format is advertised, so none is legal; but a capture that has one cannot be replayed. */
    emu_gap(ctx, "glShaderBinary", "shaders are translated from source only", true);
    emu_error(ctx, GL_INVALID_ENUM, "glShaderBinary: format 0x%x", format);
}
