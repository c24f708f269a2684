/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_COMMON_H
#define CORPUS_COMMON_H

/* What every corpus program shares: a desktop GL context on a surfaceless pbuffer, shaders, textures,
 * matrices and a deterministic random source. Nothing here depends on time, addresses or the environment, so
 * that a recapture issues the same calls with the same data. All functions exit(1) with a message on failure:
 * a corpus program has nothing to recover. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

enum { MC_WIDTH = 854, MC_HEIGHT = 480, MD_WIDTH = 128, MD_HEIGHT = 96 };

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* What a program asks for. Zero means: MD_WIDTH x MD_HEIGHT, GL 3.3 core, 2 frames. */
struct app_config {
    int width, height;
    int major, minor;
    bool compat; /* compatibility instead of core profile */
    int frames;  /* default; argv[1] overrides */
};

struct app {
    EGLDisplay display;
    EGLConfig config;
    EGLSurface surface;
    EGLContext context;
    struct app_config cfg;
    int frames; /* to draw */
    int frame;  /* being drawn, from 0 */
    bool debug; /* CORPUS_DEBUG=1: glGetError after each frame; never set for a capture */
};

/* Creates context and pbuffer (RGBA8 D24S8) and makes them current; the viewport is set to the whole pbuffer.
 * Usage: prog [FRAMES]. */
void app_init(struct app *app, int argc, char **argv, struct app_config cfg);
/* A second context sharing objects with the first, for the same config; not made current. */
EGLContext app_context_share(struct app *app);
/* True while there is a frame to draw. */
bool app_running(const struct app *app);
/* Ends the frame with eglSwapBuffers; in debug mode exits when GL raised an error in it. */
void app_swap(struct app *app);
/* Destroys context and surface; returns main's exit status. */
int app_finish(struct app *app);
/* Entry points that libOpenGL lacks (GL 4.6, EXT and ARB names). */
void (*app_proc(const char *name))(void);
#define APP_PROC(type, name) ((type)app_proc(name))

_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* --- random: xorshift32; the state must not be 0 --- */
uint32_t rnd(uint32_t *state);
int rnd_int(uint32_t *state, int lo, int hi); /* lo..hi, both included */
float rnd_float(uint32_t *state);             /* 0 <= x < 1, a multiple of 2^-16 */
/* A fixed hash of two numbers, for patterns that need no order. */
uint32_t hash2(uint32_t a, uint32_t b);

/* --- shaders --- */
GLuint shader_compile(GLenum stage, const char *source);
GLuint program_link(GLuint program);
/* Vertex + fragment; attributes are named by layout(location) in the source. */
GLuint program_create(const char *vs, const char *fs);

/* --- buffers, textures --- */
/* A new buffer bound to `target` and left bound. */
GLuint buffer_create(GLenum target, size_t size, const void *data, GLenum usage);
/* An RGBA8 atlas of tiles x tiles tiles of 16x16 pixels, nearest filter, each tile a noise of its own hue;
 * every third tile has holes (alpha 0). Left bound to GL_TEXTURE_2D of the active unit. */
GLuint texture_atlas(int tiles, uint32_t seed);
/* Fills w x h RGBA pixels (r in the lowest byte) with the pattern of one tile. */
void tile_fill(uint32_t *pixels, int w, int h, uint32_t seed, bool holes);

/* --- matrices: column-major float[16] --- */
struct mat4 {
    float m[16];
};
struct mat4 mat4_identity(void);
struct mat4 mat4_mul(struct mat4 a, struct mat4 b);
struct mat4 mat4_translate(float x, float y, float z);
struct mat4 mat4_scale(float x, float y, float z);
struct mat4 mat4_rotate_y(float radians);
struct mat4 mat4_ortho(float l, float r, float b, float t, float n, float f);
struct mat4 mat4_perspective(float fovy_radians, float aspect, float n, float f);
struct mat4 mat4_look_at(const float eye[3], const float at[3], const float up[3]);

#endif
