/* SPDX-License-Identifier: MIT */
/* A table from the serialised input to the finished output. The whole input is the key, compared byte by
 * byte, so no two programs can be confused; the hash only finds the bucket. Failed translations are
 * remembered too. */
#include "emu/glsl_cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 1024

struct entry {
    struct entry *next;
    uint64_t hash;
    char *key;
    size_t key_size;
    struct glsl_output *output; /* NULL: a compile check */
    bool ok;
    char *info;
};

struct glsl_cache {
    struct entry *buckets[BUCKETS];
    size_t limit;
    struct glsl_cache_stats stats;
};

/* A key being written. With s NULL it only counts. */
struct key {
    char *s;
    size_t n;
};

static void put(struct key *key, const void *p, size_t n)
{
    if (key->s && n)
        memcpy(key->s + key->n, p, n);
    key->n += n;
}

static void put_string(struct key *key, const char *s)
{
    put(key, s, strlen(s) + 1);
}

static void put_bindings(struct key *key, const struct glsl_binding *b, size_t n)
{
    put(key, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        put_string(key, b[i].name);
        put(key, &b[i].location, sizeof b[i].location);
        put(key, &b[i].index, sizeof b[i].index);
    }
}

/* Field by field: a structure's padding is nobody's. */
static void put_target(struct key *key, const struct glsl_target *t)
{
    put(key, &t->essl, sizeof t->essl);
#define F(field, extensions, essl) put(key, &t->field, sizeof t->field);
    GLSL_FEATURES(F)
#undef F
}

static void put_key(struct key *key, const struct glsl_key *k)
{
    const int64_t fields[] = {k->alpha_func,     k->clip_planes,       k->color_outputs, k->point_size,
                              k->two_side,       k->flat_shade,        k->flip_y,        k->image_format,
                              k->patch_vertices, k->clamp_vertex_color};

    put(key, fields, sizeof fields);
}

static void put_input(struct key *key, const struct glsl_input *in)
{
    put(key, "t", 1);
    put_target(key, &in->target);
    put_key(key, &in->key);
    put(key, &in->separable, sizeof in->separable);
    for (int s = 0; s < GLSL_STAGES; s++) {
        put(key, &in->stages[s].count, sizeof in->stages[s].count);
        for (size_t i = 0; i < in->stages[s].count; i++)
            put_string(key, in->stages[s].texts[i]);
    }
    put_bindings(key, in->attribs, in->attrib_count);
    put_bindings(key, in->frag_datas, in->frag_data_count);
    put(key, &in->xfb_mode, sizeof in->xfb_mode);
    put(key, &in->xfb_count, sizeof in->xfb_count);
    for (size_t i = 0; i < in->xfb_count; i++)
        put_string(key, in->xfb_varyings[i]);
}

static void put_check(struct key *key, const struct glsl_target *target, enum glsl_stage stage,
                      const char *source)
{
    int number = stage;

    put(key, "c", 1);
    put_target(key, target);
    put(key, &number, sizeof number);
    put_string(key, source);
}

static uint64_t hash(const struct key *key)
{
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < key->n; i++)
        h = (h ^ (unsigned char)key->s[i]) * 1099511628211u;
    return h;
}

static struct entry *find(struct glsl_cache *cache, const struct key *key, uint64_t h)
{
    for (struct entry *e = cache->buckets[h % BUCKETS]; e; e = e->next)
        if (e->hash == h && e->key_size == key->n && !memcmp(e->key, key->s, key->n)) {
            cache->stats.hits++;
            return e;
        }
    cache->stats.misses++;
    return NULL;
}

static void clear(struct glsl_cache *cache)
{
    for (size_t i = 0; i < BUCKETS; i++)
        while (cache->buckets[i]) {
            struct entry *e = cache->buckets[i];

            cache->buckets[i] = e->next;
            glsl_output_destroy(e->output);
            free(e->info);
            free(e->key);
            free(e);
        }
    cache->stats.entries = cache->stats.bytes = 0;
}

/* Takes the key's memory. NULL when memory is out, which only costs the memory of this one result. */
static struct entry *add(struct glsl_cache *cache, struct key *key, uint64_t h, size_t bytes)
{
    struct entry *e = calloc(1, sizeof *e);

    if (!e) {
        free(key->s);
        return NULL;
    }
    if (cache->stats.bytes + key->n + bytes > cache->limit)
        clear(cache);
    *e = (struct entry){.next = cache->buckets[h % BUCKETS], .hash = h, .key = key->s, .key_size = key->n};
    cache->buckets[h % BUCKETS] = e;
    cache->stats.entries++;
    cache->stats.bytes += key->n + bytes;
    return e;
}

struct glsl_cache *glsl_cache_create(size_t limit)
{
    struct glsl_cache *cache = calloc(1, sizeof *cache);

    if (cache)
        cache->limit = limit;
    return cache;
}

void glsl_cache_destroy(struct glsl_cache *cache)
{
    if (cache)
        clear(cache);
    free(cache);
}

void glsl_cache_stats(const struct glsl_cache *cache, struct glsl_cache_stats *stats)
{
    *stats = cache ? cache->stats : (struct glsl_cache_stats){0};
}

struct glsl_output *glsl_cache_translate(struct glsl_cache *cache, const struct glsl_input *input)
{
    struct key key = {0};
    struct glsl_output *output;
    struct entry *e;
    uint64_t h;

    put_input(&key, input);
    if (!cache || !(key.s = malloc(key.n)))
        return glsl_translate(input);
    key.n = 0;
    put_input(&key, input);
    h = hash(&key);
    if ((e = find(cache, &key, h))) {
        free(key.s);
        return glsl_output_share(e->output);
    }
    output = glsl_translate(input);
    if (!output)
        free(key.s);
    else if ((e = add(cache, &key, h, glsl_output_size(output))))
        e->output = glsl_output_share(output);
    return output;
}

bool glsl_cache_check(struct glsl_cache *cache, const struct glsl_target *target, enum glsl_stage stage,
                      const char *source, char **info)
{
    struct key key = {0};
    struct entry *e;
    uint64_t h;
    bool ok;

    put_check(&key, target, stage, source);
    if (!cache || !(key.s = malloc(key.n)))
        return glsl_check(target, stage, source, info);
    key.n = 0;
    put_check(&key, target, stage, source);
    h = hash(&key);
    if ((e = find(cache, &key, h))) {
        free(key.s);
        *info = strdup(e->info);
        return e->ok;
    }
    ok = glsl_check(target, stage, source, info);
    if (!*info || !(e = add(cache, &key, h, strlen(*info) + 1)))
        return ok;
    e->ok = ok;
    e->info = strdup(*info);
    if (!e->info)
        e->info = calloc(1, 1);
    return ok;
}
