/* SPDX-License-Identifier: MIT */
/* Tests of the functions on 64-bit integers: what they give has the bits that C gives; a quotient by 0, which
 * C leaves open, is all ones and the rest what was divided. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/glsl_wide_lib_test.h"

static uint64_t quotient(uint64_t a, uint64_t b, bool rest)
{
    return b ? (rest ? a % b : a / b) : rest ? a : UINT64_MAX;
}

static uint64_t size_of(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static uint64_t signed_quotient(int64_t a, int64_t b, bool rest)
{
    uint64_t q = quotient(size_of(a), size_of(b), rest);

    return (rest ? a < 0 : (a ^ b) < 0) ? 0 - q : q;
}

static uint64_t floored_rest(int64_t a, int64_t b)
{
    uint64_t r = signed_quotient(a, b, true);

    return r && (a ^ b) < 0 ? r + (uint64_t)b : r;
}

WANT(iadd, u + w)
WANT(isub, u - w)
WANT(imul, u *w)
WANT(udiv, quotient(u, w, false))
WANT(umod, quotient(u, w, true))
WANT(sdiv, signed_quotient(a, b, false))
WANT(srem, signed_quotient(a, b, true))
WANT(smod, floored_rest(a, b))
WANT(shl, u << n)
WANT(shr, (uint64_t)(a >> n))
WANT(ushr, u >> n)
WANT(iabs, size_of(a))
WANT(isign, (uint64_t)((a > 0) - (a < 0)))
WANT(ult, u < w)
WANT(ule, u <= w)
WANT(slt, a < b)
WANT(sle, a <= b)
WANT(i_from_i32, (uint64_t)(int32_t)a)
WANT(i_from_u32, (uint32_t)u)
WANT(i_from_f32, saturate(f, INT64_MAX, 1ull << 63))
WANT(u_from_f32, saturate(f, UINT64_MAX, UINT64_MAX))
WANT(i_to_f32, of_float((float)a))
WANT(u_to_f32, of_float((float)u))

static void test_integers_are_computed_as_c_does(void **state)
{
    static const struct function all[] = {
        {"add", "retrace_i64_add(a, b)", want_iadd, BITS},
        {"sub", "retrace_i64_sub(a, b)", want_isub, BITS},
        {"mul", "retrace_i64_mul(a, b)", want_imul, BITS},
        {"udiv", "retrace_i64_udiv(a, b)", want_udiv, BITS},
        {"umod", "retrace_i64_umod(a, b)", want_umod, BITS},
        {"sdiv", "retrace_i64_sdiv(a, b)", want_sdiv, BITS},
        {"srem", "retrace_i64_srem(a, b)", want_srem, BITS},
        {"smod", "retrace_i64_smod(a, b)", want_smod, BITS},
        {"shl", "retrace_i64_shl(a, n)", want_shl, BITS},
        {"shr", "retrace_i64_shr(a, n)", want_shr, BITS},
        {"ushr", "retrace_i64_ushr(a, n)", want_ushr, BITS},
        {"abs", "retrace_i64_abs(a)", want_iabs, BITS},
        {"sign", "retrace_i64_sign(a)", want_isign, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

static void test_integers_are_compared_and_converted_as_in_c(void **state)
{
    static const struct function all[] = {
        {"ult", "uvec2(retrace_i64_ult(a, b), 0)", want_ult, BITS},
        {"ule", "uvec2(retrace_i64_ule(a, b), 0)", want_ule, BITS},
        {"slt", "uvec2(retrace_i64_slt(a, b), 0)", want_slt, BITS},
        {"sle", "uvec2(retrace_i64_sle(a, b), 0)", want_sle, BITS},
        {"from_i32", "retrace_i64_from_i32(int(a.x))", want_i_from_i32, BITS},
        {"from_u32", "retrace_i64_from_u32(a.x)", want_i_from_u32, BITS},
        {"from_f32", "retrace_i64_from_f32(uintBitsToFloat(a.x))", want_i_from_f32, BITS},
        {"u64_from_f32", "retrace_u64_from_f32(uintBitsToFloat(a.x))", want_u_from_f32, BITS},
        {"to_f32", "uvec2(floatBitsToUint(retrace_i64_to_f32(a)), 0)", want_i_to_f32, BITS},
        {"u64_to_f32", "uvec2(floatBitsToUint(retrace_u64_to_f32(a)), 0)", want_u_to_f32, BITS},
    };
    check_all(state, all, sizeof all / sizeof all[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_are_computed_as_c_does),
        cmocka_unit_test(test_integers_are_compared_and_converted_as_in_c),
    };
    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
