/* SPDX-License-Identifier: MIT */
#include "indirect.h"

#include <string.h>

size_t indirect_put(uint8_t *at, const struct md_batch *b, int from, int to, size_t stride)
{
    for (int i = from; i < to; i++) {
        struct indirect_command c = {12, 1, (uint32_t)((size_t)b->offset[i] / 4), b->base[i], (uint32_t)i};
        if (i % 8 == 3)
            c.instances = 0; /* nothing */
        if (i % 8 == 6)
            c.instances = 2; /* the second one is moved */
        memcpy(at + (size_t)(i - from) * stride, &c, sizeof(c));
    }
    return (size_t)(to - from) * stride;
}

const char indirect_vs[] =
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

void indirect_tints(void)
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
