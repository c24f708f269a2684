/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PRIV_H
#define RETRACE_EMU_PRIV_H

/* Inside lib/emu (and lib/tiers, which owns the multi-draw entry points): the context, its areas and the
 * helpers that every area uses. One header per area holds that area's objects, per-context state and
 * prototypes. */

#include "emu/emu.h"
#include "emu/names.h"
#include "gles/caps.h"
#include "log.h"

#include "emu/buffer.h"
#include "emu/vao.h"
#include "emu/state.h"
#include "emu/program.h"
#include "emu/texture.h"
#include "emu/sampler.h"
#include "emu/fbo.h"
#include "emu/pixelstore.h"
#include "emu/query.h"
#include "emu/sync.h"
#include "emu/xfb.h"
#include "emu/draw.h"
#include "emu/window.h"
#include "emu/get.h"

/* Objects of a share group (OpenGL 4.6, chapter 5). */
struct emu_share {
    int refs;                /* contexts */
    uint64_t buffer_serials; /* given out so far */
    struct emu_names buffers, textures, samplers, renderbuffers, syncs;
    struct emu_names programs; /* programs and shaders, one name space */
    bool lod_bias;             /* some texture or sampler has had a bias of its levels */
    enum { EMU_BIAS_UNKNOWN, EMU_BIAS_OF_SAMPLERS, EMU_BIAS_OF_SHADERS } bias; /* how (program_bias.c) */
};

struct emu_context {
    const struct gles_table *es;
    const struct gles_caps *caps;
    const struct log *log;
    struct emu_share *share;
    struct emu_gaps *gaps;
    int major, minor;
    bool core, forward_compatible;
    bool was_current;
    const char *shader_cache; /* folder, or NULL; only while the context is created */
    GLenum error;             /* the emulation's own, first one wins until read */

    /* Objects that GL does not share. */
    struct emu_names vaos, framebuffers, queries, xfbs, pipelines;

    struct emu_state state;
    struct emu_strings strings;
    struct emu_buffer_state buffer;
    struct emu_vao_state vao;
    struct emu_program_state program;
    struct emu_texture_state texture;
    struct emu_sampler_state sampler;
    struct emu_fbo_state fbo;
    struct emu_pixelstore pack, unpack;
    struct emu_query_state query;
    struct emu_xfb_state xfb;
    struct emu_draw_state draw;
    struct emu_window_state window;

    const struct emu_draw_observer *observer; /* or NULL */
    const struct emu_multidraw *multidraw;
    void *multidraw_state;

    struct gl_table table;
};

/* The calling thread's context; never NULL inside an entry point. */
extern _Thread_local struct emu_context *emu_current;

/* Records a GL error of the emulation; the first one stays until glGetError. `fmt` names the cause, for the
 * log at debug level. */
void emu_error(struct emu_context *ctx, GLenum error, const char *fmt, ...)
    __attribute__((cold, format(printf, 3, 4)));

/* Counts a gap, logged at warning level the first time. The strings are copied. */
void emu_gap(struct emu_context *ctx, const char *function, const char *reason, bool affects_draw)
    __attribute__((cold));

/* Reads and returns the driver's pending error after an internal operation, logging it with `what` when there
 * is one. For errors that are ours, not the application's; never on a draw path. */
GLenum emu_es_error(struct emu_context *ctx, const char *what);

/* Every area: init with the ES context current and ctx->es, caps, share set; false when memory is out. finish
 * accepts a context whose init did not run or failed. */
bool emu_state_init(struct emu_context *ctx);
bool emu_buffer_init(struct emu_context *ctx);
bool emu_vao_init(struct emu_context *ctx);
bool emu_program_init(struct emu_context *ctx);
bool emu_texture_init(struct emu_context *ctx);
bool emu_sampler_init(struct emu_context *ctx);
bool emu_fbo_init(struct emu_context *ctx);
bool emu_query_init(struct emu_context *ctx);
bool emu_xfb_init(struct emu_context *ctx);
bool emu_draw_init(struct emu_context *ctx);
void emu_buffer_finish(struct emu_context *ctx);
void emu_vao_finish(struct emu_context *ctx);
void emu_program_finish(struct emu_context *ctx);
void emu_texture_finish(struct emu_context *ctx);
void emu_sampler_finish(struct emu_context *ctx);
void emu_fbo_finish(struct emu_context *ctx);
void emu_query_finish(struct emu_context *ctx);
void emu_sync_finish(struct emu_context *ctx);
void emu_xfb_finish(struct emu_context *ctx);
void emu_draw_finish(struct emu_context *ctx);
/* Called for the last context of a share group, after the finish functions above: frees the area's shared
 * objects (the ES context is still current). */
void emu_buffer_finish_share(struct emu_context *ctx);
void emu_program_finish_share(struct emu_context *ctx);
void emu_texture_finish_share(struct emu_context *ctx);
void emu_sampler_finish_share(struct emu_context *ctx);
void emu_fbo_finish_share(struct emu_context *ctx); /* renderbuffers */
void emu_sync_finish_share(struct emu_context *ctx);

/* The first current drawable's size, for the areas that start from it. */
void emu_state_first_current(struct emu_context *ctx, int width, int height);

/* Prototypes of every EMULATE row of the overlay: a wrong signature does not compile, a missing one does not
 * link. */
#include "emu_protos.inc"

#endif
