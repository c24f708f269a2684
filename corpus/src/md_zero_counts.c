/* SPDX-License-Identifier: MIT */
/* Rule: sub-draws of zero indices draw nothing, wherever their offset and base point, and do not disturb
 * the others; a batch of nothing but those is legal.
 *
 * expect: batches=4 subdraws=82 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 2 batches a frame, of 24 + 9 sub-draws and of 8 (all zero); a zero count reads no index, so no
 * range is out of range, and there is nothing to decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch all = {0}, none = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &all, GL_UNSIGNED_INT, md_triangles, 12, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        if (i % 3 == 1) {
            md_add(&b, 0, 0x100000, 1 << 28);
            md_add(&none, 0, (size_t)i * 4, i);
        }
        md_add(&b, all.count[i], (size_t)all.offset[i], all.base[i]);
    }
    md_add(&b, 0, 0, -5);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&none, GL_TRIANGLES, GL_UNSIGNED_INT);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
    }
    return app_finish(&app);
}
