/* SPDX-License-Identifier: MIT */
/* Vertex array objects. Each has an ES object behind it, the default one too, because ES forbids indirect
 * draws on its own. Attributes are in vao_pointer.c and vao_format.c; client memory and formats that ES lacks
 * are copied at each draw (arrays.c). */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

struct emu_buffer **emu_vao_element_slot(struct emu_context *ctx)
{
    return &ctx->vao.current->element_buffer;
}

/* --- objects --- */

static void vao_setup(struct emu_context *ctx, struct emu_vao *vao)
{
    ctx->es->GenVertexArrays(1, &vao->es);
    for (GLuint i = 0; i < EMU_MAX_ATTRIBS; i++) {
        vao->attribs[i] = (struct emu_attrib){.size = 4, .type = GL_FLOAT, .binding = i};
        vao->bindings[i] = (struct emu_vertex_binding){.stride = 16};
    }
}

static void vao_release(struct emu_context *ctx, struct emu_vao *vao)
{
    emu_buffer_ref(&vao->element_buffer, NULL);
    for (int i = 0; i < EMU_MAX_ATTRIBS; i++)
        emu_buffer_ref(&vao->bindings[i].buffer, NULL);
    if (vao->es)
        ctx->es->DeleteVertexArrays(1, &vao->es);
}

static struct emu_vao *vao_create(struct emu_context *ctx, GLuint name)
{
    struct emu_vao *vao = calloc(1, sizeof *vao);

    if (!vao || !emu_names_set(&ctx->vaos, name, vao)) {
        free(vao);
        emu_error(ctx, GL_OUT_OF_MEMORY, "vertex array object");
        return NULL;
    }
    vao->name = name;
    vao_setup(ctx, vao);
    return vao;
}

void emu_GenVertexArrays(GLsizei n, GLuint *arrays)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "n %d", n);
    else if (!emu_names_gen(&ctx->vaos, n, arrays))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenVertexArrays");
}

void emu_CreateVertexArrays(GLsizei n, GLuint *arrays)
{
    emu_GenVertexArrays(n, arrays);
    for (GLsizei i = 0; i < n; i++)
        if (!vao_create(emu_current, arrays[i]))
            return;
}

GLboolean emu_IsVertexArray(GLuint array)
{
    return emu_names_get(&emu_current->vaos, array) != NULL;
}

static void bind_vao(struct emu_context *ctx, struct emu_vao *vao)
{
    if (ctx->vao.current == vao)
        return;
    ctx->vao.current = vao;
    ctx->es->BindVertexArray(vao->es);
}

void emu_BindVertexArray(GLuint array)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = &ctx->vao.zero;

    if (array && !(vao = emu_names_get(&ctx->vaos, array))) {
        if (!emu_names_is_reserved(&ctx->vaos, array)) {
            emu_error(ctx, GL_INVALID_OPERATION, "vertex array name %u was not generated", array);
            return;
        }
        if (!(vao = vao_create(ctx, array)))
            return;
    }
    bind_vao(ctx, vao);
}

void emu_DeleteVertexArrays(GLsizei n, const GLuint *arrays)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_vao *vao = emu_names_get(&ctx->vaos, arrays[i]);
        emu_names_remove(&ctx->vaos, arrays[i]);
        if (!vao)
            continue;
        if (vao == ctx->vao.current)
            bind_vao(ctx, &ctx->vao.zero);
        vao_release(ctx, vao);
        free(vao);
    }
}

void emu_vao_drop_buffer(struct emu_context *ctx, struct emu_buffer *buffer)
{
    struct emu_vao *vao = ctx->vao.current;

    for (int i = 0; i < EMU_MAX_ATTRIBS; i++)
        if (vao->bindings[i].buffer == buffer)
            emu_buffer_ref(&vao->bindings[i].buffer, NULL);
}

bool emu_vao_init(struct emu_context *ctx)
{
    GLsizei max = (GLsizei)ctx->caps->max_vertex_attribs;

    ctx->vao.max_attribs = max < EMU_MAX_ATTRIBS ? max : EMU_MAX_ATTRIBS;
    vao_setup(ctx, &ctx->vao.zero);
    ctx->vao.current = &ctx->vao.zero;
    ctx->es->BindVertexArray(ctx->vao.zero.es);
    return true;
}

static void destroy_vao(void *object, void *priv)
{
    vao_release(priv, object);
    free(object);
}

void emu_vao_finish(struct emu_context *ctx)
{
    emu_names_each(&ctx->vaos, destroy_vao, ctx);
    vao_release(ctx, &ctx->vao.zero);
}
