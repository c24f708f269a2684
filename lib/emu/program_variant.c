/* SPDX-License-Identifier: MIT */
/* Variants of a program. Desktop GL has state that acts on shaders from outside (the point size, how many
 * buffers gl_FragColor goes to, colours of back faces); ES has no place for it, so the program is translated
 * again with that state built in (struct glsl_key), and a driver program of its own is made for it. Uniform
 * values live in the driver programs and are copied when another variant is taken and any was set since. The
 * application sees one program. Not done: a switch inside an open transform feedback span, where ES forbids
 * it (a named gap). Cost per draw: a few compares while the key stays; a translation and a link for a key
 * seen for the first time. */
#include "emu/program_priv.h"

#include <stdlib.h>
#include <string.h>

static bool same_key(const struct glsl_key *a, const struct glsl_key *b)
{
    return a->alpha_func == b->alpha_func && a->clip_planes == b->clip_planes &&
           a->color_outputs == b->color_outputs && a->point_size == b->point_size &&
           a->two_side == b->two_side && a->flat_shade == b->flat_shade && a->point_clip == b->point_clip &&
           a->clamp_vertex_color == b->clamp_vertex_color && a->image_format == b->image_format &&
           a->patch_vertices == b->patch_vertices && a->primitive_split == b->primitive_split &&
           a->point_lower == b->point_lower && a->cube_faces == b->cube_faces && a->through == b->through &&
           a->provokes == b->provokes && a->windows == b->windows && a->lod_bias == b->lod_bias;
}

static bool same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

/* `added` is a pipeline's, NULL: nothing is. */
static bool same_variant(const struct emu_variant *v, const struct glsl_key *key, char *const *added)
{
    for (int i = 0; i < GLSL_STAGES; i++)
        if (!same_text(v->added[i], added ? added[i] : NULL))
            return false;
    return same_key(&v->key, key);
}

/* ---- making ---- */

static bool find_blocks(struct emu_context *ctx, const struct emu_executable *exe, struct emu_variant *v)
{
    GLint longest = 0;
    char *name;

    ctx->es->GetProgramiv(exe->es, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH, &longest);
    name = malloc((size_t)longest + 1);
    for (size_t i = 0; name && i < exe->block_count; i++) {
        ctx->es->GetActiveUniformBlockName(exe->es, exe->blocks[i].es_index, longest + 1, NULL, name);
        v->blocks[i] = ctx->es->GetUniformBlockIndex(v->es, name);
    }
    free(name);
    return name != NULL;
}

struct emu_variant *emu_variant_create(struct emu_context *ctx, struct emu_executable *exe, GLuint es,
                                       struct glsl_output *glsl, const struct glsl_key *key)
{
    struct emu_variant *v = emu_reflect_array(&exe->arena, 1, sizeof *v);

    if (!v)
        return NULL;
    v->key = *key;
    v->glsl = glsl;
    v->es = es;
    v->slots = emu_reflect_array(&exe->arena, exe->slot_count, sizeof *v->slots);
    v->blocks = emu_reflect_array(&exe->arena, exe->block_count, sizeof *v->blocks);
    if (exe->has_wide)
        v->columns = emu_reflect_array(&exe->arena, exe->slot_count, sizeof *v->columns);
    if (!v->slots || !v->blocks || (exe->has_wide && !v->columns) || !find_blocks(ctx, exe, v))
        return NULL;
    for (size_t i = 0; i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        if (u->location >= 0 && u->wide)
            emu_uniform_wide_locate(ctx->es, u, v);
        else if (u->location >= 0)
            emu_uniform_es_locations(ctx->es, es, u, v->slots + u->location);
    }
    if (!emu_feed_find(ctx, exe, v))
        return NULL;
    v->next = exe->variants;
    exe->variants = v;
    return v;
}

