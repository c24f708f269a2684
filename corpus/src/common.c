/* SPDX-License-Identifier: MIT */
/* The shared part of the corpus programs, see common.h: context and frames, shaders, random numbers,
 * textures. The window-system side is kept to what any capture has: display, config, context, pbuffer, swap.
 */
#include "common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

static EGLContext context_create(struct app *app, EGLContext share)
{
    const EGLint attribs[] = {
        EGL_CONTEXT_MAJOR_VERSION,
        app->cfg.major,
        EGL_CONTEXT_MINOR_VERSION,
        app->cfg.minor,
        EGL_CONTEXT_OPENGL_PROFILE_MASK,
        app->cfg.compat ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
        EGL_NONE,
    };
    EGLContext ctx = eglCreateContext(app->display, app->config, share, attribs);
    if (ctx == EGL_NO_CONTEXT)
        die("no OpenGL %d.%d context: EGL error 0x%x", app->cfg.major, app->cfg.minor, eglGetError());
    return ctx;
}

static void surface_init(struct app *app)
{
    static const EGLint want[] = {
        EGL_SURFACE_TYPE,
        EGL_PBUFFER_BIT,
        EGL_RENDERABLE_TYPE,
        EGL_OPENGL_BIT,
        EGL_RED_SIZE,
        8,
        EGL_GREEN_SIZE,
        8,
        EGL_BLUE_SIZE,
        8,
        EGL_ALPHA_SIZE,
        8,
        EGL_DEPTH_SIZE,
        24,
        EGL_STENCIL_SIZE,
        8,
        EGL_NONE,
    };
    const EGLint size[] = {EGL_WIDTH, app->cfg.width, EGL_HEIGHT, app->cfg.height, EGL_NONE};
    EGLint n = 0;
    app->display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (app->display == EGL_NO_DISPLAY || !eglInitialize(app->display, NULL, NULL))
        die("no surfaceless EGL display");
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(app->display, want, &app->config, 1, &n) || n < 1)
        die("no RGBA8 D24S8 pbuffer config for desktop OpenGL");
    app->surface = eglCreatePbufferSurface(app->display, app->config, size);
    if (app->surface == EGL_NO_SURFACE)
        die("no pbuffer: EGL error 0x%x", eglGetError());
}

void app_init(struct app *app, int argc, char **argv, struct app_config cfg)
{
    const char *debug = getenv("CORPUS_DEBUG");
    if (!cfg.width)
        cfg.width = MD_WIDTH, cfg.height = MD_HEIGHT;
    if (!cfg.major)
        cfg.major = 3, cfg.minor = 3;
    if (!cfg.frames)
        cfg.frames = 2;
    memset(app, 0, sizeof(*app));
    app->cfg = cfg;
    app->frames = argc > 1 ? atoi(argv[1]) : cfg.frames;
    if (app->frames < 1)
        die("usage: %s [FRAMES]", argv[0]);
    app->debug = debug && debug[0] == '1';
    surface_init(app);
    app->context = context_create(app, EGL_NO_CONTEXT);
    if (!eglMakeCurrent(app->display, app->surface, app->surface, app->context))
        die("cannot make the context current: EGL error 0x%x", eglGetError());
    glViewport(0, 0, cfg.width, cfg.height);
}

EGLContext app_context_share(struct app *app)
{
    return context_create(app, app->context);
}

bool app_running(const struct app *app)
{
    return app->frame < app->frames;
}

void app_swap(struct app *app)
{
    if (app->debug) {
        GLenum err = glGetError();
        if (err)
            die("frame %d: GL error 0x%x", app->frame, err);
    }
    eglSwapBuffers(app->display, app->surface);
    app->frame++;
}

int app_finish(struct app *app)
{
    eglMakeCurrent(app->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(app->display, app->context);
    eglDestroySurface(app->display, app->surface);
    eglTerminate(app->display);
    return 0;
}

void (*app_proc(const char *name))(void)
{
    void (*proc)(void) = eglGetProcAddress(name);
    if (!proc)
        die("the driver has no %s", name);
    return proc;
}

uint32_t rnd(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

int rnd_int(uint32_t *state, int lo, int hi)
{
    return lo + (int)(rnd(state) % (uint32_t)(hi - lo + 1));
}

float rnd_float(uint32_t *state)
{
    return (float)(rnd(state) >> 16) / 65536.0f;
}

uint32_t hash2(uint32_t a, uint32_t b)
{
    uint32_t x = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;
    x ^= x >> 15;
    x *= 0xC2B2AE3Du;
    return x ^ x >> 13;
}

GLuint shader_compile(GLenum stage, const char *source)
{
    GLuint shader = glCreateShader(stage);
    GLint ok = 0;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char info[2048];
        glGetShaderInfoLog(shader, sizeof(info), NULL, info);
        die("shader 0x%x: %s\n%s", stage, info, source);
    }
    return shader;
}

GLuint program_link(GLuint program)
{
    GLint ok = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        char info[2048];
        glGetProgramInfoLog(program, sizeof(info), NULL, info);
        die("program: %s", info);
    }
    return program;
}

GLuint program_create(const char *vs, const char *fs)
{
    GLuint program = glCreateProgram();
    GLuint v = shader_compile(GL_VERTEX_SHADER, vs);
    GLuint f = shader_compile(GL_FRAGMENT_SHADER, fs);
    glAttachShader(program, v);
    glAttachShader(program, f);
    program_link(program);
    glDeleteShader(v);
    glDeleteShader(f);
    return program;
}

GLuint buffer_create(GLenum target, size_t size, const void *data, GLenum usage)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, data, usage);
    return buffer;
}

void tile_fill(uint32_t *pixels, int w, int h, uint32_t seed, bool holes)
{
    uint32_t hue = hash2(seed, 17);
    for (int i = 0; i < w * h; i++) {
        /* 2x2 blocks of four shades: looks like block art and compresses well. */
        uint32_t shade = 150 + 35 * (hash2(seed, (uint32_t)(i % w / 2 + i / w / 2 * w)) & 3);
        uint32_t r = (120 + (hue & 127)) * shade / 255;
        uint32_t g = (120 + (hue >> 8 & 127)) * shade / 255;
        uint32_t b = (120 + (hue >> 16 & 127)) * shade / 255;
        bool hole = holes && hash2(seed + 9, (uint32_t)(i % w / 4 + i / w / 4 * w)) % 5 < 2;
        pixels[i] = r | g << 8 | b << 16 | (hole ? 0 : 255u) << 24;
    }
}

GLuint texture_atlas(int tiles, uint32_t seed)
{
    int size = tiles * 16;
    uint32_t tile[256];
    uint32_t *pixels = calloc((size_t)size * (size_t)size, 4);
    GLuint texture;
    if (!pixels)
        die("out of memory");
    for (int t = 0; t < tiles * tiles; t++) {
        tile_fill(tile, 16, 16, seed + (uint32_t)t, t % 3 == 2);
        for (int y = 0; y < 16; y++)
            memcpy(pixels + (t / tiles * 16 + y) * size + t % tiles * 16, tile + y * 16, 64);
    }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    free(pixels);
    return texture;
}
