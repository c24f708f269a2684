/* SPDX-License-Identifier: MIT */
/* Rule: a batch may begin with a sub-draw of zero indices. llvmpipe 22.3 then draws nothing of the whole
 * call, so a tier that hands such a batch to the driver in one call must leave out the empty sub-draws.
 * Row 0: an ordinary batch.
 *
 * expect: batches=4 subdraws=62 untiered=0 native=exempt
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 2 batches a frame of 8 and of 16 + 7 sub-draws, nothing to decline. Native is exempt: the
 * driver loses the second. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch all = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &all, GL_UNSIGNED_INT, md_triangles, 12, 7);
    for (int i = 8; i < MD_CELLS; i++) {
        if (i % 3 == 2)
            md_add(&b, 0, 0x100000, 1 << 28);
        md_add(&b, all.count[i], (size_t)all.offset[i], all.base[i]);
    }
    md_add(&b, 0, 0, -5);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&all, GL_TRIANGLES, GL_UNSIGNED_INT, 0);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
    }
    return app_finish(&app);
}
