/* SPDX-License-Identifier: MIT */
/* Rule: gl_BaseInstance is 0 in every multi-draw of elements, also after a draw that had another.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 1 batch a frame; gl_BaseInstance is the same for all sub-draws, so nothing is demoted. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    GLuint program = md_program_tinted(MD_PARAMETERS, "gl_BaseInstanceARB + 1");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glDrawElementsInstancedBaseVertexBaseInstance(GL_TRIANGLES, 12, GL_UNSIGNED_INT, b.offset[3], 1,
                                                      b.base[3], 9);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
        glDrawElementsInstancedBaseVertexBaseInstance(GL_TRIANGLES, 6, GL_UNSIGNED_INT,
                                                      (const char *)b.offset[20] + 24, 1, b.base[20], 5);
    }
    return app_finish(&app);
}
