/* SPDX-License-Identifier: MIT */
/* GLSL 4.50 core text to SPIR-V 1.0 for OpenGL, by glslang. All units of a stage link into one module. */
#include "emu/glsl_front.h"
#include "emu/glsl_glslang.h"

#include <stdlib.h>
#include <string.h>

/* NULL: not valid; the messages are in the log. The job owns the shader. */
static void *parse(struct glsl_job *job, enum glsl_stage stage, const char *text)
{
    const char *log = "";
    bool ok = false;
    void *shader;

    if (job->shader_count == sizeof job->shaders / sizeof *job->shaders)
        glsl_fail(job, "too many shaders in one program");
    shader = glsl_glslang_parse(stage, text, &ok, &log);
    if (!shader)
        longjmp(job->leave, 2);
    job->shaders[job->shader_count++] = shader;
    if (!ok)
        glsl_puts(job, &job->log, log);
    return ok ? shader : NULL;
}

bool glsl_front_check(struct glsl_job *job, enum glsl_stage stage, const char *text)
{
    return parse(job, stage, text) != NULL;
}

void glsl_front_release(struct glsl_job *job)
{
    while (job->shader_count)
        glsl_glslang_free(job->shaders[--job->shader_count]);
    free(job->foreign);
    job->foreign = NULL;
}

static void make_module(struct glsl_job *job, enum glsl_stage stage, const char *const *texts, size_t count,
                        bool all_functions, struct glsl_module *module)
{
    uint32_t *words;
    char *log;

    for (size_t i = 0; i < count; i++)
        if (!parse(job, stage, texts[i]))
            longjmp(job->leave, 1);
    if (!glsl_glslang_link(stage, job->shaders, job->shader_count, all_functions, &words, &module->n, &log)) {
        job->foreign = log;
        if (!log)
            longjmp(job->leave, 2);
        glsl_puts(job, &job->log, log);
        longjmp(job->leave, 1);
    }
    job->foreign = words;
    module->job = job;
    module->stage = stage;
    module->w = glsl_alloc(job, module->n, sizeof *module->w);
    memcpy(module->w, words, module->n * sizeof *words);
    glsl_front_release(job);
    if (module->n <= GLSL_FIRST)
        glsl_fail(job, "no SPIR-V came of a shader");
    glsl_module_index(module);
}

void glsl_front(struct glsl_job *job, enum glsl_stage stage, const char *const *texts, size_t count,
                struct glsl_module *module)
{
    make_module(job, stage, texts, count, false, module);
}

void glsl_front_library(struct glsl_job *job, const char *text, struct glsl_module *module)
{
    make_module(job, GLSL_VERTEX, &text, 1, true, module);
}
