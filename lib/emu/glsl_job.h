/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_JOB_H
#define RETRACE_EMU_GLSL_JOB_H

/* Inside of the shader translator: only glsl*.c include this and the headers named here. One translation is
 * one struct glsl_job, which a source goes through in these steps:
 *   glsl_token.h, glsl_pp.h  text -> tokens, directives and macros in the source's own version
 *   glsl_source.h            tokens of any version -> GLSL 4.50 core (its inside: glsl_upgrade.h)
 *   glsl_front.h             4.50 text -> SPIR-V, by glslang
 *   glsl_module.h            what the SPIR-V says
 *   glsl_varying.h           what one stage hands to the next, and stages made up in between
 *   glsl_reflect.h           what the application can ask, what ESSL must fix
 *   glsl_block.h, glsl_wide.h, glsl_window.h, glsl_lower.h
 *                            what ES lacks rewritten in SPIR-V, by glsl_builder.h
 *   glsl_back.h              SPIR-V -> ESSL, by SPIRV-Cross, and corrections to its text
 * The job's arena holds everything; running out of memory or meeting an error leaves through glsl_fail, so
 * that no step checks for either. */

#include "arena.h"
#include "emu/glsl.h"

#include <setjmp.h>
#include <stdint.h>

struct glsl_module;

struct glsl_text {
    char *s; /* NUL-terminated once anything was appended */
    size_t n, cap;
};

struct glsl_rename {
    const char *source, *essl;
    struct glsl_rename *next;
};

/* A location at which a variable of the vertex stage and one of the evaluation stage meet a made-up control
 * shader. */
struct glsl_meeting {
    const char *name;
    int location;
    bool behind; /* no: of the last stage and the fragment stage, with a made-up geometry shader between */
};

/* An array of arrays of blocks that was made one array. */
struct glsl_flat {
    const char *block, *instance;
    int dims[4], dim_count;
};

struct glsl_job {
    struct arena *arena;
    jmp_buf leave; /* 1: an error, described in log; 2: out of memory */
    struct glsl_text log;
    const struct glsl_input *input; /* NULL in a compile check */
    struct glsl_target target;
    struct glsl_rename *renames; /* identifiers that ESSL cannot have, over all stages */
    struct glsl_output *out;     /* gaps, flags and lists are collected here */
    void *shaders[64], *spvc;    /* foreign objects, released when the job ends */
    void *foreign;               /* malloc'ed by glsl_glslang */
    size_t shader_count;
    const struct glsl_module *modules[GLSL_STAGES]; /* NULL: no such stage */
    enum glsl_stage last_stage;                     /* the last one before rasterisation */
    const char **doubles; /* uniforms and inputs whose source type is a double one */
    size_t double_count;
    struct glsl_flat *flats;
    size_t flat_count;
    const char **shared_blocks; /* names of blocks with shared or packed layout */
    size_t shared_block_count;
    const char **word_blocks; /* source names of blocks that become 32-bit words */
    size_t word_block_count;
    struct glsl_meeting *meetings;
    size_t meeting_count;
    const char **bound; /* words of declarations with layout(binding); glslang says 0 for all others */
    size_t bound_count;
    bool wide;      /* 64-bit numbers stay what they are up to glsl_wide_lower; else they are narrowed */
    bool wide_used; /* a unit has some */
    const char *narrow_because; /* why they could not stay; "": the target has no form for them */
    const struct glsl_module *wide_library;
    bool point_size_read; /* a geometry shader reads gl_in[].gl_PointSize */
    bool stored_counters; /* atomic counters are words of storage blocks */
};

/* An empty output, and the arena that holds what it will point to; NULL when memory is out. */
struct glsl_output *glsl_output_create(struct arena **arena);

/* ---- memory, text ---- */

void *glsl_alloc(struct glsl_job *job, size_t n, size_t size);
char *glsl_strdup(struct glsl_job *job, const char *s, size_t n);
char *glsl_format(struct glsl_job *job, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void glsl_append(struct glsl_job *job, struct glsl_text *text, const char *s, size_t n);
void glsl_puts(struct glsl_job *job, struct glsl_text *text, const char *s);
void glsl_printf(struct glsl_job *job, struct glsl_text *text, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends to an array in the arena that doubles: v is a pointer to the array, count its length so far.
 * Returns the new, zeroed element. */
void *glsl_push(struct glsl_job *job, void *v, size_t *count, size_t size);

/* ---- errors, names ---- */

/* Adds "error: ..." to the info log and abandons the job. */
_Noreturn void glsl_fail(struct glsl_job *job, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Notes, once per name, something that the ESSL does not do as the source has it. */
void glsl_gap(struct glsl_job *job, const char *name, const char *reason);

/* The source name behind a name in the 4.50 text. */
const char *glsl_source_name(const struct glsl_job *job, const char *name);

#endif
