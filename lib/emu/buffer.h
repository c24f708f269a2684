/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_BUFFER_H
#define RETRACE_EMU_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl_api.h"

struct emu_context;

/* Binding points, in the order of the table in buffer.c. */
enum emu_buffer_target {
    EMU_ARRAY_BUFFER,
    EMU_COPY_READ_BUFFER,
    EMU_COPY_WRITE_BUFFER,
    EMU_PIXEL_PACK_BUFFER,
    EMU_PIXEL_UNPACK_BUFFER,
    EMU_TEXEL_BUFFER,
    EMU_DRAW_INDIRECT_BUFFER,
    EMU_DISPATCH_INDIRECT_BUFFER,
    EMU_PARAMETER_BUFFER,
    EMU_QUERY_BUFFER,
    EMU_UNIFORM_BUFFER,
    EMU_SHADER_STORAGE_BUFFER,
    EMU_ATOMIC_COUNTER_BUFFER,
    EMU_TRANSFORM_FEEDBACK_BUFFER,
    EMU_ELEMENT_ARRAY_BUFFER, /* lives in the vertex array object */
    EMU_BUFFER_TARGETS,
};

enum { EMU_MAX_INDEXED_BUFFERS = 96 };

struct emu_buffer {
    GLuint name, es;
    int refs; /* the name table, and each binding */
    GLsizeiptr size;
    GLenum usage;
    bool immutable;
    GLbitfield storage_flags;
    uint64_t serial;            /* no two buffers of a share group have had the same */
    uint8_t readbacks;          /* made for windows, of what the GPU wrote */
    bool windowed;              /* some texture of the emulation's shows it */
    uint32_t generation;        /* counts changes of contents that the emulation saw */
    bool keep_shadow;           /* once true, `shadow` follows every change */
    bool gpu_written;           /* the GPU may have written since the shadow was taken */
    uint8_t *shadow;            /* `size` bytes from a multiple of 64 on, as mappings are, or NULL */
    void *shadow_block;         /* its allocation */
    struct bounds_cache *scans; /* of its indices (bounds.h), or NULL */
    struct {
        void *pointer; /* what the application got; NULL when not mapped */
        GLintptr offset;
        GLsizeiptr length;
        GLbitfield access;
        void *es_pointer; /* the driver's mapping behind it; NULL when `pointer` is memory of ours */
        uint8_t *staging; /* memory of ours that `pointer` points into, or NULL */
    } map;
};

struct emu_buffer_range {
    struct emu_buffer *buffer;
    GLintptr offset;
    GLsizeiptr size; /* 0: the whole buffer (glBindBufferBase) */
};

struct emu_buffer_state {
    struct emu_buffer
        *bound[EMU_BUFFER_TARGETS]; /* what the application sees; ELEMENT_ARRAY is unused here */
    struct emu_buffer_range uniform[EMU_MAX_INDEXED_BUFFERS];
    struct emu_buffer_range storage[EMU_MAX_INDEXED_BUFFERS];
    struct emu_buffer_range atomic[EMU_MAX_INDEXED_BUFFERS];
    GLuint storage_top, atomic_top; /* above the highest index ever bound */
    bool shadow_all; /* keep shadows of all contents from the start (a tier that rewrites index streams) */
};

/* The slot of a target that the application named; NULL and GL_INVALID_ENUM when it is no buffer target. */
struct emu_buffer **emu_buffer_slot(struct emu_context *ctx, GLenum target);
/* The object behind a name, created if glGenBuffers reserved it (or, in compatibility contexts, if it is
 * new); NULL for 0 and for unknown names (GL_INVALID_OPERATION then). */
struct emu_buffer *emu_buffer_lookup(struct emu_context *ctx, GLuint name);
void emu_buffer_ref(struct emu_buffer **slot,
                    struct emu_buffer *buffer); /* replaces *slot, either may be NULL */

/* CPU copy of the contents: valid until the buffer changes. Reads the driver's buffer back when the GPU wrote
 * it or no shadow was kept yet (which is then kept from here on). NULL when it cannot be read (mapped, or
 * memory is out). */
