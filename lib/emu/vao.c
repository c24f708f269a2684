/* SPDX-License-Identifier: MIT */
/* Vertex array objects. Each has an ES object behind it, the default one too, because ES forbids indirect draws on its own. Attributes that
 * live in buffers and have a format ES knows are specified on the driver at once; those set through the separate format and binding calls
 * of 4.3, whose pieces arrive one by one, before the next draw (emu_vao_flush). Client memory and other formats are
 * copied at each draw (arrays.c). */
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
    struct emu_vao *vao = array ? emu_names_get(&ctx->vaos, array) : &ctx->vao.zero;

    if (!vao && !emu_names_is_reserved(&ctx->vaos, array)) {
        emu_error(ctx, GL_INVALID_OPERATION, "vertex array name %u was not generated", array);
        return;
    }
    if (!vao)
        vao = vao_create(ctx, array);
    if (vao)
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

/* --- formats --- */

/* What glVertexAttribPointer of ES 3.0 takes (table 2.8 there). */
static bool es_has_format(const struct emu_attrib *attrib)
{
    switch (attrib->type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_HALF_FLOAT:
    case GL_FLOAT:
    case GL_FIXED:
        return attrib->size != GL_BGRA;
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
        return attrib->size == 4;
    default:
        return false;
    }
}

GLsizei emu_attrib_bytes(const struct emu_attrib *attrib)
{
    GLsizei components = attrib->size == GL_BGRA ? 4 : attrib->size;

    switch (attrib->type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return components;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
        return components * 2;
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
        return 4;
    case GL_DOUBLE:
        return components * 8;
    default:
        return components * 4;
    }
}

static GLenum check_format(GLint size, GLenum type, GLboolean normalized, bool integer)
{
    bool packed = type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
    bool integral = type >= GL_BYTE && type <= GL_UNSIGNED_INT;

    if (integer && !integral)
        return GL_INVALID_ENUM;
    if (!integral && !packed && type != GL_HALF_FLOAT && type != GL_FLOAT && type != GL_DOUBLE && type != GL_FIXED &&
        type != GL_UNSIGNED_INT_10F_11F_11F_REV)
        return GL_INVALID_ENUM;
    if (size == GL_BGRA) {
        if (integer)
            return GL_INVALID_VALUE;
        return (type == GL_UNSIGNED_BYTE || packed) && normalized ? GL_NO_ERROR : GL_INVALID_OPERATION;
    }
    if (size < 1 || size > 4)
        return GL_INVALID_VALUE;
    if ((packed && size != 4) || (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3))
        return GL_INVALID_OPERATION;
    return GL_NO_ERROR;
}

/* Core contexts have no default vertex array to change. */
static bool check_vao(struct emu_context *ctx, GLuint index)
{
    if (index >= (GLuint)ctx->vao.max_attribs)
        emu_error(ctx, GL_INVALID_VALUE, "attribute %u of %d", index, ctx->vao.max_attribs);
    else if (ctx->core && ctx->vao.current == &ctx->vao.zero)
        emu_error(ctx, GL_INVALID_OPERATION, "no vertex array object bound");
    else
        return true;
    return false;
}

/* Where attribute `index` comes from now. */
static void classify(struct emu_vao *vao, GLuint index)
{
    uint32_t bit = 1u << index;
    const struct emu_attrib *attrib = &vao->attribs[index];

    vao->client = vao->bindings[attrib->binding].buffer ? vao->client & ~bit : vao->client | bit;
    vao->convert = es_has_format(attrib) ? vao->convert & ~bit : vao->convert | bit;
}

static void specify(struct emu_context *ctx, const struct emu_vao *vao, GLuint index)
{
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    const void *pointer = binding->pointer + attrib->relative_offset;

    if (attrib->integer)
        ctx->es->VertexAttribIPointer(index, attrib->size, attrib->type, binding->stride, pointer);
    else
        ctx->es->VertexAttribPointer(index, attrib->size, attrib->type, attrib->normalized, binding->stride, pointer);
}

