/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_SOURCE_H
#define RETRACE_EMU_GLSL_SOURCE_H

/* Preprocessed units of any version -> GLSL 4.50 core text, and the tables of what differs. */
#include "emu/glsl_token.h"

struct glsl_implicit {
    const char *name;
    int size;   /* greatest constant index + 1 */
    bool asked; /* for its length */
};

/* What the units of one stage use, and what is therefore declared in each of them. */
struct glsl_uses {
    bool *builtins; /* by index of glsl_compat_at */
    int tex_coords; /* elements of gl_TexCoord in use, 8 when it is indexed by a variable */
    int frag_datas; /* the same of gl_FragData */
    bool draw_id, base_vertex, base_instance;
    bool fb_height;     /* fragment coordinates count from the top */
    bool pixel_integer; /* pixel centres are integers */
    bool pack_double;   /* packDouble2x32 or its inverse */
    bool query_lod;     /* textureQueryLod */
    bool gather;        /* textureGather */
    const char **user_functions;
    size_t user_function_count;
    struct glsl_implicit *implicit; /* arrays declared without a size */
    size_t implicit_count;
    /* By index of glsl_compat_at: how a built-in varying is declared again, or NULL. */
    const char **qualifiers;
    const char *first_output; /* fragment stage: the source's own output for colour 0, or NULL */
};

/* ---- steps, in this order ---- */

/* Replaces subroutines by switches and reports them in job->out. */
void glsl_subroutine_lower(struct glsl_job *job, struct glsl_unit *unit);

/* Finds what a unit uses, and then, with the whole stage's uses known, rewrites it as GLSL 4.50 core text. */
void glsl_upgrade_scan(struct glsl_job *job, struct glsl_unit *unit, struct glsl_uses *uses);
const char *glsl_upgrade(struct glsl_job *job, struct glsl_unit *unit, const struct glsl_uses *uses);

/* ---- built-ins of the compatibility profile, or that SPIR-V for OpenGL lacks ---- */

enum glsl_compat_kind {
    GLSL_COMPAT_INPUT,   /* vertex attribute */
    GLSL_COMPAT_VARYING, /* out of the vertex stage, into the fragment stage */
    GLSL_COMPAT_UNIFORM,
    GLSL_COMPAT_STRUCT, /* name of a structure type */
    GLSL_COMPAT_CONST,  /* `type` is the value */
    GLSL_COMPAT_FRAG,   /* fragment output */
    GLSL_COMPAT_CLIP    /* gl_ClipVertex */
};
struct glsl_compat {
    const char *name; /* gl_... */
    const char *essl; /* retrace_... */
    unsigned stages;  /* where the name has this meaning */
    enum glsl_compat_kind kind;
    const char *type;  /* GLSL type; the body of a GLSL_COMPAT_STRUCT */
    int array;         /* elements or 0; -1: as many as are used */
    const char *needs; /* a GLSL_COMPAT_STRUCT that is declared before it, or NULL */
};
int glsl_compat_find(const char *name, enum glsl_stage stage); /* index or -1 */
const struct glsl_compat *glsl_compat_at(int i);               /* NULL past the end */
void glsl_compat_declare(struct glsl_job *job, enum glsl_stage stage, const struct glsl_uses *uses,
                         struct glsl_text *out);
void glsl_compat_report(struct glsl_job *job, enum glsl_stage stage, const struct glsl_uses *uses);

#endif
