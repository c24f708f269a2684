/* SPDX-License-Identifier: MIT */
/* Rule: vertices left over at the end of a sub-draw must not find a partner in the next one. Row 0: whole
 * triangles, row 1: 14 indices (two too many), row 2: lines of 9 indices (one too many).
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(partial-primitive:4)
 *
 * Derived: 3 batches a frame; compute declines the two whose counts are no whole number of primitives. */
#include "md.h"

static const uint8_t two_left[] = {0, 1, 2, 2, 3, 0, 4, 5, 6, 6, 7, 4, 0, 6};
static const uint8_t one_left[] = {0, 1, 1, 2, 2, 3, 3, 0, 6};

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch left = {0}, lines = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    md_scene(&d, &left, GL_UNSIGNED_SHORT, two_left, (int)sizeof(two_left), 7);
    md_scene(&d, &lines, GL_UNSIGNED_SHORT, one_left, (int)sizeof(one_left), 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&left, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1);
        md_draw_row(&lines, GL_LINES, GL_UNSIGNED_SHORT, 2);
    }
    return app_finish(&app);
}
