/* SPDX-License-Identifier: MIT */
/* Rule: gl_BaseVertex is the sub-draw's own base, whatever the tier did with it. Row 0: bases vary; row 1:
 * one base for all; row 2: glMultiDrawElements, base 0.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=partial(base-vertex:2) multiindirect=partial(base-vertex:2)
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(base-vertex:2)
 *
 * Derived: 3 batches a frame by a program that reads gl_BaseVertex; only the one with varying bases
 * demotes ext, multiindirect and compute. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLint first[MD_CELLS];
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_cells(&d, first, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        GLint base = i < 8 ? first[i] - 3 : i < 16 ? 6 : 0;
        size_t offset = md_indices(&d, GL_UNSIGNED_SHORT, md_triangles, 12, (uint32_t)(first[i] - base));
        md_add(&b, 12, offset, base);
    }
    md_upload(&d);
    GLuint program = md_program_tinted(MD_PARAMETERS, "gl_BaseVertexARB");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 1);
        glMultiDrawElements(GL_TRIANGLES, b.count + 16, GL_UNSIGNED_SHORT, b.offset + 16, 8);
    }
    return app_finish(&app);
}
