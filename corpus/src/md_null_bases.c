/* SPDX-License-Identifier: MIT */
/* Rule: glMultiDrawElements has no base vertices: each sub-draw's base is 0, not what an earlier call
 * left. Row 0 and half of row 2 have bases, row 1 and the other half have none.
 *
 * expect: batches=8 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 4 batches a frame of plain triangles; nothing to decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLint first[MD_CELLS];
    app_init(&app, argc, argv, (struct app_config){0});
    md_cells(&d, first, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        bool based = i < 8 || i >= 20;
        size_t offset = md_indices(&d, GL_UNSIGNED_SHORT, md_triangles, 12, based ? 3 : (uint32_t)first[i]);
        md_add(&b, 12, offset, based ? first[i] - 3 : 0);
    }
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        glMultiDrawElements(GL_TRIANGLES, b.count + 8, GL_UNSIGNED_SHORT, b.offset + 8, 8);
        glMultiDrawElements(GL_TRIANGLES, b.count + 16, GL_UNSIGNED_SHORT, b.offset + 16, 4);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 20, 4);
    }
    return app_finish(&app);
}
