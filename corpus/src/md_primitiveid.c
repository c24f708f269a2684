/* SPDX-License-Identifier: MIT */
/* Rule: gl_PrimitiveID starts at 0 with each sub-draw; llvmpipe's ext and any flattened draw go on
 * counting.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=exempt
 * expect: ext=demoted(primitive-id:2) multiindirect=demoted(primitive-id:2)
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(primitive-id:2)
 * expect angle: ext=failed multiindirect=failed
 * expect angle: indirect=failed basevertex=failed
 * expect angle: drawelements=failed compute=failed
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 * expect zink: indirect=differs
 *
 * On angle gl_PrimitiveID needs geometry shaders in ES 3.1: the program does not link, a gap that affects
 * draws.
 *
 * The same goes for ES 3.0.
 *
 * On zink single draws are gathered into one draw of Vulkan's (Mesa's threaded context), and its llvmpipe
 * goes on counting: the reference is wrong there, and only indirect draws, which are not gathered, start at
 * 0.
 *
 * Derived: 1 batch a frame by a program that reads gl_PrimitiveID: the batched tiers are demoted. Native
 * is exempt: llvmpipe goes on counting there too. */
#include "md.h"

static const char fs_source[] =
    "#version 330 core\n"
    "in vec4 v_color;\n"
    "layout(location = 0) out vec4 o_color;\n"
    "void main() { o_color = vec4(v_color.rg, float(gl_PrimitiveID * 60 & 255) / 255.0, 1.0); }\n";

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){0});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    GLuint program = md_program(NULL, fs_source);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_TRIANGLES, GL_UNSIGNED_INT);
    }
    return app_finish(&app);
}
