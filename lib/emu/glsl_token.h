/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_TOKEN_H
#define RETRACE_EMU_GLSL_TOKEN_H

/* The source of one shader object as tokens. */
#include "emu/glsl_job.h"

enum glsl_kind { GLSL_END, GLSL_NEWLINE, GLSL_IDENT, GLSL_NUMBER, GLSL_PUNCT };

struct glsl_token {
    const char *text; /* NUL-terminated */
    int line;
    short string; /* source string number, as #line sets it */
    unsigned char kind;
    bool space;   /* white space before it */
    bool painted; /* a macro name that must not expand any more */
    bool made;    /* generated: the name stays as it is */
};

struct glsl_tokens {
    struct glsl_token *v;
    size_t n;
};

struct glsl_unit {
    enum glsl_stage stage;
    int version;     /* 110 when there is no #version */
    bool es, compat; /* profile: "es"; compatibility, or a version that knew no profiles */
    bool has_version;
    struct glsl_tokens tokens; /* preprocessed, ended by GLSL_END */
    const char **extensions;   /* enabled by #extension */
    size_t extension_count;
    bool has_main;
    bool double_blocks; /* blocks have members that glsl_double converts */
};

struct glsl_token *glsl_token_add(struct glsl_job *job, struct glsl_tokens *list,
                                  const struct glsl_token *token);
bool glsl_is(const struct glsl_token *token, const char *text);
bool glsl_unit_has(const struct glsl_unit *unit, const char *extension);

/* Text -> tokens with newlines kept, comments and line continuations gone, GLSL_END at the end. */
void glsl_lex(struct glsl_job *job, const char *source, struct glsl_tokens *out);

/* A letter, digit or underscore: what names are of. */
bool glsl_is_word(char c);

#endif