static void keep_added(struct emu_executable *exe, struct emu_variant *v, char *const *added)
{
    for (int i = 0; v && added && i < GLSL_STAGES; i++)
        if (added[i] && *added[i])
            v->added[i] = emu_reflect_string(&exe->arena, added[i], strlen(added[i]));
}

/* NULL when this key cannot be had; that is remembered, too. */
static struct emu_variant *translate_variant(struct emu_context *ctx, struct emu_executable *exe,
                                             const struct glsl_key *key, char *const *added)
{
    struct glsl_output *glsl;
    struct emu_variant *v = NULL;
    char *info = NULL;
    GLuint es = ctx->es->CreateProgram();

    exe->input.key = *key;
    glsl = glsl_cache_translate(ctx->program.cache, &exe->input);
    if (glsl && glsl->ok && emu_program_build(ctx, es, exe, glsl, added, &info))
        v = emu_variant_create(ctx, exe, es, glsl, key);
    if (!v && glsl && !glsl->ok)
        log_msg(ctx->log, LOG_WARN, "a program does not translate for this state: %s", glsl->info);
    free(info);
    keep_added(exe, v, added);
    if (v)
        return v;
    emu_gap(ctx, "glDraw*", "the program does not translate for this state", true);
    ctx->es->DeleteProgram(es);
    glsl_output_destroy(glsl);
    v = emu_reflect_array(&exe->arena, 1, sizeof *v);
    if (v) {
        v->key = *key;
        keep_added(exe, v, added);
        v->next = exe->variants;
        exe->variants = v;
    }
    return NULL;
}

void emu_variant_destroy_others(struct emu_context *ctx, struct emu_executable *exe)
{
    for (const struct emu_variant *v = exe ? exe->variants : NULL; v; v = v->next)
        if (v->es && v->es != exe->es)
            ctx->es->DeleteProgram(v->es);
}

/* ---- switching ---- */

/* What one variant has no place for is kept for the next that has. */
static void copy_uniform(const struct gles_table *es, struct emu_executable *exe, size_t location,
                         const struct emu_variant *from_variant, const struct emu_variant *to_variant)
{
    const struct emu_uniform *u = &exe->uniforms[exe->slots[location].uniform];
    GLint from = from_variant->slots[location], to = to_variant->slots[location];
    GLuint from_es = from_variant->es;
    const void *kept;
    union {
        GLfloat f[16];
        GLint i[16];
        GLuint u[16];
    } value = {0};

    if (from < 0) {
        if (to >= 0 && (kept = emu_uniform_kept(exe, location)))
            emu_uniform_upload(es, u->type, to, 1, GL_FALSE, kept);
        return;
    }
    if (u->type.base == EMU_BASE_FLOAT || u->type.base == EMU_BASE_DOUBLE)
        es->GetUniformfv(from_es, from, value.f);
    else if (u->type.base == EMU_BASE_UINT)
        es->GetUniformuiv(from_es, from, value.u);
    else
        es->GetUniformiv(from_es, from, value.i);
    if (to < 0)
        emu_uniform_keep_driver(exe, location, &value);
    else
        emu_uniform_upload(es, u->type, to, 1, GL_FALSE, &value);
}

/* Brings `to` up to date; it is the driver's current program. */
static void copy_values(struct emu_context *ctx, struct emu_executable *exe, const struct emu_variant *from,
                        const struct emu_variant *to)
{
    for (size_t i = 0; i < exe->slot_count; i++) {
        const struct emu_uniform *u =
            exe->slots[i].uniform >= 0 ? &exe->uniforms[exe->slots[i].uniform] : NULL;

        if (u && u->type.base != EMU_BASE_IMAGE && !u->wide)
            copy_uniform(ctx->es, exe, i, from, to);
    }
    emu_uniform_wide_copy(ctx, exe, to);
    for (size_t i = 0; i < exe->block_count; i++)
        if (to->blocks[i] != GL_INVALID_INDEX)
            ctx->es->UniformBlockBinding(to->es, to->blocks[i], (GLuint)exe->blocks[i].binding);
}

