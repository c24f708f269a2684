/* SPDX-License-Identifier: MIT */
/* The built-in functions of doubles and 64-bit integers (GLSL.std.450). Those of single components are calls
 * of the library or a few of them; the geometric ones begin with a sum of products. */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/GLSL.std.450.h>
#include <spirv_cross/spirv.h>

static uint32_t add(struct wide *w, uint32_t a, uint32_t b)
{
    return CALL(w, "f64_add", w->pair, a, b);
}

static uint32_t sub(struct wide *w, uint32_t a, uint32_t b)
{
    return CALL(w, "f64_sub", w->pair, a, b);
}

static uint32_t mul(struct wide *w, uint32_t a, uint32_t b)
{
    return CALL(w, "f64_mul", w->pair, a, b);
}

static uint32_t truth_type(struct wide *w)
{
    const uint32_t none = 0;

    return glsl_need(&w->b, SpvOpTypeBool, &none, 0);
}

static uint32_t choose(struct wide *w, uint32_t truth, uint32_t yes, uint32_t no)
{
    uint32_t truths = glsl_need_vector(&w->b, truth_type(w), 2);

    return WIDE(w, SpvOpSelect, w->pair, WIDE(w, SpvOpCompositeConstruct, truths, truth, truth), yes, no);
}

static uint32_t less(struct wide *w, uint32_t a, uint32_t b)
{
    return CALL(w, "f64_lt", truth_type(w), a, b);
}

/* ---- one component at a time ---- */

static const struct {
    uint32_t number;
    const char *function;
} plain[] = {
    {GLSLstd450FSign, "f64_sign"},      {GLSLstd450Floor, "f64_floor"},
    {GLSLstd450Ceil, "f64_ceil"},       {GLSLstd450Trunc, "f64_trunc"},
    {GLSLstd450Round, "f64_roundEven"}, {GLSLstd450RoundEven, "f64_roundEven"},
    {GLSLstd450Fract, "f64_fract"},     {GLSLstd450Sqrt, "f64_sqrt"},
    {GLSLstd450FMin, "f64_min"},        {GLSLstd450InverseSqrt, "f64_inversesqrt"},
    {GLSLstd450FMax, "f64_max"},        {GLSLstd450Fma, "f64_fma"},
    {GLSLstd450NMin, "f64_min"},        {GLSLstd450NMax, "f64_max"},
    {GLSLstd450SAbs, "i64_abs"},        {GLSLstd450SSign, "i64_sign"},
};

/* The lesser or greater of two integers. */
static uint32_t extreme(struct wide *w, bool is_signed, bool most, uint32_t a, uint32_t b)
{
    uint32_t truth = CALL(w, is_signed ? "i64_slt" : "i64_ult", truth_type(w), a, b);

    return choose(w, truth, most ? b : a, most ? a : b);
}

static uint32_t mix(struct wide *w, const uint32_t *x)
{
    uint32_t rest = sub(w, glsl_wide_real(w, 1), x[2]);

    return add(w, mul(w, x[0], rest), mul(w, x[1], x[2]));
}

static uint32_t clamp(struct wide *w, uint32_t x, uint32_t low, uint32_t high)
{
    return CALL(w, "f64_min", w->pair, CALL(w, "f64_max", w->pair, x, low), high);
}

static uint32_t smooth_step(struct wide *w, const uint32_t *x)
{
    uint32_t span = sub(w, x[1], x[0]);
    uint32_t t = CALL(w, "f64_div", w->pair, sub(w, x[2], x[0]), span);

    t = clamp(w, t, glsl_wide_real(w, 0), glsl_wide_real(w, 1));
    return mul(w, mul(w, t, t), sub(w, glsl_wide_real(w, 3), mul(w, glsl_wide_real(w, 2), t)));
}

