/* SPDX-License-Identifier: MIT */
/* Rule: gl_VertexID is index plus base vertex, whatever the tier did with them.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 1 batch a frame; a rewritten stream holds index plus base and so the same gl_VertexID: nothing
 * is demoted. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    GLuint program = md_program_tinted("#version 330 core\n", "gl_VertexID");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
    }
    return app_finish(&app);
}
