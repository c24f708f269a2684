/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PROGRAM_H
#define RETRACE_EMU_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/glsl.h"
#include "gl_api.h"

struct emu_context;
struct emu_executable;
struct emu_shader;

enum emu_program_kind { EMU_KIND_SHADER = 1, EMU_KIND_PROGRAM };

/* A name that the application bound to a location (glBindAttribLocation, glBindFragDataLocationIndexed). */
struct emu_name_bindings {
    struct glsl_binding *items; /* names are owned */
    size_t count;
};

/* A program object: what the application sees of it, and the driver program it was translated to. */
struct emu_program {
    enum emu_program_kind kind; /* first in shaders and programs: they share one name space */
    GLuint name;
    GLuint es;           /* the driver program that draws; emu_program_prepare may put another one here */
    int refs;            /* the name table, each context that uses it, pipelines */
    bool linked;         /* the last link succeeded */
    uint32_t generation; /* counts successful links */
    bool reads_draw_id, reads_base_vertex, reads_base_instance, reads_primitive_id, reads_vertex_id;
    GLint draw_id_location, base_vertex_location,
        base_instance_location; /* on the driver, -1 when not active */
    uint32_t attribs;        /* active attribute locations, one bit each; a matrix or an array has several */
    GLenum attrib_types[32]; /* GL_FLOAT_VEC4, GL_INT … by location; of a matrix the type of its columns */
    uint32_t wide_attribs, high_attribs; /* doubles read as words; locations that their second halves take */
    uint8_t attrib_high[32];             /* by location: that of the second half, plus 1; 0: none */
    bool narrow_doubles;                 /* doubles are floats in the shaders */
    bool steady; /* no state acts on its draws, but on those of points: emu_program_prepare has nothing to do
                  */
    unsigned stages; /* 1 << enum glsl_stage of what the last successful link contained */

    /* The rest is for the program area only. */
    GLuint base; /* the driver program of the application's links; `es` without any state built in */
    struct emu_executable *exe; /* of the last successful link, NULL before it; outlives a failed relink */
    bool deleted, separable, retrievable, validated;
    char *info; /* of the last link or validation; NULL: empty */
    struct emu_shader **shaders;
    size_t shader_count;
    struct emu_name_bindings attrib_bindings, frag_bindings;
    char **xfb_varyings;
    size_t xfb_count;
    GLenum xfb_mode;
};

/* A program pipeline object. */
struct emu_pipeline {
    GLuint name, es;
    struct emu_program *stages[GLSL_STAGES];
    GLuint es_stages[GLSL_STAGES]; /* driver programs as the driver has them */
    bool unchecked;                /* they changed since the driver was asked whether they fit */
    char *added[GLSL_STAGES];      /* declarations that make them fit, "" or NULL: none */
    bool open;                     /* among those are outputs that nobody writes */
    struct emu_program *active;    /* glActiveShaderProgram */
    char *info;
};

struct emu_program_state {
    struct emu_program *current; /* glUseProgram, NULL for 0 */
    struct emu_program
        *vertex; /* the program whose vertex stage draws: current, or of the bound pipeline; NULL: none */
    struct emu_pipeline
        *pipeline;     /* glBindProgramPipeline, NULL for 0; without effect while current is not NULL */
    GLuint es_current; /* the driver's current program */
    struct glsl_cache *cache;
    struct glsl_target target;              /* what the driver's shaders may use */
    GLint array_stride;                     /* of a float array in a shared block; 0: not asked yet */
    GLfloat patch_outer[4], patch_inner[2]; /* levels of patches without a control shader */
    uint64_t moved_images;                  /* image units of the driver that differ from the application's */
    uint64_t moved_storage[2];              /* the same for storage bindings */
};

/* Before each draw (of `mode`), dispatch (GL_NONE) and start of transform feedback, without which programs do
 * not see state that ES has no place for: takes the variant of the program that the state needs, feeds it
 * that state, and puts storage buffers where its ESSL expects them. */
void emu_program_prepare(struct emu_context *ctx, GLenum mode);
/* Whether the driver's sampler objects take GL_TEXTURE_LOD_BIAS, though ES says nothing of it. */
bool emu_bias_on_driver(struct emu_context *ctx);
/* Does what a primitive looks like depend on its number? */
bool emu_program_counts_primitives(const struct emu_context *ctx, const struct emu_program *program);
/* Does the first vertex provoke where the application wants it to, or is it no matter to the program? */
bool emu_program_provokes(struct emu_context *ctx);

/* After a draw or dispatch: the buffers of the blocks that its programs store to were written. */
void emu_program_mark_storage(struct emu_context *ctx);

/* A built-in of fixed function that the program's shaders read. */
struct emu_compat_builtin {
    const char *name; /* "gl_ModelViewProjectionMatrix", "gl_Normal" */
    const char *essl; /* its name on the driver; members of a structure keep their names behind it */
    GLenum type;      /* 0: a structure */
    int array_size;   /* 0: not an array */
    GLint location;   /* on the driver: uniform location (-1 for a structure or when not active) or attribute
                         location */
};
/* Lists valid until the next link of the program; count 0 when there is none. Attributes: gl_Vertex is 0,
 * others are where old hardware had them (gl_Normal 2, gl_Color 3, gl_MultiTexCoord0 8 …) unless a generic
 * attribute is there. */
const struct emu_compat_builtin *emu_program_compat_uniforms(const struct emu_program *program,
                                                             size_t *count);
const struct emu_compat_builtin *emu_program_compat_attribs(const struct emu_program *program, size_t *count);

#endif
