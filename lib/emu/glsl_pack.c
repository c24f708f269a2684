/* SPDX-License-Identifier: MIT */
/* An output to bytes and back. One description of each structure serves both directions, so that the two
 * cannot drift apart. Numbers are written as they lie in memory, strings and arrays behind their length; a
 * reader checks every length against what is left. Not done: other machines' byte orders, as the cache's
 * files name their build. Cost: a copy. */
#include "emu/glsl_pack.h"

#include "emu/glsl_job.h"

#include <stdlib.h>
#include <string.h>

struct pack {
    struct arena *arena; /* of the output that is read; NULL: this writes */
    const char *in, *end;
    char *out; /* NULL: only counts */
    size_t n;  /* written so far */
    bool failed;
};

/* ---- values ---- */

static void put_bytes(struct pack *p, void *v, size_t n)
{
    if (!p->arena) {
        if (p->out && n)
            memcpy(p->out + p->n, v, n);
        p->n += n;
    } else if (p->failed || n > (size_t)(p->end - p->in)) {
        p->failed = true;
        if (n)
            memset(v, 0, n);
    } else if (n) {
        memcpy(v, p->in, n);
        p->in += n;
    }
}

#define PUT(field) put_bytes(p, &(field), sizeof(field))

static void put_flag(struct pack *p, bool *flag)
{
    unsigned char byte = *flag;

    PUT(byte);
    *flag = byte != 0; /* no other byte may ever be in a bool */
}

/* Reading: `n` things of `size` bytes that take at least a byte each in the file. */
static void *room(struct pack *p, size_t n, size_t size)
{
    void *v = NULL;

    if (!p->failed && n <= (size_t)(p->end - p->in))
        v = arena_alloc_array(p->arena, n ? n : 1, size);
    if (!v) {
        p->failed = true;
        return NULL;
    }
    return memset(v, 0, (n ? n : 1) * size);
}

static void put_string(struct pack *p, const char **s)
{
    size_t n = *s ? strlen(*s) + 1 : 0; /* 0: NULL */
    char *copy;

    PUT(n);
    if (!p->arena) {
        put_bytes(p, (void *)*s, n);
        return;
    }
    *s = NULL;
    copy = n ? room(p, n, 1) : NULL;
    if (!copy)
        return;
    put_bytes(p, copy, n);
    copy[n - 1] = 0;
    *s = copy;
}

/* The length of an array and, when reading, its memory. */
static void *put_array(struct pack *p, const void *array, size_t *count, size_t size)
{
    void *v;

    PUT(*count);
    if (!p->arena)
        return (void *)array;
    v = room(p, *count, size);
    if (!v)
        *count = 0;
    return v;
}

static const char *const *put_strings(struct pack *p, const char *const *strings, size_t *count)
{
    const char **v = put_array(p, strings, count, sizeof *v);

    for (size_t i = 0; i < *count; i++)
        put_string(p, &v[i]);
    return v;
}

/* ---- structures ---- */

static void put_uniform(struct pack *p, struct glsl_uniform *u)
{
    size_t words = u->initial ? u->initial_count : 0;
    void *initial;

    put_string(p, &u->name);
    put_string(p, &u->essl);
    PUT(u->type);
    PUT(u->essl_type);
    PUT(u->array_size);
    PUT(u->location);
    PUT(u->binding);
    PUT(u->essl_binding);
    PUT(u->offset);
    PUT(u->stages);
    initial = put_array(p, u->initial, &words, sizeof(uint32_t));
    put_bytes(p, initial, words * sizeof(uint32_t));
    u->initial = words ? initial : NULL;
    u->initial_count = words;
}

static void put_fields(struct pack *p, struct glsl_block *b)
{
    struct glsl_field *fields = put_array(p, b->fields, &b->field_count, sizeof *fields);

    b->fields = b->field_count ? fields : NULL;
    for (size_t i = 0; i < b->field_count; i++) {
        struct glsl_field *f = &fields[i];

        put_string(p, &f->name);
        PUT(f->type);
        put_flag(p, &f->array);
        PUT(f->array_size);
        PUT(f->offset);
        PUT(f->array_stride);
        PUT(f->matrix_stride);
        put_flag(p, &f->row_major);
        PUT(f->top_size);
        PUT(f->top_stride);
    }
}

static void put_block(struct pack *p, struct glsl_block *b)
{
    put_string(p, &b->name);
    put_string(p, &b->essl);
    put_flag(p, &b->storage);
    put_flag(p, &b->written);
    put_flag(p, &b->anonymous);
    PUT(b->array_size);
    PUT(b->dims);
    PUT(b->dim_count);
    PUT(b->binding);
    PUT(b->essl_binding);
    PUT(b->stages);
    b->members = put_strings(p, b->members, &b->member_count);
    put_fields(p, b);
    PUT(b->size);
}

