/* SPDX-License-Identifier: MIT */
/* What a (format, type) pair of client memory means: two tables, joined.
 * Not here: GL_BITMAP and GL_COLOR_INDEX, which only the fixed-function pixel path takes. */
#include "emu/pixel.h"

struct format_row {
    GLenum format;
    const char *channels; /* one letter per component, in memory order; L luminance, D depth, S stencil */
    bool integer;
};

struct type_row {
    GLenum type;
    uint8_t unit;        /* bytes of an element */
    enum emu_class cls;  /* for formats that are not integer */
    enum emu_class icls; /* for integer formats; EMU_FLOAT: not allowed with them */
    uint8_t fields[4];   /* packed: bits from the first component on; {0}: one element per component */
    bool reversed;       /* packed: the first component is in the lowest bits */
};

// clang-format off
static const struct format_row formats[] = {
    { GL_RED,                         "R",    false }, { GL_GREEN,                 "G",    false },
    { GL_BLUE,                        "B",    false }, { GL_ALPHA,                 "A",    false },
    { GL_RG,                          "RG",   false }, { GL_RGB,                   "RGB",  false },
    { GL_BGR,                         "BGR",  false }, { GL_RGBA,                  "RGBA", false },
    { GL_BGRA,                        "BGRA", false }, { GL_ABGR_EXT,              "ABGR", false },
    { GL_LUMINANCE,                   "L",    false }, { GL_LUMINANCE_ALPHA,       "LA",   false },
    { GL_DEPTH_COMPONENT,             "D",    false }, { GL_STENCIL_INDEX,         "S",    false },
    { GL_DEPTH_STENCIL,               "DS",   false },
    { GL_RED_INTEGER,                 "R",    true  }, { GL_GREEN_INTEGER,         "G",    true  },
    { GL_BLUE_INTEGER,                "B",    true  }, { GL_ALPHA_INTEGER,         "A",    true  },
    { GL_RG_INTEGER,                  "RG",   true  }, { GL_RGB_INTEGER,           "RGB",  true  },
    { GL_BGR_INTEGER,                 "BGR",  true  }, { GL_RGBA_INTEGER,          "RGBA", true  },
    { GL_BGRA_INTEGER,                "BGRA", true  },
    { GL_LUMINANCE_INTEGER_EXT,       "L",    true  }, { GL_LUMINANCE_ALPHA_INTEGER_EXT, "LA", true },
};

static const struct type_row types[] = {
    { GL_UNSIGNED_BYTE,               1, EMU_UNORM, EMU_UINT,  { 0 }, false },
    { GL_BYTE,                        1, EMU_SNORM, EMU_INT,   { 0 }, false },
    { GL_UNSIGNED_SHORT,              2, EMU_UNORM, EMU_UINT,  { 0 }, false },
    { GL_SHORT,                       2, EMU_SNORM, EMU_INT,   { 0 }, false },
    { GL_UNSIGNED_INT,                4, EMU_UNORM, EMU_UINT,  { 0 }, false },
    { GL_INT,                         4, EMU_SNORM, EMU_INT,   { 0 }, false },
    { GL_HALF_FLOAT,                  2, EMU_FLOAT, EMU_FLOAT, { 0 }, false },
    { GL_FLOAT,                       4, EMU_FLOAT, EMU_FLOAT, { 0 }, false },
    { GL_UNSIGNED_BYTE_3_3_2,         1, EMU_UNORM, EMU_UINT,  { 3, 3, 2 }, false },
    { GL_UNSIGNED_BYTE_2_3_3_REV,     1, EMU_UNORM, EMU_UINT,  { 3, 3, 2 }, true },
    { GL_UNSIGNED_SHORT_5_6_5,        2, EMU_UNORM, EMU_UINT,  { 5, 6, 5 }, false },
    { GL_UNSIGNED_SHORT_5_6_5_REV,    2, EMU_UNORM, EMU_UINT,  { 5, 6, 5 }, true },
    { GL_UNSIGNED_SHORT_4_4_4_4,      2, EMU_UNORM, EMU_UINT,  { 4, 4, 4, 4 }, false },
    { GL_UNSIGNED_SHORT_4_4_4_4_REV,  2, EMU_UNORM, EMU_UINT,  { 4, 4, 4, 4 }, true },
    { GL_UNSIGNED_SHORT_5_5_5_1,      2, EMU_UNORM, EMU_UINT,  { 5, 5, 5, 1 }, false },
    { GL_UNSIGNED_SHORT_1_5_5_5_REV,  2, EMU_UNORM, EMU_UINT,  { 5, 5, 5, 1 }, true },
    { GL_UNSIGNED_INT_8_8_8_8,        4, EMU_UNORM, EMU_UINT,  { 8, 8, 8, 8 }, false },
    { GL_UNSIGNED_INT_8_8_8_8_REV,    4, EMU_UNORM, EMU_UINT,  { 8, 8, 8, 8 }, true },
    { GL_UNSIGNED_INT_10_10_10_2,     4, EMU_UNORM, EMU_UINT,  { 10, 10, 10, 2 }, false },
    { GL_UNSIGNED_INT_2_10_10_10_REV, 4, EMU_UNORM, EMU_UINT,  { 10, 10, 10, 2 }, true },
    { GL_UNSIGNED_INT_24_8,           4, EMU_UNORM, EMU_FLOAT, { 24, 8 }, false },
    { GL_UNSIGNED_INT_10F_11F_11F_REV,   4, EMU_FLOAT, EMU_FLOAT, { 11, 11, 10 }, true },
    { GL_UNSIGNED_INT_5_9_9_9_REV,       4, EMU_FLOAT, EMU_FLOAT, { 9, 9, 9 }, true },
    { GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 4, EMU_FLOAT, EMU_FLOAT, { 32, 8 }, true },
};
// clang-format on

