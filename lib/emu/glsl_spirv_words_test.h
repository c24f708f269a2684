/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_SPIRV_WORDS_TEST_H
#define RETRACE_EMU_GLSL_SPIRV_WORDS_TEST_H

/* For the tests of blocks of words: a compute shader over blocks in buffers. Include after cmocka.h. */

#include "emu/program_test.h"

/* A buffer of these contents at a binding of storage blocks, or of uniform blocks. */
static inline void words_bind(struct program_test *p, GLuint index, struct emu_buffer *buffer,
                              const void *data, size_t size)
{
    p->es->GenBuffers(1, &buffer->es);
    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->es);
    p->es->BufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    p->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer->es);
    p->ctx->buffer.storage[index].buffer = buffer;
}

static inline void words_bind_uniforms(struct program_test *p, GLuint index, struct emu_buffer *buffer,
                                       const void *data, size_t size)
{
    p->es->GenBuffers(1, &buffer->es);
    p->es->BindBuffer(GL_UNIFORM_BUFFER, buffer->es);
    p->es->BufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    p->es->BindBufferBase(GL_UNIFORM_BUFFER, index, buffer->es);
}

static inline GLuint words_program(const char *source)
{
    GLuint program = emu_CreateProgram(), shader = make_shader(GL_COMPUTE_SHADER, source);

    emu_AttachShader(program, shader);
    link_program(program);
    return program;
}

static inline void words_dispatch(struct program_test *p, const char *source)
{
    emu_UseProgram(words_program(source));
    emu_program_prepare(p->ctx, GL_NONE);
    p->es->DispatchCompute(1, 1, 1);
    p->es->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    assert_int_equal(p->es->GetError(), GL_NO_ERROR);
}

static inline void words_read(struct program_test *p, const struct emu_buffer *buffer, void *to, size_t size)
{
    const void *from;

    p->es->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->es);
    from = p->es->MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)size, GL_MAP_READ_BIT);
    assert_non_null(from);
    memcpy(to, from, size);
    p->es->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
}

#endif
