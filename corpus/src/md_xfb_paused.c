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
#include "capture.h"

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
