/* SPDX-License-Identifier: MIT */
/* Rule: each sub-draw of triangle fans has its own centre.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(mode:2)
 *
 * Derived: 1 batch a frame; compute declines fans. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_fan, 6, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLE_FAN, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
