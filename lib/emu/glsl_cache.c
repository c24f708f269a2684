/* SPDX-License-Identifier: MIT */
/* A table from the serialised input to the finished output. The whole input is the key, compared byte by
 * byte, so no two programs can be confused; the hash only finds the bucket. Failed translations are
 * remembered too. What is not in memory is looked for on disk (glsl_disk.c), where the key also names the
 * translator that gave the result: its sources, glslang and SPIRV-Cross. A program that comes from there
 * costs neither of these; a file that is damaged is translated anew and replaced. */
#include "emu/glsl_cache.h"

#include "emu/glsl_disk.h"
#include "emu/glsl_pack.h"
#include "glsl_version.h"

#include <glslang/build_info.h>
#include <spirv_cross/spirv_cross_c.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS     1024
#define DISK_LIMIT  ((size_t)256 << 20)
#define TEXT_(x)    #x
#define TEXT(macro) TEXT_(macro)

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
    struct glsl_disk *disk; /* NULL: none */
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
    put(key, &t->vertex_storage_blocks, sizeof t->vertex_storage_blocks);
#define F(field, extensions, essl) put(key, &t->field, sizeof t->field);
    GLSL_FEATURES(F)
#undef F
}

static void put_key(struct key *key, const struct glsl_key *k)
{
    const int64_t fields[] = {k->alpha_func,       k->clip_planes,        k->color_outputs,   k->point_size,
                              k->two_side,         k->flat_shade,         k->point_lower,     k->image_format,
                              k->patch_vertices,   k->clamp_vertex_color, k->primitive_split, k->windows,
                              k->point_clip,       k->cube_faces,         k->through,         k->provokes,
                              (int64_t)k->lod_bias};

    put(key, fields, sizeof fields);
}

/* Whose results these are: only the disk ever sees another's. */
static void put_translator(struct key *key)
{
    unsigned version[3] = {0};

    put_string(key, GLSL_SOURCES);
    put_string(key, TEXT(GLSLANG_VERSION_MAJOR) "." TEXT(GLSLANG_VERSION_MINOR) "." TEXT(
                        GLSLANG_VERSION_PATCH) GLSLANG_VERSION_FLAVOR);
    put_string(key, spvc_get_commit_revision_and_timestamp());
    spvc_get_version(&version[0], &version[1], &version[2]);
    put(key, version, sizeof version);
}

static void put_input(struct key *key, const struct glsl_input *in)
{
    put(key, "t", 1);
    put_translator(key);
    put_target(key, &in->target);
    put_key(key, &in->key);
    put(key, &in->separable, sizeof in->separable);
    put(key, &in->narrow_doubles, sizeof in->narrow_doubles);
    put(key, &in->shared_std430, sizeof in->shared_std430);
    put(key, &in->fixed_fragment, sizeof in->fixed_fragment);
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
    put_translator(key);
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

struct glsl_cache *glsl_cache_create(size_t limit, const char *folder)
{
    struct glsl_cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    cache->limit = limit;
    cache->disk = glsl_disk_open(folder);
    return cache;
}

void glsl_cache_destroy(struct glsl_cache *cache)
{
    if (!cache)
        return;
    clear(cache);
    glsl_disk_close(cache->disk, DISK_LIMIT);
    free(cache);
}

void glsl_cache_stats(const struct glsl_cache *cache, struct glsl_cache_stats *stats)
{
    *stats = cache ? cache->stats : (struct glsl_cache_stats){0};
}

/* ---- translations ---- */

static struct glsl_output *translate(struct glsl_cache *cache, const struct key *key,
                                     const struct glsl_input *input)
{
    size_t size;
    void *data = glsl_disk_read(cache->disk, key->s, key->n, &size);
    struct glsl_output *output = data ? glsl_unpack(data, size) : NULL;

    free(data);
    if (output) {
        cache->stats.disk_hits++;
        return output;
    }
    output = glsl_translate(input);
    data = output && cache->disk ? glsl_pack(output, &size) : NULL;
    if (data)
        glsl_disk_write(cache->disk, key->s, key->n, data, size);
    free(data);
    return output;
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
    output = translate(cache, &key, input);
    if (!output)
        free(key.s);
    else if ((e = add(cache, &key, h, glsl_output_size(output))))
        e->output = glsl_output_share(output);
    return output;
}

/* ---- checks ---- */

/* On disk a check is its log behind a byte that says whether all is well. */
static bool check(struct glsl_cache *cache, const struct key *key, const struct glsl_target *target,
                  enum glsl_stage stage, const char *source, char **info)
{
    size_t size;
    char *data = glsl_disk_read(cache->disk, key->s, key->n, &size);
    bool ok;

    if (data && size >= 2 && !data[size - 1]) {
        cache->stats.disk_hits++;
        ok = data[0];
        *info = strdup(data + 1);
        free(data);
        return ok;
    }
    free(data);
    ok = glsl_check(target, stage, source, info);
    size = *info ? strlen(*info) + 2 : 0;
    data = cache->disk && size ? malloc(size) : NULL;
    if (data) {
        data[0] = ok;
        memcpy(data + 1, *info, size - 1);
        glsl_disk_write(cache->disk, key->s, key->n, data, size);
    }
    free(data);
    return ok;
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
    ok = check(cache, &key, target, stage, source, info);
    if (!*info) {
        free(key.s);
        return ok;
    }
    if (!(e = add(cache, &key, h, strlen(*info) + 1)))
        return ok;
    e->ok = ok;
    e->info = strdup(*info);
    if (!e->info)
        e->info = calloc(1, 1);
    return ok;
}
