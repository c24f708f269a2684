/* SPDX-License-Identifier: MIT */
/* Arrays, strings and client memory of a call. A C array may be an array of values (copied, each coerced), a
 * blob (used where it lies), null, or an address, which is followed only into mapped memory. */
#include "player_decode.h"

#include <string.h>

/* More than any call GL accepts would need: what is larger is a damaged trace. */
enum { MAX_BYTES = 1 << 26 };
enum { PADDED = 16, SCRATCH = 1024 };

static const uint8_t element_sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

static void store(void *out, enum element element, size_t i, const struct trace_value *v)
{
    switch (element) {
    case ELEMENT_I8:
    case ELEMENT_U8:
        ((uint8_t *)out)[i] = (uint8_t)arg_integer(v);
        return;
    case ELEMENT_I16:
    case ELEMENT_U16:
        ((uint16_t *)out)[i] = (uint16_t)arg_integer(v);
        return;
    case ELEMENT_I32:
    case ELEMENT_U32:
        ((uint32_t *)out)[i] = (uint32_t)arg_integer(v);
        return;
    case ELEMENT_I64:
    case ELEMENT_U64:
        ((uint64_t *)out)[i] = v->type == TRACE_OPAQUE ? v->u : (uint64_t)arg_integer(v);
        return;
    case ELEMENT_FLOAT:
        ((float *)out)[i] = arg_float(v);
        return;
    case ELEMENT_DOUBLE:
        ((double *)out)[i] = arg_double(v);
    }
}

/* Memory of `count` elements, zero from `filled` on. */
static void *reserve(struct player *p, size_t size, int64_t count, size_t filled)
{
    uint8_t *out;

    if (count > MAX_BYTES / (int64_t)size || !(out = arena_alloc_array(&p->arena, (size_t)count, size))) {
        player_refuse(p, "array too large");
        return NULL;
    }
    if ((size_t)count > filled)
        memset(out + filled * size, 0, ((size_t)count - filled) * size);
    return out;
}

static const void *array_of_blob(struct player *p, const struct trace_value *v, size_t size, int64_t need)
{
    int64_t have = (int64_t)(v->count / size);
    void *out;

    if (have < need) {
        player_refuse(p, "array shorter than the call reads");
        return NULL;
    }
    /* In the stream a blob lies at any address. */
    if (have >= (need < 0 ? PADDED : need) && (uintptr_t)v->blob % size == 0)
        return v->blob;
    out = reserve(p, size, need < 0 && have < PADDED ? PADDED : have + 1, 0);
    if (out && v->count)
        memcpy(out, v->blob, v->count);
    return out;
}

const void *arg_array(struct player *p, const struct trace_value *v, enum element element, int64_t need)
{
    size_t size = element_sizes[element];
    int64_t count;
    void *out;

    if (v->type == TRACE_BLOB)
        return array_of_blob(p, v, size, need);
    if (v->type == TRACE_STRING && v->count >= (size_t)(need < 0 ? 0 : need) && size == 1)
        return v->str;
    if (v->type == TRACE_OPAQUE)
        return arg_data(p, v, need < 0 ? -1 : need * (int64_t)size);
    if (v->type != TRACE_ARRAY) {
        if (need)
            player_refuse(p, "no array where the call reads one");
        return NULL;
    }
    count = (int64_t)v->count;
    if (count < need) {
        player_refuse(p, "array shorter than the call reads");
        return NULL;
    }
    if (need < 0 && count < PADDED)
        count = PADDED;
    out = reserve(p, size, count, v->count);
    for (size_t i = 0; out && i < v->count; i++)
        store(out, element, i, &v->items[i]);
    return out;
}

const void *arg_array_or_null(struct player *p, const struct trace_value *v, enum element element,
                              int64_t need)
{
    return v->type == TRACE_NULL ? NULL : arg_array(p, v, element, need);
}

const void *arg_map_values(struct player *p, const struct trace_value *v, enum element element, int64_t need)
{
    return p->ctx->pixel_unpack ? arg_offset(v) : arg_array(p, v, element, need);
}

void *arg_out(struct player *p, const struct trace_value *v, size_t size, int64_t need)
{
    int64_t count = need;

    if (v->type == TRACE_NULL)
        return NULL;
    if (need < 0)
        count = v->type == TRACE_ARRAY ? (int64_t)v->count + SCRATCH : SCRATCH;
    return reserve(p, size, count ? count : 1, 0);
}

const void *arg_data(struct player *p, const struct trace_value *v, int64_t need)
{
    uint64_t left;
    void *data;

    switch (v->type) {
    case TRACE_BLOB:
    case TRACE_STRING:
        if ((int64_t)v->count < need)
            player_refuse(p, "client memory shorter than the call reads");
        return v->blob;
    case TRACE_ARRAY:
        return arg_array(p, v, ELEMENT_U8, need);
    case TRACE_OPAQUE:
        data = player_region_find(p, v->u, &left);
        if (!data || (int64_t)left < need)
            player_refuse(p, "client memory was not captured");
        return data;
    default:
        return NULL;
    }
}

const char *arg_string(struct player *p, const struct trace_value *v, int64_t need)
{
    char *copy;

    if (v->type != TRACE_STRING && v->type != TRACE_BLOB) {
        player_refuse(p, "no string where the call reads one");
        return NULL;
    }
    if ((int64_t)v->count < need) {
        player_refuse(p, "string shorter than the call reads");
        return NULL;
    }
    if (v->type == TRACE_STRING)
        return v->str;
    copy = reserve(p, 1, (int64_t)v->count + 1, v->count);
    if (copy && v->count)
        memcpy(copy, v->blob, v->count);
    return copy;
}

const void *arg_bytes(struct player *p, const struct trace_value *v, int64_t need)
{
    const void *data = arg_data(p, v, need);

    if (!data && need > 0)
        player_refuse(p, "no client memory where the call reads some");
    return data;
}

const void *arg_offset(const struct trace_value *v)
{
    return (const void *)(uintptr_t)trace_value_address(v);
}

const GLchar *const *arg_strings(struct player *p, const struct trace_value *v, GLsizei n)
{
    const char **out;

    if (n <= 0)
        return NULL;
    if (v->type != TRACE_ARRAY || v->count < (size_t)n) {
        player_refuse(p, "array shorter than the call reads");
        return NULL;
    }
    out = reserve(p, sizeof *out, (int64_t)v->count + 1, 0);
    for (size_t i = 0; out && i < v->count; i++)
        out[i] = arg_string(p, &v->items[i], -1);
    return (const GLchar *const *)out;
}
