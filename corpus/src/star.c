/* SPDX-License-Identifier: MIT */
/* The star field, see star.h. */
#include "star.h"

static const char vs_source[] = "#version 330\n"
                                "layout(location = 0) in vec2 a_corner;\n"
                                "layout(location = 1) in vec4 a_color;\n"
                                "out vec4 v_color;\n"
                                "void main() {\n"
                                "    vec2 place = vec2(gl_InstanceID % 1000, gl_InstanceID / 1000);\n"
                                "    gl_Position = vec4((place + a_corner) / 500.0 - 1.0, 0.0, 1.0);\n"
                                "    v_color = a_color;\n"
                                "}\n";

static const char fs_source[] = "#version 330\n"
                                "in vec4 v_color;\n"
                                "out vec4 o_color;\n"
                                "void main() { o_color = v_color; }\n";

const float star_corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

void star_colors(uint8_t (*rgba)[4])
{
    enum { PALETTE = 251 }; /* a prime, so that no row repeats the last one */

    for (uint32_t i = 0; i < STARS; i++) {
        uint32_t color = hash2((i % STAR_SIDE + 3 * (i / STAR_SIDE)) % PALETTE, 7);
        rgba[i][0] = (uint8_t)color;
        rgba[i][1] = (uint8_t)(color >> 8);
        rgba[i][2] = (uint8_t)(color >> 16);
        rgba[i][3] = 255;
    }
}

void star_init(struct app *app, int argc, char **argv)
{
    app_init(app, argc, argv,
             (struct app_config){.width = STAR_SIDE, .height = STAR_SIDE, .compat = true, .frames = 1});
    glUseProgram(program_create(vs_source, fs_source));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glClearColor(0, 0, 0, 1);
}

void star_frame(const struct app *app)
{
    glClear(GL_COLOR_BUFFER_BIT);
    glVertexAttribDivisor(1, (GLuint)app->frame + 1);
    glDrawArraysInstanced(0x0007 /* GL_QUADS, which the core header leaves out */, 0, 4, STARS);
}
