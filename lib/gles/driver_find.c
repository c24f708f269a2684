/* SPDX-License-Identifier: MIT */
/* Finding drivers: where drivers.json lies, names and lists of names, a driver's environment, and whether
 * what answered is what was asked for. */
#include "gles/driver.h"

#include "log.h"

#include <errno.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A drivers.json is small; anything longer is some other file. */
#define MAX_FILE (1 << 20)

static char *read_text(const char *path, const struct log *log)
{
    FILE *f = fopen(path, "re");
    char *text = f ? malloc(MAX_FILE + 1) : NULL;
    size_t n = text ? fread(text, 1, MAX_FILE + 1, f) : 0;

    if (!f || !text || ferror(f)) {
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
    } else if (n > MAX_FILE || memchr(text, '\0', n)) {
        log_msg(log, LOG_ERROR, "%s: not a list of drivers", path);
    } else {
        text[n] = '\0';
        fclose(f);
        return text;
    }
    free(text);
    if (f)
        fclose(f);
    return NULL;
}

static char *exists_or_free(char *path)
{
    if (path && !access(path, R_OK))
        return path;
    free(path);
    return NULL;
}

static char *user_file(void)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *path = NULL;

    if (config && config[0] == '/') {
        if (asprintf(&path, "%s/retrace/drivers.json", config) < 0)
            return NULL;
    } else if (home && asprintf(&path, "%s/.config/retrace/drivers.json", home) < 0) {
        return NULL;
    }
    return exists_or_free(path);
}

/* Beside the program: build/retrace of a source tree, or PREFIX/bin/retrace. A test program lies deeper,
 * hence the walk upwards. */
static char *own_file(void)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    char *path = NULL;

    if (n <= 0)
        return NULL;
    exe[n] = '\0';
    for (char *slash = strrchr(exe, '/'); slash && slash != exe; slash = strrchr(exe, '/')) {
        *slash = '\0';
        if (asprintf(&path, "%s/drivers.json", exe) >= 0 && (path = exists_or_free(path)))
            return path;
        if (asprintf(&path, "%s/share/retrace/drivers.json", exe) >= 0 && (path = exists_or_free(path)))
            return path;
    }
    return NULL;
}

struct gles_driver_list *gles_driver_list_load(const char *path, const struct log *log)
{
    const char *env = getenv("RETRACE_DRIVERS");
    struct gles_driver_list *list = NULL;
    char *found = NULL, *text;

    if (path || (env && *env))
        found = strdup(path ? path : env);
    else if (!(found = user_file()))
        found = own_file();
    if (!found) {
        log_msg(log, LOG_ERROR, "no drivers.json found; name one with --drivers=FILE or $RETRACE_DRIVERS");
        return NULL;
    }
    text = read_text(found, log);
    if (text)
        list = gles_driver_list_parse(text, found, log);
    free(text);
    free(found);
    return list;
}

static char *known_names(const struct gles_driver_list *list)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);

    for (size_t i = 0; f && i < list->n; i++)
        fprintf(f, "%s%s", i ? ", " : "", list->drivers[i].name);
    if (f)
        fclose(f);
    return out;
}

static const struct gles_driver *find_n(const struct gles_driver_list *list, const char *name, size_t len,
                                        const struct log *log)
{
    char *known;

    for (size_t i = 0; i < list->n; i++) {
        if (strlen(list->drivers[i].name) == len && !memcmp(list->drivers[i].name, name, len))
            return &list->drivers[i];
    }
    known = known_names(list);
    log_msg(log, LOG_ERROR, "no driver is named \"%.*s\"; %s knows %s", (int)len, name, list->path,
            known ? known : "others");
    free(known);
    return NULL;
}

const struct gles_driver *gles_driver_find(const struct gles_driver_list *list, const char *name,
                                           const struct log *log)
{
    return find_n(list, name, strlen(name), log);
}

static void add_once(const struct gles_driver **out, size_t *n, const struct gles_driver *d)
{
    for (size_t i = 0; i < *n; i++) {
        if (out[i] == d)
            return;
    }
    out[(*n)++] = d;
}

const struct gles_driver **gles_driver_select(const struct gles_driver_list *list, const char *words,
                                              const struct log *log)
{
    const struct gles_driver **out = calloc(list->n + 1, sizeof *out);
    size_t n = 0;

    if (!out)
        return NULL;
    for (const char *word = words; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        size_t len = strcspn(word, ",");

        if (len == 3 && !memcmp(word, "all", 3)) {
            for (size_t i = 0; i < list->n; i++) {
                if (!list->drivers[i].measure)
                    add_once(out, &n, &list->drivers[i]);
            }
            continue;
        }
        const struct gles_driver *d = find_n(list, word, len, log);
        if (!d) {
            free(out);
            return NULL;
        }
        add_once(out, &n, d);
    }
    if (!n) {
        log_msg(log, LOG_ERROR, "%s: every driver is for measuring only; name one", list->path);
        free(out);
        return NULL;
    }
    return out;
}

bool gles_driver_env_apply(const struct gles_driver *driver, const struct log *log)
{
    for (size_t i = 0; i < driver->n_env; i++) {
        const struct gles_driver_env *e = &driver->env[i];

        if (e->value ? setenv(e->name, e->value, 1) : unsetenv(e->name)) {
            log_msg(log, LOG_ERROR, "%s: cannot set %s: %s", driver->name, e->name, strerror(errno));
            return false;
        }
    }
    return true;
}

bool gles_driver_renderer_check(const struct gles_driver *driver, const char *renderer, const struct log *log)
{
    regex_t regex;
    int r;

    if (!driver->renderer)
        return true;
    r = regcomp(&regex, driver->renderer, REG_EXTENDED | REG_NOSUB);
    if (!r) {
        r = regexec(&regex, renderer ? renderer : "", 0, NULL, 0);
        regfree(&regex);
    }
    if (!r)
        return true;
    log_msg(log, LOG_ERROR, "%s: the renderer is \"%s\", which does not match \"%s\"", driver->name,
            renderer ? renderer : "", driver->renderer);
    return false;
}
