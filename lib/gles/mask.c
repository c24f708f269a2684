/* SPDX-License-Identifier: MIT */
/* Making a function table honest. libglvnd and Mesa answer eglGetProcAddress with an address for any name, so
 * a pointer says nothing; gl.xml says which version and which extensions provide each function, and
 * es_functions.inc is that, as data. Here the table is cut down to what is provided. The same cut weakens a
 * driver for --caps=.
 *
 * Extensions that promote a function keep its meaning (same registry alias), so an extension's pointer may
 * stand in the core member; what differs in a shader or an enum is the caller's business.
 *
 * Cost: some 900 rows, mostly with one or two names to look up in about 100 strings, once per context: below
 * 1 ms. */
#include "gles/mask.h"

#include <stdint.h>
#include <string.h>

static const struct function {
    const char *name;
    uint16_t offset; /* in struct gles_table, bytes */
    uint8_t es;      /* core from this version, 0 never */
    const char *extensions;
} functions[] = {
#define ES_FN(name, es, extensions) {#name, offsetof(struct gles_table, name), es, extensions},
#define ES_SAME(name, other)
#include "gles/es_functions.inc"
#undef ES_SAME
#undef ES_FN
};

static const struct same {
    uint16_t to, from;
} sames[] = {
#define ES_FN(name, es, extensions)
#define ES_SAME(name, other) {offsetof(struct gles_table, name), offsetof(struct gles_table, other)},
#include "gles/es_functions.inc"
#undef ES_SAME
#undef ES_FN
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
_Static_assert(sizeof(struct gles_table) == COUNT(functions) * sizeof(void *), "run scripts/gen_es.py");
_Static_assert(sizeof(struct gles_table) <= UINT16_MAX, "offsets need more bits");

static void *get(const struct gles_table *table, size_t offset)
{
    void *p;

    memcpy(&p, (const char *)table + offset, sizeof p);
    return p;
}

static void set(struct gles_table *table, size_t offset, void *p)
{
    memcpy((char *)table + offset, &p, sizeof p);
}

bool gles_ext_list_has(const struct gles_ext_list *list, const char *name, size_t len)
{
    for (size_t i = 0; i < list->n; i++) {
        if (!strncmp(list->names[i], name, len) && !list->names[i][len])
            return true;
    }
    return false;
}

static bool provided(const struct function *f, int es, const struct gles_ext_list *list)
{
    if (f->es && es >= f->es)
        return true;
    for (const char *s = f->extensions; *s; s += strcspn(s, " "), s += strspn(s, " ")) {
        if (gles_ext_list_has(list, s, strcspn(s, " ")))
            return true;
    }
    return false;
}

const char *gles_table_mask(struct gles_table *table, int es, const struct gles_ext_list *list)
{
    static const char multi[] = "GL_EXT_multi_draw_arrays";
    const char *missing = NULL;

    for (size_t i = 0; i < COUNT(functions); i++) {
        const struct function *f = &functions[i];

        if (!provided(f, es, list))
            set(table, f->offset, NULL);
        else if (f->es && es >= f->es && !get(table, f->offset) && !missing)
            missing = f->name;
    }
    /* Of the base-vertex extensions, but only where this one is there too, which gl.xml says in a comment. */
    if (!gles_ext_list_has(list, multi, sizeof multi - 1))
        table->MultiDrawElementsBaseVertexEXT = NULL;
    for (size_t i = 0; i < COUNT(sames); i++) {
        if (!get(table, sames[i].to))
            set(table, sames[i].to, get(table, sames[i].from));
    }
    return missing;
}
