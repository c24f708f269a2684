/* SPDX-License-Identifier: MIT */
/* Arrays of images that are indexed by an expression, which ES allows for samplers only. Each call with such
 * an image goes to a function made for that array, which has a branch for each element: `imageStore(a[i][j],
 * p, v)` becomes `retrace_imageStore_a((i)*2+(j), p, v)`. What we do not do: images in structures and as
 * parameters. Cost: a switch per access. */
#include "emu/glsl_upgrade.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DIMS = 4, MAX_ELEMENTS = 64 };

struct image_array {
    const char *name, *kind; /* kind: "2DArray" */
    char prefix[2];          /* "", "i" or "u" */
    int dims[MAX_DIMS], dim_count, total;
    size_t end; /* the ; of its declaration */
    struct image_array *next;
};

/* `image2D name[3][2];` at the type's token. */
static struct image_array *read_declaration(struct glsl_upgrade *u, size_t i)
{
    const struct glsl_token *v = u->v;
    struct image_array a = {.total = 1};
    const char *type = v[i].text;
    size_t at = i + 2;

    if (*type == 'i' && type[1] == 'i')
        *a.prefix = 'i';
    else if (*type == 'u')
        *a.prefix = 'u';
    type += *a.prefix != 0;
    if (!glsl_starts(type, "image") ||
        (type[5] != '1' && type[5] != '2' && type[5] != '3' && type[5] != 'C' && type[5] != 'B') ||
        v[i + 1].kind != GLSL_IDENT)
        return NULL;
    a.kind = type + 5;
    a.name = v[i + 1].text;
    for (; glsl_is(&v[at], "[") && v[at + 1].kind == GLSL_NUMBER && glsl_is(&v[at + 2], "]"); at += 3) {
        int n = atoi(v[at + 1].text);

        if (a.dim_count == MAX_DIMS || n < 1 || n > MAX_ELEMENTS || a.total * n > MAX_ELEMENTS)
            return NULL;
        a.dims[a.dim_count++] = n;
        a.total *= n;
    }
    if (!a.dim_count || !glsl_is(&v[at], ";"))
        return NULL;
    a.end = at;
    return memcpy(glsl_alloc(u->job, 1, sizeof a), &a, sizeof a);
}

static const char *coordinate(const char *kind)
{
    static const struct {
        const char *kind, *type;
    } kinds[] = {{"1D", "int"},       {"Buffer", "int"}, {"1DArray", "ivec2"},  {"2D", "ivec2"},
                 {"2DRect", "ivec2"}, {"2DMS", "ivec2"}, {"2DArray", "ivec3"},  {"2DMSArray", "ivec3"},
                 {"3D", "ivec3"},     {"Cube", "ivec3"}, {"CubeArray", "ivec3"}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].kind, kind))
            return kinds[i].type;
    return "ivec2";
}

/* ---- functions ---- */

struct shape {
    const char *result, *parameters, *arguments;
};

/* Of the function that stands for `call`, behind the image itself. */
static struct shape shape_of(struct glsl_job *job, const struct image_array *a, const char *call)
{
    const char *sample = glsl_starts(a->kind, "2DMS") ? ",int s" : "", *use = *sample ? ",s" : "";
    const char *texel = glsl_format(job, "%svec4", a->prefix), *coord = coordinate(a->kind);
    const char *scalar = *a->prefix == 'i' ? "int" : *a->prefix == 'u' ? "uint" : "float";

    if (!strcmp(call, "imageLoad"))
        return (struct shape){texel, glsl_format(job, ",%s p%s", coord, sample),
                              glsl_format(job, ",p%s", use)};
    if (!strcmp(call, "imageStore"))
        return (struct shape){"void", glsl_format(job, ",%s p%s,%s v", coord, sample, texel),
                              glsl_format(job, ",p%s,v", use)};
    if (!strcmp(call, "imageAtomicCompSwap"))
        return (struct shape){scalar, glsl_format(job, ",%s p%s,%s c,%s v", coord, sample, scalar, scalar),
                              glsl_format(job, ",p%s,c,v", use)};
    if (glsl_starts(call, "imageAtomic"))
        return (struct shape){scalar, glsl_format(job, ",%s p%s,%s v", coord, sample, scalar),
                              glsl_format(job, ",p%s,v", use)};
    return (struct shape){0};
}

