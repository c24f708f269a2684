/* SPDX-License-Identifier: MIT */
/* Replays arbitrary traces over a GL that draws nothing (fuzz_gl.h), reader and player together. An input is
 *   a file in any container, or a bare stream (trace/fuzz_util.h): what the command line would be given;
 *   or, its first byte 0xff, a list of calls in a form that any bytes are: two bytes choose a function, each
 * argument takes a byte for its kind and one or more for its value. Mutations of it are calls in another
 * order and with other arguments, where mutations of a stream are mostly damage. For clang's
 * -fsanitize=fuzzer,address,undefined or, with -DFUZZ_MAIN, a replay of files. Not timed, not for a driver.
 */
#include "trace/fuzz_util.h"

#include "gl_tables.h"
#include "retrace/fuzz_gl.h"
#include "retrace/player_priv.h"
#include "retrace/replay.h"

/* --- a trace --- */

static void touch_frame(void *priv, struct player *player, const struct trace_call *call)
{
    int width, height;
    uint8_t *pixels = player_read_pixels(player, &width, &height);

    (void)priv, (void)call;
    free(pixels);
}

static void replay_file(const uint8_t *data, size_t size)
{
    struct replay_result result;
    char path[64];
    int fd = fuzz_file_or_stream(data, size);
    struct replay_params params = {
        .path = path, .backend = &null_backend, .check_errors = true, .frame = touch_frame};

    fuzz_path(path, sizeof path, fd);
    if (!replay_run(&params, &result) && !result.damage.message[0])
        abort();
    replay_result_finish(&result);
    close(fd);
}

/* --- a list of calls --- */

enum { DEPTH = 2, CALLS_MAX = 500, FUNCTIONS_MAX = 4096 };

struct input {
    const uint8_t *p, *end;
    void *blocks[1024]; /* of one call */
    size_t count;
    struct trace_function functions[FUNCTIONS_MAX];
};

/* Chosen half of the time: what the player itself keeps track of. */
static const char *const favourites[] = {"glXCreateContext",
                                         "glXMakeCurrent",
                                         "glXMakeContextCurrent",
                                         "glXDestroyContext",
                                         "glXSwapBuffers",
                                         "glXCreatePbuffer",
                                         "glXDestroyPbuffer",
                                         "eglBindAPI",
                                         "eglCreateContext",
                                         "eglMakeCurrent",
                                         "eglDestroySurface",
                                         "eglDestroyContext",
                                         "eglReleaseThread",
                                         "wglCreateContext",
                                         "wglShareLists",
                                         "wglMakeCurrent",
                                         "wglDeleteContext",
                                         "wglCreatePbufferARB",
                                         "wglGetPbufferDCARB",
                                         "wglReleasePbufferDCARB",
                                         "wglSwapMultipleBuffers",
                                         "CGLChoosePixelFormat",
                                         "CGLCreateContext",
                                         "CGLSetCurrentContext",
                                         "CGLSetSurface",
                                         "CGLSetPBuffer",
                                         "CGLCreatePBuffer",
                                         "CGLRetainContext",
                                         "CGLReleaseContext",
                                         "CGLFlushDrawable",
                                         "memcpy",
                                         "glGenBuffers",
                                         "glCreateBuffers",
                                         "glBindBuffer",
                                         "glDeleteBuffers",
                                         "glBufferData",
                                         "glNamedBufferData",
                                         "glBufferStorage",
                                         "glBufferSubData",
                                         "glMapBuffer",
                                         "glMapBufferRange",
                                         "glMapNamedBuffer",
                                         "glMapNamedBufferRange",
                                         "glUnmapBuffer",
                                         "glUnmapNamedBuffer",
                                         "glGenVertexArrays",
                                         "glCreateVertexArrays",
                                         "glBindVertexArray",
                                         "glDeleteVertexArrays",
                                         "glVertexArrayElementBuffer",
                                         "glVertexPointer",
                                         "glVertexAttribPointer",
                                         "glVertexAttribIPointer",
                                         "glTexCoordPointer",
                                         "glClientActiveTexture",
                                         "glEnableClientState",
                                         "glDisableClientState",
                                         "glEnableVertexAttribArray",
                                         "glDisableVertexAttribArray",
                                         "glVertexAttribDivisor",
                                         "glBindVertexBuffer",
                                         "glPushClientAttrib",
                                         "glPopClientAttrib",
                                         "glInterleavedArrays",
                                         "glDrawArrays",
                                         "glDrawArraysInstancedBaseInstance",
                                         "glMultiDrawArrays",
                                         "glDrawElements",
                                         "glDrawElementsInstancedBaseVertexBaseInstance",
                                         "glMultiDrawElements",
                                         "glMultiDrawElementsBaseVertex",
                                         "glMultiDrawElementsIndirect",
                                         "glArrayElement",
                                         "glBegin",
                                         "glEnd",
                                         "glCreateProgram",
                                         "glCreateShader",
                                         "glShaderSource",
                                         "glLinkProgram",
                                         "glUseProgram",
                                         "glDeleteProgram",
                                         "glGetUniformLocation",
                                         "glGetActiveUniform",
                                         "glGetProgramResourceiv",
                                         "glGetUniformBlockIndex",
                                         "glUniformBlockBinding",
                                         "glUniform1i",
                                         "glUniform4fv",
                                         "glProgramUniform4fv",
                                         "glUniformSubroutinesuiv",
                                         "glGetSubroutineIndex",
                                         "glGenProgramPipelines",
                                         "glBindProgramPipeline",
                                         "glActiveShaderProgram",
                                         "glDeleteProgramPipelines",
                                         "glFenceSync",
                                         "glClientWaitSync",
                                         "glDeleteSync",
                                         "glGenQueries",
                                         "glGetQueryObjectuiv",
                                         "glGenTextures",
                                         "glBindTexture",
                                         "glDeleteTextures",
                                         "glTexImage2D",
                                         "glTexSubImage2D",
                                         "glTexImage3D",
                                         "glCompressedTexImage2D",
                                         "glReadPixels",
                                         "glGetTexImage",
                                         "glDrawPixels",
                                         "glBitmap",
                                         "glPolygonStipple",
                                         "glPixelMapfv",
                                         "glFeedbackBuffer",
                                         "glSelectBuffer",
                                         "glRenderMode",
                                         "glCallLists",
                                         "glMap1f",
                                         "glMap2f",
                                         "glViewport",
                                         "glViewportArrayv",
                                         "glBlitFramebuffer",
                                         "glCopyImageSubData",
                                         "glBindVertexBuffers",
                                         "glProgramStringARB",
                                         "glClearBufferData",
                                         "glNobodyKnows"};
