/* SPDX-License-Identifier: MIT */
/* Object names: a dense array for the small names that glGen* gives out, open addressing for whatever large
 * number an application makes up in a compatibility context. A lookup is one compare and one load. */
#include "emu/names.h"

#include <stdlib.h>
#include <string.h>

enum { DENSE_MAX = 1 << 20 };

struct emu_names_entry {
    uint32_t name; /* 0: empty */
    void *object;  /* NULL: removed, keeps the probe chain */
};

static char reserved_mark;
#define RESERVED ((void *)&reserved_mark)

void emu_names_finish(struct emu_names *names)
{
    free(names->dense);
    free(names->sparse);
    *names = (struct emu_names){0};
}

static struct emu_names_entry *sparse_find(const struct emu_names *names, uint32_t name)
{
    uint32_t mask = names->sparse_count - 1;

    if (!names->sparse_count)
        return NULL;
    for (uint32_t i = (name * 2654435761u) & mask;; i = (i + 1) & mask) {
        struct emu_names_entry *e = &names->sparse[i];
        if (e->name == name)
            return e;
        if (!e->name)
            return NULL;
    }
}

static void *raw_get(const struct emu_names *names, uint32_t name)
{
    struct emu_names_entry *e;

    if (name < names->dense_count)
        return names->dense[name];
    e = sparse_find(names, name);
    return e ? e->object : NULL;
}

void *emu_names_get(const struct emu_names *names, uint32_t name)
{
    void *p = raw_get(names, name);

    return p == RESERVED ? NULL : p;
}

bool emu_names_is_reserved(const struct emu_names *names, uint32_t name)
{
    return raw_get(names, name) == RESERVED;
}

static bool grow_dense(struct emu_names *names, uint32_t name)
{
    uint32_t count = names->dense_count ? names->dense_count : 64;
    void **dense;

    while (count <= name)
        count *= 2;
    dense = realloc(names->dense, count * sizeof *dense);
    if (!dense)
        return false;
    memset(dense + names->dense_count, 0, (count - names->dense_count) * sizeof *dense);
    names->dense = dense;
    names->dense_count = count;
    return true;
}

static bool grow_sparse(struct emu_names *names)
{
    struct emu_names grown = {.sparse_count = names->sparse_count ? names->sparse_count * 2 : 64};

    grown.sparse = calloc(grown.sparse_count, sizeof *grown.sparse);
    if (!grown.sparse)
        return false;
    for (uint32_t i = 0; i < names->sparse_count; i++) {
        const struct emu_names_entry *e = &names->sparse[i];
        uint32_t at = (e->name * 2654435761u) & (grown.sparse_count - 1);
        if (!e->name || !e->object)
            continue;
        while (grown.sparse[at].name)
            at = (at + 1) & (grown.sparse_count - 1);
        grown.sparse[at] = *e;
        grown.sparse_used++;
    }
    free(names->sparse);
    names->sparse = grown.sparse;
    names->sparse_count = grown.sparse_count;
    names->sparse_used = grown.sparse_used;
    return true;
}

static bool raw_set(struct emu_names *names, uint32_t name, void *object)
{
    struct emu_names_entry *e;
    uint32_t at;

    if (name < DENSE_MAX) {
        if (name >= names->dense_count && !grow_dense(names, name))
            return false;
        names->dense[name] = object;
        return true;
    }
    e = sparse_find(names, name);
    if (e) {
        e->object = object;
        return true;
    }
    if (names->sparse_used * 2 >= names->sparse_count && !grow_sparse(names))
        return false;
    at = (name * 2654435761u) & (names->sparse_count - 1);
    while (names->sparse[at].name)
        at = (at + 1) & (names->sparse_count - 1);
    names->sparse[at] = (struct emu_names_entry){name, object};
    names->sparse_used++;
    return true;
}

bool emu_names_set(struct emu_names *names, uint32_t name, void *object)
{
    return name && object && raw_set(names, name, object);
}

bool emu_names_gen(struct emu_names *names, int n, uint32_t *out)
{
    uint32_t name = names->next ? names->next : 1;

    for (int i = 0; i < n; i++) {
        while (raw_get(names, name))
            name++;
        if (!raw_set(names, name, RESERVED)) {
            while (i-- > 0)
                emu_names_remove(names, out[i]);
            return false;
        }
        out[i] = name++;
    }
    names->next = name;
    return true;
}

void emu_names_remove(struct emu_names *names, uint32_t name)
{
    struct emu_names_entry *e;

    if (!name)
        return;
    if (name < names->dense_count) {
        names->dense[name] = NULL;
        if (name < names->next)
            names->next = name;
        return;
    }
    e = sparse_find(names, name);
    if (e)
        e->object = NULL;
}

void emu_names_each(struct emu_names *names, void (*fn)(void *object, void *priv), void *priv)
{
    for (uint32_t i = 0; i < names->dense_count; i++)
        if (names->dense[i] && names->dense[i] != RESERVED)
            fn(names->dense[i], priv);
    for (uint32_t i = 0; i < names->sparse_count; i++)
        if (names->sparse[i].object && names->sparse[i].object != RESERVED)
            fn(names->sparse[i].object, priv);
}
