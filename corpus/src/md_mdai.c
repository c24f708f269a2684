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
#include "md.h"

#include <string.h>

struct command { /* DrawArraysIndirectCommand */
    uint32_t count, instances, first, base_instance;
};

static const char vs_source[] =
    "#version 450 core\n"
    "#extension GL_ARB_shader_draw_parameters : require\n"
    "layout(location = 0) in vec2 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "layout(location = 2) in vec3 a_tint;\n" /* one per instance */
    "uniform vec2 u_offset;\n"
    "out vec4 v_color;\n"
    "void main() {\n"
    "    vec2 p = a_pos + u_offset + vec2(gl_InstanceID * 5);\n"
    "    gl_Position = vec4(p / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
    "    float id = float(gl_DrawIDARB * 30 & 255) / 255.0, bi = float(gl_BaseInstanceARB * 10) / 255.0;\n"
    "    v_color = vec4(a_color.rgb * 0.5 * a_tint + vec3(id, bi, 1.0 - id) * 0.5, 1.0);\n"
    "}\n";

static void tints_init(void)
{
    static float tint[64][3];
    uint32_t seed = 5;
    for (int i = 0; i < 64 * 3; i++)
        tint[i / 3][i % 3] = 0.4f + rnd_float(&seed) * 0.6f;
    buffer_create(GL_ARRAY_BUFFER, sizeof(tint), tint, GL_STATIC_DRAW);
    glVertexAttribPointer(2, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(2, 1);
    glEnableVertexAttribArray(2);
}

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
    tints_init();
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    GLuint program = md_program(vs_source, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glMultiDrawArraysIndirect(GL_TRIANGLE_FAN, NULL, 16, 0);
        glMultiDrawArraysIndirect(GL_TRIANGLE_FAN, (void *)256, 8, 24);
    }
    return app_finish(&app);
}
