/* SPDX-License-Identifier: MIT */
/* `retrace drivers`: one row per driver with its version, desktop GL, tiers and renderer; below, why
 * something is not there. Or the same, and everything else the probes told, as JSON. */
#include "drivers.h"

#include "gles/caps.h"
#include "gles/driver.h"
#include "log.h"
#include "tiers/tiers.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const char *string(const json_t *object, const char *key)
{
    const char *s = json_string_value(json_object_get(object, key));

    return s ? s : "";
}

/* "4.5" of "4.5 (Core Profile) Mesa 22.3.6". */
static void desktop_version(const json_t *probe, char *out, size_t size)
{
    const json_t *desktop = json_object_get(probe, "desktop");
    const char *version = string(desktop, "core");

    if (!*version)
        version = string(desktop, "compat");
    snprintf(out, size, "%.*s", *version ? (int)strcspn(version, " ") : 1, *version ? version : "-");
}

static const char *tier_word(const json_t *probe, const char *tier)
{
    const json_t *missing = json_object_get(json_object_get(probe, "tiers"), tier);

    if (!missing || !json_is_null(missing))
        return "-";
    return strcmp(string(probe, "auto"), tier) ? "yes" : "auto";
}

static int name_width(const json_t *drivers)
{
    int width = 6;

    for (size_t i = 0; i < json_array_size(drivers); i++) {
        int len = (int)strlen(string(json_array_get(drivers, i), "name"));

        width = len > width ? len : width;
    }
    return width;
}

static void print_row(const json_t *d, int width, FILE *out)
{
    char desktop[16];

    desktop_version(d, desktop, sizeof desktop);
    fprintf(out, "%-*s  %-4s  %-7s", width, string(d, "name"), *string(d, "es") ? string(d, "es") : "-",
            desktop);
    for (int i = 0; i < TIERS_COUNT; i++)
        fprintf(out, "  %-*s", (int)strlen(tiers_name(i)), tier_word(d, tiers_name(i)));
    fprintf(out, "  %s%s\n", *string(d, "renderer") ? string(d, "renderer") : string(d, "status"),
            json_is_true(json_object_get(d, "measure")) ? " (for measuring)" : "");
}

/* Below the table: what is wrong with a driver, or which tiers it lacks and why. */
static void print_notes(const json_t *d, FILE *out)
{
    const char *tier;
    json_t *missing;

    if (strcmp(string(d, "status"), "ok"))
        fprintf(out, "%s: %s: %s\n", string(d, "name"), string(d, "status"), string(d, "message"));
    json_object_foreach(json_object_get(d, "tiers"), tier, missing)
    {
        if (json_is_string(missing))
            fprintf(out, "%s: no %s: %s is missing\n", string(d, "name"), tier, json_string_value(missing));
    }
}

static void print_table(const json_t *drivers, FILE *out)
{
    int width = name_width(drivers);
    bool spaced = false;

    fprintf(out, "%-*s  %-4s  %-7s", width, "driver", "es", "desktop");
    for (int i = 0; i < TIERS_COUNT; i++)
        fprintf(out, "  %s", tiers_name(i));
    fprintf(out, "  renderer\n");
    for (size_t i = 0; i < json_array_size(drivers); i++)
        print_row(json_array_get(drivers, i), width, out);
    for (size_t i = 0; i < json_array_size(drivers); i++) {
        if (!spaced)
            fputc('\n', out);
        spaced = true;
        print_notes(json_array_get(drivers, i), out);
    }
}

static json_t *probe_all(const struct drivers_options *options, const struct gles_driver_list *list,
                         const struct log *log, bool *any)
{
    json_t *all = json_array();

    for (size_t i = 0; i < list->n; i++) {
        const struct gles_driver *d = &list->drivers[i];
        json_t *entry = json_pack("{s:s, s:s, s:s, s:b}", "name", d->name, "library", d->egl, "platform",
                                  gles_platform_name(d->platform), "measure", d->measure);
        json_t *probe = drivers_probe_run(options, d, log);

        json_object_update(entry, probe);
        *any |= !d->measure && json_is_true(json_object_get(probe, "ok"));
        json_decref(probe);
        json_array_append_new(all, entry);
    }
    return all;
}

int drivers_report(const struct drivers_options *options, FILE *out, const struct log *log)
{
    struct gles_driver_list *list;
    struct gles_caps_limits limits;
    struct drivers_options found = *options;
    json_t *drivers, *root;
    bool any = false;

    if (!gles_caps_limits_parse(&limits, options->caps, log))
        return 2;
    list = gles_driver_list_load(options->drivers, log);
    if (!list)
        return 3;
    found.drivers = list->path; /* the child reads the same file, wherever it would look */
    drivers = probe_all(&found, list, log, &any);
    if (options->json) {
        root = json_pack("{s:i, s:s, s:O}", "schema", 1, "file", list->path, "drivers", drivers);
        json_dumpf(root, out, JSON_INDENT(2));
        fputc('\n', out);
        json_decref(root);
    } else {
        print_table(drivers, out);
    }
    json_decref(drivers);
    gles_driver_list_destroy(list);
    if (!any)
        log_msg(log, LOG_ERROR, "no driver works here");
    return any ? 0 : 3;
}
