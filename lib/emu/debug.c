/* SPDX-License-Identifier: MIT */
/* Debug output (KHR_debug), kept apart from the driver's: what the application inserts goes to its callback,
 * or to a log that it can read; groups nest; labels (debug_label.c) are stored and given back. The driver's
 * own messages never mix in. Cost: nothing until used. */
#include "emu/debug.h"
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <string.h>

struct emu_debug *emu_debug_state(struct emu_context *ctx)
{
    if (!ctx->query.debug)
        ctx->query.debug = calloc(1, sizeof *ctx->query.debug);
    if (!ctx->query.debug)
        emu_error(ctx, GL_OUT_OF_MEMORY, "debug output");
    return ctx->query.debug;
}

static void pop_front(struct emu_debug *d)
{
    free(d->log[0].text);
    memmove(&d->log[0], &d->log[1], sizeof d->log[0] * (size_t)(d->count - 1));
    d->count--;
}

char *emu_debug_text(const GLchar *text, GLsizei *length)
{
    size_t n = *length < 0 ? strlen(text) : (size_t)*length;
    char *out = malloc(n + 1);

    if (out) {
        memcpy(out, text, n);
        out[n] = '\0';
        *length = (GLsizei)n;
    }
    return out;
}

/* Takes over m->text. */
static void deliver(struct emu_debug *d, const struct message *m)
{
    if (d->callback) {
        d->callback(m->source, m->type, m->id, m->severity, m->length, m->text, d->user);
        free(m->text);
    } else if (d->count < MAX_MESSAGES) { /* GL drops the newest when the log is full */
        d->log[d->count++] = *m;
    } else {
        free(m->text);
    }
}

void emu_DebugMessageCallback(GLDEBUGPROC callback, const void *userParam)
{
    struct emu_debug *d = emu_debug_state(emu_current);

    if (d) {
        d->callback = callback;
        d->user = userParam;
    }
}

