/* SPDX-License-Identifier: MIT */
/* A driver that misbehaves on demand: an EGL library that is the system's own but for eglGetProcAddress,
 * through which the faults below are planted. It is linked with libEGL, so that whatever else is looked up in
 * it comes from there.
 *
 *   SHIM_CRASH=NAME,…   these functions raise SIGSEGV; "load" does so when the library is loaded
 *   SHIM_HANG=NAME,…    these never return; "load" likewise
 *   SHIM_DROP=NAME,…    these do nothing and report no error
 *   SHIM_SLOW=NAME,…    these draws take SHIM_SLOW_US microseconds longer
 *   SHIM_HIDE=NAME,…    the answer for these is NULL
 *   SHIM_AFTER=N        the draws named above (those in DRAWS) work N times before that; default 0
 *   SHIM_ONCE=1         and again after one fault
 *   SHIM_COUNT=FILE     only the first SHIM_TIMES=N processes in which a draw would fail have it fail; FILE
 * counts them SHIM_TINT=1         glClearColor takes another red SHIM_RENDERER=TEXT  glGetString(GL_RENDERER)
 * answers TEXT
 *
 * A fault takes the place of a function whatever its parameters are: it ignores them and returns nothing, or
 * not at all. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef void (*any_fn)(void);

/* The draws that can fail late: name, parameters, arguments. */
#define DRAWS(DRAW)                                                                                          \
    DRAW(glDrawArrays, (unsigned mode, int first, int count), (mode, first, count))                          \
    DRAW(glDrawElements, (unsigned mode, int count, unsigned type, const void *at), (mode, count, type, at)) \
    DRAW(glDrawElementsBaseVertex, (unsigned mode, int count, unsigned type, const void *at, int base),      \
         (mode, count, type, at, base))                                                                      \
    DRAW(glDrawElementsBaseVertexEXT, (unsigned mode, int count, unsigned type, const void *at, int base),   \
         (mode, count, type, at, base))                                                                      \
    DRAW(glDrawElementsBaseVertexOES, (unsigned mode, int count, unsigned type, const void *at, int base),   \
         (mode, count, type, at, base))                                                                      \
    DRAW(glDrawElementsIndirect, (unsigned mode, unsigned type, const void *at), (mode, type, at))           \
    DRAW(glMultiDrawElementsBaseVertexEXT,                                                                   \
         (unsigned mode, const int *counts, unsigned type, const void *const *at, int n, const int *bases),  \
         (mode, counts, type, at, n, bases))

static bool listed(const char *variable, const char *name)
{
    size_t len = strlen(name);

    for (const char *at = getenv(variable); at && *at;
         at += at[strcspn(at, ",")] ? strcspn(at, ",") + 1 : strlen(at))
        if (strcspn(at, ",") == len && !memcmp(at, name, len))
            return true;
    return false;
}

static void crash(void)
{
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    abort();
}

static void hang(void)
{
    for (;;)
        pause();
}

static void drop(void)
{
}

static void slow(void)
{
    const char *us = getenv("SHIM_SLOW_US");
    struct timespec now, end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += us ? strtol(us, NULL, 10) * 1000 : 0;
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - end.tv_sec) * 1000000000L + now.tv_nsec - end.tv_nsec < 0);
}

static any_fn fault_of(const char *name)
{
    if (listed("SHIM_SLOW", name))
        return slow;
    if (listed("SHIM_CRASH", name))
        return crash;
    if (listed("SHIM_HANG", name))
        return hang;
    return listed("SHIM_DROP", name) ? drop : NULL;
}

/* Whether this process is one of those that fail. */
static bool counted_in(void)
{
    static int state;
    const char *path = getenv("SHIM_COUNT"), *times = getenv("SHIM_TIMES");

    if (!state) {
        int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
        bool in = !path || (write(fd, ".", 1) == 1 && lseek(fd, 0, SEEK_CUR) <= (times ? atol(times) : 0));
        state = in ? 1 : 2;
        if (fd >= 0)
            close(fd);
    }
    return state == 1;
}

static bool due(long *calls)
{
    const char *after = getenv("SHIM_AFTER");
    long n = after ? strtol(after, NULL, 10) : 0;

    ++*calls;
    return (getenv("SHIM_ONCE") ? *calls == n + 1 : *calls > n) && counted_in();
}

#define DRAW(name, params, args)                                                                             \
    static struct {                                                                                          \
        void(*real) params;                                                                                  \
        any_fn fault;                                                                                        \
        long calls;                                                                                          \
    } at_##name;                                                                                             \
    static void late_##name params                                                                           \
    {                                                                                                        \
        bool fails = due(&at_##name.calls);                                                                  \
        if (fails)                                                                                           \
            at_##name.fault();                                                                               \
        if (!fails || at_##name.fault == slow)                                                               \
            at_##name.real args;                                                                             \
    }
DRAWS(DRAW)
#undef DRAW

static const unsigned char *(*real_get_string)(unsigned name);

static const unsigned char *get_string(unsigned name)
{
    const char *renderer = getenv("SHIM_RENDERER");

    return name == 0x1F01 && renderer ? (const unsigned char *)renderer : real_get_string(name);
}

static void (*real_clear_color)(float r, float g, float b, float a);

static void clear_color(float r, float g, float b, float a)
{
    real_clear_color(r > 0.5f ? r - 0.25f : r + 0.25f, g, b, a);
}

EXPORT any_fn eglGetProcAddress(const char *name);
EXPORT any_fn eglGetProcAddress(const char *name)
{
    static any_fn (*real_get)(const char *);
    any_fn real, fault = fault_of(name);

    if (!real_get)
        *(void **)&real_get = dlsym(dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL), "eglGetProcAddress");
    real = real_get ? real_get(name) : NULL;
    if (!real || listed("SHIM_HIDE", name))
        return NULL;
    if (!strcmp(name, "glGetString") && getenv("SHIM_RENDERER")) {
        real_get_string = (const unsigned char *(*)(unsigned))real;
        return (any_fn)get_string;
    }
    if (!strcmp(name, "glClearColor") && getenv("SHIM_TINT")) {
        real_clear_color = (void (*)(float, float, float, float))real;
        return (any_fn)clear_color;
    }
    if (!fault)
        return real;
#define DRAW(draw, params, args)                                                                             \
    if (!strcmp(name, #draw)) {                                                                              \
        at_##draw.real = (void(*) params)real;                                                               \
        at_##draw.fault = fault;                                                                             \
        return (any_fn)late_##draw;                                                                          \
    }
    DRAWS(DRAW)
#undef DRAW
    return fault;
}

__attribute__((constructor)) static void load(void)
{
    any_fn fault = fault_of("load");

    if (fault)
        fault();
}
