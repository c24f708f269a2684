/* SPDX-License-Identifier: MIT */
/* Tests of snappy_block.c: blocks by hand, and blocks of every shape beside snappy's own decoder. Both
 * buffers end where a page begins that may not be touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>

#include "guard_test.h"
#include "trace/snappy_block.h"

enum { ROOM = 1 << 16 };

struct buffers {
    uint8_t *in_end, *out_end; /* the untouchable pages */
    uint8_t expected[ROOM];
    size_t length; /* of the last decode */
};

static int setup(void **state)
{
    struct buffers *b = calloc(1, sizeof *b);

    if (!b)
        return -1;
    b->in_end = guard_alloc(ROOM) + ROOM;
    b->out_end = guard_alloc(ROOM) + ROOM;
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

/* Decodes into exactly `room` bytes, returned. */
static const uint8_t *decode(struct buffers *b, const void *block, size_t size, size_t room, bool whole)
{
    uint8_t *in = b->in_end - size, *out = b->out_end - room;

    memcpy(in, block, size);
    memset(out, 0xa5, room);
    b->length = SIZE_MAX;
    assert_int_equal(trace_snappy_decode(in, size, out, room, &b->length), whole);
    assert_true(b->length <= room);
    return out;
}

/* A block that is written tag by tag. */
struct script {
    uint8_t bytes[ROOM];
    size_t size;
};

static void put(struct script *s, size_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        s->bytes[s->size++] = (uint8_t)(number >> (8 * i));
}

static void put_claim(struct script *s, size_t length)
{
    for (; length > 0x7f; length >>= 7)
        put(s, (length & 0x7f) | 0x80, 1);
    put(s, length, 1);
}

/* The length less one in the tag (extra 0) or in so many bytes after it. */
static void put_literal(struct script *s, const uint8_t *bytes, size_t length, unsigned extra)
{
    put(s, (extra ? 59 + extra : length - 1) << 2, 1);
    put(s, length - 1, extra);
    memcpy(s->bytes + s->size, bytes, length);
    s->size += length;
}

/* Kind 1: 4 to 11 bytes from below 2048; 2 and 3: 1 to 64 bytes, the distance in two or four bytes. */
static void put_copy(struct script *s, unsigned kind, size_t distance, size_t length)
{
    if (kind == 1) {
        put(s, 1 | (length - 4) << 2 | distance >> 8 << 5, 1);
        put(s, distance, 1);
    } else {
        put(s, kind | (length - 1) << 2, 1);
        put(s, distance, kind == 2 ? 2 : 4);
    }
}

static unsigned next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

static void fill_random(uint8_t *bytes, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)next_random(&seed);
}

static void test_claim_is_a_number_of_32_bits(void **state)
{
    size_t length = 1;

    (void)state;
    assert_true(trace_snappy_claim((const uint8_t *)"\0", 1, &length));
    assert_int_equal(length, 0);
    assert_true(trace_snappy_claim((const uint8_t *)"\xac\x02", 2, &length));
    assert_int_equal(length, 300);
    assert_true(trace_snappy_claim((const uint8_t *)"\xff\xff\xff\xff\x0f", 5, &length));
    assert_int_equal(length, UINT32_MAX);
    assert_false(trace_snappy_claim((const uint8_t *)"\xff\xff\xff\xff\x10", 5, &length));
    assert_false(trace_snappy_claim((const uint8_t *)"\x80\x80\x80\x80\x80\x00", 6, &length));
    assert_false(trace_snappy_claim((const uint8_t *)"\xac", 1, &length));
    length = 1;
    assert_false(trace_snappy_claim(NULL, 0, &length));
    assert_int_equal(length, 0);
}

static void test_empty_block_is_whole_and_no_block_is_not(void **state)
{
    decode(*state, "\0", 1, 0, true);
    decode(*state, "", 0, 0, false);
    decode(*state, "\x80", 1, 8, false);
}

/* Every kind of copy, every distance up to three words, every length; in the middle of a block, where the
 * loop over ordinary tags has it, and at its end. */
