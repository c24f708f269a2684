/* SPDX-License-Identifier: MIT */
/* Buffer objects. ES has them; what differs: binding points that ES lacks (data then travels through COPY_WRITE), glMapBuffer's
 * access enums, glBufferStorage by extension, and names. A CPU copy ("shadow") of the contents is kept only for buffers whose contents
 * the emulation has to read: made at the first need, then following every change, or from the start when a tier
 * asks for it. What the GPU wrote since is read back once. Mapping lives in buffer_map.c. */
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

static int target_index(GLenum target)
{
    for (int i = 0; i < EMU_BUFFER_TARGETS; i++)
        if (targets[i].target == target)
            return i;
    return -1;
}

static bool on_driver(const struct emu_context *ctx, int index)
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
    int index = target_index(target);

    if (index < 0) {
        emu_error(ctx, GL_INVALID_ENUM, "buffer target 0x%x", target);
        return NULL;
    }
    return slot_of(ctx, index);
}

/* --- objects --- */

static void buffer_destroy(struct emu_context *ctx, struct emu_buffer *buffer)
{
    ctx->es->DeleteBuffers(1, &buffer->es);
    free(buffer->shadow);
    free(buffer->map.staging);
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

static void drop_ranges(struct emu_context *ctx, GLenum target, struct emu_buffer_range *ranges,
                        const struct emu_buffer *buffer)
{
    for (int i = 0; i < EMU_MAX_INDEXED_BUFFERS; i++) {
        if (ranges[i].buffer != buffer)
            continue;
        ctx->es->BindBufferBase(target, (GLuint)i, 0);
        emu_buffer_ref(&ranges[i].buffer, NULL);
        ranges[i] = (struct emu_buffer_range){0};
    }
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
        if (on_driver(ctx, i))
            ctx->es->BindBuffer(targets[i].target, 0);
        emu_buffer_ref(slot, NULL);
    }
    drop_ranges(ctx, GL_UNIFORM_BUFFER, ctx->buffer.uniform, buffer);
    if (ctx->caps->es >= 31) {
        drop_ranges(ctx, GL_SHADER_STORAGE_BUFFER, ctx->buffer.storage, buffer);
        drop_ranges(ctx, GL_ATOMIC_COUNTER_BUFFER, ctx->buffer.atomic, buffer);
    }
    emu_vao_drop_buffer(ctx, buffer);
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
    if (on_driver(ctx, target_index(target)))
        ctx->es->BindBuffer(target, buffer ? buffer->es : 0);
    emu_buffer_ref(slot, buffer);
}

static struct emu_buffer_range *indexed_slot(struct emu_context *ctx, GLenum target, GLuint index)
{
    struct emu_buffer_range *ranges, *slot;

    switch (target) {
    case GL_UNIFORM_BUFFER:
        ranges = ctx->buffer.uniform;
        break;
    case GL_SHADER_STORAGE_BUFFER:
        ranges = ctx->buffer.storage;
        break;
    case GL_ATOMIC_COUNTER_BUFFER:
        ranges = ctx->buffer.atomic;
        break;
    case GL_TRANSFORM_FEEDBACK_BUFFER:
        ranges = NULL;
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "indexed buffer target 0x%x", target);
        return NULL;
    }
    slot = !ranges ? emu_xfb_buffer_slot(ctx, index) : index < EMU_MAX_INDEXED_BUFFERS ? &ranges[index] : NULL;
    if (!slot)
        emu_error(ctx, GL_INVALID_VALUE, "buffer binding index %u", index);
    return slot;
}

