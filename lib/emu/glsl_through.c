/* SPDX-License-Identifier: MIT */
/* A geometry shader that passes primitives through, for what ES lets that stage alone do: layers and
 * viewports that an earlier stage chose, and flat varyings of the first vertex where the application wants
 * that one to provoke (ES has the last). Written as GLSL 4.50 from what the fragment shader reads of the last
 * stage; both interfaces are located, as in glsl_tcs. Each vertex keeps its place, flat values come from the
 * one that provokes. Not done: structures, shared locations, clip distances, points, transform feedback: no
 * shader, a named gap. Cost: a stage more, for programs drawn in that state. */
#include "emu/glsl_varying.h"

#include <spirv_cross/spirv.h>
#include <string.h>

struct through {
    struct glsl_job *job;
    const struct glsl_module *producer, *fragment;
    struct glsl_text head, body;
    int location; /* the next free one */
};

static bool is_integer(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    if (GLSL_OP(w[0]) == SpvOpTypeVector)
        w = glsl_def(m, w[2]);
    return GLSL_OP(w[0]) == SpvOpTypeInt;
}

/* How many locations a type takes; a block's members are counted one by one. */
static int slots(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);
    int n = 1;

    if (GLSL_OP(w[0]) == SpvOpTypeArray)
        return (int)glsl_module_constant(m, w[3]) * slots(m, w[2]);
    if (GLSL_OP(w[0]) == SpvOpTypeMatrix)
        return (int)w[3];
    for (uint32_t i = 2; GLSL_OP(w[0]) == SpvOpTypeStruct && i < GLSL_LENGTH(w[0]); i++)
        n += slots(m, w[i]);
    return n;
}

static uint32_t block_of(const struct glsl_module *m, uint32_t id)
{
    uint32_t type = glsl_module_pointee(m, id);

    return glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL) ? type : 0;
}

/* Is a variable, or a member of its block, flat? */
static bool is_flat(const struct glsl_module *m, uint32_t id, uint32_t block, int member)
{
    uint32_t type = block ? glsl_def(m, block)[2 + (uint32_t)member] : glsl_module_pointee(m, id);

    type = glsl_module_element(m, type);
    return glsl_module_decoration(m, block ? block : id, member, SpvDecorationFlat, NULL) ||
           is_integer(m, type);
}

bool glsl_through_wanted(const struct glsl_module *fragment)
{
    uint32_t id, block;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(fragment, SpvStorageClassInput, &i));) {
        block = block_of(fragment, id);
        if (!block && is_flat(fragment, id, 0, -1))
            return true;
        for (uint32_t k = 0; block && k + 2 < GLSL_LENGTH(glsl_def(fragment, block)[0]); k++)
            if (is_flat(fragment, id, block, (int)k))
                return true;
    }
    return false;
}

static const char *qualifiers(struct through *t, uint32_t id, uint32_t block, int member)
{
    uint32_t of = block ? block : id;
    const struct glsl_module *m = t->fragment;

    return glsl_format(
        t->job, "%s%s%s%s", is_flat(m, id, block, member) ? "flat " : "",
        glsl_module_decoration(m, of, member, SpvDecorationNoPerspective, NULL) ? "noperspective " : "",
        glsl_module_decoration(m, of, member, SpvDecorationCentroid, NULL) ? "centroid " : "",
        glsl_module_decoration(m, of, member, SpvDecorationSample, NULL) ? "sample " : "");
}

static bool pass_block(struct through *t, uint32_t id, uint32_t block)
{
    const struct glsl_module *m = t->fragment;
    const uint32_t *w = glsl_def(m, block);
    const char *name = m->name[block];

    if (glsl_module_decoration(m, block, 0, SpvDecorationLocation, NULL))
        return false;
    for (int out = 0; out < 2; out++) {
        glsl_printf(t->job, &t->head, "%s %s{", out ? "out" : "in", name);
        for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++) {
            uint32_t type = w[i + 2];
            const char *array = glsl_type_array(m, &type), *text = glsl_type_text(m, type);

            if (!text)
                return false;
            glsl_printf(t->job, &t->head, "%s%s %s%s;", out ? qualifiers(t, id, block, (int)i) : "", text,
                        glsl_module_member_name(m, block, i), array);
        }
        glsl_printf(t->job, &t->head, "}%s_%s%s;\n", out ? "retrace_out" : "retrace_in", name,
                    out ? "" : "[]");
    }
    for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++) {
        const char *member = glsl_module_member_name(m, block, i);

        glsl_printf(t->job, &t->body, "retrace_out_%s.%s=retrace_in_%s[%s].%s;\n", name, member, name,
                    is_flat(m, id, block, (int)i) ? "p" : "i", member);
    }
    return true;
}

/* Told to the neighbours, where they do not say it themselves. */
static int meet(struct through *t, const char *name, int n)
{
    struct glsl_meeting *meeting =
        glsl_push(t->job, &t->job->meetings, &t->job->meeting_count, sizeof *meeting);

    *meeting = (struct glsl_meeting){.name = name, .location = t->location, .behind = true};
    t->location += n;
    return meeting->location;
}