static void put_variable(struct pack *p, struct glsl_variable *v)
{
    put_string(p, &v->name);
    put_string(p, &v->essl);
    PUT(v->type);
    PUT(v->array_size);
    PUT(v->location);
    PUT(v->index);
    PUT(v->component);
    put_flag(p, &v->merged);
    PUT(v->stages);
    PUT(v->words);
}

static void put_xfb(struct pack *p, struct glsl_xfb *x)
{
    put_string(p, &x->name);
    put_string(p, &x->essl);
    x->parts = put_strings(p, x->parts, &x->part_count);
    PUT(x->type);
    PUT(x->size);
    PUT(x->buffer);
    PUT(x->offset);
    PUT(x->stride);
}

static void put_subroutine(struct pack *p, struct glsl_subroutine *s)
{
    put_string(p, &s->name);
    put_string(p, &s->type);
    put_string(p, &s->essl);
    PUT(s->stage);
    if ((unsigned)s->stage >= GLSL_STAGES)
        p->failed = true;
    PUT(s->location);
    PUT(s->array_size);
    s->functions = put_strings(p, s->functions, &s->function_count);
}

static void put_gap(struct pack *p, struct glsl_gap *g)
{
    put_string(p, &g->name);
    put_string(p, &g->reason);
}

static void put_window(struct pack *p, struct glsl_window *w)
{
    put_string(p, &w->name);
    PUT(w->element);
    put_flag(p, &w->texels);
    put_flag(p, &w->indexed);
    PUT(w->stages);
    put_string(p, &w->sampler);
    put_string(p, &w->base);
    put_string(p, &w->size);
    PUT(w->id);
    PUT(w->size_id);
}

static void put_window_uniform(struct pack *p, struct glsl_window_uniform *u)
{
    PUT(u->id);
    PUT(u->offset);
    put_string(p, &u->essl);
    PUT(u->columns);
    PUT(u->rows);
    PUT(u->count);
    PUT(u->kind);
}

static void put_window_variable(struct pack *p, struct glsl_window_variable *v)
{
    PUT(v->id);
    put_string(p, &v->name);
}

static void put_words(struct pack *p, struct glsl_window_code *code)
{
    size_t bytes = code->count * sizeof *code->words;
    unsigned *words = put_array(p, code->words, &bytes, 1);

    put_bytes(p, words, bytes);
    code->count = bytes / sizeof *words;
    code->words = code->count ? words : NULL;
}

/* Each element of o->list, by the function of its kind. */
#define EACH(list, count, kind)                                                                              \
    do {                                                                                                     \
        struct glsl_##kind *v_ = put_array(p, o->list, &o->count, sizeof *v_);                               \
        for (size_t i = 0; i < o->count; i++)                                                                \
            put_##kind(p, &v_[i]);                                                                           \
        o->list = v_;                                                                                        \
    } while (0)

static void put_output(struct pack *p, struct glsl_output *o)
{
    put_flag(p, &o->ok);
    put_string(p, &o->info);
    for (int i = 0; i < GLSL_STAGES; i++)
        put_string(p, &o->essl[i]);
    PUT(o->flags);
    PUT(o->keyed);
    put_flag(p, &o->shared_words);
    PUT(o->version);
    PUT(o->wide);
    PUT(o->xfb_mode);
    EACH(uniforms, uniform_count, uniform);
    EACH(blocks, block_count, block);
    EACH(inputs, input_count, variable);
    EACH(outputs, output_count, variable);
    EACH(xfb, xfb_count, xfb);
    EACH(subroutines, subroutine_count, subroutine);
    EACH(compat_inputs, compat_input_count, variable);
    EACH(compat_uniforms, compat_uniform_count, variable);
    EACH(gaps, gap_count, gap);
    EACH(windows, window_count, window);
    EACH(code.uniforms, code.uniform_count, window_uniform);
    EACH(code.blocks, code.block_count, window_variable);
    EACH(code.inputs, code.input_count, window_variable);
    put_words(p, &o->code);
}

#undef EACH
#undef PUT

void *glsl_pack(const struct glsl_output *output, size_t *size)
{
    struct glsl_output copy = *output; /* writing changes nothing behind its pointers */
    struct pack p = {0};

    put_output(&p, &copy);
    p.out = malloc(p.n ? p.n : 1);
    p.n = 0;
    if (p.out)
        put_output(&p, &copy);
    *size = p.n;
    return p.out;
}

struct glsl_output *glsl_unpack(const void *data, size_t size)
{
    struct pack p = {.in = data, .end = (const char *)data + size};
    struct glsl_output *output = glsl_output_create(&p.arena);

    if (!output)
        return NULL;
    put_output(&p, output);
    if (!p.failed && p.in == p.end && output->info)
        return output;
    glsl_output_destroy(output);
    return NULL;
}
