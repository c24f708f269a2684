/* SPDX-License-Identifier: MIT */
/* Interpolation qualifiers between stages. Desktop GL lets the fragment shader decide alone; ES wants both
 * sides of every interface to say the same, and integers to be flat everywhere. So each output takes what the
 * fragment shader says of it, and in front of any other stage qualifiers go, but for flat integers. */
#include "emu/glsl_varying.h"
#include "emu/glsl_wide.h"

#include <spirv_cross/spirv_cross_c.h>
#include <string.h>

static const SpvDecoration qualifiers[] = {SpvDecorationFlat, SpvDecorationNoPerspective,
                                           SpvDecorationCentroid, SpvDecorationSample};

/* A variable, or a member of a block (member >= 0). */
struct slot {
    const struct glsl_module *m;
    uint32_t id, type;
    int member;
    const char *name;
};

static bool has_integers(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, glsl_module_element(m, type));

    if (GLSL_OP(w[0]) == SpvOpTypeStruct) {
        for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++)
            if (has_integers(m, w[i]))
                return true;
        return false;
    }
    if (GLSL_OP(w[0]) == SpvOpTypeVector)
        w = glsl_def(m, w[2]);
    return GLSL_OP(w[0]) == SpvOpTypeInt;
}

static bool is_set(const struct slot *s, SpvDecoration decoration)
{
    /* A qualifier of a whole block stands at each of its members. */
    return glsl_module_decoration(
        s->m, s->member < 0 ? s->id : glsl_module_element(s->m, glsl_module_pointee(s->m, s->id)), s->member,
        decoration, NULL);
}

static void set(const struct slot *s, SpvDecoration decoration, bool on)
{
    uint32_t block = s->member < 0 ? 0 : glsl_module_element(s->m, glsl_module_pointee(s->m, s->id));

    if (s->member < 0 && on)
        spvc_compiler_set_decoration(s->m->compiler, s->id, decoration, 0);
    else if (s->member < 0)
        spvc_compiler_unset_decoration(s->m->compiler, s->id, decoration);
    else if (on)
        spvc_compiler_set_member_decoration(s->m->compiler, block, (unsigned)s->member, decoration, 0);
    else
        spvc_compiler_unset_member_decoration(s->m->compiler, block, (unsigned)s->member, decoration);
}

/* Calls `visit` for each user-defined input or output slot of a module until it returns true. */
static bool each(const struct glsl_module *m, SpvStorageClass storage,
                 bool (*visit)(const struct slot *, void *), void *priv)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        struct slot s = {.m = m, .id = m->w[i + 2], .member = -1};
        const uint32_t *block;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != (uint32_t)storage ||
            glsl_module_decoration(m, s.id, -1, SpvDecorationBuiltIn, NULL))
            continue;
        s.type = glsl_module_pointee(m, s.id);
        s.name = m->name[s.id];
        block = glsl_def(m, glsl_module_element(m, s.type));
        if (!glsl_module_decoration(m, block[1], -1, SpvDecorationBlock, NULL)) {
            if (visit(&s, priv))
                return true;
            continue;
        }
        for (uint32_t k = 2; k < GLSL_LENGTH(block[0]); k++) {
            s.member = (int)k - 2;
            s.type = block[k];
            s.name = glsl_module_member_name(m, block[1], k - 2);
            if (!glsl_module_decoration(m, block[1], s.member, SpvDecorationBuiltIn, NULL) && visit(&s, priv))
                return true;
        }
    }
    return false;
}

struct search {
    const struct slot *like;
    struct slot found;
};

static bool same(const struct slot *s, void *priv)
{
    struct search *search = priv;
    uint32_t a, b;
    bool located = s->member < 0 && search->like->member < 0 &&
                   glsl_module_decoration(s->m, s->id, -1, SpvDecorationLocation, &a) &&
                   glsl_module_decoration(search->like->m, search->like->id, -1, SpvDecorationLocation, &b);

    uint32_t ca = 0, cb = 0;

    if (located) {
        glsl_module_decoration(s->m, s->id, -1, SpvDecorationComponent, &ca);
        glsl_module_decoration(search->like->m, search->like->id, -1, SpvDecorationComponent, &cb);
    }
    if (located ? a != b || ca != cb : strcmp(s->name, search->like->name) != 0)
        return false;
    search->found = *s;
    return true;
}

static bool fix_output(const struct slot *s, void *priv)
{
    const struct glsl_module *next = priv;
    struct search search = {.like = s};
    bool to_fragment = next && next->stage == GLSL_FRAGMENT;
    bool known = to_fragment && each(next, SpvStorageClassInput, same, &search);

    if (glsl_module_decoration(s->m, s->id, -1, SpvDecorationPatch, NULL))
        return false;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
        bool on =
            known ? is_set(&search.found, qualifiers[i]) : is_set(s, qualifiers[i]) && (!next || to_fragment);

        set(s, qualifiers[i], on || (i == 0 && has_integers(s->m, s->type)));
    }
    return false;
}

static bool fix_input(const struct slot *s, void *priv)
{
    (void)priv;
    if (glsl_module_decoration(s->m, s->id, -1, SpvDecorationPatch, NULL))
        return false;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        set(s, qualifiers[i], i == 0 && has_integers(s->m, s->type));
    return false;
}

