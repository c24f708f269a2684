/* SPDX-License-Identifier: MIT */
/* Which drivers there are: drivers.json, read with jansson into plain structs, and the questions asked of it
 * by name. Nothing is loaded here and no GL is called; a driver that is not installed is still listed. */
#include "gles/driver.h"

#include "log.h"

#include <jansson.h>

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const PLATFORMS[] = {
    [GLES_PLATFORM_SURFACELESS] = "surfaceless",
    [GLES_PLATFORM_ANGLE_VULKAN_SWIFTSHADER] = "angle-vulkan-swiftshader",
    [GLES_PLATFORM_DEVICE] = "device",
    [GLES_PLATFORM_DEFAULT] = "default",
};
#define N_PLATFORMS (sizeof PLATFORMS / sizeof *PLATFORMS)

/* Where a driver is being parsed: for messages, and to resolve paths. */
struct parse {
    const char *path; /* of the file */
    char *dir;        /* its folder */
    size_t index;     /* of the entry */
    const struct log *log;
};

static bool complain(const struct parse *p, const char *what, const char *detail)
{
    log_msg(p->log, LOG_ERROR, "%s: driver %zu: %s%s", p->path, p->index, what, detail);
    return false;
}

const char *gles_platform_name(enum gles_platform platform)
{
    return PLATFORMS[platform];
}

static char *folder_of(const char *path)
{
    char *real = realpath(path, NULL);
    char *dir = real ? real : strdup(path);
    char *slash = dir ? strrchr(dir, '/') : NULL;

    if (slash) {
        slash[slash == dir ? 1 : 0] = '\0';
        return dir;
    }
    free(dir);
    return strdup(".");
}

/* Replaces ${DIR} and, where the library has a folder, ${LIBDIR}; NULL on any other ${ (or when memory is
 * out). */
static char *expand(const char *value, const char *dir, const char *libdir)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);

    if (!f)
        return NULL;
    for (const char *s = value; *s; s++) {
        if (strncmp(s, "${", 2)) {
            fputc(*s, f);
        } else if (!strncmp(s, "${DIR}", 6)) {
            fputs(dir, f);
            s += 5;
        } else if (libdir && !strncmp(s, "${LIBDIR}", 9)) {
            fputs(libdir, f);
            s += 8;
        } else {
            fclose(f);
            free(out);
            return NULL;
        }
    }
    fclose(f);
    return out;
}

/* A bare name stays; a relative path is looked for beside the file. What is not there keeps the place where
 * `make drivers` puts it, for the message of the failing dlopen. */
static char *resolve_library(const char *name, const char *dir)
{
    static const char *const folders[] = {"", "build/drivers/", "drivers/"};
    char *path = NULL;

    if (!strchr(name, '/') || name[0] == '/')
        return strdup(name);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (asprintf(&path, "%s/%s%s", dir, folders[i], name) < 0)
            return NULL;
        if (!access(path, F_OK))
            return path;
        free(path);
    }
    return asprintf(&path, "%s/build/drivers/%s", dir, name) < 0 ? NULL : path;
}

static bool parse_env(struct gles_driver *d, json_t *env, const struct parse *p)
{
    char *libdir = strchr(d->egl, '/') ? folder_of(d->egl) : NULL;
    const char *name;
    json_t *value;
    bool ok = true;

    d->env = calloc(json_object_size(env) + 1, sizeof *d->env);
    if (!d->env)
        goto done;
    json_object_foreach(env, name, value)
    {
        struct gles_driver_env *e = &d->env[d->n_env++];

        if (!*name || strchr(name, '='))
            ok = complain(p, "not a variable name: ", name);
        else if (!json_is_string(value) && !json_is_null(value))
            ok = complain(p, "env values are strings or null: ", name);
        e->name = strdup(name);
        if (ok && json_is_string(value)) {
            e->value = expand(json_string_value(value), p->dir, libdir);
            if (!e->value)
                ok = complain(p, "env knows ${DIR}, and ${LIBDIR} where the library has a folder: ",
                              json_string_value(value));
        }
        if (!ok)
            break;
    }
done:
    free(libdir);
    return ok && d->env;
}

