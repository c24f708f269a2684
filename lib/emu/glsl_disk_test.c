/* SPDX-License-Identifier: MIT */
/* Tests of the cache on disk, with several writers, damaged files and a limit. No translator. */
#include "emu/glsl_disk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT ((size_t)1 << 20)

struct folder {
    char base[32], path[64];
};

static int setup(void **state)
{
    struct folder *f = calloc(1, sizeof *f);

    *state = f;
    strcpy(f->base, "/tmp/glsl_disk.XXXXXX");
    if (!mkdtemp(f->base))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/made/on/demand", f->base);
    return 0;
}

static int teardown(void **state)
{
    struct folder *f = *state;
    char command[64];

    snprintf(command, sizeof command, "rm -rf %s", f->base);
    free(f);
    return system(command);
}

/* Calls visit with the path of each file; returns how many there are. */
static int each_file(const struct folder *f, void (*visit)(const char *path))
{
    DIR *dir = opendir(f->path);
    const struct dirent *entry;
    int n = 0;

    while (dir && (entry = readdir(dir))) {
        char path[400];

        if (*entry->d_name == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", f->path, entry->d_name);
        if (visit)
            visit(path);
        n++;
    }
    if (dir)
        closedir(dir);
    return n;
}

static void write_one(const struct folder *f, const char *key, const char *data)
{
    struct glsl_disk *disk = glsl_disk_open(f->path);

    glsl_disk_write(disk, key, strlen(key), data, strlen(data));
    glsl_disk_close(disk, LIMIT);
}

static void expect(const struct folder *f, const char *key, const char *data)
{
    struct glsl_disk *disk = glsl_disk_open(f->path);
    size_t size = 0;
    char *got = glsl_disk_read(disk, key, strlen(key), &size);

    if (data) {
        assert_non_null(got);
        assert_int_equal(size, strlen(data));
        assert_memory_equal(got, data, size);
    } else {
        assert_null(got);
    }
    free(got);
    glsl_disk_close(disk, LIMIT);
}

static void test_what_was_written_is_read_by_another(void **state)
{
    write_one(*state, "key", "data");
    write_one(*state, "another key", "");
    expect(*state, "key", "data");
    expect(*state, "another key", "");
    expect(*state, "ke", NULL);
    assert_int_equal(each_file(*state, NULL), 2);
}

static void test_the_last_writer_wins(void **state)
{
    write_one(*state, "key", "first");
    write_one(*state, "key", "second");
    expect(*state, "key", "second");
    assert_int_equal(each_file(*state, NULL), 1);
}

/* ---- damage ---- */

static void flip_each_byte(const char *path)
{
    struct stat st = {0};
    int fd = open(path, O_RDWR);
    struct folder f;

    snprintf(f.path, sizeof f.path, "%.*s", (int)(strrchr(path, '/') - path), path);
    assert_true(fd >= 0 && !fstat(fd, &st));
    for (off_t i = 0; i < st.st_size; i++) {
        unsigned char byte, wrong;

        assert_int_equal(pread(fd, &byte, 1, i), 1);
        wrong = byte ^ 0x10;
        assert_int_equal(pwrite(fd, &wrong, 1, i), 1);
        expect(&f, "the key", NULL);
        assert_int_equal(pwrite(fd, &byte, 1, i), 1);
    }
    close(fd);
    expect(&f, "the key", "the data");
}

static void test_a_wrong_byte_anywhere_makes_a_file_absent(void **state)
{
    write_one(*state, "the key", "the data");
    assert_int_equal(each_file(*state, flip_each_byte), 1);
}

static void cut_everywhere(const char *path)
{
    struct stat st;
    struct folder f;

    snprintf(f.path, sizeof f.path, "%.*s", (int)(strrchr(path, '/') - path), path);
    assert_int_equal(stat(path, &st), 0);
    for (off_t size = st.st_size; size-- > 0;) {
        assert_int_equal(truncate(path, size), 0);
        expect(&f, "the key", NULL);
    }
}

static void test_a_cut_file_is_absent_and_is_replaced(void **state)
{
    write_one(*state, "the key", "the data");
    assert_int_equal(each_file(*state, cut_everywhere), 1);
    write_one(*state, "the key", "new data");
    expect(*state, "the key", "new data");
}

/* A file under this key's name that holds another key, as a collision of the names would have it. */
static char saved[400];

static void save_name(const char *path)
{
    strcpy(saved, path);
}

static void put_in_its_place(const char *path)
{
    if (strcmp(path, saved) != 0)
        assert_int_equal(rename(path, saved), 0);
}

static void test_a_file_of_another_key_is_absent(void **state)
{
    write_one(*state, "key1", "data");
    each_file(*state, save_name);
    write_one(*state, "key2", "data");
    each_file(*state, put_in_its_place);
    assert_int_equal(each_file(*state, NULL), 1);
    expect(*state, "key1", NULL);
}

/* ---- others ---- */

static void write_often(const struct folder *f, int who)
{
    char data[4096];

    memset(data, 'a' + who, sizeof data - 1);
    data[sizeof data - 1] = 0;
    for (int i = 0; i < 200; i++)
        write_one(f, "shared", data);
}

static void test_readers_never_see_half_of_what_writers_write(void **state)
{
    const struct folder *f = *state;
    pid_t writers[3];

    write_often(f, 9);
    for (int i = 0; i < 3; i++) {
        writers[i] = fork();
        if (!writers[i]) {
            write_often(f, i);
            _exit(0);
        }
    }
    for (int i = 0; i < 500; i++) {
        struct glsl_disk *disk = glsl_disk_open(f->path);
        size_t size = 0;
        char *data = glsl_disk_read(disk, "shared", 6, &size);

        assert_non_null(data);
        assert_int_equal(size, 4095);
        assert_int_equal(data[0], data[4094]);
        free(data);
        glsl_disk_close(disk, LIMIT);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(waitpid(writers[i], NULL, 0), writers[i]);
    assert_int_equal(each_file(f, NULL), 1);
}

static void test_the_oldest_go_beyond_the_limit(void **state)
{
    const struct folder *f = *state;
    struct glsl_disk *disk = glsl_disk_open(f->path);
    char data[1000] = {0}, key[16];
    size_t size;

    for (int i = 0; i < 20; i++) {
        snprintf(key, sizeof key, "key %d", i);
        glsl_disk_write(disk, key, strlen(key), data, sizeof data);
        usleep(2000);
    }
    free(glsl_disk_read(disk, "key 0", 5, &size)); /* which makes it young again */
    glsl_disk_close(disk, 10000);
    assert_in_range(each_file(f, NULL), 5, 9);
    expect(f, "key 1", NULL);
    disk = glsl_disk_open(f->path);
    for (int i = 0; i < 20; i += 19) {
        void *kept;

        snprintf(key, sizeof key, "key %d", i);
        kept = glsl_disk_read(disk, key, strlen(key), &size);
        assert_non_null(kept);
        free(kept);
    }
    glsl_disk_close(disk, LIMIT);
}

static void test_a_folder_that_cannot_be_has_nothing(void **state)
{
    struct glsl_disk *disk = glsl_disk_open("/proc/no/such");
    size_t size;

    (void)state;
    glsl_disk_write(disk, "key", 3, "data", 4);
    assert_null(glsl_disk_read(disk, "key", 3, &size));
    glsl_disk_close(disk, LIMIT);
    assert_null(glsl_disk_open(NULL));
    assert_null(glsl_disk_read(NULL, "key", 3, &size));
    glsl_disk_write(NULL, "key", 3, "data", 4);
    glsl_disk_close(NULL, LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_was_written_is_read_by_another, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_last_writer_wins, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_wrong_byte_anywhere_makes_a_file_absent, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_cut_file_is_absent_and_is_replaced, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_file_of_another_key_is_absent, setup, teardown),
        cmocka_unit_test_setup_teardown(test_readers_never_see_half_of_what_writers_write, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_oldest_go_beyond_the_limit, setup, teardown),
        cmocka_unit_test(test_a_folder_that_cannot_be_has_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
