/* SPDX-License-Identifier: MIT */
/* Rule: a batch of more than 4,194,240 indices, more than 65,535 work groups of 64 can write. Row 0 is an
 * ordinary batch; the other has 64 sub-draws of 65,538 16-bit indices, the last 16 of which end with a
 * cell.
 *
 * expect: batches=4 subdraws=144 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(too-many-indices:2)
 *
 * Derived: 2 batches a frame, of 96 and of 4,194,432 indices; compute declines the one that no single
 * dispatch can write. */
#include "md.h"

enum { LONG = 65538 }; /* a multiple of 3 */

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch huge = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    for (int i = 0; i < LONG; i++)
        md_index(&d, GL_UNSIGNED_SHORT, i % 3 < 2 ? 8 : 9); /* degenerate: no pixels */
    for (int i = 0; i < 12; i++)
        md_index(&d, GL_UNSIGNED_SHORT, md_triangles[i]);
    /* The run ends with a cell, so a sub-draw of all of it but the first 12 draws that cell. */
    for (int i = 0; i < 64; i++)
        md_add(&huge, LONG, d.index_size - 2 * LONG - 24 * (i < 48),
               i < 48 ? i : b.base[8 + i - 48] + (8 + i - 48) % 5 * 3);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        md_draw(&huge, GL_TRIANGLES, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
