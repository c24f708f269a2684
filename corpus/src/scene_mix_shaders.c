/* SPDX-License-Identifier: MIT */
/* The shaders of mc_scene_mix. */
#include "scene_mix.h"

#define FRAME "layout(std140) uniform Frame { mat4 view; mat4 light; vec4 time; };\n"

const char scene_shadow_vs[] =
    "#version 330 core\n"
    "layout(location = 0) in vec3 a_pos;\n" FRAME "void main() { gl_Position = light * vec4(a_pos, 1.0); }\n";

const char scene_shadow_fs[] = "#version 330 core\n"
                               "void main() { }\n";

const char scene_terrain_vs[] = "#version 330 core\n"
                                "layout(location = 0) in vec3 a_pos;\n"
                                "layout(location = 1) in vec4 a_color;\n"
                                "layout(location = 2) in vec2 a_uv;\n" FRAME "out vec4 v_color;\n"
                                "out vec3 v_shadow;\n"
                                "out vec2 v_uv;\n"
                                "flat out int v_layer;\n"
                                "void main() {\n"
                                "    gl_Position = view * vec4(a_pos, 1.0);\n"
                                "    vec4 l = light * vec4(a_pos, 1.0);\n"
                                "    v_shadow = l.xyz * 0.5 + 0.5;\n"
                                "    v_color = a_color;\n"
                                "    v_uv = a_uv * 8.0;\n"
                                "    v_layer = gl_VertexID / 24 % 6;\n"
                                "}\n";

const char scene_terrain_fs[] = "#version 330 core\n"
                                "uniform sampler2DArray u_array;\n"
                                "uniform sampler2DShadow u_shadow;\n"
                                "in vec4 v_color;\n"
                                "in vec3 v_shadow;\n"
                                "in vec2 v_uv;\n"
                                "flat in int v_layer;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() {\n"
                                "    float lit = texture(u_shadow, vec3(v_shadow.xy, v_shadow.z - 0.01));\n"
                                "    vec4 c = texture(u_array, vec3(v_uv, float(v_layer))) * v_color;\n"
                                "    o_color = vec4(c.rgb * (0.45 + 0.55 * lit), 1.0);\n"
                                "}\n";

const char scene_grass_vs[] = "#version 330 core\n"
                              "layout(location = 0) in vec3 a_pos;\n"
                              "layout(location = 1) in vec4 a_color;\n"
                              "layout(location = 2) in vec2 a_uv;\n"
                              "layout(location = 3) in vec4 a_at;\n" FRAME "out vec4 v_color;\n"
                              "out vec2 v_uv;\n"
                              "void main() {\n"
                              "    vec3 p = a_pos * a_at.w + a_at.xyz;\n"
                              "    p.x += a_pos.y * 0.3 * sin(time.x + float(gl_InstanceID));\n"
                              "    gl_Position = view * vec4(p, 1.0);\n"
                              "    v_color = a_color;\n"
                              "    v_uv = a_uv;\n"
                              "}\n";

const char scene_grass_fs[] = "#version 330 core\n"
                              "uniform sampler2D u_atlas;\n"
                              "in vec4 v_color;\n"
                              "in vec2 v_uv;\n"
                              "layout(location = 0) out vec4 o_color;\n"
                              "void main() {\n"
                              "    vec4 c = texture(u_atlas, v_uv) * v_color;\n"
                              "    if (c.a < 0.5)\n"
                              "        discard;\n"
                              "    o_color = c;\n"
                              "}\n";

const char scene_post_vs[] = "#version 330 core\n"
                             "void main() {\n"
                             "    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;\n"
                             "    gl_Position = vec4(p, 0.0, 1.0);\n"
                             "}\n";

const char scene_post_fs[] = "#version 330 core\n"
                             "uniform sampler2D u_depth;\n"
                             "layout(location = 0) out vec4 o_color;\n"
                             "void main() {\n"
                             "    float d = texelFetch(u_depth, ivec2(gl_FragCoord.xy), 0).r;\n"
                             "    float fog = clamp((d - 0.95) * 14.0, 0.0, 0.7);\n"
                             "    o_color = vec4(0.6, 0.7, 0.95, fog);\n"
                             "}\n";
