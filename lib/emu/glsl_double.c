/* SPDX-License-Identifier: MIT */
/* Doubles in blocks of a program whose doubles are narrowed (glsl_wide.h says when). Elsewhere each is a
 * float then, but in a buffer the application has put 64 bits: a double member becomes a uvec2 and a dvec2 a
 * uvec4, which have the same size and alignment in every packing, and every read and assignment of one goes
 * through a conversion. What we do not do: dvec3, dvec4, matrices, structures, and writing single components;
 * those are narrowed in place, which moves what lies behind them. */
#include "emu/glsl_upgrade.h"

#include <string.h>

struct member {
    const char *name, *instance; /* instance: NULL in a block without one */
    int components;
};

struct members {
    struct member *v;
    size_t n;
};

/* The members of the block whose { is at `brace`. */
static void read_block(struct glsl_upgrade *u, size_t brace, struct members *members)
{
    size_t close = glsl_closing(u->v, u->n, brace);
    bool named = u->v[close + 1].kind == GLSL_IDENT;

    for (size_t i = brace + 1; i + 1 < close; i++) {
        bool one = glsl_is(&u->v[i], "double"), two = glsl_is(&u->v[i], "dvec2");
        struct member *m;

        if ((!one && !two) || u->v[i + 1].kind != GLSL_IDENT)
            continue;
        u->edits[i].text = one ? "uvec2" : "uvec4";
        m = glsl_push(u->job, &members->v, &members->n, sizeof *m);
        *m = (struct member){u->v[i + 1].text, named ? u->v[close + 1].text : NULL, one ? 1 : 2};
    }
}

static size_t skip_indices(const struct glsl_upgrade *u, size_t i)
{
    while (i < u->n && glsl_is(&u->v[i], "["))
        i = glsl_closing(u->v, u->n, i) + 1;
    return i;
}

/* If a member is named at token i, the token behind it and its indices; else 0. */
static size_t member_at(const struct glsl_upgrade *u, size_t i, const struct member *m)
{
    size_t at = i;

    /* Behind a dot it is another's member, behind a word a declaration. */
    if (i &&
        (glsl_is(&u->v[i - 1], ".") || (u->v[i - 1].kind == GLSL_IDENT && !glsl_is(&u->v[i - 1], "return"))))
        return 0;
    if (m->instance) {
        if (!glsl_is(&u->v[i], m->instance))
            return 0;
        at = skip_indices(u, i + 1);
        if (!glsl_is(&u->v[at], "."))
            return 0;
        at++;
    }
    return glsl_is(&u->v[at], m->name) ? skip_indices(u, at + 1) : 0;
}

static const char *text_of(const struct glsl_upgrade *u, size_t i)
{
    return u->edits[i].text ? u->edits[i].text : u->v[i].text;
}

static void edit_use(struct glsl_upgrade *u, size_t first, size_t behind, const struct member *m)
{
    size_t end = behind;
    int depth = 0;

    if (glsl_is(&u->v[behind], ".") && glsl_is(&u->v[behind + 1], "length"))
        return;
    if (!glsl_is(&u->v[behind], "=")) {
        u->edits[first].text =
            glsl_format(u->job, "retrace_fromDouble%d(%s", m->components, text_of(u, first));
        u->edits[behind - 1].after =
            glsl_format(u->job, ")%s", u->edits[behind - 1].after ? u->edits[behind - 1].after : "");
        return;
    }
    while (end < u->n && (depth || (!glsl_is(&u->v[end], ";") && !glsl_is(&u->v[end], ")")))) {
        depth += glsl_is(&u->v[end], "(") - glsl_is(&u->v[end], ")");
        end++;
    }
    u->edits[behind].text = glsl_format(u->job, "=retrace_toDouble%d(", m->components);
    u->edits[end].text = glsl_format(u->job, ")%s", text_of(u, end));
}

void glsl_double_edit(struct glsl_upgrade *u)
{
    struct members members = {0};
    size_t last_close = 0;

    for (size_t i = 1; i < u->n; i++) {
        bool block = false;

        if (!glsl_is(&u->v[i], "{") || u->v[i - 1].kind != GLSL_IDENT || i < last_close)
            continue;
        for (size_t k = i - 1; k-- > 0 && !glsl_is(&u->v[k], ";") && !glsl_is(&u->v[k], "}");)
            block |= glsl_is(&u->v[k], "uniform") || glsl_is(&u->v[k], "buffer");
        last_close = glsl_closing(u->v, u->n, i);
        if (block)
            read_block(u, i, &members);
    }
    for (size_t i = 0; members.n && i < u->n; i++)
        for (size_t k = 0; u->v[i].kind == GLSL_IDENT && k < members.n; k++) {
            size_t behind = member_at(u, i, &members.v[k]);

            if (behind) {
                edit_use(u, i, behind, &members.v[k]);
                break;
            }
        }
    u->unit->double_blocks = members.n > 0;
}

const char glsl_double_helpers[] = "float retrace_fromDouble1(uvec2 v){return retrace_packDouble2x32(v);}"
                                   "vec2 retrace_fromDouble2(uvec4 v){return "
                                   "vec2(retrace_packDouble2x32(v.xy),retrace_packDouble2x32(v.zw));}"
                                   "uvec2 retrace_toDouble1(float f){return retrace_unpackDouble2x32(f);}"
                                   "uvec4 retrace_toDouble2(vec2 f){return "
                                   "uvec4(retrace_unpackDouble2x32(f.x),retrace_unpackDouble2x32(f.y));}";
