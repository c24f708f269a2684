/* SPDX-License-Identifier: MIT */
/* Terrain as Sodium draws it: 132 regions a frame, each one glMultiDrawElementsBaseVertex of 32 sections,
 * with two glBindVertexArray and one glUniform3f before it. All regions share one vertex and one index
 * buffer.
 *
 * Every sub-draw matters to the picture. Its section has a top, two walls and, on top of the section drawn
 * just before it, an overlay with holes at exactly that section's positions: under GL_LEQUAL the later of the
 * two wins, so a swapped order shows. Base vertices are scattered (sections lie in shuffled places), index
 * ranges come from patterns that start at different indices and never follow one another.
 *
 * expect: batches=1056 subdraws=33792 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 132 batches a frame of 8, of 32 each; triangles, whole primitives, GL_UNSIGNED_INT, aligned
 * offsets, no restart: every tier can run every batch. */
#include "common.h"

#include <stdlib.h>

enum {
    REGIONS_X = 12,
    REGIONS_Z = 11,
    REGIONS = REGIONS_X * REGIONS_Z,
    SECTIONS_X = 8,
    SECTIONS_Z = 4,
    SECTIONS = SECTIONS_X * SECTIONS_Z,
    TEMPLATES = 24,    /* different region contents; regions repeat them */
    MAX_QUADS = 6,     /* top, two walls, overlay, and a plant of two quads on every third section */
    PAD_VERTICES = 64, /* in front of all sections, so that base vertices stay positive */
    PATTERNS = 9,
    ATLAS = 4,
};

struct vertex {
    uint16_t pos[4]; /* 1/64 block; w = light, 0..255 */
    uint8_t color[4];
    uint16_t uv[2]; /* 1/65536 of the atlas */
};

struct section {
    int height; /* 1/64 block */
    int first;  /* vertex */
    int quads;  /* 4 or 6 */
};

struct region {
    struct section section[SECTIONS];
    uint8_t order[SECTIONS]; /* of drawing */
};

struct pattern {
    int offset; /* bytes into the index buffer */
    int bias;   /* smallest index in it */
};

struct world {
    struct region region[TEMPLATES];
    struct vertex *vertices;
    int n_vertices;
    struct pattern pattern[PATTERNS];
    uint32_t indices[PATTERNS * 80];
    int n_indices;
};

static const char vs_source[] =
    "#version 330 core\n"
    "layout(location = 0) in vec4 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "layout(location = 2) in vec2 a_uv;\n"
    "uniform mat4 u_matrix;\n"
    "uniform vec3 u_region;\n"
    "out vec4 v_color;\n"
    "out vec2 v_uv;\n"
    "void main() {\n"
    "    vec3 p = a_pos.xyz / 64.0 + u_region;\n"
    "    gl_Position = u_matrix * vec4(p, 1.0);\n"
    "    v_color = vec4(a_color.rgb * (0.25 + 0.75 * a_pos.w / 255.0), a_color.a);\n"
    "    v_uv = a_uv;\n"
    "}\n";

static const char fs_source[] = "#version 330 core\n"
                                "uniform sampler2D u_atlas;\n"
                                "in vec4 v_color;\n"
                                "in vec2 v_uv;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() {\n"
                                "    vec4 c = texture(u_atlas, v_uv) * v_color;\n"
                                "    if (c.a < 0.5)\n"
                                "        discard;\n"
                                "    o_color = vec4(c.rgb, 1.0);\n"
                                "}\n";