static void bind_indexed(GLenum target, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size, bool whole)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer_range *range = indexed_slot(ctx, target, index);
    struct emu_buffer **generic = range ? emu_buffer_slot(ctx, target) : NULL;
    struct emu_buffer *buffer;

    if (!range)
        return;
    buffer = emu_buffer_lookup(ctx, name);
    if (name && !buffer)
        return;
    if (!whole && buffer && (size <= 0 || offset < 0)) {
        emu_error(ctx, GL_INVALID_VALUE, "buffer range %td+%td", offset, size);
        return;
    }
    if (!on_driver(ctx, target_index(target))) {
        emu_gap(ctx, "glBindBufferRange", "storage and atomic counter buffers need ES 3.1", true);
        return;
    }
    if (whole || !buffer)
        ctx->es->BindBufferBase(target, index, buffer ? buffer->es : 0);
    else
        ctx->es->BindBufferRange(target, index, buffer->es, offset, size);
    emu_buffer_ref(generic, buffer);
    emu_buffer_ref(&range->buffer, buffer);
    range->offset = whole ? 0 : offset;
    range->size = whole ? 0 : size;
    if (target == GL_SHADER_STORAGE_BUFFER && index >= ctx->buffer.storage_top)
        ctx->buffer.storage_top = index + 1;
    if (target == GL_ATOMIC_COUNTER_BUFFER && index >= ctx->buffer.atomic_top)
        ctx->buffer.atomic_top = index + 1;
}

void emu_BindBufferBase(GLenum target, GLuint index, GLuint buffer)
{
    bind_indexed(target, index, buffer, 0, 0, true);
}

void emu_BindBufferRange(GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size)
{
    bind_indexed(target, index, buffer, offset, size, false);
}

void emu_buffer_restore_storage(struct emu_context *ctx, GLuint index)
{
    const struct emu_buffer_range *range = &ctx->buffer.storage[index];

    if (range->buffer && range->size)
        ctx->es->BindBufferRange(GL_SHADER_STORAGE_BUFFER, index, range->buffer->es, range->offset, range->size);
    else
        ctx->es->BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, range->buffer ? range->buffer->es : 0);
}

/* --- data --- */

GLenum emu_buffer_edit_begin(struct emu_context *ctx, GLenum target, const struct emu_buffer *buffer)
{
    int index = target ? target_index(target) : -1;

    if (index >= 0 && on_driver(ctx, index))
        return target;
    ctx->es->BindBuffer(GL_COPY_WRITE_BUFFER, buffer->es);
    return GL_COPY_WRITE_BUFFER;
}

void emu_buffer_edit_end(struct emu_context *ctx, GLenum target, GLenum es_target)
{
    if (target != es_target)
        emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
}

/* Follows a change of [offset, offset + size) with `data`, NULL for undefined contents. */
static void shadow_write(struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size, const void *data)
{
    buffer->generation++;
    if (buffer->shadow && data)
        memcpy(buffer->shadow + offset, data, (size_t)size);
}

static void shadow_resize(struct emu_buffer *buffer, GLsizeiptr size)
{
    free(buffer->shadow);
    buffer->shadow = buffer->keep_shadow && size ? calloc(1, (size_t)size) : NULL;
    buffer->gpu_written = false;
    buffer->size = size;
}

static void set_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLsizeiptr size, const void *data,
                     GLenum usage)
{
    GLenum es_target;

    if (size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "buffer size %td", size);
        return;
    }
    if (buffer->immutable) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is immutable", buffer->name);
        return;
    }
    if (buffer->map.pointer)
        emu_buffer_unmap(ctx, 0, buffer, NULL);
    es_target = emu_buffer_edit_begin(ctx, target, buffer);
    ctx->es->BufferData(es_target, size, data, usage);
    emu_buffer_edit_end(ctx, target, es_target);
    buffer->usage = usage;
    shadow_resize(buffer, size);
    shadow_write(buffer, 0, size, data);
}

static bool check_range(struct emu_context *ctx, const struct emu_buffer *buffer, GLintptr offset, GLsizeiptr size)
{
    if (offset < 0 || size < 0 || offset > buffer->size || size > buffer->size - offset) {
        emu_error(ctx, GL_INVALID_VALUE, "range %td+%td of buffer %u of %td bytes", offset, size, buffer->name,
                  buffer->size);
        return false;
    }
    if (buffer->map.pointer && !(buffer->map.access & GL_MAP_PERSISTENT_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u is mapped", buffer->name);
        return false;
    }
    return true;
}

static void set_sub_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                         GLsizeiptr size, const void *data)
{
    GLenum es_target;

    if (!check_range(ctx, buffer, offset, size) || !size)
        return;
    if (buffer->immutable && !(buffer->storage_flags & GL_DYNAMIC_STORAGE_BIT)) {
        emu_error(ctx, GL_INVALID_OPERATION, "buffer %u has no dynamic storage", buffer->name);
        return;
    }
    es_target = emu_buffer_edit_begin(ctx, target, buffer);
    ctx->es->BufferSubData(es_target, offset, size, data);
    emu_buffer_edit_end(ctx, target, es_target);
    shadow_write(buffer, offset, size, data);
}

