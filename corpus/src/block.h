/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_BLOCK_H
#define CORPUS_BLOCK_H

#include "common.h"

/* Block meshes: textured quads of four vertices each, drawn with one shared quad index buffer, as block games
 * build them. */

enum { BLOCK_ATLAS = 4 }; /* tiles per side of the texture_atlas() the uvs are for */

/* Locations 0 position, 1 colour (normalised), 2 texture coordinate. */
struct block_vertex {
    float pos[3];
    uint8_t color[4];
    float uv[2];
};

/* Zero-initialise; mesh_free releases the vertices. */
struct mesh {
    struct block_vertex *v;
    int n, cap;
};

void mesh_free(struct mesh *mesh);
/* Corner o, edges e and f (counter-clockwise seen from e x f), atlas tile, colour 0xAABBGGRR. */
void mesh_quad(struct mesh *mesh, const float o[3], const float e[3], const float f[3], int tile,
               uint32_t color);
/* Six faces of the box at (x, y, z) sized (sx, sy, sz); walls darker than the top. */
void mesh_box(struct mesh *mesh, const float at[3], const float size[3], int tile, uint32_t color);
/* Sets attributes 0 to 2 of the bound VAO to the buffer bound to GL_ARRAY_BUFFER, first vertex at `offset`.
 */
void block_attributes(size_t offset);
/* A VAO over a new vertex buffer with the mesh and over the given index buffer; left bound. */
GLuint mesh_vao(const struct mesh *mesh, GLuint indices);
/* A new element buffer for `quads` quads (0 1 2 2 3 0, then + 4), GL_UNSIGNED_SHORT. */
GLuint quad_indices(int quads);

/* The usual program: uniforms u_matrix (mat4), u_offset (vec3), u_tint (vec4), u_atlas (unit 0), u_cutoff
 * (float, alpha below it is discarded). */
GLuint block_program(void);

#endif