static void set_pointer(GLuint index, GLint size, GLenum type, GLboolean normalized, bool integer, GLsizei stride,
                        const void *pointer)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_ARRAY_BUFFER];
    struct emu_attrib attrib = {.integer = integer, .normalized = normalized, .size = size, .type = type, .binding = index};
    struct emu_vertex_binding *binding = &vao->bindings[index];
    GLenum error;

    if (!check_vao(ctx, index))
        return;
    error = stride < 0 ? GL_INVALID_VALUE : check_format(size, type, normalized, integer);
    if (error == GL_NO_ERROR && ctx->core && !buffer && pointer)
        error = GL_INVALID_OPERATION;
    if (error != GL_NO_ERROR) {
        emu_error(ctx, error, "attribute %u: size %d, type 0x%x, stride %d", index, size, type, stride);
        return;
    }
    attrib.enabled = vao->attribs[index].enabled;
    if (!stride)
        stride = emu_attrib_bytes(&attrib);
    if (buffer && binding->buffer == buffer && binding->pointer == pointer && binding->stride == stride &&
        !memcmp(&attrib, &vao->attribs[index], sizeof attrib) && !(vao->dirty & 1u << index))
        return;
    vao->attribs[index] = attrib;
    emu_buffer_ref(&binding->buffer, buffer);
    binding->pointer = pointer;
    binding->stride = stride;
    classify(vao, index);
    vao->dirty &= ~(1u << index);
    if (!((vao->client | vao->convert) & 1u << index))
        specify(ctx, vao, index);
}

void emu_VertexAttribPointer(GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                             const void *pointer)
{
    set_pointer(index, size, type, normalized != GL_FALSE, false, stride, pointer);
}

void emu_VertexAttribIPointer(GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
    set_pointer(index, size, type, GL_FALSE, true, stride, pointer);
}

static void set_enabled(GLuint index, bool enabled)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;

    if (!check_vao(ctx, index) || vao->attribs[index].enabled == enabled)
        return;
    vao->attribs[index].enabled = enabled;
    if (enabled) {
        vao->enabled |= 1u << index;
        ctx->es->EnableVertexAttribArray(index);
    } else {
        vao->enabled &= ~(1u << index);
        ctx->es->DisableVertexAttribArray(index);
    }
    classify(vao, index);
}

void emu_EnableVertexAttribArray(GLuint index)
{
    set_enabled(index, true);
}

void emu_DisableVertexAttribArray(GLuint index)
{
    set_enabled(index, false);
}

void emu_VertexAttribDivisor(GLuint index, GLuint divisor)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;

    if (!check_vao(ctx, index))
        return;
    if (vao->attribs[index].binding == index && vao->bindings[index].divisor == divisor)
        return;
    if (vao->attribs[index].binding != index) {
        vao->attribs[index].binding = index;
        vao->dirty |= 1u << index;
    }
    vao->bindings[index].divisor = divisor;
    classify(vao, index);
    ctx->es->VertexAttribDivisor(index, divisor);
}

/* --- separate formats and bindings (OpenGL 4.6, 10.3.2) --- */

static void set_format(GLuint index, GLint size, GLenum type, GLboolean normalized, bool integer, GLuint offset)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;
    struct emu_attrib *attrib = &vao->attribs[index < EMU_MAX_ATTRIBS ? index : 0];
    GLenum error;

    if (!check_vao(ctx, index))
        return;
    error = check_format(size, type, normalized, integer);
    if (error != GL_NO_ERROR || offset > 2047) {
        emu_error(ctx, error != GL_NO_ERROR ? error : GL_INVALID_VALUE, "attribute %u: size %d, type 0x%x, offset %u", index, size, type,
                  offset);
        return;
    }
    attrib->size = size;
    attrib->type = type;
    attrib->normalized = normalized != GL_FALSE;
    attrib->integer = integer;
    attrib->relative_offset = offset;
    classify(vao, index);
    vao->dirty |= 1u << index;
}

