/* SPDX-License-Identifier: MIT */
/* Block meshes and the program that draws them, see block.h. */
#include "block.h"

#include <stdlib.h>
#include <string.h>

static const char vs_source[] = "#version 330 core\n"
                                "layout(location = 0) in vec3 a_pos;\n"
                                "layout(location = 1) in vec4 a_color;\n"
                                "layout(location = 2) in vec2 a_uv;\n"
                                "uniform mat4 u_matrix;\n"
                                "uniform vec3 u_offset;\n"
                                "out vec4 v_color;\n"
                                "out vec2 v_uv;\n"
                                "void main() {\n"
                                "    gl_Position = u_matrix * vec4(a_pos + u_offset, 1.0);\n"
                                "    v_color = a_color;\n"
                                "    v_uv = a_uv;\n"
                                "}\n";

static const char fs_source[] = "#version 330 core\n"
                                "uniform sampler2D u_atlas;\n"
                                "uniform vec4 u_tint;\n"
                                "uniform float u_cutoff;\n"
                                "in vec4 v_color;\n"
                                "in vec2 v_uv;\n"
                                "layout(location = 0) out vec4 o_color;\n"
                                "void main() {\n"
                                "    vec4 c = texture(u_atlas, v_uv) * v_color * u_tint;\n"
                                "    if (c.a < u_cutoff)\n"
                                "        discard;\n"
                                "    o_color = c;\n"
                                "}\n";

GLuint block_program(void)
{
    GLuint program = program_create(vs_source, fs_source);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "u_atlas"), 0);
    return program;
}

void mesh_free(struct mesh *mesh)
{
    free(mesh->v);
    memset(mesh, 0, sizeof(*mesh));
}

void mesh_quad(struct mesh *mesh, const float o[3], const float e[3], const float f[3], int tile,
               uint32_t color)
{
    if (mesh->n + 4 > mesh->cap) {
        mesh->cap = mesh->cap ? 2 * mesh->cap : 64;
        mesh->v = realloc(mesh->v, (size_t)mesh->cap * sizeof(*mesh->v));
        if (!mesh->v)
            die("out of memory");
    }
    for (int c = 0; c < 4; c++) {
        struct block_vertex *v = &mesh->v[mesh->n++];
        int u = c == 1 || c == 2, t = c >= 2;
        for (int k = 0; k < 3; k++)
            v->pos[k] = o[k] + (float)u * e[k] + (float)t * f[k];
        for (int k = 0; k < 4; k++)
            v->color[k] = (uint8_t)(color >> 8 * k);
        v->uv[0] = (float)(tile % BLOCK_ATLAS + u) / BLOCK_ATLAS;
        v->uv[1] = (float)(tile / BLOCK_ATLAS + t) / BLOCK_ATLAS;
    }
}

static uint32_t shade(uint32_t color, uint32_t percent)
{
    uint32_t out = color & 0xFF000000u;
    for (int k = 0; k < 24; k += 8)
        out |= (color >> k & 255) * percent / 100 << k;
    return out;
}

void mesh_box(struct mesh *mesh, const float at[3], const float size[3], int tile, uint32_t color)
{
    const float x = at[0], y = at[1], z = at[2], X = size[0], Y = size[1], Z = size[2];
    mesh_quad(mesh, (float[]){x, y + Y, z + Z}, (float[]){X, 0, 0}, (float[]){0, 0, -Z}, tile, color);
    mesh_quad(mesh, (float[]){x, y, z}, (float[]){X, 0, 0}, (float[]){0, 0, Z}, tile, shade(color, 45));
    mesh_quad(mesh, (float[]){x, y, z + Z}, (float[]){X, 0, 0}, (float[]){0, Y, 0}, tile, shade(color, 75));
    mesh_quad(mesh, (float[]){x + X, y, z}, (float[]){-X, 0, 0}, (float[]){0, Y, 0}, tile, shade(color, 75));
    mesh_quad(mesh, (float[]){x + X, y, z + Z}, (float[]){0, 0, -Z}, (float[]){0, Y, 0}, tile,
              shade(color, 60));
    mesh_quad(mesh, (float[]){x, y, z}, (float[]){0, 0, Z}, (float[]){0, Y, 0}, tile, shade(color, 60));
}

void block_attributes(size_t offset)
{
    const GLsizei stride = sizeof(struct block_vertex);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                          (void *)(offset + offsetof(struct block_vertex, pos)));
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          (void *)(offset + offsetof(struct block_vertex, color)));
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride,
                          (void *)(offset + offsetof(struct block_vertex, uv)));
    for (GLuint i = 0; i < 3; i++)
        glEnableVertexAttribArray(i);
}

GLuint mesh_vao(const struct mesh *mesh, GLuint indices)
{
    GLuint vao;
    glGenVertexArrays(1, &vao);
    glBindVertexArray(vao);
    buffer_create(GL_ARRAY_BUFFER, (size_t)mesh->n * sizeof(*mesh->v), mesh->v, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    block_attributes(0);
    return vao;
}

GLuint quad_indices(int quads)
{
    static const uint8_t corner[6] = {0, 1, 2, 2, 3, 0};
    uint16_t *index = malloc((size_t)quads * 12);
    if (!index)
        die("out of memory");
    for (int i = 0; i < quads * 6; i++)
        index[i] = (uint16_t)(i / 6 * 4 + corner[i % 6]);
    GLuint buffer = buffer_create(GL_ELEMENT_ARRAY_BUFFER, (size_t)quads * 12, index, GL_STATIC_DRAW);
    free(index);
    return buffer;
}
