/* SPDX-License-Identifier: MIT */
/* Formats of image uniforms. Desktop GL takes many more than ES, and none at all for images that are only
 * written; ES wants one of its own few. SPIRV-Cross refuses the others, so the lowered module says "unknown"
 * and the format is put into the text here: the source's where the driver has GL_NV_image_formats, else the
 * key's or a usual one. */
#include "emu/glsl_back.h"

#include <spirv_cross/spirv.h>
#include <string.h>

/* By SpvImageFormat. `es`: ESSL 3.10 has it. */
static const struct {
    const char *name;
    bool es;
    unsigned gl;
} formats[] = {
    {"", false, 0},
    {"rgba32f", true, 0x8814},
    {"rgba16f", true, 0x881A},
    {"r32f", true, 0x822E},
    {"rgba8", true, 0x8058},
    {"rgba8_snorm", true, 0x8F97},
    {"rg32f", false, 0x8230},
    {"rg16f", false, 0x822F},
    {"r11f_g11f_b10f", false, 0x8C3A},
    {"r16f", false, 0x822D},
    {"rgba16", false, 0x805B},
    {"rgb10_a2", false, 0x8059},
    {"rg16", false, 0x822C},
    {"rg8", false, 0x822B},
    {"r16", false, 0x822A},
    {"r8", false, 0x8229},
    {"rgba16_snorm", false, 0x8F9B},
    {"rg16_snorm", false, 0x8F99},
    {"rg8_snorm", false, 0x8F95},
    {"r16_snorm", false, 0x8F98},
    {"r8_snorm", false, 0x8F94},
    {"rgba32i", true, 0x8D82},
    {"rgba16i", true, 0x8D88},
    {"rgba8i", true, 0x8D8E},
    {"r32i", true, 0x8235},
    {"rg32i", false, 0x823B},
    {"rg16i", false, 0x8239},
    {"rg8i", false, 0x8237},
    {"r16i", false, 0x8233},
    {"r8i", false, 0x8231},
    {"rgba32ui", true, 0x8D70},
    {"rgba16ui", true, 0x8D76},
    {"rgba8ui", true, 0x8D7C},
    {"r32ui", true, 0x8236},
    {"rgb10_a2ui", false, 0x906F},
    {"rg32ui", false, 0x823C},
    {"rg16ui", false, 0x823A},
    {"rg8ui", false, 0x8238},
    {"r16ui", false, 0x8234},
    {"r8ui", false, 0x8232},
};

#define COUNT (sizeof formats / sizeof *formats)

bool glsl_image_is_es(uint32_t format)
{
    return format < COUNT && formats[format].es;
}

uint32_t glsl_image_placeholder(const struct glsl_module *m, uint32_t component)
{
    const uint32_t *w = glsl_def(m, component);

    if (GLSL_OP(w[0]) == SpvOpTypeFloat)
        return SpvImageFormatRgba32f;
    return w[3] ? SpvImageFormatRgba32i : SpvImageFormatRgba32ui;
}

static const uint32_t *image_of(const struct glsl_module *m, uint32_t variable)
{
    uint32_t type = glsl_module_element(m, glsl_module_pointee(m, variable));

    return glsl_def_op(m, type) == SpvOpTypeImage ? glsl_def(m, type) : NULL;
}

/* The format that an image without one gets: of the kind of its components. */
static const char *choose(struct glsl_module *m, const uint32_t *image)
{
    const uint32_t *component = glsl_def(m, image[2]);
    bool integer = GLSL_OP(component[0]) == SpvOpTypeInt;
    const char *suffix = !integer ? "8" : component[3] ? "i" : "ui";
    unsigned wanted = m->job->input->key.image_format;

    m->job->out->keyed |= GLSL_KEY_IMAGE_FORMAT;
    for (size_t i = 1; wanted && i < COUNT; i++) {
        size_t n = strlen(formats[i].name);
        bool i_suffix = formats[i].name[n - 1] == 'i', u = i_suffix && formats[i].name[n - 2] == 'u';

        if (formats[i].gl == wanted && (formats[i].es || m->job->target.image_formats) &&
            i_suffix == integer && (!integer || u == !component[3]))
            return formats[i].name;
    }
    return integer ? glsl_format(m->job, "rgba32%s", suffix) : "rgba8";
}