/* Whether a draw of anything but points finds all as it is, while no texture has a bias. Of the key,
 * state_key sets some fields for points alone, and some nowhere: those are fixed function's. */
static bool is_steady(const struct emu_executable *exe, const struct emu_variant *v)
{
    static const struct glsl_key none;
    const unsigned of_points = GLSL_KEY_POINT_SIZE | GLSL_KEY_POINT_LOWER;
    const unsigned others = GLSL_KEY_LOD_BIAS | GLSL_KEY_ALPHA | GLSL_KEY_CLIP | GLSL_KEY_FLAT_SHADE;

    return !(exe->glsl->keyed & ~(of_points | others)) && !exe->emits_points &&
           same_variant(v, &none, NULL) && !v->fed && !exe->has_images && !exe->storage_count &&
           !exe->counter_count && !exe->windows && !(exe->glsl->flags & GLSL_READS_BLOCKS);
}

void emu_variant_install(struct emu_context *ctx, struct emu_program *program, struct emu_variant *v)
{
    struct emu_executable *exe = program->exe;

    exe->variant = v;
    program->es = v->es;
    program->draw_id_location = v->draw_id;
    program->base_vertex_location = v->base_vertex;
    program->base_instance_location = v->base_instance;
    program->reads_draw_id = v->draw_id >= 0;
    program->reads_base_vertex = v->base_vertex >= 0;
    program->reads_base_instance = v->base_instance >= 0;
    program->steady = is_steady(exe, v);
    for (size_t i = 0; i < exe->compat_uniform_count; i++)
        if (exe->compat_uniforms[i].type)
            exe->compat_uniforms[i].location =
                ctx->es->GetUniformLocation(v->es, exe->compat_uniforms[i].essl);
    emu_subroutine_locate(ctx, program);
    if (program == ctx->program.current)
        emu_program_use_es(ctx, program->es);
}

static struct emu_variant *find_variant(struct emu_context *ctx, struct emu_executable *exe,
                                        const struct glsl_key *key, char *const *added)
{
    for (struct emu_variant *v = exe->variants; v; v = v->next)
        if (same_variant(v, key, added))
            return v->es ? v : NULL;
    return translate_variant(ctx, exe, key, added);
}

static void select_variant(struct emu_context *ctx, struct emu_program *program, const struct glsl_key *key,
                           char *const *added)
{
    struct emu_executable *exe = program->exe;
    struct emu_variant *old = exe->variant, *v;

    if (same_variant(old, key, added))
        return;
    if (ctx->xfb.active && !ctx->xfb.paused) {
        emu_gap(ctx, "glDraw*", "state that changes the shader inside transform feedback", true);
        return;
    }
    v = find_variant(ctx, exe, key, added);
    if (!v || v == old)
        return;
    if (v->values != exe->values) {
        emu_program_use_es(ctx, v->es);
        copy_values(ctx, exe, old, v);
        v->values = exe->values;
    }
    old->values = exe->values;
    emu_variant_install(ctx, program, v);
    emu_program_use_es(ctx, ctx->program.current ? ctx->program.current->es : 0);
}

/* ---- the key ---- */

static int draw_buffer_count(const struct emu_context *ctx)
{
    const struct emu_framebuffer *fb = ctx->fbo.draw;
    int count = 0;

    for (int i = 0; fb && fb->es && i < EMU_MAX_COLOR_ATTACHMENTS; i++)
        if (fb->draw[i] != GL_NONE)
            count = i + 1;
    return count > 1 ? count : 0;
}

/* Format of the image that the first write-only image uniform writes to. */
static GLenum image_format(const struct emu_context *ctx, const struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->uniform_count; i++) {
        const struct emu_uniform *u = &exe->uniforms[i];
        if (u->type.base == EMU_BASE_IMAGE && u->units && u->units[0] < EMU_MAX_IMAGE_UNITS &&
            ctx->texture.images[u->units[0]].texture)
            return ctx->texture.images[u->units[0]].format;
    }
    return 0;
}

