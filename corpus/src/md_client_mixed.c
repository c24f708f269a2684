/* SPDX-License-Identifier: MIT */
/* Rule: the sub-draws of one batch may lie in different client arrays and at odd addresses. Row 0 has an
 * element buffer; row 1 alternates between two arrays, row 2 reads 16-bit indices at odd addresses.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=partial(client-indices:4)
 * expect: indirect=partial(client-indices:4) basevertex=identical
 * expect: drawelements=identical compute=partial(client-indices:4)
 *
 * Derived: 3 batches a frame, two of them from client memory. Client addresses may have any alignment:
 * gathered first. */
#include "md.h"

#include <stdlib.h>
#include <string.h>

/* Host copies of the index data: with no element buffer bound an offset is an address. */
static uint8_t *host_copy(const struct md_data *d, size_t skew)
{
    uint8_t *p = malloc(d->index_size + skew);
    if (!p)
        die("out of memory");
    memcpy(p + skew, d->index, d->index_size);
    return p + skew;
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch client = {0};
    const uint8_t *even, *second, *odd;
    GLuint bare;
    app_init(&app, argc, argv, (struct app_config){.compat = true});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    even = host_copy(&d, 0), second = host_copy(&d, 4096), odd = host_copy(&d, 1);
    for (int i = 8; i < MD_CELLS; i++) {
        const uint8_t *from = i >= 16 ? odd : i % 2 ? even : second;
        md_add(&client, 12, (size_t)(from + (size_t)b.offset[i]), b.base[i]);
    }
    md_upload(&d);
    glGenVertexArrays(1, &bare);
    glBindVertexArray(bare);
    glBindBuffer(GL_ARRAY_BUFFER, d.vbo);
    md_attributes();
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glBindVertexArray(d.vao);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        glBindVertexArray(bare);
        md_draw_part(&client, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0, 8);
        md_draw_part(&client, GL_TRIANGLES, GL_UNSIGNED_SHORT, 8, 8);
    }
    return app_finish(&app);
}
