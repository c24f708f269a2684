/* SPDX-License-Identifier: MIT */
/* Rule: strips of two sub-draws must not weld. Rows 0 and 1: triangle strips, row 2: line strips.
 *
 * expect: batches=4 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(mode:4)
 *
 * Derived: 2 batches a frame; compute flattens, so it declines strips. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch lines = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_strip, 10, 7);
    md_scene(&d, &lines, GL_UNSIGNED_SHORT, md_loop, 8, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_part(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_SHORT, 0, 2 * MD_COLS);
        md_draw_row(&lines, GL_LINE_STRIP, GL_UNSIGNED_SHORT, 2);
    }
    return app_finish(&app);
}
