/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_H
#define RETRACE_EMU_GLSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Desktop GLSL 1.10 to 4.60 -> ESSL 3.00, 3.10 or 3.20. Pure CPU code: no GL call, no emu_context.
 * Every function here is thread-safe. GL enums are plain unsigned values, so that no GL header is needed. */

enum glsl_stage {
    GLSL_VERTEX,
    GLSL_TESS_CONTROL,
    GLSL_TESS_EVALUATION,
    GLSL_GEOMETRY,
    GLSL_FRAGMENT,
    GLSL_COMPUTE,
    GLSL_STAGES
};

/* What the ES driver has beyond its version. One row: field, the extensions any of which gives it, and the
 * ESSL version that has it built in (0: none). */
#define GLSL_FEATURES(F)                                                                                     \
    F(geometry_shader, "GL_EXT_geometry_shader GL_OES_geometry_shader", 320)                                 \
    F(geometry_point_size, "GL_EXT_geometry_point_size GL_OES_geometry_point_size", 0)                       \
    F(tessellation_shader, "GL_EXT_tessellation_shader GL_OES_tessellation_shader", 320)                     \
    F(tessellation_point_size, "GL_EXT_tessellation_point_size GL_OES_tessellation_point_size", 0)           \
    F(clip_cull_distance, "GL_EXT_clip_cull_distance", 0)                                                    \
    F(texture_buffer, "GL_EXT_texture_buffer GL_OES_texture_buffer", 320)                                    \
    F(texture_cube_map_array, "GL_EXT_texture_cube_map_array GL_OES_texture_cube_map_array", 320)            \
    F(texture_multisample_array, "GL_OES_texture_storage_multisample_2d_array", 320)                         \
    F(texture_query_lod, "GL_EXT_texture_query_lod", 0)                                                      \
    F(texture_shadow_lod, "GL_EXT_texture_shadow_lod", 0)                                                    \
    F(gpu_shader5, "GL_EXT_gpu_shader5 GL_OES_gpu_shader5", 320)                                             \
    F(multisample_interpolation, "GL_OES_shader_multisample_interpolation", 320)                             \
    F(sample_variables, "GL_OES_sample_variables", 320)                                                      \
    F(shader_io_blocks, "GL_EXT_shader_io_blocks GL_OES_shader_io_blocks", 320)                              \
    F(image_atomic, "GL_OES_shader_image_atomic", 320)                                                       \
    F(image_formats, "GL_NV_image_formats", 0)                                                               \
    F(blend_func_extended, "GL_EXT_blend_func_extended", 0)                                                  \
    F(noperspective, "GL_NV_shader_noperspective_interpolation", 0)                                          \
    F(conservative_depth, "GL_EXT_conservative_depth", 0)                                                    \
    F(viewport_array, "GL_OES_viewport_array GL_NV_viewport_array", 0)                                       \
    F(layer_from_vertex, "GL_NV_viewport_array2 GL_AMD_vertex_shader_layer", 0)                              \
    F(framebuffer_fetch, "GL_EXT_shader_framebuffer_fetch", 0)

struct glsl_target {
    int essl;                  /* 300, 310 or 320 */
    int vertex_storage_blocks; /* how many the vertex stage may have; see struct glsl_window */
#define F(field, extensions, essl) bool field;
    GLSL_FEATURES(F)
#undef F
};

/* A target with the features that `essl` has by itself. */
void glsl_target_init(struct glsl_target *target, int essl);

/* Notes one extension string of the driver; unknown ones are ignored. Call it for each GL_EXTENSIONS entry.
 */
void glsl_target_enable(struct glsl_target *target, const char *extension);

/* ---- compile ---- */

/* glCompileShader: is this text a legal shader of that stage? `source` is what glShaderSource gave, strings
 * joined, NUL-terminated. *info gets the info log, never NULL unless memory is out ("" when there is nothing
 * to say); the caller frees it with free(). Costs about as much as a translation of that stage. */
bool glsl_check(const struct glsl_target *target, enum glsl_stage stage, const char *source, char **info);

/* ---- link ---- */

/* All shader objects of one stage attached to the program; count 0: the stage is absent. */
struct glsl_stage_source {
    const char *const *texts;
    size_t count;
};

/* glBindAttribLocation (index is 0) or glBindFragDataLocationIndexed. */
struct glsl_binding {
    const char *name;
    int location;
    int index;
};

/* State that desktop GL applies outside the shader and ES cannot. Zero-initialised is: none of it. A program
 * is translated again, and linked again, when the caller's state needs another key; unaffected programs say
 * so in glsl_output.keyed. */
