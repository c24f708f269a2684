/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_TEXTURE_H
#define RETRACE_EMU_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/texture_format.h"
#include "gl_api.h"

struct emu_context;
struct emu_buffer;
struct emu_value;

/* Desktop texture targets. ES has no 1D, 1D array and rectangle textures: they are 2D and 2D array there. */
enum emu_texture_kind {
    EMU_KIND_1D,
    EMU_KIND_2D,
    EMU_KIND_3D,
    EMU_KIND_CUBE,
    EMU_KIND_1D_ARRAY,
    EMU_KIND_2D_ARRAY,
    EMU_KIND_CUBE_ARRAY,
    EMU_KIND_RECTANGLE,
    EMU_KIND_BUFFER,
    EMU_KIND_2D_MULTISAMPLE,
    EMU_KIND_2D_MULTISAMPLE_ARRAY,
    EMU_KINDS,
};

/* Binding points of an ES texture unit. */
enum emu_es_target {
    EMU_ES_2D,
    EMU_ES_3D,
    EMU_ES_CUBE,
    EMU_ES_2D_ARRAY,
    EMU_ES_CUBE_ARRAY,
    EMU_ES_BUFFER,
    EMU_ES_2DMS,
    EMU_ES_2DMS_ARRAY,
    EMU_ES_TARGETS
};

enum { EMU_MAX_LEVELS = 16, EMU_MAX_TEXTURE_UNITS = 192, EMU_MAX_IMAGE_UNITS = 32 };

/* A parameter value as glTexParameter* or glSamplerParameter* got it. */
struct emu_param {
    enum { EMU_PARAM_INT, EMU_PARAM_FLOAT, EMU_PARAM_PURE_INT, EMU_PARAM_PURE_UINT } type;
    bool vector;
    GLint i[4];   /* not with EMU_PARAM_FLOAT */
    GLfloat f[4]; /* EMU_PARAM_FLOAT */
};

/* The parameters that textures and sampler objects share. */
struct emu_sampling {
    GLenum min_filter, mag_filter, wrap[3];
    GLenum compare_mode, compare_func, srgb_decode, reduction;
    GLenum border_type; /* GL_FLOAT, GL_INT, GL_UNSIGNED_INT */
    union {
        GLfloat f[4];
        GLint i[4];
    } border;
    GLfloat lod_bias, min_lod, max_lod, anisotropy;
};

struct emu_level {
    const struct emu_format *format; /* NULL: no image */
    GLenum internal;                 /* as the application named it */
    GLsizei width, height, depth; /* of the desktop image: height 1 for 1D, height = layers for a 1D array */
};

struct emu_texture {
    GLuint name, es;
    int refs; /* the name table, bindings, attachments */
    enum emu_texture_kind kind;
    GLenum es_target;
    bool immutable;    /* as the application sees it */
    bool es_immutable; /* the driver's object */
    GLint immutable_levels;
    GLint min_level, num_levels, min_layer, num_layers; /* of a view; whole texture otherwise */
    GLsizei samples;
    bool fixed_locations;
    struct emu_level
        *faces[6]; /* EMU_MAX_LEVELS each, allocated with the first image; faces[0] unless a cube map */
    struct emu_sampling sampling, stand_in_sampling;
    GLuint stand_in; /* a sampler of the driver's with stand_in_sampling; 0: none was needed */
    GLint base_level, max_level;
    GLenum swizzle[4], depth_mode; /* the application's; depth_mode is the legacy GL_DEPTH_TEXTURE_MODE */
    GLenum depth_stencil_mode;
    GLenum es_swizzle[4]; /* the driver's now */
    GLboolean generate_mipmap;
    GLfloat priority;
    struct emu_buffer *buffer; /* of a buffer texture */
    GLenum buffer_format;
    GLintptr buffer_offset;
    GLsizeiptr buffer_size;             /* 0: the whole buffer */
    const struct emu_format *buffer_es; /* format of the texels */
    bool gpu_written;                   /* rendered to or stored to, since the last upload */
};

