/* SPDX-License-Identifier: MIT */
/* Rule: the first draw after linking a program is a multi-draw, and each tier must be able to do it. Each
 * row of each frame is drawn by a program linked just before; the second time the same program object is
 * linked again with another fragment shader.
 *
 * expect: batches=6 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 3 batches a frame of plain triangles; nothing to decline. */
#include "md.h"

static const char swapped[] =
    "#version 330 core\nin vec4 v_color;\nout vec4 o_color;\nvoid main() { o_color = v_color.gbra; }\n";
static const char inverted[] = "#version 330 core\nin vec4 v_color;\nout vec4 o_color;\nvoid main() { "
                               "o_color = vec4(1.0 - v_color.rgb, 1.0); }\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        for (int row = 0; row < MD_ROWS; row++) {
            if (row < 2) {
                program = md_program(NULL, row ? inverted : swapped);
            } else {
                GLuint fs = shader_compile(GL_FRAGMENT_SHADER, swapped);
                GLuint attached[2];
                glGetAttachedShaders(program, 2, NULL, attached);
                glDetachShader(program, attached[1]);
                glAttachShader(program, fs);
                program_link(program);
                glUseProgram(program);
                glDeleteShader(fs);
            }
            glUniform2f(glGetUniformLocation(program, "u_offset"), (float)app.frame, 0);
            md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, row);
        }
    }
    return app_finish(&app);
}