struct glsl_key {
    unsigned alpha_func;  /* GL_NEVER to GL_GEQUAL: alpha test against GLSL_UNIFORM_ALPHA_REF; 0 or GL_ALWAYS:
                             none */
    unsigned clip_planes; /* mask of enabled user clip planes, for shaders that write gl_ClipVertex or
                             gl_Position */
    int color_outputs;    /* gl_FragColor is broadcast to so many draw buffers; 0 and 1: only the first */
    bool point_size; /* the size of points comes from GLSL_UNIFORM_POINT_SIZE (program point size is off) */
    bool point_clip; /* a point whose centre leaves the viewport is no point: these can be larger than one */
    bool two_side;   /* gl_Color takes gl_BackColor on back faces */
    bool flat_shade; /* gl_Color and gl_SecondaryColor are flat */
    bool clamp_vertex_color; /* gl_FrontColor and friends are clamped to [0, 1] */
    unsigned image_format;   /* GL_RGBA8 ...: format of image uniforms that name none (write-only ones); 0: a
                                usual one */
    int patch_vertices;  /* GL_PATCH_VERTICES, for programs with an evaluation but no control shader; 0: 3 */
    int primitive_split; /* triangles that each of the application's primitives became, of which
                            gl_PrimitiveID counts one; 0: 1 */
    int through;         /* GLSL_THROUGH_...: a geometry shader passes such primitives on */
    int provokes;        /* GLSL_PROVOKES_...: whose flat values, layer and viewport they have */
    bool cube_faces;     /* gathers from cube maps do not cross the edges of faces */
    bool point_lower;    /* gl_PointCoord counts from the bottom */
    unsigned windows;    /* GLSL_WINDOWS_... */
    uint64_t
        lod_bias; /* which opaque uniforms, counted in glsl_output.uniforms, have GLSL_UNIFORM_LOD_BIAS */
};

/* How windows are read where the first choice does not fit (struct glsl_window). */
enum {
    GLSL_WINDOWS_STORAGE_2D = 1, /* storage windows are 2D textures, not buffer textures */
    GLSL_WINDOWS_TEXELS = 2,     /* buffer textures of the vertex stage begin at a base */
    GLSL_WINDOWS_TEXELS_2D = 4,  /* buffer textures are 2D textures, in every stage */
    GLSL_WINDOWS_STORAGE = 8     /* storage blocks that the vertex stage only reads, even where the driver has
                                    room for them: one of them is longer than the driver's blocks */
};
/* Primitives that a made-up geometry shader takes: with an evaluation shader, what that makes. */
enum { GLSL_THROUGH_NONE, GLSL_THROUGH_LINES, GLSL_THROUGH_TRIANGLES };
/* The vertex that provokes: the first one of a triangle strip is the second of every other triangle, as
 * geometry shaders get them, that of a fan always the second. */
enum { GLSL_PROVOKES_LAST, GLSL_PROVOKES_FIRST, GLSL_PROVOKES_FAN, GLSL_PROVOKES_STRIP };

/* Texels in a row of such a 2D texture: what every ES 3 driver has. */
enum { GLSL_WINDOW_ROW_BITS = 11 };

/* Bits of glsl_output.keyed: which fields of the key can change this program. */
enum {
    GLSL_KEY_ALPHA = 1,
    GLSL_KEY_CLIP = 2,
    GLSL_KEY_COLOR_OUTPUTS = 4,
    GLSL_KEY_POINT_SIZE = 8,
    GLSL_KEY_TWO_SIDE = 16,
    GLSL_KEY_FLAT_SHADE = 32,
    GLSL_KEY_CLAMP_COLOR = 64,
    GLSL_KEY_IMAGE_FORMAT = 128,
    GLSL_KEY_PATCH_VERTICES = 256,
    GLSL_KEY_SPLIT = 512,
    GLSL_KEY_WINDOWS = 1024,
    GLSL_KEY_CUBE_FACES = 2048,
    GLSL_KEY_THROUGH = 4096,
    GLSL_KEY_POINT_LOWER = 8192,
    GLSL_KEY_LOD_BIAS = 16384
};

struct glsl_input {
    struct glsl_stage_source stages[GLSL_STAGES];
    struct glsl_target target;
    struct glsl_key key;
    bool separable;      /* a stage may stand alone; the missing ones are not added */
    bool narrow_doubles; /* as floats, though 64-bit numbers could be exact: the driver refused that form */
    bool shared_std430;  /* the driver lays blocks out as std430 where it may choose (shared, packed): asked
                            for  by glsl_output.shared_words */
    bool fixed_fragment; /* a missing fragment shader is fixed function's, as far as it goes: gl_Color comes
                            out */
    const struct glsl_binding *attribs;
    size_t attrib_count;
    const struct glsl_binding *frag_datas;
    size_t frag_data_count;
    const char *const *xfb_varyings; /* as glTransformFeedbackVaryings had them, gl_NextBuffer and all */
    size_t xfb_count;
    unsigned xfb_mode; /* GL_INTERLEAVED_ATTRIBS or GL_SEPARATE_ATTRIBS */
};

