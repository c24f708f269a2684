/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_EMU_GLSL_PRIV_H
#define RETRACE_EMU_GLSL_PRIV_H

/* Inside of the shader translator: only glsl*.c include this. A source goes through these steps:
 *   glsl_lex, glsl_pp, glsl_macro  text -> tokens, directives and macros in the source's own version
 *   glsl_subroutine, glsl_upgrade  tokens of any version -> GLSL 4.50 core (with glsl_scan, _globals, _calls,
 *                                  _texfn, _compat, _epilogue; glsl_words and glsl_ext are tables)
 *   glsl_front, glsl_glslang       4.50 text -> SPIR-V, by glslang
 *   glsl_reflect, glsl_assign      what the application can ask, what ESSL must fix
 *   glsl_spirv                     what SPIRV-Cross has no ES form for, in SPIR-V (with _tex, _cube, _io;
 * _window, _texel: what the driver may not bind whole) glsl_back, glsl_iface          SPIR-V -> ESSL, by
 * SPIRV-Cross glsl_patch                     corrections to its text (with _lines, _image, _layout,
 * _precision) A translation has one struct glsl_job, whose arena holds everything; running out of memory or
 * meeting an error leaves through glsl_fail, so that no step checks for either. */

#include "arena.h"
#include "emu/glsl.h"

#include <setjmp.h>
#include <stdint.h>

/* ---- jobs, memory, text ---- */

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

struct glsl_module;
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

/* Adds "error: ..." to the info log and abandons the job. */
_Noreturn void glsl_fail(struct glsl_job *job, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Notes, once per name, something that the ESSL does not do as the source has it. */
void glsl_gap(struct glsl_job *job, const char *name, const char *reason);

/* ---- tokens ---- */

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

struct glsl_token *glsl_token_add(struct glsl_job *job, struct glsl_tokens *list,
                                  const struct glsl_token *token);
bool glsl_is(const struct glsl_token *token, const char *text);

/* Text -> tokens with newlines kept, comments and line continuations gone, GLSL_END at the end. */
void glsl_lex(struct glsl_job *job, const char *source, struct glsl_tokens *out);

/* A letter, digit or underscore: what names are of. */
bool glsl_is_word(char c);

/* ---- one shader object ---- */

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

/* ---- macros ---- */

struct glsl_macro {
    const char *name;
    const char **params;
    size_t param_count;
    bool function;
    int busy; /* expansions of it that are going on */
    struct glsl_tokens body;
    struct glsl_macro *next;
};

struct glsl_macros {
    struct glsl_job *job;
    const struct glsl_unit *unit;
    struct glsl_macro *buckets[256];
    int depth;
};

struct glsl_macro *glsl_macro_find(struct glsl_macros *macros, const char *name);
struct glsl_macro *glsl_macro_add(struct glsl_macros *macros, const char *name);
void glsl_macro_remove(struct glsl_macros *macros, const char *name);

/* Appends tokens with all macros in them replaced. Fails the job when a call is malformed or never ends. */
void glsl_macro_expand(struct glsl_macros *macros, const struct glsl_token *v, size_t n,
                       struct glsl_tokens *out);

void glsl_preprocess(struct glsl_job *job, const char *source, struct glsl_unit *unit);
bool glsl_unit_has(const struct glsl_unit *unit, const char *extension);

/* #if: value of an expression whose macros are expanded; fails the job when it is malformed. */
long long glsl_pp_eval(struct glsl_job *job, const struct glsl_tokens *tokens, int line);

/* The extension macros of a version. */
struct glsl_extension {
    const char *name;
    int since; /* offered to sources of this version and up; what is core later stays a macro */
    bool keep; /* its #extension line goes to glslang */
};
/* NULL: there is none, or it is not offered in this translation. */
const struct glsl_extension *glsl_extension_find(const struct glsl_job *job, const char *name);
const struct glsl_extension *glsl_extension_at(size_t i); /* NULL past the end */

/* Is `name` a keyword of GLSL 4.50 or ESSL that the unit's version and extensions leave to the application?
 */
bool glsl_word_is_late_keyword(const struct glsl_unit *unit, const char *name);

/* Is `name` a built-in function, of the unit's version or only of a later one? */
enum glsl_function_age { GLSL_NO_FUNCTION, GLSL_FUNCTION, GLSL_LATE_FUNCTION };
enum glsl_function_age glsl_word_function(const struct glsl_unit *unit, const char *name);

/* ---- upgrade ---- */

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
    const char *
        *qualifiers; /* by index of glsl_compat_at: how a built-in varying is declared again, or NULL */
    const char *first_output; /* fragment stage: the source's own output for colour 0, or NULL */
};