static enum emu_channel channel_of(char c)
{
    // clang-format off
    switch (c) {
    case 'R': return EMU_RED;
    case 'G': return EMU_GREEN;
    case 'B': return EMU_BLUE;
    case 'A': return EMU_ALPHA;
    case 'L': return EMU_LUMINANCE;
    case 'D': return EMU_DEPTH;
    default: return EMU_STENCIL;
    }
    // clang-format on
}

static const struct format_row *format_find(GLenum format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

static const struct type_row *type_find(GLenum type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

static uint8_t letters(const char *s)
{
    uint8_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* The pair is one that GL 4.6 table 8.2 allows. */
static bool fits(const struct format_row *f, const struct type_row *t, uint8_t n)
{
    bool ds = f->channels[0] == 'D' && n == 2;

    if (t->type == GL_UNSIGNED_INT_24_8 || t->type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
        return ds;
    if (ds)
        return false;
    if (f->integer && t->icls == EMU_FLOAT)
        return false;
    if (!t->fields[0])
        return true;
    if (t->type == GL_UNSIGNED_INT_10F_11F_11F_REV || t->type == GL_UNSIGNED_INT_5_9_9_9_REV)
        return f->format == GL_RGB;
    return n == (t->fields[3] ? 4 : 3) && f->channels[0] != 'D';
}

static void place_fields(struct emu_layout *out, const struct type_row *t, uint8_t n)
{
    unsigned at = t->reversed ? 0 : t->unit * 8u;

    for (uint8_t i = 0; i < n; i++) {
        out->bits[i] = t->fields[i];
        if (!t->reversed)
            at -= t->fields[i];
        out->shift[i] = (uint8_t)at;
        if (t->reversed)
            at += t->fields[i];
    }
}

GLenum emu_layout_get(GLenum format, GLenum type, struct emu_layout *out)
{
    const struct format_row *f = format_find(format);
    const struct type_row *t = type_find(type);
    struct emu_layout l = {0};

    if (!f || !t)
        return GL_INVALID_ENUM;
    l.count = letters(f->channels);
    if (!fits(f, t, l.count)) /* depth-stencil alone names its types */
        return f->format == GL_DEPTH_STENCIL ? GL_INVALID_ENUM : GL_INVALID_OPERATION;
    l.unit = t->unit;
    l.packed = t->fields[0] != 0;
    l.bytes = (uint8_t)(l.packed ? t->unit : t->unit * l.count);
    for (uint8_t i = 0; i < l.count; i++) {
        l.channel[i] = channel_of(f->channels[i]);
        l.bits[i] = (uint8_t)(t->unit * 8);
        l.cls[i] = f->integer ? t->icls : t->cls;
        if (l.channel[i] == EMU_STENCIL && l.cls[i] != EMU_FLOAT)
            l.cls[i] = t->cls == EMU_SNORM ? EMU_INT : EMU_UINT;
    }
    if (l.packed)
        place_fields(&l, t, l.count);
    if (t->type == GL_UNSIGNED_INT_10F_11F_11F_REV || t->type == GL_UNSIGNED_INT_5_9_9_9_REV) {
        l.special = t->type == GL_UNSIGNED_INT_5_9_9_9_REV ? EMU_RGB9_E5 : EMU_R11F_G11F_B10F;
        l.bits[0] = l.bits[1] = l.bits[2] = 32; /* as decoded */
    } else if (t->type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV) {
        l.special = EMU_D32F_S8;
        l.bytes = 8;
        l.cls[1] = EMU_UINT;
    }
    if (out)
        *out = l;
    return GL_NO_ERROR;
}

bool emu_layout_is_integer(GLenum format)
{
    const struct format_row *f = format_find(format);
    return f && f->integer;
}

bool emu_layout_is_color(GLenum format)
{
    const struct format_row *f = format_find(format);
    return f && f->channels[0] != 'D' && f->channels[0] != 'S';
}
