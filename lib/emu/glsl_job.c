/* SPDX-License-Identifier: MIT */
/* Memory, text, errors and renamed words of one translation. Everything lives in one arena; what fails leaves
 * by longjmp to the one place that set the job up, so that the steps read without error paths. Foreign
 * objects (glslang, SPIRV-Cross) are noted in the job and released there. */
#include "emu/glsl_job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *glsl_alloc(struct glsl_job *job, size_t n, size_t size)
{
    void *p = arena_alloc_array(job->arena, n ? n : 1, size);

    if (!p)
        longjmp(job->leave, 2);
    return memset(p, 0, (n ? n : 1) * size);
}

char *glsl_strdup(struct glsl_job *job, const char *s, size_t n)
{
    char *copy = glsl_alloc(job, n + 1, 1);

    memcpy(copy, s, n);
    return copy;
}

void glsl_append(struct glsl_job *job, struct glsl_text *text, const char *s, size_t n)
{
    if (text->n + n + 1 > text->cap) {
        size_t cap = (text->n + n + 1) * 2 + 64;
        char *grown = glsl_alloc(job, cap, 1);

        if (text->n)
            memcpy(grown, text->s, text->n);
        text->s = grown;
        text->cap = cap;
    }
    memcpy(text->s + text->n, s, n);
    text->n += n;
    text->s[text->n] = 0;
}

void glsl_puts(struct glsl_job *job, struct glsl_text *text, const char *s)
{
    glsl_append(job, text, s, strlen(s));
}

__attribute__((format(printf, 3, 0), nonnull(3))) static void
text_vprintf(struct glsl_job *job, struct glsl_text *text, const char *fmt, va_list args)
{
    va_list again;
    int n;

    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n > 0) {
        char *s = glsl_alloc(job, (size_t)n + 1, 1);

        vsnprintf(s, (size_t)n + 1, fmt, args);
        glsl_append(job, text, s, (size_t)n);
    }
}

void glsl_printf(struct glsl_job *job, struct glsl_text *text, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    text_vprintf(job, text, fmt, args);
    va_end(args);
}

char *glsl_format(struct glsl_job *job, const char *fmt, ...)
{
    struct glsl_text text = {0};
    va_list args;

    va_start(args, fmt);
    text_vprintf(job, &text, fmt, args);
    va_end(args);
    return text.s ? text.s : glsl_strdup(job, "", 0);
}

void *glsl_push(struct glsl_job *job, void *v, size_t *count, size_t size)
{
    void *array;
    size_t n = *count;

    memcpy(&array, v, sizeof array);
    /* Full at 0 and at each power of two from 8 on: doubling needs no stored capacity. */
    if (n == 0 || (n >= 8 && !(n & (n - 1)))) {
        void *grown = glsl_alloc(job, n < 8 ? 8 : n * 2, size);

        if (n)
            memcpy(grown, array, n * size);
        array = grown;
        memcpy(v, &array, sizeof array);
    }
    *count = n + 1;
    return (char *)array + n * size;
}

_Noreturn void glsl_fail(struct glsl_job *job, const char *fmt, ...)
{
    va_list args;

    glsl_puts(job, &job->log, "error: ");
    va_start(args, fmt);
    text_vprintf(job, &job->log, fmt, args);
    va_end(args);
    glsl_puts(job, &job->log, "\n");
    longjmp(job->leave, 1);
}

void glsl_gap(struct glsl_job *job, const char *name, const char *reason)
{
    struct glsl_gap *gap;

    for (size_t i = 0; i < job->out->gap_count; i++)
        if (!strcmp(job->out->gaps[i].name, name))
            return;
    gap = glsl_push(job, &job->out->gaps, &job->out->gap_count, sizeof *gap);
    gap->name = glsl_strdup(job, name, strlen(name));
    gap->reason = glsl_strdup(job, reason, strlen(reason));
}

const char *glsl_source_name(const struct glsl_job *job, const char *name)
{
    for (const struct glsl_rename *r = job->renames; r; r = r->next)
        if (!strcmp(r->essl, name))
            return r->source;
    return name;
}
