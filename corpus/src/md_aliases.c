/* SPDX-License-Identifier: MIT */
/* Rule: the EXT, AMD and ARB names are the same functions: glMultiDrawElementsEXT is a batch,
 * glMultiDrawArraysEXT, the AMD indirect and the ARB Count forms are not.
 *
 * expect: batches=2 subdraws=16 untiered=6 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 *
 * Derived: 1 batch a frame; the other three calls are counted apart. */
#include "md.h"

#include <string.h>

typedef void (*multi_elements_ext)(GLenum, const GLsizei *, GLenum, const void *const *, GLsizei);
typedef void (*multi_arrays_ext)(GLenum, const GLint *, const GLsizei *, GLsizei);
typedef void (*multi_indirect_amd)(GLenum, GLenum, const void *, GLsizei, GLsizei);

struct command { /* DrawElementsIndirectCommand */
    uint32_t count, instances, first;
    int32_t base;
    uint32_t base_instance;
};

/* The commands of cells [from, to), `stride` bytes apart; returns the bytes written. */
static size_t commands_put(uint8_t *at, const struct md_batch *b, int from, int to, size_t stride)
{
    for (int i = from; i < to; i++) {
        struct command c = {12, 1, (uint32_t)((size_t)b->offset[i] / 4), b->base[i], (uint32_t)i};
        memcpy(at + (size_t)(i - from) * stride, &c, sizeof(c));
    }
    return (size_t)(to - from) * stride;
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    static uint8_t commands[256];
    static const uint32_t counts[] = {1, 5};
    GLint first[MD_CELLS];
    GLsizei count[MD_CELLS], four[MD_CELLS];
    const void *offset[MD_CELLS];
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 5, .compat = true});
    for (int i = 0; i < MD_CELLS; i++) {
        first[i] = md_cell(&d, i); /* no decoys */
        offset[i] = (const void *)md_indices(&d, GL_UNSIGNED_INT, md_triangles, 12, (uint32_t)first[i]);
        count[i] = 12, four[i] = 4;
        md_add(&b, 12, (size_t)offset[i], 0);
    }
    commands_put(commands, &b, 12, 24, sizeof(struct command));
    md_upload(&d);
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
    GLuint parameters = buffer_create(GL_PARAMETER_BUFFER, sizeof(counts), counts, GL_STATIC_DRAW);
    glBindBuffer(GL_PARAMETER_BUFFER, 0);
    GLuint program = md_program(NULL, NULL);
    multi_elements_ext elements = APP_PROC(multi_elements_ext, "glMultiDrawElementsEXT");
    multi_arrays_ext arrays = APP_PROC(multi_arrays_ext, "glMultiDrawArraysEXT");
    multi_indirect_amd elements_indirect = APP_PROC(multi_indirect_amd, "glMultiDrawElementsIndirectAMD");
    PFNGLMULTIDRAWELEMENTSINDIRECTCOUNTARBPROC elements_count =
        APP_PROC(PFNGLMULTIDRAWELEMENTSINDIRECTCOUNTARBPROC, "glMultiDrawElementsIndirectCountARB");
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        elements(GL_TRIANGLES, count, GL_UNSIGNED_INT, offset, 8);
        arrays(GL_TRIANGLE_FAN, first + 8, four + 8, 4);
        elements_indirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, 6, 0);
        /* Bound for this call alone: Mesa 22.3 lets a bound parameter buffer limit plain indirect draws too.
         */
        glBindBuffer(GL_PARAMETER_BUFFER, parameters);
        elements_count(GL_TRIANGLES, GL_UNSIGNED_INT, (void *)120, 4, 6, 0);
        glBindBuffer(GL_PARAMETER_BUFFER, 0);
    }
    return app_finish(&app);
}