void emu_DebugMessageControl(GLenum source, GLenum type, GLenum severity, GLsizei count, const GLuint *ids,
                             GLboolean enabled)
{
    struct emu_context *ctx = emu_current;

    (void)ids, (void)enabled;
    if (count < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glDebugMessageControl: count %d", count);
    else if (count > 0 && (source == GL_DONT_CARE || type == GL_DONT_CARE || severity != GL_DONT_CARE))
        emu_error(ctx, GL_INVALID_OPERATION,
                  "glDebugMessageControl: ids need a source and a type, and no severity");
}

void emu_DebugMessageInsert(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                            const GLchar *buf)
{
    struct emu_context *ctx = emu_current;
    struct emu_debug *d;
    struct message m = {source, type, severity, id, NULL, length};

    if (source != GL_DEBUG_SOURCE_APPLICATION && source != GL_DEBUG_SOURCE_THIRD_PARTY) {
        emu_error(ctx, GL_INVALID_ENUM, "glDebugMessageInsert: source 0x%x", source);
        return;
    }
    if ((length < 0 ? strlen(buf) : (size_t)length) >= MAX_LENGTH) {
        emu_error(ctx, GL_INVALID_VALUE, "glDebugMessageInsert: the message is too long");
        return;
    }
    if ((d = emu_debug_state(ctx)) && (m.text = emu_debug_text(buf, &m.length)))
        deliver(d, &m);
}

GLuint emu_GetDebugMessageLog(GLuint count, GLsizei bufSize, GLenum *sources, GLenum *types, GLuint *ids,
                              GLenum *severities, GLsizei *lengths, GLchar *messageLog)
{
    struct emu_context *ctx = emu_current;
    struct emu_debug *d = ctx->query.debug;
    GLuint n = 0;

    if (messageLog && bufSize < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetDebugMessageLog: bufSize %d", bufSize);
        return 0;
    }
    for (; d && n < count && d->count > 0; n++) {
        const struct message *m = &d->log[0];
        if (messageLog) {
            if (m->length + 1 > bufSize)
                break;
            memcpy(messageLog, m->text, (size_t)m->length + 1);
            messageLog += m->length + 1;
            bufSize -= m->length + 1;
        }
        if (sources)
            sources[n] = m->source;
        if (types)
            types[n] = m->type;
        if (ids)
            ids[n] = m->id;
        if (severities)
            severities[n] = m->severity;
        if (lengths)
            lengths[n] = m->length + 1;
        pop_front(d);
    }
    return n;
}

void emu_PushDebugGroup(GLenum source, GLuint id, GLsizei length, const GLchar *message)
{
    struct emu_context *ctx = emu_current;
    struct emu_debug *d = emu_debug_state(ctx);
    struct message m = {source, GL_DEBUG_TYPE_PUSH_GROUP, GL_DEBUG_SEVERITY_NOTIFICATION, id, NULL, length};

    if (!d)
        return;
    if (source != GL_DEBUG_SOURCE_APPLICATION && source != GL_DEBUG_SOURCE_THIRD_PARTY) {
        emu_error(ctx, GL_INVALID_ENUM, "glPushDebugGroup: source 0x%x", source);
        return;
    }
    if (d->depth >= MAX_DEPTH - 1) {
        emu_error(ctx, GL_STACK_OVERFLOW, "glPushDebugGroup: %d groups", d->depth);
        return;
    }
    if (!(m.text = emu_debug_text(message, &m.length)))
        return;
    d->groups[d->depth] = m;
    d->groups[d->depth].text = emu_debug_text(message, &m.length);
    d->depth++;
    deliver(d, &m);
}

void emu_PopDebugGroup(void)
{
    struct emu_context *ctx = emu_current;
    struct emu_debug *d = ctx->query.debug;
    struct message m;

    if (!d || d->depth == 0) {
        emu_error(ctx, GL_STACK_UNDERFLOW, "glPopDebugGroup: no group");
        return;
    }
    m = d->groups[--d->depth];
    m.type = GL_DEBUG_TYPE_POP_GROUP;
    deliver(d, &m);
}

void emu_GetPointerv(GLenum pname, void **params)
{
    struct emu_context *ctx = emu_current;
    struct emu_debug *d = ctx->query.debug;

    if (pname == GL_DEBUG_CALLBACK_FUNCTION)
        *params = d ? (void *)(uintptr_t)d->callback : NULL;
    else if (pname == GL_DEBUG_CALLBACK_USER_PARAM)
        *params = d ? (void *)(uintptr_t)d->user : NULL;
    else
        emu_error(ctx, GL_INVALID_ENUM, "glGetPointerv: pname 0x%x", pname);
}

bool emu_debug_get(struct emu_context *ctx, GLenum pname, struct emu_value *value)
{
    const struct emu_debug *d = ctx->query.debug;

    // clang-format off
    switch (pname) {
    case GL_DEBUG_LOGGED_MESSAGES: emu_value_set_int(value, d ? d->count : 0); return true;
    case GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH: emu_value_set_int(value, d && d->count ? d->log[0].length + 1 : 0); return true;
    case GL_DEBUG_GROUP_STACK_DEPTH: emu_value_set_int(value, d ? d->depth + 1 : 1); return true;
    case GL_MAX_DEBUG_LOGGED_MESSAGES: emu_value_set_int(value, MAX_MESSAGES); return true;
    case GL_MAX_DEBUG_MESSAGE_LENGTH: emu_value_set_int(value, MAX_LENGTH); return true;
    case GL_MAX_DEBUG_GROUP_STACK_DEPTH: emu_value_set_int(value, MAX_DEPTH); return true;
    case GL_MAX_LABEL_LENGTH: emu_value_set_int(value, MAX_LABEL); return true;
    default: return false;
    }
    // clang-format on
}

void emu_debug_finish(struct emu_context *ctx)
{
    struct emu_debug *d = ctx->query.debug;

    if (!d)
        return;
    while (d->count > 0)
        pop_front(d);
    while (d->depth > 0)
        free(d->groups[--d->depth].text);
    for (size_t i = 0; i < d->label_count; i++)
        free(d->labels[i].text);
    free(d->labels);
    free(d);
    ctx->query.debug = NULL;
}
