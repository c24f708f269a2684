/* SPDX-License-Identifier: MIT */
/* A world as the unmodified game draws it: one vertex buffer, one VAO, one uniform and one glDrawElements per
 * chunk section (solid, cutout and translucent passes), then entities of a few boxes each with their own
 * matrix, tint and texture, then an overlay of glDrawArrays quads from a buffer that is respecified for every
 * draw. There is no multi-draw in it: it measures what the emulation costs per plain draw.
 *
 * usage: mc_vanilla_draw [FRAMES]; make bench captures it with 20 and with 220 frames.
 * expect: batches=0 subdraws=0 untiered=0 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches */
#include "block.h"

enum { GRID = 9, SECTIONS = GRID * GRID, ENTITIES = 24, PARTS = 5, LAYERS = 3, TEXTURES = 5, LETTERS = 28 };

struct section {
    GLuint vao[LAYERS]; /* solid, cutout, translucent */
    int indices[LAYERS];
};

struct world {
    struct section section[SECTIONS];
    GLuint part[PARTS], texture[TEXTURES], program, overlay_vao, overlay_buffer;
    GLint u_matrix, u_offset, u_tint, u_cutoff;
};

static float ground(int x, int z)
{
    uint32_t h = hash2((uint32_t)(x / 2 + 100), (uint32_t)(z / 2 + 200));
    return (float)(h & 3) * 0.5f + (float)(hash2((uint32_t)(x + 7), (uint32_t)(z + 9)) & 1) * 0.25f;
}

static void section_build(struct section *s, int sx, int sz, GLuint indices)
{
    struct mesh mesh[LAYERS] = {0};
    for (int i = 0; i < 16; i++) {
        int x = i % 4, z = i / 4;
        float h = ground(sx * 4 + x, sz * 4 + z);
        uint32_t r = hash2((uint32_t)(sx * 64 + sz), (uint32_t)i);
        mesh_box(&mesh[0], (float[]){(float)x, -1, (float)z}, (float[]){1, 1 + h, 1}, (int)(r % 2) * 3,
                 0xFFB0F0C0u - (r & 0x1F1F00));
        if (r % 4 == 0) {
            mesh_quad(&mesh[1], (float[]){(float)x, h, (float)z}, (float[]){1, 0, 1}, (float[]){0, 1.2f, 0},
                      5, 0xFF80FFB0u);
            mesh_quad(&mesh[1], (float[]){(float)x, h, (float)z + 1}, (float[]){1, 0, -1},
                      (float[]){0, 1.2f, 0}, 8, 0xFF90E0FFu);
        }
        if (h < 0.5f)
            mesh_quad(&mesh[2], (float[]){(float)x, 0.4f, (float)z + 1}, (float[]){1, 0, 0},
                      (float[]){0, 0, -1}, 9, 0x90FFB060u);
    }
    for (int l = 0; l < LAYERS; l++) {
        s->indices[l] = mesh[l].n / 4 * 6;
        s->vao[l] = mesh[l].n ? mesh_vao(&mesh[l], indices) : 0;
        mesh_free(&mesh[l]);
    }
}

static void world_build(struct world *w)
{
    static const float size[PARTS][6] = {
        /* at, size */
        {-0.4f, 0.8f, -0.25f, 0.8f, 0.9f, 0.5f}, {-0.3f, 1.7f, -0.3f, 0.6f, 0.6f, 0.6f},
        {-0.35f, 0, -0.2f, 0.3f, 0.8f, 0.4f},    {0.05f, 0, -0.2f, 0.3f, 0.8f, 0.4f},
        {-0.7f, 0.9f, -0.15f, 1.4f, 0.3f, 0.3f},
    };
    GLuint indices;
    glGenVertexArrays(1, &w->overlay_vao);
    glBindVertexArray(w->overlay_vao);
    indices = quad_indices(96);
    for (int i = 0; i < SECTIONS; i++)
        section_build(&w->section[i], i % GRID, i / GRID, indices);
    for (int i = 0; i < PARTS; i++) {
        struct mesh mesh = {0};
        mesh_box(&mesh, size[i], size[i] + 3, i * 3 % 15, 0xFFFFFFFFu);
        w->part[i] = mesh_vao(&mesh, indices);
        mesh_free(&mesh);
    }
    glBindVertexArray(w->overlay_vao);
    w->overlay_buffer = buffer_create(GL_ARRAY_BUFFER, 4096, NULL, GL_STREAM_DRAW);
    block_attributes(0);
    for (uint32_t i = 0; i < TEXTURES; i++)
        w->texture[i] = texture_atlas(BLOCK_ATLAS, 40 + i * 31);
    w->program = block_program();
    w->u_matrix = glGetUniformLocation(w->program, "u_matrix");
    w->u_offset = glGetUniformLocation(w->program, "u_offset");
    w->u_tint = glGetUniformLocation(w->program, "u_tint");
    w->u_cutoff = glGetUniformLocation(w->program, "u_cutoff");
}

