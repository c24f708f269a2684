/* SPDX-License-Identifier: MIT */
/* Calls of bit functions with constant arguments, which are constant expressions but which glslang does not
 * fold: where one is the size of an array, it must be a number. Evaluated here are calls whose arguments are
 * literals, constructors of literals and such calls; names of constants are not followed. Cost: one look at
 * each call. */
#include "emu/glsl_upgrade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct value {
    char type; /* i, u, f; d: the narrowed double that a literal with the suffix lf is */
    int n;     /* components; 0: no constant */
    union {
        uint32_t u;
        int32_t i;
        float f;
    } v[4];
    double d;
};

typedef bool compute(struct value *r, const struct value *a, int n);

static struct value at(const struct value *v, int i)
{
    struct value one = {.type = v->type, .n = 1, .d = v->d};

    one.v[0] = v->v[v->n > 1 ? i : 0];
    return one;
}

/* ---- functions, on one component at a time ---- */

static int highest(uint32_t v)
{
    int bit = -1;

    for (; v; v >>= 1)
        bit++;
    return bit;
}

static bool bit_count(struct value *r, const struct value *a, int n)
{
    r->v[0].i = __builtin_popcount(a->v[0].u);
    return n == 1 && a->type != 'f';
}

static bool find_lsb(struct value *r, const struct value *a, int n)
{
    r->v[0].i = a->v[0].u ? __builtin_ctz(a->v[0].u) : -1;
    return n == 1 && a->type != 'f';
}

static bool find_msb(struct value *r, const struct value *a, int n)
{
    r->v[0].i = highest(a->type == 'i' && a->v[0].i < 0 ? ~a->v[0].u : a->v[0].u);
    return n == 1 && a->type != 'f';
}

static bool reverse(struct value *r, const struct value *a, int n)
{
    r->v[0].u = 0;
    for (int i = 0; i < 32; i++)
        r->v[0].u |= (a->v[0].u >> i & 1) << (31 - i);
    return n == 1 && a->type != 'f';
}

/* A mask of `bits` ones from `offset` on; false where the result is undefined. */
static bool mask_of(const struct value *offset, const struct value *bits, uint32_t *mask)
{
    int64_t first = offset->v[0].i, count = bits->v[0].i;

    if (first < 0 || count < 0 || first + count > 32)
        return false;
    *mask = count ? (uint32_t)((((uint64_t)1 << count) - 1) << first) : 0;
    return true;
}

static bool extract(struct value *r, const struct value *a, int n)
{
    uint32_t mask, value;

    if (n != 3 || a->type == 'f' || !mask_of(&a[1], &a[2], &mask))
        return false;
    value = mask ? (a->v[0].u & mask) >> a[1].v[0].i : 0;
    if (a->type == 'i' && a[2].v[0].i > 0 && a[2].v[0].i < 32 && value >> (a[2].v[0].i - 1))
        value |= ~0u << a[2].v[0].i;
    r->v[0].u = value;
    return true;
}

static bool insert(struct value *r, const struct value *a, int n)
{
    uint32_t mask;

    if (n != 4 || a->type == 'f' || a[1].type != a->type || !mask_of(&a[2], &a[3], &mask))
        return false;
    r->v[0].u = (a->v[0].u & ~mask) | (mask ? a[1].v[0].u << a[2].v[0].i & mask : 0);
    return true;
}

/* A result below the smallest normal number is 0, as drivers have it. */
static bool scale(struct value *r, const struct value *a, int n)
{
    float f = n == 2 && a->type == 'f' && a[1].type == 'i' ? ldexpf(a->v[0].f, a[1].v[0].i) : NAN;

    r->v[0].f = fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
    return !isnan(f);
}

static bool multiply_add(struct value *r, const struct value *a, int n)
{
    if (n != 3 || a->type != 'f' || a[1].type != 'f' || a[2].type != 'f')
        return false;
    r->v[0].f = fmaf(a->v[0].f, a[1].v[0].f, a[2].v[0].f);
    return true;
}

