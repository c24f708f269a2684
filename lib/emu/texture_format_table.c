/* SPDX-License-Identifier: MIT */
/* The table of desktop internal formats and of what they are on ES. Where ES has the format (and can render
 * to it where desktop GL must), it is used as it is. Three-component formats that ES cannot render to are
 * widened to four; luminance, alpha and intensity live in red and red-green. Unsized formats get the
 * precision that Mesa's desktop GL gives them, so that results are the same bytes. */
#include "emu/texture_format_table.h"

#define UB       GL_UNSIGNED_BYTE
#define US       GL_UNSIGNED_SHORT
#define UI       GL_UNSIGNED_INT
#define B        GL_BYTE
#define S        GL_SHORT
#define I        GL_INT
#define F        GL_FLOAT
#define HF       GL_HALF_FLOAT
#define R        GL_RED
#define RG       GL_RG
#define RGB      GL_RGB
#define RGBA     GL_RGBA
#define LUM      GL_LUMINANCE
#define LA       GL_LUMINANCE_ALPHA
#define P2101010 GL_UNSIGNED_INT_2_10_10_10_REV
// clang-format off
/* desktop format, its base, ES format, client pair, storage channels, class, bits, flags, need, fallback, more types */
#define COLOR(name, b_, es_, format_, type_, storage, class, r, g, b, a, more, need_, fallback_, ...)        \
    { .f = { .internal = GL_##name, .base = b_, .es = es_, .es_format = format_, .es_type = type_,           \
             .es_base = storage, .cls = EMU_##class, .bits = { r, g, b, a },                                 \
             .flags = EMU_FORMAT_SIZED | (more), .alt_types = { __VA_ARGS__ } },                             \
      .need = EMU_NEED_##need_, .fallback = fallback_ }
#define DEPTH(name, es_, format_, type_, b_, depth_, stencil_, need_, fallback_, ...)                        \
    { .f = { .internal = GL_##name, .base = b_, .es = es_, .es_format = format_, .es_type = type_,           \
             .es_base = b_, .cls = EMU_UNORM, .depth = depth_, .stencil = stencil_,                          \
             .flags = EMU_FORMAT_SIZED, .alt_types = { __VA_ARGS__ } },                                      \
      .need = EMU_NEED_##need_, .fallback = fallback_ }
/* of blocks w by h: desktop format, its base, ES format, storage channels, class, bits, flags, block, need */
#define BLOCK_AS(name, b_, es_, storage, class, r, g, b, a, more, w, h, bytes, need_)                        \
    { .f = { .internal = name, .base = b_, .es = es_, .es_base = storage, .cls = EMU_##class,                \
             .bits = { r, g, b, a }, .flags = EMU_FORMAT_SIZED | EMU_FORMAT_COMPRESSED | (more),             \
             .block_width = w, .block_height = h, .block_bytes = bytes },                                    \
      .need = EMU_NEED_##need_ }
// clang-format on
#define SIZED(internal, base, type, cls, r, g, b, a, need, fallback, ...)                                    \
    COLOR(internal, base, GL_##internal, base, type, base, cls, r, g, b, a, 0, need, fallback, __VA_ARGS__)
#define BLOCK(internal, base, cls, r, g, b, a, flags, w, h, bytes, need)                                     \
    BLOCK_AS(internal, base, internal, base, cls, r, g, b, a, flags, w, h, bytes, need)
#define INT4(bits, suffix, type, cls)                                                                        \
    COLOR(R##bits##suffix, R, GL_R##bits##suffix, GL_RED_INTEGER, type, R, cls, bits, 0, 0, 0, 0, NONE, 0,   \
          0),                                                                                                \
        COLOR(RG##bits##suffix, RG, GL_RG##bits##suffix, GL_RG_INTEGER, type, RG, cls, bits, bits, 0, 0, 0,  \
              NONE, 0, 0),                                                                                   \
        COLOR(RGB##bits##suffix, RGB, GL_RGBA##bits##suffix, GL_RGBA_INTEGER, type, RGBA, cls, bits, bits,   \
              bits, 0, 0, NONE, 0, 0),                                                                       \
        COLOR(RGBA##bits##suffix, RGBA, GL_RGBA##bits##suffix, GL_RGBA_INTEGER, type, RGBA, cls, bits, bits, \
              bits, bits, 0, NONE, 0, 0),                                                                    \
        COLOR(ALPHA##bits##suffix##_EXT, GL_ALPHA, GL_R##bits##suffix, GL_RED_INTEGER, type, R, cls, 0, 0,   \
              0, bits, 0, LEGACY, 0, 0),                                                                     \
        COLOR(LUMINANCE##bits##suffix##_EXT, LUM, GL_R##bits##suffix, GL_RED_INTEGER, type, R, cls, bits, 0, \
              0, 0, 0, LEGACY, 0, 0),                                                                        \
        COLOR(INTENSITY##bits##suffix##_EXT, GL_INTENSITY, GL_R##bits##suffix, GL_RED_INTEGER, type, R, cls, \
              bits, 0, 0, 0, 0, LEGACY, 0, 0),                                                               \
        COLOR(LUMINANCE_ALPHA##bits##suffix##_EXT, LA, GL_RG##bits##suffix, GL_RG_INTEGER, type, RG, cls,    \
              bits, 0, 0, bits, 0, LEGACY, 0, 0)
#define FLOATS(bits, type, ...)                                                                              \
    SIZED(R##bits##F, R, type, FLOAT, bits, 0, 0, 0, NONE, 0, __VA_ARGS__),                                  \
        SIZED(RG##bits##F, RG, type, FLOAT, bits, bits, 0, 0, NONE, 0, __VA_ARGS__),                         \
        COLOR(RGB##bits##F, RGB, GL_RGBA##bits##F, RGBA, type, RGBA, FLOAT, bits, bits, bits, 0, 0, NONE, 0, \
              __VA_ARGS__),                                                                                  \
        SIZED(RGBA##bits##F, RGBA, type, FLOAT, bits, bits, bits, bits, NONE, 0, __VA_ARGS__),               \
        COLOR(ALPHA##bits##F_ARB, GL_ALPHA, GL_R##bits##F, R, type, R, FLOAT, 0, 0, 0, bits, 0, LEGACY, 0,   \
              __VA_ARGS__),                                                                                  \
        COLOR(LUMINANCE##bits##F_ARB, LUM, GL_R##bits##F, R, type, R, FLOAT, bits, 0, 0, 0, 0, LEGACY, 0,    \
              __VA_ARGS__),                                                                                  \
        COLOR(INTENSITY##bits##F_ARB, GL_INTENSITY, GL_R##bits##F, R, type, R, FLOAT, bits, 0, 0, 0, 0,      \
              LEGACY, 0, __VA_ARGS__),                                                                       \
        COLOR(LUMINANCE_ALPHA##bits##F_ARB, LA, GL_RG##bits##F, RG, type, RG, FLOAT, bits, 0, 0, bits, 0,    \
              LEGACY, 0, __VA_ARGS__)
#define LEGACY8(internal, base, es, format, b0, b3, flags)                                                   \
    COLOR(internal, base, es, format, UB, format, UNORM, b0, 0, 0, b3, flags, LEGACY, 0, 0)
#define LEGACY16(internal, base, es, format, b0, b3, fallback)                                               \
    COLOR(internal, base, es, format, US, format, UNORM, b0, 0, 0, b3, 0, NORM16, fallback, 0)

#define LEGACY_SNORM(n, type, need, alpha, luminance, intensity)                                             \
    COLOR(ALPHA##n##_SNORM, GL_ALPHA, GL_R##n##_SNORM, R, type, R, SNORM, 0, 0, 0, n, 0, need, alpha, 0),    \
        COLOR(LUMINANCE##n##_SNORM, LUM, GL_R##n##_SNORM, R, type, R, SNORM, n, 0, 0, 0, 0, need, luminance, \
              0),                                                                                            \
        COLOR(INTENSITY##n##_SNORM, GL_INTENSITY, GL_R##n##_SNORM, R, type, R, SNORM, n, 0, 0, 0, 0, need,   \
              intensity, 0)

// clang-format off
static const struct emu_format_row rows[] = {
    SIZED(R8,   R,    UB, UNORM, 8, 0, 0, 0, NONE, 0, 0),
    SIZED(RG8,  RG,   UB, UNORM, 8, 8, 0, 0, NONE, 0, 0),
    SIZED(RGB8, RGB,  UB, UNORM, 8, 8, 8, 0, NONE, 0, 0),
    SIZED(RGBA8, RGBA, UB, UNORM, 8, 8, 8, 8, NONE, 0, 0),
    SIZED(R16,  R,    US, UNORM, 16, 0, 0, 0, NORM16, GL_R8, 0),
    SIZED(RG16, RG,   US, UNORM, 16, 16, 0, 0, NORM16, GL_RG8, 0),
    COLOR(RGB16, RGB, GL_RGBA16, RGBA, US, RGBA, UNORM, 16, 16, 16, 0, 0, NORM16, GL_RGB8, 0),
    SIZED(RGBA16, RGBA, US, UNORM, 16, 16, 16, 16, NORM16, GL_RGBA8, 0),
    COLOR(RGB12, RGB, GL_RGBA16, RGBA, US, RGBA, UNORM, 16, 16, 16, 0, 0, NORM16, GL_RGB8, 0),
    COLOR(RGBA12, RGBA, GL_RGBA16, RGBA, US, RGBA, UNORM, 16, 16, 16, 16, 0, NORM16, GL_RGBA8, 0),
    COLOR(R3_G3_B2, RGB, GL_RGB8, RGB, UB, RGB, UNORM, 3, 3, 2, 0, 0, NONE, 0, 0),
    COLOR(RGB4, RGB, GL_RGBA4, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, RGBA, UNORM, 4, 4, 4, 0, 0, NONE, 0, 0),
    COLOR(RGB5, RGB, GL_RGB5_A1, RGBA, GL_UNSIGNED_SHORT_5_5_5_1, RGBA, UNORM, 5, 5, 5, 0, 0, NONE, 0, 0),
    SIZED(RGB565, RGB, GL_UNSIGNED_SHORT_5_6_5, UNORM, 5, 6, 5, 0, NONE, 0, UB),
    COLOR(RGB10, RGB, GL_RGB10_A2, RGBA, P2101010, RGBA, UNORM, 10, 10, 10, 0, 0, NONE, 0, 0),
    COLOR(RGBA2, RGBA, GL_RGBA4, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, RGBA, UNORM, 4, 4, 4, 4, 0, NONE, 0, 0),
    SIZED(RGBA4, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, UNORM, 4, 4, 4, 4, NONE, 0, UB),
    SIZED(RGB5_A1, RGBA, GL_UNSIGNED_SHORT_5_5_5_1, UNORM, 5, 5, 5, 1, NONE, 0, UB),
    SIZED(RGB10_A2, RGBA, P2101010, UNORM, 10, 10, 10, 2, NONE, 0, 0),
    COLOR(RGB10_A2UI, RGBA, GL_RGB10_A2UI, GL_RGBA_INTEGER, P2101010, RGBA, UINT, 10, 10, 10, 2, 0, NONE, 0, 0),
    COLOR(SRGB8, RGB, GL_SRGB8_ALPHA8, RGBA, UB, RGBA, UNORM, 8, 8, 8, 0, EMU_FORMAT_SRGB, NONE, 0, 0),
    COLOR(SRGB8_ALPHA8, RGBA, GL_SRGB8_ALPHA8, RGBA, UB, RGBA, UNORM, 8, 8, 8, 8, EMU_FORMAT_SRGB, NONE, 0, 0),
    COLOR(SLUMINANCE8, LUM, GL_SRGB8_ALPHA8, RGBA, UB, RGBA, UNORM, 8, 0, 0, 0, EMU_FORMAT_SRGB, LEGACY, 0, 0),
    COLOR(SLUMINANCE8_ALPHA8, LA, GL_SRGB8_ALPHA8, RGBA, UB, RGBA, UNORM, 8, 0, 0, 8, EMU_FORMAT_SRGB, LEGACY, 0, 0),
    SIZED(R8_SNORM, R, B, SNORM, 8, 0, 0, 0, NONE, 0, 0),
    SIZED(RG8_SNORM, RG, B, SNORM, 8, 8, 0, 0, NONE, 0, 0),
    COLOR(RGB8_SNORM, RGB, GL_RGBA8_SNORM, RGBA, B, RGBA, SNORM, 8, 8, 8, 0, 0, NONE, 0, 0),
    SIZED(RGBA8_SNORM, RGBA, B, SNORM, 8, 8, 8, 8, NONE, 0, 0),
    SIZED(R16_SNORM, R, S, SNORM, 16, 0, 0, 0, NORM16, GL_R8_SNORM, 0),
    SIZED(RG16_SNORM, RG, S, SNORM, 16, 16, 0, 0, NORM16, GL_RG8_SNORM, 0),
    COLOR(RGB16_SNORM, RGB, GL_RGBA16_SNORM, RGBA, S, RGBA, SNORM, 16, 16, 16, 0, 0, NORM16, GL_RGB8_SNORM, 0),
    SIZED(RGBA16_SNORM, RGBA, S, SNORM, 16, 16, 16, 16, NORM16, GL_RGBA8_SNORM, 0),
    FLOATS(16, HF, F), FLOATS(32, F, 0),
    COLOR(R11F_G11F_B10F, RGB, GL_R11F_G11F_B10F, RGB, F, RGB, FLOAT, 11, 11, 10, 0, 0, NONE, 0, GL_UNSIGNED_INT_10F_11F_11F_REV, HF),
    COLOR(RGB9_E5, RGB, GL_RGB9_E5, RGB, F, RGB, FLOAT, 9, 9, 9, 0, 0, NONE, 0, GL_UNSIGNED_INT_5_9_9_9_REV, HF),
    INT4(8, I, B, INT), INT4(8, UI, UB, UINT), INT4(16, I, S, INT), INT4(16, UI, US, UINT), INT4(32, I, I, INT), INT4(32, UI, UI, UINT),
    LEGACY8(ALPHA8, GL_ALPHA, GL_R8, R, 0, 8, 0), LEGACY8(ALPHA4, GL_ALPHA, GL_R8, R, 0, 8, 0),
    LEGACY8(LUMINANCE8, LUM, GL_R8, R, 8, 0, 0), LEGACY8(LUMINANCE4, LUM, GL_R8, R, 8, 0, 0),
    LEGACY8(LUMINANCE8_ALPHA8, LA, GL_RG8, RG, 8, 8, 0), LEGACY8(LUMINANCE6_ALPHA2, LA, GL_RG8, RG, 8, 8, 0),
    LEGACY8(LUMINANCE4_ALPHA4, LA, GL_RG8, RG, 4, 4, 0),
    LEGACY8(INTENSITY8, GL_INTENSITY, GL_R8, R, 8, 0, 0), LEGACY8(INTENSITY4, GL_INTENSITY, GL_R8, R, 8, 0, 0),
    LEGACY16(ALPHA16, GL_ALPHA, GL_R16, R, 0, 16, GL_ALPHA8), LEGACY16(ALPHA12, GL_ALPHA, GL_R16, R, 0, 16, GL_ALPHA8),
    LEGACY16(LUMINANCE16, LUM, GL_R16, R, 16, 0, GL_LUMINANCE8), LEGACY16(LUMINANCE12, LUM, GL_R16, R, 16, 0, GL_LUMINANCE8),
    LEGACY16(LUMINANCE16_ALPHA16, LA, GL_RG16, RG, 16, 16, GL_LUMINANCE8_ALPHA8),
    LEGACY16(LUMINANCE12_ALPHA12, LA, GL_RG16, RG, 16, 16, GL_LUMINANCE8_ALPHA8),
    LEGACY16(LUMINANCE12_ALPHA4, LA, GL_RG16, RG, 16, 16, GL_LUMINANCE8_ALPHA8),
    LEGACY16(INTENSITY16, GL_INTENSITY, GL_R16, R, 16, 0, GL_INTENSITY8), LEGACY16(INTENSITY12, GL_INTENSITY, GL_R16, R, 16, 0, GL_INTENSITY8),
    LEGACY_SNORM(8, B, LEGACY, 0, 0, 0), LEGACY_SNORM(16, S, NORM16, GL_ALPHA8_SNORM, GL_LUMINANCE8_SNORM, GL_INTENSITY8_SNORM),
    COLOR(LUMINANCE8_ALPHA8_SNORM, LA, GL_RG8_SNORM, RG, B, RG, SNORM, 8, 0, 0, 8, 0, LEGACY, 0, 0),
    COLOR(LUMINANCE16_ALPHA16_SNORM, LA, GL_RG16_SNORM, RG, S, RG, SNORM, 16, 0, 0, 16, 0, NORM16, GL_LUMINANCE8_ALPHA8_SNORM, 0),
    DEPTH(DEPTH_COMPONENT16, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, US, GL_DEPTH_COMPONENT, 16, 0, NONE, 0, UI),
    DEPTH(DEPTH_COMPONENT24, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, UI, GL_DEPTH_COMPONENT, 24, 0, NONE, 0, 0),
    DEPTH(DEPTH_COMPONENT32, GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, UI, GL_DEPTH_COMPONENT, 32, 0, NONE, 0, 0),
    DEPTH(DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, F, GL_DEPTH_COMPONENT, 32, 0, NONE, 0, 0),
    DEPTH(DEPTH24_STENCIL8, GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, GL_DEPTH_STENCIL, 24, 8, NONE, 0, 0),
    DEPTH(DEPTH32F_STENCIL8, GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, GL_DEPTH_STENCIL, 32, 8, NONE, 0, 0),
    DEPTH(STENCIL_INDEX8, GL_STENCIL_INDEX8, GL_STENCIL_INDEX, UB, GL_STENCIL_INDEX, 0, 8, STENCIL8, GL_DEPTH24_STENCIL8, 0),
    BLOCK(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, RGB, UNORM, 4, 4, 4, 0, 0, 4, 4, 8, S3TC),
    BLOCK(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, RGBA, UNORM, 4, 4, 4, 1, 0, 4, 4, 8, S3TC),
    BLOCK(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, RGBA, UNORM, 4, 4, 4, 4, 0, 4, 4, 16, S3TC),
    BLOCK(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, RGBA, UNORM, 4, 4, 4, 4, 0, 4, 4, 16, S3TC),
    BLOCK(GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, RGB, UNORM, 4, 4, 4, 0, EMU_FORMAT_SRGB, 4, 4, 8, S3TC_SRGB),
    BLOCK(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, RGBA, UNORM, 4, 4, 4, 1, EMU_FORMAT_SRGB, 4, 4, 8, S3TC_SRGB),
    BLOCK(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, RGBA, UNORM, 4, 4, 4, 4, EMU_FORMAT_SRGB, 4, 4, 16, S3TC_SRGB),
    BLOCK(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, RGBA, UNORM, 4, 4, 4, 4, EMU_FORMAT_SRGB, 4, 4, 16, S3TC_SRGB),
    BLOCK(GL_COMPRESSED_RED_RGTC1, R, UNORM, 8, 0, 0, 0, 0, 4, 4, 8, RGTC),
    BLOCK(GL_COMPRESSED_SIGNED_RED_RGTC1, R, SNORM, 8, 0, 0, 0, 0, 4, 4, 8, RGTC),
    BLOCK(GL_COMPRESSED_RG_RGTC2, RG, UNORM, 8, 8, 0, 0, 0, 4, 4, 16, RGTC),
    BLOCK(GL_COMPRESSED_SIGNED_RG_RGTC2, RG, SNORM, 8, 8, 0, 0, 0, 4, 4, 16, RGTC),
    BLOCK_AS(GL_COMPRESSED_LUMINANCE_LATC1_EXT, LUM, GL_COMPRESSED_RED_RGTC1, R, UNORM, 8, 0, 0, 0, 0, 4, 4, 8, RGTC),
    BLOCK_AS(GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, LUM, GL_COMPRESSED_SIGNED_RED_RGTC1, R, SNORM, 8, 0, 0, 0, 0, 4, 4, 8, RGTC),
    BLOCK_AS(GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, LA, GL_COMPRESSED_RG_RGTC2, RG, UNORM, 8, 0, 0, 8, 0, 4, 4, 16, RGTC),
    BLOCK_AS(GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, LA, GL_COMPRESSED_SIGNED_RG_RGTC2, RG, SNORM, 8, 0, 0, 8, 0, 4, 4, 16, RGTC),
    BLOCK(GL_COMPRESSED_RGBA_BPTC_UNORM, RGBA, UNORM, 8, 8, 8, 8, 0, 4, 4, 16, BPTC),
    BLOCK(GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, RGBA, UNORM, 8, 8, 8, 8, EMU_FORMAT_SRGB, 4, 4, 16, BPTC),
    BLOCK(GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, RGB, FLOAT, 16, 16, 16, 0, 0, 4, 4, 16, BPTC),
    BLOCK(GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, RGB, FLOAT, 16, 16, 16, 0, 0, 4, 4, 16, BPTC),
    BLOCK(GL_COMPRESSED_RGB8_ETC2, RGB, UNORM, 8, 8, 8, 0, 0, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_SRGB8_ETC2, RGB, UNORM, 8, 8, 8, 0, EMU_FORMAT_SRGB, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, RGBA, UNORM, 8, 8, 8, 1, 0, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, RGBA, UNORM, 8, 8, 8, 1, EMU_FORMAT_SRGB, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_RGBA8_ETC2_EAC, RGBA, UNORM, 8, 8, 8, 8, 0, 4, 4, 16, ETC2),
    BLOCK(GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, RGBA, UNORM, 8, 8, 8, 8, EMU_FORMAT_SRGB, 4, 4, 16, ETC2),
    BLOCK(GL_COMPRESSED_R11_EAC, R, UNORM, 11, 0, 0, 0, 0, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_SIGNED_R11_EAC, R, SNORM, 11, 0, 0, 0, 0, 4, 4, 8, ETC2),
    BLOCK(GL_COMPRESSED_RG11_EAC, RG, UNORM, 11, 11, 0, 0, 0, 4, 4, 16, ETC2),
    BLOCK(GL_COMPRESSED_SIGNED_RG11_EAC, RG, SNORM, 11, 11, 0, 0, 0, 4, 4, 16, ETC2),
};

/* Unsized and generic words, and the sized format that desktop GL takes for them. */
static const struct alias { GLenum word, internal; bool generic; } aliases[] = {
    { 1, GL_LUMINANCE8, false }, { 2, GL_LUMINANCE8_ALPHA8, false }, { 3, GL_RGB8, false }, { 4, GL_RGBA8, false },
    { GL_RED, GL_R8, false }, { GL_RG, GL_RG8, false }, { GL_RGB, GL_RGB8, false }, { GL_RGBA, GL_RGBA8, false },
    { GL_ALPHA, GL_ALPHA8, false }, { GL_LUMINANCE, GL_LUMINANCE8, false }, { GL_LUMINANCE_ALPHA, GL_LUMINANCE8_ALPHA8, false },
    { GL_INTENSITY, GL_INTENSITY8, false }, { GL_SRGB, GL_SRGB8, false }, { GL_SRGB_ALPHA, GL_SRGB8_ALPHA8, false },
    { GL_SLUMINANCE, GL_SLUMINANCE8, false }, { GL_SLUMINANCE_ALPHA, GL_SLUMINANCE8_ALPHA8, false },
    { GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT24, false }, { GL_DEPTH_STENCIL, GL_DEPTH24_STENCIL8, false },
    { GL_STENCIL_INDEX, GL_STENCIL_INDEX8, false }, { GL_STENCIL_INDEX1, GL_STENCIL_INDEX8, false }, { GL_STENCIL_INDEX4, GL_STENCIL_INDEX8, false },
    { GL_STENCIL_INDEX16, GL_STENCIL_INDEX8, false },
    { GL_DEPTH_COMPONENT32F_NV, GL_DEPTH_COMPONENT32F, false }, { GL_DEPTH32F_STENCIL8_NV, GL_DEPTH32F_STENCIL8, false },
    { GL_RED_SNORM, GL_R8_SNORM, false }, { GL_RG_SNORM, GL_RG8_SNORM, false }, { GL_RGB_SNORM, GL_RGB8_SNORM, false }, { GL_RGBA_SNORM, GL_RGBA8_SNORM, false },
    { GL_ALPHA_SNORM, GL_ALPHA8_SNORM, false }, { GL_LUMINANCE_SNORM, GL_LUMINANCE8_SNORM, false }, { GL_INTENSITY_SNORM, GL_INTENSITY8_SNORM, false },
    { GL_LUMINANCE_ALPHA_SNORM, GL_LUMINANCE8_ALPHA8_SNORM, false },
    { GL_COMPRESSED_RED, GL_R8, true }, { GL_COMPRESSED_RG, GL_RG8, true }, { GL_COMPRESSED_RGB, GL_RGB8, true }, { GL_COMPRESSED_RGBA, GL_RGBA8, true },
    { GL_COMPRESSED_ALPHA, GL_ALPHA8, false }, { GL_COMPRESSED_LUMINANCE, GL_LUMINANCE8, true }, { GL_COMPRESSED_INTENSITY, GL_INTENSITY8, false },
    { GL_COMPRESSED_LUMINANCE_ALPHA, GL_LUMINANCE8_ALPHA8, true }, { GL_COMPRESSED_SRGB, GL_SRGB8, true }, { GL_COMPRESSED_SRGB_ALPHA, GL_SRGB8_ALPHA8, true },
    { GL_COMPRESSED_SLUMINANCE, GL_SLUMINANCE8, true }, { GL_COMPRESSED_SLUMINANCE_ALPHA, GL_SLUMINANCE8_ALPHA8, true },
};

/* Unsized formats take more, or less, precision from the client pair. */
static const struct { GLenum word, type, internal; } by_type[] = {
    { GL_RGBA, GL_UNSIGNED_SHORT, GL_RGBA16 },
    { GL_RED, GL_UNSIGNED_SHORT, GL_R16 }, { GL_RG, GL_UNSIGNED_SHORT, GL_RG16 },
    { GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA4 }, { GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4_REV, GL_RGBA4 },
    { GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1 }, { GL_RGBA, GL_UNSIGNED_SHORT_1_5_5_5_REV, GL_RGB5_A1 },
    { GL_RGBA, GL_UNSIGNED_INT_10_10_10_2, GL_RGB10_A2 }, { GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_A2 },
    { GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_RGB565 }, { GL_RGB, GL_UNSIGNED_SHORT_5_6_5_REV, GL_RGB565 },
    { GL_RGB, GL_UNSIGNED_BYTE_3_3_2, GL_R3_G3_B2 }, { GL_RGB, GL_UNSIGNED_BYTE_2_3_3_REV, GL_R3_G3_B2 },
    { GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10 }, { GL_RGB, GL_UNSIGNED_INT_10_10_10_2, GL_RGB10 },
    { GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_DEPTH_COMPONENT16 }, { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_DEPTH_COMPONENT32 },
};
// clang-format on

#undef UB
#undef US
#undef UI
#undef B
#undef S
#undef I
#undef F
#undef HF
#undef R
#undef RG
#undef RGB
#undef RGBA
#undef LUM
#undef LA
#undef P2101010
#undef COLOR
#undef SIZED
#undef DEPTH
#undef BLOCK
#undef INT4
#undef FLOATS
#undef LEGACY8
#undef LEGACY16
#undef LEGACY_SNORM
#undef BLOCK_AS

const struct emu_format_row *emu_format_row(GLenum internal)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].f.internal == internal)
            return &rows[i];
    return NULL;
}

GLenum emu_format_sized(GLenum word, GLenum type, bool *generic)
{
    for (size_t i = 0; i < sizeof by_type / sizeof *by_type; i++)
        if (by_type[i].word == word && by_type[i].type == type)
            return by_type[i].internal;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (aliases[i].word == word) {
            *generic = aliases[i].generic;
            return aliases[i].internal;
        }
    return word;
}