static void test_copies_repeat_what_lies_before_them(void **state)
{
    struct buffers *b = *state;
    struct script s;
    uint8_t start[200];

    fill_random(start, sizeof start, 1);
    for (unsigned kind = 1; kind <= 3; kind++)
        for (size_t distance = 1; distance <= 48; distance++)
            for (size_t length = kind == 1 ? 4 : 1; length <= (kind == 1 ? 11 : 64); length++)
                for (int tail = 0; tail < 2; tail++) {
                    size_t total = 60 + length + (tail ? 200 : 0);

                    s.size = 0;
                    put_claim(&s, total);
                    put_literal(&s, start, 60, 0);
                    put_copy(&s, kind, distance, length);
                    if (tail)
                        put_literal(&s, start, 200, 1);
                    memcpy(b->expected, start, 60);
                    for (size_t i = 0; i < length; i++)
                        b->expected[60 + i] = b->expected[60 + i - distance];
                    memcpy(b->expected + 60 + length, start, 200);
                    assert_memory_equal(decode(b, s.bytes, s.size, total, true), b->expected, total);
                    assert_int_equal(b->length, total);
                }
}

static void test_literals_of_every_length_and_form(void **state)
{
    struct buffers *b = *state;
    struct script s;

    fill_random(b->expected, ROOM, 2);
    for (unsigned extra = 0; extra <= 4; extra++)
        for (size_t length = 1; length < 2000; length += length < 300 ? 1 : 211) {
            if ((!extra && length > 60) || (extra == 1 && length > 256))
                continue;
            s.size = 0;
            put_claim(&s, length + 300);
            put_literal(&s, b->expected, length, extra);
            put_literal(&s, b->expected + length, 300, 2);
            assert_memory_equal(decode(b, s.bytes, s.size, length + 300, true), b->expected, length + 300);
        }
}

static void test_distances_of_every_size(void **state)
{
    static const size_t distances[] = {1, 16, 255, 256, 1792, 2047, 2048, 30000, 60000};
    struct buffers *b = *state;
    struct script s;

    fill_random(b->expected, 60000, 3);
    for (unsigned kind = 1; kind <= 3; kind++)
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
            size_t at = 60000;

            if (kind == 1 && distances[i] > 2047)
                continue;
            s.size = 0;
            put_claim(&s, 60000 + 8 + 200);
            put_literal(&s, b->expected, 60000, 2);
            put_copy(&s, kind, distances[i], 8);
            for (size_t n = 0; n < 8; n++, at++)
                b->expected[at] = b->expected[at - distances[i]];
            memset(b->expected + at, 'x', 200);
            put_literal(&s, b->expected + at, 200, 1);
            assert_memory_equal(decode(b, s.bytes, s.size, at + 200, true), b->expected, at + 200);
        }
}

/* From nowhere: distance 0, before the first byte. Early in the block, and deep in it. */
static void test_copy_from_nowhere_ends_the_block(void **state)
{
    struct buffers *b = *state;
    struct script s;

    fill_random(b->expected, 400, 4);
    for (size_t before = 1; before <= 301; before += 300)
        for (unsigned kind = 1; kind <= 3; kind++)
            for (int zero = 0; zero < 2; zero++) {
                s.size = 0;
                put_claim(&s, 1000);
                put_literal(&s, b->expected, before, before > 60 ? 2 : 0);
                put_copy(&s, kind, zero ? 0 : before + 1, 8);
                put_literal(&s, b->expected, 400, 2);
                assert_memory_equal(decode(b, s.bytes, s.size, 1000, false), b->expected, before);
                assert_int_equal(b->length, before);
            }
    /* The first tag has nothing before it. */
    decode(b, "\x08\x01\x01\x01\x01", 5, 8, false);
    assert_int_equal(b->length, 0);
}

static void test_block_that_gives_another_length_than_it_claims_is_damaged(void **state)
{
    struct buffers *b = *state;
    struct script s;

    fill_random(b->expected, 300, 5);
    for (size_t claim = 0; claim < 600; claim++) {
        s.size = 0;
        put_claim(&s, claim);
        put_literal(&s, b->expected, 200, 1);
        put_copy(&s, 2, 200, 64);
        memcpy(b->expected + 200, b->expected, 64);
        /* Never beyond the claim, nor beyond what there is. */
        assert_memory_equal(decode(b, s.bytes, s.size, 600, claim == 264), b->expected,
                            claim < 264 ? claim : 264);
        assert_int_equal(b->length, claim < 264 ? claim : 264);
        /* A smaller room is filled. */
        assert_memory_equal(decode(b, s.bytes, s.size, claim / 2, false), b->expected,
                            claim / 2 < 264 ? claim / 2 : 264);
    }
}