/* Uniforms that stand for what ES shaders cannot read; they are in the ESSL, not in the reflection lists, and
 * are active only where used. Names beginning "retrace_" never reach the application. */
#define GLSL_UNIFORM_DRAW_ID       "retrace_DrawID"         /* int */
#define GLSL_UNIFORM_BASE_VERTEX   "retrace_BaseVertex"     /* int; gl_BaseVertex: 0 in draws without one */
#define GLSL_UNIFORM_BASE_INSTANCE "retrace_BaseInstance"   /* int */
#define GLSL_UNIFORM_ALPHA_REF     "retrace_AlphaRef"       /* float, in [0, 1] */
#define GLSL_UNIFORM_POINT_SIZE    "retrace_PointSizeState" /* float, pixels */
#define GLSL_UNIFORM_POINT_TIE                                                                               \
    "retrace_PointTie" /* vec2, of normalised device coordinates: points move by that */
#define GLSL_UNIFORM_FB_HEIGHT  "retrace_FbHeight"  /* float, pixels: gl_FragCoord counts from the top */
#define GLSL_UNIFORM_TESS_OUTER "retrace_TessOuter" /* vec4: GL_PATCH_DEFAULT_OUTER_LEVEL */
#define GLSL_UNIFORM_TESS_INNER "retrace_TessInner" /* vec2: GL_PATCH_DEFAULT_INNER_LEVEL */
#define GLSL_INPUT_HIGH                                                                                      \
    "retrace_high_" /* vertex input; the location counted from the first of an input, and its name behind it \
                       ("retrace_high_0_v"): the third and fourth double there */
#define GLSL_COUNTERS "retrace_Counters" /* storage block, the counters' binding behind it: that buffer */
#define GLSL_UNIFORM_SAMPLES                                                                                 \
    "retrace_Samples_" /* int, the sampler's name behind it: samples of its texture */
#define GLSL_UNIFORM_LOD_BIAS                                                                                \
    "retrace_LodBias_" /* float, or an array of them where the sampler is one, the number of the sampler     \
                          (glsl_key.lod_bias) behind it */
#define GLSL_UNIFORM_CLIP_PLANES                                                                             \
    "retrace_ClipPlanes" /* vec4[8], eye space (gl_ClipVertex) or, without                                   \
                            gl_ClipVertex, clip space */

/* What the program's shaders read, over all stages (statically). */
enum {
    GLSL_READS_DRAW_ID = 1,
    GLSL_READS_BASE_VERTEX = 2,
    GLSL_READS_BASE_INSTANCE = 4,
    GLSL_READS_PRIMITIVE_ID = 8,
    GLSL_READS_VERTEX_ID = 16,
    GLSL_READS_INSTANCE_ID = 32,
    GLSL_WRITES_POINT_SIZE = 64,
    GLSL_WRITES_CLIP_DISTANCE = 128,
    GLSL_WRITES_CLIP_VERTEX = 256,
    GLSL_WRITES_FRAG_COLOR = 512, /* gl_FragColor, the broadcast one */
    GLSL_WRITES_LAYER = 1024,     /* or the viewport index, in the vertex or evaluation stage */
    GLSL_READS_BLOCKS = 2048,     /* the vertex stage has storage blocks of the driver's */
    GLSL_WRITES_BACK_COLOR = 4096,
    GLSL_READS_FLAT = 8192, /* the fragment shader has flat varyings */
    GLSL_LACKS_BIAS = 16384 /* lookups that no key gives a bias */
};

/* One leaf of the default block: a scalar, vector, matrix or opaque type, or an array of those. */
struct glsl_uniform {
    const char *name;   /* as glGetActiveUniform has it, without a trailing [0]: "lights[1].colour" */
    const char *essl;   /* its name in the ESSL */
    unsigned type;      /* GL_FLOAT_VEC3, GL_SAMPLER_1D ...: the SOURCE's type */
    unsigned essl_type; /* the driver's: GL_SAMPLER_2D for a GL_SAMPLER_1D, GL_FLOAT for a GL_DOUBLE */
    int array_size;     /* 0: not an array */
    int location;       /* explicit layout(location), of element 0; -1: none. Never in the ESSL */
    int binding;        /* explicit layout(binding) of an opaque type; -1: none. The caller sets it by
                           glUniform1i, but see essl_binding */
    int essl_binding;   /* images and atomic counters: the binding the ESSL fixes, as ES has no call to change
                           it; -1 for all others */
    int offset;         /* atomic counters: the offset; else -1 */
    unsigned stages;    /* mask of 1 << enum glsl_stage */
    const void *initial;  /* the source's initialiser or NULL: 32-bit words, column-major, bool as 0 or 1 */
    size_t initial_count; /* words in `initial` */
};