struct emu_texture_unit {
    struct emu_texture *bound[EMU_KINDS]; /* NULL: the default texture */
    GLuint es[EMU_ES_TARGETS];            /* what the driver has bound */
    uint8_t last_2d, last_array;          /* kind whose texture holds ES's 2D (2D array) binding */
};

struct emu_image_unit {
    struct emu_texture *texture;
    GLint level, layer;
    GLboolean layered;
    GLenum access, format;
};

struct emu_texture_state {
    GLuint active_unit; /* the application's glActiveTexture, from 0 */
    GLuint es_active;   /* the driver's */
    GLuint unit_count;
    struct emu_texture_unit units[EMU_MAX_TEXTURE_UNITS];
    struct emu_texture defaults[EMU_KINDS];
    struct emu_image_unit images[EMU_MAX_IMAGE_UNITS];
    struct emu_level proxy[EMU_KINDS];
    GLsizei proxy_samples;
    bool has_cubes, seams_noted; /* there was a cube map; its seams were named as a gap */
    uint32_t shared;  /* units with textures of several kinds that one binding of the driver stands for */
    uint8_t *staging; /* of converted uploads and read-backs, grown as needed */
    size_t staging_size;
};

/* ---- for other areas ---- */

/* The object behind a texture name; NULL for 0, unknown and never bound names (raises nothing). */
struct emu_texture *emu_texture_lookup(struct emu_context *ctx, GLuint name);
/* What the application has bound: never NULL. */
struct emu_texture *emu_texture_bound(struct emu_context *ctx, GLuint unit, enum emu_texture_kind kind);
void emu_texture_ref(struct emu_context *ctx, struct emu_texture **slot, struct emu_texture *texture);

/* ES has one binding for several desktop targets (2D for 1D, 2D and rectangle): makes `unit` hold the texture
 * of the target that the program's sampler names (GL_TEXTURE_1D …). For programs whose samplers are not plain
 * 2D; the most recently bound target holds it otherwise. Cheap when nothing changes. */
void emu_texture_select(struct emu_context *ctx, GLuint unit, GLenum target);

/* ---- inside the texture files ---- */

extern const GLenum emu_es_targets[EMU_ES_TARGETS];

/* What the application's target word means. */
struct emu_target {
    GLenum target;
    enum emu_texture_kind kind;
    uint8_t face, dims; /* dims: of the desktop image, 1 to 3 */
    bool proxy;
};
/* NULL when it is no texture target; raises nothing. Kinds that the driver lacks are found too. */
const struct emu_target *emu_target_find(GLenum target);
bool emu_target_supported(struct emu_context *ctx, enum emu_texture_kind kind);
/* The texture bound to a target that takes parameters (no faces, no proxies): NULL after GL_INVALID_ENUM. */
struct emu_texture *emu_texture_of_target(struct emu_context *ctx, GLenum target, const char *function);

/* The object that a bind names: made when its name has none yet. NULL after an error. */
struct emu_texture *emu_texture_object(struct emu_context *ctx, GLuint name, enum emu_texture_kind kind);
struct emu_texture *emu_texture_create(struct emu_context *ctx, GLuint name, enum emu_texture_kind kind);
/* A fresh driver object with the same parameters and no images, bound and attached where the old one was;
 * returns the old one, for the caller to delete. */
GLuint emu_texture_replace_es(struct emu_context *ctx, struct emu_texture *texture);
void emu_texture_view_es(struct emu_context *ctx, struct emu_texture *view, const struct emu_texture *origin,
                         GLenum es_format, GLuint level, GLsizei levels, GLuint layer, GLsizei layers);
/* Makes the texture the driver's current one of its target on the active unit; end puts back what belongs
 * there. Changes of a texture's images or parameters happen between the two. */
