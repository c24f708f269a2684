/* SPDX-License-Identifier: MIT */
/* The one pass over the sub-draws of a batch: what its shape is made of, and the ranges. Every tier pays for
 * it, and a batch is many small sub-draws, so an x86 that has AVX2 takes four at once; anything else, and
 * what is left over, goes one by one.
 *
 * Cost: some 14 instructions a sub-draw, 6 by four. */
#include "tiers/batch.h"

/* The shift is constant at each call. */
static inline __attribute__((always_inline)) void one_by_one(const struct batch_call *call, size_t first,
                                                             size_t n, unsigned shift,
                                                             struct draw_range *restrict ranges,
                                                             struct batch_sum *sum)
{
    static const GLint zero;
    const GLint *base = call->base ? call->base + first : &zero;
    size_t step = call->base ? 1 : 0;
    struct batch_sum m = *sum;

    for (size_t i = first; i < n; i++, base += step) {
        GLsizei count = call->count[i];
        uint64_t offset = (uintptr_t)call->indices[i], e = offset + ((uint64_t)(GLuint)count << shift);

        if (ranges)
            ranges[i] = (struct draw_range){offset >> shift, count, *base};
        m.signs |= count;
        m.offsets |= offset;
        m.total += (GLuint)count;
        m.zeroes += !count;
        m.end = e > m.end ? e : m.end;
    }
    *sum = m;
}

#ifdef __x86_64__
#include <immintrin.h>

_Static_assert(sizeof(struct draw_range) == 16 && offsetof(struct draw_range, count) == 8 &&
                   offsetof(struct draw_range, base_vertex) == 12,
               "a range is start, then count and base vertex in one word");

#define AVX2 __attribute__((target("avx2")))

/* Four ranges: the words start and count | base << 32 of each, next to each other. */
AVX2 static inline void store_four(struct draw_range *ranges, __m256i start, __m128i count, __m128i base)
{
    __m256i rest = _mm256_set_m128i(_mm_unpackhi_epi32(count, base), _mm_unpacklo_epi32(count, base));
    __m256i even = _mm256_unpacklo_epi64(start, rest), odd = _mm256_unpackhi_epi64(start, rest);

    _mm256_storeu_si256((__m256i *)(void *)ranges, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(ranges + 2), _mm256_permute2x128_si256(even, odd, 0x31));
}

AVX2 static inline uint64_t or_of(__m256i v)
{
    __m128i two = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));

    return (uint64_t)(_mm_extract_epi64(two, 0) | _mm_extract_epi64(two, 1));
}

/* The first n, a multiple of four. AVX2 compares numbers with a sign: ends from 2^63 on are passed over. */
AVX2 static inline __attribute__((always_inline)) struct batch_sum
four_by_four(const struct batch_call *call, size_t n, int shift, struct draw_range *restrict ranges)
{
    __m256i total = _mm256_setzero_si256(), end = total, offsets = total;
    __m128i signs = _mm_setzero_si128(), zeroes = signs, base = signs;
    int64_t ends[4], totals[4];
    struct batch_sum m = {0};

    for (size_t i = 0; i < n; i += 4) {
        __m128i count = _mm_loadu_si128((const __m128i *)(const void *)(call->count + i));
        __m256i offset = _mm256_loadu_si256((const __m256i *)(const void *)(call->indices + i));
        __m256i wide = _mm256_cvtepu32_epi64(count);
        __m256i e = _mm256_add_epi64(offset, _mm256_slli_epi64(wide, shift));

        if (ranges && call->base)
            base = _mm_loadu_si128((const __m128i *)(const void *)(call->base + i));
        if (ranges)
            store_four(ranges + i, _mm256_srli_epi64(offset, shift), count, base);
        signs = _mm_or_si128(signs, count);
        zeroes = _mm_or_si128(zeroes, _mm_cmpeq_epi32(count, _mm_setzero_si128()));
        offsets = _mm256_or_si256(offsets, offset);
        total = _mm256_add_epi64(total, wide);
        end = _mm256_blendv_epi8(end, e, _mm256_cmpgt_epi64(e, end));
    }
    _mm256_storeu_si256((__m256i *)(void *)ends, end);
    _mm256_storeu_si256((__m256i *)(void *)totals, total);
    for (int k = 0; k < 4; k++) {
        m.end = (uint64_t)ends[k] > m.end ? (uint64_t)ends[k] : m.end;
        m.total += (uint64_t)totals[k];
    }
    m.offsets = or_of(offsets);
    m.zeroes = (size_t)_mm_movemask_epi8(zeroes);
    signs = _mm_or_si128(signs, _mm_unpackhi_epi64(signs, signs));
    m.signs = _mm_extract_epi32(signs, 0) | _mm_extract_epi32(signs, 1);
    return m;
}

/* Shift and ranges are constant in what each call becomes. */
AVX2 static struct batch_sum wide_part(const struct batch_call *call, size_t n, uint8_t index_size,
                                       struct draw_range *ranges)
{
    if (index_size == 4)
        return ranges ? four_by_four(call, n, 2, ranges) : four_by_four(call, n, 2, NULL);
    if (index_size == 2)
        return ranges ? four_by_four(call, n, 1, ranges) : four_by_four(call, n, 1, NULL);
    return ranges ? four_by_four(call, n, 0, ranges) : four_by_four(call, n, 0, NULL);
}
#else
static struct batch_sum wide_part(const struct batch_call *call, size_t n, uint8_t index_size,
                                  struct draw_range *ranges)
{
    struct batch_sum m = {0};

    one_by_one(call, 0, n, index_size / 2, ranges, &m);
    return m;
}
#endif

struct batch_sum batch_measure(const struct batch_call *call, size_t n, uint8_t index_size,
                               struct draw_range *ranges, bool wide)
{
    size_t done = wide ? n & ~(size_t)3 : 0;
    struct batch_sum m = {0};

    if (done)
        m = wide_part(call, done, index_size, ranges);
    if (done == n)
        return m;
    if (index_size == 4)
        one_by_one(call, done, n, 2, ranges, &m);
    else if (index_size == 2)
        one_by_one(call, done, n, 1, ranges, &m);
    else
        one_by_one(call, done, n, 0, ranges, &m);
    return m;
}
