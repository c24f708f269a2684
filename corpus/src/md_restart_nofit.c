/* SPDX-License-Identifier: MIT */
/* Rule: a restart index that the index type cannot hold restarts nothing: neither at its low bits (row 0:
 * 0x10003 with 16-bit index 3) nor at all-ones (row 1: 0x1FFFF with a genuine 65,535; row 2: 0x1FF with a
 * genuine 255).
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(restart:6)
 *
 * Derived: 3 batches a frame; nothing restarts, so every tier can draw them with restart off; compute
 * declines any batch while the application has restart enabled. */
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
    struct md_batch high = {0}, bytes = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    high_scene(&d, &high, GL_UNSIGNED_SHORT, 0xFFFF);
    high_scene(&d, &bytes, GL_UNSIGNED_BYTE, 0xFF);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    glEnable(GL_PRIMITIVE_RESTART);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glPrimitiveRestartIndex(0x10003);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        glPrimitiveRestartIndex(0x1FFFF);
        md_draw_row(&high, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1);
        glPrimitiveRestartIndex(0x1FF);
        md_draw_row(&bytes, GL_TRIANGLES, GL_UNSIGNED_BYTE, 2);
    }
    return app_finish(&app);
}