/* "Fixed only" asks all buffers that are drawn to. */
static bool clamps_vertex_colors(struct emu_context *ctx)
{
    const struct emu_format *f;

    for (GLint i = 0; ctx->state.clamp_vertex == GL_FIXED_ONLY && i < EMU_MAX_COLOR_ATTACHMENTS; i++)
        if ((f = emu_fbo_draw_color(ctx, i)) && f->cls == EMU_FLOAT)
            return false;
    return ctx->state.clamp_vertex != GL_FALSE;
}

static bool provokes_first(const struct emu_context *ctx)
{
    return ctx->state.provoking_vertex == GL_FIRST_VERTEX_CONVENTION && !ctx->caps->has_provoking_vertex;
}

/* A made-up geometry shader, where layers or flat values of the first vertex ask for it. */
static void through_key(struct emu_context *ctx, const struct emu_executable *exe, GLenum mode,
                        struct glsl_key *key)
{
    bool places = exe->glsl->flags & GLSL_WRITES_LAYER, first = provokes_first(ctx);
    const char *name = places ? "gl_Layer" : "glProvokingVertex";

    if (!places && (!first || mode == GL_POINTS))
        return;
    if (mode == GL_POINTS || (mode >= GL_LINES_ADJACENCY && mode <= GL_TRIANGLE_STRIP_ADJACENCY)) {
        emu_gap(ctx, name, "points and adjacency without a geometry shader", true);
        return;
    }
    if (first && ((mode >= GL_QUADS && mode <= GL_POLYGON) ||
                  (mode == GL_TRIANGLE_STRIP && (ctx->state.restart || ctx->state.restart_fixed)))) {
        emu_gap(ctx, "glProvokingVertex", "quads, polygons, and strips that restart", true);
        first = false;
    }
    key->through = mode >= GL_LINES && mode <= GL_LINE_STRIP ? GLSL_THROUGH_LINES : GLSL_THROUGH_TRIANGLES;
    key->provokes = !first                      ? GLSL_PROVOKES_LAST
                    : mode == GL_TRIANGLE_STRIP ? GLSL_PROVOKES_STRIP
                    : mode == GL_TRIANGLE_FAN   ? GLSL_PROVOKES_FAN
                                                : GLSL_PROVOKES_FIRST;
}

bool emu_program_counts_primitives(const struct emu_context *ctx, const struct emu_program *program)
{
    return program->reads_primitive_id ||
           (program->exe && program->exe->glsl->keyed & GLSL_KEY_THROUGH && provokes_first(ctx));
}

bool emu_program_provokes(struct emu_context *ctx)
{
    const struct emu_program *program = ctx->program.current;
    const struct glsl_output *glsl = program && program->exe ? program->exe->glsl : NULL;

    return glsl && !glsl->essl[GLSL_GEOMETRY] &&
           (glsl->keyed & GLSL_KEY_THROUGH || !(glsl->flags & GLSL_READS_FLAT));
}

static void state_key(struct emu_context *ctx, const struct emu_executable *exe, GLenum mode,
                      struct glsl_key *key)
{
    unsigned keyed = exe->glsl->keyed;
    bool points = exe->emits_points || (mode == GL_POINTS && !exe->emits_others);

