/* SPDX-License-Identifier: MIT */
/* Buffer objects and their binding points. ES has them; what differs: points that ES lacks (data then travels
 * through COPY_WRITE), and names. Indexed bindings are in buffer_indexed.c, contents in buffer_data.c,
 * mappings in buffer_map.c. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

static const struct target {
    GLenum target, binding;
    int es; /* lowest ES version with this binding point, 99: none */
} targets[EMU_BUFFER_TARGETS] = {
    // clang-format off
    [EMU_ARRAY_BUFFER]              = {GL_ARRAY_BUFFER,              GL_ARRAY_BUFFER_BINDING,              30},
    [EMU_COPY_READ_BUFFER]          = {GL_COPY_READ_BUFFER,          GL_COPY_READ_BUFFER_BINDING,          30},
    [EMU_COPY_WRITE_BUFFER]         = {GL_COPY_WRITE_BUFFER,         GL_COPY_WRITE_BUFFER_BINDING,         30},
    [EMU_PIXEL_PACK_BUFFER]         = {GL_PIXEL_PACK_BUFFER,         GL_PIXEL_PACK_BUFFER_BINDING,         30},
    [EMU_PIXEL_UNPACK_BUFFER]       = {GL_PIXEL_UNPACK_BUFFER,       GL_PIXEL_UNPACK_BUFFER_BINDING,       30},
    [EMU_TEXEL_BUFFER]            = {GL_TEXTURE_BUFFER,            GL_TEXTURE_BUFFER_BINDING,            32},
    [EMU_DRAW_INDIRECT_BUFFER]      = {GL_DRAW_INDIRECT_BUFFER,      GL_DRAW_INDIRECT_BUFFER_BINDING,      31},
    [EMU_DISPATCH_INDIRECT_BUFFER]  = {GL_DISPATCH_INDIRECT_BUFFER,  GL_DISPATCH_INDIRECT_BUFFER_BINDING,  31},
    [EMU_PARAMETER_BUFFER]          = {GL_PARAMETER_BUFFER,          GL_PARAMETER_BUFFER_BINDING,          99},
    [EMU_QUERY_BUFFER]              = {GL_QUERY_BUFFER,              GL_QUERY_BUFFER_BINDING,              99},
    [EMU_UNIFORM_BUFFER]            = {GL_UNIFORM_BUFFER,            GL_UNIFORM_BUFFER_BINDING,            30},
    [EMU_SHADER_STORAGE_BUFFER]     = {GL_SHADER_STORAGE_BUFFER,     GL_SHADER_STORAGE_BUFFER_BINDING,     31},
    [EMU_ATOMIC_COUNTER_BUFFER]     = {GL_ATOMIC_COUNTER_BUFFER,     GL_ATOMIC_COUNTER_BUFFER_BINDING,     31},
    [EMU_TRANSFORM_FEEDBACK_BUFFER] = {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 30},
    [EMU_ELEMENT_ARRAY_BUFFER]      = {GL_ELEMENT_ARRAY_BUFFER,      GL_ELEMENT_ARRAY_BUFFER_BINDING,      30},
    // clang-format on
};

int emu_buffer_target_index(GLenum target)
{
    for (int i = 0; i < EMU_BUFFER_TARGETS; i++)
        if (targets[i].target == target)
            return i;
    return -1;
}

bool emu_buffer_on_driver(const struct emu_context *ctx, enum emu_buffer_target index)
{
    if (index == EMU_TEXEL_BUFFER && ctx->caps->has_texture_buffer)
        return true;
    return ctx->caps->es >= targets[index].es;
}

GLenum emu_buffer_target_enum(enum emu_buffer_target target)
{
    return targets[target].target;
}

static struct emu_buffer **slot_of(struct emu_context *ctx, int index)
{
    return index == EMU_ELEMENT_ARRAY_BUFFER ? emu_vao_element_slot(ctx) : &ctx->buffer.bound[index];
}

