/* SPDX-License-Identifier: MIT */
/* Rule: a multi-draw inside a transform-feedback span captures every vertex of every sub-draw in order.
 * What was captured is drawn again, smaller, on top.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(transform-feedback:2)
 * expect angle: ext=demoted(transform-feedback:2) multiindirect=demoted(transform-feedback:2)
 * expect angle: indirect=demoted(transform-feedback:2)
 *
 * Derived: 1 batch a frame inside the span, where compute may not dispatch. This is for ES 3.2 or geometry
 * shaders; a driver with neither allows no indexed and no indirect draw in the span: there ext,
 * multiindirect and indirect are demoted(transform-feedback:2) too, and basevertex and drawelements
 * resolve the indices to a glDrawArrays. */
#include "capture.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct capture c;
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    capture_init(&c);
    GLuint program = c.program;
    glUseProgram(program);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glBindVertexArray(d.vao);
        glBeginTransformFeedback(GL_TRIANGLES);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
        glEndTransformFeedback();
        capture_show(&c, CAPTURE_VERTICES);
    }
    return app_finish(&app);
}
