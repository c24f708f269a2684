/* SPDX-License-Identifier: MIT */
/* Rule: 8-bit indices, with bases beyond 255: the base is added at full precision.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: triangles, whole primitives, aligned (any offset is), a buffer of 312 bytes; nothing to
 * decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_decoys(&d, 900);
    md_scene(&d, &b, GL_UNSIGNED_BYTE, md_triangles, 12, 20);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_BYTE);
    }
    return app_finish(&app);
}
