/* SPDX-License-Identifier: MIT */
/* Converts rows of pixels between two client-memory layouts. Integer components are converted in integers, so
 * that 8 bits in give the same 8 bits out. Three paths: plain copy, byte shuffle (pixel_shuffle.c), and the
 * general one, some 20 ns per pixel. */
#include "emu/pixel.h"

#include <string.h>

static uint32_t load(const uint8_t *p, unsigned unit, bool swap)
{
    uint8_t b[4] = {0};
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
            c[i] = emu_as_bits(f[i]);
        break;
    case EMU_D32F_S8:
        c[0] = v;
        c[1] = load(p + 4, 4, swap) & 255;
        break;
    case EMU_D24:
        c[0] = v >> 8;
        break;
    default:
        for (unsigned i = 0; i < l->count; i++)
            c[i] = v >> l->shift[i] & emu_mask(l->bits[i]);
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
            f[i] = emu_as_float(c[i]);
        v = l->special == EMU_RGB9_E5 ? emu_float_to_9_9_9_e5(f) : emu_float_to_11f_11f_10f(f);
        break;
    case EMU_D32F_S8:
        store(p + 4, c[1] & 255, 4, swap);
        v = c[0];
        break;
    case EMU_D24:
        v = c[0] << 8 | 255;
        break;
    default:
        for (unsigned i = 0; i < l->count; i++)
            v |= (c[i] & emu_mask(l->bits[i])) << l->shift[i];
    }
    store(p, v, l->unit, swap);
}

static uint32_t one(enum emu_class cls, unsigned bits)
{
    // clang-format off
    switch (cls) {
    case EMU_UNORM: return emu_mask(bits);
    case EMU_SNORM: return emu_mask(bits - 1);
    case EMU_FLOAT: return bits == 16 ? 0x3c00 : 0x3f800000u;
    default: return 1;
    }
    // clang-format on
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
    // clang-format off
    switch (channel) {
    case EMU_RED: return base != GL_ALPHA;
    case EMU_GREEN: return base == GL_RG || base == GL_RGB || base == GL_RGBA;
    case EMU_BLUE: return base == GL_RGB || base == GL_RGBA;
    case EMU_ALPHA: return base == GL_RGBA || base == GL_ALPHA || base == GL_LUMINANCE_ALPHA;
    default: return true;
    }
    // clang-format on
}

static bool packs_whole_pixels(const struct emu_layout *src)
{
    if (src->packed)
        return true;
    for (unsigned i = 0; i < src->count; i++)
        if (src->channel[i] != EMU_RED + i || src->cls[i] != EMU_UNORM || src->bits[i] != 8)
            return false;
    return src->count == 4;
}

/* Whole RGBA pixels of bytes or floats are packed at once. */
static bool is_plain_rgba(const struct emu_convert *c, enum emu_class cls, unsigned bits)
{
    for (unsigned i = 0; i < 4; i++)
        if (c->src.packed || c->src.count != 4 || c->src.channel[i] != EMU_RED + i || c->src.cls[i] != cls ||
            c->src.bits[i] != bits || (i < c->dst.count && c->from[i] >= 4))
            return false;
    return true;
}

/* Where one of the pixels is packed, Mesa converts through bytes, or floats when the destination needs more.
 */
