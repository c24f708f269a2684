/* SPDX-License-Identifier: MIT */
/* Vertex arrays in client memory. The tracer puts the bytes that a draw reads in front of it, as gl*Pointer
 * calls with blobs; they must live until that pointer is replaced, which may be long after the call, so each
 * array of each vertex array object owns a copy whose memory is used again. An address that is no blob is an
 * offset into the bound buffer; without one it would be followed into nowhere, so the call is refused. The
 * tracer writes integer attributes as glVertexAttribPointer: where the program in use declares an integer,
 * the pointer is set as one. */
#include "player_decode.h"

#include <string.h>

#include "player_program.h"

static uint32_t component_size(GLenum type)
{
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
        return 2;
    case GL_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

static uint32_t element_size(GLint size, GLenum type)
{
    switch (type) {
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
        return 4;
    default:
        return component_size(type) * (uint32_t)(size == GL_BGRA ? 4 : size < 0 ? 0 : size);
    }
}

static void set_client(struct player_vao *vao, struct client_array *array, bool client)
{
    vao->clients += (unsigned)client - (unsigned)array->client;
    array->client = client;
}

/* What a pointer argument becomes. NULL with the call refused when it cannot be used. */
static const void *place(struct player *p, int slot, const struct trace_value *v)
{
    struct player_vao *vao = p->ctx->vao;
    struct client_array *array = &vao->arrays[slot];
    uint8_t *memory;

    if (v->type != TRACE_BLOB) {
        if (trace_value_address(v) && !p->ctx->array_buffer)
            player_refuse(p, "client memory was not captured");
        else
            set_client(vao, array, false);
        return arg_offset(v);
    }
    if (p->ctx->array_buffer) {
        player_refuse(p, "client memory with a buffer bound");
        return NULL;
    }
    /* The old copy stays where there is no memory for a new one: the driver still points to it. */
    memory = player_array_memory(p->ctx, array, slot, v->count);
    if (!memory) {
        player_refuse(p, player_too_much);
        return NULL;
    }
    if (v->count)
        memcpy(memory, v->blob, v->count);
    array->data = memory;
    array->size = v->count;
    set_client(vao, array, true);
    return array->data;
}

static void describe(struct player *p, int slot, GLint size, GLenum type, GLsizei stride)
{
    struct client_array *array = &p->ctx->vao->arrays[slot];

    array->element = element_size(size, type);
    array->stride = stride > 0 ? (uint32_t)stride : array->element;
}

/* Whether the program in use reads the attribute as an integer. */
static bool reads_integer(struct player *p, GLuint index)
{
    struct player_program *program = player_program_active(p);
    GLint count = 0;

    if (!program || !program->linked)
        return false;
    p->gl->GetProgramiv(program->replay, GL_ACTIVE_ATTRIBUTES, &count);
    for (GLint i = 0; i < count; i++) {
        GLchar name[256];
        GLint size;
        GLenum type = 0;
        p->gl->GetActiveAttrib(program->replay, (GLuint)i, sizeof name, NULL, &size, &type, name);
        if (p->gl->GetAttribLocation(program->replay, name) == (GLint)index)
            return type == GL_INT || type == GL_UNSIGNED_INT ||
                   (type >= GL_INT_VEC2 && type <= GL_INT_VEC4) ||
                   (type >= GL_UNSIGNED_INT_VEC2 && type <= GL_UNSIGNED_INT_VEC4);
    }
    return false;
}

static bool integer_type(GLenum type)
{
    return type >= GL_BYTE && type <= GL_UNSIGNED_INT;
}

static int generic_slot(struct player *p, GLuint index)
{
    if (index < GENERIC_ARRAYS)
        return ARRAY_GENERIC + (int)index;
    player_refuse(p, "more vertex attributes than there are");
    return -1;
}

static const void *generic(struct player *p, const struct trace_value *a, const struct trace_value *pointer,
                           GLsizei stride)
{
    int slot = generic_slot(p, (GLuint)arg_integer(a));
    const void *at = slot < 0 ? NULL : place(p, slot, pointer);

    if (slot >= 0)
        describe(p, slot, (GLint)arg_integer(a + 1), (GLenum)arg_integer(a + 2), stride);
    return at;
}

/* glVertexAttribPointer(index, size, type, normalized, stride, pointer) */
void player_call_generic_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLuint index = (GLuint)arg_integer(a);
    GLenum type = (GLenum)arg_integer(a + 2);
    GLsizei stride = (GLsizei)arg_integer(a + 4);
    const void *at = generic(p, a, a + 5, stride);

    if (player_refused(p, call))
        return;
    if (a[5].type == TRACE_BLOB && integer_type(type) && p->gl->VertexAttribIPointer &&
        reads_integer(p, index))
        p->gl->VertexAttribIPointer(index, (GLint)arg_integer(a + 1), type, stride, at);
    else
        p->gl->VertexAttribPointer(index, (GLint)arg_integer(a + 1), type, (GLboolean)arg_integer(a + 3),
                                   stride, at);
}

