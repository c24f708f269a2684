/* SPDX-License-Identifier: MIT */
#include "capture.h"

static const char vs_source[] = "#version 330 core\n"
                                "layout(location = 0) in vec2 a_pos;\n"
                                "layout(location = 1) in vec4 a_color;\n"
                                "uniform vec2 u_offset;\n"
                                "out vec4 v_color;\n"
                                "out vec2 v_at;\n"
                                "void main() {\n"
                                "    v_at = a_pos + u_offset;\n"
                                "    gl_Position = vec4(v_at / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
                                "    v_color = a_color;\n"
                                "}\n";

static const char fs_source[] = "#version 330 core\n"
                                "in vec4 v_color;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() { o_color = v_color; }\n";

/* Draws what was captured at half its size in the middle of the picture. */
static const char replay_vs[] = "#version 330 core\n"
                                "layout(location = 0) in vec2 a_at;\n"
                                "layout(location = 1) in vec4 a_color;\n"
                                "out vec4 v_color;\n"
                                "void main() {\n"
                                "    gl_Position = vec4((a_at / vec2(64.0, 48.0) - 1.0) * 0.5, 0.0, 1.0);\n"
                                "    v_color = a_color;\n"
                                "}\n";

enum { STRIDE = 24 };

void capture_init(struct capture *c)
{
    static const char *const varyings[] = {"v_at", "v_color"};
    static const uint8_t zeros[CAPTURE_VERTICES * STRIDE];
    c->program = glCreateProgram();
    glAttachShader(c->program, shader_compile(GL_VERTEX_SHADER, vs_source));
    glAttachShader(c->program, shader_compile(GL_FRAGMENT_SHADER, fs_source));
    glTransformFeedbackVaryings(c->program, 2, varyings, GL_INTERLEAVED_ATTRIBS);
    program_link(c->program);
    c->replay = program_create(replay_vs, fs_source);
    glGenVertexArrays(1, &c->vao);
    glBindVertexArray(c->vao);
    c->buffer = buffer_create(GL_ARRAY_BUFFER, sizeof(zeros), zeros, GL_DYNAMIC_COPY);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, STRIDE, NULL);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, STRIDE, (void *)8);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, c->buffer);
}

void capture_show(const struct capture *c, GLsizei vertices)
{
    glBindVertexArray(c->vao);
    glUseProgram(c->replay);
    glDrawArrays(GL_TRIANGLES, 0, vertices);
    glUseProgram(c->program);
}
