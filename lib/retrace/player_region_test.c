/* SPDX-License-Identifier: MIT */
/* Tests of writes to mapped memory, inside and outside of what is mapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log.h"
#include "player_test.h"

static uint8_t bytes[300];

static int setup(void **state)
{
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i + 1);
    return player_test_setup(state);
}

/* Buffer 1 (replay 101), bound to GL_ARRAY_BUFFER. */
static void add_buffer(void)
{
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 1);
}

static void map_range(int offset, int size, int access, uint64_t address)
{
    add("glMapBufferRange(target,offset,length,access)", "iiii=p", GL_ARRAY_BUFFER, offset, size, access,
        address);
}

static void write_to(uint64_t address, int size)
{
    add("memcpy(dest,src,n)", "pbi", address, bytes, size, size);
}

static void test_memcpy_lands_in_the_mapping(void **state)
{
    (void)state;
    add_buffer();
    map_range(16, 64, GL_MAP_WRITE_BIT, 0x10000);
    write_to(0x10000 + 8, 4);
    add("glUnmapBuffer(target)", "i=i", GL_ARRAY_BUFFER, 1);
    play();
    assert_memory_equal(fake.memory + 24, bytes, 4);
    assert_int_equal(fake.memory[23], 0);
    assert_no_gaps();
}

static void test_memcpy_outside_any_mapping_is_a_gap(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    write_to(0x20000, 4);
    play();
    assert_gap("memcpy", "memcpy outside any mapping", 1);
    assert_int_equal(fake.memory[0], 0);
}

static void test_memcpy_longer_than_the_mapping_is_cut(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    write_to(0x10000 + 60, 100);
    play();
    assert_memory_equal(fake.memory + 60, bytes, 4);
    assert_int_equal(fake.memory[64], 0);
}

static void test_whole_buffer_map_is_as_long_as_the_buffer(void **state)
{
    (void)state;
    add_buffer();
    add("glMapBuffer(target,access)", "ii=p", GL_ARRAY_BUFFER, GL_WRITE_ONLY, ADDRESS(0x10000));
    write_to(0x10000, 300);
    play();
    assert_memory_equal(fake.memory, bytes, 256);
    assert_int_equal(fake.memory[256], 0);
}

static void test_unmapped_memory_is_gone(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    add("glUnmapBuffer(target)", "i=i", GL_ARRAY_BUFFER, 1);
    write_to(0x10000, 4);
    play();
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

static void test_new_storage_unmaps(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    add("glBufferData(target,size,data,usage)", "iini", GL_ARRAY_BUFFER, 64, GL_STATIC_DRAW);
    write_to(0x10000, 4);
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000 - 32);
    write_to(0x10000 - 32, 4);
    play();
    assert_gap("memcpy", "memcpy outside any mapping", 1);
    assert_memory_equal(fake.memory, bytes, 4);
}

static void test_deleting_the_buffer_unmaps(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    add("glDeleteBuffers(n,buffers)", "iI", 1, 1, 1);
    write_to(0x10000, 4);
    play();
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

static void test_newest_of_overlapping_mappings_wins(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 2);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 2);
    map_range(128, 64, GL_MAP_WRITE_BIT, 0x10020);
    write_to(0x10020, 4);
    write_to(0x10000, 4);
    play();
    assert_memory_equal(fake.memory + 128, bytes, 4);
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

static void test_persistent_mapping_survives_draws_and_other_buffers(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT, 0x10000);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 2);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 2);
    add("glBufferData(target,size,data,usage)", "iini", GL_ARRAY_BUFFER, 64, GL_STATIC_DRAW);
    write_to(0x10010, 4);
    play();
    assert_memory_equal(fake.memory + 16, bytes, 4);
    assert_no_gaps();
}

static void test_tracers_own_access_bit_does_not_reach_the_driver(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, (int)(0x80000000u | GL_MAP_WRITE_BIT), 0x10000);
    play();
    assert_called("MapBufferRange 8892 0 64 2\n");
}

