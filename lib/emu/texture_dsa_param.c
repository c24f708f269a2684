/* SPDX-License-Identifier: MIT */
/* Direct state access to texture parameters. */
#include "emu/emu_priv.h"

static struct emu_texture *find(struct emu_context *ctx, GLuint name, const char *function)
{
    struct emu_texture *t = emu_texture_lookup(ctx, name);

    if (!t)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: texture %u", function, name);
    return t;
}

static void set(GLuint texture, GLenum pname, const struct emu_param *p, const char *function)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, function);

    if (t && t->kind == EMU_KIND_BUFFER)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: buffer texture", function);
    else if (t)
        emu_texture_param(ctx, t, pname, p, function);
}

void emu_TextureParameteri(GLuint texture, GLenum pname, GLint param)
{
    set(texture, pname, &(struct emu_param){.type = EMU_PARAM_INT, .i = {param}}, "glTextureParameteri");
}

void emu_TextureParameterf(GLuint texture, GLenum pname, GLfloat param)
{
    set(texture, pname, &(struct emu_param){.type = EMU_PARAM_FLOAT, .f = {param}}, "glTextureParameterf");
}

void emu_TextureParameteriv(GLuint texture, GLenum pname, const GLint *param)
{
    struct emu_param p = {.type = EMU_PARAM_INT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(texture, pname, &p, "glTextureParameteriv");
}

void emu_TextureParameterfv(GLuint texture, GLenum pname, const GLfloat *param)
{
    struct emu_param p = {.type = EMU_PARAM_FLOAT};
    emu_param_vector(&p, pname, param, sizeof *param);
    set(texture, pname, &p, "glTextureParameterfv");
}

void emu_TextureParameterIiv(GLuint texture, GLenum pname, const GLint *params)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_INT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(texture, pname, &p, "glTextureParameterIiv");
}

void emu_TextureParameterIuiv(GLuint texture, GLenum pname, const GLuint *params)
{
    struct emu_param p = {.type = EMU_PARAM_PURE_UINT};
    emu_param_vector(&p, pname, params, sizeof *params);
    set(texture, pname, &p, "glTextureParameterIuiv");
}

static bool get(GLuint texture, GLenum pname, struct emu_value *v, const char *function)
{
    struct emu_context *ctx = emu_current;
    return emu_texture_get_param(ctx, find(ctx, texture, function), pname, v, function);
}

void emu_GetTextureParameteriv(GLuint texture, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(texture, pname, &v, "glGetTextureParameteriv"))
        emu_value_to_int(&v, params);
}

void emu_GetTextureParameterfv(GLuint texture, GLenum pname, GLfloat *params)
{
    struct emu_value v;
    if (get(texture, pname, &v, "glGetTextureParameterfv"))
        emu_value_to_float(&v, params);
}

void emu_GetTextureParameterIiv(GLuint texture, GLenum pname, GLint *params)
{
    struct emu_value v;
    if (get(texture, pname, &v, "glGetTextureParameterIiv"))
        for (int i = 0; i < v.count; i++)
            params[i] = v.type == EMU_VALUE_FLOAT || v.type == EMU_VALUE_NORM ? (GLint)v.d[i] : (GLint)v.i[i];
}

void emu_GetTextureParameterIuiv(GLuint texture, GLenum pname, GLuint *params)
{
    emu_GetTextureParameterIiv(texture, pname, (GLint *)params);
}

static bool get_level(GLuint texture, GLint level, GLenum pname, GLint64 *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_texture *t = find(ctx, texture, "glGetTextureLevelParameter");

    return t && emu_texture_get_level(ctx, t, emu_target_find(emu_texture_kind_target(t->kind)), level, pname,
                                      out);
}

void emu_GetTextureLevelParameteriv(GLuint texture, GLint level, GLenum pname, GLint *params)
{
    GLint64 v;
    if (get_level(texture, level, pname, &v))
        *params = (GLint)v;
}

void emu_GetTextureLevelParameterfv(GLuint texture, GLint level, GLenum pname, GLfloat *params)
{
    GLint64 v;
    if (get_level(texture, level, pname, &v))
        *params = (GLfloat)v;
}