void emu_texture_begin(struct emu_context *ctx, struct emu_texture *texture);
void emu_texture_end(struct emu_context *ctx, struct emu_texture *texture);
void emu_texture_bind_es(struct emu_context *ctx, GLuint unit, enum emu_es_target target, GLuint es);
/* Brings one driver binding in line with what the application has bound. */
void emu_texture_flush(struct emu_context *ctx, GLuint unit, enum emu_es_target target);
/* A texture of the emulation's own was deleted: the driver has nothing bound where it was. */
void emu_texture_forget_es(struct emu_context *ctx, enum emu_es_target target, GLuint es);
void emu_texture_activate(struct emu_context *ctx, GLuint unit); /* the driver's active unit */
void emu_texture_bind(struct emu_context *ctx, GLuint unit, enum emu_texture_kind kind,
                      struct emu_texture *texture);
enum emu_es_target emu_texture_es_index(enum emu_texture_kind kind);
GLenum emu_texture_kind_target(enum emu_texture_kind kind);

struct emu_level *emu_texture_level(const struct emu_texture *texture, unsigned face,
                                    GLint level); /* NULL: no image there */
/* As above, made when missing; NULL when memory is out. */
struct emu_level *emu_texture_level_make(struct emu_context *ctx, struct emu_texture *texture, unsigned face,
                                         GLint level);
GLsizei emu_texture_max_size(struct emu_context *ctx, enum emu_texture_kind kind);
/* The driver's swizzle follows the format and the application's. Between begin and end. */
void emu_texture_update_swizzle(struct emu_context *ctx, struct emu_texture *texture);
void emu_texture_format_changed(struct emu_context *ctx, struct emu_texture *texture);

/* At least `size` bytes, valid until the next call; NULL (GL_OUT_OF_MEMORY) when there are none. */
uint8_t *emu_texture_staging(struct emu_context *ctx, size_t size);

/* Pixels of the application on their way to the driver: as they are where the driver takes them, else
 * converted into staging memory. Zero-initialise; begin, use `data`, end (which puts the unpack buffer
 * binding back). */
struct emu_upload {
    GLenum format, type; /* for the driver */
    const void *data;    /* pointer, or offset into the bound unpack buffer */
    bool converted;
};
/* w, h, d are the region's as the application sees it; `dims` its dimensions (for UNPACK_SKIP_IMAGES);
 * rows_are_layers for 1D arrays. False after an error: the pair is not for this format, data lies outside the
 * buffer, memory is out. */
bool emu_upload_begin(struct emu_context *ctx, struct emu_upload *up, const struct emu_format *f,
                      unsigned dims, GLsizei w, GLsizei h, GLsizei d, GLenum format, GLenum type,
                      const void *pixels, bool rows_are_layers, GLint border);
void emu_upload_end(struct emu_context *ctx, struct emu_upload *up);
/* GL_NO_ERROR when the client pair may describe that internal format. */
GLenum emu_upload_check(const struct emu_format *f, GLenum format, GLenum type);

/* Sends one region to the driver's bound texture. `fresh`: glTexImage (defines the level), else
 * glTexSubImage. */
struct emu_region {
    const struct emu_target *target;
    GLint level, x, y, z;
    GLsizei w, h, d;
};
void emu_texture_submit(struct emu_context *ctx, const struct emu_texture *texture,
                        const struct emu_region *r, const struct emu_format *f, const struct emu_upload *up,
                        bool fresh);
GLenum emu_texture_es_image_target(const struct emu_target *target);
/* Legacy GL_GENERATE_MIPMAP: after the base level changed. */
void emu_texture_auto_mipmap(struct emu_context *ctx, struct emu_texture *texture, GLint level);
void emu_texture_generate(struct emu_context *ctx, struct emu_texture *texture);

void emu_sampling_init(struct emu_sampling *s, enum emu_texture_kind kind);
/* Sets one shared parameter of a texture (sampler 0) or sampler object and forwards it: false when pname is
 * none of them. Errors are raised here. */
bool emu_sampling_set(struct emu_context *ctx, struct emu_sampling *s, GLenum es_target, GLuint sampler,
                      enum emu_texture_kind kind, GLenum pname, const struct emu_param *p);