struct emu_buffer **emu_buffer_slot(struct emu_context *ctx, GLenum target)
{
    int index = emu_buffer_target_index(target);

    if (index < 0) {
        emu_error(ctx, GL_INVALID_ENUM, "buffer target 0x%x", target);
        return NULL;
    }
    return slot_of(ctx, index);
}

/* --- objects --- */

static void buffer_destroy(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->windowed)
        emu_window_forget(ctx, buffer);
    ctx->es->DeleteBuffers(1, &buffer->es);
    free(buffer->shadow_block);
    free(buffer->map.staging);
    emu_bounds_cache_destroy(buffer->scans);
    free(buffer);
}

void emu_buffer_ref(struct emu_buffer **slot, struct emu_buffer *buffer)
{
    struct emu_buffer *old = *slot;

    if (old == buffer)
        return;
    if (buffer)
        buffer->refs++;
    *slot = buffer;
    if (old && --old->refs == 0)
        buffer_destroy(emu_current, old);
}

static struct emu_buffer *buffer_create(struct emu_context *ctx, GLuint name)
{
    struct emu_buffer *buffer = calloc(1, sizeof *buffer);

    if (!buffer || !emu_names_set(&ctx->share->buffers, name, buffer)) {
        free(buffer);
        emu_error(ctx, GL_OUT_OF_MEMORY, "buffer object");
        return NULL;
    }
    ctx->es->GenBuffers(1, &buffer->es);
    buffer->name = name;
    buffer->serial = ++ctx->share->buffer_serials;
    buffer->refs = 1;
    buffer->usage = GL_STATIC_DRAW;
    buffer->keep_shadow = ctx->buffer.shadow_all;
    return buffer;
}

struct emu_buffer *emu_buffer_lookup(struct emu_context *ctx, GLuint name)
{
    struct emu_buffer *buffer = emu_names_get(&ctx->share->buffers, name);

    if (buffer || !name)
        return buffer;
    if (ctx->core && !emu_names_is_reserved(&ctx->share->buffers, name)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer name %u was not generated", name);
        return NULL;
    }
    return buffer_create(ctx, name);
}

void emu_GenBuffers(GLsizei n, GLuint *buffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "n %d", n);
    else if (!emu_names_gen(&ctx->share->buffers, n, buffers))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenBuffers");
}

void emu_CreateBuffers(GLsizei n, GLuint *buffers)
{
    struct emu_context *ctx = emu_current;

    emu_GenBuffers(n, buffers);
    /* DSA objects exist at once; ES makes one at the first bind. */
    for (GLsizei i = 0; i < n; i++) {
        struct emu_buffer *buffer = buffer_create(ctx, buffers[i]);
        if (!buffer)
            return;
        emu_buffer_bind_es(ctx, EMU_COPY_WRITE_BUFFER, buffer->es);
        emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    }
}

GLboolean emu_IsBuffer(GLuint buffer)
{
    return emu_names_get(&emu_current->share->buffers, buffer) != NULL;
}

/* A deleted buffer leaves every binding of the current context (OpenGL 4.6, 5.1.2). */
static void buffer_delete(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->map.pointer)
        emu_buffer_unmap(ctx, 0, buffer, NULL);
    for (int i = 0; i < EMU_BUFFER_TARGETS; i++) {
        struct emu_buffer **slot = slot_of(ctx, i);
        if (*slot != buffer)
            continue;
        if (emu_buffer_on_driver(ctx, i))
            ctx->es->BindBuffer(targets[i].target, 0);
        emu_buffer_ref(slot, NULL);
    }
    emu_buffer_drop_ranges(ctx, GL_UNIFORM_BUFFER, ctx->buffer.uniform, buffer);
    if (ctx->caps->es >= 31) {
        emu_buffer_drop_ranges(ctx, GL_SHADER_STORAGE_BUFFER, ctx->buffer.storage, buffer);
        emu_buffer_drop_ranges(ctx, GL_ATOMIC_COUNTER_BUFFER, ctx->buffer.atomic, buffer);
    }
    emu_vao_drop_buffer(ctx, buffer);
    emu_xfb_drop_buffer(ctx, buffer);
    emu_names_remove(&ctx->share->buffers, buffer->name);
    emu_buffer_ref(&buffer, NULL);
}

