/* SPDX-License-Identifier: MIT */
/* What the current ES context can do: version, extensions, features, limits, asked once, with --caps= applied
 * before anything is concluded, so that a weakened driver is weak everywhere at once. */
#include "gles/caps.h"

#include "gles/mask.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int es; /* written for this version */
} extensions[] = {
#define ES_EXT(name, es) {"GL_" #name, es},
#include "gles/extensions.inc"
#undef ES_EXT
};

const char *gles_ext_name(enum gles_ext ext)
{
    return ext < GLES_NONE ? extensions[ext].name : NULL;
}

enum gles_ext gles_ext_find(const char *name, size_t len)
{
    for (int i = 0; i < GLES_NONE; i++) {
        if (strlen(extensions[i].name) == len && !memcmp(extensions[i].name, name, len))
            return i;
    }
    return GLES_NONE;
}

/* "OpenGL ES 3.1 …" to 31; 0 when it is something else. */
static int parse_version(const char *version)
{
    int major, minor;

    if (!version || sscanf(version, "OpenGL ES %d.%d", &major, &minor) != 2)
        return 0;
    if (major > 3 || (major == 3 && minor > 2))
        return 32;
    return major == 3 && minor >= 0 ? 30 + minor : 0;
}

static bool removed(const struct gles_caps_limits *limits, int es, enum gles_ext ext)
{
    return ext != GLES_NONE && (extensions[ext].es > es || limits->removed[ext / 32] >> (ext % 32) & 1);
}

/* The driver's extension strings less what was taken away, and their bits in caps. */
static bool list_extensions(struct gles_caps *caps, struct gles_ext_list *list, const struct gles_table *t,
                            const struct gles_caps_limits *limits)
{
    GLint n = 0;

    t->GetIntegerv(GL_NUM_EXTENSIONS, &n);
    list->names = calloc(n > 0 ? n : 1, sizeof *list->names);
    if (!list->names)
        return false;
    for (GLint i = 0; i < n; i++) {
        const char *name = (const char *)t->GetStringi(GL_EXTENSIONS, i);
        enum gles_ext ext = name ? gles_ext_find(name, strlen(name)) : GLES_NONE;

        if (!name || removed(limits, caps->es, ext))
            continue;
        if (ext != GLES_NONE)
            caps->extensions[ext / 32] |= 1u << (ext % 32);
        list->names[list->n++] = name;
    }
    return true;
}

static void forget(struct gles_caps *caps, enum gles_ext ext)
{
    if (ext != GLES_NONE)
        caps->extensions[ext / 32] &= ~(1u << (ext % 32));
}

/* Takes a feature back whose function the driver does not have, along with the extensions that promised it.
 */
static void drop(struct gles_caps *caps, bool *feature, enum gles_ext a, enum gles_ext b)
{
    *feature = false;
    forget(caps, a);
    forget(caps, b);
}

static void conclude_features(struct gles_caps *caps, const struct gles_table *table, const struct log *log)
{
    static const enum gles_ext giver[][2] = {
#define F(name, core, a, b) {GLES_##a, GLES_##b},
        GLES_FEATURES(F)
#undef F
    };
    enum {
#define F(name, core, a, b) FEATURE_##name,
        GLES_FEATURES(F)
#undef F
    };

#define F(name, core, a, b)                                                                                  \
    caps->has_##name =                                                                                       \
        (core && caps->es >= core) || gles_caps_has(caps, GLES_##a) || gles_caps_has(caps, GLES_##b);
    GLES_FEATURES(F)
#undef F
#define P(name, member)                                                                                      \
    if (caps->has_##name && !table->member) {                                                                \
        log_msg(log, LOG_WARN, "the driver claims " #name " but has no gl" #member);                         \
        drop(caps, &caps->has_##name, giver[FEATURE_##name][0], giver[FEATURE_##name][1]);                   \
    }
    GLES_FEATURE_FUNCTIONS(P)
#undef P
    caps->has_multi_draw_base_vertex = caps->has_multi_draw_arrays && table->MultiDrawElementsBaseVertexEXT &&
                                       (gles_caps_has(caps, GLES_EXT_draw_elements_base_vertex) ||
                                        gles_caps_has(caps, GLES_OES_draw_elements_base_vertex));
}

static void query_limits(struct gles_caps *caps, const struct gles_table *t,
                         const struct gles_caps_limits *limits)
{
    GLint64 v;

#define L(name, pname, feature)                                                                              \
    v = 0;                                                                                                   \
    if (caps->has_##feature)                                                                                 \
        t->GetInteger64v(GL_##pname, &v);                                                                    \
    caps->name = v;
    GLES_LIMITS(L)
#undef L
    for (GLuint i = 0; caps->has_es31 && i < 3; i++) {
        GLint n = 0;

        t->GetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &n);
        caps->max_compute_groups[i] = n;
    }
#define W(name)                                                                                              \
    if (limits->limit_##name && limits->name < caps->name)                                                   \
        caps->name = limits->name;
    GLES_LIMIT_WORDS(W)
#undef W
}

bool gles_caps_init(struct gles_caps *caps, struct gles_table *table, const struct gles_caps_limits *limits,
                    const struct log *log)
{
    static const struct gles_caps_limits none;
    struct gles_ext_list list = {0};
    const char *version, *missing;

    *caps = (struct gles_caps){0};
    limits = limits ? limits : &none;
    version = table->GetString ? (const char *)table->GetString(GL_VERSION) : NULL;
    caps->es = parse_version(version);
    if (!caps->es) {
        log_msg(log, LOG_ERROR, "not an OpenGL ES 3 context: its version is \"%s\"", version ? version : "");
        return false;
    }
    if (limits->es && limits->es < caps->es)
        caps->es = limits->es;
    if (!list_extensions(caps, &list, table, limits))
        return false;
    missing = gles_table_mask(table, caps->es, &list);
    free(list.names);
    conclude_features(caps, table, log);
    if (missing)
        log_msg(log, LOG_WARN, "the driver has no gl%s, which OpenGL ES %d.%d promises", missing,
                caps->es / 10, caps->es % 10);
    query_limits(caps, table, limits);
    return true;
}
