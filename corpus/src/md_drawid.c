/* SPDX-License-Identifier: MIT */
/* Rule: gl_DrawID counts the sub-draws of a batch, empty ones too, and starts at 0 with each. The batched
 * tiers issue one draw, where the driver or nobody counts.
 *
 * expect: batches=4 subdraws=54 untiered=0 native=identical
 * expect: ext=demoted(draw-id:4) multiindirect=demoted(draw-id:4)
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(draw-id:4)
 *
 * Derived: 2 batches a frame by a program that reads gl_DrawID: ext, multiindirect and compute are
 * demoted, the unrolled tiers feed each sub-draw its number. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch all = {0};
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &all, GL_UNSIGNED_INT, md_triangles, 12, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        if (i % 8 == 5)
            md_add(&b, 0, 0, 0);
        md_add(&b, 12, (size_t)all.offset[i], all.base[i]);
    }
    md_upload(&d);
    GLuint program = md_program_tinted(MD_PARAMETERS, "gl_DrawIDARB");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0, 12);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 12, 15);
    }
    return app_finish(&app);
}
