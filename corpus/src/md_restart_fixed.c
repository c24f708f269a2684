/* SPDX-License-Identifier: MIT */
/* Rule: the fixed restart index is carried across a rebase unrebased and at its new width; a restart ends
 * a primitive and what is left of it is dropped. Row 0: 16-bit strips, row 1: 8-bit strips, row 2: 32-bit
 * triangles with leftovers.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(restart:6)
 *
 * Derived: 3 batches a frame; compute declines every batch while restart is on. */
#include "md.h"

/* Triangles 0 2 3 and 4 6 7; what stands before a restart is one or two vertices too few. */
static const uint8_t leftovers[] = {0, 1, MD_RESTART, 0, 2, 3, 4, 5, MD_RESTART, 4, 6, 7};

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch bytes = {0}, words = {0};
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 3});
    md_decoys(&d, 300);
    d.restart = 0xFFFF;
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_strip_restart, 9, 7);
    d.restart = 0xFF;
    md_scene(&d, &bytes, GL_UNSIGNED_BYTE, md_strip_restart, 9, 7);
    while (d.index_size % 4)
        md_index(&d, GL_UNSIGNED_BYTE, 0);
    d.restart = 0xFFFFFFFFu;
    md_scene(&d, &words, GL_UNSIGNED_INT, leftovers, (int)sizeof(leftovers), 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&bytes, GL_TRIANGLE_STRIP, GL_UNSIGNED_BYTE, 1);
        md_draw_row(&words, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
