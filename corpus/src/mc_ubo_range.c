/* SPDX-License-Identifier: MIT */
/* Per-draw state in one big uniform buffer, as newer versions of the game have it: before each draw
 * glBindBufferRange moves the Transform block to another 256-byte slot and, now and then, the Material block
 * to another slot of the same buffer. Slots are visited out of order, some more than once; each frame
 * rewrites a few of them. A wrong offset, size or a stale binding moves or recolours a box.
 *
 * expect: batches=0 subdraws=0 untiered=0 native=identical
 * expect: ext=no-batches multiindirect=no-batches
 * expect: indirect=no-batches basevertex=no-batches
 * expect: drawelements=no-batches compute=no-batches */
#include "block.h"

#include <string.h>

enum {
    SLOT = 256,
    TRANSFORMS = 320,
    MATERIALS = 24,
    SLOTS = TRANSFORMS + MATERIALS,
    MESHES = 6,
    MOVING = 20
};

struct transform { /* std140 */
    float model[16];
    float tint[4];
    float bend[4]; /* x: shear by height, y: height scale */
};

struct material {
    float color[4];
    int32_t tile[4]; /* x: added to u in tiles, y: to v */
};

static const char vs_source[] =
    "#version 330 core\n"
    "layout(location = 0) in vec3 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "layout(location = 2) in vec2 a_uv;\n"
    "layout(std140) uniform Globals { mat4 view; vec4 fog; } globals;\n"
    "layout(std140) uniform Transform { mat4 model; vec4 tint; vec4 bend; };\n"
    "out vec4 v_color;\n"
    "out vec2 v_uv;\n"
    "out float v_fog;\n"
    "void main() {\n"
    "    vec3 p = a_pos;\n"
    "    p.x += bend.x * p.y;\n"
    "    p.y *= bend.y;\n"
    "    gl_Position = globals.view * (model * vec4(p, 1.0));\n"
    "    v_fog = clamp((gl_Position.w - globals.fog.x) / globals.fog.y, 0.0, 0.8);\n"
    "    v_color = a_color * tint;\n"
    "    v_uv = a_uv;\n"
    "}\n";

static const char fs_source[] =
    "#version 330 core\n"
    "layout(std140) uniform Material { vec4 color; ivec4 tile; } material;\n"
    "uniform sampler2D u_atlas;\n"
    "in vec4 v_color;\n"
    "in vec2 v_uv;\n"
    "in float v_fog;\n"
    "layout(location = 0) out vec4 o_color;\n"
    "void main() {\n"
    "    vec4 c = texture(u_atlas, v_uv + vec2(material.tile.xy) * 0.25) * v_color * material.color;\n"
    "    o_color = vec4(mix(c.rgb, vec3(0.1, 0.1, 0.2), v_fog), 1.0);\n"
    "}\n";

static struct transform transform(int i, int frame)
{
    struct transform t = {.tint = {1, 0.6f + 0.4f * (float)(i % 3) / 2, 0.5f + 0.5f * (float)(i % 5) / 4, 1},
                          .bend = {(float)(i % 7 - 3) * 0.1f, 0.6f + 0.35f * (float)(i % 6), 0, 0}};
    float x = (float)(i % 20) * 1.6f - 15.2f, z = (float)(i / 20) * 1.9f - 22;
    struct mat4 m =
        mat4_mul(mat4_translate(x, 0, z), mat4_rotate_y((float)(i * 13 + frame * 9) * 0.0174533f));
    memcpy(t.model, m.m, sizeof(t.model));
    return t;
}

static GLuint slots_create(void)
{
    static uint8_t data[SLOTS * SLOT];
    for (int i = 0; i < TRANSFORMS; i++) {
        struct transform t = transform(i, 0);
        memcpy(data + i * SLOT, &t, sizeof(t));
    }
    for (int i = 0; i < MATERIALS; i++) {
        struct material m = {
            {0.5f + (float)(i % 4) / 6, 0.4f + (float)(i % 5) / 7, 0.4f + (float)(i % 7) / 10, 1},
            {i % 4, i / 4 % 4, 0, 0}};
        memcpy(data + (TRANSFORMS + i) * SLOT, &m, sizeof(m));
    }
    return buffer_create(GL_UNIFORM_BUFFER, sizeof(data), data, GL_DYNAMIC_DRAW);
}

static void globals_update(GLuint buffer, int frame)
{
    const float eye[3] = {0.2f * (float)(frame % 20), 16, 15}, at[3] = {0, 0, -6}, up[3] = {0, 1, 0};
    struct {
        struct mat4 view;
        float fog[4];
    } g = {mat4_mul(mat4_perspective(0.85f, (float)MC_WIDTH / MC_HEIGHT, 1, 100), mat4_look_at(eye, at, up)),
           {22, 30, 0, 0}};
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof(g), &g);
}

static void slots_update(GLuint buffer, int frame)
{
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    for (int k = 0; k < MOVING; k++) {
        int i = (k * 17 + frame * 3) % TRANSFORMS;
        struct transform t = transform(i, frame + 1);
        glBufferSubData(GL_UNIFORM_BUFFER, i * SLOT, sizeof(t), &t);
    }
}

static void draw_all(GLuint slots, const GLuint vao[MESHES])
{
    for (int k = 0; k < TRANSFORMS; k++) {
        int i = k * 113 % TRANSFORMS;
        glBindBufferRange(GL_UNIFORM_BUFFER, 1, slots, i * SLOT, sizeof(struct transform));
        if (k % 3 == 0)
            glBindBufferRange(GL_UNIFORM_BUFFER, 2, slots, (TRANSFORMS + k * 5 % MATERIALS) * SLOT,
                              sizeof(struct material));
        glBindVertexArray(vao[i % MESHES]);
        glDrawElements(GL_TRIANGLES, 36, GL_UNSIGNED_SHORT, NULL);
    }
}

int main(int argc, char **argv)
{
    struct app app;
    GLuint vao[MESHES], indices, globals, slots, program;
    app_init(&app, argc, argv, (struct app_config){.width = MC_WIDTH, .height = MC_HEIGHT, .frames = 8});
    glGenVertexArrays(1, &vao[0]);
    glBindVertexArray(vao[0]);
    indices = quad_indices(6);
    for (int i = 0; i < MESHES; i++) {
        struct mesh mesh = {0};
        float w = 0.7f + 0.1f * (float)i;
        mesh_box(&mesh, (float[]){-w / 2, 0, -w / 2}, (float[]){w, 1, w}, i * 3 % 15, 0xFFFFFFFFu);
        vao[i] = mesh_vao(&mesh, indices);
        mesh_free(&mesh);
    }
    texture_atlas(BLOCK_ATLAS, 99);
    program = program_create(vs_source, fs_source);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "u_atlas"), 0);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Globals"), 0);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Transform"), 1);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Material"), 2);
    globals = buffer_create(GL_UNIFORM_BUFFER, sizeof(struct mat4) + 16, NULL, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, globals);
    slots = slots_create();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glClearColor(0.1f, 0.1f, 0.2f, 1);
    for (; app_running(&app); app_swap(&app)) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        globals_update(globals, app.frame);
        slots_update(slots, app.frame);
        draw_all(slots, vao);
    }
    return app_finish(&app);
}
