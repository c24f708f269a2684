/* SPDX-License-Identifier: MIT */
/* Rule: glMultiDrawElementsIndirect from a buffer: packed (stride 0), with a larger stride, and from an
 * offset. Each command has its own count of instances (0 and 2 among them), base vertex, base instance
 * (seen by the instanced array, not by gl_InstanceID) and gl_DrawID.
 *
 * expect: batches=0 subdraws=0 untiered=6 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 *
 * Derived: indirect multi-draws belong to no tier: issued command by command, counted apart. */
#include "indirect.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    static uint8_t commands[1024];
    size_t row1, row2;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    row1 = indirect_put(commands, &b, 0, 8, sizeof(struct indirect_command));
    row2 = row1 + indirect_put(commands + row1, &b, 8, 16, 32);
    indirect_put(commands + row2, &b, 16, 24, 44);
    md_upload(&d);
    indirect_tints();
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    GLuint program = md_program(indirect_vs, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, 8, 0);
        glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (void *)row1, 8, 32);
        glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (void *)row2, 8, 44);
    }
    return app_finish(&app);
}
