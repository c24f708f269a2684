/* SPDX-License-Identifier: MIT */
/* Rule: a multi-draw while transform feedback is paused captures nothing and is drawn like any other;
 * capturing goes on after it where it stood. Row 0 is captured, rows 1 and 2 are drawn by batches while it
 * is paused, then row 2 is drawn once more, moved, and captured.
 *
 * expect: batches=4 subdraws=32 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 2 batches a frame in a paused span, where every draw and dispatch is allowed: nothing to
 * decline. */
#include "md.h"

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

enum { CAPTURED = MD_CELLS * 12, STRIDE = 24 };

struct capture {
    GLuint program, replay, buffer, vao;
};

static void capture_init(struct capture *c)
{
    static const char *const varyings[] = {"v_at", "v_color"};
    static const uint8_t zeros[CAPTURED * STRIDE];
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

static void capture_show(const struct capture *c, GLsizei vertices)
{
    glBindVertexArray(c->vao);
    glUseProgram(c->replay);
    glDrawArrays(GL_TRIANGLES, 0, vertices);
    glUseProgram(c->program);
}

static void draw_plain(const struct md_batch *b, int row)
{
    for (int i = row * MD_COLS; i < (row + 1) * MD_COLS; i++)
        glDrawElementsBaseVertex(GL_TRIANGLES, b->count[i], GL_UNSIGNED_INT, b->offset[i], b->base[i]);
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct capture c;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    capture_init(&c);
    GLuint program = c.program;
    glUseProgram(program);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glBindVertexArray(d.vao);
        glBeginTransformFeedback(GL_TRIANGLES);
        draw_plain(&b, 0);
        glPauseTransformFeedback();
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 1);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
        glResumeTransformFeedback();
        glUniform2f(glGetUniformLocation(c.program, "u_offset"), 5, -7);
        draw_plain(&b, 2);
        glEndTransformFeedback();
        capture_show(&c, 2 * MD_COLS * 12);
    }
    return app_finish(&app);
}
