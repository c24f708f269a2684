/* SPDX-License-Identifier: MIT */
/* Rule: index ranges outside the element buffer are undefined on desktop GL but must do no harm: no crash,
 * no read of foreign memory, and the other sub-draws are drawn. Row 0: all inside; row 1: the last sub-
 * draw begins beyond the end; row 2: the last one begins inside and ends outside.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=exempt
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(outside-buffer:4)
 *
 * Derived: 3 batches a frame; what lies outside is cut before any driver sees it. compute declines the two
 * batches that leave the buffer. Native is exempt. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    b.offset[15] = (void *)(d.index_size + 4096);
    b.offset[23] = (void *)(d.index_size - 20);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        for (int row = 0; row < MD_ROWS; row++)
            md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, row);
    }
    return app_finish(&app);
}