static bool parse_platform(struct gles_driver *d, const char *word, const struct parse *p)
{
    for (size_t i = 0; i < N_PLATFORMS; i++) {
        if (!strcmp(word, PLATFORMS[i])) {
            d->platform = i;
            return true;
        }
    }
    log_msg(p->log, LOG_ERROR, "%s: driver %zu: platform \"%s\" is none of %s, %s, %s, %s", p->path, p->index,
            word, PLATFORMS[0], PLATFORMS[1], PLATFORMS[2], PLATFORMS[3]);
    return false;
}

static bool parse_renderer(struct gles_driver *d, const char *expression, const struct parse *p)
{
    regex_t regex;

    if (regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB))
        return complain(p, "renderer is not a regular expression: ", expression);
    regfree(&regex);
    d->renderer = strdup(expression);
    return d->renderer != NULL;
}

static bool parse_driver(struct gles_driver *d, json_t *entry, const struct parse *p)
{
    const char *name, *egl, *platform, *renderer = NULL;
    json_t *env = NULL;
    json_error_t error;
    int measure = 0;

    if (json_unpack_ex(entry, &error, JSON_STRICT, "{s:s, s:s, s:s, s?o, s?s, s?b, s?i}", "name", &name,
                       "egl", &egl, "platform", &platform, "env", &env, "renderer", &renderer, "measure",
                       &measure, "device", &d->device))
        return complain(p, error.text, "");
    if (!*name || strpbrk(name, ", /") || !strcmp(name, "all"))
        return complain(p, "not a usable name: ", name);
    if (env && !json_is_object(env))
        return complain(p, "env is not an object", "");
    if (d->device < 0)
        return complain(p, "device is negative", "");
    d->name = strdup(name);
    d->egl = resolve_library(egl, p->dir);
    d->measure = measure;
    return d->name && d->egl && parse_platform(d, platform, p) &&
           (!renderer || parse_renderer(d, renderer, p)) && parse_env(d, env, p);
}

static bool parse_all(struct gles_driver_list *list, json_t *root, struct parse *p)
{
    json_t *entries = json_object_get(root, "drivers");
    json_t *entry;

    if (!json_is_array(entries) || !json_array_size(entries)) {
        log_msg(p->log, LOG_ERROR, "%s: no list named \"drivers\" with an entry in it", p->path);
        return false;
    }
    list->drivers = calloc(json_array_size(entries), sizeof *list->drivers);
    if (!list->drivers)
        return false;
    json_array_foreach(entries, p->index, entry)
    {
        struct gles_driver *d = &list->drivers[list->n++];

        if (!parse_driver(d, entry, p))
            return false;
        for (size_t i = 0; i + 1 < list->n; i++) {
            if (!strcmp(list->drivers[i].name, d->name))
                return complain(p, "a second driver is named ", d->name);
        }
    }
    return true;
}

struct gles_driver_list *gles_driver_list_parse(const char *text, const char *path, const struct log *log)
{
    struct gles_driver_list *list = calloc(1, sizeof *list);
    struct parse p = {.path = path, .dir = folder_of(path), .log = log};
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    bool ok = false;

    if (!root)
        log_msg(log, LOG_ERROR, "%s:%d:%d: %s", path, error.line, error.column, error.text);
    else if (list && p.dir && (list->path = strdup(path)))
        ok = parse_all(list, root, &p);
    json_decref(root);
    free(p.dir);
    if (ok)
        return list;
    gles_driver_list_destroy(list);
    return NULL;
}

void gles_driver_list_destroy(struct gles_driver_list *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->n; i++) {
        struct gles_driver *d = &list->drivers[i];

        for (size_t k = 0; k < d->n_env; k++) {
            free(d->env[k].name);
            free(d->env[k].value);
        }
        free(d->env);
        free(d->name);
        free(d->egl);
        free(d->renderer);
    }
    free(list->drivers);
    free(list->path);
    free(list);
}
