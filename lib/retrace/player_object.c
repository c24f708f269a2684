/* SPDX-License-Identifier: MIT */
/* What gl.xml cannot say of single functions: names whose kind another argument tells, lengths that depend on
 * a type, memory that outlives the call, and glBegin, inside which nothing may be asked. */
#include "player_decode.h"

static GLuint name_by_target(struct player *p, const struct trace_value *name, GLenum target)
{
    return arg_name(p, target == GL_RENDERBUFFER ? NAME_RENDERBUFFER : NAME_TEXTURE, name);
}

/* glCopyImageSubData(name, target, level, x, y, z, name, target, level, x, y, z, width, height, depth) */
void player_call_copy_image(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLenum from = (GLenum)arg_integer(a + 1), to = (GLenum)arg_integer(a + 7);

    (void)call;
    p->gl->CopyImageSubData(name_by_target(p, a, from), from, (GLint)arg_integer(a + 2),
                            (GLint)arg_integer(a + 3), (GLint)arg_integer(a + 4), (GLint)arg_integer(a + 5),
                            name_by_target(p, a + 6, to), to, (GLint)arg_integer(a + 8),
                            (GLint)arg_integer(a + 9), (GLint)arg_integer(a + 10), (GLint)arg_integer(a + 11),
                            (GLsizei)arg_integer(a + 12), (GLsizei)arg_integer(a + 13),
                            (GLsizei)arg_integer(a + 14));
}

static unsigned list_name_size(GLenum type)
{
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_2_BYTES:
        return 2;
    case GL_3_BYTES:
        return 3;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_4_BYTES:
        return 4;
    default:
        return 0;
    }
}

/* glCallLists(n, type, lists) */
void player_call_call_lists(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei n = (GLsizei)arg_integer(a);
    GLenum type = (GLenum)arg_integer(a + 1);
    const void *lists = arg_data(p, a + 2, (int64_t)n * list_name_size(type));

    p->draws++;
    if (n > 0 && !lists)
        player_refuse(p, "no lists");
    if (!player_refused(p, call))
        p->gl->CallLists(n, type, lists);
}

/* Memory of `size` elements of 4 bytes that lives as long as the context: when GL refuses the call it goes on
 * writing to what it was given before. The call is refused when there is none. */
static void *keep(struct player *p, GLsizei size)
{
    return size < 0 ? NULL : player_keep(p, ((int64_t)size + 1) * (int64_t)sizeof(GLuint));
}

void player_call_feedback_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei size = (GLsizei)arg_integer(a);
    GLfloat *memory = keep(p, size);

    if (!player_refused(p, call))
        p->gl->FeedbackBuffer(size, (GLenum)arg_integer(a + 1), memory);
}

void player_call_select_buffer(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsizei size = (GLsizei)arg_integer(a);
    GLuint *memory = keep(p, size);

    if (!player_refused(p, call))
        p->gl->SelectBuffer(size, memory);
}

void player_after_begin(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call, (void)a;
    p->ctx->in_begin = true;
    p->draws++;
}

void player_after_end(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    (void)call, (void)a;
    p->ctx->in_begin = false;
}

static int64_t map_components(GLenum target)
{
    switch (target) {
    case GL_MAP1_INDEX:
    case GL_MAP2_INDEX:
    case GL_MAP1_TEXTURE_COORD_1:
    case GL_MAP2_TEXTURE_COORD_1:
        return 1;
    case GL_MAP1_TEXTURE_COORD_2:
    case GL_MAP2_TEXTURE_COORD_2:
        return 2;
    case GL_MAP1_VERTEX_3:
    case GL_MAP2_VERTEX_3:
    case GL_MAP1_NORMAL:
    case GL_MAP2_NORMAL:
    case GL_MAP1_TEXTURE_COORD_3:
    case GL_MAP2_TEXTURE_COORD_3:
        return 3;
    default:
        return 4;
    }
}

int64_t arg_map_points(GLenum target, int64_t ustride, int64_t uorder, int64_t vstride, int64_t vorder)
{
    if (uorder < 1 || vorder < 1 || ustride < 0 || vstride < 0)
        return -1; /* an error, which reads nothing */
    return ustride * (uorder - 1) + vstride * (vorder - 1) + map_components(target);
}