enum { FAVOURITES = sizeof favourites / sizeof favourites[0] };

static unsigned byte(struct input *in)
{
    return in->p < in->end ? *in->p++ : 0;
}

static int64_t number(struct input *in)
{
    static const int64_t odd[] = {-1,        -2,        65535,     65536,     1 << 20,    1 << 28,
                                  INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, UINT32_MAX, 1ll << 40};
    static const GLenum enums[] = {GL_ARRAY_BUFFER,
                                   GL_ELEMENT_ARRAY_BUFFER,
                                   GL_PIXEL_PACK_BUFFER,
                                   GL_PIXEL_UNPACK_BUFFER,
                                   GL_DRAW_INDIRECT_BUFFER,
                                   GL_QUERY_BUFFER,
                                   GL_UNIFORM_BUFFER,
                                   GL_COPY_READ_BUFFER,
                                   GL_UNSIGNED_BYTE,
                                   GL_UNSIGNED_SHORT,
                                   GL_UNSIGNED_INT,
                                   GL_FLOAT,
                                   GL_DOUBLE,
                                   GL_HALF_FLOAT,
                                   GL_VERTEX_ARRAY,
                                   GL_TEXTURE_COORD_ARRAY,
                                   GL_TEXTURE0,
                                   GL_RGBA,
                                   GL_RED,
                                   GL_BITMAP,
                                   GL_COLOR_INDEX,
                                   GL_TEXTURE_2D,
                                   GL_RENDERBUFFER,
                                   GL_LINK_STATUS,
                                   GL_QUERY_RESULT,
                                   GL_QUERY_RESULT_AVAILABLE,
                                   GL_SIGNALED,
                                   GL_ALREADY_SIGNALED,
                                   GL_UNIFORM,
                                   GL_LOCATION,
                                   GL_VERTEX_SHADER,
                                   GL_FRAGMENT_SHADER,
                                   0xffffffff,
                                   0x30A2,
                                   GL_READ_WRITE,
                                   GL_STATIC_DRAW,
                                   GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD,
                                   GL_2_BYTES,
                                   GL_MAP2_VERTEX_4,
                                   GL_BGRA};
    unsigned b = byte(in);

    if (b < 160)
        return b & 31;
    if (b < 220)
        return enums[b % (sizeof enums / sizeof enums[0])];
    if (b < 240)
        return odd[b % (sizeof odd / sizeof odd[0])];
    return (int64_t)(byte(in) << 8 | byte(in));
}

/* Addresses are few and near each other, so that some fall into what is mapped. */
static uint64_t address(struct input *in)
{
    unsigned b = byte(in);

    return b ? 0x10000u * (1 + (b & 3)) + (b >> 2) % 8 * 16 : 0;
}

/* A block of its own, so that the byte behind it is seen to be read, and freed with the call, so that a
 * pointer kept too long is. */
static void *block(struct input *in, size_t size)
{
    uint8_t *data = in->count < sizeof in->blocks / sizeof in->blocks[0] ? calloc(1, size ? size : 1) : NULL;

    if (!data)
        return NULL;
    in->blocks[in->count++] = data;
    return data;
}

static struct trace_value value(struct input *in, int depth);

