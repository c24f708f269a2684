/* SPDX-License-Identifier: MIT */
/* Rule: under a restart index of the application's own, 0xFFFFFFFF in a 32-bit stream is an index: with
 * base 8 more than the cell's first vertex it wraps to that cell's last one. Taken for a restart it would
 * lose triangles. Row 0: strips restarted by 100; rows 1 and 2: indices 0xFFFFFFF8 to 0xFFFFFFFF.
 *
 * expect: batches=4 subdraws=48 untiered=0 native=identical
 * expect: ext=demoted(restart-index:4) multiindirect=demoted(restart-index:4)
 * expect: indirect=demoted(restart-index:4) basevertex=demoted(restart-index:4)
 * expect: drawelements=identical compute=demoted(restart-index:4)
 *
 * Derived: 2 batches a frame under a restart index that fits and is not all-ones: drawelements only; after
 * the base is added no index of the rewritten stream is all-ones. */
#include "md.h"

/* Cells whose eight indices end at `last`, so that the largest one is a genuine index. */
static void high_scene(struct md_data *d, struct md_batch *b, GLenum type, uint32_t last)
{
    GLint first[MD_CELLS];
    md_cells(d, first, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        size_t offset = md_indices(d, type, md_triangles, 12, last - 7);
        md_add(b, 12, offset, (GLint)((uint32_t)first[i] - (last - 7)));
    }
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch high = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    d.restart = 100;
    md_scene(&d, &b, GL_UNSIGNED_INT, md_strip_restart, 9, 7);
    high_scene(&d, &high, GL_UNSIGNED_INT, 0xFFFFFFFFu);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(100);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_INT, 0);
        md_draw_part(&high, GL_TRIANGLES, GL_UNSIGNED_INT, MD_COLS, 2 * MD_COLS);
    }
    return app_finish(&app);
}
