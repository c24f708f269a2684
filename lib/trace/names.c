/* SPDX-License-Identifier: MIT */
/* The classes are apitrace's own, taken over so that "/draw" and a dump mean the same here and there. Draws
 * and framebuffer bindings are patterns, the rest is a list of names. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "trace.h"

static const struct entry {
    const char *name;
    unsigned flags;
} table[] = {
#define SWAP    (TRACE_NAME_END_FRAME | TRACE_NAME_RENDERTARGET)
#define VERBOSE TRACE_NAME_VERBOSE
    // clang-format off
    // Sorted by name, for bsearch.
    {"CGLFlushDrawable", TRACE_NAME_END_FRAME},
    {"CGLGetCurrentContext", VERBOSE},
    {"eglGetConfigAttrib", VERBOSE},
    {"eglGetProcAddress", VERBOSE},
    {"eglQueryString", VERBOSE},
    {"eglSwapBuffers", SWAP},
    {"eglSwapBuffersWithDamageEXT", SWAP},
    {"eglSwapBuffersWithDamageKHR", SWAP},
    {"glFrameTerminatorGREMEDY", TRACE_NAME_END_FRAME},
    {"glGetString", VERBOSE},
    {"glGetStringi", VERBOSE},
    {"glIsAsyncMarkerSGIX", VERBOSE},
    {"glIsBuffer", VERBOSE},
    {"glIsBufferARB", VERBOSE},
    {"glIsBufferResidentNV", VERBOSE},
    {"glIsEnabled", VERBOSE},
    {"glIsEnabledIndexedEXT", VERBOSE},
    {"glIsEnabledi", VERBOSE},
    {"glIsFenceAPPLE", VERBOSE},
    {"glIsFenceNV", VERBOSE},
    {"glIsFramebuffer", VERBOSE},
    {"glIsFramebufferEXT", VERBOSE},
    {"glIsList", VERBOSE},
    {"glIsNameAMD", VERBOSE},
    {"glIsNamedBufferResidentNV", VERBOSE},
    {"glIsNamedStringARB", VERBOSE},
    {"glIsObjectBufferATI", VERBOSE},
    {"glIsOcclusionQueryNV", VERBOSE},
    {"glIsProgram", VERBOSE},
    {"glIsProgramARB", VERBOSE},
    {"glIsProgramNV", VERBOSE},
    {"glIsProgramPipeline", VERBOSE},
    {"glIsQuery", VERBOSE},
    {"glIsQueryARB", VERBOSE},
    {"glIsRenderbuffer", VERBOSE},
    {"glIsRenderbufferEXT", VERBOSE},
    {"glIsSampler", VERBOSE},
    {"glIsShader", VERBOSE},
    {"glIsSync", VERBOSE},
    {"glIsTexture", VERBOSE},
    {"glIsTextureEXT", VERBOSE},
    {"glIsTransformFeedback", VERBOSE},
    {"glIsTransformFeedbackNV", VERBOSE},
    {"glIsVariantEnabledEXT", VERBOSE},
    {"glIsVertexArray", VERBOSE},
    {"glIsVertexArrayAPPLE", VERBOSE},
    {"glIsVertexAttribEnabledAPPLE", VERBOSE},
    {"glXGetClientString", VERBOSE},
    {"glXGetConfig", VERBOSE},
    {"glXGetCurrentContext", VERBOSE},
    {"glXGetCurrentDisplay", VERBOSE},
    {"glXGetCurrentDisplayEXT", VERBOSE},
    {"glXGetCurrentDrawable", VERBOSE},
    {"glXGetCurrentReadDrawable", VERBOSE},
    {"glXGetCurrentReadDrawableSGI", VERBOSE},
    {"glXGetFBConfigAttrib", VERBOSE},
    {"glXGetFBConfigAttribSGIX", VERBOSE},
    {"glXGetProcAddress", VERBOSE},
    {"glXGetProcAddressARB", VERBOSE},
    {"glXIsDirect", VERBOSE},
    {"glXQueryExtension", VERBOSE},
    {"glXQueryExtensionsString", VERBOSE},
    {"glXQueryVersion", VERBOSE},
    {"glXSwapBuffers", SWAP},
    {"glXSwapBuffersMscOML", SWAP},
    {"wglDescribePixelFormat", VERBOSE},
    {"wglGetCurrentContext", VERBOSE},
    {"wglGetCurrentDC", VERBOSE},
    {"wglGetDefaultProcAddress", VERBOSE},
    {"wglGetExtensionsStringARB", VERBOSE},
    {"wglGetExtensionsStringEXT", VERBOSE},
    {"wglGetPixelFormat", VERBOSE},
    {"wglGetPixelFormatAttribivARB", VERBOSE},
    {"wglGetPixelFormatAttribivEXT", VERBOSE},
    {"wglGetProcAddress", VERBOSE},
    {"wglSwapBuffers", SWAP},
    {"wglSwapLayerBuffers", SWAP},
    {"wglSwapMultipleBuffers", SWAP},
// clang-format on
#undef SWAP
#undef VERBOSE
};

static bool upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* What follows `prefix` in s, or NULL. */
static const char *after(const char *s, const char *prefix)
{
    size_t n = strlen(prefix);

    return strncmp(s, prefix, n) ? NULL : s + n;
}

