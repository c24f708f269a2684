/* SPDX-License-Identifier: MIT */
/* Tests of where instructions have their result, one of each form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/spirv_result.h"

#include <spirv_cross/spirv.h>

static void test_values_have_it_behind_their_type(void **state)
{
    (void)state;
    assert_int_equal(spirv_result_word(SpvOpIAdd), 2);
    assert_int_equal(spirv_result_word(SpvOpFunction), 2);
    assert_int_equal(spirv_result_word(SpvOpAtomicIAdd), 2);
    assert_int_equal(spirv_result_word(SpvOpSubgroupFirstInvocationKHR), 2);
}

static void test_types_and_labels_have_no_type(void **state)
{
    (void)state;
    assert_int_equal(spirv_result_word(SpvOpTypePointer), 1);
    assert_int_equal(spirv_result_word(SpvOpLabel), 1);
    assert_int_equal(spirv_result_word(SpvOpExtInstImport), 1);
}

static void test_other_instructions_have_none(void **state)
{
    (void)state;
    assert_int_equal(spirv_result_word(SpvOpStore), 0);
    assert_int_equal(spirv_result_word(SpvOpBranch), 0);
    assert_int_equal(spirv_result_word(SpvOpModuleProcessed), 0);
    assert_int_equal(spirv_result_word(SpvOpDecorateString), 0);
    assert_int_equal(spirv_result_word(0xfffe), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_have_it_behind_their_type),
        cmocka_unit_test(test_types_and_labels_have_no_type),
        cmocka_unit_test(test_other_instructions_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
