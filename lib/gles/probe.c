/* SPDX-License-Identifier: MIT */
/* Asks one driver what it is: display, ES context, caps, and whether it has desktop GL of its own. Nothing is
 * drawn. */
#include "gles/probe.h"

#include "gles/context.h"
#include "gles/display.h"
#include "gles/driver.h"
#include "log.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Forwards to the caller's log and keeps the first error. */
struct first_error {
    const struct log *to;
    char *message;
};

static void keep_first(void *priv, enum log_level level, const char *msg)
{
    struct first_error *e = priv;

    if (level == LOG_ERROR && !e->message)
        e->message = strdup(msg);
    log_msg(e->to, level, "%s", msg);
}

static char *join_extensions(const struct gles_table *t)
{
    char *out = NULL;
    size_t size = 0;
    GLint n = 0;
    FILE *f = open_memstream(&out, &size);

    if (!f)
        return NULL;
    t->GetIntegerv(GL_NUM_EXTENSIONS, &n);
    for (GLint i = 0; i < n; i++)
        fprintf(f, "%s%s", i ? " " : "", (const char *)t->GetStringi(GL_EXTENSIONS, i));
    fclose(f);
    return out;
}

static char *copy(const char *s)
{
    return s ? strdup(s) : NULL;
}

/* GL_VERSION of the driver's desktop GL in one profile; NULL, without a message, when it has none. */
static char *desktop_version(const struct gles_display *display, enum gles_profile profile)
{
    struct gles_display quiet = *display;
    struct gles_context_params params = {.api = GLES_API_DESKTOP, .profile = profile};
    struct gles_context *ctx;
    char *version = NULL;

    quiet.log = NULL;
    if (!gles_display_has_desktop(display))
        return NULL;
    if (profile == GLES_PROFILE_CORE) {
        params.major = 3;
        params.minor = 2;
    }
    ctx = gles_context_create(&quiet, &params);
    if (ctx && gles_context_make_current(ctx, NULL, NULL))
        version = copy(ctx->version);
    gles_context_destroy(ctx);
    return version;
}

static bool probe_es(struct gles_probe *p, const struct gles_display *display,
                     const struct gles_driver *driver, const struct gles_caps_limits *limits)
{
    struct gles_context_params params = {.api = GLES_API_ES, .limits = limits};
    struct gles_context *ctx = gles_context_create(display, &params);
    bool ok = ctx && gles_context_make_current(ctx, NULL, NULL);

    if (ok) {
        p->vendor = copy(ctx->vendor);
        p->renderer = copy(ctx->renderer);
        p->version = copy(ctx->version);
        p->extensions = join_extensions(ctx->es);
        p->caps = ctx->caps;
        p->table = *ctx->es;
        ok = gles_driver_renderer_check(driver, ctx->renderer, display->log);
    }
    gles_context_destroy(ctx);
    return ok;
}

struct gles_probe *gles_probe_create(const struct gles_driver *driver, const struct gles_caps_limits *limits,
                                     const struct log *log)
{
    struct gles_probe *p = calloc(1, sizeof *p);
    struct first_error first = {.to = log};
    struct log keep = {.write = keep_first, .priv = &first, .max = log ? log->max : LOG_ERROR};
    struct gles_display *display;

    if (!p)
        return NULL;
    display = gles_display_create(driver, &keep);
    if (display) {
        if (asprintf(&p->egl, "%d.%d, %s", display->major, display->minor,
                     display->vendor ? display->vendor : "") < 0)
            p->egl = NULL;
        p->ok = probe_es(p, display, driver, limits);
        p->desktop_core = desktop_version(display, GLES_PROFILE_CORE);
        p->desktop_compat = desktop_version(display, GLES_PROFILE_LEGACY);
    }
    gles_display_destroy(display);
    p->message = first.message;
    return p;
}

void gles_probe_destroy(struct gles_probe *p)
{
    if (!p)
        return;
    free(p->message);
    free(p->egl);
    free(p->vendor);
    free(p->renderer);
    free(p->version);
    free(p->extensions);
    free(p->desktop_core);
    free(p->desktop_compat);
    free(p);
}

static json_t *extension_array(const char *extensions)
{
    json_t *array = json_array();

    for (const char *s = extensions; s && *s; s += strcspn(s, " "), s += strspn(s, " "))
        json_array_append_new(array, json_stringn(s, strcspn(s, " ")));
    return array;
}

static json_t *feature_array(const struct gles_caps *caps)
{
    json_t *array = json_array();

#define F(name, core, a, b)                                                                                  \
    if (caps->has_##name)                                                                                    \
        json_array_append_new(array, json_string(#name));
    GLES_FEATURES(F)
#undef F
    if (caps->has_multi_draw_base_vertex)
        json_array_append_new(array, json_string("multi_draw_base_vertex"));
    return array;
}

static json_t *limit_object(const struct gles_caps *caps)
{
    json_t *object = json_object();

#define L(name, pname, feature) json_object_set_new(object, #name, json_integer(caps->name));
    GLES_LIMITS(L)
#undef L
    return object;
}

json_t *gles_probe_json(const struct gles_probe *p)
{
    char es[16] = "";
    json_t *desktop = NULL;

    if (p->caps.es)
        snprintf(es, sizeof es, "%d.%d", p->caps.es / 10, p->caps.es % 10);
    if (p->desktop_core || p->desktop_compat)
        desktop = json_pack("{s:s?, s:s?}", "core", p->desktop_core, "compat", p->desktop_compat);
    return json_pack("{s:b, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:o, s:o, s:o, s:o?}", "ok", p->ok, "message",
                     p->message, "egl", p->egl, "vendor", p->vendor, "renderer", p->renderer, "version",
                     p->version, "es", *es ? es : NULL, "extensions", extension_array(p->extensions),
                     "features", feature_array(&p->caps), "limits", limit_object(&p->caps), "desktop",
                     desktop);
}
