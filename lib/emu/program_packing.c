/* SPDX-License-Identifier: MIT */
/* How the driver lays out blocks that leave it to the driver (shared, packed): Mesa's drivers on Gallium as
 * std430 would, others as std140. Blocks that the driver sees only as words are laid out the same way, as
 * patch_shared has it for all others: an application asked its desktop driver, of the same maker. Cost: a
 * program of two lines, once per context in which such a block occurs. */
#include "emu/program_priv.h"

static void add_shader(const struct gles_table *es, GLuint program, GLenum type, const char *source)
{
    GLuint shader = es->CreateShader(type);

    es->ShaderSource(shader, 1, &source, NULL);
    es->CompileShader(shader);
    es->AttachShader(program, shader);
    es->DeleteShader(shader);
}

bool emu_program_packs_tightly(struct emu_context *ctx)
{
    const struct gles_table *es = ctx->es;
    const char *name = "a";
    GLuint program, index = GL_INVALID_INDEX;
    GLint stride = 0;

    if (ctx->program.array_stride)
        return ctx->program.array_stride == sizeof(GLfloat);
    program = es->CreateProgram();
    add_shader(es, program, GL_VERTEX_SHADER,
               "#version 300 es\nuniform B { highp float a[2]; };\n"
               "void main() { gl_Position = vec4(a[0], a[1], 0, 1); }\n");
    add_shader(es, program, GL_FRAGMENT_SHADER,
               "#version 300 es\nout highp vec4 c; void main() { c = vec4(1); }\n");
    es->LinkProgram(program);
    es->GetUniformIndices(program, 1, &name, &index);
    if (index != GL_INVALID_INDEX)
        es->GetActiveUniformsiv(program, 1, &index, GL_UNIFORM_ARRAY_STRIDE, &stride);
    es->DeleteProgram(program);
    ctx->program.array_stride = stride > 0 ? stride : 16;
    return stride == sizeof(GLfloat);
}