void emu_VertexAttribFormat(GLuint index, GLint size, GLenum type, GLboolean normalized, GLuint offset)
{
    set_format(index, size, type, normalized, false, offset);
}

void emu_VertexAttribIFormat(GLuint index, GLint size, GLenum type, GLuint offset)
{
    set_format(index, size, type, GL_FALSE, true, offset);
}

void emu_VertexAttribBinding(GLuint index, GLuint binding)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;

    if (!check_vao(ctx, index) || !check_vao(ctx, binding) || vao->attribs[index].binding == binding)
        return;
    vao->attribs[index].binding = binding;
    classify(vao, index);
    vao->dirty |= 1u << index;
}

/* Every attribute that takes its data from `binding`. */
static void touch_binding(struct emu_vao *vao, GLuint binding)
{
    for (GLuint i = 0; i < EMU_MAX_ATTRIBS; i++) {
        if (vao->attribs[i].binding != binding)
            continue;
        classify(vao, i);
        vao->dirty |= 1u << i;
    }
}

void emu_BindVertexBuffer(GLuint index, GLuint name, GLintptr offset, GLsizei stride)
{
    struct emu_context *ctx = emu_current;
    struct emu_vertex_binding *binding = &ctx->vao.current->bindings[index < EMU_MAX_ATTRIBS ? index : 0];
    struct emu_buffer *buffer;

    if (!check_vao(ctx, index))
        return;
    buffer = emu_buffer_lookup(ctx, name);
    if (name && !buffer)
        return;
    if (offset < 0 || stride < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "vertex buffer offset %td, stride %d", offset, stride);
        return;
    }
    if (binding->buffer == buffer && binding->pointer == (const uint8_t *)offset && binding->stride == stride)
        return;
    emu_buffer_ref(&binding->buffer, buffer);
    binding->pointer = (const uint8_t *)offset;
    binding->stride = stride;
    touch_binding(ctx->vao.current, index);
}

void emu_VertexBindingDivisor(GLuint index, GLuint divisor)
{
    struct emu_context *ctx = emu_current;

    if (!check_vao(ctx, index) || ctx->vao.current->bindings[index].divisor == divisor)
        return;
    ctx->vao.current->bindings[index].divisor = divisor;
    touch_binding(ctx->vao.current, index);
}

/* A true stride of 0 has no classic spelling; ES 3.1 has it through the binding. */
static void specify_binding(struct emu_context *ctx, const struct emu_vao *vao, GLuint index)
{
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];

    if (binding->stride) {
        specify(ctx, vao, index);
    } else if (ctx->caps->es >= 31) {
        if (attrib->integer)
            ctx->es->VertexAttribIFormat(index, attrib->size, attrib->type, 0);
        else
            ctx->es->VertexAttribFormat(index, attrib->size, attrib->type, attrib->normalized, 0);
        ctx->es->VertexAttribBinding(index, index);
        ctx->es->BindVertexBuffer(index, binding->buffer->es, (GLintptr)binding->pointer + attrib->relative_offset, 0);
    } else {
        emu_gap(ctx, "glBindVertexBuffer", "stride 0 needs ES 3.1", true);
    }
    ctx->es->VertexAttribDivisor(index, binding->divisor);
}

void emu_vao_flush(struct emu_context *ctx)
{
    struct emu_vao *vao = ctx->vao.current;
    uint32_t todo = vao->dirty & ~(vao->client | vao->convert);

    if (!todo)
        return;
    while (todo) {
        GLuint index = (GLuint)__builtin_ctz(todo);
        todo &= todo - 1;
        emu_buffer_bind_es(ctx, EMU_ARRAY_BUFFER, vao->bindings[vao->attribs[index].binding].buffer->es);
        specify_binding(ctx, vao, index);
    }
    vao->dirty &= vao->client | vao->convert;
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
}

/* --- queries --- */