/* A member of a block, or a leaf of one, that the driver sees only as 32-bit words. */
struct glsl_field {
    const char *name; /* as the application names it, without a trailing [0] */
    unsigned type;    /* GL_DOUBLE_VEC3 ... */
    bool array;
    int array_size;                          /* 1: no array; 0: one of run-time size */
    int offset, array_stride, matrix_stride; /* bytes; 0 where there is nothing to step over */
    bool row_major;
    int top_size, top_stride; /* GL_TOP_LEVEL_ARRAY_SIZE, _STRIDE */
};

/* A uniform or shader-storage block; an array of blocks is one row. */
struct glsl_block {
    const char *name; /* block name in the source, without [n] */
    const char *essl; /* block name in the ESSL */
    bool storage;
    bool written;   /* storage: some stage stores to it */
    bool anonymous; /* no instance name in the source: members are visible as "member", not "Block.member" */
    int array_size; /* 0: not an array */
    int dims[4];    /* of an array of arrays, which is one array in the ESSL */
    int dim_count;  /* 0: no array of arrays */
    int binding;    /* the source's; 0 where it says nothing, as GL has it */
    int essl_binding; /* storage blocks: the first of max(1, array_size) bindings that the ESSL fixes (ES has
                         no glShaderStorageBlockBinding): bind the application's buffer there; -1: uniform
                         block */
    unsigned stages;
    const char *const *members; /* source names of the top-level members */
    size_t member_count;
    const struct glsl_field *fields; /* NULL: the driver knows the members */
    size_t field_count;
    int size; /* bytes; 0: the driver knows */
};

/* A vertex input, fragment output or built-in stand-in. */
struct glsl_variable {
    const char *name; /* source name; "gl_Vertex" and so on in the compat lists */
    const char *essl;
    unsigned type;  /* GL_FLOAT_VEC4 ... */
    int array_size; /* 0: not an array */
    int location;   /* inputs: explicit or -1, and then the ESSL has none: glBindAttribLocation. Outputs: the
                       one   given in the ESSL (explicit, bound or assigned as Mesa does) */
    int index;      /* outputs: dual-source index; else 0 */
    int component;  /* layout(component), else 0 */
    bool merged;    /* inputs: the driver does not have it by name, but something wider at its location */
    bool words;     /* inputs: the ESSL has the bits of doubles: at each location the first two as a uvec2 or
                       uvec4,     the others in GLSL_INPUT_HIGH */
    unsigned stages;
};

struct glsl_xfb {
    const char *name; /* as given */
    const char
        *essl; /* for the ES driver's glTransformFeedbackVaryings; NULL: gl_NextBuffer, gl_SkipComponentsN */
    const char *const *parts; /* where ES captures several in its place, or one with another name; `essl` is
                                 the first of them */
    size_t part_count;        /* 0: just `essl` */
    unsigned type;            /* the source's, where the driver's differs; 0: what the driver says */
    int size;                 /* elements of such */
    int buffer;               /* counted by gl_NextBuffer or separate mode, or layout(xfb_buffer) */
    int offset;               /* layout(xfb_offset) in bytes or -1 */
    int stride;               /* layout(xfb_stride) in bytes or -1 */
};

/* A subroutine uniform is a plain int uniform in the ESSL; the value is the function's index. */
struct glsl_subroutine {
    const char *name; /* subroutine uniform */
    const char *type; /* its subroutine type */
    const char *essl; /* the int uniform (or int array) that selects */
    enum glsl_stage stage;
    int location; /* explicit or -1 */
    int array_size;
    const char *const *functions; /* compatible functions; NULL entries: index not compatible */
    size_t function_count;        /* size of the stage's index space: indices are those of `functions` */
};

/* Something that the driver may not bind whole, and the ESSL reads through a window: a storage block of a
 * vertex stage that has more of them than the driver lets it, or longer ones (32-bit words of an R32UI
 * texture instead, from the start), or a buffer texture that may be longer than the driver's (texels, under
 * some keys only). The texture begins so that element i of the whole is texel i + base. */
