/* SPDX-License-Identifier: MIT */
/* Vertex attributes of doubles (glVertexAttribL*), which ES has none of: the shader reads the bits. The input
 * at a location is a uvec4, which holds two doubles; the third and fourth are in a second input at a location
 * that the program has to spare, which is lent to it while it draws: array, switch and current value there
 * are the application's again before a draw that does not need them. Programs whose translation has floats
 * instead get floats. Not done: the application's questions about the current value of a lent location. Cost:
 * for programs with such inputs, some calls for each of them in front of every draw; else a compare. */
#include "emu/emu_priv.h"

#include <string.h>

struct emu_attrib emu_attrib_half(const struct emu_attrib *attrib, bool high)
{
    struct emu_attrib half = *attrib;

    half.size = high ? (attrib->size - 2) * 2 : attrib->size > 2 ? 4 : attrib->size * 2;
    half.type = GL_UNSIGNED_INT;
    half.integer = true;
    half.wide = false;
    return half;
}

/* ---- current values ---- */

static void set_doubles(GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w)
{
    struct emu_context *ctx = emu_current;
    const GLdouble v[4] = {x, y, z, w};

    ctx->es->VertexAttrib4f(index, (GLfloat)x, (GLfloat)y, (GLfloat)z, (GLfloat)w);
    if (index >= (GLuint)ctx->vao.max_attribs) /* the driver has raised the error */
        return;
    memcpy(ctx->vao.doubles[index], v, sizeof v);
    ctx->vao.are_doubles |= 1u << index;
    ctx->vao.are_words &= ~(1u << index);
}

// clang-format off
void emu_VertexAttribL1d(GLuint index, GLdouble x) { set_doubles(index, x, 0, 0, 1); }
void emu_VertexAttribL2d(GLuint index, GLdouble x, GLdouble y) { set_doubles(index, x, y, 0, 1); }
void emu_VertexAttribL3d(GLuint index, GLdouble x, GLdouble y, GLdouble z) { set_doubles(index, x, y, z, 1); }
void emu_VertexAttribL4d(GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w) { set_doubles(index, x, y, z, w); }
void emu_VertexAttribL1dv(GLuint index, const GLdouble *v) { set_doubles(index, v[0], 0, 0, 1); }
void emu_VertexAttribL2dv(GLuint index, const GLdouble *v) { set_doubles(index, v[0], v[1], 0, 1); }
void emu_VertexAttribL3dv(GLuint index, const GLdouble *v) { set_doubles(index, v[0], v[1], v[2], 1); }
void emu_VertexAttribL4dv(GLuint index, const GLdouble *v) { set_doubles(index, v[0], v[1], v[2], v[3]); }
// clang-format on

void emu_GetVertexAttribLdv(GLuint index, GLenum pname, GLdouble *params)
{
    const struct emu_vao_state *s = &emu_current->vao;

    if (pname == GL_CURRENT_VERTEX_ATTRIB && index < (GLuint)s->max_attribs && s->are_doubles >> index & 1)
        memcpy(params, s->doubles[index], sizeof s->doubles[index]);
    else
        emu_GetVertexAttribdv(index, pname, params);
}

/* ---- before a draw ---- */

/* The current value of a lent location is kept, unless the one there is ours already. */
static void lend_value(struct emu_context *ctx, GLuint index, const GLuint words[4])
{
    struct emu_lent_value *lent = &ctx->vao.lent_values[index];
    GLuint now[4];

    ctx->es->GetVertexAttribIuiv(index, GL_CURRENT_VERTEX_ATTRIB, now);
    if (!lent->lent || memcmp(now, lent->words, sizeof now) != 0)
        ctx->es->GetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB, lent->before);
    lent->lent = true;
    memcpy(lent->words, words, sizeof lent->words);
    ctx->es->VertexAttribI4uiv(index, words);
}

static void return_value(struct emu_context *ctx, GLuint index)
{
    struct emu_lent_value *lent = &ctx->vao.lent_values[index];
    GLuint now[4];

    if (!lent->lent)
        return;
    ctx->es->GetVertexAttribIuiv(index, GL_CURRENT_VERTEX_ATTRIB, now);
    if (!memcmp(now, lent->words, sizeof now))
        ctx->es->VertexAttrib4fv(index, lent->before);
    lent->lent = false;
}

static void give_back(struct emu_context *ctx, struct emu_vao *vao, uint32_t which)
{
    vao->lent &= ~which;
    vao->dirty |= which;
    for (; which; which &= which - 1) {
        GLuint index = (GLuint)__builtin_ctz(which);

        if (vao->attribs[index].enabled)
            ctx->es->EnableVertexAttribArray(index);
        else
            ctx->es->DisableVertexAttribArray(index);
        emu_vao_classify(vao, index);
        return_value(ctx, index);
    }
}

/* The location `high` takes the second half of attribute `index`; it is given anew at every draw, as calls of
 * the application may have changed what is there. */
static void lend(struct emu_context *ctx, struct emu_vao *vao, GLuint index, GLuint high)
{
    bool array = vao->enabled >> index & 1 && vao->attribs[index].size > 2;
    GLuint words[4];

    vao->lent |= 1u << high;
    vao->dirty &= ~(1u << high);
    if (array) {
        vao->high[index] = (uint8_t)(high + 1);
        vao->dirty |= 1u << index;
        ctx->es->EnableVertexAttribArray(high);
    } else {
        memcpy(words, &ctx->vao.doubles[index][2], sizeof words);
        ctx->es->DisableVertexAttribArray(high);
        lend_value(ctx, high, words);
    }
}

static void feed_words(struct emu_context *ctx, GLuint index)
{
    GLuint words[4];

    memcpy(words, ctx->vao.doubles[index], sizeof words);
    ctx->es->VertexAttribI4uiv(index, words);
    ctx->vao.are_words |= 1u << index;
}

static void feed_floats(struct emu_context *ctx, GLuint index)
{
    const GLdouble *v = ctx->vao.doubles[index];

    ctx->es->VertexAttrib4f(index, (GLfloat)v[0], (GLfloat)v[1], (GLfloat)v[2], (GLfloat)v[3]);
    ctx->vao.are_words &= ~(1u << index);
}

void emu_vao_suit(struct emu_context *ctx)
{
    struct emu_vao *vao = ctx->vao.current;
    const struct emu_program *p = ctx->program.vertex;
    uint32_t convert = p->narrow_doubles ? vao->wide : 0, changed = (vao->convert ^ convert) & vao->wide;

    vao->convert ^= changed;
    vao->dirty |= changed;
    give_back(ctx, vao, vao->lent & ~p->high_attribs);
    memset(vao->high, 0, sizeof vao->high);
    for (uint32_t todo = p->wide_attribs; todo; todo &= todo - 1) {
        GLuint index = (GLuint)__builtin_ctz(todo);

        if (!(vao->enabled >> index & 1))
            feed_words(ctx, index);
        if (p->attrib_high[index])
            lend(ctx, vao, index, p->attrib_high[index] - 1u);
    }
    for (uint32_t todo = ctx->vao.are_words & p->attribs & ~p->wide_attribs; todo; todo &= todo - 1)
        feed_floats(ctx, (GLuint)__builtin_ctz(todo));
}