const uint8_t *emu_buffer_contents(struct emu_context *ctx, struct emu_buffer *buffer);
/* The GPU writes the buffer (storage block, transform feedback, pixel pack, copy from such). */
void emu_buffer_mark_gpu_written(struct emu_buffer *buffer);

/* A draw or dispatch may have written every bound storage and atomic counter buffer. */
void emu_buffer_mark_storage_written(struct emu_context *ctx);

/* Binds on the driver without changing what the application sees; emu_buffer_restore puts the application's
 * binding back. Names are ES names. */
void emu_buffer_bind_es(struct emu_context *ctx, enum emu_buffer_target target, GLuint es);
void emu_buffer_restore(struct emu_context *ctx, enum emu_buffer_target target);
void emu_buffer_restore_storage(struct emu_context *ctx, GLuint index); /* an indexed storage-block binding */

/* A deleted buffer leaves the indexed bindings of a target. */
void emu_buffer_drop_ranges(struct emu_context *ctx, GLenum target, struct emu_buffer_range *ranges,
                            const struct emu_buffer *buffer);

GLenum emu_buffer_target_enum(enum emu_buffer_target target);
int emu_buffer_target_index(GLenum target); /* -1: no buffer target */
/* Whether ES has this binding point. */
bool emu_buffer_on_driver(const struct emu_context *ctx, enum emu_buffer_target target);

/* The buffer bound to a target; NULL and the GL error when the target is none or nothing is bound. */
struct emu_buffer *emu_buffer_bound(struct emu_context *ctx, GLenum target);

/* A driver target through which `buffer` can be edited: `target` itself where the driver has it (the buffer
 * is then bound there), else COPY_WRITE, which edit_end puts back. target 0: no particular one. */
GLenum emu_buffer_edit_begin(struct emu_context *ctx, GLenum target, const struct emu_buffer *buffer);
void emu_buffer_edit_end(struct emu_context *ctx, GLenum target, GLenum es_target);

/* What the entry points do once the buffer is found, by binding or by name: `target` is where it is bound, 0
 * when it came by its name. GL errors are raised here. buffer_data.c: */
void emu_buffer_set_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLsizeiptr size,
                         const void *data, GLenum usage);
void emu_buffer_set_sub_data(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer,
                             GLintptr offset, GLsizeiptr size, const void *data);
void emu_buffer_set_storage(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer,
                            GLsizeiptr size, const void *data, GLbitfield flags);
void emu_buffer_copy(struct emu_context *ctx, struct emu_buffer *from, struct emu_buffer *to, GLintptr read,
                     GLintptr write, GLsizeiptr size);
void emu_buffer_get_sub_data(struct emu_context *ctx, struct emu_buffer *buffer, GLintptr offset,
                             GLsizeiptr size, void *data);
/* The range lies in the buffer, which no ordinary mapping blocks; false after the error. */
bool emu_buffer_check_range(struct emu_context *ctx, const struct emu_buffer *buffer, GLintptr offset,
                            GLsizeiptr size);
/* Writes a range that was checked, whatever the storage allows the application. */
void emu_buffer_write(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                      GLsizeiptr size, const void *data);
/* buffer_get.c: */
void emu_buffer_parameter(struct emu_context *ctx, const struct emu_buffer *buffer, GLenum pname,
                          GLint64 *params);
/* buffer_map.c: */
void *emu_buffer_map(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                     GLsizeiptr length, GLbitfield access);
GLbitfield emu_buffer_access_bits(GLenum access); /* of GL_READ_ONLY, …; 0 for any other word */
GLboolean emu_buffer_unmap_checked(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer);
void emu_buffer_flush(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLintptr offset,
                      GLsizeiptr length);

/* buffer_map.c. Ends a mapping, explicit or implicit (target 0: bound nowhere in particular); *intact (may be
 * NULL) is what glUnmapBuffer returns. */
void emu_buffer_unmap(struct emu_context *ctx, GLenum target, struct emu_buffer *buffer, GLboolean *intact);
GLenum
emu_buffer_access_enum(const struct emu_buffer *buffer); /* GL_READ_ONLY, … of the mapping or the last one */

#endif
