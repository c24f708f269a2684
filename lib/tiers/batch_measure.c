/* SPDX-License-Identifier: MIT */
/* The one pass over the sub-draws of a batch: what its shape is made of, and the ranges. Every tier pays for
 * it, and a batch is many small sub-draws, so an x86 that has AVX2 takes four at once; anything else, and
 * what is left over, goes one by one.
 *
 * Cost: some 14 instructions a sub-draw, 8 by four. */
#include "tiers/batch.h"

/* Adds n sub-draws from `first` on. The shift is constant at each call. */
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
        m.least = count < m.least ? count : m.least;
        m.offsets |= offset;
        m.total += (GLuint)count;
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

/* Adds what four lanes hold. */
AVX2 static inline void fold_four(struct batch_sum *sum, __m256i end, __m256i total, __m256i offsets,
                                  __m128i least)
{
    int64_t ends[4], totals[4];
    uint64_t bits[4];

    _mm256_storeu_si256((__m256i *)(void *)ends, end);
    _mm256_storeu_si256((__m256i *)(void *)totals, total);
    _mm256_storeu_si256((__m256i *)(void *)bits, offsets);
    for (int k = 0; k < 4; k++) {
        sum->end = (uint64_t)ends[k] > sum->end ? (uint64_t)ends[k] : sum->end;
        sum->total += (uint64_t)totals[k];
        sum->offsets |= bits[k];
    }
    least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 0x4e));
    least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 0xb1));
    sum->least = _mm_cvtsi128_si32(least);
}

/* The first n, a multiple of four. AVX2 compares numbers with a sign: ends from 2^63 on are passed over. */
AVX2 static inline __attribute__((always_inline)) void four_by_four(const struct batch_call *call, size_t n,
                                                                    int shift,
                                                                    struct draw_range *restrict ranges,
                                                                    struct batch_sum *sum)
{
    __m256i total = _mm256_setzero_si256(), end = total, offsets = total;
    __m128i least = _mm_set1_epi32(INT32_MAX), based = _mm_set1_epi32(call->base ? -1 : 0);
    const GLint *bases = call->base ? call->base : call->count; /* without any, something to be masked out */

    for (size_t i = 0; i < n; i += 4) {
        __m128i count = _mm_loadu_si128((const __m128i *)(const void *)(call->count + i));
        __m256i offset = _mm256_loadu_si256((const __m256i *)(const void *)(call->indices + i));
        __m256i wide = _mm256_cvtepu32_epi64(count);
        __m256i e = _mm256_add_epi64(offset, _mm256_slli_epi64(wide, shift));

        if (ranges)
            store_four(ranges + i, _mm256_srli_epi64(offset, shift), count,
                       _mm_and_si128(based, _mm_loadu_si128((const __m128i *)(const void *)(bases + i))));
        least = _mm_min_epi32(least, count);
        offsets = _mm256_or_si256(offsets, offset);
        total = _mm256_add_epi64(total, wide);
        end = _mm256_blendv_epi8(end, e, _mm256_cmpgt_epi64(e, end));
    }
    fold_four(sum, end, total, offsets, least);
}

/* Shift and ranges are constant in what each call becomes. */
AVX2 static void by_four(const struct batch_call *call, size_t n, uint8_t index_size,
                         struct draw_range *ranges, struct batch_sum *sum)
{
    if (index_size == 4)
        ranges ? four_by_four(call, n, 2, ranges, sum) : four_by_four(call, n, 2, NULL, sum);
    else if (index_size == 2)
        ranges ? four_by_four(call, n, 1, ranges, sum) : four_by_four(call, n, 1, NULL, sum);
    else
        ranges ? four_by_four(call, n, 0, ranges, sum) : four_by_four(call, n, 0, NULL, sum);
}

/* How many of n were measured. */
static size_t wide_part(const struct batch_call *call, size_t n, uint8_t index_size,
                        struct draw_range *ranges, uint8_t lanes, struct batch_sum *sum)
{
    size_t fours = lanes >= 8 ? n & ~(size_t)3 : 0;

    if (fours)
        by_four(call, fours, index_size, ranges, sum);
    return fours;
}
#else
static size_t wide_part(const struct batch_call *call, size_t n, uint8_t index_size,
                        struct draw_range *ranges, uint8_t lanes, struct batch_sum *sum)
{
    (void)call, (void)n, (void)index_size, (void)ranges, (void)lanes, (void)sum;
    return 0;
}
#endif

static __attribute__((noinline)) void rest(const struct batch_call *call, size_t done, size_t n,
                                           uint8_t index_size, struct draw_range *ranges,
                                           struct batch_sum *sum)
{
    if (index_size == 4)
        one_by_one(call, done, n, 2, ranges, sum);
    else if (index_size == 2)
        one_by_one(call, done, n, 1, ranges, sum);
    else
        one_by_one(call, done, n, 0, ranges, sum);
}

void batch_measure(const struct batch_call *call, size_t n, uint8_t index_size, struct draw_range *ranges,
                   uint8_t lanes, struct batch_sum *sum)
{
    size_t done;

    *sum = (struct batch_sum){.least = INT32_MAX};
    done = wide_part(call, n, index_size, ranges, lanes, sum);
    if (done < n)
        rest(call, done, n, index_size, ranges, sum);
}
