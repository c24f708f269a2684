/* SPDX-License-Identifier: MIT */
/* Rule: without a geometry shader adjacent vertices are left out. Row 0: triangles, row 1: lines, row 2:
 * four triangle strips, then four line strips, all with adjacency.
 *
 * expect: batches=8 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(mode:4)
 * expect angle: ext=failed multiindirect=failed
 * expect angle: indirect=failed basevertex=failed
 * expect angle: drawelements=failed compute=failed
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 *
 * On angle an ES 3.1 driver without geometry shaders has no adjacency modes: a gap that affects draws.
 *
 * Neither has ES 3.0.
 *
 * Derived: 4 batches a frame; the two lists are whole primitives (of 6 and of 4 vertices) and can be
 * flattened, the two strips cannot. */
#include "md.h"

static const uint8_t triangles[] = {0, 4, 1, 5, 2, 6, 2, 4, 3, 5, 0, 6, 4, 0, 5, 1, 6, 2, 6, 0, 7, 1, 4, 2};
static const uint8_t list[] = {4, 0, 1, 5, 5, 1, 2, 6, 6, 2, 3, 7, 7, 3, 0, 4, 0, 4, 6, 2};
static const uint8_t strip[] = {0, 4, 1, 5, 3, 6, 2, 7, 4, 0, 5, 1};
static const uint8_t line_strip[] = {4, 0, 2, 1, 3, 5, 7, 6};

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch lines = {0}, strips = {0}, line_strips = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, triangles, (int)sizeof(triangles), 7);
    md_scene(&d, &lines, GL_UNSIGNED_SHORT, list, (int)sizeof(list), 7);
    md_scene(&d, &strips, GL_UNSIGNED_SHORT, strip, (int)sizeof(strip), 7);
    md_scene(&d, &line_strips, GL_UNSIGNED_SHORT, line_strip, (int)sizeof(line_strip), 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES_ADJACENCY, GL_UNSIGNED_SHORT, 0);
        md_draw_row(&lines, GL_LINES_ADJACENCY, GL_UNSIGNED_SHORT, 1);
        md_draw_part(&strips, GL_TRIANGLE_STRIP_ADJACENCY, GL_UNSIGNED_SHORT, 16, 4);
        md_draw_part(&line_strips, GL_LINE_STRIP_ADJACENCY, GL_UNSIGNED_SHORT, 20, 4);
    }
    return app_finish(&app);
}