/* The line that declares image `name`, or NULL. */
static const char *declaration(const char *text, const char *name)
{
    size_t n = strlen(name);

    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *end = line + strcspn(line, "\n");

        for (const char *p = line; !strncmp(line, "layout(binding = ", 17) && p + n < end; p++)
            if (p[0] == ' ' && !strncmp(p + 1, name, n) && (p[n + 1] == ';' || p[n + 1] == '['))
                return line;
    }
    return NULL;
}

static const char *set_format(struct glsl_module *m, const char *text, const char *name, const char *format)
{
    const char *line = declaration(text, name), *close = line ? strchr(line, ')') : NULL,
               *comma = line ? strchr(line, ',') : NULL;
    struct glsl_text out = {0};

    if (!close || !comma || comma > close)
        return text;
    glsl_append(m->job, &out, text, (size_t)(comma - text));
    glsl_printf(m->job, &out, ", %s%s", format, close);
    return out.s;
}

/* ---- reading and writing ---- */

/* `imageStore(name` with another name, throughout. */
static void redirect_stores(struct glsl_job *job, const char *text, const char *name, struct glsl_text *out)
{
    static const char store[] = "imageStore(";
    size_t n = strlen(name);
    const char *hit;

    for (; (hit = strstr(text, store)); text = hit) {
        hit += sizeof store - 1;
        glsl_append(job, out, text, (size_t)(hit - text));
        if (!strncmp(hit, name, n) && (hit[n] == ',' || hit[n] == '[')) {
            glsl_printf(job, out, "retrace_w_%s", name);
            hit += n;
        }
    }
    glsl_puts(job, out, text);
}

/* ES lets a shader both read and write an image only where it has one component of 32 bits. Two uniforms at
 * one binding, one to be read and one to be written, are the same image. */
static const char *split_access(struct glsl_module *m, const char *text, const char *name)
{
    const char *line = declaration(text, name), *end, *uniform, *image;
    struct glsl_text out = {0};

    if (!line)
        return text;
    end = line + strcspn(line, "\n") + 1;
    uniform = strstr(line, ") uniform ");
    image = uniform ? uniform + strlen(") uniform ") : NULL;
    if (!image || image > end || memmem(line, (size_t)(end - line), "readonly ", 9) ||
        memmem(line, (size_t)(end - line), "writeonly ", 10) ||
        memmem(line, (size_t)(uniform - line), ", r32", 5))
        return text;
    glsl_append(m->job, &out, text, (size_t)(image - text));
    glsl_puts(m->job, &out, "readonly ");
    glsl_append(m->job, &out, image, (size_t)(end - image));
    glsl_append(m->job, &out, line, (size_t)(image - line));
    glsl_puts(m->job, &out, "writeonly ");
    for (const char *p = image; p < end; p++) {
        if (p[-1] == ' ' && !strncmp(p, name, strlen(name)) &&
            (p[strlen(name)] == ';' || p[strlen(name)] == '['))
            glsl_puts(m->job, &out, "retrace_w_");
        glsl_append(m->job, &out, p, 1);
    }
    redirect_stores(m->job, end, name, &out);
    return out.s;
}

const char *glsl_image_patch(struct glsl_module *m, const char *text)
{
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        const uint32_t *image;
        const char *format;

        if (GLSL_OP(m->w[i]) != SpvOpVariable || m->w[i + 3] != SpvStorageClassUniformConstant)
            continue;
        image = image_of(m, m->w[i + 2]);
        if (!image || image[7] != 2)
            continue;
        if (glsl_image_is_es(image[8])) {
            text = split_access(m, text, glsl_back_name(m, m->w[i + 2]));
            continue;
        }
        if (image[8] && image[8] < COUNT && m->job->target.image_formats) {
            format = formats[image[8]].name;
        } else {
            format = choose(m, image);
            if (image[8] && image[8] < COUNT)
                glsl_gap(m->job, formats[image[8]].name, "image format that ES lacks: another stands for it");
        }
        text = set_format(m, text, glsl_back_name(m, m->w[i + 2]), format);
        text = split_access(m, text, glsl_back_name(m, m->w[i + 2]));
    }
    return text;
}