static bool attrib_value(struct emu_context *ctx, GLuint index, GLenum pname, GLint *value)
{
    const struct emu_attrib *attrib = &ctx->vao.current->attribs[index];
    const struct emu_vertex_binding *binding = &ctx->vao.current->bindings[attrib->binding];

    switch (pname) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
        *value = attrib->enabled;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE:
        *value = attrib->size;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
        *value = binding->stride;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE:
        *value = (GLint)attrib->type;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
        *value = attrib->normalized;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
        *value = attrib->integer;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
        *value = (GLint)binding->divisor;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
        *value = binding->buffer ? (GLint)binding->buffer->name : 0;
        return true;
    case GL_VERTEX_ATTRIB_BINDING:
        *value = (GLint)attrib->binding;
        return true;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET:
        *value = (GLint)attrib->relative_offset;
        return true;
    default:
        return false;
    }
}

static bool check_index(struct emu_context *ctx, GLuint index)
{
    if (index < (GLuint)ctx->vao.max_attribs)
        return true;
    emu_error(ctx, GL_INVALID_VALUE, "attribute %u", index);
    return false;
}

void emu_GetVertexAttribiv(GLuint index, GLenum pname, GLint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, params))
        emu_current->es->GetVertexAttribiv(index, pname, params);
}

void emu_GetVertexAttribIiv(GLuint index, GLenum pname, GLint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, params))
        emu_current->es->GetVertexAttribIiv(index, pname, params);
}

void emu_GetVertexAttribIuiv(GLuint index, GLenum pname, GLuint *params)
{
    if (check_index(emu_current, index) && !attrib_value(emu_current, index, pname, (GLint *)params))
        emu_current->es->GetVertexAttribIuiv(index, pname, params);
}

void emu_GetVertexAttribfv(GLuint index, GLenum pname, GLfloat *params)
{
    GLint value;

    if (!check_index(emu_current, index))
        return;
    if (attrib_value(emu_current, index, pname, &value))
        *params = (GLfloat)value;
    else
        emu_current->es->GetVertexAttribfv(index, pname, params);
}

void emu_GetVertexAttribdv(GLuint index, GLenum pname, GLdouble *params)
{
    GLfloat values[4] = {0};

    emu_GetVertexAttribfv(index, pname, values);
    for (int i = 0; i < (pname == GL_CURRENT_VERTEX_ATTRIB ? 4 : 1); i++)
        params[i] = values[i];
}

void emu_GetVertexAttribPointerv(GLuint index, GLenum pname, void **pointer)
{
    struct emu_context *ctx = emu_current;
    const struct emu_attrib *attrib;

    if (!check_index(ctx, index))
        return;
    attrib = &ctx->vao.current->attribs[index];
    if (pname == GL_VERTEX_ATTRIB_ARRAY_POINTER)
        *pointer = (void *)(ctx->vao.current->bindings[attrib->binding].pointer + attrib->relative_offset);
    else
        emu_error(ctx, GL_INVALID_ENUM, "attribute pointer 0x%x", pname);
}

bool emu_vao_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    const struct emu_vertex_binding *binding = &ctx->vao.current->bindings[index < EMU_MAX_ATTRIBS ? index : 0];

    switch (pname) {
    case GL_VERTEX_ARRAY_BINDING:
        emu_value_set_int(value, ctx->vao.current->name);
        return true;
    case GL_MAX_VERTEX_ATTRIBS:
    case GL_MAX_VERTEX_ATTRIB_BINDINGS:
        emu_value_set_int(value, ctx->vao.max_attribs);
        return true;
    case GL_VERTEX_BINDING_OFFSET:
        emu_value_set_int(value, (GLintptr)binding->pointer);
        return true;
    case GL_VERTEX_BINDING_STRIDE:
        emu_value_set_int(value, binding->stride);
        return true;
    case GL_VERTEX_BINDING_DIVISOR:
        emu_value_set_int(value, binding->divisor);
        return true;
    case GL_VERTEX_BINDING_BUFFER:
        emu_value_set_int(value, binding->buffer ? binding->buffer->name : 0);
        return true;
    default:
        return false;
    }
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
