/* SPDX-License-Identifier: MIT */
/* Rule: glMultiDrawArraysIndirect from a buffer, packed and with a larger stride: instances, first vertex,
 * base instance and gl_DrawID of each command.
 *
 * expect: batches=0 subdraws=0 untiered=4 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 *
 * Derived: indirect multi-draws belong to no tier: issued command by command, counted apart. */
#include "indirect.h"

#include <string.h>

struct command { /* DrawArraysIndirectCommand */
    uint32_t count, instances, first, base_instance;
};

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    static uint8_t commands[512];
    GLint first[MD_CELLS];
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_cells(&d, first, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        struct command c = {4, i % 8 == 3 ? 0 : i % 8 == 6 ? 2 : 1, (uint32_t)first[i], (uint32_t)i};
        memcpy(commands + (i < 16 ? i * 16 : 256 + (i - 16) * 24), &c, sizeof(c));
    }
    md_upload(&d);
    indirect_tints();
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    GLuint program = md_program(indirect_vs, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glMultiDrawArraysIndirect(GL_TRIANGLE_FAN, NULL, 16, 0);
        glMultiDrawArraysIndirect(GL_TRIANGLE_FAN, (void *)256, 8, 24);
    }
    return app_finish(&app);
}
