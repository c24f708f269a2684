/* SPDX-License-Identifier: MIT */
/* What GL_ARB_shader_objects has beyond OpenGL 2.0: functions that take a shader or a program alike. Its
 * other functions are aliases of the 2.0 ones. */
#include "emu/program_priv.h"

/* 0 after GL_INVALID_VALUE when the name is neither. */
static enum emu_program_kind kind_of(struct emu_context *ctx, GLuint name, const char *function)
{
    const enum emu_program_kind *kind = emu_names_get(&ctx->share->programs, name);

    if (kind)
        return *kind;
    emu_error(ctx, GL_INVALID_VALUE, "%s: %u is no object", function, name);
    return 0;
}

void emu_DeleteObjectARB(GLhandleARB name)
{
    enum emu_program_kind kind = name ? kind_of(emu_current, name, "glDeleteObjectARB") : 0;

    if (kind == EMU_KIND_SHADER)
        emu_DeleteShader(name);
    else if (kind == EMU_KIND_PROGRAM)
        emu_DeleteProgram(name);
}

GLhandleARB emu_GetHandleARB(GLenum pname)
{
    struct emu_context *ctx = emu_current;

    if (pname == GL_PROGRAM_OBJECT_ARB)
        return ctx->program.current ? ctx->program.current->name : 0;
    emu_error(ctx, GL_INVALID_ENUM, "glGetHandleARB: pname 0x%x", pname);
    return 0;
}

void emu_GetObjectParameterivARB(GLhandleARB name, GLenum pname, GLint *params)
{
    enum emu_program_kind kind = kind_of(emu_current, name, "glGetObjectParameterivARB");

    /* All but these two have the numbers of the 2.0 queries. */
    if (kind && pname == GL_OBJECT_TYPE_ARB)
        *params = kind == EMU_KIND_SHADER ? GL_SHADER_OBJECT_ARB : GL_PROGRAM_OBJECT_ARB;
    else if (kind == EMU_KIND_SHADER)
        emu_GetShaderiv(name, pname, params); /* GL_OBJECT_SUBTYPE_ARB is GL_SHADER_TYPE */
    else if (kind == EMU_KIND_PROGRAM)
        emu_GetProgramiv(name, pname, params);
}

void emu_GetObjectParameterfvARB(GLhandleARB name, GLenum pname, GLfloat *params)
{
    GLint value = 0;

    emu_GetObjectParameterivARB(name, pname, &value);
    *params = (GLfloat)value;
}

void emu_GetInfoLogARB(GLhandleARB name, GLsizei size, GLsizei *length, GLcharARB *out)
{
    enum emu_program_kind kind = kind_of(emu_current, name, "glGetInfoLogARB");

    if (kind == EMU_KIND_SHADER)
        emu_GetShaderInfoLog(name, size, length, out);
    else if (kind == EMU_KIND_PROGRAM)
        emu_GetProgramInfoLog(name, size, length, out);
}

void emu_GetAttachedObjectsARB(GLhandleARB name, GLsizei max, GLsizei *count, GLhandleARB *objects)
{
    emu_GetAttachedShaders(name, max, count, objects);
}

void emu_SpecializeShader(GLuint name, const GLchar *entry, GLuint count, const GLuint *index,
                          const GLuint *value)
{
    struct emu_context *ctx = emu_current;

    (void)entry, (void)count, (void)index, (void)value;
    if (!emu_shader_lookup(ctx, name, "glSpecializeShader"))
        return;
    emu_gap(ctx, "glSpecializeShader", "shaders are translated from source only", true);
    emu_error(ctx, GL_INVALID_OPERATION, "glSpecializeShader: %u is no SPIR-V shader", name);
}
