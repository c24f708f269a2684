/* SPDX-License-Identifier: MIT */
/* Rule: glMultiDrawArrays draws range by range, empty ranges too count for gl_DrawID, and it leaves no
 * trace in the batch after it. Rows 0 and 1: fans and triangles of 4 and 3 vertices by glMultiDrawArrays;
 * row 2: a batch.
 *
 * expect: batches=2 subdraws=16 untiered=4 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 1 batch a frame, by a program that reads no gl_DrawID; the 2 glMultiDrawArrays are issued range
 * by range and counted apart. */
#include "md.h"

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLint first[2 * MD_COLS];
    GLsizei count[2 * MD_COLS];
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    for (int i = 0; i < 2 * MD_COLS; i++) {
        first[i] = b.base[i] + i % 5 * 3; /* the cell's first vertex */
        count[i] = i == 5 || i == 12 ? 0 : i < 8 ? 4 : 6;
    }
    md_upload(&d);
    GLuint program = md_program(NULL, NULL);
    GLuint numbered = md_program_tinted(MD_PARAMETERS, "gl_DrawIDARB");
    glUseProgram(program);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        glUseProgram(numbered);
        glUniform2f(glGetUniformLocation(numbered, "u_offset"), (float)app.frame, 1);
        glMultiDrawArrays(GL_TRIANGLE_FAN, first, count, MD_COLS);
        glMultiDrawArrays(GL_TRIANGLES, first + MD_COLS, count + MD_COLS, MD_COLS);
        glUseProgram(program);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 2);
    }
    return app_finish(&app);
}
