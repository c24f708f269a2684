/* SPDX-License-Identifier: MIT */
/* The decision table of vertex-array bounds:
 *   stride 0             element 0
 *   divisor d > 0        from the base instance, not divided, ceil(instances / d) elements
 * (OpenGL 4.6, 10.3.4) otherwise            from the lowest to the highest vertex and for buffer objects what
 * their size holds. Numbers are those of a trace, so that every sum and product stops at the ends of 64 bits.
 * Cost: a few operations per array. */
#include "emu/bounds.h"

#include "emu/draw.h"
#include "emu/vao.h"

struct bounds_array emu_bounds_array(const struct emu_attrib *attrib,
                                     const struct emu_vertex_binding *binding)
{
    return (struct bounds_array){.offset = attrib->relative_offset,
                                 .element = (uint32_t)emu_attrib_bytes(attrib),
                                 .stride = (uint32_t)binding->stride,
                                 .divisor = binding->divisor};
}

static int64_t add(int64_t a, int64_t b)
{
    int64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? INT64_MIN : INT64_MAX) : sum;
}

static int64_t multiply(int64_t a, int64_t b)
{
    int64_t product;

    return __builtin_mul_overflow(a, b, &product) ? ((a < 0) != (b < 0) ? INT64_MIN : INT64_MAX) : product;
}

struct bounds_span emu_bounds_elements(const struct bounds_array *array, const struct bounds_draw *draw)
{
    if (!draw->instances)
        return (struct bounds_span){0, 0};
    if (!array->stride)
        return (struct bounds_span){0, 1};
    /* Divided before it is rounded up: a sum with a divisor of ~0 would not fit. */
    if (array->divisor)
        return (struct bounds_span){draw->base_instance,
                                    (int64_t)((draw->instances - 1) / array->divisor) + 1};
    return draw->vertices;
}

struct bounds_bytes emu_bounds_extent_of(const struct bounds_array *array, struct bounds_span elements)
{
    int64_t begin, last;

    if (elements.count <= 0)
        return (struct bounds_bytes){0, 0};
    begin = multiply(elements.first, array->stride);
    last = multiply(add(elements.first, elements.count - 1), array->stride);
    return (struct bounds_bytes){add(begin, array->offset),
                                 add(last, (int64_t)array->offset + array->element)};
}

struct bounds_bytes emu_bounds_extent(const struct bounds_array *array, const struct bounds_draw *draw)
{
    struct bounds_span elements = emu_bounds_elements(array, draw);

    /* Without any vertex nothing is fetched, not even what every vertex would share. */
    if (!emu_bounds_by_vertex(array) && draw->vertices.count <= 0)
        elements.count = 0;
    return emu_bounds_extent_of(array, elements);
}

struct bounds_bytes emu_bounds_union(struct bounds_bytes a, struct bounds_bytes b)
{
    if (a.begin == a.end)
        return b;
    if (b.begin == b.end)
        return a;
    return (struct bounds_bytes){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

struct bounds_span emu_bounds_join(struct bounds_span a, struct bounds_span b)
{
    int64_t first, end;

    if (a.count <= 0)
        return b;
    if (b.count <= 0)
        return a;
    first = a.first < b.first ? a.first : b.first;
    end = a.first + a.count > b.first + b.count ? a.first + a.count : b.first + b.count;
    return (struct bounds_span){first, end - first};
}

int64_t emu_bounds_held(const struct bounds_array *array, int64_t size)
{
    int64_t room = size - (int64_t)array->offset - (int64_t)array->element;

    if (room < 0)
        return 0;
    return array->stride ? room / array->stride + 1 : 1;
}