/* A built-in of the compatibility profile, or one that SPIR-V for OpenGL lacks. */
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

/* texture2DLod -> textureLod: the function of GLSL 1.30 that took an older one's place, or NULL. *shadow: the
 * old one gave a vec4 where the new gives a float. */
const char *glsl_texfn_upgrade(struct glsl_job *job, const char *name, bool *shadow);

/* Replaces subroutines by switches and reports them in job->out. */
void glsl_subroutine_lower(struct glsl_job *job, struct glsl_unit *unit);

void glsl_implicit_scan(struct glsl_job *job, const struct glsl_unit *unit, struct glsl_uses *uses);

/* Finds what a unit uses, and then, with the whole stage's uses known, rewrites it as GLSL 4.50 core text. */
void glsl_upgrade_scan(struct glsl_job *job, struct glsl_unit *unit, struct glsl_uses *uses);
const char *glsl_upgrade(struct glsl_job *job, struct glsl_unit *unit, const struct glsl_uses *uses);

/* What the key asks for behind main(): declarations for in front and statements, both empty if nothing. */
void glsl_epilogue(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                   struct glsl_text *prologue, struct glsl_text *epilogue);

/* The source name behind a name in the 4.50 text. */
const char *glsl_source_name(const struct glsl_job *job, const char *name);

/* ---- SPIR-V ---- */

struct glsl_decoration {
    uint32_t at, next; /* position of the instruction; 1 + index of the id's next one, or 0 */
};

/* A vertex input that became a private variable: an array that was taken apart, or an alias. */
struct glsl_array_input {
    uint32_t id, element, *inputs; /* the variable, its element type, one new input per element */
    int count, slots, location;    /* elements, locations per element, the first one's location */
    uint32_t
        master; /* not 0: no array, but an input at the same location as this one, of which it is a copy */
    struct glsl_array_input *next;
};

/* A scalar, vector or matrix inside a structured varying: a varying of its own, or an array of them. */
#define GLSL_LEAF_DEPTH 8
struct glsl_leaf {
    uint32_t id, type, total;  /* the new variable; type and number of its elements */
    int arrays, depth;         /* arrays on the way down; 0: it is no array */
    int path[GLSL_LEAF_DEPTH]; /* members, and -length for an array */
};

/* A varying between the last stage and the fragment shader that becomes a private variable. */
struct glsl_split {
    uint32_t id;
    const char *base; /* its name on both sides */
    struct glsl_leaf *leaves;
    size_t leaf_count;
    const struct glsl_module
        *fragment; /* of a producer: who reads it, as what; NULL: nobody, or this is the reader */
    uint32_t input;
    struct glsl_split *next;
};

/* A varying of a control shader that becomes the one member of a block. */
struct glsl_wrap {
    uint32_t id, inner, block; /* the variable, what each vertex (or the patch) has of it, the block's type */
    bool patch;
    struct glsl_wrap *next;
};

/* The storage block that stands for the atomic counters of a binding. */
struct glsl_counters {
    uint32_t binding, id, block, words; /* the variable, its type, that of its member */
    struct glsl_counters *next;
};

