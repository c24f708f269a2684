/* SPDX-License-Identifier: MIT */
/* Rule: with no element buffer bound the indices are client memory: there is no buffer to address, so the
 * indirect tiers and compute decline, and no pointer may become a first index.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=demoted(client-indices:2)
 * expect: indirect=demoted(client-indices:2) basevertex=identical
 * expect: drawelements=identical compute=demoted(client-indices:2)
 *
 * Derived: 1 batch a frame; ext, basevertex and drawelements can take client memory. */
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
    uint8_t *host;
    app_init(&app, argc, argv, (struct app_config){.compat = true});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, md_triangles, 12, 7);
    host = host_copy(&d, 0);
    for (int i = 0; i < b.n; i++)
        b.offset[i] = host + (size_t)b.offset[i];
    d.index_size = 0; /* no element buffer */
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
