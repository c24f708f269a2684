/* SPDX-License-Identifier: MIT */
/* Rule: a vertex stage that reads a buffer texture of 1,000,000 texels shows the same where the driver's
 * buffer textures are shorter. 64 ribbons of 32 segments have their heights in one buffer texture, their
 * first texel in another; the last ribbon of a frame takes every 30,000th texel, from one end to the other. A
 * third texture, of bytes, colours them.
 *
 * expect: batches=2 subdraws=32 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=demoted(mode:2)
 *
 * Derived: 2 frames with one batch of 16 ribbons each, that share their first texel and differ by base
 * vertex; the other ribbons are single draws. Corners lie on whole pixels and colours are flat, so that every
 * rasteriser makes the same picture. */
#include "common.h"

enum {
    TEXELS = 1000000,
    PIECE = 4000,
    RIBBONS = 64,
    SEGMENTS = 32,
    VERTICES = 2 * (SEGMENTS + 1),
    BATCH = 16
};

static const char vs_source[] =
    "#version 430 core\n"
    "uniform samplerBuffer heights;\n"
    "uniform usamplerBuffer firsts;\n"
    "uniform samplerBuffer colors;\n"
    "uniform int u_ribbon, u_step, u_row;\n"
    "flat out vec3 v_color;\n"
    "void main() {\n"
    "    int i = gl_VertexID / 2;\n"
    "    int first = int(texelFetch(firsts, u_ribbon).x);\n"
    "    float h = texelFetch(heights, first + i * u_step).x;\n"
    "    int row = u_row + i / 33;\n"
    "    vec2 p = vec2(float(i % 33) / 16.0 - 1.0, float(row * 4 + (gl_VertexID & 1) * 3) / 128.0 - 1.0);\n"
    "    v_color = texelFetch(colors, (first + i) % 999983).rgb * 0.5 + vec3(h, "
    "float(textureSize(heights)) / "
    "2000000.0, 1.0 - h) * 0.5;\n"
    "    gl_Position = vec4(p, 0.0, 1.0);\n"
    "}\n";

static const char fs_source[] = "#version 430 core\n"
                                "flat in vec3 v_color;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() { o_color = vec4(v_color, 1.0); }\n";

/* A buffer of TEXELS texels that repeats one piece, bound as a texture to a unit. */
static void repeated(GLuint unit, GLenum format, size_t texel, const void *piece)
{
    GLuint texture, buffer = buffer_create(GL_TEXTURE_BUFFER, TEXELS * texel, NULL, GL_STATIC_DRAW);

    buffer_create(GL_COPY_READ_BUFFER, PIECE * texel, piece, GL_STATIC_DRAW);
    for (int i = 0; i < TEXELS / PIECE;
         i++) { /* each time begun elsewhere, so that no two places are alike */
        GLintptr at = (GLintptr)i * PIECE, turn = (i % 61) * 64;

        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_TEXTURE_BUFFER, turn * (GLintptr)texel,
                            at * (GLintptr)texel, (PIECE - turn) * (GLsizeiptr)texel);
        if (turn)
            glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_TEXTURE_BUFFER, 0,
                                (at + PIECE - turn) * (GLintptr)texel, turn * (GLsizeiptr)texel);
    }
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
}

static void make_textures(void)
{
    static float heights[PIECE];
    static uint32_t colors[PIECE], firsts[RIBBONS];
    GLuint texture, buffer;

    for (uint32_t i = 0; i < PIECE; i++) {
        heights[i] = (float)(hash2(i, 3) % 1024) / 1024.0f;
        colors[i] = hash2(i, 5) | 0xff000000u;
    }
    for (uint32_t i = 0; i < RIBBONS; i++)
        firsts[i] = i == RIBBONS - 1 ? 11 : hash2(i, 9) % (TEXELS - 4000);
    repeated(0, GL_R32F, 4, heights);
    repeated(2, GL_RGBA8, 4, colors);
    buffer = buffer_create(GL_TEXTURE_BUFFER, sizeof firsts, firsts, GL_STATIC_DRAW);
    glActiveTexture(GL_TEXTURE1);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer);
}

static void draw_batch(void)
{
    GLsizei count[BATCH];
    const void *offset[BATCH] = {NULL};
    GLint base[BATCH];

    for (int i = 0; i < BATCH; i++) {
        count[i] = VERTICES;
        base[i] = i * VERTICES;
    }
    glMultiDrawElementsBaseVertex(GL_TRIANGLE_STRIP, count, GL_UNSIGNED_BYTE, offset, BATCH, base);
}

static GLuint make_program(void)
{
    GLuint program = program_create(vs_source, fs_source);

    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "heights"), 0);
    glUniform1i(glGetUniformLocation(program, "firsts"), 1);
    glUniform1i(glGetUniformLocation(program, "colors"), 2);
    return program;
}

static void draw_ribbons(GLint ribbon, GLint step, GLint row, int frame)
{
    for (int i = 0; i < RIBBONS - BATCH; i++) {
        glUniform1i(ribbon, i + BATCH);
        glUniform1i(step, i + BATCH == RIBBONS - 1 ? 30000 : 1 + (i + frame) % 3);
        glUniform1i(row, i + BATCH);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, VERTICES);
    }
    glUniform1i(ribbon, frame);
    glUniform1i(step, 1);
    glUniform1i(row, 0);
    draw_batch();
}

int main(int argc, char **argv)
{
    uint8_t indices[VERTICES];
    struct app app;
    GLuint program, vao;
    GLint ribbon, step, row;

    app_init(&app, argc, argv, (struct app_config){.width = 256, .height = 256, .major = 4, .minor = 3});
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    make_textures();
    for (int i = 0; i < VERTICES; i++)
        indices[i] = (uint8_t)i;
    buffer_create(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    program = make_program();
    ribbon = glGetUniformLocation(program, "u_ribbon");
    step = glGetUniformLocation(program, "u_step");
    row = glGetUniformLocation(program, "u_row");
    while (app_running(&app)) {
        glClearColor(0.1f, 0.1f, 0.1f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        draw_ribbons(ribbon, step, row, app.frame);
        app_swap(&app);
    }
    return app_finish(&app);
}