static void shuffle(uint8_t *order, int n, uint32_t *seed)
{
    for (int i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (int i = n - 1; i > 0; i--) {
        int j = rnd_int(seed, 0, i);
        uint8_t t = order[i];
        order[i] = order[j], order[j] = t;
    }
}

/* One quad: origin, two edges, light, atlas tile. */
static void quad(struct world *w, const int o[3], const int e[3], const int f[3], int light, int tile,
                 uint32_t tint)
{
    for (int c = 0; c < 4; c++) {
        struct vertex *v = &w->vertices[w->n_vertices++];
        int u = c == 1 || c == 2, t = c >= 2;
        for (int k = 0; k < 3; k++)
            v->pos[k] = (uint16_t)(o[k] + u * e[k] + t * f[k]);
        v->pos[3] = (uint16_t)light;
        for (int k = 0; k < 3; k++)
            v->color[k] = (uint8_t)(140 + (tint >> 8 * k & 0x73));
        v->color[3] = 255;
        v->uv[0] = (uint16_t)((tile % ATLAS + u) * 65535 / ATLAS);
        v->uv[1] = (uint16_t)((tile / ATLAS + t) * 65535 / ATLAS);
    }
}

static void section_build(struct world *w, int t, int index, int previous, uint32_t *seed)
{
    struct section *s = &w->region[t].section[index];
    const struct section *p = &w->region[t].section[previous];
    int x = index % SECTIONS_X * 64, z = index / SECTIONS_X * 64, h = s->height;
    int px = previous % SECTIONS_X * 64, pz = previous / SECTIONS_X * 64;
    int tile = (t + rnd_int(seed, 0, 1)) % 5 * 3;
    uint32_t tint = hash2((uint32_t)t, 3) ^ (rnd(seed) & 0x131313);
    s->first = w->n_vertices;
    quad(w, (int[]){x, h, z}, (int[]){64, 0, 0}, (int[]){0, 0, 64}, 255, tile, tint);
    quad(w, (int[]){x, h, z + 64}, (int[]){64, 0, 0}, (int[]){0, -h, 0}, 150, tile + 1, tint);
    quad(w, (int[]){x + 64, h, z}, (int[]){0, 0, 64}, (int[]){0, -h, 0}, 90, tile + 1, tint);
    /* Tiles 2, 5, 8, 11, 14 have holes. */
    quad(w, (int[]){px, p->height, pz}, (int[]){64, 0, 0}, (int[]){0, 0, 64}, 220,
         rnd_int(seed, 0, 4) * 3 + 2, rnd(seed));
    if (s->quads == MAX_QUADS) {
        quad(w, (int[]){x + 8, h + 40, z + 8}, (int[]){48, 0, 48}, (int[]){0, -40, 0}, 255, 14, tint);
        quad(w, (int[]){x + 56, h + 40, z + 8}, (int[]){-48, 0, 48}, (int[]){0, -40, 0}, 255, 14, tint);
    }
}

static void world_vertices(struct world *w)
{
    uint32_t seed = 0xC0FFEE;
    uint8_t place[SECTIONS];
    w->vertices = calloc(PAD_VERTICES + TEMPLATES * SECTIONS * MAX_QUADS * 4, sizeof(struct vertex));
    if (!w->vertices)
        die("out of memory");
    w->n_vertices = PAD_VERTICES;
    for (int t = 0; t < TEMPLATES; t++) {
        struct region *r = &w->region[t];
        uint8_t before[SECTIONS];
        shuffle(r->order, SECTIONS, &seed);
        shuffle(place, SECTIONS, &seed);
        for (int i = 0; i < SECTIONS; i++) {
            r->section[i].height = rnd_int(&seed, 1, 8) * 8;
            r->section[i].quads = i % 3 == t % 3 ? MAX_QUADS : 4;
            before[r->order[i]] = r->order[(i + SECTIONS - 1) % SECTIONS];
        }
        for (int i = 0; i < SECTIONS; i++)
            section_build(w, t, place[i], before[place[i]], &seed);
    }
}

/* Each pattern holds the indices of MAX_QUADS quads, from its own first index and with its own corner first;
 * the first 4 quads are a sub-range of it. Gaps keep the ranges apart. */
static void world_indices(struct world *w)
{
    static const uint8_t corner[6] = {0, 1, 2, 2, 3, 0};
    for (int p = 0; p < PATTERNS; p++) {
        w->n_indices += 3 + p;
        w->pattern[p] = (struct pattern){w->n_indices * 4, p * 7 % PAD_VERTICES};
        for (int i = 0; i < MAX_QUADS * 6; i++)
            w->indices[w->n_indices++] = (uint32_t)(w->pattern[p].bias + i / 6 * 4 + (corner[i % 6] + p) % 4);
    }
}

static void region_draw(const struct world *w, int index)
{
    const struct region *r = &w->region[index * 7 % TEMPLATES];
    GLsizei count[SECTIONS];
    const void *offset[SECTIONS];
    GLint base[SECTIONS];
    for (int i = 0; i < SECTIONS; i++) {
        const struct section *s = &r->section[r->order[i]];
        const struct pattern *p = &w->pattern[hash2((uint32_t)index, (uint32_t)i) % PATTERNS];
        count[i] = s->quads * 6;
        offset[i] = (const void *)(intptr_t)p->offset;
        base[i] = s->first - p->bias;
    }
    glMultiDrawElementsBaseVertex(GL_TRIANGLES, count, GL_UNSIGNED_INT, offset, SECTIONS, base);
}

static GLuint vertex_array(const struct world *w)
{
    GLuint vao;
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    buffer_create(GL_ARRAY_BUFFER, (size_t)w->n_vertices * sizeof(struct vertex), w->vertices,
                  GL_STATIC_DRAW);
    buffer_create(GL_ELEMENT_ARRAY_BUFFER, (size_t)w->n_indices * 4, w->indices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_UNSIGNED_SHORT, GL_FALSE, sizeof(struct vertex),
                          (void *)offsetof(struct vertex, pos));
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct vertex),
                          (void *)offsetof(struct vertex, color));
    glVertexAttribPointer(2, 2, GL_UNSIGNED_SHORT, GL_TRUE, sizeof(struct vertex),
                          (void *)offsetof(struct vertex, uv));
    for (GLuint i = 0; i < 3; i++)
        glEnableVertexAttribArray(i);
    return vao;
}

