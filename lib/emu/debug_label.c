/* SPDX-License-Identifier: MIT */
/* Labels of objects: stored per kind and name, found by a walk, as programs label some dozens. */
#include "emu/debug.h"
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

static struct label *label_find(struct emu_debug *d, GLenum identifier, uintptr_t name)
{
    for (size_t i = 0; d && i < d->label_count; i++)
        if (d->labels[i].identifier == identifier && d->labels[i].name == name)
            return &d->labels[i];
    return NULL;
}

static void label_set(struct emu_context *ctx, GLenum identifier, uintptr_t name, GLsizei length,
                      const GLchar *text)
{
    struct emu_debug *d = emu_debug_state(ctx);
    struct label *l = label_find(d, identifier, name);

    if (text && (length < 0 ? strlen(text) : (size_t)length) >= MAX_LABEL) {
        emu_error(ctx, GL_INVALID_VALUE, "glObjectLabel: the label is too long");
        return;
    }
    if (l) {
        free(l->text);
        l->text = text ? emu_debug_text(text, &length) : NULL;
        return;
    }
    if (!d || !text)
        return;
    if (d->label_count == d->label_capacity) {
        size_t capacity = d->label_capacity ? d->label_capacity * 2 : 32;
        struct label *labels = realloc(d->labels, capacity * sizeof *labels);
        if (!labels)
            return;
        d->labels = labels;
        d->label_capacity = capacity;
    }
    d->labels[d->label_count++] = (struct label){identifier, name, emu_debug_text(text, &length)};
}

static void label_get(struct emu_context *ctx, const struct label *l, GLsizei size, GLsizei *length,
                      GLchar *out)
{
    const char *text = l && l->text ? l->text : "";
    size_t n = strlen(text);

    if (size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetObjectLabel: bufSize %d", size);
        return;
    }
    if (out && size > 0) {
        n = n < (size_t)size ? n : (size_t)size - 1;
        memcpy(out, text, n);
        out[n] = '\0';
    }
    if (length)
        *length = (GLsizei)n;
}

static bool is_identifier(GLenum identifier)
{
    static const GLenum known[] = {GL_BUFFER,
                                   GL_SHADER,
                                   GL_PROGRAM,
                                   GL_VERTEX_ARRAY,
                                   GL_QUERY,
                                   GL_PROGRAM_PIPELINE,
                                   GL_TRANSFORM_FEEDBACK,
                                   GL_SAMPLER,
                                   GL_TEXTURE,
                                   GL_RENDERBUFFER,
                                   GL_FRAMEBUFFER};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] == identifier)
            return true;
    return false;
}

void emu_ObjectLabel(GLenum identifier, GLuint name, GLsizei length, const GLchar *label)
{
    if (is_identifier(identifier))
        label_set(emu_current, identifier, name, length, label);
    else
        emu_error(emu_current, GL_INVALID_ENUM, "glObjectLabel: identifier 0x%x", identifier);
}

void emu_GetObjectLabel(GLenum identifier, GLuint name, GLsizei bufSize, GLsizei *length, GLchar *label)
{
    struct emu_context *ctx = emu_current;

    if (is_identifier(identifier))
        label_get(ctx, label_find(ctx->query.debug, identifier, name), bufSize, length, label);
    else
        emu_error(ctx, GL_INVALID_ENUM, "glGetObjectLabel: identifier 0x%x", identifier);
}

void emu_ObjectPtrLabel(const void *ptr, GLsizei length, const GLchar *label)
{
    if (emu_IsSync((GLsync)(uintptr_t)ptr))
        label_set(emu_current, GL_SYNC_FENCE, (uintptr_t)ptr, length, label);
    else
        emu_error(emu_current, GL_INVALID_VALUE, "glObjectPtrLabel: no sync object");
}

void emu_GetObjectPtrLabel(const void *ptr, GLsizei bufSize, GLsizei *length, GLchar *label)
{
    struct emu_context *ctx = emu_current;

    if (emu_IsSync((GLsync)(uintptr_t)ptr))
        label_get(ctx, label_find(ctx->query.debug, GL_SYNC_FENCE, (uintptr_t)ptr), bufSize, length, label);
    else
        emu_error(ctx, GL_INVALID_VALUE, "glGetObjectPtrLabel: no sync object");
}
