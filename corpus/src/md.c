/* SPDX-License-Identifier: MIT */
/* The scene of the multi-draw torture programs, see md.h. */
#include "md.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint8_t md_triangles[12] = {0, 1, 2, 2, 3, 0, 4, 5, 6, 6, 7, 4};
const uint8_t md_strip[10] = {0, 1, 3, 2, 2, 4, 4, 5, 7, 6};
const uint8_t md_fan[6] = {4, 0, 1, 2, 3, 0};
const uint8_t md_strip_restart[9] = {0, 1, 3, 2, MD_RESTART, 4, 5, 7, 6};
const uint8_t md_loop[8] = {0, 5, 1, 6, 2, 7, 3, 4};

static const char plain_vs[] =
    "#version 330 core\n"
    "layout(location = 0) in vec2 a_pos;\n"
    "layout(location = 1) in vec4 a_color;\n"
    "uniform vec2 u_offset;\n"
    "out vec4 v_color;\n"
    "void main() {\n"
    "    gl_Position = vec4((a_pos + u_offset) / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
    "    v_color = a_color;\n"
    "}\n";

static const char plain_fs[] = "#version 330 core\n"
                               "in vec4 v_color;\n"
                               "layout(location = 0) out vec4 o_color;\n"
                               "void main() { o_color = v_color; }\n";

size_t md_type_size(GLenum type)
{
    return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4;
}

uint32_t md_color(uint32_t k)
{
    return 0xFF404040u | (hash2(k, 5) & 0xBFBFBFu);
}

GLint md_vertex(struct md_data *d, int x, int y, uint32_t color)
{
    if (d->n == d->cap) {
        d->cap = d->cap ? 2 * d->cap : 256;
        d->v = realloc(d->v, d->cap * sizeof(*d->v));
        if (!d->v)
            die("out of memory");
    }
    struct md_vertex *v = &d->v[d->n];
    *v = (struct md_vertex){(int16_t)x, (int16_t)y, {0}};
    for (int i = 0; i < 4; i++)
        v->color[i] = (uint8_t)(color >> 8 * i);
    return (GLint)d->n++;
}

void md_decoys(struct md_data *d, size_t n)
{
    /* Eight corners in turn: any three that follow one another make a large triangle, and a long run of them
     * still compresses. */
    static const int16_t at[8][2] = {{0, 0},  {128, 10}, {40, 96}, {128, 80},
                                     {0, 50}, {90, 0},   {10, 96}, {64, 30}};
    for (size_t i = 0; i < n; i++)
        md_vertex(d, at[d->n % 8][0], at[d->n % 8][1], 0xFF2000FFu);
}

GLint md_cell(struct md_data *d, int k)
{
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    int x = k % MD_COLS * 16, y = k / MD_COLS * 32;
    GLint first = (GLint)d->n;
    for (int i = 0; i < 8; i++) {
        int in = i < 4 ? -2 : 4, w = 16 - 2 * in, h = 32 - 2 * in;
        md_vertex(d, x + in + corner[i % 4][0] * w, y + in + corner[i % 4][1] * h,
                  md_color((uint32_t)(k * 2 + i / 4)) - (i % 4 == 2 ? 0x303030u : 0));
    }
    return first;
}

size_t md_index(struct md_data *d, GLenum type, uint32_t value)
{
    size_t at = d->index_size, size = md_type_size(type);
    if (at + size > d->index_cap) {
        d->index_cap = d->index_cap ? 2 * d->index_cap : 1024;
        d->index = realloc(d->index, d->index_cap);
        if (!d->index)
            die("out of memory");
    }
    for (size_t i = 0; i < size; i++)
        d->index[at + i] = (uint8_t)(value >> 8 * i);
    d->index_size += size;
    return at;
}

size_t md_indices(struct md_data *d, GLenum type, const uint8_t *pattern, int n, uint32_t bias)
{
    size_t at = d->index_size;
    for (int i = 0; i < n; i++)
        md_index(d, type, pattern[i] == MD_RESTART ? d->restart : pattern[i] + bias);
    return at;
}

