/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_PRIV_H
#define RETRACE_PLAYER_PRIV_H

#include "arena.h"
#include "backend.h"
#include "gl_api.h"
#include "log.h"
#include "player.h"
#include "player_map.h"
#include "trace/trace.h"

/* The inside of the player: its state, each part followed by the functions of the file that owns it. */

/* Kinds of object names, as gl.xml's class attribute has them. Programs and shaders are one kind: GL keeps
 * them in one name space. Display lists, ARB programs and ATI shaders are no kind: their names need not be
 * generated, so the trace's own are used. */
enum name_kind {
    NAME_BUFFER,
    NAME_TEXTURE,
    NAME_SAMPLER,
    NAME_RENDERBUFFER,
    NAME_PROGRAM,
    NAME_SHARED, /* those above belong to the share group, those below to the context */
    NAME_VERTEX_ARRAY = NAME_SHARED,
    NAME_FRAMEBUFFER,
    NAME_QUERY,
    NAME_FEEDBACK,
    NAME_PIPELINE,
    NAME_KINDS,
};

/* A name no driver gives out: what a name that the trace never created becomes where only created names are
 * legal. */
#define NAME_INVALID 0x7ffffffeu

enum { TEXTURE_UNITS = 32, GENERIC_ARRAYS = 32 };
/* Slots of client arrays: the fixed ones, texture coordinates by unit, generic attributes. */
enum array_slot {
    ARRAY_VERTEX,
    ARRAY_NORMAL,
    ARRAY_COLOR,
    ARRAY_SECONDARY_COLOR,
    ARRAY_FOG_COORD,
    ARRAY_INDEX,
    ARRAY_EDGE_FLAG,
    ARRAY_TEX_COORD,
    ARRAY_GENERIC = ARRAY_TEX_COORD + TEXTURE_UNITS,
    ARRAY_SLOTS = ARRAY_GENERIC + GENERIC_ARRAYS,
};
_Static_assert(ARRAY_SLOTS <= 128, "struct array_set");

/* One array in client memory: a copy of the trace's blob that lives until the pointer is replaced. */
struct client_array {
    const uint8_t *data; /* in force: of `own`, or of an older one that glPopClientAttrib brought back */
    size_t size;
    struct player_block *own; /* memory for the next copy */
    bool pushed; /* glPushClientAttrib's stack points to `own`: the next copy needs other memory */
    uint32_t element, stride, divisor; /* bytes; stride as in force, 0 only for true zero */
    bool enabled, client;              /* client: the pointer in force is `data` */
};

struct player_vao {
    GLuint element_buffer; /* replay name */
    unsigned clients;      /* arrays with client set */
    struct client_array arrays[ARRAY_SLOTS];
};

struct player_program;

/* What contexts share. */
struct player_group {
    unsigned references;
    struct player_map names[NAME_SHARED]; /* trace name -> replay name */
    struct player_map programs;           /* trace name -> struct player_program */
    struct player_map syncs;              /* trace address -> GLsync */
};

struct player_drawable {
    uint64_t id;
    struct backend_drawable *backend;
    bool sized;   /* a pbuffer of known size: never grown */
    bool visible; /* its size has been asked for once */
    struct player_drawable *next_dead;
};

struct player_context {
    struct player *player;
    struct backend_context *backend;
    const struct gl_table *gl;
    struct player_group *group;
    struct player_map own[NAME_KINDS - NAME_SHARED];
    struct player_map *names[NAME_KINDS]; /* into group and own */
    struct backend_context_params params;
    uint64_t drawable; /* CGL: the drawable belongs to the context; 0: none given */
    bool core, used, dead;
    unsigned users;    /* trace threads on which it is current */
    unsigned retained; /* CGL */
    bool in_begin;     /* between glBegin and glEnd */
    /* Replay names bound, as far as arguments must be judged by them. */
    GLuint array_buffer, draw_indirect, parameter, pixel_pack, pixel_unpack, query_buffer;
    unsigned client_texture; /* glClientActiveTexture */
    struct player_vao default_vao, *vao;
    struct player_map vaos;         /* trace name -> struct player_vao */
    struct player_program *program; /* glUseProgram's, or NULL */
    uint64_t pipeline;              /* trace name bound, 0: none */
    struct player_map active;       /* pipeline -> struct player_program of glActiveShaderProgram */
    struct player_attribs *attribs; /* glPushClientAttrib's stack */
    struct player_block *retired;   /* memory of client arrays that the driver may still point to */
    struct arena kept;              /* what outlives glFeedbackBuffer, glSelectBuffer, pinned memory */
    size_t kept_bytes;              /* of it, as taken from the account */
};

