/* SPDX-License-Identifier: MIT */
/* Raw snappy blocks, after the format's description: the uncompressed length as a varint, then tags. The low
 * two bits of a tag's first byte say what it is: a literal, whose bytes follow, or a copy of bytes that were
 * made before, whose distance follows in one, two or four bytes.
 *
 * A capture decodes at the speed of its tags, which make some six bytes each. So the loop over ordinary tags
 * branches on what can be foreseen alone: a literal and a copy mostly alternate, but which copy it is comes
 * from a table and a mask, and 16 bytes are copied whatever the length. What that loop leaves out (long
 * literals, distances in four bytes, damage, the ends of the buffers) takes one tag at a time. Every tag
 * gives all it can, so that a block that is cut still yields what was written before the cut. */
#include "snappy_block.h"

#include <string.h>

enum { LITERAL, COPY_1, COPY_2, COPY_4 };

enum {
    WORD = 16,          /* bytes copied at a time; a copy from nearer than that overlaps what it makes */
    LITERAL_SHORT = 60, /* the longest whose length is in the tag */
    ORDINARY_MAX = 64,  /* bytes that an ordinary tag makes; it takes fewer than that */
    MARGIN = 80,        /* bytes that one may touch on either side: the most, and the rest of a word beyond */
};

/* What the first byte of a copy says: the length in the low byte, and above it what is to be added to the
 * distance that follows. */
// clang-format off
#define COPY(t)     ((t) & 3) == COPY_1 ? (4 + ((t) >> 2 & 7)) | (t) >> 5 << 16 : (t) / 4 + 1
#define COPY_4X(t)  COPY(t), COPY(t + 1), COPY(t + 2), COPY(t + 3)
#define COPY_16X(t) COPY_4X(t), COPY_4X(t + 4), COPY_4X(t + 8), COPY_4X(t + 12)
#define COPY_64X(t) COPY_16X(t), COPY_16X(t + 16), COPY_16X(t + 32), COPY_16X(t + 48)
static const uint32_t copies[256] = {COPY_64X(0), COPY_64X(64), COPY_64X(128), COPY_64X(192)};
#undef COPY_64X
#undef COPY_16X
#undef COPY_4X
#undef COPY
// clang-format on

/* What of the bytes after it is the distance. None of them in four bytes, which makes such a copy one from
 * nowhere and thus no ordinary tag. */
static const uint32_t distance_masks[] = {[COPY_1] = 0xff, [COPY_2] = 0xffff, [COPY_4] = 0};

struct block {
    const uint8_t *in, *in_end;
    uint8_t *out, *next, *out_end; /* the first byte, the next one, the end of the room */
};

