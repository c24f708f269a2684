/* SPDX-License-Identifier: MIT */
/* What a C argument would have received. The tag in the file follows the tracer's taste (a GLint becomes an
 * enum when its pname is symbolic), so readers ask for the C kind and never switch on the tag themselves. */
#include "trace.h"

#include <math.h>

static const struct trace_value none;

const struct trace_value *trace_call_arg(const struct trace_call *call, uint32_t i)
{
    return i < call->num_args ? &call->args[i] : &none;
}

/* REPR stands for its machine half. */
static const struct trace_value *machine(const struct trace_value *v)
{
    while (v->type == TRACE_REPR)
        v = &v->items[1];
    return v;
}

/* Truncation towards zero; what does not fit saturates, and NaN is 0. */
static int64_t int_of_double(double d)
{
    if (isnan(d))
        return 0;
    if (d >= 0x1p63)
        return INT64_MAX;
    return d < -0x1p63 ? INT64_MIN : (int64_t)d;
}

static uint64_t uint_of_double(double d)
{
    if (d < 0)
        return (uint64_t)int_of_double(d);
    if (d >= 0x1p64)
        return UINT64_MAX;
    return isnan(d) ? 0 : (uint64_t)d;
}

uint64_t trace_value_uint(const struct trace_value *v)
{
    v = machine(v);
    switch (v->type) {
    case TRACE_BOOL:
        return v->b;
    case TRACE_SINT:
    case TRACE_UINT:
    case TRACE_ENUM:
    case TRACE_BITMASK:
    case TRACE_OPAQUE:
        return v->u;
    case TRACE_FLOAT:
        return uint_of_double((double)v->f);
    case TRACE_DOUBLE:
        return uint_of_double(v->d);
    default:
        return 0;
    }
}

int64_t trace_value_int(const struct trace_value *v)
{
    v = machine(v);
    if (v->type == TRACE_FLOAT)
        return int_of_double((double)v->f);
    if (v->type == TRACE_DOUBLE)
        return int_of_double(v->d);
    return (int64_t)trace_value_uint(v);
}

double trace_value_double(const struct trace_value *v)
{
    v = machine(v);
    switch (v->type) {
    case TRACE_FLOAT:
        return (double)v->f;
    case TRACE_DOUBLE:
        return v->d;
    case TRACE_SINT:
    case TRACE_ENUM:
        return (double)v->i;
    default:
        return (double)trace_value_uint(v);
    }
}

uint64_t trace_value_address(const struct trace_value *v)
{
    v = machine(v);
    return v->type == TRACE_FLOAT || v->type == TRACE_DOUBLE ? 0 : trace_value_uint(v);
}

const char *trace_value_string(const struct trace_value *v)
{
    v = machine(v);
    return v->type == TRACE_STRING ? v->str : NULL;
}
