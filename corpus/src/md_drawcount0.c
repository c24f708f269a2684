/* SPDX-License-Identifier: MIT */
/* Rule: a call with drawcount 0 draws nothing and changes nothing, whatever its arrays are.
 *
 * expect: batches=10 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 5 calls a frame; each valid call is a batch, and the three without sub-draws count for the tier
 * that would have had them. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0, 0);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0, 13);
        md_draw_part(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_INT, 3, 0);
        glMultiDrawElements(GL_TRIANGLES, NULL, GL_UNSIGNED_INT, NULL, 0);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 13, 11);
    }
    return app_finish(&app);
}
