/* SPDX-License-Identifier: MIT */
/* Memory that the trace's program had mapped: where its memcpy calls land, and what pointers into it mean. A
 * region ends with its unmap, and, with no call in the trace, when its buffer gets new storage or is deleted
 * and when another region takes its addresses. Few are live at a time, so they are searched from the newest.
 */
#include "player_decode.h"

#include <stdlib.h>
#include <string.h>

static bool overlaps(const struct player_region *r, uint64_t start, uint64_t size)
{
    return r->start < start + size && start < r->start + r->size;
}

static void drop(struct player *p, size_t index)
{
    memmove(&p->regions[index], &p->regions[index + 1], (p->region_count - index - 1) * sizeof *p->regions);
    p->region_count--;
}

void player_region_add(struct player *p, uint64_t start, uint64_t size, void *data, GLuint buffer)
{
    if (!start || !size || !data || start + size < start)
        return;
    for (size_t i = p->region_count; i-- > 0;)
        if (overlaps(&p->regions[i], start, size))
            drop(p, i);
    if (p->region_count == p->region_capacity) {
        size_t capacity = p->region_capacity ? p->region_capacity * 2 : 16;
        struct player_region *regions = realloc(p->regions, capacity * sizeof *regions);
        if (!regions) {
            player_warn(p, p->call, "out of memory for mappings");
            return;
        }
        p->regions = regions;
        p->region_capacity = capacity;
    }
    p->regions[p->region_count++] =
        (struct player_region){start, size, data, buffer, p->ctx ? p->ctx->group : NULL};
}

uint8_t *player_region_find(struct player *p, uint64_t address, uint64_t *size)
{
    for (size_t i = p->region_count; i-- > 0;) {
        const struct player_region *r = &p->regions[i];
        if (address >= r->start && address - r->start < r->size) {
            *size = r->size - (address - r->start);
            return r->data + (address - r->start);
        }
    }
    *size = 0;
    return NULL;
}

void player_region_drop_buffer(struct player *p, GLuint buffer)
{
    for (size_t i = p->region_count; i-- > 0;)
        if (p->regions[i].buffer == buffer && p->regions[i].group == p->ctx->group)
            drop(p, i);
}

void player_region_drop_group(struct player *p, const struct player_group *group)
{
    for (size_t i = p->region_count; i-- > 0;)
        if (p->regions[i].group == group)
            drop(p, i);
}

GLuint player_bound_buffer(struct player *p, GLenum target)
{
    static const struct {
        GLenum target, binding;
    } table[] = {
        {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
        {GL_ELEMENT_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER_BINDING},
        {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
        {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
        {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
        {GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER}, /* the binding of the target itself, by that name */
        {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING},
        {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
        {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
        {GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING},
        {GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING},
        {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
        {GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING},
        {GL_QUERY_BUFFER, GL_QUERY_BUFFER_BINDING},
        {GL_PARAMETER_BUFFER, GL_PARAMETER_BUFFER_BINDING},
        {GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD},
    };
    GLint name = 0;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].target == target)
            p->gl->GetIntegerv(table[i].binding, &name);
    return (GLuint)name;
}

/* memcpy(dest, src, n): a write through a mapping. */
static void call_memcpy(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    uint64_t n = trace_value_uint(a + 2), room, left = 0;
    uint8_t *dest = player_region_find(p, trace_value_address(a), &room);
    const void *src =
        a[1].type == TRACE_BLOB ? a[1].blob : player_region_find(p, trace_value_address(a + 1), &left);

    if (a[1].type == TRACE_BLOB)
        left = a[1].count;
    if (!n)
        return;
    if (!dest || !src) {
        player_gap(p, call, dest ? "source was not captured" : "memcpy outside any mapping");
        return;
    }
    if ((n > room || n > left) && p->warnings++ < PLAYER_MAX_WARNINGS)
        player_warn(p, call, "%llu bytes into a mapping with %llu left: cut short", (unsigned long long)n,
                    (unsigned long long)(room < left ? room : left));
    n = n < room ? n : room;
    memmove(dest, src, n < left ? n : left);
}

const struct player_entry *player_libc_entry(const char *name)
{
    static const struct {
        const char *name;
        struct player_entry entry;
    } table[] = {
        {"memcpy", {call_memcpy, NULL, PLAYER_PLAY, 3, false}},
        {"malloc", {NULL, "no pointer of GL captures leads there", PLAYER_SKIP, 0, false}},
        {"free", {NULL, "no pointer of GL captures leads there", PLAYER_SKIP, 0, false}},
        {"realloc", {NULL, "no pointer of GL captures leads there", PLAYER_SKIP, 0, false}},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(name, table[i].name))
            return &table[i].entry;
    return NULL;
}