/* ---- component qualifiers ---- */

/* Does it share its location, or need more of them than the source counted, as 64-bit numbers do? */
static bool is_crowded(const struct slot *s, void *priv)
{
    (void)priv;
    return s->member < 0 &&
           (glsl_module_decoration(s->m, s->id, -1, SpvDecorationComponent, NULL) ||
            (s->m->source && glsl_module_decoration(s->m, s->id, -1, SpvDecorationLocation, NULL) &&
             glsl_wide_holds(s->m->source, glsl_module_pointee(s->m->source, s->id))));
}

/* Locations do not suffice: both sides of the interface then meet by a name made of the numbers. */
static bool name_by_place(const struct slot *s, void *priv)
{
    const enum glsl_stage *producer = priv;
    uint32_t location, component = 0;

    if (s->member >= 0 || !glsl_module_decoration(s->m, s->id, -1, SpvDecorationLocation, &location))
        return false;
    glsl_module_decoration(s->m, s->id, -1, SpvDecorationComponent, &component);
    spvc_compiler_unset_decoration(s->m->compiler, s->id, SpvDecorationLocation);
    spvc_compiler_unset_decoration(s->m->compiler, s->id, SpvDecorationComponent);
    spvc_compiler_set_name(s->m->compiler, s->id,
                           glsl_format(s->m->job, "retrace_io%d_%u_%u", *producer, location, component));
    return false;
}

enum { APART = 8 }; /* a separate program's locations of one component end here */

/* Programs that are linked apart meet by locations alone: each component gets a range of its own. */
static bool place_apart(const struct slot *s, void *priv)
{
    uint32_t location, component = 0;

    (void)priv;
    if (s->member >= 0 || !glsl_module_decoration(s->m, s->id, -1, SpvDecorationLocation, &location))
        return false;
    glsl_module_decoration(s->m, s->id, -1, SpvDecorationComponent, &component);
    spvc_compiler_unset_decoration(s->m->compiler, s->id, SpvDecorationComponent);
    if (component && location >= APART)
        glsl_gap(s->m->job, "component", "varyings of separate programs do not share locations from 8 on");
    else
        spvc_compiler_set_decoration(s->m->compiler, s->id, SpvDecorationLocation,
                                     location + APART * component);
    return false;
}

static void place_components(const struct glsl_module *m, const struct glsl_module *before,
                             const struct glsl_module *after)
{
    enum glsl_stage producer = m->stage;
    bool apart = m->job->input && m->job->input->separable;

    if (apart && !after && m->stage < GLSL_FRAGMENT)
        each(m, SpvStorageClassOutput, place_apart, NULL);
    else if (m->stage < GLSL_FRAGMENT && (each(m, SpvStorageClassOutput, is_crowded, NULL) ||
                                          (after && each(after, SpvStorageClassInput, is_crowded, NULL))))
        each(m, SpvStorageClassOutput, name_by_place, &producer);
    if (apart && !before && m->stage > GLSL_VERTEX && m->stage <= GLSL_FRAGMENT)
        each(m, SpvStorageClassInput, place_apart, NULL);
    if (!before)
        return;
    producer = before->stage;
    if (each(before, SpvStorageClassOutput, is_crowded, NULL) ||
        each(m, SpvStorageClassInput, is_crowded, NULL))
        each(m, SpvStorageClassInput, name_by_place, &producer);
}

static bool place_meeting(const struct slot *s, void *priv)
{
    const struct glsl_job *job = s->m->job;
    const bool *behind = priv;

    for (size_t i = 0; i < job->meeting_count && s->member < 0; i++)
        if (job->meetings[i].behind == *behind && !strcmp(job->meetings[i].name, s->name))
            spvc_compiler_set_decoration(s->m->compiler, s->id, SpvDecorationLocation,
                                         (unsigned)job->meetings[i].location);
    return false;
}

void glsl_iface_align(const struct glsl_module *m)
{
    const struct glsl_module *next = NULL, *before = NULL;

    for (int s = (int)m->stage + 1; s <= GLSL_FRAGMENT && !next; s++)
        next = m->job->modules[s];
    for (int s = (int)m->stage - 1; s >= 0 && m->stage <= GLSL_FRAGMENT && !before; s--)
        before = m->job->modules[s];
    place_components(m, before, next);
    if (m->stage == GLSL_VERTEX || m->stage == GLSL_TESS_EVALUATION)
        each(m, m->stage == GLSL_VERTEX ? SpvStorageClassOutput : SpvStorageClassInput, place_meeting,
             &(bool){false});
    if (m->stage == m->job->last_stage || m->stage == GLSL_FRAGMENT)
        each(m, m->stage == GLSL_FRAGMENT ? SpvStorageClassInput : SpvStorageClassOutput, place_meeting,
             &(bool){true});
    if (m->stage < GLSL_FRAGMENT)
        each(m, SpvStorageClassOutput, fix_output, (void *)next);
    if (m->stage > GLSL_VERTEX && m->stage < GLSL_FRAGMENT)
        each(m, SpvStorageClassInput, fix_input, NULL);
}