/* Gives a sampler of the driver's all parameters of a texture. */
void emu_sampling_copy(struct emu_context *ctx, GLuint sampler, enum emu_texture_kind kind,
                       const struct emu_sampling *from);
/* The value of a shared parameter; false when pname is none of them. */
bool emu_sampling_get(const struct emu_sampling *s, GLenum pname, struct emu_value *out);
GLint emu_param_int(const struct emu_param *p, int i);
GLfloat emu_param_float(const struct emu_param *p, int i);
/* Fills a vector parameter of the type that p->type says: one value or four, as pname has. */
void emu_param_vector(struct emu_param *p, GLenum pname, const void *values, size_t size);
void emu_texture_param(struct emu_context *ctx, struct emu_texture *t, GLenum pname,
                       const struct emu_param *p, const char *function);
/* All parameters, again, to a fresh driver object. */
void emu_texture_resend(struct emu_context *ctx, struct emu_texture *t);

/* GL_TEXTURE_COMPRESSED_IMAGE_SIZE; 0 when not compressed. */
GLsizei emu_level_compressed_size(const struct emu_level *level);
bool emu_texture_get_param(struct emu_context *ctx, const struct emu_texture *t, GLenum pname,
                           struct emu_value *v, const char *function); /* t NULL: an error was raised */
bool emu_texture_get_level(struct emu_context *ctx, const struct emu_texture *t,
                           const struct emu_target *what, GLint level, GLenum pname, GLint64 *out);
void emu_texture_sub_image(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                           GLenum format, GLenum type, const void *pixels, const char *function);
void emu_texture_storage(struct emu_context *ctx, struct emu_texture *t, GLsizei levels, GLenum internal,
                         GLsizei w, GLsizei h, GLsizei d, const char *function);
/* Notes the sizes of `levels` levels of every face; false when memory is out. */
bool emu_texture_record(struct emu_context *ctx, struct emu_texture *t, const struct emu_format *f,
                        GLenum internal, GLint levels, GLsizei w, GLsizei h, GLsizei d);
/* The driver's storage, between begin and end. */
void emu_texture_storage_driver(struct emu_context *ctx, struct emu_texture *t, const struct emu_format *f,
                                GLint levels, GLsizei w, GLsizei h, GLsizei d);
/* glTexImage of the bound texture without data. */
void emu_texture_define(struct emu_context *ctx, GLenum target, unsigned dims, GLint level, GLenum internal,
                        GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type, const char *function);
/* The driver's glTexImage2D without data of what is bound to GL_TEXTURE_2D there, for formats that the driver
 * has no sized name for. */
void emu_texture_define_es(struct emu_context *ctx, const struct emu_format *f, GLsizei w, GLsizei h);
/* Uploads tight pixels of ours, whatever the application's unpack state. */
void emu_texture_put(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                     GLenum format, GLenum type, const void *pixels);
void emu_texture_copy_sub(struct emu_context *ctx, struct emu_texture *t, struct emu_region *r, GLint sx,
                          GLint sy, const char *function);
void emu_texture_read(struct emu_context *ctx, struct emu_texture *t, const struct emu_region *r,
                      GLenum format, GLenum type, size_t limit, void *pixels, const char *function);
void emu_texture_multisample(struct emu_context *ctx, struct emu_texture *t, GLsizei samples, GLenum internal,
                             GLsizei w, GLsizei h, GLsizei d, GLboolean fixed, bool immutable,
                             const char *function);
void emu_texture_buffer_range(struct emu_context *ctx, struct emu_texture *t, GLenum internal, GLuint name,
                              GLintptr offset, GLsizeiptr size, bool whole, const char *function);
/* Gives a mutable texture a driver object with immutable storage and the same images, as image units need. */
void emu_texture_make_immutable(struct emu_context *ctx, struct emu_texture *t);
bool emu_image_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value);

/* image.c: a texture's driver object changed or died. */
void emu_image_rebind(struct emu_context *ctx, struct emu_texture *t, bool deleted);

#endif
