/* SPDX-License-Identifier: MIT */
/* A control shader for programs that have an evaluation shader only: desktop GL then takes the levels from
 * glPatchParameterfv and passes vertices through; ES insists on the shader. Written as GLSL 4.50 from what
 * the evaluation shader reads. Inputs and outputs of one name cannot meet by name here, so both interfaces
 * are located. Not done: structures that are no blocks, as their types would have to be written out too. */
#include "emu/glsl_varying.h"

#include <spirv_cross/spirv.h>
#include <string.h>

const char *glsl_type_text(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type), *inner;
    const char *prefix;

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeFloat:
        return w[2] == 32 ? "float" : NULL;
    case SpvOpTypeInt:
        return w[2] != 32 ? NULL : w[3] ? "int" : "uint";
    case SpvOpTypeVector:
        if (!glsl_type_text(m, w[2]))
            return NULL;
        inner = glsl_def(m, w[2]);
        prefix = GLSL_OP(inner[0]) == SpvOpTypeFloat ? "vec" : inner[3] ? "ivec" : "uvec";
        return glsl_format(m->job, "%s%u", prefix, w[3]);
    case SpvOpTypeMatrix:
        return glsl_type_text(m, w[2]) ? glsl_format(m->job, "mat%ux%u", w[3], glsl_def(m, w[2])[3]) : NULL;
    default:
        return NULL;
    }
}

static const char *type_text(const struct glsl_module *m, uint32_t type)
{
    const char *text = glsl_type_text(m, type);

    if (!text)
        glsl_fail(m->job, "a structure passes through a missing tessellation control shader");
    return text;
}

const char *glsl_type_array(const struct glsl_module *m, uint32_t *type)
{
    const char *text = "";

    while (glsl_def_op(m, *type) == SpvOpTypeArray) {
        text = glsl_format(m->job, "%s[%u]", text, glsl_module_constant(m, glsl_def(m, *type)[3]));
        *type = glsl_def(m, *type)[2];
    }
    return text;
}

static void write_members(const struct glsl_module *m, uint32_t block, struct glsl_text *out)
{
    const uint32_t *w = glsl_def(m, block);

    glsl_printf(m->job, out, "%s {", m->name[block]);
    for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++) {
        uint32_t type = w[i + 2];
        const char *array = glsl_type_array(m, &type);

        glsl_printf(m->job, out, "%s %s%s;", type_text(m, type), glsl_module_member_name(m, block, i), array);
    }
    glsl_puts(m->job, out, "}");
}

/* One input of the evaluation shader: declared on both sides here, and copied. */
static void pass_through(const struct glsl_module *m, uint32_t id, int *location, struct glsl_text *head,
                         struct glsl_text *body)
{
    uint32_t type = glsl_def(m, glsl_module_pointee(m, id))[2]; /* without the array of vertices */
    const char *array = glsl_type_array(m, &type);
    bool block = glsl_def_op(m, type) == SpvOpTypeStruct;
    uint32_t explicit_location;

    if (block && !glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL))
        glsl_fail(m->job, "a structure passes through a missing tessellation control shader");
    for (int out = 0; out < 2; out++) {
        const char *direction = out ? "out" : "in";

        if (block) {
            glsl_printf(m->job, head, "%s ", direction);
            write_members(m, type, head);
            glsl_printf(m->job, head, " retrace_%s_%s[]%s;\n", direction, m->name[id], array);
        } else {
            int at = glsl_module_decoration(m, id, -1, SpvDecorationLocation, &explicit_location)
                         ? (int)explicit_location
                         : *location;

            glsl_printf(m->job, head, "layout(location=%d) %s %s retrace_%s_%s[]%s;\n", at, direction,
                        type_text(m, type), direction, m->name[id], array);
        }
    }
    for (uint32_t i = 0; block && i + 2 < GLSL_LENGTH(glsl_def(m, type)[0]); i++) {
        const char *member = glsl_module_member_name(m, type, i);

        glsl_printf(m->job, body, "retrace_out_%s[gl_InvocationID].%s=retrace_in_%s[gl_InvocationID].%s;\n",
                    m->name[id], member, m->name[id], member);
    }
    if (block)
        return;
    glsl_printf(m->job, body, "retrace_out_%s[gl_InvocationID]=retrace_in_%s[gl_InvocationID];\n",
                m->name[id], m->name[id]);
    /* The neighbours are told where to meet. */
    if (!glsl_module_decoration(m, id, -1, SpvDecorationLocation, NULL)) {
        struct glsl_meeting *meeting =
            glsl_push(m->job, &m->job->meetings, &m->job->meeting_count, sizeof *meeting);

        meeting->name = m->name[id];
        meeting->location = *location;
        *location += 4 * (*array ? 8 : 1);
    }
}

const char *glsl_tcs_source(const struct glsl_module *evaluation)
{
    const struct glsl_module *m = evaluation;
    struct glsl_text head = {0}, body = {0};
    int location = 0, vertices = m->job->input->key.patch_vertices;

    m->job->out->keyed |= GLSL_KEY_PATCH_VERTICES;
    glsl_printf(m->job, &head,
                "#version 450 core\nlayout(vertices=%d) out;uniform vec4 " GLSL_UNIFORM_TESS_OUTER
                ";uniform vec2 " GLSL_UNIFORM_TESS_INNER ";\n",
                vertices > 0 ? vertices : 3);
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], type;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassInput ||
            glsl_module_decoration(m, id, -1, SpvDecorationBuiltIn, NULL) ||
            glsl_module_decoration(m, id, -1, SpvDecorationPatch, NULL))
            continue;
        type = glsl_module_pointee(m, id);
        if (glsl_def_op(m, type) != SpvOpTypeArray || !strncmp(m->name[id], "gl_", 3))
            continue;
        pass_through(m, id, &location, &head, &body);
    }
    glsl_printf(m->job, &head,
                "void main(){\n%sgl_out[gl_InvocationID].gl_Position=gl_in[gl_InvocationID].gl_Position;\n"
                "for(int i=0;i<4;i++)gl_TessLevelOuter[i]=" GLSL_UNIFORM_TESS_OUTER "[i];\n"
                "for(int i=0;i<2;i++)gl_TessLevelInner[i]=" GLSL_UNIFORM_TESS_INNER "[i];\n}\n",
                body.s ? body.s : "");
    return head.s;
}