static void write_element(struct glsl_job *job, const struct image_array *a, int element,
                          struct glsl_text *out)
{
    int rest = a->total;

    glsl_puts(job, out, a->name);
    for (int k = 0; k < a->dim_count; k++) {
        rest /= a->dims[k];
        glsl_printf(job, out, "[%d]", element / rest % a->dims[k]);
    }
}

static void write_function(struct glsl_upgrade *u, const struct image_array *a, const char *call)
{
    struct shape shape = shape_of(u->job, a, call);
    bool returns = strcmp(shape.result, "void") != 0;
    struct glsl_text out = {0};

    if (u->edits[a->end].after)
        glsl_puts(u->job, &out, u->edits[a->end].after);
    glsl_printf(u->job, &out, "%s retrace_%s_%s(int i%s){switch(i){", shape.result, call, a->name,
                shape.parameters);
    for (int i = 0; i < a->total; i++) {
        glsl_printf(u->job, &out, i + 1 < a->total ? "case %d:" : "default:", i);
        glsl_printf(u->job, &out, "%s%s(", returns ? "return " : "", call);
        write_element(u->job, a, i, &out);
        glsl_printf(u->job, &out, "%s);%s", shape.arguments, returns ? "" : "break;");
    }
    glsl_puts(u->job, &out, "}}");
    u->edits[a->end].after = out.s;
}

/* ---- calls ---- */

/* Does an index of the array named at token i need a branch? False, too, when it is not indexed down to one
 * image. */
static bool is_dynamic(const struct glsl_upgrade *u, const struct image_array *a, size_t i)
{
    bool dynamic = false;

    for (int k = 0; k < a->dim_count; k++) {
        size_t close;

        if (!glsl_is(&u->v[i + 1], "["))
            return false;
        close = glsl_closing(u->v, u->n, i + 1);
        dynamic |= close != i + 3 || u->v[i + 2].kind != GLSL_NUMBER;
        i = close;
    }
    return dynamic;
}

/* a[i][j][k] at token i: int(((i)*2+(j))*3+(k)). */
static void write_index(struct glsl_upgrade *u, const struct image_array *a, size_t i)
{
    size_t open = i + 1;
    struct glsl_text head = {0};

    glsl_puts(u->job, &head, "int(");
    for (int k = 1; k < a->dim_count; k++)
        glsl_puts(u->job, &head, "(");
    u->edits[i].text = head.s;
    for (int k = 0; k < a->dim_count; k++) {
        size_t close = glsl_closing(u->v, u->n, open);

        u->edits[open].text = k ? glsl_format(u->job, "*%d+(", a->dims[k]) : "(";
        u->edits[close].text = k + 1 < a->dim_count ? k ? "))" : ")" : k ? ")))" : "))";
        open = close + 1;
    }
}

static bool is_made(const struct glsl_upgrade *u, size_t before, const char *text)
{
    for (size_t i = 0; i < before; i++)
        if (u->edits[i].text && !strcmp(u->edits[i].text, text))
            return true;
    return false;
}

static void edit_call(struct glsl_upgrade *u, const struct image_array *a, size_t i)
{
    const char *name = glsl_format(u->job, "retrace_%s_%s", u->v[i].text, a->name);

    if (!is_made(u, i, name))
        write_function(u, a, u->v[i].text);
    u->edits[i].text = name;
    write_index(u, a, i + 2);
}

void glsl_imgarray_edit(struct glsl_upgrade *u)
{
    struct image_array *list = NULL;
    int depth = 0;

    for (size_t i = 0; i + 2 < u->n; i++) {
        struct image_array *a = NULL;

        depth += glsl_is(&u->v[i], "{") - glsl_is(&u->v[i], "}");
        if (u->v[i].kind != GLSL_IDENT)
            continue;
        if (!depth && (a = read_declaration(u, i))) {
            a->next = list;
            list = a;
        }
        if (!glsl_starts(u->v[i].text, "image") || !glsl_is_call(u->v, i) ||
            !shape_of(u->job, &(struct image_array){.kind = "2D"}, u->v[i].text).result)
            continue;
        for (a = list; a && strcmp(a->name, u->v[i + 2].text) != 0;)
            a = a->next;
        if (a && is_dynamic(u, a, i + 2))
            edit_call(u, a, i);
    }
}