/* Text that compresses, noise that does not, runs, and shapes like vertices: a mixture by the seed. */
static size_t make_sample(uint8_t *bytes, uint64_t seed)
{
    size_t n = 0, size = 1 + next_random(&seed) % (ROOM / 2);

    while (n < size) {
        size_t run = 1 + next_random(&seed) % 100;
        unsigned shape = next_random(&seed) % 4, period = 1 + next_random(&seed) % 40;

        for (size_t i = 0; i < run && n < size; i++, n++)
            bytes[n] = (uint8_t)(shape == 0   ? next_random(&seed)
                                 : shape == 1 ? (n < period ? i : bytes[n - period])
                                 : shape == 2 ? (n % 16 < 12 ? n / 16 : next_random(&seed))
                                              : (unsigned)"glVertexAttribPointer"[i % 21]);
    }
    return size;
}

static size_t pack(const uint8_t *bytes, size_t size, char *packed)
{
    size_t length = snappy_max_compressed_length(size);

    assert_int_equal(snappy_compress((const char *)bytes, size, packed, &length), SNAPPY_OK);
    return length;
}

static void test_what_snappy_packs_comes_out_again(void **state)
{
    struct buffers *b = *state;
    char *packed = malloc(snappy_max_compressed_length(ROOM));

    for (uint64_t seed = 0; seed < 300; seed++) {
        size_t size = make_sample(b->expected, seed), length = pack(b->expected, size, packed);

        assert_memory_equal(decode(b, packed, length, size, true), b->expected, size);
        assert_int_equal(b->length, size);
    }
    free(packed);
}

/* The first n bytes of a block give the first bytes of what is in it, and miss at most what the tag that is
 * cut would have made: a copy, or the length of a literal. */
static void test_cut_block_gives_what_was_before_the_cut(void **state)
{
    struct buffers *b = *state;
    char *packed = malloc(snappy_max_compressed_length(ROOM));
    size_t size = make_sample(b->expected, 7), length = pack(b->expected, size, packed), last = 0;

    for (size_t cut = 0; cut < length; cut++) {
        const uint8_t *out = decode(b, packed, cut, size, false);

        assert_memory_equal(out, b->expected, b->length);
        assert_true(b->length >= last && b->length <= last + 64);
        last = b->length;
    }
    assert_true(last + 64 >= size && last < size);
    free(packed);
}

/* Changed bytes: the same verdict as snappy's own decoder, the same bytes where the block is still good, and
 * never a byte beyond either buffer. */
static void test_changed_blocks_are_judged_as_snappy_does(void **state)
{
    struct buffers *b = *state;
    char *packed = malloc(snappy_max_compressed_length(ROOM));
    char *theirs = malloc(ROOM);
    unsigned good = 0, damaged = 0;

    for (uint64_t seed = 0; seed < 4000; seed++) {
        uint64_t random = seed;
        size_t size = make_sample(b->expected, seed % 40) % 3000 + 1,
               length = pack(b->expected, size, packed);
        size_t claim, room = ROOM;
        bool whole;

        for (unsigned i = 0; i <= seed % 3; i++)
            packed[next_random(&random) % length] = (char)next_random(&random);
        if (!trace_snappy_claim((uint8_t *)packed, length, &claim) || claim > ROOM)
            continue;
        whole = snappy_uncompress(packed, length, theirs, &room) == SNAPPY_OK;
        memcpy(b->expected, theirs, claim);
        if (whole)
            assert_memory_equal(decode(b, packed, length, claim, true), b->expected, claim);
        else
            decode(b, packed, length, claim, false);
        good += whole;
        damaged += !whole;
    }
    assert_true(good > 100 && damaged > 100);
    free(packed);
    free(theirs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claim_is_a_number_of_32_bits),
        cmocka_unit_test(test_empty_block_is_whole_and_no_block_is_not),
        cmocka_unit_test(test_copies_repeat_what_lies_before_them),
        cmocka_unit_test(test_literals_of_every_length_and_form),
        cmocka_unit_test(test_distances_of_every_size),
        cmocka_unit_test(test_copy_from_nowhere_ends_the_block),
        cmocka_unit_test(test_block_that_gives_another_length_than_it_claims_is_damaged),
        cmocka_unit_test(test_what_snappy_packs_comes_out_again),
        cmocka_unit_test(test_cut_block_gives_what_was_before_the_cut),
        cmocka_unit_test(test_changed_blocks_are_judged_as_snappy_does),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
