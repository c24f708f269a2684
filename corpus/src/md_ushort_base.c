/* SPDX-License-Identifier: MIT */
/* Rule: GL adds the base vertex at full precision, so a rewritten stream of 16-bit indices must become
 * 32-bit. Bases go beyond 65,535; where they wrap to lie decoys.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: triangles, whole primitives, no restart, aligned buffer offsets: nothing to decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_decoys(&d, 66000);
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 200);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
