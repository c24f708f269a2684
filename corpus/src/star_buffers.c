/* SPDX-License-Identifier: MIT */
/* Rule: how far an array that is read by instance reaches follows from the instances and its divisor, not
 * from the vertices of the draw: a million stars are drawn as quads of four vertices, coloured from buffers.
 *
 * expect: batches=0 subdraws=0 untiered=0 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 *
 * Derived: no multi-draw. */
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
    buffer_create(GL_ARRAY_BUFFER, sizeof star_corners, star_corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    buffer_create(GL_ARRAY_BUFFER, STARS * sizeof *colors, colors, GL_STATIC_DRAW);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
    for (; app_running(&app); app_swap(&app))
        star_frame(&app);
    free(colors);
    return app_finish(&app);
}