void md_attributes(void)
{
    glVertexAttribPointer(0, 2, GL_SHORT, GL_FALSE, sizeof(struct md_vertex), NULL);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct md_vertex),
                          (void *)offsetof(struct md_vertex, color));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
}

void md_upload(struct md_data *d)
{
    glGenVertexArrays(1, &d->vao);
    glBindVertexArray(d->vao);
    d->vbo = buffer_create(GL_ARRAY_BUFFER, d->n * sizeof(*d->v), d->v, GL_STATIC_DRAW);
    if (d->index_size)
        d->ibo = buffer_create(GL_ELEMENT_ARRAY_BUFFER, d->index_size, d->index, GL_STATIC_DRAW);
    md_attributes();
    free(d->v);
    free(d->index);
    d->v = NULL;
    d->index = NULL;
}

void md_add(struct md_batch *b, GLsizei count, size_t offset, GLint base)
{
    if (b->n == MD_SUBS)
        die("too many sub-draws");
    b->count[b->n] = count;
    b->offset[b->n] = (const void *)offset;
    b->base[b->n++] = base;
}

void md_cells(struct md_data *d, GLint first[MD_CELLS], size_t spread)
{
    for (int p = 0; p < MD_CELLS; p++) {
        int i = p * 5 % MD_CELLS, row = i / MD_COLS, col = i % MD_COLS;
        md_decoys(d, spread);
        first[i] = md_cell(d, row * MD_COLS + (row % 2 ? MD_COLS - 1 - col : col));
    }
}

void md_scene(struct md_data *d, struct md_batch *b, GLenum type, const uint8_t *pattern, int n,
              size_t spread)
{
    GLint first[MD_CELLS];
    md_cells(d, first, spread);
    for (int i = 0; i < MD_CELLS; i++) {
        GLint bias = i % 5 * 3;
        if (bias > first[i])
            bias = first[i];
        md_index(d, type, (uint32_t)i); /* keeps the ranges apart */
        size_t offset = md_indices(d, type, pattern, n, (uint32_t)bias);
        md_add(b, n, offset, first[i] - bias);
    }
}

void md_draw_part(const struct md_batch *b, GLenum mode, GLenum type, GLsizei from, GLsizei n)
{
    glMultiDrawElementsBaseVertex(mode, b->count + from, type, b->offset + from, n, b->base + from);
}

void md_draw(const struct md_batch *b, GLenum mode, GLenum type)
{
    md_draw_part(b, mode, type, 0, b->n);
}

void md_draw_row(const struct md_batch *b, GLenum mode, GLenum type, int row)
{
    md_draw_part(b, mode, type, row * MD_COLS, MD_COLS);
}

GLuint md_program(const char *vs, const char *fs)
{
    GLuint program = program_create(vs ? vs : plain_vs, fs ? fs : plain_fs);
    glUseProgram(program);
    return program;
}

GLuint md_program_tinted(const char *head, const char *number)
{
    char vs[1024];
    int n = snprintf(vs, sizeof(vs),
                     "%s"
                     "layout(location = 0) in vec2 a_pos;\n"
                     "layout(location = 1) in vec4 a_color;\n"
                     "uniform vec2 u_offset;\n"
                     "out vec4 v_color;\n"
                     "vec3 tint(int i) { return vec3(i * 37 & 127, i * 73 & 127, i * 101 & 127) / 127.0; }\n"
                     "void main() {\n"
                     "    gl_Position = vec4((a_pos + u_offset) / vec2(64.0, 48.0) - 1.0, 0.0, 1.0);\n"
                     "    v_color = vec4(mix(a_color.rgb, tint(%s), 0.7), 1.0);\n"
                     "}\n",
                     head, number);
    if (n < 0 || (size_t)n >= sizeof(vs))
        die("the number is too long");
    return md_program(vs, NULL);
}

void md_frame(GLuint program, int frame)
{
    glClearColor(0.1f, 0.15f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glUniform2f(glGetUniformLocation(program, "u_offset"), (float)frame, (float)(frame % 2));
}