void player_call_integer_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei stride = (GLsizei)arg_integer(a + 3);
    const void *at = generic(p, a, a + 4, stride);

    if (!player_refused(p, call))
        p->gl->VertexAttribIPointer((GLuint)arg_integer(a), (GLint)arg_integer(a + 1),
                                    (GLenum)arg_integer(a + 2), stride, at);
}

void player_call_double_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei stride = (GLsizei)arg_integer(a + 3);
    const void *at = generic(p, a, a + 4, stride);

    if (!player_refused(p, call))
        p->gl->VertexAttribLPointer((GLuint)arg_integer(a), (GLint)arg_integer(a + 1),
                                    (GLenum)arg_integer(a + 2), stride, at);
}

/* The pointers with (size, type, stride, pointer). */
typedef void sized_fn(GLint size, GLenum type, GLsizei stride, const void *pointer);

static void sized(struct player *p, const struct trace_call *call, const struct trace_value *a, int slot,
                  sized_fn *fn)
{
    GLint size = (GLint)arg_integer(a);
    GLenum type = (GLenum)arg_integer(a + 1);
    GLsizei stride = (GLsizei)arg_integer(a + 2);
    const void *at = place(p, slot, a + 3);

    describe(p, slot, size, type, stride);
    if (!player_refused(p, call))
        fn(size, type, stride, at);
}

void player_call_vertex_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    sized(p, call, a, ARRAY_VERTEX, p->gl->VertexPointer);
}

void player_call_color_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    sized(p, call, a, ARRAY_COLOR, p->gl->ColorPointer);
}

void player_call_secondary_color_pointer(struct player *p, const struct trace_call *call,
                                         const struct trace_value *a)
{
    sized(p, call, a, ARRAY_SECONDARY_COLOR, p->gl->SecondaryColorPointer);
}

void player_call_tex_coord_pointer(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    sized(p, call, a, ARRAY_TEX_COORD + (int)p->ctx->client_texture, p->gl->TexCoordPointer);
}

/* The pointers with (type, stride, pointer). */
typedef void typed_fn(GLenum type, GLsizei stride, const void *pointer);

static void typed(struct player *p, const struct trace_call *call, const struct trace_value *a, int slot,
                  GLint size, typed_fn *fn)
{
    GLenum type = (GLenum)arg_integer(a);
    GLsizei stride = (GLsizei)arg_integer(a + 1);
    const void *at = place(p, slot, a + 2);

    describe(p, slot, size, type, stride);
    if (!player_refused(p, call))
        fn(type, stride, at);
}

void player_call_normal_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    typed(p, call, a, ARRAY_NORMAL, 3, p->gl->NormalPointer);
}

void player_call_fog_coord_pointer(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    typed(p, call, a, ARRAY_FOG_COORD, 1, p->gl->FogCoordPointer);
}

void player_call_index_pointer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    typed(p, call, a, ARRAY_INDEX, 1, p->gl->IndexPointer);
}

void player_call_edge_flag_pointer(struct player *p, const struct trace_call *call,
                                   const struct trace_value *a)
{
    GLsizei stride = (GLsizei)arg_integer(a);
    const void *at = place(p, ARRAY_EDGE_FLAG, a + 1);

    describe(p, ARRAY_EDGE_FLAG, 1, GL_UNSIGNED_BYTE, stride);
    if (!player_refused(p, call))
        p->gl->EdgeFlagPointer(stride, at);
}

/* With a buffer bound only: the tracer expands the others into pointers of their own. */
void player_call_interleaved_arrays(struct player *p, const struct trace_call *call,
                                    const struct trace_value *a)
{
    if (a[2].type == TRACE_BLOB || !p->ctx->array_buffer) {
        player_gap(p, call, "client memory was not captured");
        return;
    }
    p->gl->InterleavedArrays((GLenum)arg_integer(a), (GLsizei)arg_integer(a + 1), arg_offset(a + 2));
}
