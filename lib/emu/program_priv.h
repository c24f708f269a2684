/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_PROGRAM_PRIV_H
#define RETRACE_EMU_PROGRAM_PRIV_H

/* Inside the program area: shader.c, program*.c, uniform*.c, pipeline.c, subroutine.c. */

#include "arena.h"
#include "emu/emu_priv.h"
#include "emu/glsl_cache.h"

enum emu_compile_state {
    EMU_COMPILE_NONE,    /* never compiled */
    EMU_COMPILE_PENDING, /* compiled, and nobody has asked yet whether that went well */
    EMU_COMPILE_OK,
    EMU_COMPILE_FAILED,
};

struct emu_shader {
    enum emu_program_kind kind; /* first, see struct emu_program */
    GLuint name;
    GLenum type;
    enum glsl_stage stage;
    int refs; /* the name, and each program it is attached to */
    bool deleted;
    enum emu_compile_state state;
    char *source;   /* glShaderSource; NULL: never given */
    char *compiled; /* the source as it was at glCompileShader: what links */
    char *info;     /* NULL: empty */
};

/* What the elements of a uniform are made of. */
enum emu_uniform_base {
    EMU_BASE_FLOAT,
    EMU_BASE_DOUBLE, /* float on the driver where the translation narrows; else see uniform_wide.c */
    EMU_BASE_INT64,
    EMU_BASE_UINT64,
    EMU_BASE_INT,
    EMU_BASE_UINT,
    EMU_BASE_BOOL,
    EMU_BASE_SAMPLER,
    EMU_BASE_IMAGE,
    EMU_BASE_COUNTER,
};

struct emu_uniform_type {
    GLenum type;
    uint8_t base; /* enum emu_uniform_base */
    uint8_t columns, rows;
};
/* What the table of numeric types lacks is an image, by its range of enums, or a sampler. */
struct emu_uniform_type emu_uniform_type_of(GLenum type);

/* A row of the active uniforms. */
struct emu_uniform {
    const char *name; /* without the [0] that arrays have at their end */
    struct emu_uniform_type type;
    bool array;
    GLint size;      /* elements; 1 when not an array */
    GLint block;     /* into blocks; -1: default block */
    GLint location;  /* -1: none */
    GLuint es_index; /* among the driver's active uniforms */
    GLint *units;    /* samplers and images: the last value of each element; else NULL */
    uint64_t *wide;  /* numbers that are two words on the driver: the last values, by columns; else NULL */
    const struct glsl_uniform *glsl; /* NULL for members of blocks */
    const struct glsl_field *field;  /* of blocks that the driver sees as words; else NULL */
};

/* One uniform location. */
enum {
    EMU_SLOT_FREE = -1,
    EMU_SLOT_INACTIVE = -2
}; /* INACTIVE: explicit in the source, but nothing reads it */
struct emu_uniform_slot {
    GLint uniform; /* into uniforms, or one of the above */
    GLint element;
};

/* The uniforms by name, sorted. */
struct emu_name_index {
    const char *name;
    uint32_t index;
};

/* A uniform or storage block; each element of an array of blocks is one. */
struct emu_block {
    const char *name;
    GLuint es_index;
    GLint binding;    /* the application's */
    GLint es_binding; /* the driver's; -1: it does not have this block, a window stands for it */
    bool written;     /* storage: some stage stores to it */
    const struct glsl_block *glsl;
};

/* An active vertex input or fragment output; built-ins of the language (gl_VertexID) are inputs, too. */
struct emu_variable {
    const char *name; /* without the [0] */
    GLenum type;
    bool array;
    GLint size;
    GLint location, index, component;
};

struct emu_subroutine_slot {
    const struct glsl_subroutine *subroutine;
    GLint element;
    GLint es;     /* location on the driver, -1: not active */
    GLuint value; /* index of the function it calls */
};

/* A uniform that holds how many samples a sampler's texture has. */
struct emu_sample_count {
    const struct emu_uniform *sampler;
    GLint location, value; /* on the driver, as last fed */
};

/* A uniform with the bias of each element of a sampler. */
struct emu_lod_bias {
    const struct emu_uniform *sampler;
    GLint location;
    GLfloat *values; /* as last fed */
};

