/* SPDX-License-Identifier: MIT */
/* SPIRV-Cross: SPIR-V to ESSL. Decorations are set so that the text has the numbers it must have and no
 * others: the application's uniform locations and sampler bindings are the caller's to apply by name.
 * Extension lines that SPIRV-Cross leaves out are put in by what the text uses. */
#include "emu/glsl_back.h"
#include "emu/glsl_lower.h"
#include "emu/glsl_varying.h"
#include "emu/glsl_window.h"

#include <spirv_cross/spirv_cross_c.h>
#include <stdio.h>
#include <string.h>

static void check(const struct glsl_module *m, spvc_result result)
{
    static const char *const stages[GLSL_STAGES] = {
        "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute"};

    if (result == SPVC_ERROR_OUT_OF_MEMORY)
        longjmp(m->job->leave, 2);
    if (result != SPVC_SUCCESS)
        glsl_fail(m->job, "%s shader: %s", stages[m->stage],
                  spvc_context_get_last_error_string(m->job->spvc));
}

/* Does the stage meet other programs through blocks that say where their members are? There a block may meet
 * plain variables, which ES does not let it. */
static bool meets_by_location(const struct glsl_module *m)
{
    bool located = false;

    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t type, storage = m->w[i + 3];

        if (GLSL_OP(m->w[i]) != SpvOpVariable ||
            storage != (m->stage == GLSL_FRAGMENT ? SpvStorageClassInput : SpvStorageClassOutput))
            continue;
        type = glsl_module_pointee(m, m->w[i + 2]);
        if (!glsl_module_decoration(m, type, -1, SpvDecorationBlock, NULL) ||
            glsl_module_decoration(m, type, 0, SpvDecorationBuiltIn, NULL))
            continue;
        if (!glsl_module_decoration(m, type, 0, SpvDecorationLocation, NULL))
            return false;
        located = true;
    }
    return located && m->job->input && m->job->input->separable;
}

static void set_options(struct glsl_module *m)
{
    const struct glsl_target *t = &m->job->target;
    bool pipe_end = m->stage == GLSL_VERTEX || m->stage == GLSL_FRAGMENT;
    spvc_compiler_options o;

    check(m, spvc_compiler_create_compiler_options(m->compiler, &o));
    spvc_compiler_options_set_uint(o, SPVC_COMPILER_OPTION_GLSL_VERSION, (unsigned)t->essl);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_ES, SPVC_TRUE);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_ES_DEFAULT_FLOAT_PRECISION_HIGHP, SPVC_TRUE);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_ES_DEFAULT_INT_PRECISION_HIGHP, SPVC_TRUE);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_SUPPORT_NONZERO_BASE_INSTANCE, SPVC_FALSE);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_ENABLE_STORAGE_IMAGE_QUALIFIER_DEDUCTION,
                                   SPVC_TRUE);
    spvc_compiler_options_set_bool(o, SPVC_COMPILER_OPTION_GLSL_FORCE_FLATTENED_IO_BLOCKS,
                                   pipe_end && (!t->shader_io_blocks || meets_by_location(m)));
    check(m, spvc_compiler_install_compiler_options(m->compiler, o));
}

/* The number that the ESSL fixes for a storage block or image, or -1. */
static int fixed_binding(const struct glsl_module *m, uint32_t id, bool block)
{
    const struct glsl_output *out = m->job->out;
    const char *name = glsl_source_name(m->job, m->name[id]);
    uint32_t type = glsl_module_pointee(m, id);
    size_t n = strlen(name);

    if (block) {
        type = glsl_module_element(m, type);
        name = glsl_source_name(m->job, m->name[type]);
    }
    for (size_t i = 0; block && i < out->block_count; i++)
        if (!strcmp(out->blocks[i].name, name) &&
            out->blocks[i].storage == glsl_module_decoration(m, type, -1, SpvDecorationBufferBlock, NULL))
            return out->blocks[i].essl_binding;
    /* The first leaf of an array of arrays has the lowest number. */
    for (size_t i = 0; !block && i < out->uniform_count; i++)
        if (!strncmp(out->uniforms[i].name, name, n) &&
            (!out->uniforms[i].name[n] || out->uniforms[i].name[n] == '['))
            return out->uniforms[i].essl_binding;
    return -1;
}

static void set_binding(struct glsl_module *m, uint32_t id, int binding)
{
    if (binding >= 0)
        spvc_compiler_set_decoration(m->compiler, id, SpvDecorationBinding, (unsigned)binding);
    else
        spvc_compiler_unset_decoration(m->compiler, id, SpvDecorationBinding);
}