struct player_thread {
    struct player_context *context;
    struct player_drawable *draw, *read;
    uint32_t egl_api;
    bool had_context; /* at any time */
};

/* Memory the trace's program had mapped: [start, start + size) there is `data` here. */
struct player_region {
    uint64_t start, size;
    uint8_t *data;
    GLuint buffer; /* replay name */
    const struct player_group *group;
};

typedef void player_call_fn(struct player *p, const struct trace_call *call, const struct trace_value *a);

enum player_action { PLAYER_PLAY, PLAYER_SKIP, PLAYER_GAP };

/* What a function means to the player, one row per function: generated for GL, by hand for window systems. */
struct player_entry {
    player_call_fn *call;
    const char *reason; /* of a gap */
    uint8_t action;     /* enum player_action */
    uint8_t args;       /* fewest it reads */
    bool gl;            /* needs a current context and a driver that has it */
};

/* A trace function resolved. */
struct player_slot {
    const struct player_entry *entry; /* NULL: not resolved yet */
    int member;                       /* of struct gl_table; -1: no GL function */
    bool ends_frame;
};

struct player {
    struct player_params params;
    struct player_account account; /* what the state below takes; a trace's calls are the parser's */
    const struct gl_table *gl;     /* of ctx; NULL without one */
    struct player_context *ctx;    /* current */
    struct arena arena;            /* of one call */
    const char *refused;           /* why the call being decoded must not be made */
    const struct trace_call *call; /* being replayed; NULL between calls */
    struct player_slot *slots;
    uint32_t slot_count;
    uint32_t thread;
    struct player_thread *current;          /* threads' entry of `thread` */
    struct player_map threads;              /* trace thread -> struct player_thread */
    struct player_map contexts;             /* handle -> struct player_context */
    struct player_map drawables;            /* id -> struct player_drawable */
    struct player_map pbuffers;             /* WGL: handle -> width << 32 | height */
    struct player_drawable *dead_drawables; /* destroyed by the trace while current */
    uint64_t pixels;                        /* of all drawables */
    unsigned context_count, warnings;
    /* What the backend has current. */
    struct player_context *bound;
    struct player_drawable *bound_draw, *bound_read;
    struct player_context *first;  /* what contexts of unknown origin share with */
    struct player_map configs;     /* pixel format handle -> profile (CGL) */
    struct player_region *regions; /* oldest first */
    size_t region_count, region_capacity;
    struct player_gap *gaps;
    size_t gap_count, gap_capacity;
    struct player_error *errors;
    size_t error_count, error_capacity;
    uint64_t frames, draws, last_call;
    const struct trace_function *last_function;
    uint64_t frame_draws; /* draws at the last frame's end */
};