/* A driver program: the sources translated under one key. */
struct emu_variant {
    struct glsl_key key;
    const char *added[GLSL_STAGES]; /* declarations in front of main(): struct emu_pipeline's; NULL: none */
    struct glsl_output *glsl;
    GLuint es;           /* 0: this key cannot be had */
    GLint *slots;        /* the driver's location of each of our uniform locations */
    GLint (*columns)[4]; /* the same of each column, for 64-bit numbers; NULL: the program has none */
    GLuint *blocks;      /* the driver's index of each uniform block */
    GLint draw_id, base_vertex, base_instance, point_size, depth_near, depth_far, depth_diff, patch_outer,
        patch_inner;          /* -1: not read */
    GLfloat patch_levels[6];  /* as last fed */
    GLfloat point_size_value; /* as last fed */
    GLint point_tie;
    GLfloat point_tie_value[2];
    struct emu_sample_count *samples;
    size_t sample_count;
    struct emu_lod_bias *biases;
    size_t bias_count;
    bool fed;        /* some of the uniforms from point_size on are read, so that emu_feed_state has work */
    uint64_t values; /* exe->values when it was last up to date */
    struct emu_variant *next;
};

/* What a successful link made. Everything but the translations is in the arena. */
struct emu_executable {
    struct arena arena;
    struct glsl_input input;                /* what it was translated from */
    struct glsl_output *glsl;               /* of the link itself: the source of all names and types */
    GLuint es;                              /* the link's driver program: indices of the driver are its */
    struct emu_variant *variants, *variant; /* all, the newest first; the one that draws */
    uint64_t values;                        /* counts changes of uniforms and block bindings */
    struct emu_uniform *uniforms;
    struct emu_name_index *by_name;
    size_t uniform_count;
    struct emu_uniform_slot *slots; /* by location */
    size_t slot_count;
    struct emu_kept_value *kept; /* by location; NULL: none yet (uniform_kept.c) */
    struct emu_block *blocks, *storage;
    struct emu_block *counters; /* storage blocks that stand for atomic counters, by the counters' binding */
    size_t block_count, storage_count, counter_count;
    struct emu_uniform *buffer_variables; /* of storage blocks; NULL: not read yet */
    size_t buffer_variable_count;
    struct emu_windows *windows; /* NULL: the driver can bind all that it reads */
    struct emu_windows *large;   /* while a storage block is longer than the driver's; NULL: none was yet */
    unsigned windows_key;        /* GLSL_WINDOWS_... of the next draw */
    bool no_large;               /* there is no such form */
    bool has_images, has_wide;
    bool narrowed;      /* the source has doubles: what is a float uniform here may be one of them there */
    bool storage_moves; /* some storage block's binding is not the driver's, or there are counters among them
                         */
    bool emits_points, emits_others; /* by a geometry or evaluation shader, whatever the mode of the draw */
    struct emu_variable *inputs, *outputs, *xfb;
    size_t input_count, output_count, xfb_count;
    GLenum xfb_mode;
    struct emu_subroutine_slot *subroutines[GLSL_STAGES];
    size_t subroutine_count[GLSL_STAGES];
    struct emu_compat_builtin *compat_uniforms, *compat_attribs;
    size_t compat_uniform_count, compat_attrib_count;
};

/* ---- objects (shader.c, program.c) ---- */

/* The shader or program of that name. NULL after GL_INVALID_VALUE when the name is neither,
 * GL_INVALID_OPERATION when it is the other kind. */
struct emu_shader *emu_shader_lookup(struct emu_context *ctx, GLuint name, const char *function);
struct emu_program *emu_program_lookup(struct emu_context *ctx, GLuint name, const char *function);
/* The same, and GL_INVALID_OPERATION unless the last link succeeded. */
struct emu_program *emu_program_lookup_linked(struct emu_context *ctx, GLuint name, const char *function);

struct emu_shader *emu_shader_create(struct emu_context *ctx, GLenum type);
void emu_shader_unref(struct emu_context *ctx, struct emu_shader *shader);
bool emu_shader_source(struct emu_shader *shader, GLsizei count, const GLchar *const *strings,
                       const GLint *lengths);