static int route(const struct emu_convert *c)
{
    const struct emu_layout *src = &c->src, *dst = &c->dst;
    bool integer = dst->cls[0] == EMU_UINT || dst->cls[0] == EMU_INT, deep = false;

    if ((!src->packed && !dst->packed) || integer || dst->channel[0] >= EMU_DEPTH ||
        is_plain_rgba(c, EMU_UNORM, 8) || is_plain_rgba(c, EMU_FLOAT, 32))
        return EMU_BY_COMPONENT;
    for (unsigned i = 0; i < dst->count; i++)
        deep = deep || dst->bits[i] > 8 || dst->cls[i] != EMU_UNORM;
    return deep ? EMU_BY_FLOATS : EMU_BY_BYTES;
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

/* Both pixels are bytes of one class: no component changes, only its place. Packed elements are little-endian
 * words. */
static bool shuffles(struct emu_convert *c)
{
    const struct emu_layout *s = &c->src, *d = &c->dst;
    const union {
        uint16_t h;
        uint8_t little;
    } endian = {1};

    if ((s->packed || d->packed) && !endian.little)
        return false;
    if ((c->swap_src && s->unit > 1) || (c->swap_dst && d->unit > 1) || c->sum_luminance)
        return false;
    for (unsigned i = 0; i < d->count; i++) {
        int to = byte_at(d, i);
        if (to < 0 || (d->packed && d->shift[i] % 8) ||
            (c->from[i] < 4 && (byte_at(s, c->from[i]) < 0 || (s->packed && s->shift[c->from[i]] % 8) ||
                                s->cls[c->from[i]] != d->cls[i])))
            return false;
        c->shuffle[to] = c->from[i] < 4 ? (uint8_t)byte_at(s, c->from[i]) : c->from[i];
    }
    c->pixel_src = s->bytes;
    c->pixel_dst = d->bytes;
    return d->bytes == d->count;
}

void emu_convert_init(struct emu_convert *c, const struct emu_layout *src, const struct emu_layout *dst,
                      GLenum base, bool to_storage, bool from_storage)
{
    bool swap_src = c->swap_src, swap_dst = c->swap_dst, sum = c->sum_luminance, clamp = c->clamp, identity;

    *c = (struct emu_convert){
        .src = *src,
        .dst = *dst,
        .swap_src = swap_src,
        .swap_dst = swap_dst,
        .to_storage = to_storage,
    };
    c->clamp =
        clamp && (src->cls[0] == EMU_SNORM ||
                  (src->cls[0] == EMU_FLOAT && (dst->cls[0] != EMU_FLOAT || dst->special == EMU_RGB9_E5)));
    c->reading = clamp;
    for (unsigned i = 0; i < dst->count; i++) {
        enum emu_channel want = to_storage ? stored(base, i, dst->count, dst->channel[i]) : dst->channel[i];
        c->from[i] = source_of(c, want, base, from_storage);
        if (want == EMU_LUMINANCE && sum && src->count > 1 && src->channel[0] == EMU_RED)
            c->sum_luminance = true;
    }
    c->route = route(c);
    c->half_to_zero = to_storage && dst->cls[0] == EMU_FLOAT && dst->bits[0] == 16 && packs_whole_pixels(src);
    identity = src->bytes == dst->bytes && src->count == dst->count && src->packed == dst->packed &&
               src->special == dst->special && !c->sum_luminance && !c->clamp &&
               (swap_src == swap_dst || dst->unit == 1);
    for (unsigned i = 0; i < dst->count && identity; i++)
        identity = c->from[i] == i && src->bits[i] == dst->bits[i] && src->cls[i] == dst->cls[i] &&
                   src->shift[i] == dst->shift[i];
    c->path = identity ? EMU_COPY : shuffles(c) ? EMU_SHUFFLE8 : EMU_GENERAL;
}

static uint32_t luminance(const struct emu_convert *c, const uint32_t in[4], unsigned to)
{
    float sum = 0;
    enum emu_class cls = c->src.cls[0];

    if (cls == EMU_UINT || cls == EMU_INT) {
        int64_t total = 0;
        for (unsigned i = 0; i < 3 && i < c->src.count; i++)
            total += cls == EMU_INT ? emu_sign_extend(in[i], c->src.bits[i]) : (int64_t)in[i];
        total = total < INT32_MIN ? INT32_MIN : total > UINT32_MAX ? UINT32_MAX : total;
        return emu_component_convert((uint32_t)total, cls, 32, c->dst.cls[to], c->dst.bits[to]);
    }
    for (unsigned i = 0; i < c->src.count; i++)
        if (c->src.channel[i] <= EMU_BLUE)
            sum += emu_component_float(in[i], cls, c->src.bits[i]);
    return emu_component_from_float(sum, c->dst.cls[to], c->dst.bits[to]);
}

/* One colour component, the way the whole conversion goes. */
static uint32_t colour(const struct emu_convert *c, uint32_t v, unsigned from, unsigned to)
{
    enum emu_class cls = c->src.cls[from], out = c->dst.cls[to];
    unsigned bits = c->src.bits[from], out_bits = c->dst.bits[to];
    float f;

    if (c->clamp || c->half_to_zero || (c->route == EMU_BY_FLOATS && !(cls == out && bits == out_bits))) {
        f = emu_component_float(v, cls, bits);
        if (c->clamp)
            f = f < 0 ? 0 : f > 1 ? 1 : f;
        return c->half_to_zero ? emu_float_to_half_zero(f) : emu_component_from_float(f, out, out_bits);
    }
    if (c->route == EMU_BY_BYTES)
        return emu_component_convert(emu_component_convert(v, cls, bits, EMU_UNORM, 8), EMU_UNORM, 8, out,
                                     out_bits);
    return emu_component_convert(v, cls, bits, out, out_bits);
}

void emu_convert_row(const struct emu_convert *c, void *dst, const void *src, size_t pixels)
{
    const uint8_t *s = src;
    uint8_t *d = dst;
    uint32_t in[4] = {0}, out[4] = {0};

    if (c->path == EMU_COPY) {
        memcpy(d, s, pixels * c->src.bytes);
        return;
    }
    if (c->path == EMU_SHUFFLE8) {
        emu_shuffle_row(c, d, s, pixels);
        return;
    }
    for (size_t i = 0; i < pixels; i++, s += c->src.bytes, d += c->dst.bytes) {
        decode(&c->src, s, c->swap_src, in);
        for (unsigned k = 0; k < c->dst.count; k++) {
            unsigned from = c->from[k];
            if (c->sum_luminance && c->dst.channel[k] == EMU_LUMINANCE)
                out[k] = luminance(c, in, k);
            else if (from < 4 && c->dst.channel[k] == EMU_DEPTH)
                out[k] = emu_depth_convert(in[from], c->src.cls[from], c->src.bits[from], c->dst.cls[k],
                                           c->dst.bits[k], c->to_storage, c->reading);
            else if (from < 4)
                out[k] = colour(c, in[from], from, k);
            else
                out[k] = from == EMU_FROM_ONE ? one(c->dst.cls[k], c->dst.bits[k]) : 0;
        }
        encode(&c->dst, d, c->swap_dst, out);
    }
}
