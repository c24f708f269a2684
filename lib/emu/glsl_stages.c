/* SPDX-License-Identifier: MIT */
/* A program through the translator: all stages are preprocessed and looked at first, as what one stage uses
 * decides what another declares; then each goes through glslang, and only when the whole interface is known
 * does SPIRV-Cross write ESSL. Stages that ES wants and the program lacks are added on the way. Cost: 1 to 4
 * ms for a small program once the process is warm, nearly all of it glslang's and SPIRV-Cross's. */
#include "emu/glsl_back.h"
#include "emu/glsl_block.h"
#include "emu/glsl_front.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_pp.h"
#include "emu/glsl_reflect.h"
#include "emu/glsl_source.h"
#include "emu/glsl_stages.h"
#include "emu/glsl_varying.h"
#include "emu/glsl_wide.h"
#include "emu/glsl_window.h"

#include <string.h>

#define MAX_UNITS 16

struct stage {
    struct glsl_unit units[MAX_UNITS];
    size_t count;
    struct glsl_uses uses;
    struct glsl_module module;
};

static void read_stage(struct glsl_job *job, enum glsl_stage id, struct stage *stage)
{
    const struct glsl_stage_source *source = &job->input->stages[id];

    if (source->count > MAX_UNITS)
        glsl_fail(job, "too many shaders of one stage");
    stage->count = source->count;
    for (size_t i = 0; i < stage->count; i++) {
        struct glsl_unit *unit = &stage->units[i];

        unit->stage = id;
        glsl_preprocess(job, source->texts[i], unit);
        if (unit->version > job->out->version)
            job->out->version = unit->version;
        glsl_subroutine_lower(job, unit);
        glsl_upgrade_scan(job, unit, &stage->uses);
    }
}

/* A fragment shader may read a built-in varying that the vertex shader never writes: ES wants it declared
 * there. */
static void share_varyings(struct glsl_job *job, struct stage *stages)
{
    enum glsl_stage last = job->last_stage;
    struct glsl_uses *vs = &stages[last].uses, *fs = &stages[GLSL_FRAGMENT].uses;
    const struct glsl_compat *row;

    if (!stages[last].count || !stages[GLSL_FRAGMENT].count)
        return;
    if (vs->tex_coords < fs->tex_coords)
        vs->tex_coords = fs->tex_coords;
    fs->tex_coords = vs->tex_coords;
    for (int i = 0; (row = glsl_compat_at(i)); i++)
        for (int k = 0; fs->builtins[i] && row->kind == GLSL_COMPAT_VARYING && glsl_compat_at(k); k++)
            if ((glsl_compat_at(k)->stages >> last & 1) && !strcmp(glsl_compat_at(k)->essl, row->essl))
                vs->builtins[k] = true;
    if (!job->input->key.two_side)
        return;
    for (int side = 0; side < 2; side++) {
        static const char *const front[] = {"gl_Color", "gl_SecondaryColor"};
        static const char *const back[] = {"gl_BackColor", "gl_BackSecondaryColor"};

        if (fs->builtins[glsl_compat_find(front[side], GLSL_FRAGMENT)]) {
            vs->builtins[glsl_compat_find(back[side], GLSL_VERTEX)] = true;
            fs->builtins[glsl_compat_find(back[side], GLSL_VERTEX)] = true;
        }
    }
}

static void front(struct glsl_job *job, enum glsl_stage id, struct stage *stage)
{
    const char *texts[MAX_UNITS];
    bool has_main = false;

    for (size_t i = 0; i < stage->count; i++) {
        has_main |= stage->units[i].has_main;
        texts[i] = glsl_upgrade(job, &stage->units[i], &stage->uses);
    }
    if (!has_main)
        glsl_fail(job, "a stage has no main()");
    glsl_compat_report(job, id, &stage->uses);
    glsl_front(job, id, texts, stage->count, &stage->module);
    job->modules[id] = &stage->module;
    glsl_reflect(&stage->module);
}

/* ES links no evaluation shader without a control shader. */
static void add_control(struct glsl_job *job, struct stage *stages)
{
    struct stage *control = &stages[GLSL_TESS_CONTROL];
    const char *text;

    if (job->input->separable || !stages[GLSL_TESS_EVALUATION].count || control->count)
        return;
    text = glsl_tcs_source(&stages[GLSL_TESS_EVALUATION].module);
    control->count = 1;
    glsl_front(job, GLSL_TESS_CONTROL, &text, 1, &control->module);
    job->modules[GLSL_TESS_CONTROL] = &control->module;
}

/* Nor does it take layers, or flat values of the first vertex, without a geometry shader. */
static void add_geometry(struct glsl_job *job, struct stage *stages)
{
    struct stage *geometry = &stages[GLSL_GEOMETRY], *fragment = &stages[GLSL_FRAGMENT],
                 *last = &stages[job->last_stage];
    bool places = job->out->flags & GLSL_WRITES_LAYER;
    const char *text;

    if (!fragment->count || !last->count || geometry->count)
        return;
    if (glsl_through_wanted(&fragment->module))
        job->out->flags |= GLSL_READS_FLAT;
    if ((!places && !(job->out->flags & GLSL_READS_FLAT)) || job->input->separable || job->input->xfb_count ||
        !job->target.geometry_shader)
        return;
    job->out->keyed |= GLSL_KEY_THROUGH;
    if (!job->input->key.through)
        return;
    text = last->module.splits || fragment->module.splits
               ? NULL
               : glsl_through_source(&last->module, &fragment->module);
    if (!text) {
        glsl_gap(job, places ? "gl_Layer" : "glProvokingVertex", "varyings that no made-up stage passes on");
        return;
    }
    geometry->count = 1;
    glsl_front(job, GLSL_GEOMETRY, &text, 1, &geometry->module);
    job->modules[GLSL_GEOMETRY] = &geometry->module;
}