static void fill_array(struct input *in, struct trace_value *v, int depth)
{
    size_t n = byte(in) & 15;
    struct trace_value *items = block(in, n * sizeof *items), first = {.type = TRACE_NULL};
    bool equal = byte(in) & 1;

    *v = (struct trace_value){.type = TRACE_NULL};
    if (!items)
        return;
    for (size_t i = 0; i < n; i++) {
        items[i] = equal && i ? first : value(in, depth + 1);
        if (!i)
            first = items[i];
    }
    *v = (struct trace_value){.type = TRACE_ARRAY, .count = n, .items = items};
}

static void fill_bytes(struct input *in, struct trace_value *v, uint8_t type)
{
    static const char *const words[] = {"a",     "u1", "arr[2]", "arr",         "gl_Name",
                                        "block", "B",  "[",      "x[99999999]", ""};
    const char *word = words[byte(in) % (sizeof words / sizeof words[0])];
    size_t size = type == TRACE_STRING ? strlen(word) : (size_t)byte(in) * (byte(in) & 3);
    uint8_t *data = block(in, size + (type == TRACE_STRING));

    *v = (struct trace_value){.type = TRACE_NULL};
    if (!data)
        return;
    if (type == TRACE_STRING)
        memcpy(data, word, size + 1);
    else if (size)
        memset(data, (int)byte(in) & 7, size); /* small indices and names */
    *v = (struct trace_value){.type = type, .count = size, .blob = data};
}

static struct trace_value value(struct input *in, int depth)
{
    struct trace_value v = {.type = TRACE_NONE};
    unsigned kind = byte(in) & 31;

    if (kind < 16) {
        v.type = TRACE_SINT;
        v.i = number(in);
    } else if (kind < 19) {
        v.type = TRACE_OPAQUE;
        v.u = address(in);
    } else if (kind < 22) {
        fill_bytes(in, &v, TRACE_BLOB);
    } else if (kind < 26 && depth < DEPTH) {
        fill_array(in, &v, depth);
    } else if (kind < 28) {
        fill_bytes(in, &v, TRACE_STRING);
    } else if (kind < 30) {
        v.type = TRACE_FLOAT;
        v.f = (float)number(in);
    } else {
        v.type = kind == 30 ? TRACE_NULL : TRACE_NONE;
    }
    return v;
}

/* The function that two bytes choose, and its index: signatures are as dense as a trace's. */
static const struct trace_function *choose(struct input *in)
{
    unsigned high = byte(in), index = byte(in);
    struct trace_function *fn;

    index = high & 0x80 ? index % FAVOURITES
                        : FAVOURITES + ((high & 0x7f) << 8 | index) % (unsigned)gl_table_count();
    fn = &in->functions[index];
    fn->index = index;
    fn->name = index < FAVOURITES ? favourites[index] : gl_table_name((int)index - FAVOURITES);
    fn->num_args = 16;
    return fn;
}

static uint32_t arguments(const struct trace_function *fn)
{
    int member = gl_table_find(fn->name);

    return member < 0 ? 6 : player_gl_entry(member)->args;
}

static void one_call(struct input *in, struct player *player, uint64_t no)
{
    const struct trace_function *fn = choose(in);
    struct trace_value args[32];
    struct trace_call call = {.no = no, .fn = fn, .num_args = arguments(fn), .args = args};
    unsigned how = byte(in);

    call.thread = how & 7 ? 0 : how >> 3 & 3;
    call.num_args = call.num_args > 32 ? 32 : call.num_args;
    for (uint32_t i = 0; i < call.num_args; i++)
        args[i] = value(in, 0);
    if (how & 0x80)
        call.ret = value(in, DEPTH);
    player_call(player, &call);
    while (in->count)
        free(in->blocks[--in->count]);
}

/* glXMakeCurrent(1, 7, 0x10000), before everything else. */
static void current(struct player *player)
{
    static const struct trace_function fn = {FUNCTIONS_MAX, 3, "glXMakeCurrent", NULL};
    struct trace_value args[] = {
        {.type = TRACE_NULL}, {.type = TRACE_UINT, .u = 7}, {.type = TRACE_OPAQUE, .u = 0x10000}};
    struct trace_call call = {.fn = &fn, .num_args = 3, .args = args, .ret = {.type = TRACE_UINT, .u = 1}};

    player_call(player, &call);
}

/* What a replay lets the calls of a small file keep. */
enum { REPLAY_MEMORY = 64 << 20 };

static void replay_calls(const uint8_t *data, size_t size)
{
    struct player_params params = {
        .backend = &null_backend, .check_errors = true, .frame = touch_frame, .memory_limit = REPLAY_MEMORY};
    struct player *player = player_create(&params);
    struct input *in = calloc(1, sizeof *in);

    if (!player || !in)
        abort();
    in->p = data;
    in->end = data + size;
    current(player);
    for (uint64_t no = 1; in->p < in->end && no < CALLS_MAX; no++)
        one_call(in, player, no);
    player_finish(player);
    player_destroy(player);
    free(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    null_gl_start();
    if (size && data[0] == 0xff)
        replay_calls(data + 1, size - 1);
    else
        replay_file(data, size);
    null_gl_finish();
    return 0;
}