static void test_map_that_fails_here_is_a_gap_and_no_crash(void **state)
{
    (void)state;
    fake.map_fails = true;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    write_to(0x10000, 4);
    play();
    assert_gap("glMapBufferRange", "the driver did not map the buffer", 1);
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

static void test_map_that_failed_in_the_trace_maps_nothing(void **state)
{
    (void)state;
    add_buffer();
    add("glMapBufferRange(target,offset,length,access)", "iiii=n", GL_ARRAY_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
    play();
    assert_no_gaps();
}

static void test_mappings_die_with_their_context(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    add("glXMakeCurrent(dpy,drawable,ctx)", "pin=i", ADDRESS(1), 0, 1);
    add("glXDestroyContext(dpy,ctx)", "pp", ADDRESS(1), ADDRESS(0x100));
    write_to(0x10000, 4);
    play();
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

/* AMD_pinned_memory: GL uses the program's own memory from then on, long after the call's bytes are gone. */
static void test_pinned_memory_outlives_its_call(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
    add("glBindBuffer(target,buffer)", "ii", GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 1);
    add("glBufferData(target,size,data,usage)", "iibi", GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 300, bytes,
        300, GL_STATIC_DRAW);
    add("glXSwapBuffers(dpy,drawable)", "pi", ADDRESS(1), 7);
    add("glBufferSubData(target,offset,size,data)", "iiib", GL_ARRAY_BUFFER, 0, 299, bytes + 1, 299);
    add("glFlush()", "");
    add("glBufferData(target,size,data,usage)", "iibi", GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 301, bytes,
        300, GL_STATIC_DRAW);
    play();
    assert_called("Flush pinned 1\n");
    assert_gap("glBufferData", "client memory shorter than the call reads", 1);
}

/* Its end would not be noticed, and memcpy would write to what is freed. */
static void test_mapping_of_no_known_buffer_is_a_gap(void **state)
{
    (void)state;
    add_context();
    map_range(0, 64, GL_MAP_WRITE_BIT, 0x10000);
    write_to(0x10000, 4);
    play();
    assert_gap("glMapBufferRange", "a mapping of no known buffer", 1);
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

static char logged[256];

static void keep_log(void *priv, enum log_level level, const char *message)
{
    (void)priv, (void)level;
    snprintf(logged, sizeof logged, "%s", message);
}

static void test_writes_that_no_tracer_sees_are_told(void **state)
{
    const struct log log = {.write = keep_log, .max = LOG_WARN};

    (void)state;
    logged[0] = '\0';
    add_buffer();
    map_range(0, 64, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_FLUSH_EXPLICIT_BIT, 0x10000);
    map_range(0, 64, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT, 0x20000);
    play_with((struct replay_params){.log = &log});
    assert_string_equal(logged, "");
    replay_result_finish(&result);
    map_range(0, 64, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT, 0x30000);
    play_with((struct replay_params){.log = &log});
    assert_non_null(strstr(logged, "what was written is not in the trace"));
}

/* Names and addresses come again and again, with the unmap or without it. */
static void test_recycled_names_and_addresses_map_anew(void **state)
{
    (void)state;
    add_context();
    for (int round = 0; round < 30; round++) {
        add("glGenBuffers(n,buffers)", "i>1I", 1, 1, 1);
        add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 1);
        map_range(round * 8, 8, GL_MAP_WRITE_BIT, 0x10000);
        write_to(0x10000, 8);
        if (round % 2)
            add("glUnmapBuffer(target)", "i=i", GL_ARRAY_BUFFER, 1);
        add("glDeleteBuffers(n,buffers)", "iI", 1, 1, 1);
    }
    write_to(0x10000, 8);
    play();
    for (int round = 0; round < 30; round++)
        assert_memory_equal(fake.memory + 8 * round, bytes, 8);
    assert_int_equal(fake.memory[240], 0);
    assert_gap("memcpy", "memcpy outside any mapping", 1);
}

/* Of a coherent mapping the tracer writes the pages that changed, and the others keep what was there. */
static void test_write_of_a_part_leaves_the_rest(void **state)
{
    (void)state;
    add_buffer();
    memset(fake.memory, 77, 256);
    map_range(0, 256, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT, 0x10000);
    write_to(0x10000 + 64, 64);
    play();
    assert_int_equal(fake.memory[63], 77);
    assert_memory_equal(fake.memory + 64, bytes, 64);
    assert_int_equal(fake.memory[128], 77);
    assert_no_gaps();
}

static void test_flushed_part_is_written_before_its_flush(void **state)
{
    (void)state;
    add_buffer();
    map_range(0, 256, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT, 0x10000);
    write_to(0x10000 + 128, 16);
    add("glFlushMappedBufferRange(target,offset,length)", "iii", GL_ARRAY_BUFFER, 128, 16);
    add("glUnmapBuffer(target)", "i=i", GL_ARRAY_BUFFER, 1);
    play();
    assert_called("FlushMappedBufferRange 8892 128 16: 1\nUnmapBuffer 8892\n");
    assert_no_gaps();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_flushed_part_is_written_before_its_flush, setup,
                                        player_test_teardown),
        cmocka_unit_test_setup_teardown(test_writes_that_no_tracer_sees_are_told, setup,
                                        player_test_teardown),
        cmocka_unit_test_setup_teardown(test_recycled_names_and_addresses_map_anew, setup,
                                        player_test_teardown),
        cmocka_unit_test_setup_teardown(test_write_of_a_part_leaves_the_rest, setup, player_test_teardown),
        cmocka_unit_test_setup_teardown(test_pinned_memory_outlives_its_call, setup, player_test_teardown),
        cmocka_unit_test_setup_teardown(test_mapping_of_no_known_buffer_is_a_gap, setup,
                                        player_test_teardown),
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, player_test_teardown)
        TEST(test_memcpy_lands_in_the_mapping),
        TEST(test_memcpy_outside_any_mapping_is_a_gap),
        TEST(test_memcpy_longer_than_the_mapping_is_cut),
        TEST(test_whole_buffer_map_is_as_long_as_the_buffer),
        TEST(test_unmapped_memory_is_gone),
        TEST(test_new_storage_unmaps),
        TEST(test_deleting_the_buffer_unmaps),
        TEST(test_newest_of_overlapping_mappings_wins),
        TEST(test_persistent_mapping_survives_draws_and_other_buffers),
        TEST(test_tracers_own_access_bit_does_not_reach_the_driver),
        TEST(test_map_that_fails_here_is_a_gap_and_no_crash),
        TEST(test_map_that_failed_in_the_trace_maps_nothing),
        TEST(test_mappings_die_with_their_context),
#undef TEST
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