/* player.c */
/* What a trace does once it may do a million times. */
enum { PLAYER_MAX_WARNINGS = 100 };
/* Counts `reason` against the call's function; logged the first time. `reason` must be a constant. */
void player_gap(struct player *p, const struct trace_call *call, const char *reason);
void player_warn(struct player *p, const struct trace_call *call, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Ends the decoding of a call: it will not be made. The first reason wins. */
static inline void player_refuse(struct player *p, const char *reason)
{
    if (!p->refused)
        p->refused = reason;
}
/* The reason where the account's limit stands in the way. */
extern const char player_too_much[];
/* Zeroed, from the account; freed with player_free. NULL when there is none. */
void *player_alloc(struct player *p, size_t size);
void player_free(struct player *p, void *memory, size_t size);
/* `bytes` that live as long as the context: what GL goes on pointing to after a call. Refuses the call, and
 * is NULL, when there are none. */
void *player_keep(struct player *p, int64_t bytes);
/* True, and the gap counted, when decoding refused the call. */
bool player_give_up(struct player *p, const struct trace_call *call);
static inline bool player_refused(struct player *p, const struct trace_call *call)
{
    return __builtin_expect(p->refused != NULL, 0) && player_give_up(p, call);
}
/* Reads and records driver errors, against the last call. */
void player_check_errors(struct player *p);
/* The frame callback, for `call` or NULL at the end of a trace without swaps. */
void player_end_frame(struct player *p, const struct trace_call *call);

/* player_calls.c: generated. Index is that of gl_table. */
const struct player_entry *player_gl_entry(int index);

/* player_ws.c and one file per window system */
const struct player_entry *player_ws_entry(const char *name);
/* NULL when not one of the C library's four. */
const struct player_entry *player_libc_entry(const char *name);
/* Makes the thread's context current. */
void player_ws_switch(struct player *p, uint32_t thread);
void player_ws_finish(struct player *p);
void player_drawables_finish(struct player *p); /* player_ws_finish's second half */
/* Grows the current drawable, as apitrace does, to hold what a viewport or a blit reaches. */
void player_ws_grow(struct player *p, int64_t width, int64_t height);

/* player_names.c */
/* What an unknown name becomes: 0 stays, others are invalid; noted when they are likely to matter. */
GLuint player_name_miss(struct player *p, enum name_kind kind, GLuint name);
/* The same for a bind, which creates objects for names nobody generated, in the compatibility profile. */
GLuint player_name_bind(struct player *p, enum name_kind kind, GLuint name);
void player_name_add(struct player *p, enum name_kind kind, GLuint name, GLuint replay);
void player_name_remove(struct player *p, enum name_kind kind, GLuint name);
/* Arrays of n names in the arena. */
GLuint *player_names_in(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n,
                        bool bind);
/* `v` is what the trace got: a count beyond it is refused. */
GLuint *player_names_out(struct player *p, const struct trace_value *v, GLsizei n);
void player_names_record(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n,
                         const GLuint *replay);
void player_names_removed(struct player *p, enum name_kind kind, const struct trace_value *v, GLsizei n);
GLsync player_sync_get(struct player *p, const struct trace_value *v);
void player_sync_add(struct player *p, const struct trace_value *ret, GLsync sync);

static inline GLuint player_name(struct player *p, enum name_kind kind, GLuint name)
{
    GLuint replay = (GLuint)player_map_get(p->ctx->names[kind], name);

    return __builtin_expect(replay != 0, 1) ? replay : player_name_miss(p, kind, name);
}

/* player_region.c */
void player_region_add(struct player *p, uint64_t start, uint64_t size, void *data, GLuint buffer);
/* `size` becomes what is left from there. NULL outside any region. */
uint8_t *player_region_find(struct player *p, uint64_t address, uint64_t *size);
void player_region_drop_buffer(struct player *p, GLuint buffer);
void player_region_drop_group(struct player *p, const struct player_group *group);
/* Replay name bound to a buffer target; asks the driver. */
GLuint player_bound_buffer(struct player *p, GLenum target);

/* player_program.c */
struct player_program *player_program_create(struct player *p, GLuint name, GLuint replay);
struct player_program *player_program_find(struct player *p, GLuint name);
void player_programs_finish(struct player *p, struct player_group *group);
/* Replay location of the program that glUniform* acts on. */
GLint player_location(struct player *p, struct player_program *program, GLint location);
struct player_program *player_program_active(struct player *p);

/* player_arrays.c */
void player_vao_finish(struct player *p, struct player_context *ctx, struct player_vao *vao);
/* The vertex array object is about to go. */
void player_attribs_forget(struct player_context *ctx, const struct player_vao *vao);
/* Frees glPushClientAttrib's stack and what was retired. */
void player_attribs_finish(struct player_context *ctx);
/* Memory of at least `size` bytes for the array's next copy; what the driver may still point to stays. */
uint8_t *player_array_memory(struct player_context *ctx, struct client_array *array, int slot, size_t size);
/* Reads back which buffers are bound. */
void player_bindings_reload(struct player *p);

/* player_pixels.c, player_draw.c: named by the overlay, declared in player_hooks.inc. */
#include "player_hooks.inc"

#endif