struct glsl_window {
    const char *name; /* source name of the block or sampler, without [n] */
    int element;      /* of an array of blocks or samplers; else 0 */
    bool texels;      /* a buffer texture */
    unsigned stages;
    const char *sampler, *base, *size; /* ESSL uniforms: the texture (NULL: the application's own), int base,
                                          uint size of the whole in bytes (blocks) or texels */
    unsigned id, size_id; /* in the code: of the texture's variable and of `size`; 0: not in the vertex stage,
                             not asked for */
    bool indexed; /* reached in ways that only a whole texture serves (a parameter, a computed element) */
};

/* Where a plain uniform of the code has its value: `count` elements of columns x rows words each. */
struct glsl_window_uniform {
    unsigned id, offset; /* variable in the code, words into it */
    const char *essl;
    unsigned columns, rows, count;
    char kind; /* 'f', 'i', 'u' or 'b' */
};
/* A uniform block or vertex input of the code. */
struct glsl_window_variable {
    unsigned id;
    const char *name; /* source name */
};
/* The vertex stage as SPIR-V that reads its windows, for evaluation on the host. */
struct glsl_window_code {
    const unsigned *words;
    size_t count;
    const struct glsl_window_uniform *uniforms;
    size_t uniform_count;
    const struct glsl_window_variable *blocks, *inputs;
    size_t block_count, input_count;
};

struct glsl_gap {
    const char *name;   /* "double", "atomicCounterAdd" ... */
    const char *reason; /* what was narrowed or dropped */
};

/* Everything is owned by the output and lives until glsl_output_destroy. */
struct glsl_output {
    bool ok;
    const char *info;              /* link info log, "" if empty */
    const char *essl[GLSL_STAGES]; /* NULL: no such stage. A fragment shader is made up where the program has
                                      none and is not separable, as ES insists on one */
    bool wide;                     /* there are 64-bit numbers, and they are exact */
    unsigned flags;                /* GLSL_READS_... */
    unsigned keyed;                /* GLSL_KEY_...: fields of the key that matter to this program */
    bool shared_words;             /* glsl_input.shared_std430 matters to it */
    int version;                   /* highest #version of its shaders */

    const struct glsl_uniform *uniforms;
    size_t uniform_count;
    const struct glsl_block *blocks;
    size_t block_count;
    const struct glsl_variable *inputs; /* of the vertex stage */
    size_t input_count;
    const struct glsl_variable *outputs; /* of the fragment stage */
    size_t output_count;
    const struct glsl_xfb *xfb;
    size_t xfb_count;
    unsigned xfb_mode; /* as given, or GL_INTERLEAVED_ATTRIBS when layout(xfb_...) decides */
    const struct glsl_subroutine *subroutines;
    size_t subroutine_count;
    const struct glsl_variable
        *compat_inputs; /* gl_Vertex, gl_Color, gl_MultiTexCoord0 ... of the vertex stage */
    size_t compat_input_count;
    const struct glsl_variable
        *compat_uniforms; /* gl_ModelViewProjectionMatrix, gl_LightSource ...: type 0 for a
                             structure, whose members keep their names behind `essl` */
    size_t compat_uniform_count;
    const struct glsl_gap *gaps;
    size_t gap_count;
    const struct glsl_window *windows;
    size_t window_count;
    struct glsl_window_code code; /* words NULL: the vertex stage has no windows */
};

/* Translates a whole program. NULL only when memory is out; a program that does not translate gives ok =
 * false and an info log. `input` need only live during the call. */
struct glsl_output *glsl_translate(const struct glsl_input *input);
void glsl_output_destroy(struct glsl_output *output);

/* Another reference to the same output, which ends with a glsl_output_destroy of its own; and the bytes it
 * holds. */
struct glsl_output *glsl_output_share(struct glsl_output *output);
size_t glsl_output_size(const struct glsl_output *output);

/* Name spaces in which an application can name something. */
enum glsl_space { GLSL_SPACE_UNIFORM, GLSL_SPACE_BLOCK, GLSL_SPACE_INPUT, GLSL_SPACE_OUTPUT, GLSL_SPACE_XFB };

/* Writes the ESSL name of source name `name` ("a[2].b", "Block.member", "Block[1]") to buf, NUL-terminated,
 * or the reverse. False when the result does not fit. A name that the program does not have comes back
 * unchanged, except that an application can never reach a "retrace_" name (false). */
bool glsl_name_to_essl(const struct glsl_output *output, enum glsl_space space, const char *name, char *buf,
                       size_t size);
bool glsl_name_from_essl(const struct glsl_output *output, enum glsl_space space, const char *name, char *buf,
                         size_t size);

#endif
