/* SPDX-License-Identifier: MIT */
/* glGetUniform*: the driver's value of the location, converted by the driver; doubles are widened, units of
 * images are ours. */
#include "emu/program_priv.h"

#include <limits.h>

/* The uniform that is asked for; NULL after an error. `bytes` is the room that the caller has. */
static const struct emu_uniform *find(struct emu_context *ctx, GLuint name, GLint location, size_t size,
                                      GLsizei bytes, const struct emu_uniform_slot **slot,
                                      struct emu_program **program, const char *function)
{
    const struct emu_executable *exe;
    const struct emu_uniform *u;

    *program = emu_program_lookup_linked(ctx, name, function);
    if (!*program)
        return NULL;
    exe = (*program)->exe;
    *slot = location >= 0 && (size_t)location < exe->slot_count ? &exe->slots[location] : NULL;
    if (!*slot || (*slot)->uniform < 0) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: location %d", function, location);
        return NULL;
    }
    u = &exe->uniforms[(*slot)->uniform];
    if ((int64_t)bytes < (int64_t)(size * u->type.columns * u->type.rows)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: %d bytes are too few for %s", function, bytes, u->name);
        return NULL;
    }
    return u;
}

#define GET(suffix, T)                                                                                       \
    static void get_##suffix(GLuint name, GLint location, GLsizei bytes, T *out, const char *function)       \
    {                                                                                                        \
        const struct emu_uniform_slot *slot;                                                                 \
        struct emu_program *p;                                                                               \
        const struct emu_uniform *u =                                                                        \
            find(emu_current, name, location, sizeof *out, bytes, &slot, &p, function);                      \
        if (u && u->units)                                                                                   \
            *out = (T)u->units[slot->element];                                                               \
        else if (u)                                                                                          \
            emu_current->es->GetUniform##suffix(p->es, p->exe->variant->slots[location], out);               \
    }                                                                                                        \
    void emu_GetUniform##suffix(GLuint name, GLint location, T *out)                                         \
    {                                                                                                        \
        get_##suffix(name, location, INT_MAX, out, "glGetUniform" #suffix);                                  \
    }                                                                                                        \
    void emu_GetnUniform##suffix(GLuint name, GLint location, GLsizei bytes, T *out)                         \
    {                                                                                                        \
        get_##suffix(name, location, bytes, out, "glGetnUniform" #suffix);                                   \
    }
GET(fv, GLfloat)
GET(iv, GLint)
GET(uiv, GLuint)
#undef GET

static void get_double(GLuint name, GLint location, GLsizei bytes, GLdouble *out, const char *function)
{
    struct emu_context *ctx = emu_current;
    const struct emu_uniform_slot *slot;
    struct emu_program *program;
    const struct emu_uniform *u = find(ctx, name, location, sizeof *out, bytes, &slot, &program, function);
    GLfloat v[16] = {0};

    if (!u)
        return;
    if (u->units)
        v[0] = (GLfloat)u->units[slot->element];
    else
        ctx->es->GetUniformfv(program->es, program->exe->variant->slots[location], v);
    for (int i = 0; i < u->type.columns * u->type.rows; i++)
        out[i] = v[i];
}

void emu_GetUniformdv(GLuint name, GLint location, GLdouble *out)
{
    get_double(name, location, INT_MAX, out, "glGetUniformdv");
}

void emu_GetnUniformdv(GLuint name, GLint location, GLsizei bytes, GLdouble *out)
{
    get_double(name, location, bytes, out, "glGetnUniformdv");
}
