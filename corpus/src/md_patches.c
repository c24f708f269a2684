/* SPDX-License-Identifier: MIT */
/* Rule: each sub-draw of patches is whole patches of its own, and what is left over is not drawn. Patches of
 * 4 vertices, tessellated 2 x 2 with corners bent inwards, from sub-draws of 10 indices.
 *
 * expect: batches=2 subdraws=48 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(mode:2)
 * expect angle: ext=failed multiindirect=failed
 * expect angle: indirect=failed basevertex=failed
 * expect angle: drawelements=failed compute=failed
 * expect softpipe: ext=failed multiindirect=failed
 * expect softpipe: indirect=failed basevertex=failed
 * expect softpipe: drawelements=failed compute=failed
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 *
 * On angle and softpipe an ES 3.1 driver without tessellation shaders has no patches: a gap that affects
 * draws.
 *
 * Neither has ES 3.0.
 *
 * Derived: 1 batch a frame; compute declines patches. */
#include "md.h"

/* Two patches, and two vertices of a third that is not drawn. */
static const uint8_t patches[] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 2};

static const char vs_source[] =
    "#version 410 core\n"
    "layout(location = 0) in vec2 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "uniform vec2 u_offset;\n"
    "out vec4 v_control;\n"
    "void main() {\n"
    "    gl_Position = vec4((a_pos + u_offset) / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
    "    v_control = a_color;\n"
    "}\n";

static const char tcs_source[] =
    "#version 410 core\n"
    "layout(vertices = 4) out;\n"
    "in vec4 v_control[];\n"
    "out vec4 v_patch[];\n"
    "void main() {\n"
    "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
    "    v_patch[gl_InvocationID] = v_control[gl_InvocationID];\n"
    "    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 2.0;\n"
    "    gl_TessLevelInner[0] = gl_TessLevelInner[1] = 2.0;\n"
    "}\n";

static const char tes_source[] =
    "#version 410 core\n"
    "layout(quads, equal_spacing, ccw) in;\n"
    "in vec4 v_patch[];\n"
    "out vec4 v_color;\n"
    "void main() {\n"
    "    vec2 t = gl_TessCoord.xy;\n"
    "    vec4 p = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t.x),\n"
    "                 mix(gl_in[3].gl_Position, gl_in[2].gl_Position, t.x), t.y);\n"
    "    vec4 centre = 0.25 * (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position + "
    "gl_in[3].gl_Position);\n"
    "    gl_Position = mix(p, centre, t.x == 0.5 || t.y == 0.5 ? 0.0 : 0.25);\n"
    "    v_color = mix(mix(v_patch[0], v_patch[1], t.x), mix(v_patch[3], v_patch[2], t.x), t.y) * (t.x == "
    "0.5 ? 0.6 : 1.0);\n"
    "}\n";

static const char fs_source[] = "#version 410 core\n"
                                "in vec4 v_color;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() { o_color = v_color; }\n";

static GLuint tessellation_program(void)
{
    GLuint program = glCreateProgram();
    glAttachShader(program, shader_compile(GL_VERTEX_SHADER, vs_source));
    glAttachShader(program, shader_compile(GL_TESS_CONTROL_SHADER, tcs_source));
    glAttachShader(program, shader_compile(GL_TESS_EVALUATION_SHADER, tes_source));
    glAttachShader(program, shader_compile(GL_FRAGMENT_SHADER, fs_source));
    program_link(program);
    glUseProgram(program);
    return program;
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 1});
    md_scene(&d, &b, GL_UNSIGNED_SHORT, patches, (int)sizeof(patches), 7);
    md_upload(&d);
    GLuint program = tessellation_program();
    glPatchParameteri(GL_PATCH_VERTICES, 4);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw(&b, GL_PATCHES, GL_UNSIGNED_SHORT);
    }
    return app_finish(&app);
}
