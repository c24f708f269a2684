/* SPDX-License-Identifier: MIT */
/* Loading and naming the generated GL function tables. A table is filled as an array of function pointers,
 * which is what a struct of nothing but function pointers is; the assertions below hold that. */
#include "gl_tables.h"

#include <stdlib.h>
#include <string.h>

typedef void (*any_fn)(void);

static const char *const desktop_names[] = {
#define GL_ROW(kind, name, es, ret, params, args, reason) "gl" #name,
#include "gl_entries.inc"
#undef GL_ROW
};

static const char *const es_names[] = {
#define GLES_ROW(name, ret, params) "gl" #name,
#include "gles_entries.inc"
#undef GLES_ROW
};

static const struct alias {
    const char *name, *canonical;
} aliases[] = {
#define GL_ALIAS(name, canonical) {name, canonical},
#include "gl_aliases.inc"
#undef GL_ALIAS
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
_Static_assert(sizeof(struct gl_table) == COUNT(desktop_names) * sizeof(any_fn), "only function pointers");
_Static_assert(sizeof(struct gles_table) == COUNT(es_names) * sizeof(any_fn), "only function pointers");

static void load(void *table, const char *const *names, size_t count, gl_get_proc get, void *priv)
{
    for (size_t i = 0; i < count; i++) {
        void *p = get(priv, names[i]);
        memcpy((char *)table + i * sizeof p, &p, sizeof p);
    }
}

void gl_table_load(struct gl_table *table, gl_get_proc get, void *priv)
{
    load(table, desktop_names, COUNT(desktop_names), get, priv);
}

void gles_table_load(struct gles_table *table, gl_get_proc get, void *priv)
{
    load(table, es_names, COUNT(es_names), get, priv);
}

static int compare_name(const void *key, const void *element)
{
    return strcmp(key, *(const char *const *)element);
}

int gl_table_find(const char *name)
{
    const char *const *hit;
    const struct alias *alias = bsearch(name, aliases, COUNT(aliases), sizeof aliases[0], compare_name);

    if (alias)
        name = alias->canonical;
    hit = bsearch(name, desktop_names, COUNT(desktop_names), sizeof desktop_names[0], compare_name);
    return hit ? (int)(hit - desktop_names) : -1;
}

const char *gl_table_name(int index)
{
    return desktop_names[index];
}

int gl_table_count(void)
{
    return COUNT(desktop_names);
}

const char *gl_mode_name(GLenum mode)
{
    static const char *const names[] = {
        [GL_POINTS] = "GL_POINTS",
        [GL_LINES] = "GL_LINES",
        [GL_LINE_LOOP] = "GL_LINE_LOOP",
        [GL_LINE_STRIP] = "GL_LINE_STRIP",
        [GL_TRIANGLES] = "GL_TRIANGLES",
        [GL_TRIANGLE_STRIP] = "GL_TRIANGLE_STRIP",
        [GL_TRIANGLE_FAN] = "GL_TRIANGLE_FAN",
        [GL_QUADS] = "GL_QUADS",
        [GL_QUAD_STRIP] = "GL_QUAD_STRIP",
        [GL_POLYGON] = "GL_POLYGON",
        [GL_LINES_ADJACENCY] = "GL_LINES_ADJACENCY",
        [GL_LINE_STRIP_ADJACENCY] = "GL_LINE_STRIP_ADJACENCY",
        [GL_TRIANGLES_ADJACENCY] = "GL_TRIANGLES_ADJACENCY",
        [GL_TRIANGLE_STRIP_ADJACENCY] = "GL_TRIANGLE_STRIP_ADJACENCY",
        [GL_PATCHES] = "GL_PATCHES",
    };

    return mode < sizeof names / sizeof names[0] ? names[mode] : NULL;
}
