/* SPDX-License-Identifier: MIT */
/* Buffer textures that are longer than the driver lets them be, under the keys that say so. In the vertex
 * stage a window begins at a base, which is added to every coordinate; as a 2D texture, in any stage, the
 * texels lie in rows of 1 << GLSL_WINDOW_ROW_BITS. What textureSize says is a uniform then, too. Without such
 * a key nothing changes. A sampler that a function gets as its parameter, or an element that is computed, has
 * no uniforms of its own: a base of 0 serves it, so only the 2D form, which holds the whole, is to be used
 * (glsl_window.indexed). Cost in the shader: one addition a fetch; three operations in 2D. */
#include "emu/glsl_window.h"

#include <spirv_cross/spirv.h>
#include <string.h>

static bool is_buffer(const struct glsl_module *m, uint32_t image)
{
    uint32_t type = glsl_value_type(m, image);
    const uint32_t *w = type ? glsl_def(m, type) : NULL;

    return w && GLSL_OP(w[0]) == SpvOpTypeImage && w[3] == SpvDimBuffer && w[7] == 1;
}

static void mark_indexed(struct glsl_job *job, const char *name)
{
    for (size_t i = 0; i < job->out->window_count; i++)
        if (job->out->windows[i].texels && (!name || !strcmp(job->out->windows[i].name, name)))
            ((struct glsl_window *)job->out->windows)[i].indexed = true;
}

/* The window behind an image value; NULL when it is not one in particular. */
static const struct glsl_window *window_of(const struct glsl_module *m, uint32_t image)
{
    uint32_t pointer, element = 0;
    int at;

    if (glsl_def_op(m, image) == SpvOpImage)
        image = glsl_def(m, image)[3];
    if (glsl_def_op(m, image) != SpvOpLoad) {
        mark_indexed(m->job, NULL);
        return NULL;
    }
    pointer = glsl_def(m, image)[3];
    if (glsl_def_op(m, pointer) == SpvOpAccessChain) {
        const uint32_t *chain = glsl_def(m, pointer);

        pointer = chain[3];
        if (glsl_def_op(m, chain[4]) != SpvOpConstant || glsl_def_op(m, pointer) != SpvOpVariable) {
            mark_indexed(m->job, m->name[pointer]);
            return NULL;
        }
        element = glsl_def(m, chain[4])[3];
    }
    if (glsl_def_op(m, pointer) != SpvOpVariable) {
        mark_indexed(m->job, NULL);
        return NULL;
    }
    at = glsl_window_find(m->job, glsl_source_name(m->job, m->name[pointer]), (int)element, true);
    return at < 0 ? NULL : &m->job->out->windows[at];
}

static uint32_t load_int(struct glsl_builder *b, const char *uniform)
{
    uint32_t id = glsl_new_id(b), type = glsl_need_int(b);

    GLSL_EMIT(b, &b->body, SpvOpLoad, type, id, glsl_window_uniform(b, uniform, type));
    return id;
}

static void lower_fetch(struct glsl_builder *b, const uint32_t *w, const struct glsl_window *window,
                        bool flat)
{
    uint32_t at = w[4], sum;

    if (window && !flat) {
        sum = glsl_new_id(b);
        GLSL_EMIT(b, &b->body, SpvOpIAdd, glsl_need_int(b), sum, at, load_int(b, window->base));
        at = sum;
    }
    if (flat)
        GLSL_EMIT(b, &b->body, SpvOpImageFetch, w[1], w[2], w[3], glsl_window_place(b, at),
                  SpvImageOperandsLodMask, glsl_need_int_constant(b, 0));
    else
        GLSL_EMIT(b, &b->body, SpvOpImageFetch, w[1], w[2], w[3], at);
}

static void lower_size(struct glsl_builder *b, const uint32_t *w, const struct glsl_window *window)
{
    if (!window)
        glsl_fail(b->m->job, "textureSize of a buffer texture that is a parameter or a computed element");
    GLSL_EMIT(b, &b->body, SpvOpLoad, w[1], w[2], glsl_window_uniform(b, window->size, w[1]));
}

bool glsl_lower_texel(struct glsl_builder *b, const uint32_t *w)
{
    const struct glsl_module *m = b->m;
    uint32_t op = GLSL_OP(w[0]);
    unsigned key = m->job->input ? m->job->input->key.windows : 0;
    bool flat = key & GLSL_WINDOWS_TEXELS_2D || !m->job->target.texture_buffer;
    bool based = key & GLSL_WINDOWS_TEXELS && m->stage == GLSL_VERTEX;
    const struct glsl_window *window;

    if ((op != SpvOpImageFetch && op != SpvOpImageQuerySize) || !is_buffer(m, w[3]))
        return false;
    window = window_of(m, w[3]); /* also notes what has no window, whatever the key */
    if (!flat && !based)
        return false;
    if (op == SpvOpImageFetch)
        lower_fetch(b, w, window, flat);
    else
        lower_size(b, w, window);
    return true;
}