void emu_DeleteBuffers(GLsizei n, const GLuint *buffers)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_buffer *buffer = emu_names_get(&ctx->share->buffers, buffers[i]);
        if (buffer)
            buffer_delete(ctx, buffer);
        else
            emu_names_remove(&ctx->share->buffers, buffers[i]);
    }
}

/* --- bindings --- */

void emu_buffer_bind_es(struct emu_context *ctx, enum emu_buffer_target target, GLuint es)
{
    ctx->es->BindBuffer(targets[target].target, es);
}

void emu_buffer_restore(struct emu_context *ctx, enum emu_buffer_target target)
{
    const struct emu_buffer *buffer = *slot_of(ctx, target);

    ctx->es->BindBuffer(targets[target].target, buffer ? buffer->es : 0);
}

void emu_BindBuffer(GLenum target, GLuint name)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer **slot = emu_buffer_slot(ctx, target);
    struct emu_buffer *buffer;

    if (!slot || (*slot && (*slot)->name == name && emu_names_get(&ctx->share->buffers, name) == *slot))
        return;
    buffer = emu_buffer_lookup(ctx, name);
    if (name && !buffer)
        return;
    if (emu_buffer_on_driver(ctx, emu_buffer_target_index(target)))
        ctx->es->BindBuffer(target, buffer ? buffer->es : 0);
    emu_buffer_ref(slot, buffer);
}

static bool get_range(struct emu_value *value, const struct emu_buffer_range *range, GLenum what)
{
    emu_value_set_int(value, what == 0   ? (range->buffer ? range->buffer->name : 0)
                             : what == 1 ? range->offset
                                         : range->size);
    return true;
}

bool emu_buffer_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    static const struct {
        GLenum binding, start, size;
    } indexed[] = {
        {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE},
        {GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE},
        {GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE},
    };
    const struct emu_buffer_range *ranges[] = {ctx->buffer.uniform, ctx->buffer.storage, ctx->buffer.atomic};

    for (int i = 0; i < 3 && index < EMU_MAX_INDEXED_BUFFERS; i++) {
        if (pname == indexed[i].start || pname == indexed[i].size)
            return get_range(value, &ranges[i][index], pname == indexed[i].start ? 1 : 2);
        if (pname == indexed[i].binding)
            return get_range(value, &ranges[i][index], 0);
    }
    for (int i = 0; i < EMU_BUFFER_TARGETS; i++)
        if (targets[i].binding == pname) {
            const struct emu_buffer *buffer = *slot_of(ctx, i);
            emu_value_set_int(value, buffer ? buffer->name : 0);
            return true;
        }
    return false;
}

bool emu_buffer_init(struct emu_context *ctx)
{
    (void)ctx;
    return true;
}

static void release_ranges(struct emu_buffer_range *ranges)
{
    for (int i = 0; i < EMU_MAX_INDEXED_BUFFERS; i++)
        emu_buffer_ref(&ranges[i].buffer, NULL);
}

void emu_buffer_finish(struct emu_context *ctx)
{
    for (int i = 0; i < EMU_ELEMENT_ARRAY_BUFFER; i++)
        emu_buffer_ref(&ctx->buffer.bound[i], NULL);
    release_ranges(ctx->buffer.uniform);
    release_ranges(ctx->buffer.storage);
    release_ranges(ctx->buffer.atomic);
}

static void destroy_named(void *object, void *priv)
{
    buffer_destroy(priv, object);
}

void emu_buffer_finish_share(struct emu_context *ctx)
{
    emu_names_each(&ctx->share->buffers, destroy_named, ctx);
}