/* Whether the last compile succeeded; runs it when nobody has asked before. */
bool emu_shader_compiled(struct emu_context *ctx, struct emu_shader *shader);
/* -1 when `type` is no shader type. */
int emu_shader_stage(GLenum type);
GLenum emu_shader_type(enum glsl_stage stage);

struct emu_program *emu_program_create(struct emu_context *ctx);
void emu_program_ref(struct emu_context *ctx, struct emu_program **slot, struct emu_program *program);
/* The bound program or pipeline changed, or a program of it was linked. */
void emu_program_update_vertex(struct emu_context *ctx);
bool emu_program_attach(struct emu_program *program, struct emu_shader *shader);
void emu_program_detach(struct emu_context *ctx, struct emu_program *program, size_t i);
/* Frees what links read: detaches all shaders. */
void emu_program_input_finish(struct emu_context *ctx, struct emu_program *program);
void emu_program_set_info(char **info, const char *text);

/* Copies `text` as GL returns strings: at most buf_size bytes with the NUL, its length without to *length. */
void emu_program_return_string(const char *text, const char *suffix, GLsizei buf_size, GLsizei *length,
                               GLchar *out);

/* The driver's glUseProgram, unless it is its current program already. */
void emu_program_use_es(struct emu_context *ctx, GLuint es);

/* ---- link (program_link.c, program_build.c, program_reflect.c, program_variable.c) ---- */

void emu_program_link(struct emu_context *ctx, struct emu_program *program);
/* Links translated shaders into a driver program, with declarations of `added` in front of the main() of each
 * stage (NULL: none). False with the driver's words in *info. */
bool emu_program_build(struct emu_context *ctx, GLuint es_program, const struct emu_executable *exe,
                       const struct glsl_output *glsl, char *const *added, char **info);
/* The same where another form may yet do: a failure is not reported. */
bool emu_program_try(struct emu_context *ctx, GLuint es_program, const struct emu_executable *exe,
                     const struct glsl_output *glsl, char *const *added, char **info);
/* Where an input is to be: where the source or the application has it or, in a variant, where the first link
 * put it. -1: wherever the driver likes. */
int emu_program_wanted_location(const struct emu_executable *exe, const struct glsl_variable *in);
/* Gives the second halves of doubles that the shader reads as words locations outside of `used`, before the
 * link; then reads which attributes are such, after it (program_double.c). */
void emu_program_place_halves(struct emu_context *ctx, GLuint es_program, const struct glsl_output *glsl,
                              uint32_t used);
void emu_program_find_doubles(struct emu_context *ctx, struct emu_program *program);
/* One bit for each location that an attribute has, from bit 0 up. */
uint32_t emu_attrib_mask(GLenum type, int array_size);

/* Whether the driver lays blocks out as std430 where it may choose (program_packing.c). */
bool emu_program_packs_tightly(struct emu_context *ctx);

/* Reads from the linked driver program exe->es what the application may see of it, and makes the first
 * variant. False when memory is out. */
bool emu_executable_reflect(struct emu_context *ctx, struct emu_executable *exe);
/* NULL is legal. Driver programs are not its to delete. */
void emu_executable_destroy(struct emu_executable *exe);

struct emu_reflect {
    const struct gles_table *es;
    GLuint program; /* the driver's */
    struct emu_executable *exe;
    char *name, *source; /* scratch, `size` bytes each */
    GLsizei size;
};
bool emu_reflect_variables(struct emu_reflect *r);
char *emu_reflect_string(struct arena *arena, const char *s, size_t n);
/* Zeroed, with room for one more; NULL when memory is out. */
void *emu_reflect_array(struct arena *arena, size_t n, size_t size);

/* Gives every uniform of the default block its location(s). False when memory is out or one is out of all
 * bounds. */
bool emu_uniform_assign_locations(struct emu_executable *exe);
/* The driver's locations of a uniform's elements; -1: not active there. */
void emu_uniform_es_locations(const struct gles_table *es, GLuint es_program, const struct emu_uniform *u,
                              GLint *out);

/* ---- variants (program_variant.c) ---- */

