/* SPDX-License-Identifier: MIT */
/* Numbers that desktop GL takes from calls or makes up at link time and ESSL must have in its text: bindings
 * of storage blocks and images (ES has no call to change them), locations of fragment outputs (ES has no
 * glBindFragDataLocation and wants every one of several outputs located). Explicit numbers are kept where
 * they do not collide, as two blocks may share binding 0 on the desktop until the application moves one. */
#include "emu/glsl_reflect.h"

#include <stdio.h>
#include <string.h>

#define SLOTS 64

static bool take(bool used[SLOTS], int first, int count)
{
    if (first < 0 || first + count > SLOTS)
        return false;
    for (int i = 0; i < count; i++)
        if (used[first + i])
            return false;
    for (int i = 0; i < count; i++)
        used[first + i] = true;
    return true;
}

static int take_lowest(struct glsl_job *job, bool used[SLOTS], int count, const char *name)
{
    for (int first = 0; first + count <= SLOTS; first++)
        if (take(used, first, count))
            return first;
    glsl_fail(job, "no room left for %s", name);
}

static bool is_image(const struct glsl_uniform *u)
{
    return u->type >= 0x904C && u->type <= 0x906C;
}

static void assign_blocks(struct glsl_job *job)
{
    bool used[SLOTS] = {false};
    struct glsl_block *blocks = (struct glsl_block *)job->out->blocks;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < job->out->block_count; i++) {
            struct glsl_block *b = &blocks[i];
            int count = b->array_size ? b->array_size : 1;

            if (!b->storage || b->essl_binding >= 0)
                continue;
            if (pass == 0 && take(used, b->binding, count))
                b->essl_binding = b->binding;
            else if (pass == 1)
                b->essl_binding = take_lowest(job, used, count, b->name);
        }
}

static void assign_images(struct glsl_job *job)
{
    bool used[SLOTS] = {false};
    struct glsl_uniform *uniforms = (struct glsl_uniform *)job->out->uniforms;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < job->out->uniform_count; i++) {
            struct glsl_uniform *u = &uniforms[i];
            int count = u->array_size ? u->array_size : 1;

            if (u->offset >= 0)
                u->essl_binding = u->binding > 0 ? u->binding : 0;
            if (!is_image(u) || u->essl_binding >= 0)
                continue;
            if (pass == 0 && take(used, u->binding, count))
                u->essl_binding = u->binding;
            else if (pass == 1)
                u->essl_binding = take_lowest(job, used, count, u->name);
        }
}

static const struct glsl_binding *frag_data(const struct glsl_job *job, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0; job->input && i < job->input->frag_data_count; i++) {
        const struct glsl_binding *b = &job->input->frag_datas[i];

        if (!strncmp(b->name, name, n) && (!b->name[n] || !strcmp(b->name + n, "[0]")))
            return b;
    }
    return NULL;
}

/* Explicit, then bound, then the lowest free, larger arrays first: Mesa's order. */
static void assign_outputs(struct glsl_job *job)
{
    bool used[2][SLOTS] = {{false}};
    struct glsl_variable *outputs = (struct glsl_variable *)job->out->outputs;
    size_t n = job->out->output_count;

    for (size_t i = 0; i < n; i++) {
        const struct glsl_binding *b = outputs[i].location < 0 ? frag_data(job, outputs[i].name) : NULL;

        if (b && b->location >= 0) {
            outputs[i].location = b->location;
            outputs[i].index = b->index;
        }
        if (outputs[i].location >= 0)
            for (int k = 0; k < (outputs[i].array_size ? outputs[i].array_size : 1); k++)
                if (outputs[i].location + k < SLOTS)
                    used[outputs[i].index > 0][outputs[i].location + k] = true;
    }
    for (int size = 8; size > 0; size--)
        for (size_t i = 0; i < n; i++)
            if (outputs[i].location < 0 && (outputs[i].array_size > 1 ? outputs[i].array_size : 1) == size)
                outputs[i].location = take_lowest(job, used[0], size, outputs[i].name);
}

void glsl_assign(struct glsl_job *job)
{
    assign_blocks(job);
    assign_images(job);
    assign_outputs(job);
}
