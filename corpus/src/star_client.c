/* SPDX-License-Identifier: MIT */
/* Rule: the same as star_buffers from client memory, whose size no object tells: the colours reach as far as
 * the instances, the corners as far as the vertices.
 *
 * expect: batches=0 subdraws=0 untiered=0 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 *
 * Derived: no multi-draw. The tracer (apitrace 11.1) keeps only as many colours as the draw has vertices;
 * scripts/corpus puts the rest in their place, from star_buffers.trace. What the tracer wrote stays beside
 * it, as corpus/short/star_client.trace: its draws must be refused by name. */
#include "star.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    struct app app;
    uint8_t(*colors)[4] = malloc(STARS * sizeof *colors);

    if (!colors)
        die("out of memory");
    star_colors(colors);
    star_init(&app, argc, argv);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, star_corners);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, colors);
    for (; app_running(&app); app_swap(&app))
        star_frame(&app);
    free(colors);
    return app_finish(&app);
}