/* Adds a variant that is linked already and takes over `glsl`. NULL when memory is out, then it does not. */
struct emu_variant *emu_variant_create(struct emu_context *ctx, struct emu_executable *exe, GLuint es,
                                       struct glsl_output *glsl, const struct glsl_key *key);
/* Deletes the driver programs of all but the link itself. exe NULL is legal. */
void emu_variant_destroy_others(struct emu_context *ctx, struct emu_executable *exe);
/* Makes a variant of its executable the one that draws. */
void emu_variant_install(struct emu_context *ctx, struct emu_program *program, struct emu_variant *v);

/* Finds the uniforms that stand for state in a new variant; false when memory is out. Then gives them their
 * values (program_feed.c). */
bool emu_feed_find(struct emu_context *ctx, struct emu_executable *exe, struct emu_variant *v);
void emu_feed_state(struct emu_context *ctx, struct emu_program *program);

/* What a sampler of that type reads; EMU_KINDS for multisample textures and buffers (program_texture.c). */
enum emu_texture_kind emu_sampler_kind(GLenum type);

/* Puts samplers with a bias in place of textures with one, where the driver takes those. */
void emu_bias_prepare(struct emu_context *ctx, const struct emu_executable *exe);
/* Which samplers' textures have a bias of their levels of detail now, as glsl_key has it; finds the uniforms
 * of those in a new variant, false when memory is out; gives them their values (program_bias.c). */
uint64_t emu_bias_key(struct emu_context *ctx, const struct emu_executable *exe);
bool emu_bias_find(struct emu_context *ctx, struct emu_executable *exe, struct emu_variant *v);
void emu_bias_feed(struct emu_context *ctx, const struct emu_program *program, struct emu_variant *v);

/* Whether some storage block of the driver's is bound elsewhere by the application. */
void emu_program_find_moves(struct emu_executable *exe);
/* Puts the application's storage buffers where the programs look for them (storage_block.c). */
void emu_program_prepare_storage(struct emu_context *ctx);
/* Units that have textures of several kinds show the one that the program samples (program_texture.c). */
void emu_program_prepare_textures(struct emu_context *ctx);
/* The same for textures of image units (program_image.c). */
void emu_program_prepare_images(struct emu_context *ctx);

/* Index of the active uniform that `name` names, with the element in *element; -1 when there is none. */
int emu_executable_find_uniform(const struct emu_executable *exe, const char *name, GLint *element);
/* The same in a list of inputs, outputs or varyings. */
int emu_variable_find(const struct emu_variable *list, size_t count, const char *name, GLint *element);
/* Splits "a[3]" into the length of "a" and 3; element -1 when there is no index at the end. */
size_t emu_program_split_index(const char *name, GLint *element);

/* ---- uniforms (uniform.c) ---- */

/* Writes `count` elements at a location of the current driver program. `value` is of GLfloat, GLint or GLuint
 * by base. */
void emu_uniform_upload(const struct gles_table *es, struct emu_uniform_type type, GLint es_location,
                        GLsizei count, GLboolean transpose, const void *value);
/* The same for a driver program that need not be the current one. */
void emu_uniform_upload_to(struct emu_context *ctx, GLuint es_program, struct emu_uniform_type type,
                           GLint es_location, GLsizei count, GLboolean transpose, const void *value);
/* Uniforms of 64-bit numbers in words (uniform_wide.c). */
bool emu_uniform_is_wide(const struct glsl_uniform *g);
/* Whether the driver's active uniform `essl` is one of its arrays. */
bool emu_uniform_wide_owns(const struct glsl_uniform *g, const char *essl);
/* Makes the driver's row in u, which it calls `essl`, that of the whole uniform. False when there is one. */
bool emu_uniform_wide_row(struct emu_executable *exe, const char *essl, struct emu_uniform *u);
/* Room for the values, which are 0. False when memory is out. */
bool emu_uniform_wide_init(struct emu_executable *exe);
/* Fills the variant's locations of one. */
void emu_uniform_wide_locate(const struct gles_table *es, const struct emu_uniform *u, struct emu_variant *v);
/* Sets elements from an array of 64-bit numbers. */
void emu_uniform_wide_set(struct emu_context *ctx, struct emu_executable *exe, const struct emu_uniform *u,
                          GLint element, GLsizei count, GLboolean transpose, const void *value);
