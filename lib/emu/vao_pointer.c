/* SPDX-License-Identifier: MIT */
/* Vertex attributes: formats, the classic pointers, enables, and the bringing of all of it to the driver.
 * Attributes that live in buffers and have a format ES knows are specified on the driver at once; those set
 * through the separate calls of 4.3 (vao_format.c), whose pieces arrive one by one, before the next draw. */
#include "emu/emu_priv.h"

#include <string.h>

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

GLenum emu_attrib_check(const struct emu_attrib *attrib)
{
    GLint size = attrib->size;
    GLenum type = attrib->type;
    bool integer = attrib->integer;
    bool packed = type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
    bool integral = type >= GL_BYTE && type <= GL_UNSIGNED_INT;

    if ((integer && !integral) || (attrib->wide && type != GL_DOUBLE))
        return GL_INVALID_ENUM;
    if (!integral && !packed && type != GL_HALF_FLOAT && type != GL_FLOAT && type != GL_DOUBLE &&
        type != GL_FIXED && type != GL_UNSIGNED_INT_10F_11F_11F_REV)
        return GL_INVALID_ENUM;
    if (size == GL_BGRA) {
        if (integer || attrib->wide)
            return GL_INVALID_VALUE;
        return (type == GL_UNSIGNED_BYTE || packed) && attrib->normalized ? GL_NO_ERROR
                                                                          : GL_INVALID_OPERATION;
    }
    if (size < 1 || size > 4)
        return GL_INVALID_VALUE;
    if ((packed && size != 4) || (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3))
        return GL_INVALID_OPERATION;
    return GL_NO_ERROR;
}

static bool check_index(struct emu_context *ctx, GLuint index)
{
    if (index < (GLuint)ctx->vao.max_attribs)
        return true;
    emu_error(ctx, GL_INVALID_VALUE, "attribute %u of %d", index, ctx->vao.max_attribs);
    return false;
}

/* Core contexts have no default vertex array to change. */
bool emu_vao_check(struct emu_context *ctx, GLuint index)
{
    if (!check_index(ctx, index))
        return false;
    if (ctx->core && ctx->vao.current == &ctx->vao.zero) {
        emu_error(ctx, GL_INVALID_OPERATION, "no vertex array object bound");
        return false;
    }
    return true;
}

/* Where attribute `index` comes from now. */
void emu_vao_classify(struct emu_vao *vao, GLuint index)
{
    uint32_t bit = 1u << index;
    const struct emu_attrib *attrib = &vao->attribs[index];

    vao->client = vao->bindings[attrib->binding].buffer ? vao->client & ~bit : vao->client | bit;
    vao->convert = attrib->wide || es_has_format(attrib) ? vao->convert & ~bit : vao->convert | bit;
    vao->wide = attrib->wide ? vao->wide | bit : vao->wide & ~bit;
}

/* `more`: bytes behind the start of the attribute. */
typedef void specify_one(struct emu_context *ctx, GLuint index, const struct emu_attrib *attrib,
                         const struct emu_vertex_binding *binding, GLuint more);

static void specify_pointer(struct emu_context *ctx, GLuint index, const struct emu_attrib *attrib,
                            const struct emu_vertex_binding *binding, GLuint more)
{
    const void *pointer = binding->pointer + attrib->relative_offset + more;

    if (attrib->integer)
        ctx->es->VertexAttribIPointer(index, attrib->size, attrib->type, binding->stride, pointer);
    else
        ctx->es->VertexAttribPointer(index, attrib->size, attrib->type, attrib->normalized, binding->stride,
                                     pointer);
    /* A stride of 0 may have left another there (arrays.c). */
    if (ctx->caps->es < 31)
        ctx->es->VertexAttribDivisor(index, binding->divisor);
}

/* Doubles are words on the driver, at two locations where these do not fit one. */
static void specify(struct emu_context *ctx, const struct emu_vao *vao, GLuint index, specify_one *one)
{
    const struct emu_attrib *attrib = &vao->attribs[index];
    const struct emu_vertex_binding *binding = &vao->bindings[attrib->binding];
    struct emu_attrib low, high;

    if (!attrib->wide) {
        one(ctx, index, attrib, binding, 0);
        return;
    }
    low = emu_attrib_half(attrib, false);
    one(ctx, index, &low, binding, 0);
    if (vao->high[index] && attrib->size > 2) {
        high = emu_attrib_half(attrib, true);
        one(ctx, vao->high[index] - 1u, &high, binding, 2 * sizeof(GLdouble));
    }
}

