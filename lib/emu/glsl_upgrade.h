/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_UPGRADE_H
#define RETRACE_EMU_GLSL_UPGRADE_H

/* Inside of the token upgrade (glsl_source.h): its rules, and the tables of words that they go by. */
#include "emu/glsl_source.h"

/* What happens to one token. */
struct glsl_edit {
    const char *text;  /* instead of the token */
    const char *after; /* behind it */
    bool drop;
};

struct glsl_upgrade {
    struct glsl_job *job;
    struct glsl_unit *unit;
    const struct glsl_uses *uses;
    struct glsl_token *v;
    size_t n; /* without GLSL_END */
    struct glsl_edit *edits;
};

/* The key of the translation; an empty one in a compile check. */
const struct glsl_key *glsl_key_of(const struct glsl_job *job);
bool glsl_starts(const char *s, const char *prefix);

/* The index of the bracket that closes the one at i; the last token when it is never closed. */
size_t glsl_closing(const struct glsl_token *v, size_t n, size_t i);
bool glsl_is_call(const struct glsl_token *v, size_t i);
bool glsl_has_user_function(const struct glsl_uses *uses, const char *name);
size_t glsl_statement_end(const struct glsl_upgrade *u, size_t i);
void glsl_drop(struct glsl_upgrade *u, size_t first, size_t last);

void glsl_upgrade_globals(struct glsl_upgrade *u);
void glsl_upgrade_call(struct glsl_upgrade *u, size_t i);
void glsl_upgrade_builtin(struct glsl_upgrade *u, size_t i);

/* Arrays declared without a size. */
void glsl_implicit_scan(struct glsl_job *job, const struct glsl_unit *unit, struct glsl_uses *uses);
void glsl_implicit_edit(struct glsl_upgrade *u);
void glsl_imgarray_edit(struct glsl_upgrade *u);

/* textureSamples; declares the uniforms that stand for it. */
void glsl_samples_edit(struct glsl_upgrade *u, struct glsl_text *declarations);

/* gl_PointSize behind the vertex stage; declares the variables that stand for it. */
void glsl_point_edit(struct glsl_upgrade *u, struct glsl_text *declarations);
/* gl_Layer and gl_ViewportIndex in front of the geometry stage; the same. */
void glsl_layer_edit(struct glsl_upgrade *u, struct glsl_text *declarations);
void glsl_fold_edit(struct glsl_upgrade *u); /* constant calls that glslang leaves */
void glsl_stream_edit(struct glsl_upgrade *u);

/* Notes and rewrites the declaration of an array of arrays of blocks whose { is at `brace`; then its uses. */
void glsl_flat_note(struct glsl_upgrade *u, size_t brace);
void glsl_flat_edit(struct glsl_upgrade *u);

/* Converts doubles in blocks, whose conversions call the packing functions; behind all other rules. */
void glsl_double_edit(struct glsl_upgrade *u);
extern const char glsl_double_helpers[];

/* Declares the functions that the rules put in place of others. */
void glsl_upgrade_helpers(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                          struct glsl_text *out);
/* Of those the one for gathers from cube maps that the key has as faces, for the unit that has main(). */
void glsl_cube_helper(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                      struct glsl_text *out);

/* What the key asks for behind main(): declarations for in front and statements, both empty if nothing. */
void glsl_epilogue(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                   struct glsl_text *prologue, struct glsl_text *epilogue);

/* ---- words ---- */

/* Is `name` a keyword of GLSL 4.50 or ESSL that the unit's version and extensions leave to the application?
 */
bool glsl_word_is_late_keyword(const struct glsl_unit *unit, const char *name);

/* Is `name` a built-in function, of the unit's version or only of a later one? */
enum glsl_function_age { GLSL_NO_FUNCTION, GLSL_FUNCTION, GLSL_LATE_FUNCTION };
enum glsl_function_age glsl_word_function(const struct glsl_unit *unit, const char *name);

/* texture2DLod -> textureLod: the function of GLSL 1.30 that took an older one's place, or NULL. *shadow: the
 * old one gave a vec4 where the new gives a float. */
const char *glsl_texfn_upgrade(struct glsl_job *job, const char *name, bool *shadow);

#endif
