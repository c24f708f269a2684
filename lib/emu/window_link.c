/* SPDX-License-Identifier: MIT */
/* What a translated program reads through windows: the blocks and buffer textures of the linked program that
 * they are, and the part of the vertex stage that forms addresses, ready to run. A block that the driver has
 * dropped, because nothing reads it, keeps its row and has nothing bound. Cost: once per program. */
#include "emu/window_priv.h"

#include <stdlib.h>
#include <string.h>

static int find_storage(const struct emu_executable *exe, const struct glsl_window *g)
{
    for (size_t i = 0; i < exe->storage_count; i++) {
        GLint element;
        size_t n = emu_program_split_index(exe->storage[i].name, &element);

        if (strlen(g->name) == n && !strncmp(g->name, exe->storage[i].name, n) &&
            (element > 0 ? element : 0) == g->element)
            return (int)i;
    }
    return -1;
}

static const struct emu_uniform *find_sampler(const struct emu_executable *exe, const struct glsl_window *g)
{
    for (size_t i = 0; i < exe->uniform_count; i++)
        if (exe->uniforms[i].units && !strcmp(exe->uniforms[i].name, g->name))
            return &exe->uniforms[i];
    return NULL;
}

static bool make_rows(struct emu_windows *w)
{
    w->count = w->glsl->window_count;
    w->rows = calloc(w->count, sizeof *w->rows);
    for (size_t i = 0; w->rows && i < w->count; i++) {
        struct window_row *row = &w->rows[i];

        row->glsl = &w->glsl->windows[i];
        row->storage = row->glsl->texels ? -1 : find_storage(w->exe, row->glsl);
        row->uniform = row->glsl->texels ? find_sampler(w->exe, row->glsl) : NULL;
    }
    return w->rows;
}

static bool make_run(struct emu_windows *w)
{
    const struct glsl_window_code *code = &w->glsl->code;
    const struct emu_executable *exe = w->exe;

    if (!code->words)
        return true;
    w->locations = calloc(code->input_count + 1, sizeof *w->locations);
    for (size_t i = 0; w->locations && i < code->input_count; i++) {
        GLint element;
        int at = emu_variable_find(exe->inputs, exe->input_count, code->inputs[i].name, &element);

        w->locations[i] =
            at < 0 || exe->inputs[at].location >= EMU_MAX_ATTRIBS ? -1 : exe->inputs[at].location;
    }
    w->program = window_program_create(w->glsl, false);
    return w->locations && w->program && window_run_init(&w->run, w->program);
}

struct emu_windows *window_create(struct emu_executable *exe, const struct glsl_output *glsl, unsigned base)
{
    struct emu_windows *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    *w = (struct emu_windows){.exe = exe,
                              .glsl = glsl,
                              .base = base,
                              .key = base,
                              .units_values = UINT64_MAX,
                              .values = UINT64_MAX};
    if (make_rows(w) && make_run(w))
        return w;
    emu_windows_destroy(w);
    return NULL;
}

bool emu_windows_create(struct emu_context *ctx, struct emu_executable *exe)
{
    (void)ctx;
    if (!exe->glsl->window_count)
        return true;
    exe->windows = window_create(exe, exe->glsl, 0);
    return exe->windows;
}

void emu_windows_destroy(struct emu_windows *w)
{
    if (!w)
        return;
    window_answers_destroy(w);
    window_run_finish(&w->run);
    window_program_destroy(w->program);
    free(w->locations);
    free(w->rows);
    free(w);
}
