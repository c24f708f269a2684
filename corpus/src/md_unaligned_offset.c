/* SPDX-License-Identifier: MIT */
/* Rule: offsets that are no multiple of the index size are undefined on desktop GL but must do no harm:
 * the sub-draw is gathered into an aligned stream, never divided into a first index. Row 0: aligned; row
 * 1: 16-bit at odd offsets; row 2: 32-bit at offsets 2 modulo 4.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=exempt
 * expect: ext=identical multiindirect=partial(unaligned:4)
 * expect: indirect=partial(unaligned:4) basevertex=identical
 * expect: drawelements=identical compute=partial(unaligned:4)
 *
 * Derived: 3 batches a frame, two of them unaligned: the tiers that turn offsets into index numbers
 * decline. Native Mesa draws nothing for those, so native is exempt. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch odd = {0}, words = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    md_index(&d, GL_UNSIGNED_BYTE, 0);
    md_scene(&d, &odd, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    md_index(&d, GL_UNSIGNED_BYTE, 0);
    while (d.index_size % 4 != 2)
        md_index(&d, GL_UNSIGNED_SHORT, 0);
    md_scene(&d, &words, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_index(&d, GL_UNSIGNED_SHORT, 0);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&odd, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1);
        md_draw_row(&words, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
