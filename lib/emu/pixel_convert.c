/* SPDX-License-Identifier: MIT */
/* Converts rows of pixels between two client-memory layouts. Integer components are converted in integers, so that 8 bits
 * in give the same 8 bits out. Three paths: plain copy, byte shuffle (BGRA and RGB to RGBA, most of what programs
 * upload), and the general one, some 20 ns per pixel. */
#include "emu/pixel.h"

#include <math.h>
#include <string.h>

static uint32_t mask_of(unsigned bits)
{
    return bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
}

static float as_float(uint32_t v)
{
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

static uint32_t as_bits(float f)
{
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

float emu_half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exp = h >> 10 & 31, man = h & 1023;

    if (exp == 31)
        return as_float(sign | 0x7f800000u | man << 13);
    if (exp == 0) {
        float f = (float)man * 0x1p-24f;
        return as_float(as_bits(f) | sign);
    }
    return as_float(sign | (exp + 112) << 23 | man << 13);
}

uint16_t emu_float_to_half(float f)
{
    uint32_t v = as_bits(f), sign = v >> 16 & 0x8000, abs = v & 0x7fffffff;

    if (abs > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00);
    if (abs >= 0x477ff000u) /* rounds to infinity */
        return (uint16_t)(sign | 0x7c00);
    if (abs < 0x38800000u) /* denormal: one step is 2^-24 */
        return (uint16_t)(sign | (uint32_t)lrintf(as_float(abs) * 0x1p24f));
    abs += 0xfff + (abs >> 13 & 1); /* to nearest, ties to even */
    return (uint16_t)(sign | (abs - 0x38000000u) >> 13);
}

/* An unsigned small float of 5 exponent bits: NaN stays NaN, negatives are 0, too large is the largest finite. */
static uint32_t float_to_small(float f, unsigned man_bits)
{
    uint32_t v = as_bits(f), inf = 31u << man_bits;
    int exp;
    float m;

    if ((v & 0x7fffffff) > 0x7f800000u)
        return inf | 1;
    if (v >> 31)
        return 0;
    if (v == 0x7f800000u)
        return inf;
    m = frexpf(f, &exp); /* f = m * 2^exp, m in [0.5, 1) */
    if (exp - 1 > 15)
        return inf - 1;
    if (exp - 1 < -14)
        return (uint32_t)(f * ldexpf(1, 14 + (int)man_bits));
    return (uint32_t)(exp + 14) << man_bits | ((uint32_t)(m * ldexpf(1, (int)man_bits + 1)) & mask_of(man_bits));
}

static float small_to_float(uint32_t v, unsigned man_bits)
{
    uint32_t exp = v >> man_bits & 31, man = v & mask_of(man_bits);

    if (exp == 31)
        return man ? NAN : INFINITY;
    if (exp == 0)
        return (float)man * ldexpf(1, -14 - (int)man_bits);
    return ldexpf(1 + (float)man / (float)(1u << man_bits), (int)exp - 15);
}

uint32_t emu_float_to_11f_11f_10f(const float rgb[3])
{
    return float_to_small(rgb[0], 6) | float_to_small(rgb[1], 6) << 11 | float_to_small(rgb[2], 5) << 22;
}

void emu_11f_11f_10f_to_float(uint32_t v, float rgb[3])
{
    rgb[0] = small_to_float(v & 0x7ff, 6);
    rgb[1] = small_to_float(v >> 11 & 0x7ff, 6);
    rgb[2] = small_to_float(v >> 22, 5);
}

/* GL 4.6 section 8.5.2, "final conversion" of shared exponents. */
uint32_t emu_float_to_9_9_9_e5(const float rgb[3])
{
    float c[3], top = 0;
    int exp, shared;
    uint32_t out = 0;

    for (int i = 0; i < 3; i++) {
        c[i] = rgb[i] > 0 ? fminf(rgb[i], 65408.0f) : 0; /* NaN compares false: 0 */
        top = fmaxf(top, c[i]);
    }
    frexpf(top, &exp);
    shared = top > 0 && exp - 1 > -16 ? exp + 15 : 0;
    if (lrintf(floorf(top / ldexpf(1, shared - 24) + 0.5f)) == 512)
        shared++;
    for (int i = 0; i < 3; i++)
        out |= (uint32_t)floorf(c[i] / ldexpf(1, shared - 24) + 0.5f) << (9 * i);
    return out | (uint32_t)shared << 27;
}

void emu_9_9_9_e5_to_float(uint32_t v, float rgb[3])
{
    float scale = ldexpf(1, (int)(v >> 27) - 24);

    for (int i = 0; i < 3; i++)
        rgb[i] = (float)(v >> (9 * i) & 511) * scale;
}

/* Widening replicates the bits, narrowing rounds to nearest: what drivers do with normalised integers. */
static uint32_t unorm_to_unorm(uint32_t v, unsigned from, unsigned to)
{
    if (from < to) {
        uint64_t out = 0;
        int at = (int)to;
        while (at > 0) {
            at -= (int)from;
            out |= at >= 0 ? (uint64_t)v << at : (uint64_t)v >> -at;
        }
        return (uint32_t)out;
    }
    if (from > to)
        return (uint32_t)(((uint64_t)v * mask_of(to) + mask_of(from - 1)) / mask_of(from));
    return v;
}

static int32_t sign_extend(uint32_t v, unsigned bits)
{
    return bits >= 32 ? (int32_t)v : (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static float to_float(uint32_t v, enum emu_class cls, unsigned bits)
{
    switch (cls) {
    case EMU_UNORM:
        return bits > 24 ? (float)((double)v / mask_of(bits)) : (float)v / (float)mask_of(bits);
    case EMU_SNORM: {
        double f = (double)sign_extend(v, bits) / mask_of(bits - 1);
        return f < -1 ? -1.0f : (float)f;
    }
    case EMU_FLOAT:
        return bits == 16 ? emu_half_to_float((uint16_t)v) : as_float(v);
    case EMU_INT:
        return (float)sign_extend(v, bits);
    default:
        return (float)v;
    }
}

static uint32_t from_float(float f, enum emu_class cls, unsigned bits)
{
    double x = f != f ? 0 : f;

    switch (cls) {
    case EMU_UNORM:
        return x <= 0 ? 0 : x >= 1 ? mask_of(bits) : (uint32_t)llrint(x * mask_of(bits));
    case EMU_SNORM:
        x = x < -1 ? -1 : x > 1 ? 1 : x;
        return (uint32_t)(int32_t)llrint(x * mask_of(bits - 1)) & mask_of(bits);
    case EMU_FLOAT:
        return bits == 16 ? emu_float_to_half(f) : as_bits(f);
    case EMU_INT:
        x = x < -(double)mask_of(bits - 1) - 1 ? -(double)mask_of(bits - 1) - 1 : x > mask_of(bits - 1) ? mask_of(bits - 1) : x;
        return (uint32_t)(int32_t)x & mask_of(bits);
    default:
        return x <= 0 ? 0 : x >= mask_of(bits) ? mask_of(bits) : (uint32_t)x;
    }
}

static uint32_t int_to_int(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to, unsigned to_bits)
{
    int64_t x = from == EMU_INT ? (int64_t)sign_extend(v, from_bits) : (int64_t)v;
    int64_t low = to == EMU_INT ? -(int64_t)mask_of(to_bits - 1) - 1 : 0;
    int64_t high = to == EMU_INT ? (int64_t)mask_of(to_bits - 1) : (int64_t)mask_of(to_bits);

    return (uint32_t)(x < low ? low : x > high ? high : x) & mask_of(to_bits);
}

uint32_t emu_component_convert(uint32_t v, enum emu_class from, unsigned from_bits, enum emu_class to, unsigned to_bits)
{
    bool integers = (from == EMU_UINT || from == EMU_INT) && (to == EMU_UINT || to == EMU_INT);

    if (from == to && from_bits == to_bits)
        return v;
    if (integers)
        return int_to_int(v, from, from_bits, to, to_bits);
    if (from == EMU_UNORM && to == EMU_UNORM)
        return unorm_to_unorm(v, from_bits, to_bits);
    if (from == EMU_UNORM && to == EMU_SNORM)
        return unorm_to_unorm(v, from_bits, to_bits - 1);
    if (from == EMU_SNORM && to == EMU_UNORM) {
        int32_t s = sign_extend(v, from_bits);
        return s <= 0 ? 0 : unorm_to_unorm((uint32_t)s, from_bits - 1, to_bits);
    }
    return from_float(to_float(v, from, from_bits), to, to_bits);
}

static uint32_t load(const uint8_t *p, unsigned unit, bool swap)
{
    uint8_t b[4] = { 0 };
    uint16_t h;
    uint32_t w;

    if (unit == 1)
        return *p;
    for (unsigned i = 0; i < unit; i++)
        b[i] = p[swap ? unit - 1 - i : i];
    if (unit == 2) {
        memcpy(&h, b, 2);
        return h;
    }
    memcpy(&w, b, 4);
    return w;
}

static void store(uint8_t *p, uint32_t v, unsigned unit, bool swap)
{
    uint16_t h = (uint16_t)v;
    const uint8_t *b = unit == 2 ? (const uint8_t *)&h : (const uint8_t *)&v;

    if (unit == 1)
        *p = (uint8_t)v;
    else
        for (unsigned i = 0; i < unit; i++)
            p[i] = b[swap ? unit - 1 - i : i];
}

static void decode(const struct emu_layout *l, const uint8_t *p, bool swap, uint32_t c[4])
{
    float f[3];

    if (l->special == EMU_PLAIN && !l->packed) {
        for (unsigned i = 0; i < l->count; i++)
            c[i] = load(p + i * l->unit, l->unit, swap);
        return;
    }
    uint32_t v = load(p, l->unit, swap);
    switch (l->special) {
    case EMU_R11F_G11F_B10F:
    case EMU_RGB9_E5:
        (l->special == EMU_RGB9_E5 ? emu_9_9_9_e5_to_float : emu_11f_11f_10f_to_float)(v, f);
        for (int i = 0; i < 3; i++)
            c[i] = as_bits(f[i]);
        break;
    case EMU_D32F_S8:
        c[0] = v;
        c[1] = load(p + 4, 4, swap) & 255;
        break;
    default:
        for (unsigned i = 0; i < l->count; i++)
            c[i] = v >> l->shift[i] & mask_of(l->bits[i]);
    }
}

static void encode(const struct emu_layout *l, uint8_t *p, bool swap, const uint32_t c[4])
{
    uint32_t v = 0;
    float f[3];

    if (l->special == EMU_PLAIN && !l->packed) {
        for (unsigned i = 0; i < l->count; i++)
            store(p + i * l->unit, c[i], l->unit, swap);
        return;
    }
    switch (l->special) {
    case EMU_R11F_G11F_B10F:
    case EMU_RGB9_E5:
        for (int i = 0; i < 3; i++)
            f[i] = as_float(c[i]);
        v = l->special == EMU_RGB9_E5 ? emu_float_to_9_9_9_e5(f) : emu_float_to_11f_11f_10f(f);
        break;
    case EMU_D32F_S8:
        store(p + 4, c[1] & 255, 4, swap);
        v = c[0];
        break;
    default:
        for (unsigned i = 0; i < l->count; i++)
            v |= (c[i] & mask_of(l->bits[i])) << l->shift[i];
    }
    store(p, v, l->unit, swap);
}

static uint32_t one(enum emu_class cls, unsigned bits)
{
    switch (cls) {
    case EMU_UNORM: return mask_of(bits);
    case EMU_SNORM: return mask_of(bits - 1);
    case EMU_FLOAT: return bits == 16 ? 0x3c00 : 0x3f800000u;
    default: return 1;
    }
}

/* The source component that holds a channel of a pixel, or a constant. */
static uint8_t find(const struct emu_layout *src, enum emu_channel want)
{
    for (uint8_t i = 0; i < src->count; i++)
        if (src->channel[i] == want || (src->channel[i] == EMU_LUMINANCE && want <= EMU_BLUE) ||
            (want == EMU_LUMINANCE && src->channel[i] == EMU_RED))
            return i;
    return want == EMU_ALPHA ? EMU_FROM_ONE : EMU_FROM_ZERO;
}

/* The desktop channel that storage component `i` of a base format holds. */
static enum emu_channel stored(GLenum base, unsigned i, unsigned count, enum emu_channel own)
{
    if (base == GL_ALPHA)
        return EMU_ALPHA;
    if (base == GL_LUMINANCE_ALPHA && i == count - 1)
        return EMU_ALPHA;
    if (base == GL_LUMINANCE || base == GL_LUMINANCE_ALPHA || base == GL_INTENSITY)
        return EMU_RED;
    return own;
}

static bool base_has(GLenum base, enum emu_channel channel)
{
    switch (channel) {
    case EMU_RED: return base != GL_ALPHA;
    case EMU_GREEN: return base == GL_RG || base == GL_RGB || base == GL_RGBA;
    case EMU_BLUE: return base == GL_RGB || base == GL_RGBA;
    case EMU_ALPHA: return base == GL_RGBA || base == GL_ALPHA || base == GL_LUMINANCE_ALPHA;
    default: return true;
    }
}

static uint8_t source_of(const struct emu_convert *c, enum emu_channel want, GLenum base, bool from_storage)
{
    if (want <= EMU_ALPHA && !base_has(base, want))
        return want == EMU_ALPHA ? EMU_FROM_ONE : EMU_FROM_ZERO;
    if (want == EMU_LUMINANCE && base == GL_ALPHA)
        return EMU_FROM_ZERO;
    if (from_storage && want == EMU_ALPHA && base != GL_RGBA)
        return base == GL_ALPHA ? 0 : c->src.count - 1; /* alpha is in R, or last, behind luminance */
    return find(&c->src, want);
}

static int byte_at(const struct emu_layout *l, unsigned i)
{
    if (l->special != EMU_PLAIN || l->bits[i] != 8 || l->cls[i] == EMU_FLOAT)
        return -1;
    return l->packed ? l->shift[i] / 8 : (int)i;
}

/* Both pixels are bytes of one class: no component changes, only its place. Packed elements are little-endian words. */
static bool shuffles(struct emu_convert *c)
{
    const struct emu_layout *s = &c->src, *d = &c->dst;
    const union {
        uint16_t h;
        uint8_t little;
    } endian = { 1 };

    if ((s->packed || d->packed) && !endian.little)
        return false;
    if ((c->swap_src && s->unit > 1) || (c->swap_dst && d->unit > 1) || c->sum_luminance)
        return false;
    for (unsigned i = 0; i < d->count; i++) {
        int to = byte_at(d, i);
        if (to < 0 || (d->packed && d->shift[i] % 8) || (c->from[i] < 4 && (byte_at(s, c->from[i]) < 0 ||
                       (s->packed && s->shift[c->from[i]] % 8) || s->cls[c->from[i]] != d->cls[i])))
            return false;
        c->shuffle[to] = c->from[i] < 4 ? (uint8_t)byte_at(s, c->from[i]) : c->from[i];
    }
    c->pixel_src = s->bytes;
    c->pixel_dst = d->bytes;
    return d->bytes == d->count;
}

void emu_convert_init(struct emu_convert *c, const struct emu_layout *src, const struct emu_layout *dst, GLenum base,
                      bool to_storage, bool from_storage)
{
    bool swap_src = c->swap_src, swap_dst = c->swap_dst, sum = c->sum_luminance, identity;

    *c = (struct emu_convert){ .src = *src, .dst = *dst, .swap_src = swap_src, .swap_dst = swap_dst };
    for (unsigned i = 0; i < dst->count; i++) {
        enum emu_channel want = to_storage ? stored(base, i, dst->count, dst->channel[i]) : dst->channel[i];
        c->from[i] = source_of(c, want, base, from_storage);
        if (want == EMU_LUMINANCE && sum && src->count > 1 && src->channel[0] == EMU_RED)
            c->sum_luminance = true;
    }
    identity = src->bytes == dst->bytes && src->count == dst->count && src->packed == dst->packed &&
               src->special == dst->special && !c->sum_luminance && (swap_src == swap_dst || dst->unit == 1);
    for (unsigned i = 0; i < dst->count && identity; i++)
        identity = c->from[i] == i && src->bits[i] == dst->bits[i] && src->cls[i] == dst->cls[i] &&
                   src->shift[i] == dst->shift[i];
    c->path = identity ? EMU_COPY : shuffles(c) ? EMU_SHUFFLE8 : EMU_GENERAL;
}

static void shuffle_row(const struct emu_convert *c, uint8_t *dst, const uint8_t *src, size_t pixels)
{
    uint8_t full = c->dst.cls[0] == EMU_UNORM ? 255 : c->dst.cls[0] == EMU_SNORM ? 127 : 1;

    if (c->pixel_src == 4 && c->pixel_dst == 4 && c->shuffle[0] == 2 && c->shuffle[1] == 1 && c->shuffle[2] == 0 &&
        c->shuffle[3] == 3) { /* BGRA, worth a loop that vectorises */
        for (size_t i = 0; i < pixels * 4; i += 4) {
            uint8_t b = src[i], r = src[i + 2];
            dst[i] = r;
            dst[i + 1] = src[i + 1];
            dst[i + 2] = b;
            dst[i + 3] = src[i + 3];
        }
        return;
    }
    for (size_t i = 0; i < pixels; i++, src += c->pixel_src, dst += c->pixel_dst)
        for (unsigned k = 0; k < c->pixel_dst; k++)
            dst[k] = c->shuffle[k] < 4 ? src[c->shuffle[k]] : c->shuffle[k] == EMU_FROM_ONE ? full : 0;
}

static uint32_t luminance(const struct emu_convert *c, const uint32_t in[4], unsigned to)
{
    float sum = 0;
    enum emu_class cls = c->src.cls[0];

    if (cls == EMU_UINT || cls == EMU_INT) {
        int64_t total = 0;
        for (unsigned i = 0; i < 3 && i < c->src.count; i++)
            total += cls == EMU_INT ? sign_extend(in[i], c->src.bits[i]) : (int64_t)in[i];
        total = total < INT32_MIN ? INT32_MIN : total > UINT32_MAX ? UINT32_MAX : total;
        return emu_component_convert((uint32_t)total, cls, 32, c->dst.cls[to], c->dst.bits[to]);
    }
    for (unsigned i = 0; i < c->src.count; i++)
        if (c->src.channel[i] <= EMU_BLUE)
            sum += to_float(in[i], cls, c->src.bits[i]);
    return from_float(sum, c->dst.cls[to], c->dst.bits[to]);
}

void emu_convert_row(const struct emu_convert *c, void *dst, const void *src, size_t pixels)
{
    const uint8_t *s = src;
    uint8_t *d = dst;

    if (c->path == EMU_COPY) {
        memcpy(d, s, pixels * c->src.bytes);
        return;
    }
    if (c->path == EMU_SHUFFLE8) {
        shuffle_row(c, d, s, pixels);
        return;
    }
    for (size_t i = 0; i < pixels; i++, s += c->src.bytes, d += c->dst.bytes) {
        uint32_t in[4], out[4];

        decode(&c->src, s, c->swap_src, in);
        for (unsigned k = 0; k < c->dst.count; k++) {
            unsigned from = c->from[k];
            if (c->sum_luminance && c->dst.channel[k] == EMU_LUMINANCE)
                out[k] = luminance(c, in, k);
            else if (from < 4)
                out[k] = emu_component_convert(in[from], c->src.cls[from], c->src.bits[from], c->dst.cls[k],
                                               c->dst.bits[k]);
            else
                out[k] = from == EMU_FROM_ONE ? one(c->dst.cls[k], c->dst.bits[k]) : 0;
        }
        encode(&c->dst, d, c->swap_dst, out);
    }
}