/* Gives all values to another variant. */
void emu_uniform_wide_copy(struct emu_context *ctx, const struct emu_executable *exe,
                           const struct emu_variant *v);
/* Values without a place in the driver program that draws (uniform_kept.c). Keeps those of a call's elements
 * that have none; keeps a value that was read from a driver, 16 words; gives what is kept, or NULL. */
void emu_uniform_keep(struct emu_executable *exe, GLint location, struct emu_uniform_type type, GLsizei count,
                      GLboolean transpose, const void *value);
void emu_uniform_keep_driver(struct emu_executable *exe, size_t location, const void *value);
const void *emu_uniform_kept(const struct emu_executable *exe, size_t location);
/* Writes one int at a location of the driver program, current or not. */
void emu_uniform_set_int(struct emu_context *ctx, const struct emu_program *program, GLint es_location,
                         GLint value);
/* Initialisers and explicit bindings of the source, after a link. */
void emu_uniform_set_initial(struct emu_context *ctx, struct emu_program *program);

/* ---- resources (program_resource.c, program_property.c) ---- */

/* One resource of any interface. */
struct emu_resource {
    const char *name; /* NULL: this interface has no names */
    bool array;       /* the name ends in [0] */
    GLenum type;
    GLint size, location, index, component, block, binding;
    GLuint es_index;                /* GL_INVALID_INDEX: the driver has no such thing */
    const struct glsl_field *field; /* a member of a block that the driver sees as words; else NULL */
    const struct glsl_block *words; /* such a block; else NULL */
};

/* ---- members that the driver knows nothing of (program_field.c) ---- */

/* How many the uniform or storage blocks have; appends their rows to a list with room for them. */
size_t emu_field_count(const struct emu_executable *exe, bool storage);
void emu_fields_add(const struct emu_executable *exe, bool storage, struct emu_uniform *to, size_t *count);
/* Writes the rows of a block, at most `room`, to out; returns how many there are. */
GLint emu_field_list(const struct emu_executable *exe, bool storage, const struct glsl_block *block,
                     GLint *out, GLint room);
/* A property by its name in either kind of query. False: it is not the field's. */
bool emu_field_property(const struct glsl_field *f, GLenum prop, GLint *out);

/* Resources of an interface. False after an error when it is none. */
bool emu_resource_count(struct emu_context *ctx, const struct emu_program *program, GLenum interface,
                        size_t *count, const char *function);
/* The program and resource of a query. False after an error. */
bool emu_resource_find(struct emu_context *ctx, GLuint name, GLenum interface, GLuint index,
                       struct emu_resource *r, struct emu_program **program, const char *function);
GLint emu_resource_name_length(const struct emu_resource *r); /* with the NUL, and [0] where there is one */

/* ---- subroutines (subroutine.c) ---- */

bool emu_subroutine_init(struct emu_executable *exe);
/* Another variant draws: finds its locations, and what was chosen goes there. */
void emu_subroutine_locate(struct emu_context *ctx, struct emu_program *program);
/* Chooses the first compatible function for each, as after a link and after each glUseProgram. */
void emu_subroutine_reset(struct emu_context *ctx, struct emu_program *program);

/* ---- pipelines (pipeline.c) ---- */

void emu_pipeline_finish(struct emu_context *ctx);
/* The driver's pipeline gets the programs that draw now. */
void emu_pipeline_sync(struct emu_context *ctx, struct emu_pipeline *pipeline);
/* Before a draw: will the driver refuse programs that desktop GL draws with? True when declarations may help,
 * which pipeline->added has got: to be prepared and checked again. If not, names the gap. */
bool emu_pipeline_check(struct emu_context *ctx, struct emu_pipeline *pipeline);
/* Finds what each program lacks of its neighbours' varyings; true: pipeline->added changed
 * (pipeline_meet.c). */
bool emu_pipeline_meet(struct emu_pipeline *pipeline);
/* ESSL with added declarations in front of main(), to be freed; NULL when memory is out. A line that begins
 * with '-' is one to leave out. */
char *emu_pipeline_merge(const char *essl, const char *added);

#endif
