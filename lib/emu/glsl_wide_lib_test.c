/* SPDX-License-Identifier: MIT */
/* Tests of the functions on doubles: what they give has the bits that C gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_wide_lib_test.h"

static uint64_t frexp_of(double x, bool exponent)
{
    int e = 0;
    double m = isfinite(x) ? frexp(x, &e) : x;

    return exponent ? (uint64_t)e & 0xffffffffu : of_double(m);
}

#define D(name, value) WANT(name, of_double(value))
D(add, x + y)
D(sub, x - y)
D(mul, x *y)
D(div, x / y)
D(fma, fma(x, y, z))
D(sqrt, sqrt(x))
D(inversesqrt, 1.0 / sqrt(x))
D(trunc, trunc(x))
D(floor, floor(x))
D(ceil, ceil(x))
D(round, round(x))
D(roundeven, nearbyint(x))
D(fract, x - floor(x))
D(mod, x - y * floor(x / y))
D(min, y < x ? y : x)
D(max, x < y ? y : x)
D(sign, x == 0 ? 0.0 : copysign(1.0, x))
D(ldexp, ldexp(x, (int)v[1]))
#undef D
WANT(frexp, frexp_of(x, false))
WANT(frexp_e, frexp_of(x, true))
WANT(flt, x < y)
WANT(fle, x <= y)
WANT(feq, x == y)
WANT(isnan, isnan(x) != 0)
WANT(isinf, isinf(x) != 0)

static void test_doubles_are_computed_as_c_does(void **state)
{
    static const struct function all[] = {
        {"add", "retrace_f64_add(a, b)", want_add, DOUBLE},
        {"sub", "retrace_f64_sub(a, b)", want_sub, DOUBLE},
        {"mul", "retrace_f64_mul(a, b)", want_mul, DOUBLE},
        {"div", "retrace_f64_div(a, b)", want_div, DOUBLE},
        {"fma", "retrace_f64_fma(a, b, c)", want_fma, DOUBLE},
        {"sqrt", "retrace_f64_sqrt(a)", want_sqrt, DOUBLE},
        {"inversesqrt", "retrace_f64_inversesqrt(a)", want_inversesqrt, DOUBLE},
        {"mod", "retrace_f64_mod(a, b)", want_mod, DOUBLE},
        {"sign", "retrace_f64_sign(a)", want_sign, BITS},
        {"ldexp", "retrace_f64_ldexp(a, int(b.x))", want_ldexp, DOUBLE},
        {"frexp", "retrace_f64_frexp(a, n)", want_frexp, DOUBLE},
        {"frexp's exponent", "retrace_f64_frexp(a, n) - retrace_f64_frexp(a, n) + uvec2(n, 0)", want_frexp_e,
         BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_doubles_are_rounded_to_integers_as_c_does(void **state)
{
    static const struct function all[] = {
        {"trunc", "retrace_f64_trunc(a)", want_trunc, DOUBLE},
        {"floor", "retrace_f64_floor(a)", want_floor, DOUBLE},
        {"ceil", "retrace_f64_ceil(a)", want_ceil, DOUBLE},
        {"round", "retrace_f64_round(a)", want_round, DOUBLE},
        {"roundEven", "retrace_f64_roundEven(a)", want_roundeven, DOUBLE},
        {"fract", "retrace_f64_fract(a)", want_fract, DOUBLE},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_doubles_compare_as_in_c(void **state)
{
    static const struct function all[] = {
        {"lt", "uvec2(retrace_f64_lt(a, b), 0)", want_flt, BITS},
        {"le", "uvec2(retrace_f64_le(a, b), 0)", want_fle, BITS},
        {"eq", "uvec2(retrace_f64_eq(a, b), 0)", want_feq, BITS},
        {"isnan", "uvec2(retrace_f64_isnan(a), 0)", want_isnan, BITS},
        {"isinf", "uvec2(retrace_f64_isinf(a), 0)", want_isinf, BITS},
        {"min", "retrace_f64_min(a, b)", want_min, DOUBLE},
        {"max", "retrace_f64_max(a, b)", want_max, DOUBLE},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

WANT(from_f32, of_double(f))
WANT(from_i32, of_double((int32_t)a))
WANT(from_u32, of_double((uint32_t)u))
WANT(from_i64, of_double((double)a))
WANT(from_u64, of_double((double)u))
WANT(to_f32, of_float((float)x))
WANT(to_i32, saturate(x, INT32_MAX, 1u << 31) & 0xffffffffu)
WANT(to_u32, saturate(x, UINT32_MAX, UINT32_MAX) & 0xffffffffu)
WANT(to_i64, saturate(x, INT64_MAX, 1ull << 63))
WANT(to_u64, saturate(x, UINT64_MAX, UINT64_MAX))

static void test_doubles_are_converted_as_in_c(void **state)
{
    static const struct function all[] = {
        {"from_f32", "retrace_f64_from_f32(uintBitsToFloat(a.x))", want_from_f32, DOUBLE},
        {"from_i32", "retrace_f64_from_i32(int(a.x))", want_from_i32, BITS},
        {"from_u32", "retrace_f64_from_u32(a.x)", want_from_u32, BITS},
        {"from_i64", "retrace_f64_from_i64(a)", want_from_i64, BITS},
        {"from_u64", "retrace_f64_from_u64(a)", want_from_u64, BITS},
        {"to_f32", "uvec2(floatBitsToUint(retrace_f64_to_f32(a)), 0)", want_to_f32, FLOAT},
        {"to_i32", "uvec2(retrace_f64_to_i32(a), 0)", want_to_i32, BITS},
        {"to_u32", "uvec2(retrace_f64_to_u32(a), 0)", want_to_u32, BITS},
        {"to_i64", "retrace_f64_to_i64(a)", want_to_i64, BITS},
        {"to_u64", "retrace_f64_to_u64(a)", want_to_u64, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles_are_computed_as_c_does),
        cmocka_unit_test(test_doubles_are_rounded_to_integers_as_c_does),
        cmocka_unit_test(test_doubles_compare_as_in_c),
        cmocka_unit_test(test_doubles_are_converted_as_in_c),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
