/* SPDX-License-Identifier: MIT */
/* Rule: commands written by the GPU just before an indirect multi-draw are the ones drawn. A compute
 * shader writes them all, in odd frames every second one with no instances.
 *
 * expect: batches=0 subdraws=0 untiered=2 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 *
 * ES 3.0 has no compute shader to write the commands.
 *
 * Derived: indirect multi-draws belong to no tier: issued command by command, their commands read by the
 * driver, counted apart. */
#include "md.h"

#include <string.h>

struct command { /* DrawElementsIndirectCommand */
    uint32_t count, instances, first;
    int32_t base;
    uint32_t base_instance;
};

/* The commands of cells [from, to), `stride` bytes apart; returns the bytes written. */
static size_t commands_put(uint8_t *at, const struct md_batch *b, int from, int to, size_t stride)
{
    for (int i = from; i < to; i++) {
        struct command c = {12, 1, (uint32_t)((size_t)b->offset[i] / 4), b->base[i], (uint32_t)i};
        if (i % 8 == 3)
            c.instances = 0; /* nothing */
        if (i % 8 == 6)
            c.instances = 2; /* the second one is moved */
        memcpy(at + (size_t)(i - from) * stride, &c, sizeof(c));
    }
    return (size_t)(to - from) * stride;
}

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

static const char cs_source[] =
    "#version 450 core\n"
    "layout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) readonly buffer Source { uint source[]; };\n"
    "layout(std430, binding = 1) writeonly buffer Target { uint target[]; };\n"
    "uniform uint u_frame;\n"
    "void main() {\n"
    "    uint i = gl_WorkGroupID.x;\n"
    "    for (uint k = 0u; k < 5u; k++)\n"
    "        target[i * 5u + k] = k == 1u && (i & u_frame) == 1u ? 0u : source[i * 5u + k];\n"
    "}\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    static uint8_t commands[MD_CELLS * sizeof(struct command)];
    GLuint source, target, compute;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    commands_put(commands, &b, 0, MD_CELLS, sizeof(struct command));
    md_upload(&d);
    tints_init();
    source = buffer_create(GL_SHADER_STORAGE_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    target = buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), NULL, GL_DYNAMIC_COPY);
    compute = glCreateProgram();
    glAttachShader(compute, shader_compile(GL_COMPUTE_SHADER, cs_source));
    program_link(compute);
    GLuint program = md_program(vs_source, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glUseProgram(compute);
        glUniform1ui(glGetUniformLocation(compute, "u_frame"), (GLuint)app.frame);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, source);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, target);
        glDispatchCompute(MD_CELLS, 1, 1);
        glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
        glUseProgram(program);
        glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, MD_CELLS, 0);
    }
    return app_finish(&app);
}