/* Texts of one stage in, SPIR-V out; all units are linked together. Fails the job with glslang's messages. */
struct glsl_module {
    struct glsl_job *job;
    enum glsl_stage stage;
    uint32_t *w; /* the words */
    size_t n;
    uint32_t bound;        /* ids are below it */
    uint32_t *def;         /* by id: position of the instruction that makes it, 0 if none */
    const char **name;     /* by id: OpName or "" */
    uint32_t *decorations; /* by id: 1 + index of its first decoration, or 0 */
    struct glsl_decoration *decoration_list;
    size_t decoration_count;
    unsigned char *padded; /* by id: glsl_layout's memory */
    uint32_t entry;        /* the function main() */
    struct glsl_array_input *arrays;
    struct glsl_split *splits;
    struct glsl_wrap *wraps;
    struct glsl_counters *counters;
    uint32_t *lowered; /* the words that go to SPIRV-Cross; ids mean the same */
    size_t lowered_n;
    uint32_t *components; /* inputs or outputs that became parts of others */
    size_t component_count;
    struct glsl_module *source;        /* as glslang wrote it; NULL: that is what this is still */
    void *compiler;                    /* SPIRV-Cross's, once glsl_back made one */
    struct glsl_window_state *windows; /* glsl_spirv_window's memory; NULL: nothing is lowered */
};

struct glsl_builder;
void glsl_front(struct glsl_job *job, enum glsl_stage stage, const char *const *texts, size_t count,
                struct glsl_module *module);
/* A text of which functions stay that nothing calls. */
void glsl_front_library(struct glsl_job *job, const char *text, struct glsl_module *module);
/* Parses one text without linking it; false appends glslang's messages to the log. */
bool glsl_front_check(struct glsl_job *job, enum glsl_stage stage, const char *text);

/* Keeps the module as it is in m->source, once; then what a builder wrote may take its words' place. */
void glsl_module_keep(struct glsl_module *m);
void glsl_module_replace(struct glsl_builder *b);

/* Fills def, name and bound from the words. */
void glsl_module_index(struct glsl_module *m);

/* Walks instructions: `for (size_t i = GLSL_FIRST; i < m->n; i += GLSL_LENGTH(m->w[i]))`. */
#define GLSL_FIRST        5
#define GLSL_LENGTH(word) ((word) >> 16 ? (word) >> 16 : 1)
#define GLSL_OP(word)     ((word)&0xffff)

/* A decoration of an id, or of a member if member >= 0. Its first operand goes to *value if that is not NULL.
 */
bool glsl_module_decoration(const struct glsl_module *m, uint32_t id, int member, uint32_t decoration,
                            uint32_t *value);
const char *glsl_module_member_name(const struct glsl_module *m, uint32_t type, uint32_t member);
uint32_t glsl_module_pointee(const struct glsl_module *m, uint32_t variable); /* type behind a variable */
uint32_t glsl_module_constant(const struct glsl_module *m,
                              uint32_t id); /* first word of an OpConstant, or 0 */

void glsl_front_release(struct glsl_job *job);

/* ---- glsl_varying.c ---- */

/* The user's own variables of a storage class, one after the other from *i = GLSL_FIRST on; 0: no more. */
uint32_t glsl_varying_next(const struct glsl_module *m, uint32_t storage, size_t *i);
/* Whether two variables meet where their stages do: by location where both have one, else by name. */
bool glsl_varying_same(const struct glsl_module *m, uint32_t id, const struct glsl_module *other,
                       uint32_t with);
/* The name that is matched: a block's own. */
const char *glsl_varying_name(const struct glsl_module *m, uint32_t id);

/* ---- reflection, ESSL ---- */

/* The GL enum of a SPIR-V type that is no structure or array: the source's, or that of its ESSL form. */
unsigned glsl_type_of(const struct glsl_module *m, uint32_t type, bool essl);

unsigned glsl_type_as_double(unsigned type); /* GL_DOUBLE_VEC2 of GL_FLOAT_VEC2 ... */
bool glsl_type_is_opaque(unsigned type);

/* Merges the module's interface into job->out; called again after glsl_back it corrects the ESSL names. */
void glsl_reflect(const struct glsl_module *m);

/* Decides, with every stage reflected, the bindings that ESSL must fix and the locations of fragment outputs.
 */
