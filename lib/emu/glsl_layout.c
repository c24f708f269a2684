/* SPDX-License-Identifier: MIT */
/* Block members at explicit offsets (GLSL 4.40), which ESSL cannot say. The lowered module gets the offsets
 * that std140 or std430 give by themselves, and the text gets padding members in front of those that lie
 * further on. Padding is named "retrace_pad..." and stays out of every answer to the application. */
#include "emu/glsl_back.h"

#include <spirv_cross/spirv.h>
#include <string.h>

struct extent {
    uint32_t size, align;
};

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

static struct extent extent_of(const struct glsl_module *m, uint32_t type, uint32_t owner, int member,
                               bool std140);

static struct extent struct_extent(const struct glsl_module *m, uint32_t type, bool std140)
{
    const uint32_t *w = glsl_def(m, type);
    struct extent all = {0, std140 ? 16 : 1};

    for (uint32_t i = 0; i + 2 < GLSL_LENGTH(w[0]); i++) {
        struct extent e = extent_of(m, w[i + 2], type, (int)i, std140);

        all.size = round_up(all.size, e.align) + e.size;
        if (e.align > all.align)
            all.align = e.align;
    }
    all.size = round_up(all.size, all.align);
    return all;
}

static struct extent extent_of(const struct glsl_module *m, uint32_t type, uint32_t owner, int member,
                               bool std140)
{
    const uint32_t *w = glsl_def(m, type);
    struct extent e = {4, 4};
    uint32_t stride = 0;

    switch (GLSL_OP(w[0])) {
    case SpvOpTypeVector:
        e.size = 4 * w[3];
        e.align = w[3] == 2 ? 8 : 16;
        break;
    case SpvOpTypeMatrix:
        glsl_module_decoration(m, owner, member, SpvDecorationMatrixStride, &stride);
        e.align = stride;
        e.size = stride * w[3];
        if (glsl_module_decoration(m, owner, member, SpvDecorationRowMajor, NULL))
            e.size = stride * glsl_def(m, w[2])[3];
        break;
    case SpvOpTypeArray:
        glsl_module_decoration(m, type, -1, SpvDecorationArrayStride, &stride);
        e = extent_of(m, w[2], owner, member, std140);
        e.align = std140 ? round_up(e.align, 16) : e.align;
        e.size = stride * glsl_module_constant(m, w[3]);
        break;
    case SpvOpTypeRuntimeArray:
        e = extent_of(m, w[2], owner, member, std140);
        e.align = std140 ? round_up(e.align, 16) : e.align;
        e.size = 0;
        break;
    case SpvOpTypeStruct:
        e = struct_extent(m, type, std140);
        break;
    default:
        break;
    }
    return e;
}

/* Do the source's offsets fit this packing without padding? */
static bool fits(const struct glsl_module *m, uint32_t type, bool std140)
{
    uint32_t at = 0, offset;

    for (uint32_t i = 0; i + 2 < GLSL_LENGTH(glsl_def(m, type)[0]); i++) {
        struct extent e = extent_of(m, glsl_def(m, type)[i + 2], type, (int)i, std140);

        at = round_up(at, e.align);
        if (glsl_module_decoration(m, type, (int)i, SpvDecorationOffset, &offset) && offset != at)
            return false;
        at += e.size;
    }
    return true;
}

/* Whether arrays are packed as std140 packs them decides which of the two the source meant. */
static bool is_std140(const struct glsl_module *m, uint32_t type)
{
    const uint32_t *w = glsl_def(m, type);

    if (!glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL))
        return true;
    for (uint32_t i = 2; i < GLSL_LENGTH(w[0]); i++) {
        uint32_t op = glsl_def_op(m, w[i]), stride;

        if ((op == SpvOpTypeArray || op == SpvOpTypeRuntimeArray) &&
            glsl_module_decoration(m, w[i], -1, SpvDecorationArrayStride, &stride))
            return stride % 16 == 0 &&
                   extent_of(m, glsl_def(m, w[i])[2], type, (int)i - 2, false).size % 16 != 0;
    }
    return false;
}

static bool find_padded(const struct glsl_module *m, uint32_t type)
{
    return (glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL) ||
            glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL)) &&
           glsl_module_decoration(m, type, 0, SpvDecorationOffset, NULL) && !fits(m, type, true) &&
           !fits(m, type, false);
}

/* Asked for every member, so the answer is kept. */
static bool is_padded(const struct glsl_module *m, uint32_t type)
{
    if (!m->padded[type])
        m->padded[type] = find_padded(m, type) ? 2 : 1;
    return m->padded[type] == 2;
}

uint32_t glsl_layout_offset(const struct glsl_module *m, uint32_t type, uint32_t member, uint32_t offset)
{
    bool std140;
    uint32_t at = 0;

    if (!is_padded(m, type))
        return offset;
    std140 = is_std140(m, type);
    for (uint32_t i = 0;; i++) {
        struct extent e = extent_of(m, glsl_def(m, type)[i + 2], type, (int)i, std140);

        at = round_up(at, e.align);
        if (i == member)
            return at;
        at += e.size;
    }
}

/* Text of the padding between byte `from` and byte `to`, both multiples of 4. */
static void write_padding(struct glsl_job *job, struct glsl_text *out, uint32_t from, uint32_t to)
{
    while (from < to && (from % 16 || to - from < 16)) {
        glsl_printf(job, out, "    highp float retrace_pad%u;\n", from);
        from += 4;
    }
    if (from < to) {
        glsl_printf(job, out, "    highp vec4 retrace_pad%u[%u];\n", from, (to - from) / 16);
        write_padding(job, out, from + (to - from) / 16 * 16, to);
    }
}

/* The members of a block stand one a line behind its "{". */
static const char *pad_block(struct glsl_module *m, uint32_t type, const char *text, const char *name)
{
    const char *p = text, *line;
    struct glsl_text out = {0};
    bool std140 = is_std140(m, type);
    uint32_t at = 0;
    size_t n = strlen(name);

    while ((p = strstr(p, name)) && !(p > text && p[-1] == ' ' && p[n] == '\n' && p[n + 1] == '{'))
        p += n;
    if (!p)
        return text;
    line = strchr(p, '{') + 2;
    glsl_append(m->job, &out, text, (size_t)(line - text));
    for (uint32_t i = 0; i + 2 < GLSL_LENGTH(glsl_def(m, type)[0]); i++) {
        struct extent e = extent_of(m, glsl_def(m, type)[i + 2], type, (int)i, std140);
        const char *end = strchr(line, '\n') + 1;
        uint32_t offset = 0;

        glsl_module_decoration(m, type, (int)i, SpvDecorationOffset, &offset);
        if (offset != round_up(at, e.align))
            write_padding(m->job, &out, at, offset);
        glsl_append(m->job, &out, line, (size_t)(end - line));
        at = offset + e.size;
        line = end;
    }
    glsl_puts(m->job, &out, line);
    return out.s;
}

const char *glsl_layout_patch(struct glsl_module *m, const char *text)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t type;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassUniform)
            continue;
        type = glsl_module_element(m, glsl_module_pointee(m, m->w[i + 2]));
        if (is_padded(m, type))
            text = pad_block(m, type, text, glsl_back_block(m, m->w[i + 2], type));
    }
    return text;
}