static void set_pointer(GLuint index, struct emu_attrib attrib, GLsizei stride, const void *pointer)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;
    struct emu_buffer *buffer = ctx->buffer.bound[EMU_ARRAY_BUFFER];
    struct emu_vertex_binding *binding = &vao->bindings[index];
    GLenum error;

    if (!emu_vao_check(ctx, index))
        return;
    error = stride < 0 ? GL_INVALID_VALUE : emu_attrib_check(&attrib);
    if (error == GL_NO_ERROR && ctx->core && !buffer && pointer)
        error = GL_INVALID_OPERATION;
    if (error != GL_NO_ERROR) {
        emu_error(ctx, error, "attribute %u: size %d, type 0x%x, stride %d", index, attrib.size, attrib.type,
                  stride);
        return;
    }
    attrib.enabled = vao->attribs[index].enabled;
    attrib.binding = index;
    if (!stride)
        stride = emu_attrib_bytes(&attrib);
    if (buffer && binding->buffer == buffer && binding->pointer == pointer && binding->stride == stride &&
        !memcmp(&attrib, &vao->attribs[index], sizeof attrib) && !(vao->dirty & 1u << index))
        return;
    vao->attribs[index] = attrib;
    emu_buffer_ref(&binding->buffer, buffer);
    binding->pointer = pointer;
    binding->stride = stride;
    emu_vao_classify(vao, index);
    vao->dirty &= ~(1u << index);
    if (!((vao->client | vao->convert) & 1u << index))
        specify(ctx, vao, index, specify_pointer);
}

void emu_VertexAttribPointer(GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                             const void *pointer)
{
    set_pointer(index, (struct emu_attrib){.size = size, .type = type, .normalized = normalized != GL_FALSE},
                stride, pointer);
}

void emu_VertexAttribIPointer(GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
    set_pointer(index, (struct emu_attrib){.size = size, .type = type, .integer = true}, stride, pointer);
}

void emu_VertexAttribLPointer(GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
    set_pointer(index, (struct emu_attrib){.size = size, .type = type, .wide = true}, stride, pointer);
}

static void set_enabled(GLuint index, bool enabled)
{
    struct emu_context *ctx = emu_current;
    struct emu_vao *vao = ctx->vao.current;

    /* Mesa lets switches pass where no vertex array object is bound, and programs that clean up count on it;
     * nothing can be drawn with them. */
    if (!check_index(ctx, index) || vao->attribs[index].enabled == enabled)
        return;
    vao->attribs[index].enabled = enabled;
    if (enabled) {
        vao->enabled |= 1u << index;
        ctx->es->EnableVertexAttribArray(index);
    } else {
        vao->enabled &= ~(1u << index);
        ctx->es->DisableVertexAttribArray(index);
    }
    emu_vao_classify(vao, index);
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

    if (!check_index(ctx, index))
        return;
    if (vao->attribs[index].binding == index && vao->bindings[index].divisor == divisor)
        return;
    if (vao->attribs[index].binding != index) {
        vao->attribs[index].binding = index;
        vao->dirty |= 1u << index;
    }
    vao->bindings[index].divisor = divisor;
    emu_vao_classify(vao, index);
    ctx->es->VertexAttribDivisor(index, divisor);
}

/* A true stride of 0 has no classic spelling; ES 3.1 has it through the binding. */
static void specify_binding(struct emu_context *ctx, GLuint index, const struct emu_attrib *attrib,
                            const struct emu_vertex_binding *binding, GLuint more)
{
    if (binding->stride) {
        specify_pointer(ctx, index, attrib, binding, more);
    } else if (ctx->caps->es >= 31) {
        if (attrib->integer)
            ctx->es->VertexAttribIFormat(index, attrib->size, attrib->type, 0);
        else
            ctx->es->VertexAttribFormat(index, attrib->size, attrib->type, attrib->normalized, 0);
        ctx->es->VertexAttribBinding(index, index);
        ctx->es->BindVertexBuffer(index, binding->buffer->es,
                                  (GLintptr)binding->pointer + attrib->relative_offset + more, 0);
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
        specify(ctx, vao, index, specify_binding);
    }
    vao->dirty &= vao->client | vao->convert;
    emu_buffer_restore(ctx, EMU_ARRAY_BUFFER);
}
