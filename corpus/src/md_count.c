/* SPDX-License-Identifier: MIT */
/* Rule: the Count forms take the number of commands from a buffer on the GPU, and never more than
 * maxdrawcount. Row 0: 5 of 8 by a count in the buffer; row 1: a count of 100, of which 6 are allowed; row
 * 2: arrays, 7 of 8, the count written by a copy just before.
 *
 * expect: batches=0 subdraws=0 untiered=6 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 *
 * Derived: indirect multi-draws belong to no tier: issued command by command, counted apart. */
#include "indirect.h"

#include <string.h>

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    static uint8_t commands[512];
    static const uint32_t counts[] = {9, 5, 100, 0, 7};
    PFNGLMULTIDRAWELEMENTSINDIRECTCOUNTPROC elements;
    PFNGLMULTIDRAWARRAYSINDIRECTCOUNTPROC arrays;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    indirect_put(commands, &b, 0, 16, sizeof(struct indirect_command));
    for (uint32_t i = 16; i < MD_CELLS; i++) {
        const uint32_t c[4] = {4, 1, (uint32_t)b.base[i] + i % 5 * 3, i};
        memcpy(commands + 16 * 20 + (i - 16) * 16, c, sizeof(c));
    }
    md_upload(&d);
    indirect_tints();
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    buffer_create(GL_PARAMETER_BUFFER, sizeof(counts), counts, GL_DYNAMIC_DRAW);
    GLuint program = md_program(indirect_vs, NULL);
    elements = APP_PROC(PFNGLMULTIDRAWELEMENTSINDIRECTCOUNTPROC, "glMultiDrawElementsIndirectCount");
    arrays = APP_PROC(PFNGLMULTIDRAWARRAYSINDIRECTCOUNTPROC, "glMultiDrawArraysIndirectCount");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        elements(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, 4, 8, 0);
        elements(GL_TRIANGLES, GL_UNSIGNED_INT, (void *)160, 8, 6, 20);
        glCopyBufferSubData(GL_PARAMETER_BUFFER, GL_PARAMETER_BUFFER, 16, 12, 4);
        arrays(GL_TRIANGLE_FAN, (void *)320, 12, 8, 16);
    }
    return app_finish(&app);
}