    *key = (struct glsl_key){0};
    if (keyed & GLSL_KEY_POINT_SIZE && points) {
        key->point_size = !emu_IsEnabled(GL_PROGRAM_POINT_SIZE);
        /* What a program may capture is left as its shader wrote it, in and out of a span: a variant cannot
         * change inside one. */
        key->point_clip = (!key->point_size || ctx->state.point_size > 1) && !exe->glsl->xfb_count;
    }
    if (keyed & GLSL_KEY_POINT_LOWER && points)
        key->point_lower = ctx->state.point_origin == GL_LOWER_LEFT;
    if (keyed & GLSL_KEY_COLOR_OUTPUTS)
        key->color_outputs = draw_buffer_count(ctx);
    if (keyed & GLSL_KEY_CLAMP_COLOR && !ctx->core)
        key->clamp_vertex_color = clamps_vertex_colors(ctx);
    if (keyed & GLSL_KEY_TWO_SIDE && !ctx->core && ctx->state.attention)
        key->two_side = emu_IsEnabled(GL_VERTEX_PROGRAM_TWO_SIDE);
    if (keyed & GLSL_KEY_LOD_BIAS && ctx->share->lod_bias)
        key->lod_bias = emu_bias_key(ctx, exe);
    if (keyed & GLSL_KEY_WINDOWS)
        key->windows = exe->windows_key;
    if (keyed & GLSL_KEY_CUBE_FACES)
        key->cube_faces = !ctx->state.cube_seamless;
    if (keyed & GLSL_KEY_THROUGH)
        through_key(ctx, exe, mode, key);
    if (keyed & GLSL_KEY_IMAGE_FORMAT)
        key->image_format = image_format(ctx, exe);
    if (keyed & GLSL_KEY_SPLIT && mode >= GL_QUADS && mode <= GL_POLYGON)
        key->primitive_split = mode == GL_POLYGON ? INT32_MAX : 2;
    if (keyed & GLSL_KEY_PATCH_VERTICES && mode == GL_PATCHES) {
        GLint vertices = ctx->state.patch_vertices;
        key->patch_vertices = vertices == 3 ? 0 : vertices;
    }
}

static void prepare_program(struct emu_context *ctx, struct emu_program *program, GLenum mode,
                            char *const *added)
{
    struct glsl_key key;

    if (!program || !program->exe)
        return;
    if (program->exe->glsl->keyed || added || program->exe->variants->next) {
        state_key(ctx, program->exe, mode, &key);
        select_variant(ctx, program, &key, added);
    }
    if (ctx->share->lod_bias)
        emu_bias_prepare(ctx, program->exe);
    emu_feed_state(ctx, program);
}

static void prepare_pipeline(struct emu_context *ctx, struct emu_pipeline *pipeline, GLenum mode)
{
    do {
        for (int i = 0; i < GLSL_STAGES; i++) {
            char *added[GLSL_STAGES];

            for (int j = 0; j < GLSL_STAGES; j++)
                added[j] = pipeline->stages[j] == pipeline->stages[i] ? pipeline->added[j] : NULL;
            prepare_program(ctx, pipeline->stages[i], mode, pipeline->added[i] ? added : NULL);
        }
        emu_pipeline_sync(ctx, pipeline);
    } while (mode != GL_NONE && emu_pipeline_check(ctx, pipeline));
}

/* The current program's draws can be left alone: what an earlier one had moved is back in its place, too. */
static bool nothing_to_prepare(const struct emu_context *ctx, GLenum mode)
{
    const struct emu_program_state *state = &ctx->program;

    return state->current && state->current->steady && mode != GL_POINTS && !ctx->share->lod_bias &&
           !(state->moved_images | state->moved_storage[0] | state->moved_storage[1]);
}

static __attribute__((noinline)) void prepare_any(struct emu_context *ctx, GLenum mode)
{
    struct emu_program_state *state = &ctx->program;

    if (state->current) {
        prepare_program(ctx, state->current, mode, NULL);
        emu_program_use_es(ctx, state->current->es);
    } else if (state->pipeline) {
        prepare_pipeline(ctx, state->pipeline, mode);
    }
    emu_program_prepare_storage(ctx);
    emu_program_prepare_images(ctx);
}

void emu_program_prepare(struct emu_context *ctx, GLenum mode)
{
    if (nothing_to_prepare(ctx, mode))
        emu_program_use_es(ctx, ctx->program.current->es);
    else
        prepare_any(ctx, mode);
    emu_program_prepare_textures(ctx);
}
