/* SPDX-License-Identifier: MIT */
/* Rule: a sub-draw of no indices may have a null pointer among client pointers: it is not read, and the
 * others are drawn. Row 0: a batch without one.
 *
 * expect: batches=4 subdraws=50 untiered=0 native=exempt
 * expect: ext=identical multiindirect=demoted(client-indices:4)
 * expect: indirect=demoted(client-indices:4) basevertex=identical
 * expect: drawelements=identical compute=demoted(client-indices:4)
 *
 * Derived: 2 batches a frame from client memory. Native is exempt: Mesa refuses the call with the null
 * pointer, silently. */
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
    uint8_t *host;
    app_init(&app, argc, argv, (struct app_config){.compat = true});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    host = host_copy(&d, 0);
    for (int i = 0; i < MD_CELLS; i++) {
        if (i == 11)
            md_add(&client, 0, 0, 0);
        md_add(&client, 12, (size_t)(host + (size_t)b.offset[i]), b.base[i]);
    }
    d.index_size = 0; /* no element buffer */
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&client, GL_TRIANGLES, GL_UNSIGNED_SHORT, 0);
        md_draw_part(&client, GL_TRIANGLES, GL_UNSIGNED_SHORT, 8, 17);
    }
    return app_finish(&app);
}