static void set_storage(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLsizeiptr size,
                        const void *data, GLbitfield flags)
{
    GLenum es_target;

    if (size <= 0 || buffer->immutable) {
        emu_error(ctx, size <= 0 ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "glBufferStorage of %td bytes", size);
        return;
    }
    if (buffer->map.pointer)
        emu_buffer_unmap(ctx, 0, buffer, NULL);
    es_target = emu_buffer_edit_begin(ctx, target, buffer);
    /* Without the extension immutable storage is ordinary storage that the emulation does not let change. */
    if (gles_caps_has(ctx->caps, GLES_EXT_buffer_storage))
        ctx->es->BufferStorageEXT(es_target, size, data, flags | GL_DYNAMIC_STORAGE_BIT);
    else
        ctx->es->BufferData(es_target, size, data, GL_DYNAMIC_DRAW);
    emu_buffer_edit_end(ctx, target, es_target);
    buffer->immutable = true;
    buffer->storage_flags = flags;
    buffer->usage = GL_DYNAMIC_DRAW;
    shadow_resize(buffer, size);
    shadow_write(buffer, 0, size, data);
}

struct emu_buffer *emu_buffer_bound(struct emu_context *ctx, GLenum target)
{
    struct emu_buffer **slot = emu_buffer_slot(ctx, target);

    if (slot && !*slot)
        emu_error(ctx, GL_INVALID_OPERATION, "no buffer bound to 0x%x", target);
    return slot ? *slot : NULL;
}

void emu_BufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        set_data(emu_current, target, buffer, size, data, usage);
}

void emu_BufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        set_sub_data(emu_current, target, buffer, offset, size, data);
}

void emu_BufferStorage(GLenum target, GLsizeiptr size, const void *data, GLbitfield flags)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (buffer)
        set_storage(emu_current, target, buffer, size, data, flags);
}

static void copy_data(struct emu_context *ctx, struct emu_buffer *from, struct emu_buffer *to, GLintptr read,
                      GLintptr write, GLsizeiptr size)
{
    if (!check_range(ctx, from, read, size) || !check_range(ctx, to, write, size) || !size)
        return;
    if (from == to && read < write + size && write < read + size) {
        emu_error(ctx, GL_INVALID_VALUE, "overlapping copy in buffer %u", from->name);
        return;
    }
    ctx->es->BindBuffer(GL_COPY_READ_BUFFER, from->es);
    ctx->es->BindBuffer(GL_COPY_WRITE_BUFFER, to->es);
    ctx->es->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, read, write, size);
    emu_buffer_restore(ctx, EMU_COPY_READ_BUFFER);
    emu_buffer_restore(ctx, EMU_COPY_WRITE_BUFFER);
    if (to->shadow && from->shadow && !from->gpu_written)
        shadow_write(to, write, size, from->shadow + read);
    else
        emu_buffer_mark_gpu_written(to);
}

void emu_CopyBufferSubData(GLenum read_target, GLenum write_target, GLintptr read, GLintptr write, GLsizeiptr size)
{
    struct emu_buffer *from = emu_buffer_bound(emu_current, read_target);
    struct emu_buffer *to = from ? emu_buffer_bound(emu_current, write_target) : NULL;

    if (to)
        copy_data(emu_current, from, to, read, write, size);
}

void emu_GetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    struct emu_context *ctx = emu_current;
    struct emu_buffer *buffer = emu_buffer_bound(ctx, target);
    const uint8_t *contents;

    if (!buffer || !check_range(ctx, buffer, offset, size) || !size)
        return;
    contents = emu_buffer_contents(ctx, buffer);
    if (contents)
        memcpy(data, contents + offset, (size_t)size);
}

