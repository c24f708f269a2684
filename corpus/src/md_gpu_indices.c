/* SPDX-License-Identifier: MIT */
/* Rule: indices written by the GPU just before the batch are the ones drawn, not what an earlier copy on
 * the host says. Rows 0 and 1: written by a compute shader into the element buffer; row 2: copied into it.
 * Odd frames write other triangles.
 *
 * expect: batches=4 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 *
 * ES 3.0 has no compute shader to write the indices.
 *
 * Derived: 2 batches a frame of plain triangles; drawelements must fetch the indices from the GPU, compute
 * must wait for them, and nothing is declined. */
#include "md.h"

#include <string.h>

/* Copies the indices; in odd frames each first triangle gets another last corner. */
static const char cs_source[] = "#version 430 core\n"
                                "layout(local_size_x = 1) in;\n"
                                "layout(std430, binding = 0) readonly buffer Source { uint source[]; };\n"
                                "layout(std430, binding = 1) writeonly buffer Target { uint target[]; };\n"
                                "uniform uint u_turn;\n"
                                "void main() {\n"
                                "    uint i = gl_GlobalInvocationID.x;\n"
                                "    uint v = source[i];\n"
                                "    target[i] = i % 13u == 3u ? v + u_turn : v;\n"
                                "}\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    size_t size;
    GLuint source[2], compute;
    GLintptr row2;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 3});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    size = d.index_size;
    for (int turn = 0; turn < 2; turn++) {
        source[turn] = buffer_create(GL_COPY_READ_BUFFER, size, d.index, GL_STATIC_DRAW);
        for (size_t i = 3; i < size / 4; i += 13)
            d.index[i * 4]++; /* small numbers: the low byte is enough */
    }
    memset(d.index, 0, size);
    md_upload(&d);
    row2 = (GLintptr)b.offset[16];
    compute = glCreateProgram();
    glAttachShader(compute, shader_compile(GL_COMPUTE_SHADER, cs_source));
    program_link(compute);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glUseProgram(compute);
        glUniform1ui(glGetUniformLocation(compute, "u_turn"), (GLuint)app.frame);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, source[0]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, d.ibo);
        glDispatchCompute((GLuint)(size / 4), 1, 1);
        glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
        glUseProgram(program);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0, 2 * MD_COLS);
        glBindBuffer(GL_COPY_READ_BUFFER, source[app.frame % 2]);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ELEMENT_ARRAY_BUFFER, row2, row2,
                            (GLsizeiptr)size - row2);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
