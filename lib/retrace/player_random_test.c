/* SPDX-License-Identifier: MIT */
/* Every function the player knows, with arguments that no sane trace has: whatever the values, nothing
 * outside them is read or written (the sanitizers see to that), and the player goes on. GL is a table of
 * functions that do nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

#include <math.h>

#include "gl_tables.h"

enum { MAX_ARGS = 24, ROUNDS = 60 };

static uint64_t seed;

static uint32_t pick(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static int64_t number(void)
{
    static const int64_t values[] = {0,   1,  2,     3,         4,         7,         16,       31,
                                     100, -1, 65536, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const GLenum names[] = {
        GL_ARRAY_BUFFER,  GL_ELEMENT_ARRAY_BUFFER, GL_UNSIGNED_SHORT,      GL_FLOAT,    GL_RGBA,
        GL_UNSIGNED_BYTE, GL_TEXTURE_2D,           GL_VERTEX_ARRAY,        GL_TEXTURE0, GL_LINK_STATUS,
        GL_QUERY_RESULT,  GL_PIXEL_PACK_BUFFER,    GL_PIXEL_UNPACK_BUFFER, GL_UNIFORM,  GL_BITMAP};

    return pick(2) ? values[pick(sizeof values / sizeof values[0])]
                   : (int64_t)names[pick(sizeof names / sizeof names[0])];
}

/* Blocks of their own, so that reading past one is seen. */
static void *block(size_t size)
{
    uint8_t *memory = test_malloc(size ? size : 1);

    for (size_t i = 0; i < size; i++)
        memory[i] = (uint8_t)pick(256);
    return memory;
}

static struct trace_value value(int depth)
{
    struct trace_value v = {.type = (uint8_t)pick(TRACE_WSTRING + 1), .u = (uint64_t)number()};

    if (depth > 1 && (v.type == TRACE_ARRAY || v.type == TRACE_STRUCT || v.type == TRACE_REPR))
        v.type = TRACE_NULL;
    switch (v.type) {
    case TRACE_BOOL:
        v.u = pick(2);
        break;
    case TRACE_FLOAT:
        v.f = pick(4) ? (float)number() : (float)NAN;
        break;
    case TRACE_DOUBLE:
        v.d = pick(4) ? (double)number() : (double)INFINITY;
        break;
    case TRACE_STRING:
        v.count = pick(9);
        v.str = block(v.count + 1);
        ((char *)v.str)[v.count] = '\0';
        break;
    case TRACE_BLOB:
    case TRACE_WSTRING:
        v.count = pick(70);
        v.blob = block(v.type == TRACE_BLOB ? v.count : v.count * 4);
        break;
    case TRACE_ARRAY:
    case TRACE_STRUCT:
    case TRACE_REPR: {
        struct trace_value *items;
        v.count = v.type == TRACE_REPR ? 2 : pick(20);
        items = test_malloc((v.count + 1) * sizeof *items);
        for (size_t i = 0; i < v.count; i++)
            items[i] = value(depth + 1);
        v.items = items;
        break;
    }
    }
    return v;
}

static void free_value(const struct trace_value *v)
{
    switch (v->type) {
    case TRACE_ARRAY:
    case TRACE_STRUCT:
    case TRACE_REPR:
        for (size_t i = 0; i < v->count; i++)
            free_value(&v->items[i]);
        test_free((void *)v->items);
        break;
    case TRACE_STRING:
    case TRACE_BLOB:
    case TRACE_WSTRING:
        test_free((void *)v->blob);
    }
}

static intptr_t nothing(void)
{
    return 0;
}

static void fill_with_nothing(struct gl_table *table)
{
    intptr_t (*fn)(void) = nothing;

    for (size_t i = 0; i < sizeof *table / sizeof fn; i++)
        memcpy((char *)table + i * sizeof fn, &fn, sizeof fn);
    fake_fill_table(table);
}

static void make_current(struct player *p)
{
    static const char *const names[] = {"dpy", "drawable", "ctx"};
    static const struct trace_function fn = {5000, 3, "glXMakeCurrent", names};
    struct trace_value args[] = {
        {.type = TRACE_OPAQUE, .u = 1}, {.type = TRACE_UINT, .u = 7}, {.type = TRACE_OPAQUE, .u = 256}};
    struct trace_call call = {.fn = &fn, .num_args = 3, .args = args, .ret = {.type = TRACE_UINT, .u = 1}};

    player_call(p, &call);
}

static void call_at_random(struct player *p, const struct trace_function *fn)
{
    struct trace_value *args = test_malloc(fn->num_args * sizeof *args);
    struct trace_call call = {.fn = fn, .num_args = fn->num_args, .args = args, .ret = value(0)};

    for (uint32_t i = 0; i < fn->num_args; i++)
        args[i] = value(0);
    player_call(p, &call);
    for (uint32_t i = 0; i < fn->num_args; i++)
        free_value(&args[i]);
    free_value(&call.ret);
    test_free(args);
    fake.text[0] = '\0';
    fake.context_count = fake.context_count > FAKE_CONTEXTS - 2 ? 1 : fake.context_count;
    fake.drawable_count = fake.drawable_count > FAKE_DRAWABLES - 2 ? 1 : fake.drawable_count;
}

static void run(const char *const *names, size_t count)
{
    struct player_params params = {.backend = &fake.backend};
    struct player *p = player_create(&params);
    const struct player_gap *gaps;

    fill_with_nothing(&fake.table);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++) {
            struct trace_function fn = {(uint32_t)i, MAX_ARGS, names[i], NULL};
            seed = (uint64_t)round * 1000003 + i;
            make_current(p);
            call_at_random(p, &fn);
        }
    assert_true(player_gaps(p, &gaps) > 0);
    player_destroy(p);
}

static void test_every_gl_function_survives_any_arguments(void **state)
{
    int count = gl_table_count();
    const char **names = test_malloc((size_t)count * sizeof *names);

    (void)state;
    for (int i = 0; i < count; i++)
        names[i] = gl_table_name(i);
    run(names, (size_t)count);
    test_free(names);
}

static void test_every_window_system_call_survives_any_arguments(void **state)
{
    static const char *const names[] = {
        "glXCreateContext",
        "glXCreateNewContext",
        "glXCreateContextAttribsARB",
        "glXMakeCurrent",
        "glXMakeContextCurrent",
        "glXSwapBuffers",
        "glXCreatePbuffer",
        "glXDestroyPbuffer",
        "glXDestroyContext",
        "eglBindAPI",
        "eglCreateContext",
        "eglMakeCurrent",
        "eglSwapBuffers",
        "eglDestroySurface",
        "wglCreateContextAttribsARB",
        "wglShareLists",
        "wglMakeCurrent",
        "wglSwapMultipleBuffers",
        "wglCreatePbufferARB",
        "wglGetPbufferDCARB",
        "wglDeleteContext",
        "CGLChoosePixelFormat",
        "CGLCreateContext",
        "CGLSetCurrentContext",
        "CGLSetSurface",
        "CGLSetPBuffer",
        "CGLCreatePBuffer",
        "CGLReleaseContext",
        "CGLRetainContext",
        "CGLFlushDrawable",
        "memcpy",
        "glNobodyKnows",
    };

    (void)state;
    run(names, sizeof names / sizeof names[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_every_gl_function_survives_any_arguments),
        PLAYER_TEST(test_every_window_system_call_survives_any_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
