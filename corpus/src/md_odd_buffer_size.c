/* SPDX-License-Identifier: MIT */
/* Rule: an element buffer need not end on a multiple of 4 bytes, and its last index may be in use. Row 0:
 * 8-bit indices in 101 bytes; rows 1 and 2: 16-bit indices in 4k + 2 bytes.
 *
 * expect: batches=4 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(buffer-size:4)
 *
 * Derived: 2 batches a frame; compute reads the buffer as 4-byte words, which do not reach its last index,
 * so it declines both. Nobody else has anything to decline. */
#include "md.h"

/* Cells [from, to), after `pad` indices that keep the last one of the buffer in use. */
static void short_scene(struct md_data *d, struct md_batch *b, GLenum type, int from, int to, int pad)
{
    GLint first[MD_CELLS];
    md_cells(d, first, 2);
    for (int i = 0; i < pad; i++)
        md_index(d, type, 0);
    for (int i = from; i < to; i++) {
        size_t offset = md_indices(d, type, md_triangles, 12, 4);
        md_add(b, 12, offset, first[i] - 4);
    }
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_data bytes = {0};
    struct md_batch words = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    short_scene(&bytes, &b, GL_UNSIGNED_BYTE, 0, MD_COLS, 5);
    md_upload(&bytes);
    short_scene(&d, &words, GL_UNSIGNED_SHORT, MD_COLS, MD_CELLS, 3);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glBindVertexArray(bytes.vao);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_BYTE);
        glBindVertexArray(d.vao);
        md_draw(&words, GL_TRIANGLES, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
