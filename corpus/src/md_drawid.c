/* SPDX-License-Identifier: MIT */
/* Rule: gl_DrawID counts the sub-draws of a batch, empty ones too, and starts at 0 with each. The batched
 * tiers issue one draw, where the driver or nobody counts.
 *
 * expect: batches=4 subdraws=54 untiered=0 native=identical
 * expect: ext=demoted(draw-id:4) multiindirect=demoted(draw-id:4)
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(draw-id:4)
 *
 * Derived: 2 batches a frame by a program that reads gl_DrawID: ext, multiindirect and compute are
 * demoted, the unrolled tiers feed each sub-draw its number. */
#include "md.h"

static const char vs_source[] =
    "#version 450 core\n"
    "#extension GL_ARB_shader_draw_parameters : require\n"
    "layout(location = 0) in vec2 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "uniform vec2 u_offset;\n"
    "out vec4 v_color;\n"
    "vec3 tint(int i) { return vec3(i * 37 & 127, i * 73 & 127, i * 101 & 127) / 127.0; }\n"
    "void main() {\n"
    "    gl_Position = vec4((a_pos + u_offset) / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
    "    v_color = vec4(mix(a_color.rgb, tint(gl_DrawIDARB), 0.7), 1.0);\n"
    "}\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    struct md_batch all = {0};
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5});
    md_scene(&d, &all, GL_UNSIGNED_INT, md_triangles, 12, 7);
    for (int i = 0; i < MD_CELLS; i++) {
        if (i % 8 == 5)
            md_add(&b, 0, 0, 0);
        md_add(&b, 12, (size_t)all.offset[i], all.base[i]);
    }
    md_upload(&d);
    GLuint program = md_program(vs_source, NULL);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0, 12);
        md_draw_part(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 12, 15);
    }
    return app_finish(&app);
}