static void draw_sections(const struct world *w, int layer)
{
    glUniform1f(w->u_cutoff, layer == 1 ? 0.5f : 0.0f);
    for (int i = 0; i < SECTIONS; i++) {
        const struct section *s = &w->section[i];
        if (!s->indices[layer])
            continue;
        glBindVertexArray(s->vao[layer]);
        glUniform3f(w->u_offset, (float)(i % GRID - GRID / 2) * 4, 0, (float)(i / GRID) * 4 - 30);
        glDrawElements(GL_TRIANGLES, s->indices[layer], GL_UNSIGNED_SHORT, NULL);
    }
}

static void draw_entities(const struct world *w, struct mat4 view, int frame)
{
    glUniform1f(w->u_cutoff, 0.1f);
    for (int e = 0; e < ENTITIES; e++) {
        float x = (float)(e % 6) * 5 - 14 + (float)(e / 6), z = (float)(e / 6) * 6 - 22;
        float h = ground((int)x + 18, (int)z + 30), angle = (float)(e * 40 + frame * 6) * 0.0174533f;
        struct mat4 m = mat4_mul(view, mat4_mul(mat4_translate(x, h, z), mat4_rotate_y(angle)));
        glBindTexture(GL_TEXTURE_2D, w->texture[1 + e % (TEXTURES - 1)]);
        glUniformMatrix4fv(w->u_matrix, 1, GL_FALSE, m.m);
        glUniform3f(w->u_offset, 0, 0, 0);
        for (int p = 0; p < PARTS; p++) {
            glUniform4f(w->u_tint, 1, p % 2 ? 0.7f : 1, e % 3 ? 1 : 0.6f, 1);
            glBindVertexArray(w->part[p]);
            glDrawElements(GL_TRIANGLES, 36, GL_UNSIGNED_SHORT, NULL);
        }
    }
}

static void draw_overlay(const struct world *w, int frame)
{
    struct mat4 m = mat4_ortho(0, MC_WIDTH, 0, MC_HEIGHT, -1, 1);
    glUniformMatrix4fv(w->u_matrix, 1, GL_FALSE, m.m);
    glUniform3f(w->u_offset, 0, 0, 0);
    glUniform1f(w->u_cutoff, 0.1f);
    glBindVertexArray(w->overlay_vao);
    glBindBuffer(GL_ARRAY_BUFFER, w->overlay_buffer);
    for (int i = 0; i < LETTERS; i++) {
        struct mesh mesh = {0};
        float x = 20 + (float)(i % 14) * 34, y = i < 14 ? 440 : 20;
        int glyph = (i * 5 + (i < 14 ? frame : 0)) % 15;
        mesh_quad(&mesh, (float[]){x, y, 0}, (float[]){24, 0, 0}, (float[]){0, 24, 0}, glyph, 0xFFFFFFFFu);
        glBindTexture(GL_TEXTURE_2D, w->texture[i % TEXTURES]);
        glUniform4f(w->u_tint, 1, 1, 1, i % 5 == 0 ? 0.5f : 1);
        glBufferData(GL_ARRAY_BUFFER, 4 * sizeof(*mesh.v), mesh.v, GL_STREAM_DRAW);
        glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
        mesh_free(&mesh);
    }
}

int main(int argc, char **argv)
{
    static struct world w;
    struct app app;
    app_init(&app, argc, argv, (struct app_config){.width = MC_WIDTH, .height = MC_HEIGHT, .frames = 8});
    world_build(&w);
    glClearColor(0.5f, 0.7f, 1, 1);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glCullFace(GL_BACK);
    for (; app_running(&app); app_swap(&app)) {
        const float eye[3] = {0.05f * (float)(app.frame % 60) - 1, 11, 12}, at[3] = {0, 0, -11},
                    up[3] = {0, 1, 0};
        struct mat4 view =
            mat4_mul(mat4_perspective(0.9f, (float)MC_WIDTH / MC_HEIGHT, 1, 80), mat4_look_at(eye, at, up));
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glEnable(GL_DEPTH_TEST);
        glUniformMatrix4fv(w.u_matrix, 1, GL_FALSE, view.m);
        glUniform4f(w.u_tint, 1, 1, 1, 1);
        glBindTexture(GL_TEXTURE_2D, w.texture[0]);
        glEnable(GL_CULL_FACE);
        draw_sections(&w, 0);
        glDisable(GL_CULL_FACE);
        draw_sections(&w, 1);
        draw_entities(&w, view, app.frame);
        glUniformMatrix4fv(w.u_matrix, 1, GL_FALSE, view.m);
        glUniform4f(w.u_tint, 1, 1, 1, 1);
        glBindTexture(GL_TEXTURE_2D, w.texture[0]);
        glEnable(GL_BLEND);
        draw_sections(&w, 2);
        glDisable(GL_DEPTH_TEST);
        draw_overlay(&w, app.frame);
        glDisable(GL_BLEND);
    }
    return app_finish(&app);
}
