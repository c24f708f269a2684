/* SPDX-License-Identifier: MIT */
/* Rule: a restart index chosen by the application that equals all-ones of the index type is the fixed one,
 * and every tier that keeps restarts may run. It changes between batches: 0xFFFF, 0xFF, 0xFFFFFFFF.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(restart:6)
 *
 * Derived: 3 batches a frame; compute declines every batch while restart is on (and strips besides:
 * restart is named first). */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch bytes = {0}, words = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    d.restart = 0xFFFF;
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_strip_restart, 9, 7);
    d.restart = 0xFF;
    md_scene(&d, &bytes, GL_UNSIGNED_BYTE, md_strip_restart, 9, 7);
    while (d.index_size % 4)
        md_index(&d, GL_UNSIGNED_BYTE, 0);
    d.restart = 0xFFFFFFFFu;
    md_scene(&d, &words, GL_UNSIGNED_INT, md_strip_restart, 9, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    glEnable(GL_PRIMITIVE_RESTART);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glPrimitiveRestartIndex(0xFFFF);
        md_draw_row(&b, GL_TRIANGLE_STRIP, GL_UNSIGNED_SHORT, 0);
        glPrimitiveRestartIndex(0xFF);
        md_draw_row(&bytes, GL_TRIANGLE_STRIP, GL_UNSIGNED_BYTE, 1);
        glPrimitiveRestartIndex(0xFFFFFFFFu);
        md_draw_row(&words, GL_TRIANGLE_STRIP, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
