/* SPDX-License-Identifier: MIT */
/* Rule: base vertices may be negative as long as index plus base is not. Rows 0 and 1: 16-bit indices from
 * 40,000; row 2: 32-bit indices from 1,000,000.
 *
 * expect: batches=4 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 2 batches a frame of plain triangles; nothing to decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLint first[MD_CELLS];
    app_init(&app, argc, argv, (struct app_config){0});
    md_cells(&d, first, 7);
    for (int i = 0; i < 16; i++) {
        size_t offset = md_indices(&d, GL_UNSIGNED_SHORT, md_triangles, 12, 40000 + (uint32_t)i);
        md_add(&b, 12, offset, first[i] - 40000 - i);
    }
    for (int i = 16; i < MD_CELLS; i++) {
        size_t offset = md_indices(&d, GL_UNSIGNED_INT, md_triangles, 12, 1000000 + (uint32_t)i);
        md_add(&b, 12, offset, first[i] - 1000000 - i);
    }
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0, 16);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
