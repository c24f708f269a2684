/* SPDX-License-Identifier: MIT */
/* Rule: a restart index of the application's own choice goes only through the tier that rewrites the
 * stream, and all-ones is then an index like any other. Row 0: 16-bit strips restarted by 100; row 1:
 * 16-bit triangles that use index 65,535; row 2: 32-bit strips restarted by 0x12345.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=demoted(restart-index:6) multiindirect=demoted(restart-index:6)
 * expect: indirect=demoted(restart-index:6) basevertex=demoted(restart-index:6)
 * expect: drawelements=identical compute=demoted(restart-index:6)
 *
 * Derived: 3 batches a frame, each with a restart index that fits its type and is not all-ones: ES has no
 * such restart, so only the tier that rewrites the stream can. */
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
    struct md_batch high = {0}, words = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    d.restart = 100;
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_strip_restart, 9, 7);
    high_scene(&d, &high, GL_UNSIGNED_SHORT, 0xFFFF);
    while (d.index_size % 4)
        md_index(&d, GL_UNSIGNED_BYTE, 0);
    d.restart = 0x12345;
    md_scene(&d, &words, GL_UNSIGNED_INT, md_strip_restart, 9, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    glEnable(GL_PRIMITIVE_RESTART);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glPrimitiveRestartIndex(100);
        md_draw_row(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&high, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1);
        glPrimitiveRestartIndex(0x12345);
        md_draw_row(&words, GL_TRIANGLE_STRIP, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