static inline uint32_t load_32(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void copy_word(uint8_t *to, const uint8_t *from)
{
    uint8_t word[WORD];

    memcpy(word, from, WORD);
    memcpy(to, word, WORD);
}

/* Makes `length` bytes that repeat the last `distance`; writes up to a word beyond. */
static void repeat(uint8_t *to, size_t distance, size_t length)
{
    const uint8_t *from = to - distance, *end = to + length;

    /* Each step doubles what there is to repeat, until words no longer overlap. */
    for (; distance < WORD && to < end; distance *= 2) {
        copy_word(to, from);
        to += distance;
    }
    for (; to < end; to += WORD, from += WORD)
        copy_word(to, from);
}

/* Up to 64 bytes, mostly no more than a word, that lie a word or more before `to` or elsewhere. */
static inline void copy_words(uint8_t *to, const uint8_t *from, size_t length)
{
    copy_word(to, from);
    if (__builtin_expect(length > WORD, 0))
        for (int i = WORD; i < ORDINARY_MAX; i += WORD)
            copy_word(to + i, from + i);
}

/* Ordinary tags, `count` at most: stops before the first that is none. MARGIN bytes for each must be left on
 * both sides. */
static void decode_ordinary(struct block *b, size_t count)
{
    const uint8_t *in = b->in, *const out = b->out;
    uint8_t *next = b->next;
    size_t tag = *in;

    for (; count; count--) {
        size_t kind = tag & 3, length, distance;
        uint8_t *to = next;

        if (kind == LITERAL) {
            const uint8_t *from = in + 1;

            length = (tag >> 2) + 1;
            if (__builtin_expect(length > LITERAL_SHORT, 0))
                break;
            in = from + length;
            tag = *in;
            next += length;
            copy_words(to, from, length);
            continue;
        }
        length = copies[tag] & 0xff;
        distance = (load_32(in + 1) & distance_masks[kind]) + (copies[tag] >> 8);
        if (__builtin_expect(distance - 1 >= (size_t)(next - out), 0))
            break;
        in += 1 + kind;
        tag = *in;
        next += length;
        if (__builtin_expect(distance < WORD, 0))
            repeat(to, distance, length);
        else
            copy_words(to, to - distance, length);
    }
    b->in = in;
    b->next = next;
}

/* `length` bytes of a literal, or as many as there are. */
static bool literal(struct block *b, size_t length)
{
    size_t left = (size_t)(b->in_end - b->in), room = (size_t)(b->out_end - b->next), n = length;

    if (n > left)
        n = left;
    if (n > room)
        n = room;
    memcpy(b->next, b->in, n);
    b->in += n;
    b->next += n;
    return n == length;
}

static bool copy(struct block *b, size_t distance, size_t length)
{
    size_t room = (size_t)(b->out_end - b->next), n = length < room ? length : room;

    if (distance - 1 >= (size_t)(b->next - b->out))
        return false;
    for (; n; n--, b->next++)
        *b->next = *(b->next - distance);
    return length <= room;
}

/* One tag of any kind. False when the block is cut or damaged there, or the room is full. */
static bool decode_tag(struct block *b)
{
    unsigned tag = *b->in++, kind = tag & 3, extra = kind == COPY_4 ? 4 : kind;
    size_t length = (tag >> 2) + 1, number = 0;

    if (kind == LITERAL && length > LITERAL_SHORT)
        extra = (unsigned)length - LITERAL_SHORT;
    if (extra > (size_t)(b->in_end - b->in))
        return false;
    for (unsigned i = 0; i < extra; i++)
        number |= (size_t)*b->in++ << (8 * i);
    if (kind == LITERAL)
        return literal(b, extra ? number + 1 : length);
    if (kind == COPY_1)
        return copy(b, number | tag >> 5 << 8, 4 + (tag >> 2 & 7));
    return copy(b, number, length);
}

/* How long the claim itself is, or 0: a number of 32 bits, seven of them a byte. */
static size_t take_claim(const uint8_t *block, size_t size, size_t *length)
{
    uint64_t claim = 0;

    *length = 0;
    for (size_t i = 0; i < size && i < 5; i++) {
        claim |= (uint64_t)(block[i] & 0x7f) << (7 * i);
        if (block[i] & 0x80)
            continue;
        if (claim > UINT32_MAX)
            return 0;
        *length = (size_t)claim;
        return i + 1;
    }
    return 0;
}

bool trace_snappy_claim(const uint8_t *block, size_t size, size_t *length)
{
    return take_claim(block, size, length) != 0;
}

bool trace_snappy_decode(const uint8_t *block, size_t size, uint8_t *out, size_t room, size_t *length)
{
    size_t claim, head = take_claim(block, size, &claim);
    struct block b = {block + head, block + size, out, out, out + (claim < room ? claim : room)};
    bool good = head != 0;

    while (good && b.in < b.in_end) {
        size_t left = (size_t)(b.in_end - b.in), free_room = (size_t)(b.out_end - b.next);
        size_t count = (left < free_room ? left : free_room) / MARGIN;

        decode_ordinary(&b, count);
        good = decode_tag(&b);
    }
    *length = (size_t)(b.next - out);
    return good && *length == claim;
}