static bool from_float(struct value *r, const struct value *a, int n)
{
    r->v[0] = a->v[0];
    return n == 1 && a->type == 'f';
}

static bool to_float(struct value *r, const struct value *a, int n)
{
    r->v[0] = a->v[0];
    return n == 1 && a->type != 'f';
}

/* `result`: type of the result, or 's' for that of the first argument. */
static const struct {
    const char *name;
    char result;
    compute *compute;
} functions[] = {
    {"bitCount", 'i', bit_count},
    {"findLSB", 'i', find_lsb},
    {"findMSB", 'i', find_msb},
    {"bitfieldReverse", 's', reverse},
    {"bitfieldExtract", 's', extract},
    {"bitfieldInsert", 's', insert},
    {"ldexp", 'f', scale},
    {"fma", 'f', multiply_add},
    {"floatBitsToInt", 'i', from_float},
    {"floatBitsToUint", 'u', from_float},
    {"intBitsToFloat", 'f', to_float},
    {"uintBitsToFloat", 'f', to_float},
};

/* ---- expressions ---- */

#define MAX_DEPTH 6

static size_t parse(const struct glsl_upgrade *u, size_t i, struct value *r, int depth);

/* Arguments in front of the ")"; returns its index, or 0. */
static size_t parse_list(const struct glsl_upgrade *u, size_t i, struct value *args, int *n, int depth)
{
    for (*n = 0; *n < 4;) {
        i = parse(u, i, &args[(*n)++], depth);
        if (!i || glsl_is(&u->v[i], ")"))
            return i;
        if (!glsl_is(&u->v[i], ","))
            return 0;
        i++;
    }
    return 0;
}

static bool number(const char *text, bool negative, struct value *r)
{
    char *end;

    r->n = 1;
    if (strpbrk(text, ".eE") && text[1] != 'x' && text[1] != 'X') {
        r->d = negative ? -strtod(text, &end) : strtod(text, &end);
        r->v[0].f = negative ? -strtof(text, &end) : strtof(text, &end);
        r->type = !strcmp(end, "lf") || !strcmp(end, "LF") ? 'd' : 'f';
        return r->type == 'd' || !*end || !strcmp(end, "f") || !strcmp(end, "F");
    }
    r->v[0].u = (uint32_t)strtoul(text, &end, 0);
    if (negative)
        r->v[0].u = 0 - r->v[0].u;
    r->type = *end == 'u' || *end == 'U' ? 'u' : 'i';
    return !end[r->type == 'u'];
}

/* vec4(...), ivec2(...): a scalar alone fills every component. */
static bool construct(const char *name, const struct value *args, int n, struct value *r)
{
    static const char *const names[] = {"ivec", "uvec", "vec"};
    int kind = 0, count = 0;

    while (kind < 3 && !glsl_starts(name, names[kind]))
        kind++;
    if (kind == 3)
        return false;
    name += strlen(names[kind]);
    if (*name < '2' || *name > '4' || name[1])
        return false;
    r->type = "iuf"[kind];
    r->n = *name - '0';
    for (int i = 0; i < n; i++) {
        if (args[i].type != r->type)
            return false;
        for (int k = 0; k < args[i].n && count < 4; k++)
            r->v[count++] = args[i].v[k];
    }
    for (; n == 1 && args->n == 1 && count < r->n; count++)
        r->v[count] = r->v[0];
    return count == r->n;
}

static bool call(const char *name, const struct value *args, int n, struct value *r)
{
    size_t f = 0;

    while (f < sizeof functions / sizeof *functions && strcmp(functions[f].name, name) != 0)
        f++;
    if (f == sizeof functions / sizeof *functions)
        return false;
    for (int k = 0; k < n; k++)
        if (args[k].type == 'd' || (args[k].n != 1 && args[k].n != args->n))
            return false;
    r->n = args->n;
    r->type = functions[f].result == 's' ? args->type : functions[f].result;
    for (int i = 0; i < r->n; i++) {
        struct value one[4], out = {0};

        for (int k = 0; k < n; k++)
            one[k] = at(&args[k], i);
        if (!functions[f].compute(&out, one, n))
            return false;
        r->v[i] = out.v[0];
    }
    return true;
}