static struct mat4 camera(int frame)
{
    const float eye[3] = {0.1f * (float)(frame % 40) - 0.4f, 76, 22}, at[3] = {0, 0, 0}, up[3] = {0, 1, 0};
    struct mat4 proj = mat4_perspective(0.74f, (float)MC_WIDTH / MC_HEIGHT, 16, 160);
    /* Stretched in z, so that the 96 x 44 sections fill the picture. */
    return mat4_mul(mat4_mul(proj, mat4_look_at(eye, at, up)), mat4_scale(1, 1, 1.22f));
}

int main(int argc, char **argv)
{
    static struct world world;
    struct app app;
    app_init(&app, argc, argv, (struct app_config){.width = MC_WIDTH, .height = MC_HEIGHT, .frames = 8});
    world_vertices(&world);
    world_indices(&world);
    GLuint vao = vertex_array(&world);
    GLuint program = program_create(vs_source, fs_source);
    GLint u_matrix = glGetUniformLocation(program, "u_matrix"),
          u_region = glGetUniformLocation(program, "u_region");
    texture_atlas(ATLAS, 5);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "u_atlas"), 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glClearColor(0.55f, 0.7f, 0.95f, 1);
    for (; app_running(&app); app_swap(&app)) {
        struct mat4 m = camera(app.frame);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glUniformMatrix4fv(u_matrix, 1, GL_FALSE, m.m);
        for (int i = 0; i < REGIONS; i++) {
            int x = i % REGIONS_X, z = i / REGIONS_X;
            const float pos[3] = {(float)((x - REGIONS_X / 2) * SECTIONS_X), (float)(i * 5 % 7) * 0.125f,
                                  (float)(z * SECTIONS_Z - 22)};
            glBindVertexArray(0);
            glBindVertexArray(vao);
            glUniform3f(u_region, pos[0], pos[1], pos[2]);
            region_draw(&world, i);
        }
        glBindVertexArray(0);
    }
    free(world.vertices);
    return app_finish(&app);
}