static bool pass_variable(struct through *t, uint32_t out, uint32_t id)
{
    const struct glsl_module *m = t->fragment;
    uint32_t type = glsl_module_pointee(m, id), a, b;
    int n = slots(m, type);
    const char *array = glsl_type_array(m, &type), *text = glsl_type_text(m, type), *name = m->name[id];
    bool located = glsl_module_decoration(m, id, -1, SpvDecorationLocation, &a);

    if (!text || (*array && strchr(array + 1, '[')) ||
        located != glsl_module_decoration(t->producer, out, -1, SpvDecorationLocation, &b) ||
        glsl_module_decoration(m, id, -1, SpvDecorationComponent, NULL) ||
        glsl_module_decoration(t->producer, out, -1, SpvDecorationComponent, NULL))
        return false;
    if (!located)
        a = (uint32_t)meet(t, name, n);
    glsl_printf(
        t->job, &t->head,
        "layout(location=%u) in %s retrace_in_%s[]%s;layout(location=%u) %sout %s retrace_out_%s%s;\n", a,
        text, name, array, a, qualifiers(t, id, 0, -1), text, name, array);
    glsl_printf(t->job, &t->body, "retrace_out_%s=retrace_in_%s[%s];\n", name, name,
                is_flat(m, id, 0, -1) ? "p" : "i");
    return true;
}

static uint32_t partner(const struct through *t, uint32_t id)
{
    uint32_t out;

    for (size_t i = GLSL_FIRST; (out = glsl_varying_next(t->producer, SpvStorageClassOutput, &i));)
        if (glsl_varying_same(t->producer, out, t->fragment, id))
            return out;
    return 0;
}

static bool pass_all(struct through *t)
{
    uint32_t id, out, block;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(t->fragment, SpvStorageClassInput, &i));) {
        if (!(out = partner(t, id)))
            continue;
        block = block_of(t->fragment, id);
        if (block ? !pass_block(t, id, block) : !pass_variable(t, out, id))
            return false;
    }
    return true;
}

/* Behind all locations that either side names. */
static int first_free(const struct glsl_module *m, uint32_t storage, int location)
{
    uint32_t id, at;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(m, storage, &i));)
        if (glsl_module_decoration(m, id, -1, SpvDecorationLocation, &at) &&
            (int)at + slots(m, glsl_module_pointee(m, id)) > location)
            location = (int)at + slots(m, glsl_module_pointee(m, id));
    return location;
}

static bool has_mode(const struct glsl_module *m, uint32_t mode)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i]))
        if (GLSL_OP(m->w[i]) == SpvOpExecutionMode && m->w[i + 2] == mode)
            return true;
    return false;
}

/* The layer and viewport that glsl_layer made outputs. */
static void pass_places(struct through *t)
{
    static const char *const names[2][2] = {{"retrace_LayerSink", "gl_Layer"},
                                            {"retrace_ViewportSink", "gl_ViewportIndex"}};
    const struct glsl_module *m = t->producer;
    uint32_t id;

    for (size_t i = GLSL_FIRST; (id = glsl_varying_next(m, SpvStorageClassOutput, &i));)
        for (int k = 0; k < 2; k++)
            if (!strcmp(m->name[id], names[k][0])) {
                glsl_printf(t->job, &t->head, "layout(location=%d) in int %s[];\n", meet(t, names[k][0], 1),
                            names[k][0]);
                glsl_printf(t->job, &t->body, "%s=%s[p];\n", names[k][1], names[k][0]);
            }
}

const char *glsl_through_source(const struct glsl_module *producer, const struct glsl_module *fragment)
{
    static const char *const shapes[][2] = {{"lines", "line_strip"}, {"triangles", "triangle_strip"}};
    struct glsl_job *job = producer->job;
    struct through t = {.job = job, .producer = producer, .fragment = fragment};
    const struct glsl_key *key = &job->input->key;
    bool lines = producer->stage == GLSL_TESS_EVALUATION ? has_mode(producer, SpvExecutionModeIsolines)
                                                         : key->through == GLSL_THROUGH_LINES;
    size_t meetings = job->meeting_count;
    const char *provokes = key->provokes == GLSL_PROVOKES_STRIP   ? "gl_PrimitiveIDIn&1"
                           : key->provokes == GLSL_PROVOKES_FIRST ? "0"
                           : key->provokes == GLSL_PROVOKES_FAN   ? "1"
                           : lines                                ? "1"
                                                                  : "2";

    if (job->out->flags & GLSL_WRITES_CLIP_DISTANCE || key->clip_planes ||
        has_mode(producer, SpvExecutionModePointMode) || has_mode(producer, SpvExecutionModeXfb))
        return NULL;
    t.location = first_free(producer, SpvStorageClassOutput, 0);
    t.location = first_free(fragment, SpvStorageClassInput, t.location);
    glsl_printf(job, &t.head, "#version 450 core\nlayout(%s) in;layout(%s,max_vertices=%d) out;\n",
                shapes[!lines][0], shapes[!lines][1], lines ? 2 : 3);
    pass_places(&t);
    if (!pass_all(&t)) {
        job->meeting_count = meetings;
        return NULL;
    }
    glsl_printf(job, &t.head,
                "void main(){int p=%s;for(int i=0;i<%d;i++){\n%sgl_Position=gl_in[i].gl_Position;"
                "gl_PrimitiveID=gl_PrimitiveIDIn;EmitVertex();}}\n",
                provokes, lines ? 2 : 3, t.body.s ? t.body.s : "");
    return t.head.s;
}
