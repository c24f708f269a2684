/* SPDX-License-Identifier: MIT */
/* Whether the driver reads a buffer texture that begins far into its buffer. Softpipe does not: texels beyond
 * the 131,072nd of the buffer, wherever the texture begins, are others. One invocation of a compute shader
 * fetches a word that was put there. Such a driver gets windows as copies of their own, and so does one
 * without compute shaders, which is not asked. Cost: a small program, once per context that needs a window,
 * and again for a much longer buffer. */
#include "emu/window_priv.h"

#include <stdio.h>

enum { FIRST = 5, BYTES = 4096 };

#define MAGIC 0x5eed1234u

static GLuint make_program(const struct emu_context *ctx)
{
    const struct gles_table *es = ctx->es;
    GLuint program = es->CreateProgram(), shader = es->CreateShader(GL_COMPUTE_SHADER);
    GLint ok = 0;
    char text[512];
    const char *source = text, *line = "";

    if (ctx->caps->es < 32)
        line = gles_caps_has(ctx->caps, GLES_EXT_texture_buffer)
                   ? "#extension GL_EXT_texture_buffer : require\n"
                   : "#extension GL_OES_texture_buffer : require\n";
    snprintf(text, sizeof text,
             "#version %d es\n%slayout(local_size_x = 1) in;\nuniform highp usamplerBuffer t;\n"
             "layout(std430, binding = 0) buffer O { uint o; };\nvoid main() { o = texelFetch(t, %d).x; }\n",
             ctx->caps->es * 10, line, FIRST);
    es->ShaderSource(shader, 1, &source, NULL);
    es->CompileShader(shader);
    es->AttachShader(program, shader);
    es->LinkProgram(program);
    es->GetProgramiv(program, GL_LINK_STATUS, &ok);
    es->DeleteShader(shader);
    if (ok)
        return program;
    es->DeleteProgram(program);
    return 0;
}

/* The word that the shader fetched, from a texture that begins at `offset`. */
static GLuint fetch(struct emu_context *ctx, GLuint program, GLuint unit, GLintptr offset)
{
    const struct gles_table *es = ctx->es;
    const GLuint magic = MAGIC, nothing = 0, shown = ctx->texture.units[unit].es[EMU_ES_BUFFER];
    GLuint buffers[2], texture, result = 0;
    const GLuint *mapped;

    es->GenBuffers(2, buffers);
    es->GenTextures(1, &texture);
    es->BindBuffer(GL_COPY_WRITE_BUFFER, buffers[0]);
    es->BufferData(GL_COPY_WRITE_BUFFER, offset + BYTES, NULL, GL_STATIC_DRAW);
    es->BufferSubData(GL_COPY_WRITE_BUFFER, offset + 4 * FIRST, 4, &magic);
    es->BindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
    es->BufferData(GL_COPY_WRITE_BUFFER, 4, &nothing, GL_STREAM_READ);
    emu_texture_bind_es(ctx, unit, EMU_ES_BUFFER, texture);
    emu_texture_activate(ctx, unit);
    es->TexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, buffers[0], offset, BYTES);
    es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[1]);
    emu_program_use_es(ctx, program);
    es->Uniform1i(es->GetUniformLocation(program, "t"), (GLint)unit);
    es->DispatchCompute(1, 1, 1);
    es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    mapped = es->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, 4, GL_MAP_READ_BIT);
    if (mapped) {
        result = *mapped;
        es->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    }
    emu_texture_bind_es(ctx, unit, EMU_ES_BUFFER, shown); /* may be another row's of this very draw */
    es->DeleteTextures(1, &texture);
    es->DeleteBuffers(2, buffers);
    return result;
}

bool window_probe(struct emu_context *ctx, GLintptr offset)
{
    GLuint program, before = ctx->program.es_current, word;

    if (ctx->caps->es < 31 || ctx->caps->max_compute_storage_blocks < 1)
        return false;
    program = make_program(ctx);
    if (!program)
        return false;
    word = fetch(ctx, program, ctx->texture.unit_count - 1, offset);
    emu_program_use_es(ctx, before);
    ctx->es->DeleteProgram(program);
    emu_buffer_restore_storage(ctx, 0);
    emu_buffer_restore(ctx, EMU_SHADER_STORAGE_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    if (word != MAGIC)
        log_msg(ctx->log, LOG_INFO,
                "windows are copied: the driver reads no buffer texture that begins %td bytes "
                "into its buffer",
                offset);
    return word == MAGIC;
}