static uint32_t step(struct wide *w, const void *what, const uint32_t *x, size_t count)
{
    uint32_t number = *(const uint32_t *)what;

    switch (number) {
    case GLSLstd450FAbs:
        return WIDE(w, SpvOpBitwiseAnd, w->pair, x[0], glsl_wide_constant(w, INT64_MAX));
    case GLSLstd450FMix:
        return mix(w, x);
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return clamp(w, x[0], x[1], x[2]);
    case GLSLstd450Step:
        return choose(w, less(w, x[1], x[0]), glsl_wide_real(w, 0), glsl_wide_real(w, 1));
    case GLSLstd450SmoothStep:
        return smooth_step(w, x);
    case GLSLstd450SMin:
    case GLSLstd450SMax:
        return extreme(w, true, number == GLSLstd450SMax, x[0], x[1]);
    case GLSLstd450UMin:
    case GLSLstd450UMax:
        return extreme(w, false, number == GLSLstd450UMax, x[0], x[1]);
    case GLSLstd450SClamp:
        return extreme(w, true, false, extreme(w, true, true, x[0], x[1]), x[2]);
    case GLSLstd450UClamp:
        return extreme(w, false, false, extreme(w, false, true, x[0], x[1]), x[2]);
    case GLSLstd450Ldexp:
        return CALL(w, "f64_ldexp", w->pair, x[0], x[1]);
    default:
        break;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].number == number)
            return glsl_wide_call(w, plain[i].function, w->pair, x, count);
    glsl_fail(w->m->job, "built-in function %u of 64-bit numbers", (unsigned)number);
}

/* ---- vectors ---- */

struct vector {
    uint32_t n, v[4];
};

static struct vector take(struct wide *w, uint32_t value)
{
    struct vector v = {0};

    v.n = glsl_wide_split(w, value, v.v);
    return v;
}

static struct vector scaled(struct wide *w, const struct vector *v, uint32_t by)
{
    struct vector r = {.n = v->n};

    for (uint32_t i = 0; i < v->n; i++)
        r.v[i] = mul(w, v->v[i], by);
    return r;
}

static struct vector difference(struct wide *w, const struct vector *a, const struct vector *b)
{
    struct vector r = {.n = a->n};

    for (uint32_t i = 0; i < a->n; i++)
        r.v[i] = sub(w, a->v[i], b->v[i]);
    return r;
}

static uint32_t dot(struct wide *w, const struct vector *a, const struct vector *b)
{
    uint32_t out;

    glsl_wide_product(w, a->v, b->v, 1, a->n, 1, &out);
    return out;
}

static uint32_t length(struct wide *w, const struct vector *v)
{
    if (v->n == 1)
        return WIDE(w, SpvOpBitwiseAnd, w->pair, v->v[0], glsl_wide_constant(w, INT64_MAX));
    return CALL(w, "f64_sqrt", w->pair, dot(w, v, v));
}

static struct vector cross(struct wide *w, const struct vector *a, const struct vector *b)
{
    struct vector r = {.n = 3};

    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = (i + 1) % 3, l = (i + 2) % 3;

        r.v[i] = sub(w, mul(w, a->v[k], b->v[l]), mul(w, a->v[l], b->v[k]));
    }
    return r;
}

/* I - 2 dot(N, I) N. */
static struct vector reflect(struct wide *w, const struct vector *i, const struct vector *n)
{
    uint32_t twice = mul(w, glsl_wide_real(w, 2), dot(w, n, i));
    struct vector along = scaled(w, n, twice);

    return difference(w, i, &along);
}

/* k = 1 - eta (eta (1 - d d)), d = dot(N, I); 0 where k < 0, else eta I - (eta d + sqrt k) N. */
static struct vector refract(struct wide *w, const struct vector *i, const struct vector *n, uint32_t eta)
{
    uint32_t d = dot(w, n, i), one = glsl_wide_real(w, 1), zero = glsl_wide_real(w, 0);
    uint32_t k = sub(w, one, mul(w, eta, mul(w, eta, sub(w, one, mul(w, d, d)))));
    uint32_t by = add(w, mul(w, eta, d), CALL(w, "f64_sqrt", w->pair, k));
    struct vector ahead = scaled(w, i, eta), along = scaled(w, n, by), r = difference(w, &ahead, &along);

    for (uint32_t c = 0; c < r.n; c++)
        r.v[c] = choose(w, less(w, k, zero), zero, r.v[c]);
    return r;
}

static struct vector face_forward(struct wide *w, const struct vector *n, const struct vector *i,
                                  const struct vector *reference)
{
    uint32_t truth = less(w, dot(w, reference, i), glsl_wide_real(w, 0));
    struct vector r = {.n = n->n};

    for (uint32_t c = 0; c < n->n; c++)
        r.v[c] = choose(w, truth, n->v[c], glsl_wide_negative(w, n->v[c]));
    return r;
}

static struct vector geometric(struct wide *w, uint32_t number, const uint32_t *ins)
{
    struct vector a = take(w, ins[5]), b = {0}, c = {0};