static void check_stages(struct glsl_job *job)
{
    const struct glsl_target *t = &job->target;
    const struct glsl_stage_source *s = job->input->stages;

    if ((s[GLSL_TESS_CONTROL].count || s[GLSL_TESS_EVALUATION].count) && !t->tessellation_shader)
        glsl_fail(job, "the ES driver lacks tessellation shaders");
    if (s[GLSL_GEOMETRY].count && !t->geometry_shader)
        glsl_fail(job, "the ES driver lacks geometry shaders");
    if (s[GLSL_COMPUTE].count && t->essl < 310)
        glsl_fail(job, "the ES driver lacks compute shaders");
}

/* Without a fragment shader the compatibility profile has fixed function take over: without its textures and
 * fog what comes out is the colour that the last stage wrote, which that stage alone decides about. */
static const char *const fixed_fragment =
    "#version 150 compatibility\nvoid main()\n{\n    gl_FragColor = gl_Color;\n}\n";

static void read_fixed_fragment(struct glsl_job *job, struct stage *stages)
{
    const struct glsl_uses *last = &stages[job->last_stage].uses;
    struct stage *fragment = &stages[GLSL_FRAGMENT];

    if (!job->input->fixed_fragment || job->input->separable || fragment->count || !last->builtins ||
        !last->builtins[glsl_compat_find("gl_FrontColor", job->last_stage)])
        return;
    fragment->count = 1;
    fragment->units[0].stage = GLSL_FRAGMENT;
    glsl_preprocess(job, fixed_fragment, &fragment->units[0]);
    glsl_upgrade_scan(job, &fragment->units[0], &fragment->uses);
}

/* Nor does it link a program without a fragment shader. */
static void add_fragment(struct glsl_job *job)
{
    bool graphics = job->input->stages[GLSL_VERTEX].count != 0;

    if (!job->input->separable && graphics && !job->out->essl[GLSL_FRAGMENT])
        job->out->essl[GLSL_FRAGMENT] =
            glsl_format(job, "#version %d es\nvoid main()\n{\n}\n", job->target.essl);
}

void glsl_stages_translate(struct glsl_job *job)
{
    struct stage *stages = glsl_alloc(job, GLSL_STAGES, sizeof *stages);

    check_stages(job);
    for (int s = 0; s < GLSL_STAGES; s++)
        read_stage(job, (enum glsl_stage)s, &stages[s]);
    job->last_stage = stages[GLSL_GEOMETRY].count          ? GLSL_GEOMETRY
                      : stages[GLSL_TESS_EVALUATION].count ? GLSL_TESS_EVALUATION
                                                           : GLSL_VERTEX;
    read_fixed_fragment(job, stages);
    share_varyings(job, stages);
    for (int s = 0; s < GLSL_STAGES; s++)
        if (stages[s].count)
            front(job, (enum glsl_stage)s, &stages[s]);
    add_control(job, stages);
    glsl_block_words_find(job);
    for (int s = 0; s < GLSL_STAGES; s++) {
        if (!stages[s].count)
            continue;
        glsl_block_words(&stages[s].module);
        glsl_wide_lower(&stages[s].module);
        glsl_merge_components(&stages[s].module);
    }
    if (!job->input->separable && stages[GLSL_TESS_CONTROL].count && stages[GLSL_TESS_EVALUATION].count)
        glsl_wrap_find(&stages[GLSL_TESS_CONTROL].module, &stages[GLSL_TESS_EVALUATION].module);
    if (!job->input->separable && stages[job->last_stage].count)
        glsl_split_find(&stages[job->last_stage].module, &stages[GLSL_FRAGMENT].module);
    add_geometry(job, stages);
    glsl_counter_find(job);
    glsl_assign(job);
    glsl_window_plan(job);
    for (int s = 0; s < GLSL_STAGES; s++) {
        if (!stages[s].count)
            continue;
        glsl_spirv_lower(&stages[s].module);
        glsl_back(&stages[s].module);
        glsl_reflect(&stages[s].module);
        glsl_window_code(&stages[s].module);
    }
    add_fragment(job);
    glsl_xfb(job, &stages[job->last_stage].module);
    job->out->ok = true;
}

bool glsl_stages_check(struct glsl_job *job, enum glsl_stage stage, const char *source)
{
    struct glsl_unit *unit = glsl_alloc(job, 1, sizeof *unit);
    struct glsl_uses *uses = glsl_alloc(job, 1, sizeof *uses);

    unit->stage = stage;
    glsl_preprocess(job, source, unit);
    glsl_subroutine_lower(job, unit);
    glsl_upgrade_scan(job, unit, uses);
    return glsl_front_check(job, stage, glsl_upgrade(job, unit, uses));
}