void glsl_assign(struct glsl_job *job);

/* Rewrites what SPIRV-Cross has no ES form for. */
void glsl_spirv_lower(struct glsl_module *m);
/* Writing SPIR-V: declarations (all before the first function) and functions are written apart, so that a
 * lowering inside a function can still ask for a type or constant. */
struct glsl_words {
    uint32_t *v;
    size_t n;
};
struct glsl_builder {
    struct glsl_module *m;
    struct glsl_words decl, body, extra; /* extra: functions of ours, behind the module's */
    uint32_t bound;
    struct glsl_block_chain *block_chains; /* glsl_spirv_blocks's memory */
};

/* Appends one instruction; the operands follow the opcode, `count` of them. */
void glsl_emit(struct glsl_builder *b, struct glsl_words *to, uint32_t op, const uint32_t *operands,
               size_t count);
#define GLSL_EMIT(b, to, op, ...)                                                                            \
    glsl_emit(b, to, op, (const uint32_t[]){__VA_ARGS__},                                                    \
              sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
uint32_t glsl_new_id(struct glsl_builder *b);
/* The id of a type or constant, declared if the module has none like it. */
uint32_t glsl_need(struct glsl_builder *b, uint32_t op, const uint32_t *operands, size_t count);
uint32_t glsl_need_vector(struct glsl_builder *b, uint32_t component,
                          uint32_t n); /* n = 1: the component itself */
uint32_t glsl_need_int(struct glsl_builder *b);
uint32_t glsl_need_float(struct glsl_builder *b);
uint32_t glsl_need_int_constant(struct glsl_builder *b, int value);
uint32_t glsl_need_float_constant(struct glsl_builder *b, float value);
/* The OpTypeImage behind a value or pointer, or NULL. */
const uint32_t *glsl_image_type(const struct glsl_module *m, uint32_t id);
/* Rewrites one instruction if it reads a texture of a kind that ES lacks, and appends the result; else false.
 */
bool glsl_lower_texture(struct glsl_builder *b, const uint32_t *w);

/* The same for gathers from cube maps, where the key has their faces apart; its helper is declared in the
 * unit that has main(). */
bool glsl_lower_cube(struct glsl_builder *b, const uint32_t *w);
void glsl_cube_helper(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                      struct glsl_text *out);

/* The same for interpolateAt… of a component. */
bool glsl_lower_interpolation(struct glsl_builder *b, const uint32_t *w);

/* The same for a computed component of a vector of integers. */
bool glsl_lower_component(struct glsl_builder *b, const uint32_t *w);

/* Takes an array of vertex inputs apart; glsl_lower_entry then fills it, at the top of main(). */
bool glsl_lower_input(struct glsl_builder *b, const uint32_t *w);
void glsl_lower_entry(struct glsl_builder *b);

/* Finds the varyings that ES cannot have whole; declares their leaves in place of one; copies them all out or
 * in; the pointer to the leaf that the first n indices of an access chain lead to, or 0; and names the leaves
 * for SPIRV-Cross. */
void glsl_split_find(struct glsl_module *producer, struct glsl_module *fragment);
bool glsl_lower_split(struct glsl_builder *b, const uint32_t *w);
void glsl_split_copy(struct glsl_builder *b, bool out);
uint32_t glsl_split_point(struct glsl_builder *b, const uint32_t *chain, uint32_t n);
void glsl_split_name(const struct glsl_module *m);
const char *glsl_split_leaf_name(struct glsl_job *job, const struct glsl_split *split,
                                 const struct glsl_leaf *leaf);

/* Finds arrays of arrays between the two; declares their blocks; rewrites one access; names them for
 * SPIRV-Cross. */
void glsl_wrap_find(struct glsl_module *control, struct glsl_module *evaluation);
bool glsl_lower_wrap(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_wrapped(struct glsl_builder *b, const uint32_t *w);
void glsl_wrap_name(const struct glsl_module *m);

/* Finds out whether atomic counters must be storage blocks; the same four steps for these. */
void glsl_counter_find(struct glsl_job *job);
bool glsl_lower_counter(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_count(struct glsl_builder *b, const uint32_t *w);
void glsl_counter_name(const struct glsl_module *m);

/* Where in a block something lies, as 32-bit words (glsl_place.c). A place begins as {.type = T} of the
 * block. */
struct glsl_place {
    uint32_t type;     /* what lies there, a type of the module */
    uint32_t dynamic;  /* the computed part of the way, an int; 0: none */
    uint32_t constant; /* the constant part */
    uint32_t
        component;   /* from one component of a vector of a matrix to the next; 0: they follow each other */
    uint32_t column; /* the same of columns */
    bool unaligned;  /* the computed part need not be a multiple of 4 */
    bool tight;      /* laid out as std430 would, whatever the decorations say */
    bool rows;       /* matrices are row-major here */
};
/* Words that std430 gives a type, of row-major matrices or not. */
struct glsl_extent {
    uint32_t size, align;
};
struct glsl_extent glsl_place_extent(const struct glsl_module *m, uint32_t type, bool rows);
/* Goes on to part `i` of what lies there, or to the part that an id of the module says. */
void glsl_place_enter(const struct glsl_module *m, struct glsl_place *p, uint32_t i);
void glsl_place_index(struct glsl_builder *b, struct glsl_place *p, uint32_t index);
/* Parts of a type of known size: members, elements, columns or components; 0 of a scalar. */
uint32_t glsl_place_parts(const struct glsl_module *m, uint32_t type);
/* Words from one element of the array at a place to the next; those of the scalar that a type is made of. */
uint32_t glsl_place_stride(const struct glsl_module *m, const struct glsl_place *p);
uint32_t glsl_place_scalar(const struct glsl_module *m, uint32_t type);
/* Is the id a plain constant? Its value, 0 if not, goes to *value. */
bool glsl_place_constant(const struct glsl_module *m, uint32_t id, uint32_t *value);

/* Makes one variable of vertex inputs or fragment outputs that share a location by their components; is this
 * one of them. */
void glsl_merge_components(struct glsl_module *m);
bool glsl_is_component(const struct glsl_module *m, uint32_t id);

/* Finds, over all stages, the blocks that become 32-bit words; is this one of them; makes them so in a
 * module.
 */
void glsl_block_words_find(struct glsl_job *job);
bool glsl_has_block_words(const struct glsl_job *job, const char *name);
void glsl_block_words(struct glsl_module *m);

/* Bytes of a block; and what the application can ask about the members of one that is words. */
uint32_t glsl_block_extent(const struct glsl_module *m, uint32_t type);
/* Has the driver chosen the layout of a block of words (shared), and chooses it std430? */
bool glsl_block_is_tight(const struct glsl_job *job, const char *name);
void glsl_fields(const struct glsl_module *m, uint32_t type, struct glsl_block *block);

/* Atomic operations (glsl_atomic.c): is it one with a pointer to a number and a result; one that ES lacks, on
 * floats or as the upgrade writes comparisons; a word that announces those. */
bool glsl_atomic_is(uint32_t op);
bool glsl_atomic_is_lacking(const struct glsl_module *m, const uint32_t *w);
bool glsl_atomic_is_declared(const uint32_t *w);
/* Writes the operation w on a uint, element `at` (an int) of a variable that is nothing but an array of them,
 * or a block of that. */
struct glsl_atomic {
    uint32_t variable, element, at; /* element: of an array of blocks, an id; 0: no array */
    bool shared;                    /* by the work group: no block */
};
void glsl_atomic_lower(struct glsl_builder *b, const uint32_t *w, const struct glsl_atomic *atomic);

/* Decides what is read through windows, with every stage reflected. Fails the job when the vertex stage has
 * more storage blocks than the driver lets it and they cannot be read otherwise. */
void glsl_window_plan(struct glsl_job *job);
/* Rewrites one instruction that declares or reads a storage block with a window, or a buffer texture; else
 * false. */
bool glsl_lower_window(struct glsl_builder *b, const uint32_t *w);
bool glsl_lower_texel(struct glsl_builder *b, const uint32_t *w);
/* The same for accesses of arrays of blocks by a computed index; behind glsl_lower_window. */
bool glsl_lower_block(struct glsl_builder *b, const uint32_t *w);
/* After glsl_back: fills job->out->code. */
void glsl_window_code(struct glsl_module *m);
/* The row of element `element` of a block or sampler of that source name, or -1. */
int glsl_window_find(const struct glsl_job *job, const char *name, int element, bool texels);
/* A plain uniform of ours in the lowered module; the same one each time. */
uint32_t glsl_window_uniform(struct glsl_builder *b, const char *name, uint32_t type);
/* The i-th of those: its name and, in *id, its id; NULL past the end. */
const char *glsl_window_made(const struct glsl_module *m, size_t i, uint32_t *id);
/* Where texel `at` (an int) of a 2D window is: an ivec2. */
uint32_t glsl_window_place(struct glsl_builder *b, uint32_t at);

/* The type id of a value in the original module; 0 for ids that the builder made. */
uint32_t glsl_value_type(const struct glsl_module *m, uint32_t id);

/* SPIR-V to ESSL, into job->out->essl. The compiler stays in the module so that names can be asked for. */
void glsl_back(struct glsl_module *m);
void glsl_back_release(struct glsl_job *job);

/* Corrects the text that SPIRV-Cross wrote. */
const char *glsl_patch(struct glsl_module *m, const char *essl);

/* Adds extension lines and, behind them, a declaration. Fails the job for what the driver lacks. */
const char *glsl_patch_lines(struct glsl_module *m, const char *essl, const char *declaration);

/* Image formats: does ES have it, and the text with those that it has not put in. */
bool glsl_image_is_es(uint32_t format);
uint32_t glsl_image_placeholder(const struct glsl_module *m,
                                uint32_t component); /* what the lowered module says */
const char *glsl_image_patch(struct glsl_module *m, const char *text);

/* Explicit offsets in blocks: what the lowered module says, and the text with padding in front of members. */
uint32_t glsl_layout_offset(const struct glsl_module *m, uint32_t type, uint32_t member, uint32_t offset);
const char *glsl_layout_patch(struct glsl_module *m, const char *text);

/* What ES gives in less than full precision; declarations that the text needs in front are added. */
const char *glsl_precision_patch(struct glsl_module *m, const char *text, struct glsl_text *declaration);

/* GLSL 4.50 text of the control shader that the program leaves out. */
/* GLSL text of a type without arrays, NULL for structures and 64 bits; and the array part of a type,
 * outermost first, with the element type behind it in *type. */
const char *glsl_type_text(const struct glsl_module *m, uint32_t type);
const char *glsl_type_array(const struct glsl_module *m, uint32_t *type);
/* Does the fragment shader read flat varyings? And the geometry shader that the key asks for; NULL where the
 * interface cannot be passed through. */
bool glsl_through_wanted(const struct glsl_module *fragment);
const char *glsl_through_source(const struct glsl_module *producer, const struct glsl_module *fragment);
const char *glsl_tcs_source(const struct glsl_module *evaluation);

/* Makes the interpolation qualifiers of a module agree with the stage behind it; glsl_back calls it. */
void glsl_iface_align(const struct glsl_module *m);

/* Names as they are in the ESSL; before glsl_back, as they are in the module. */
const char *glsl_back_name(const struct glsl_module *m, uint32_t id);
const char *glsl_back_member(const struct glsl_module *m, uint32_t type, uint32_t member);
const char *glsl_back_block(const struct glsl_module *m, uint32_t variable, uint32_t type);

/* Fills job->out->xfb; `last` is the last stage before rasterisation. */
void glsl_xfb(struct glsl_job *job, const struct glsl_module *last);
/* If `name` is `base` followed by nothing, an index or a member, what follows; else NULL. */
const char *glsl_tail(const char *name, const char *base);

#endif
