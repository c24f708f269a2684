/* SPDX-License-Identifier: MIT */
/* What the fuzzer starts from, each file with a fixed series of mutations: a short fuzzing run that is the
 * same every time, for where libFuzzer is not. The files are few and uncompressed where it matters: brotli's
 * stored blocks let a changed byte reach the parser. Without corpus/fuzz the test is skipped, and says so. */
#include "test_util.h"

#include <dirent.h>

#define FUZZ_MUTATE
#include "parse_fuzz.c"

enum { ROUNDS = 150 };

static void fuzz_corpus_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t data[1 << 14];
    size_t size;

    if (!file) {
        fail_msg("cannot open %s", path);
        return;
    }
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    assert_true(size > 0);
    assert_int_equal(LLVMFuzzerTestOneInput(data, size), 0);
    fuzz_mutate(data, size, ROUNDS);
}

static void test_mutated_files_neither_crash_nor_lack_a_reason(void **state)
{
    const char *root = getenv("RETRACE_ROOT");
    char folder[512], path[1024];
    struct dirent *entry;
    unsigned files = 0;
    DIR *dir;

    (void)state;
    snprintf(folder, sizeof folder, "%s/corpus/fuzz", root ? root : ".");
    dir = opendir(folder);
    if (!dir) {
        print_message("skipped: no folder %s\n", folder);
        skip();
        return;
    }
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        fuzz_corpus_file(path);
        files++;
    }
    closedir(dir);
    print_message("%u files, %u mutations each\n", files, ROUNDS);
    assert_true(files >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutated_files_neither_crash_nor_lack_a_reason)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
