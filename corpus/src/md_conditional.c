/* SPDX-License-Identifier: MIT */
/* Rule: a batch inside conditional rendering is drawn or discarded as a whole, by what the query counted;
 * ES has no conditional rendering, so every tier must be held back. Row 0: unconditional; row 1: the query
 * saw samples; row 2: it saw none, and nothing may appear.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 3 batches a frame; the discarded one is validated and issues nothing through any tier, which is
 * no decline. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLuint query[2];
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    glGenQueries(2, query);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0);
        for (int i = 0; i < 2; i++) {
            glEnable(GL_SCISSOR_TEST);
            glScissor(0, 0, i ? 0 : 64, 32);
            glBeginQuery(GL_SAMPLES_PASSED, query[i]);
            glDrawElementsBaseVertex(GL_TRIANGLES, 12, GL_UNSIGNED_INT, b.offset[1], b.base[1]);
            glEndQuery(GL_SAMPLES_PASSED);
            glDisable(GL_SCISSOR_TEST);
            glBeginConditionalRender(query[i], GL_QUERY_WAIT);
            md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 1 + i);
            glEndConditionalRender();
        }
    }
    return app_finish(&app);
}
