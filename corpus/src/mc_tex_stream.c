/* SPDX-License-Identifier: MIT */
/* Texture uploads within the frame, in the ways the game does them, each shown by a draw right after it:
 * - animated sprites into a mipmapped atlas: glTexSubImage2D from a strip of frames, cut out by
 * UNPACK_ROW_LENGTH, UNPACK_SKIP_PIXELS and UNPACK_SKIP_ROWS;
 * - glyphs as GL_RED through UNPACK_ALIGNMENT 1, at odd widths, with a swizzle to read them as white with
 * alpha;
 * - a picture as GL_BGRA GL_UNSIGNED_INT_8_8_8_8_REV, as the desktop game uploads screenshots and maps;
 * - a video-like surface through a pixel-unpack buffer: orphaned, mapped write-only, filled, unmapped, then
 *   uploaded from a non-zero offset; and one tile of it through glBufferSubData;
 * - the 16 x 16 lightmap, whole, every frame, bilinear;
 * - a copy from the frame drawn so far (glCopyTexSubImage2D).
 * The pictures shown are nearest-filtered at whole multiples, so each texel is seen.
 *
 * expect: batches=0 subdraws=0 untiered=0 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches */
#include "block.h"

#include <stdlib.h>
#include <string.h>

enum {
    SPRITES = 12,
    STRIP_W = 64,
    STRIP_H = 64,
    GLYPHS = 24,
    GLYPH_W = 7,
    GLYPH_H = 11,
    MAP = 64,
    VIDEO_W = 80,
    VIDEO_H = 60
};

struct stream {
    GLuint atlas, glyphs, map, video, light, copy, pbo;
    GLuint program, buffer;
    GLint u_rect, u_uv, u_light;
    uint32_t strip[STRIP_W * STRIP_H];
};

static const char vs_source[] = "#version 330 core\n"
                                "layout(location = 0) in vec2 a_corner;\n"
                                "uniform vec4 u_rect;\n" /* x, y, width, height in pixels */
                                "uniform vec4 u_uv;\n"
                                "out vec2 v_uv;\n"
                                "out vec2 v_light;\n"
                                "void main() {\n"
                                "    vec2 p = u_rect.xy + a_corner * u_rect.zw;\n"
                                "    gl_Position = vec4(p / vec2(427.0, 240.0) - 1.0, 0.0, 1.0);\n"
                                "    v_uv = u_uv.xy + a_corner * u_uv.zw;\n"
                                "    v_light = (p + 0.5) / vec2(854.0, 480.0);\n"
                                "}\n";

static const char fs_source[] = "#version 330 core\n"
                                "uniform sampler2D u_texture, u_lightmap;\n"
                                "uniform float u_light;\n"
                                "in vec2 v_uv;\n"
                                "in vec2 v_light;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() {\n"
                                "    vec4 light = texture(u_lightmap, v_light);\n"
                                "    o_color = texture(u_texture, v_uv) * mix(vec4(1.0), light, u_light);\n"
                                "}\n";

/* What texels hold before the first upload: an upload of nothing would leave them undefined. */
static const uint8_t zeros[100 * 80 * 4];

static GLuint texture_create(GLint internal, int w, int h, GLenum format, GLenum type, GLint filter)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, w, h, 0, format, type, zeros);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return texture;
}

static void stream_init(struct stream *s)
{
    static const float corners[] = {0, 0, 1, 0, 0, 1, 1, 1};
    static const GLint swizzle[4] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
    GLuint vao;
    s->atlas = texture_atlas(4, 71);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
    for (int l = 1; l <= 2; l++)
        glTexImage2D(GL_TEXTURE_2D, l, GL_RGBA8, 64 >> l, 64 >> l, 0, GL_RGBA, GL_UNSIGNED_BYTE, zeros);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    s->glyphs = texture_create(GL_R8, 128, 32, GL_RED, GL_UNSIGNED_BYTE, GL_NEAREST);
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    s->map = texture_create(GL_RGBA8, MAP, MAP, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, GL_NEAREST);
    s->video = texture_create(GL_RGBA8, VIDEO_W, VIDEO_H, GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST);
    s->copy = texture_create(GL_RGBA8, 100, 80, GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST);
    s->light = texture_create(GL_RGBA8, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t tile[256];
        tile_fill(tile, 16, 16, 400 + i, i % 4 == 3);
        for (uint32_t y = 0; y < 16; y++)
            memcpy(s->strip + (i / 4 * 16 + y) * STRIP_W + i % 4 * 16, tile + y * 16, 64);
    }
    glGenBuffers(1, &s->pbo);
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    s->buffer = buffer_create(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    s->program = program_create(vs_source, fs_source);
    glUseProgram(s->program);
    glUniform1i(glGetUniformLocation(s->program, "u_lightmap"), 2);
    s->u_rect = glGetUniformLocation(s->program, "u_rect");
    s->u_uv = glGetUniformLocation(s->program, "u_uv");
    s->u_light = glGetUniformLocation(s->program, "u_light");
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, s->light);
    glActiveTexture(GL_TEXTURE0);
}

static void show(const struct stream *s, float x, float y, float w, float h, float u, float v, float du,
                 float dv)
{
    glUniform4f(s->u_rect, x, y, w, h);
    glUniform4f(s->u_uv, u, v, du, dv);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void unpack(int row_length, int skip_pixels, int skip_rows)
{
    glPixelStorei(GL_UNPACK_ROW_LENGTH, row_length);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, skip_pixels);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, skip_rows);
}

