/* SPDX-License-Identifier: MIT */
/* Rule: two contexts that share buffers each have their own VAOs, tiers and staging, and change places
 * between batches.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=partial(mode:2)
 *
 * Derived: 4 batches of triangles in the first context, 2 of fans in the second, which compute declines. */
#include "md.h"

static const char fs_source[] = "#version 330 core\n"
                                "in vec4 v_color;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() { o_color = v_color.brga; }\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch small = {0};
    EGLContext other;
    GLuint vao, second;
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    while (d.index_size % 4)
        md_index(&d, GL_UNSIGNED_BYTE, 0);
    md_scene(&d, &small, GL_UNSIGNED_SHORT, md_fan, 6, 7);
    md_upload(&d);
    other = app_context_share(&app);
    eglMakeCurrent(app.display, app.surface, app.surface, other);
    glViewport(0, 0, MD_WIDTH, MD_HEIGHT);
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    glBindBuffer(GL_ARRAY_BUFFER, d.vbo);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, d.ibo);
    md_attributes();
    second = md_program(NULL, fs_source);
    eglMakeCurrent(app.display, app.surface, app.surface, app.context);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0);
        eglMakeCurrent(app.display, app.surface, app.surface, other);
        glUniform2f(glGetUniformLocation(second, "u_offset"), (float)app.frame, 2);
        md_draw_row(&small, GL_TRIANGLE_FAN, GL_UNSIGNED_SHORT, 1);
        eglMakeCurrent(app.display, app.surface, app.surface, app.context);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
