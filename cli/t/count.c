/* SPDX-License-Identifier: MIT */
/* A driver that counts: an EGL library that is the system's own but for eglGetProcAddress, through which the
 * functions below are handed out in a coat that counts their calls. When the process ends, COUNT_OUT gets a
 * line `NAME CALLS` for each that was called, names without EXT and OES. What else is looked up in it comes
 * from the libEGL that it is linked with. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void (*any_fn)(void);

/* What a tier may call per batch, and what none may: name, result, parameters, arguments. */
#define AT const void *at
#define COUNTED(C)                                                                                           \
    C(glDrawArrays, void, (unsigned m, int first, int n), (m, first, n))                                     \
    C(glDrawArraysInstanced, void, (unsigned m, int first, int n, int i), (m, first, n, i))                  \
    C(glDrawArraysIndirect, void, (unsigned m, AT), (m, at))                                                 \
    C(glDrawElements, void, (unsigned m, int n, unsigned t, AT), (m, n, t, at))                              \
    C(glDrawElementsInstanced, void, (unsigned m, int n, unsigned t, AT, int i), (m, n, t, at, i))           \
    C(glDrawElementsIndirect, void, (unsigned m, unsigned t, AT), (m, t, at))                                \
    C(glDrawElementsBaseVertex, void, (unsigned m, int n, unsigned t, AT, int b), (m, n, t, at, b))          \
    C(glDrawElementsBaseVertexEXT, void, (unsigned m, int n, unsigned t, AT, int b), (m, n, t, at, b))       \
    C(glDrawElementsBaseVertexOES, void, (unsigned m, int n, unsigned t, AT, int b), (m, n, t, at, b))       \
    C(glMultiDrawArraysEXT, void, (unsigned m, const int *f, const int *c, int n), (m, f, c, n))             \
    C(glMultiDrawElementsEXT, void, (unsigned m, const int *c, unsigned t, AT, int n), (m, c, t, at, n))     \
    C(glMultiDrawElementsBaseVertexEXT, void,                                                                \
      (unsigned m, const int *c, unsigned t, AT, int n, const int *b), (m, c, t, at, n, b))                  \
    C(glMultiDrawElementsIndirectEXT, void, (unsigned m, unsigned t, AT, int n, int s), (m, t, at, n, s))    \
    C(glMultiDrawArraysIndirectEXT, void, (unsigned m, AT, int n, int s), (m, at, n, s))                     \
    C(glDispatchCompute, void, (unsigned x, unsigned y, unsigned z), (x, y, z))                              \
    C(glBufferData, void, (unsigned t, long size, AT, unsigned u), (t, size, at, u))                         \
    C(glBufferSubData, void, (unsigned t, long o, long size, AT), (t, o, size, at))                          \
    C(glMapBufferRange, void *, (unsigned t, long o, long size, unsigned a), (t, o, size, a))                \
    C(glGetIntegerv, void, (unsigned name, int *out), (name, out))                                           \
    C(glGetError, unsigned, (void), ())                                                                      \
    C(glFinish, void, (void), ())

#define COAT(name, result, params, args)                                                                     \
    static struct {                                                                                          \
        result(*real) params;                                                                                \
        unsigned long calls;                                                                                 \
    } at_##name;                                                                                             \
    static result count_##name params                                                                        \
    {                                                                                                        \
        at_##name.calls++;                                                                                   \
        return at_##name.real args;                                                                          \
    }
COUNTED(COAT)
#undef COAT

EXPORT any_fn eglGetProcAddress(const char *name);
EXPORT any_fn eglGetProcAddress(const char *name)
{
    static any_fn (*real_get)(const char *);
    any_fn real;

    if (!real_get)
        *(void **)&real_get = dlsym(dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL), "eglGetProcAddress");
    real = real_get ? real_get(name) : NULL;
    if (!real)
        return NULL;
#define COAT(fn, result, params, args)                                                                       \
    if (!strcmp(name, #fn)) {                                                                                \
        at_##fn.real = (result(*) params)real;                                                               \
        return (any_fn)count_##fn;                                                                           \
    }
    COUNTED(COAT)
#undef COAT
    return real;
}

static void print(FILE *out, const char *name, unsigned long calls)
{
    size_t len = strlen(name);

    if (len > 3 && (!strcmp(name + len - 3, "EXT") || !strcmp(name + len - 3, "OES")))
        len -= 3;
    if (calls)
        fprintf(out, "%.*s %lu\n", (int)len, name, calls);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("COUNT_OUT");
    FILE *out = path ? fopen(path, "a") : NULL;

    if (!out)
        return;
#define COAT(name, result, params, args) print(out, #name, at_##name.calls);
    COUNTED(COAT)
#undef COAT
    fclose(out);
}