/* Capitals and digits alone: EXT, ARB, 3D. */
static bool vendor_tail(const char *s)
{
    while (upper(*s) || (*s >= '0' && *s <= '9'))
        s++;
    return !*s;
}

/* Nothing, or a capital and letters. */
static bool word_tail(const char *s)
{
    if (!*s)
        return true;
    if (!upper(*s))
        return false;
    while (upper(*s) || lower(*s))
        s++;
    return !*s;
}

/* "Draw", "DrawRange" or "DrawMesh", then "Arrays" or "Elements", then words. */
static bool draw_tail(const char *s)
{
    const char *rest = after(s, "Draw"), *kind;

    if (!rest)
        return false;
    kind = after(rest, "Range");
    if (!kind)
        kind = after(rest, "Mesh");
    rest = kind ? kind : rest;
    kind = after(rest, "Arrays");
    if (!kind)
        kind = after(rest, "Elements");
    return kind && word_tail(kind);
}

/* Capitalised words, then a draw: glMultiDrawArrays, glMultiModeDrawElementsIBM. */
static bool is_draw(const char *s)
{
    for (;;) {
        if (draw_tail(s))
            return true;
        if (!upper(s[0]) || !lower(s[1]))
            return false;
        for (s++; lower(*s); s++)
            ;
    }
}

static bool is_other_draw(const char *s)
{
    static const char *const words[] = {"CallLists", "CallList",   "Clear",
                                        "End",       "DrawPixels", "BlitFramebuffer"};
    const char *rest;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((rest = after(s, words[i])) && vendor_tail(rest))
            return true;
    if ((rest = after(s, "DrawTransformFeedback")))
        return word_tail(rest);
    if ((rest = after(s, "Rect")) && *rest && strchr("dfis", *rest))
        return vendor_tail(rest[1] == 'v' ? rest + 2 : rest + 1);
    rest = after(s, "EvalMesh");
    return rest && *rest >= '0' && *rest <= '9' && vendor_tail(rest);
}

static int compare_name(const void *key, const void *entry)
{
    return strcmp(key, ((const struct entry *)entry)->name);
}

unsigned trace_name_flags(const char *name)
{
    const struct entry *entry;
    const char *rest = after(name, "gl");

    if (rest && (is_draw(rest) || is_other_draw(rest)))
        return TRACE_NAME_RENDER;
    if (rest && (rest = after(rest, "BindFramebuffer")) && vendor_tail(rest))
        return TRACE_NAME_RENDERTARGET;
    entry = bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare_name);
    return entry ? entry->flags : 0;
}

bool trace_name_ends_frame(const char *name)
{
    return trace_name_flags(name) & TRACE_NAME_END_FRAME;
}