void emu_buffer_mark_gpu_written(struct emu_buffer *buffer)
{
    buffer->gpu_written = true;
    buffer->generation++;
}

void emu_buffer_mark_storage_written(struct emu_context *ctx)
{
    for (GLuint i = 0; i < ctx->buffer.storage_top; i++)
        if (ctx->buffer.storage[i].buffer)
            emu_buffer_mark_gpu_written(ctx->buffer.storage[i].buffer);
    for (GLuint i = 0; i < ctx->buffer.atomic_top; i++)
        if (ctx->buffer.atomic[i].buffer)
            emu_buffer_mark_gpu_written(ctx->buffer.atomic[i].buffer);
}

static bool read_back(struct emu_context *ctx, struct emu_buffer *buffer)
{
    const void *mapped;

    if (!buffer->shadow)
        buffer->shadow = malloc(buffer->size ? (size_t)buffer->size : 1);
    if (!buffer->shadow)
        return false;
    ctx->es->BindBuffer(GL_COPY_READ_BUFFER, buffer->es);
    mapped = ctx->es->MapBufferRange(GL_COPY_READ_BUFFER, 0, buffer->size, GL_MAP_READ_BIT);
    if (mapped) {
        memcpy(buffer->shadow, mapped, (size_t)buffer->size);
        ctx->es->UnmapBuffer(GL_COPY_READ_BUFFER);
    } else {
        emu_es_error(ctx, "reading a buffer back");
    }
    emu_buffer_restore(ctx, EMU_COPY_READ_BUFFER);
    return mapped != NULL;
}

const uint8_t *emu_buffer_contents(struct emu_context *ctx, struct emu_buffer *buffer)
{
    if (buffer->map.es_pointer) {
        /* The driver's own mapping is the truth while it lasts; only a whole one can be handed out. */
        bool whole = buffer->map.offset == 0 && buffer->map.length == buffer->size;
        return whole ? buffer->map.es_pointer : NULL;
    }
    if (buffer->shadow && !buffer->gpu_written)
        return buffer->shadow;
    if (!buffer->size || !read_back(ctx, buffer))
        return NULL;
    buffer->keep_shadow = true;
    buffer->gpu_written = false;
    return buffer->shadow;
}

/* --- queries, life --- */

void emu_GetBufferParameteri64v(GLenum target, GLenum pname, GLint64 *params)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (!buffer)
        return;
    switch (pname) {
    case GL_BUFFER_SIZE:
        *params = buffer->size;
        break;
    case GL_BUFFER_USAGE:
        *params = buffer->usage;
        break;
    case GL_BUFFER_ACCESS:
        *params = emu_buffer_access_enum(buffer);
        break;
    case GL_BUFFER_ACCESS_FLAGS:
        *params = buffer->map.access;
        break;
    case GL_BUFFER_MAPPED:
        *params = buffer->map.pointer != NULL;
        break;
    case GL_BUFFER_MAP_OFFSET:
        *params = buffer->map.offset;
        break;
    case GL_BUFFER_MAP_LENGTH:
        *params = buffer->map.length;
        break;
    case GL_BUFFER_IMMUTABLE_STORAGE:
        *params = buffer->immutable;
        break;
    case GL_BUFFER_STORAGE_FLAGS:
        *params = buffer->immutable ? buffer->storage_flags : GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;
        break;
    default:
        emu_error(emu_current, GL_INVALID_ENUM, "buffer parameter 0x%x", pname);
    }
}

void emu_GetBufferParameteriv(GLenum target, GLenum pname, GLint *params)
{
    GLint64 value = *params;

    emu_GetBufferParameteri64v(target, pname, &value);
    *params = value > INT32_MAX ? INT32_MAX : (GLint)value;
}

void emu_GetBufferPointerv(GLenum target, GLenum pname, void **params)
{
    struct emu_buffer *buffer = emu_buffer_bound(emu_current, target);

    if (pname != GL_BUFFER_MAP_POINTER)
        emu_error(emu_current, GL_INVALID_ENUM, "buffer pointer 0x%x", pname);
    else if (buffer)
        *params = buffer->map.pointer;
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
