/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_PLAYER_PROGRAM_H
#define RETRACE_PLAYER_PROGRAM_H

#include "player_priv.h"

/* What the trace's program learnt of a program object by asking, by name, and what the replay's driver
 * answers. */

enum { LOCATION_UNKNOWN = -2 };

struct program_location {
    char *name;
    GLint trace, replay;
    GLint elements; /* of the array from there on; 0: not asked yet */
    bool stale;     /* learnt before the last link */
};

/* An index of a program interface (GL_UNIFORM_BLOCK, GL_VERTEX_SUBROUTINE, …). */
struct program_index {
    GLenum interface;
    GLuint trace, replay;
    char *name;
};

struct player_program {
    GLuint name, replay;
    bool linked, link_failed, trace_failed; /* as the driver says; as the trace's program was told */
    GLint *map; /* trace location -> replay location or LOCATION_UNKNOWN: what was found so far */
    uint32_t map_count;
    struct program_location *locations;
    size_t location_count, location_capacity;
    struct program_index *indices;
    size_t index_count, index_capacity;
    size_t bytes; /* of all that, taken from the player's account */
};

/* A program that is asked about what no program has must not take all memory. */
enum { PROGRAM_NAME_MAX = 4096 };

/* player_program.c */
/* Takes bytes for what is learnt of a program; false when there are none left. */
bool player_program_charge(struct player *p, struct player_program *program, size_t bytes);
/* The trace asked for `name` and was told `trace`. */
void player_program_learn(struct player *p, struct player_program *program, const char *name, GLint trace);
/* After a link: replay locations and indices may be others now. */
void player_program_relink(struct player *p, struct player_program *program);

/* player_interface.c */
void player_interface_learn(struct player *p, struct player_program *program, GLenum interface,
                            const char *name, GLuint trace);
void player_interface_relink(struct player *p, struct player_program *program);
/* The index itself when it was never learnt. */
GLuint player_interface_index(const struct player_program *program, GLenum interface, GLuint trace);

#endif
