/* SPDX-License-Identifier: MIT */
/* Tests of digests, of memory and of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "digest.h"

/* The test suite of RFC 1321, appendix A.5. */
static const struct {
    const char *text, *md5;
} known[] = {
    {"", "d41d8cd98f00b204e9800998ecf8427e"},
    {"a", "0cc175b9c0f1b6a831c399e269772661"},
    {"abc", "900150983cd24fb0d6963f7d28e17f72"},
    {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
    {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
    {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
     "57edf4a22be3c955ac49da2e2107b67a"},
};

static char path[] = "/tmp/retrace-digest-XXXXXX";

static int make_file(void **state)
{
    int fd;

    (void)state;
    strcpy(path + sizeof path - 7, "XXXXXX");
    fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void fill_file(const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_digest_of_known_texts_is_that_of_the_standard(void **state)
{
    char hex[33];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        memset(hex, '?', sizeof hex);
        assert_true(digest_md5(known[i].text, strlen(known[i].text), hex));
        assert_string_equal(hex, known[i].md5);
    }
}

static void test_digest_counts_zero_bytes(void **state)
{
    char hex[33];

    (void)state;
    assert_true(digest_md5("\0\0\0\0", 4, hex));
    assert_string_equal(hex, "f1d3ff8443297732862df21dc4e57262");
}

static void test_digest_of_a_file_equals_that_of_its_bytes(void **state)
{
    char hex[33];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        fill_file(known[i].text, strlen(known[i].text));
        assert_true(digest_md5_file(path, hex));
        assert_string_equal(hex, known[i].md5);
    }
}

static void test_digest_of_a_file_larger_than_one_read_is_whole(void **state)
{
    enum { SIZE = 200 * 1000 + 7 };
    char *data = malloc(SIZE), whole[33], file[33];

    (void)state;
    assert_non_null(data);
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (char)(i * 2654435761u >> 13);
    fill_file(data, SIZE);
    assert_true(digest_md5(data, SIZE, whole));
    free(data);
    assert_true(digest_md5_file(path, file));
    assert_string_equal(file, whole);
}

static void test_digest_of_a_file_that_cannot_be_read_fails_and_is_empty(void **state)
{
    char hex[33] = "left over";

    (void)state;
    assert_false(digest_md5_file("/nonexistent/file", hex));
    assert_string_equal(hex, "");
    strcpy(hex, "left over");
    assert_false(digest_md5_file("/", hex)); /* opens, but does not read */
    assert_string_equal(hex, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digest_of_known_texts_is_that_of_the_standard),
        cmocka_unit_test(test_digest_counts_zero_bytes),
        cmocka_unit_test_setup_teardown(test_digest_of_a_file_equals_that_of_its_bytes, make_file,
                                        remove_file),
        cmocka_unit_test_setup_teardown(test_digest_of_a_file_larger_than_one_read_is_whole, make_file,
                                        remove_file),
        cmocka_unit_test(test_digest_of_a_file_that_cannot_be_read_fails_and_is_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