static void set_output(struct glsl_module *m, uint32_t id)
{
    const struct glsl_output *out = m->job->out;
    const char *name = glsl_source_name(m->job, m->name[id]);

    for (size_t i = 0; i < out->output_count; i++) {
        if (strcmp(out->outputs[i].name, name) != 0)
            continue;
        spvc_compiler_set_decoration(m->compiler, id, SpvDecorationLocation,
                                     (unsigned)out->outputs[i].location);
        if (out->outputs[i].index > 0)
            spvc_compiler_set_decoration(m->compiler, id, SpvDecorationIndex,
                                         (unsigned)out->outputs[i].index);
    }
}

static void name_array_inputs(struct glsl_module *m)
{
    for (const struct glsl_array_input *a = m->arrays; a; a = a->next)
        for (int i = 0; i < a->count; i++) {
            spvc_compiler_set_name(m->compiler, a->inputs[i],
                                   glsl_format(m->job, "retrace_%s_%d", m->name[a->id], i));
            spvc_compiler_set_decoration(m->compiler, a->inputs[i], SpvDecorationLocation,
                                         (unsigned)(a->location + i * a->slots));
        }
}

static void name_windows(struct glsl_module *m)
{
    const char *name;
    uint32_t id;

    for (size_t i = 0; (name = glsl_window_made(m, i, &id)); i++)
        spvc_compiler_set_name(m->compiler, id, name);
}

static void decorate(struct glsl_module *m)
{
    name_array_inputs(m);
    name_windows(m);
    for (size_t i = GLSL_FIRST; i < m->n && GLSL_OP(m->w[i]) != SpvOpFunction; i += GLSL_LENGTH(m->w[i])) {
        uint32_t id = m->w[i + 2], storage = m->w[i + 3];

        if (GLSL_OP(m->w[i]) != SpvOpVariable)
            continue;
        if (storage == SpvStorageClassUniformConstant) {
            spvc_compiler_unset_decoration(m->compiler, id, SpvDecorationLocation);
            set_binding(m, id, fixed_binding(m, id, false));
        } else if (storage == SpvStorageClassUniform) {
            set_binding(m, id, fixed_binding(m, id, true));
        } else if (glsl_module_decoration(m, id, -1, SpvDecorationBuiltIn, NULL)) {
            continue;
        } else if (storage == SpvStorageClassOutput && m->stage == GLSL_FRAGMENT) {
            set_output(m, id);
        }
    }
    glsl_iface_align(m);
    glsl_split_name(m);
    glsl_wrap_name(m);
    glsl_counter_name(m);
}

/* ---- the whole ---- */

void glsl_back(struct glsl_module *m)
{
    struct glsl_job *job = m->job;
    const char *essl = NULL;
    spvc_context context;
    spvc_parsed_ir ir;
    spvc_compiler compiler;

    if (!job->spvc) {
        if (spvc_context_create(&context) != SPVC_SUCCESS)
            longjmp(job->leave, 2);
        job->spvc = context;
    }
    check(m, spvc_context_parse_spirv(job->spvc, m->lowered, m->lowered_n, &ir));
    check(m, spvc_context_create_compiler(job->spvc, SPVC_BACKEND_GLSL, ir, SPVC_CAPTURE_MODE_TAKE_OWNERSHIP,
                                          &compiler));
    m->compiler = compiler;
    set_options(m);
    decorate(m);
    check(m, spvc_compiler_compile(compiler, &essl));
    job->out->essl[m->stage] = glsl_patch(m, essl);
}

void glsl_back_release(struct glsl_job *job)
{
    if (job->spvc)
        spvc_context_destroy(job->spvc);
    job->spvc = NULL;
}

const char *glsl_back_name(const struct glsl_module *m, uint32_t id)
{
    const char *name = m->compiler ? spvc_compiler_get_name(m->compiler, id) : m->name[id];

    return glsl_strdup(m->job, name, strlen(name));
}

const char *glsl_back_member(const struct glsl_module *m, uint32_t type, uint32_t member)
{
    const char *name = m->compiler ? spvc_compiler_get_member_name(m->compiler, type, member)
                                   : glsl_module_member_name(m, type, member);

    return glsl_strdup(m->job, name, strlen(name));
}

const char *glsl_back_block(const struct glsl_module *m, uint32_t variable, uint32_t type)
{
    const char *name =
        m->compiler ? spvc_compiler_get_remapped_declared_block_name(m->compiler, variable) : m->name[type];

    if (!name) /* read through a window: not declared */
        name = m->name[type];
    return glsl_strdup(m->job, name, strlen(name));
}
