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
#include "indirect.h"

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
    static uint8_t commands[MD_CELLS * sizeof(struct indirect_command)];
    GLuint source, target, compute;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    indirect_put(commands, &b, 0, MD_CELLS, sizeof(struct indirect_command));
    md_upload(&d);
    indirect_tints();
    source = buffer_create(GL_SHADER_STORAGE_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    target = buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), NULL, GL_DYNAMIC_COPY);
    compute = glCreateProgram();
    glAttachShader(compute, shader_compile(GL_COMPUTE_SHADER, cs_source));
    program_link(compute);
    GLuint program = md_program(indirect_vs, NULL);
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