static void lightmap_update(const struct stream *s, int frame)
{
    uint8_t light[256][4];
    for (int i = 0; i < 256; i++) {
        int sky = i / 16 * 15 + 20, block = i % 16 * 12 + 50 + 5 * (frame % 4);
        light[i][0] = (uint8_t)(sky > block ? sky : block);
        light[i][1] = (uint8_t)((sky + block) / 2);
        light[i][2] = (uint8_t)(255 - block);
        light[i][3] = 255;
    }
    glBindTexture(GL_TEXTURE_2D, s->light);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, light);
}

static void sprites_update(const struct stream *s, int frame)
{
    glBindTexture(GL_TEXTURE_2D, s->atlas);
    for (int i = 0; i < SPRITES; i++) {
        int step = (i * 3 + frame) % 16, size = 16;
        for (int l = 0; l <= 2; l++, size /= 2) {
            unpack(STRIP_W, step % 4 * 16 + l, step / 4 * 16 + l);
            glTexSubImage2D(GL_TEXTURE_2D, l, i % 4 * size, i / 4 * size, size, size, GL_RGBA,
                            GL_UNSIGNED_BYTE, s->strip);
        }
    }
    unpack(0, 0, 0);
    show(s, 20, 20, 320, 320, 0, 0, 1, 1);
    show(s, 350, 20, 32, 32, 0, 0, 1, 1); /* level 1 */
    show(s, 350, 60, 16, 16, 0, 0, 1, 1); /* level 2 */
}

static void glyphs_update(const struct stream *s, int frame)
{
    uint8_t glyph[GLYPH_H * GLYPH_W];
    glBindTexture(GL_TEXTURE_2D, s->glyphs);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int i = 0; i < GLYPHS / 4; i++) {
        int at = (frame * GLYPHS / 4 + i) % GLYPHS, w = GLYPH_W - at % 3;
        for (int k = 0; k < w * GLYPH_H; k++)
            glyph[k] = hash2((uint32_t)(at + 50 * frame), (uint32_t)k / 2) & 1 ? 255 : 40;
        glTexSubImage2D(GL_TEXTURE_2D, 0, at % 16 * 8, at / 16 * 12, w, GLYPH_H, GL_RED, GL_UNSIGNED_BYTE,
                        glyph);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glEnable(GL_BLEND);
    show(s, 20, 370, 512, 96, 0, 0, 1, 0.75f);
    glDisable(GL_BLEND);
}

static void map_update(const struct stream *s, int frame)
{
    static uint32_t argb[MAP * MAP];
    int rows = frame ? 16 : MAP, y0 = frame ? frame * 16 % MAP : 0;
    for (int i = 0; i < MAP * rows; i++) {
        uint32_t x = (uint32_t)i % MAP, y = (uint32_t)(i / MAP + y0),
                 h = hash2(x / 8 + 11 * (uint32_t)frame, y / 8);
        argb[i] = 0xFF000000u | (h & 0xF0) << 16 | (x * 3) << 8 | (y * 3 + 60);
    }
    glBindTexture(GL_TEXTURE_2D, s->map);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y0, MAP, rows, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, argb);
    show(s, 400, 20, 128, 128, 0, 0, 1, 1);
}

static void video_update(const struct stream *s, int frame)
{
    enum { SKIP = 64, BYTES = VIDEO_W * VIDEO_H * 4 };
    uint32_t tile[64];
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s->pbo);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, SKIP + BYTES, NULL, GL_STREAM_DRAW);
    uint32_t *p = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, SKIP + BYTES,
                                   GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!p)
        die("cannot map the pixel buffer");
    memset(p, 0x33, SKIP);
    for (int i = 0; i < VIDEO_W * VIDEO_H; i++) {
        int x = i % VIDEO_W / 4, y = i / VIDEO_W / 4;
        p[SKIP / 4 + i] = 0xFF000000u | (uint32_t)(x * 12 + frame * 9) % 256 | (uint32_t)(y * 16) << 8 |
                          (uint32_t)((x ^ y) * 8 & 255) << 16;
    }
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
    glBindTexture(GL_TEXTURE_2D, s->video);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, VIDEO_W, VIDEO_H, GL_RGBA, GL_UNSIGNED_BYTE, (void *)SKIP);
    tile_fill(tile, 8, 8, 900 + (uint32_t)frame, false);
    glBufferSubData(GL_PIXEL_UNPACK_BUFFER, 256, sizeof(tile), tile);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 8 + frame * 8 % 64, 24, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)256);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    show(s, 550, 20, 240, 180, 0, 0, 1, 1);
}

static void copy_update(const struct stream *s, int frame)
{
    glBindTexture(GL_TEXTURE_2D, s->copy);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 20 + frame * 8, 20, 100, 80);
    glUniform1f(s->u_light, 1);
    show(s, 400, 170, 100, 80, 0, 0, 1, 1);
    show(s, 550, 220, 300, 240, 0, 0, 1, 1);
    glUniform1f(s->u_light, 0);
}

int main(int argc, char **argv)
{
    static struct stream s;
    struct app app;
    app_init(&app, argc, argv, (struct app_config){.width = MC_WIDTH, .height = MC_HEIGHT, .frames = 8});
    stream_init(&s);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    for (; app_running(&app); app_swap(&app)) {
        glClearColor(0.25f, 0.2f + 0.02f * (float)(app.frame % 8), 0.3f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glActiveTexture(GL_TEXTURE2);
        lightmap_update(&s, app.frame);
        glActiveTexture(GL_TEXTURE0);
        glUniform1f(s.u_light, 0);
        sprites_update(&s, app.frame);
        glyphs_update(&s, app.frame);
        map_update(&s, app.frame);
        video_update(&s, app.frame);
        copy_update(&s, app.frame);
    }
    return app_finish(&app);
}