    if (GLSL_LENGTH(ins[0]) > 6)
        b = take(w, ins[6]);
    switch (number) {
    case GLSLstd450Length:
        return (struct vector){1, {length(w, &a)}};
    case GLSLstd450Distance:
        a = difference(w, &a, &b);
        return (struct vector){1, {length(w, &a)}};
    case GLSLstd450Cross:
        return cross(w, &a, &b);
    case GLSLstd450Normalize:
        return scaled(w, &a, CALL(w, "f64_inversesqrt", w->pair, dot(w, &a, &a)));
    case GLSLstd450Reflect:
        return reflect(w, &a, &b);
    case GLSLstd450Refract:
        return refract(w, &a, &b, ins[7]);
    default:
        c = take(w, ins[7]);
        return face_forward(w, &a, &b, &c);
    }
}

/* ---- two results ---- */

/* The whole part and the rest; or the fraction and the exponent. */
static void apart(struct wide *w, bool exponent, uint32_t x, uint32_t *rest, uint32_t *other)
{
    uint32_t out;

    if (exponent) {
        out = glsl_wide_local(w, w->int_type);
        *rest = CALL(w, "f64_frexp", w->pair, x, out);
        *other = WIDE(w, SpvOpLoad, w->int_type, out);
    } else {
        *other = CALL(w, "f64_trunc", w->pair, x);
        *rest = sub(w, x, *other);
    }
}

static void lower_apart(struct wide *w, const uint32_t *ins, uint32_t number)
{
    const struct glsl_module *m = w->m;
    bool pointer = number == GLSLstd450Modf || number == GLSLstd450Frexp;
    bool exponent = number == GLSLstd450Frexp || number == GLSLstd450FrexpStruct;
    uint32_t type = pointer ? ins[1] : glsl_def(m, ins[1])[2], n = glsl_wide_components(m, type);
    uint32_t second = pointer ? glsl_module_pointee(m, ins[6]) : glsl_def(m, ins[1])[3];
    uint32_t rests[4], others[4], rest, other;

    for (uint32_t i = 0; i < n; i++)
        apart(w, exponent, glsl_wide_component(w, ins[5], i), &rests[i], &others[i]);
    rest = glsl_wide_join(w, type, rests);
    other = glsl_wide_join(w, second, others);
    if (pointer) {
        GLSL_EMIT(&w->b, &w->b.body, SpvOpStore, ins[6], other);
        glsl_wide_result(w, ins, rest);
    } else {
        glsl_wide_result(w, ins, WIDE(w, SpvOpCompositeConstruct, ins[1], rest, other));
    }
}

static void lower(struct wide *w, const uint32_t *ins, uint32_t number)
{
    struct vector v;

    switch (number) {
    case GLSLstd450PackDouble2x32:
    case GLSLstd450UnpackDouble2x32:
        glsl_wide_result(w, ins, ins[5]);
        break;
    case GLSLstd450Modf:
    case GLSLstd450ModfStruct:
    case GLSLstd450Frexp:
    case GLSLstd450FrexpStruct:
        lower_apart(w, ins, number);
        break;
    case GLSLstd450Determinant:
    case GLSLstd450MatrixInverse:
        glsl_wide_square(w, ins, ins[5], number == GLSLstd450MatrixInverse);
        break;
    case GLSLstd450Length:
    case GLSLstd450Distance:
    case GLSLstd450Cross:
    case GLSLstd450Normalize:
    case GLSLstd450FaceForward:
    case GLSLstd450Reflect:
    case GLSLstd450Refract:
        v = geometric(w, number, ins);
        glsl_wide_result(w, ins, glsl_wide_join(w, ins[1], v.v));
        break;
    default:
        glsl_wide_each(w, ins, &ins[5], GLSL_LENGTH(ins[0]) - 5, step, &number);
    }
}

bool glsl_wide_function(struct wide *w, const uint32_t *ins)
{
    bool wide = false;

    if (GLSL_OP(ins[0]) != SpvOpExtInst)
        return false;
    for (uint32_t i = 5; i < GLSL_LENGTH(ins[0]); i++)
        wide |= glsl_wide_shape_of(w, ins[i]).base != 0;
    if (!wide && !glsl_wide_is(w->m, ins[1]))
        return false;
    lower(w, ins, ins[4]);
    return true;
}
