/* SPDX-License-Identifier: MIT */
/* Rule: a vertex stage that fetches its own vertices shows the same terrain however the driver lets it read
 * them. 1024 patches of an island lie all over one storage buffer of 64 MiB; where, how far apart its
 * vertices are and whether they have three components or four is what a table says, per patch. A patch has
 * four tiles, drawn one by one with a base vertex each or as a multi-draw.
 *
 * expect: batches=512 subdraws=2048 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 2 frames of 1024 patches; in each, every fourth is a batch of its 4 tiles. What is in between in
 * the arena is never read. Corners lie on whole pixels and colours are flat, so that every rasteriser makes
 * the same picture. */
#include "common.h"

enum {
    SIDE = 32, /* patches in a row of the island */
    PATCHES = SIDE * SIDE,
    TILES = 4, /* of a patch, in a row */
    GRID = 3,  /* vertices along a tile: one pixel apart, four down */
    TILE_VERTICES = GRID * GRID,
    VERTICES = TILES * TILE_VERTICES,
    INDICES = (GRID - 1) * (GRID - 1) * 6,
    SHAPES = 16, /* different patches, copied to where they lie */
    SHAPE_BYTES = VERTICES * 16,
    ARENA_BYTES = 64 << 20
};

static const char vs_source[] =
    "#version 430 core\n"
    "struct Patch { uint base, stride, components, place; };\n"
    "layout(std430, binding = 0) readonly buffer Arena { float arena[]; };\n"
    "layout(std430, binding = 1) readonly buffer Table { Patch table[]; };\n"
    "uniform int u_patch;\n"
    "uniform vec2 u_shift;\n"
    "flat out vec3 v_color;\n"
    "void main() {\n"
    "    Patch p = table[u_patch];\n"
    "    uint at = p.base + uint(gl_VertexID) * p.stride;\n"
    "    vec4 v;\n"
    "    if (p.components == 4u)\n"
    "        v = vec4(arena[at], arena[at + 1u], arena[at + 2u], arena[at + 3u]);\n"
    "    else\n"
    "        v = vec4(arena[at], arena[at + 1u], arena[at + 2u], 1.0);\n"
    "    vec2 place = vec2(p.place & 31u, p.place >> 5u);\n"
    "    vec2 at_island = (place + v.xy / v.w) / 16.0 - 1.0;\n"
    "    v_color = mix(vec3(0.1, 0.35, 0.6), vec3(0.8, 0.9, 0.5), v.z / v.w);\n"
    "    gl_Position = vec4(at_island + u_shift, 0.0, 1.0);\n"
    "}\n";

static const char fs_source[] = "#version 430 core\n"
                                "flat in vec3 v_color;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() { o_color = vec4(v_color, 1.0); }\n";

struct place {
    uint32_t base, stride, components, place;
};

/* One shape's vertices: x, y in the patch, height, and a divisor where there are four. */
static void make_shape(float *out, int shape, int components)
{
    for (int tile = 0; tile < TILES; tile++)
        for (int i = 0; i < TILE_VERTICES; i++, out += components) {
            float scale = components == 4 ? 2.0f : 1.0f;
            out[0] = scale * (float)(tile * (GRID - 1) + i % GRID) / (float)(TILES * (GRID - 1));
            out[1] = scale * (float)(i / GRID) / (float)(GRID - 1);
            out[2] =
                scale * (float)(hash2((uint32_t)shape, (uint32_t)(tile * TILE_VERTICES + i)) % 256) / 256.0f;
            if (components == 4)
                out[3] = scale;
        }
}

/* Shapes with even numbers have four components; a place may leave words between vertices only where its
 * copies do, so strides are the components. */
static void fill_arena(struct place *table)
{
    static float shapes[SHAPES][SHAPE_BYTES / 4];
    uint32_t seed = 4242;
    GLuint source, arena;

    for (int s = 0; s < SHAPES; s++)
        make_shape(shapes[s], s, s % 2 ? 3 : 4);
    source = buffer_create(GL_COPY_READ_BUFFER, sizeof shapes, shapes, GL_STATIC_DRAW);
    arena = buffer_create(GL_COPY_WRITE_BUFFER, ARENA_BYTES, NULL, GL_STATIC_DRAW);
    for (uint32_t i = 0; i < PATCHES; i++) {
        uint32_t slot = ARENA_BYTES / PATCHES, shape = hash2(i, 7) % SHAPES, components = shape % 2 ? 3 : 4;
        uint32_t where =
            (i * 389 % PATCHES) * slot + (uint32_t)rnd_int(&seed, 0, (int)(slot - SHAPE_BYTES) / 4) * 4;

        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)shape * SHAPE_BYTES, where,
                            (GLsizeiptr)(VERTICES * components * 4));
        table[i] = (struct place){where / 4, components, components, i};
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, arena);
    (void)source;
}

static void make_indices(uint16_t *out)
{
    for (int y = 0; y < GRID - 1; y++)
        for (int x = 0; x < GRID - 1; x++) {
            uint16_t v = (uint16_t)(y * GRID + x);
            const uint16_t quad[6] = {v,
                                      (uint16_t)(v + 1),
                                      (uint16_t)(v + GRID),
                                      (uint16_t)(v + GRID),
                                      (uint16_t)(v + 1),
                                      (uint16_t)(v + GRID + 1)};

            for (int k = 0; k < 6; k++)
                *out++ = quad[k];
        }
}

static void draw_patch(int patch)
{
    static const GLsizei count[TILES] = {INDICES, INDICES, INDICES, INDICES};
    static const GLint base[TILES] = {0, TILE_VERTICES, 2 * TILE_VERTICES, 3 * TILE_VERTICES};
    const void *offset[TILES] = {NULL};

    if (patch % 4 == 0) {
        glMultiDrawElementsBaseVertex(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, offset, TILES, base);
        return;
    }
    for (int t = 0; t < TILES; t++)
        glDrawElementsBaseVertex(GL_TRIANGLES, INDICES, GL_UNSIGNED_SHORT, NULL, base[t]);
}

int main(int argc, char **argv)
{
    static struct place table[PATCHES];
    uint16_t indices[INDICES];
    struct app app;
    GLuint program, vao, buffer;
    GLint patch, shift;

    app_init(&app, argc, argv, (struct app_config){.width = 256, .height = 256, .major = 4, .minor = 3});
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    fill_arena(table);
    buffer = buffer_create(GL_SHADER_STORAGE_BUFFER, sizeof table, table, GL_STATIC_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);
    make_indices(indices);
    buffer_create(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    program = program_create(vs_source, fs_source);
    glUseProgram(program);
    patch = glGetUniformLocation(program, "u_patch");
    shift = glGetUniformLocation(program, "u_shift");
    while (app_running(&app)) {
        glClearColor(0.02f, 0.05f, 0.1f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        glUniform2f(shift, 0.0f, (float)app.frame * 6.0f / 256.0f);
        for (int i = 0; i < PATCHES; i++) {
            glUniform1i(patch, i);
            draw_patch(i);
        }
        app_swap(&app);
    }
    return app_finish(&app);
}
