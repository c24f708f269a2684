/* SPDX-License-Identifier: MIT */
/* Rule: an instanced array reads its element 0 in every sub-draw: it does not follow the base vertex nor
 * the sub- draw. Element 0 is a mild tint, the others are loud.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 1 batch a frame of one instance each; nothing to decline. */
#include "md.h"

static const char vs_source[] =
    "#version 330 core\n"
    "layout(location = 0) in vec2 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "layout(location = 2) in vec3 a_tint;\n"
    "uniform vec2 u_offset;\n"
    "out vec4 v_color;\n"
    "void main() {\n"
    "    gl_Position = vec4((a_pos + u_offset) / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
    "    v_color = vec4(a_color.rgb * a_tint, 1.0);\n"
    "}\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    static float tint[64][3];
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);

    for (int i = 1; i < 64; i++)
        tint[i][i % 3] = 3;
    tint[0][0] = 0.8f, tint[0][1] = 1, tint[0][2] = 0.9f;
    buffer_create(GL_ARRAY_BUFFER, sizeof(tint), tint, GL_STATIC_DRAW);
    glVertexAttribPointer(2, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(2, 1);
    glEnableVertexAttribArray(2);
    GLuint program = md_program(vs_source, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glDrawElementsInstancedBaseVertex(GL_TRIANGLES, 6, GL_UNSIGNED_INT, b.offset[2], 3, b.base[2]);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
    }
    return app_finish(&app);
}
