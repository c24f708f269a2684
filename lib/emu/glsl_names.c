/* SPDX-License-Identifier: MIT */
/* Names across the translation: what the application calls something, and what the ES driver calls it. Most
 * are the same; those are not: words that ESSL reserves, members of blocks without an instance name (which
 * SPIRV-Cross gives one), built-ins that became variables. */
#include "emu/glsl_reflect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *glsl_tail(const char *name, const char *base)
{
    size_t n = strlen(base);

    if (strncmp(name, base, n) != 0 || (name[n] && name[n] != '[' && name[n] != '.'))
        return NULL;
    return name + n;
}

static bool join(char *buf, size_t size, const char *a, const char *b, const char *c)
{
    int n = snprintf(buf, size, "%s%s%s", a, b, c);

    return n >= 0 && (size_t)n < size;
}

static bool uniform_name(const struct glsl_output *o, bool back, const char *name, char *buf, size_t size)
{
    for (size_t i = 0; i < o->uniform_count; i++) {
        const char *from = back ? o->uniforms[i].essl : o->uniforms[i].name;
        const char *tail = glsl_tail(name, from);

        if (tail)
            return join(buf, size, back ? o->uniforms[i].name : o->uniforms[i].essl, tail, "");
    }
    return false;
}

/* Members: "member" or "Block.member" in the source, always "Block.member" in the ESSL. */
static bool member_name(const struct glsl_output *o, bool back, const char *name, char *buf, size_t size)
{
    for (size_t i = 0; i < o->block_count; i++) {
        const struct glsl_block *b = &o->blocks[i];
        const char *tail = glsl_tail(name, back ? b->essl : b->name);

        if (tail && *tail == '.' && back && b->anonymous)
            return join(buf, size, tail + 1, "", "");
        if (tail && !b->anonymous)
            return join(buf, size, back ? b->name : b->essl, tail, "");
        for (size_t k = 0; !back && b->anonymous && k < b->member_count; k++)
            if (glsl_tail(name, b->members[k]))
                return join(buf, size, b->essl, ".", name);
    }
    return false;
}

/* "[1][0]" of an array of arrays, the rest of a name behind `tail`, as one index; or the reverse. */
static const char *convert_indices(const struct glsl_block *b, bool back, const char *tail, char text[64])
{
    long index = 0;
    char *end, *out = text;

    if (!b->dim_count || *tail != '[')
        return tail;
    if (back) {
        index = strtol(tail + 1, &end, 10);
        for (int k = 0; k < b->dim_count; k++) {
            long below = 1;

            for (int j = k + 1; j < b->dim_count; j++)
                below *= b->dims[j];
            out += snprintf(out, (size_t)(text + 64 - out), "[%ld]", index / below % b->dims[k]);
        }
        return text;
    }
    for (int k = 0; k < b->dim_count && *tail == '['; k++) {
        index = index * b->dims[k] + strtol(tail + 1, &end, 10);
        tail = *end == ']' ? end + 1 : end;
    }
    snprintf(text, 64, "[%ld]", index);
    return text;
}

static bool block_name(const struct glsl_output *o, bool back, const char *name, char *buf, size_t size)
{
    for (size_t i = 0; i < o->block_count; i++) {
        const struct glsl_block *b = &o->blocks[i];
        const char *tail = glsl_tail(name, back ? b->essl : b->name);
        char indices[64];

        if (tail)
            return join(buf, size, back ? b->name : b->essl, convert_indices(b, back, tail, indices), "");
    }
    return false;
}

static bool variable_name(const struct glsl_variable *v, size_t n, bool back, const char *name, char *buf,
                          size_t size)
{
    for (size_t i = 0; i < n; i++) {
        const char *tail = glsl_tail(name, back ? v[i].essl : v[i].name);

        if (tail)
            return join(buf, size, back ? v[i].name : v[i].essl, tail, "");
    }
    return false;
}

static bool xfb_name(const struct glsl_output *o, bool back, const char *name, char *buf, size_t size)
{
    for (size_t i = 0; i < o->xfb_count; i++)
        if (o->xfb[i].essl && !strcmp(name, back ? o->xfb[i].essl : o->xfb[i].name))
            return join(buf, size, back ? o->xfb[i].name : o->xfb[i].essl, "", "");
    return false;
}

static bool translate_name(const struct glsl_output *o, enum glsl_space space, bool back, const char *name,
                           char *buf, size_t size)
{
    switch (space) {
    case GLSL_SPACE_UNIFORM:
        return uniform_name(o, back, name, buf, size) || member_name(o, back, name, buf, size);
    case GLSL_SPACE_BLOCK:
        return block_name(o, back, name, buf, size);
    case GLSL_SPACE_INPUT:
        return variable_name(o->inputs, o->input_count, back, name, buf, size) ||
               (back && variable_name(o->compat_inputs, o->compat_input_count, back, name, buf, size));
    case GLSL_SPACE_OUTPUT:
        return variable_name(o->outputs, o->output_count, back, name, buf, size);
    case GLSL_SPACE_XFB:
        return xfb_name(o, back, name, buf, size);
    }
    return false;
}

bool glsl_name_to_essl(const struct glsl_output *output, enum glsl_space space, const char *name, char *buf,
                       size_t size)
{
    if (translate_name(output, space, false, name, buf, size))
        return true;
    return strncmp(name, "retrace_", 8) != 0 && join(buf, size, name, "", "");
}

bool glsl_name_from_essl(const struct glsl_output *output, enum glsl_space space, const char *name, char *buf,
                         size_t size)
{
    if (strstr(name, "retrace_pad"))
        return false;
    return translate_name(output, space, true, name, buf, size) ||
           (strncmp(name, "retrace_", 8) != 0 && join(buf, size, name, "", ""));
}
