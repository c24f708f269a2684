/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_GUARD_TEST_H
#define RETRACE_GUARD_TEST_H

/* For tests: memory of the application's whose neighbours nobody may read. Include after cmocka.h. */

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Memory of `bytes` that ends where a page begins that may not be touched; so does the page before. Stays
 * until the process ends. */
static inline uint8_t *guard_alloc(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page;
    uint8_t *memory = mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(memory, MAP_FAILED);
    assert_int_equal(mprotect(memory, page, PROT_NONE), 0);
    assert_int_equal(mprotect(memory + page + room, page, PROT_NONE), 0);
    return memory + page + room - bytes;
}

#endif