static bool unpack_double(const char *name, const struct value *args, int n, struct value *r)
{
    uint64_t bits;

    if (strcmp(name, "unpackDouble2x32") != 0 || n != 1 || args->type != 'd')
        return false;
    memcpy(&bits, &args->d, sizeof bits);
    r->type = 'u';
    r->n = 2;
    r->v[0].u = (uint32_t)bits;
    r->v[1].u = (uint32_t)(bits >> 32);
    return true;
}

/* The constant at token i; returns the token behind it, or 0. */
static size_t parse(const struct glsl_upgrade *u, size_t i, struct value *r, int depth)
{
    const struct glsl_token *v = u->v;
    bool negative = glsl_is(&v[i], "-");
    struct value args[4];
    size_t close;
    int n;

    memset(r, 0, sizeof *r);
    if (v[i + negative].kind == GLSL_NUMBER)
        return number(v[i + negative].text, negative, r) ? i + negative + 1 : 0;
    if (negative || depth == MAX_DEPTH || v[i].kind != GLSL_IDENT || !glsl_is_call(v, i) ||
        glsl_has_user_function(u->uses, v[i].text))
        return 0;
    close = parse_list(u, i + 2, args, &n, depth + 1);
    if (close && (construct(v[i].text, args, n, r) || call(v[i].text, args, n, r) ||
                  unpack_double(v[i].text, args, n, r)))
        return close + 1;
    return 0;
}

/* ---- text ---- */

static bool write_value(struct glsl_job *job, const struct value *r, struct glsl_text *out)
{
    static const char *const vectors[] = {"ivec", "uvec", "vec"}, *const scalars[] = {"int", "uint", "float"};
    int kind = r->type == 'i' ? 0 : r->type == 'u' ? 1 : 2;

    glsl_puts(job, out, r->n > 1 ? vectors[kind] : scalars[kind]);
    if (r->n > 1)
        glsl_printf(job, out, "%d", r->n);
    for (int i = 0; i < r->n; i++) {
        const char *text;

        if (r->type == 'f' && !isfinite(r->v[i].f))
            return false;
        text = r->type == 'f'   ? glsl_format(job, "%.17g", (double)r->v[i].f)
               : r->type == 'u' ? glsl_format(job, "%uu", r->v[i].u)
                                : glsl_format(job, "int(%uu)", r->v[i].u);
        glsl_printf(job, out, "%s%s%s", i ? "," : "(", text,
                    r->type == 'f' && !strpbrk(text, ".e") ? ".0" : "");
    }
    glsl_puts(job, out, ")");
    return true;
}

void glsl_fold_edit(struct glsl_upgrade *u)
{
    for (size_t i = 0; i + 2 < u->n; i++) {
        struct value r, none;
        struct glsl_text text = {0};
        size_t behind;

        /* A constructor alone is glslang's to fold. */
        if (u->v[i].kind != GLSL_IDENT || !glsl_is_call(u->v, i) || u->edits[i].drop ||
            construct(u->v[i].text, &(struct value){.type = 'f', .n = 1}, 1, &none) ||
            construct(u->v[i].text, &(struct value){.type = 'i', .n = 1}, 1, &none) ||
            construct(u->v[i].text, &(struct value){.type = 'u', .n = 1}, 1, &none))
            continue;
        behind = parse(u, i, &r, 0);
        if (!behind || !write_value(u->job, &r, &text))
            continue;
        glsl_drop(u, i, behind - 1);
        u->edits[i].drop = false;
        u->edits[i].text = text.s;
    }
}
