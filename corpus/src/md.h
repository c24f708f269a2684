/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_MD_H
#define CORPUS_MD_H

/* The scene that the multi-draw torture programs share: 24 cells of 16 x 32 pixels on a 128 x 96 picture, one
 * sub-draw each. A cell is an outer and an inner quad, wider than its place, so that a cell covers the rim of
 * the one drawn before it: order shows. Between the cells' vertices lie decoys, red and all over the picture:
 * an index that goes wrong shows. Vertices lie in shuffled order, index ranges do not follow one another. */
#include "common.h"

enum { MD_COLS = 8, MD_ROWS = 3, MD_CELLS = MD_COLS * MD_ROWS, MD_RESTART = 255, MD_SUBS = 96 };

/* Location 0: x, y in pixels from the lower left corner; location 1: colour. */
struct md_vertex {
    int16_t x, y;
    uint8_t color[4];
};

/* Vertices and indices as they will lie in their buffers. Zero-initialise; md_upload frees it. */
struct md_data {
    struct md_vertex *v;
    size_t n, cap;
    uint8_t *index;
    size_t index_size, index_cap; /* bytes */
    uint32_t restart;             /* what MD_RESTART in a pattern stands for, never biased */
    GLuint vao, vbo, ibo;         /* after md_upload */
};

struct md_batch {
    GLsizei n;
    GLsizei count[MD_SUBS];
    const void *offset[MD_SUBS];
    GLint base[MD_SUBS];
};

size_t md_type_size(GLenum type);
/* A bright colour of its own for each k: 0xAABBGGRR. */
uint32_t md_color(uint32_t k);
/* Appends a vertex; returns its index. */
GLint md_vertex(struct md_data *d, int x, int y, uint32_t color);
/* Appends n decoys. */
void md_decoys(struct md_data *d, size_t n);
/* Appends the vertices of cell k: 0 to 3 the outer quad, counter-clockwise from the lower left, 4 to 7 the
 * inner one. Returns the first one's index. */
GLint md_cell(struct md_data *d, int k);
/* Appends an index of GL type `type`, truncated to it; returns its byte offset. */
size_t md_index(struct md_data *d, GLenum type, uint32_t value);
/* Appends n indices pattern[i] + bias; returns the first one's byte offset. */
size_t md_indices(struct md_data *d, GLenum type, const uint8_t *pattern, int n, uint32_t bias);
/* Makes a VAO (kept bound) with both buffers and attributes 0 and 1, and frees the host copy. */
void md_upload(struct md_data *d);
/* Attributes 0 and 1 of the bound VAO from the buffer bound to GL_ARRAY_BUFFER. */
void md_attributes(void);

/* Patterns over the vertices of one cell. */
extern const uint8_t md_triangles[12], md_strip[10], md_fan[6], md_loop[8], md_strip_restart[9];

/* Appends one sub-draw. */
void md_add(struct md_batch *b, GLsizei count, size_t offset, GLint base);
/* Appends all 24 cells with `spread` decoys before each; first[] gets their first vertices in drawing order:
 * row by row, each cell beside the one before it. */
void md_cells(struct md_data *d, GLint first[MD_CELLS], size_t spread);
/* md_cells, and one sub-draw of the pattern for each cell; b is extended. */
void md_scene(struct md_data *d, struct md_batch *b, GLenum type, const uint8_t *pattern, int n,
              size_t spread);
/* glMultiDrawElementsBaseVertex of the whole batch, of sub-draws [from, from + n), or of one row of cells. */
void md_draw(const struct md_batch *b, GLenum mode, GLenum type);
void md_draw_part(const struct md_batch *b, GLenum mode, GLenum type, GLsizei from, GLsizei n);
void md_draw_row(const struct md_batch *b, GLenum mode, GLenum type, int row);

/* The plain program (uniform vec2 u_offset in pixels), or one with another vertex or fragment shader (NULL:
 * the plain one). Vertex shaders hand over `out vec4 v_color`. Left current. */
GLuint md_program(const char *vs, const char *fs);
/* The plain program but that the vertex shader, behind `head`, tints by an int of GLSL. */
GLuint md_program_tinted(const char *head, const char *number);
#define MD_PARAMETERS "#version 450 core\n#extension GL_ARB_shader_draw_parameters : require\n"
/* Starts a frame: clears, and moves the scene of the current program a pixel per frame. */
void md_frame(GLuint program, int frame);

#endif
