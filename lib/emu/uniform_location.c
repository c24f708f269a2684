/* SPDX-License-Identifier: MIT */
/* Uniform locations. They are our own, because ES 3.0 has no explicit ones, and because a location that the
 * application worked out (element 3 of an array is its location + 3) need not be one on the driver. Explicit
 * locations are kept, the others get the lowest free run. Setting a uniform looks its location up in one
 * array. Cost: at link time, one driver query per uniform and a second per array, for each variant. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <string.h>

enum { MAX_LOCATION = 1 << 16 }; /* far above any driver's; a bound for memory */

size_t emu_program_split_index(const char *name, GLint *element)
{
    size_t n = strlen(name), i;
    long value = 0;

    *element = -1;
    if (n < 3 || name[n - 1] != ']')
        return n;
    for (i = n - 1; i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9'; i--)
        ;
    /* "a[]", "a[01]" and indices beyond any array name nothing. */
    if (i == 0 || name[i - 1] != '[' || i == n - 1 || (name[i] == '0' && i != n - 2) || n - 1 - i > 8)
        return n;
    for (size_t j = i; j < n - 1; j++)
        value = value * 10 + (name[j] - '0');
    *element = (GLint)value;
    return i - 1;
}

static int compare(const char *name, size_t n, const char *other)
{
    int c = strncmp(name, other, n);

    return c ? c : -(other[n] != '\0');
}

static int find_uniform(const struct emu_executable *exe, const char *name, size_t n)
{
    size_t lo = 0, hi = exe->uniform_count;

    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int c = compare(name, n, exe->by_name[mid].name);
        if (c == 0)
            return (int)exe->by_name[mid].index;
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return -1;
}

int emu_executable_find_uniform(const struct emu_executable *exe, const char *name, GLint *element)
{
    int i = find_uniform(exe, name, strlen(name));
    size_t n;

    *element = 0;
    if (i >= 0)
        return i;
    n = emu_program_split_index(name, element);
    i = *element >= 0 ? find_uniform(exe, name, n) : -1;
    return i >= 0 && exe->uniforms[i].array && *element < exe->uniforms[i].size ? i : -1;
}

int emu_variable_find(const struct emu_variable *list, size_t count, const char *name, GLint *element)
{
    size_t n = emu_program_split_index(name, element);

    for (size_t i = 0; i < count; i++) {
        if (!strcmp(list[i].name, name)) {
            *element = 0;
            return (int)i;
        }
        if (*element >= 0 && *element < list[i].size && list[i].array && !compare(name, n, list[i].name))
            return (int)i;
    }
    return -1;
}

static bool has_location(const struct emu_uniform *u)
{
    return u->block < 0 && u->type.base != EMU_BASE_COUNTER;
}

/* All the slots there can be: up to the highest explicit location, and every other element behind that. */
static bool alloc_slots(struct emu_executable *exe)
{
    size_t explicit_end = 0, others = 0;

    for (size_t i = 0; i < exe->glsl->uniform_count; i++) {
        const struct glsl_uniform *g = &exe->glsl->uniforms[i];
        size_t end = (size_t)g->location + (size_t)(g->array_size ? g->array_size : 1);
        if (g->location >= 0 && end > explicit_end)
            explicit_end = end;
    }
    for (size_t i = 0; i < exe->uniform_count; i++)
        if (has_location(&exe->uniforms[i]))
            others += (size_t)exe->uniforms[i].size;
    if (explicit_end > MAX_LOCATION || others > MAX_LOCATION)
        return false;
    exe->slot_count = explicit_end + others;
    exe->slots = arena_alloc_array(&exe->arena, exe->slot_count + 1, sizeof *exe->slots);
    for (size_t i = 0; exe->slots && i < exe->slot_count; i++)
        exe->slots[i] = (struct emu_uniform_slot){EMU_SLOT_FREE, 0};
    return exe->slots != NULL;
}

/* Elements of one array need not follow each other, so when the last is not where it would then be, each is
 * asked for. */
void emu_uniform_es_locations(const struct gles_table *es, GLuint es_program, const struct emu_uniform *u,
                              GLint *out)
{
    char name[1024];
    GLint first = es->GetUniformLocation(es_program, u->glsl->essl), last = first + u->size - 1;
    bool in_a_row = true;

    if (u->size > 1 && first >= 0 && strlen(u->glsl->essl) + 16 < sizeof name) {
        snprintf(name, sizeof name, "%s[%d]", u->glsl->essl, u->size - 1);
        in_a_row = es->GetUniformLocation(es_program, name) == last;
    }
    for (GLint i = 0; i < u->size; i++) {
        out[i] = first < 0 ? -1 : first + i;
        if (in_a_row)
            continue;
        snprintf(name, sizeof name, "%s[%d]", u->glsl->essl, i);
        out[i] = es->GetUniformLocation(es_program, name);
    }
}

static void place_uniform(struct emu_executable *exe, size_t i, size_t location)
{
    struct emu_uniform *u = &exe->uniforms[i];

    u->location = (GLint)location;
    for (GLint j = 0; j < u->size && location + (size_t)j < exe->slot_count; j++) {
        exe->slots[location + (size_t)j].uniform = (GLint)i;
        exe->slots[location + (size_t)j].element = j;
    }
}

/* Explicit locations of uniforms that nothing reads stay legal to set. */
static void place_inactive(struct emu_executable *exe)
{
    for (size_t i = 0; i < exe->glsl->uniform_count; i++) {
        const struct glsl_uniform *g = &exe->glsl->uniforms[i];
        int n = g->array_size ? g->array_size : 1;

        for (int j = 0; g->location >= 0 && j < n; j++)
            if (exe->slots[g->location + j].uniform == EMU_SLOT_FREE)
                exe->slots[g->location + j].uniform = EMU_SLOT_INACTIVE;
    }
}

/* Start of the first run of n free slots at `from` or after. */
static size_t find_run(const struct emu_executable *exe, size_t from, size_t n)
{
    size_t start = from;

    for (size_t at = from; at < exe->slot_count && at - start < n; at++)
        if (exe->slots[at].uniform != EMU_SLOT_FREE)
            start = at + 1;
    return start;
}

bool emu_uniform_assign_locations(struct emu_executable *exe)
{
    size_t next = 0;

    if (!alloc_slots(exe))
        return false;
    for (size_t i = 0; i < exe->uniform_count; i++)
        if (has_location(&exe->uniforms[i]) && exe->uniforms[i].glsl->location >= 0)
            place_uniform(exe, i, (size_t)exe->uniforms[i].glsl->location);
    place_inactive(exe);
    for (size_t i = 0; i < exe->uniform_count; i++) {
        struct emu_uniform *u = &exe->uniforms[i];

        if (!has_location(u) || u->location >= 0)
            continue;
        next = find_run(exe, next, (size_t)u->size);
        place_uniform(exe, i, next);
        next += (size_t)u->size;
    }
    return true;
}
