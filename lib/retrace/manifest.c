/* SPDX-License-Identifier: MIT */
/* Operands to a list of traces: folders are walked, lists are read, traces.yml is manifest_yaml.c's. Names
 * are made unique, since results are told apart by them. */
#include "retrace/manifest.h"

#include "log.h"
#include "retrace/manifest_priv.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- entries --- */

static const char *const endings[] = {".trace", ".trace.gz", ".trace.br", ".trace.zst"};

static size_t ending_length(const char *path)
{
    size_t len = strlen(path);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i]);
        if (len > n && !strcmp(path + len - n, endings[i]))
            return n;
    }
    return 0;
}

static bool has_name(const struct manifest *manifest, const char *name)
{
    for (size_t i = 0; i < manifest->n; i++)
        if (!strcmp(manifest->entries[i].name, name))
            return true;
    return false;
}

/* The name without the trace's ending; with "-2" and so on where another entry has it. */
static char *make_name(const struct manifest *manifest, const char *name)
{
    char *base = strndup(name, strlen(name) - ending_length(name)), *unique;

    if (!base || !has_name(manifest, base))
        return base;
    for (unsigned i = 2;; i++) {
        if (asprintf(&unique, "%s-%u", base, i) < 0)
            unique = NULL;
        if (!unique || !has_name(manifest, unique))
            break;
        free(unique);
    }
    free(base);
    return unique;
}

struct manifest_entry *manifest_entry_add(struct manifest *manifest, const char *path, const char *name)
{
    struct manifest_entry *grown, *entry;

    if (!(manifest->n & (manifest->n - 1))) {
        grown = realloc(manifest->entries, (manifest->n ? manifest->n * 2 : 1) * sizeof *grown);
        if (!grown)
            return NULL;
        manifest->entries = grown;
    }
    entry = &manifest->entries[manifest->n];
    *entry = (struct manifest_entry){.path = strdup(path), .name = make_name(manifest, name)};
    if (!entry->path || !entry->name) {
        free(entry->path);
        free(entry->name);
        return NULL;
    }
    manifest->n++;
    return entry;
}

void manifest_finish(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->n; i++) {
        struct manifest_entry *entry = &manifest->entries[i];
        for (size_t e = 0; e < entry->n_expectations; e++) {
            free(entry->expectations[e].device);
            free(entry->expectations[e].checksum);
        }
        free(entry->expectations);
        free(entry->path);
        free(entry->name);
    }
    free(manifest->entries);
    memset(manifest, 0, sizeof *manifest);
}

static bool device_is(const char *device, const char *driver)
{
    size_t len = strlen(device), n = strlen(driver);

    return !strcmp(device, driver) ||
           (len > n && device[len - n - 1] == '-' && !strcmp(device + len - n, driver));
}

struct manifest_expectation manifest_expect(const struct manifest_entry *entry, const char *driver)
{
    struct manifest_expectation all = {0};
    const struct manifest_expectation *own = NULL;

    for (size_t i = 0; i < entry->n_expectations; i++) {
        const struct manifest_expectation *e = &entry->expectations[i];
        if (!e->device)
            all = *e;
        else if (!strcmp(e->device, driver) || (!own && device_is(e->device, driver)))
            own = e;
    }
    if (own) {
        all.device = own->device;
        all.checksum = own->checksum ? own->checksum : all.checksum;
        all.skip |= own->skip;
        all.crash |= own->crash;
        all.flaky |= own->flaky;
    }
    return all;
}

/* --- folders --- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

char *manifest_join(const char *folder, const char *name)
{
    char *path;

    if (!folder[0] || name[0] == '/')
        return strdup(name);
    return asprintf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name) < 0 ? NULL
                                                                                                     : path;
}

/* `below` is the folder's name as seen from the operand, "" at first. */
static bool add_folder(struct manifest *manifest, const char *folder, const char *below, int depth,
                       const struct log *log)
{
    enum { MAX_DEPTH = 32 }; /* of links that go round */
    struct dirent **list = NULL;
    int n = depth < MAX_DEPTH ? scandir(folder, &list, is_visible, by_name) : 0;
    bool ok = n >= 0;

    if (!ok)
        log_msg(log, LOG_ERROR, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        char *path = manifest_join(folder, list[i]->d_name), *name = manifest_join(below, list[i]->d_name);
        struct stat st;
        if (ok && path && name && !stat(path, &st)) {
            if (S_ISDIR(st.st_mode))
                add_folder(manifest, path, name, depth + 1,
                           log); /* what cannot be read is told: the rest goes on */
            else if (ending_length(name))
                ok = manifest_entry_add(manifest, path, name) != NULL;
        }
        free(path);
        free(name);
        free(list[i]);
    }
    free(list);
    return ok;
}

/* --- lists --- */

static bool ends_in(const char *path, const char *ending)
{
    size_t len = strlen(path), n = strlen(ending);

    return len > n && !strcmp(path + len - n, ending);
}

char *manifest_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup("");
}

/* The next line that names something, its blanks cut off, within *line; NULL at the end. */
static char *next_name(FILE *in, char **line, size_t *size)
{
    ssize_t n;

    while ((n = getline(line, size, in)) > 0) {
        char *start = *line + strspn(*line, " \t");
        while (n > 0 && strchr(" \t\r\n", (*line)[n - 1]))
            (*line)[--n] = 0;
        if (*start && *start != '#')
            return start;
    }
    return NULL;
}

/* Without an ending that says so, a file is a list when the first thing that it names is there. */
static bool names_a_file(const char *path)
{
    FILE *in = fopen(path, "re");
    char *folder = manifest_folder_of(path), *line = NULL, *name, *full = NULL;
    size_t size = 0;
    struct stat st;
    bool is;

    name = in && folder ? next_name(in, &line, &size) : NULL;
    full = name && strlen(name) < 4096 ? manifest_join(folder, name) : NULL;
    is = full && !stat(full, &st) && S_ISREG(st.st_mode);
    free(full);
    free(line);
    free(folder);
    if (in)
        fclose(in);
    return is;
}

static bool is_list(const char *path)
{
    return ends_in(path, ".txt") || ends_in(path, ".list") || (!ending_length(path) && names_a_file(path));
}

static bool add_list(struct manifest *manifest, const char *path, const struct log *log)
{
    FILE *in = fopen(path, "re");
    char *folder = manifest_folder_of(path), *line = NULL, *start;
    size_t size = 0;
    bool ok = in && folder;

    if (!in)
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
    while (ok && (start = next_name(in, &line, &size))) {
        char *trace = manifest_join(folder, start);
        ok = trace && manifest_entry_add(manifest, trace, start);
        free(trace);
    }
    free(line);
    free(folder);
    if (in)
        fclose(in);
    return ok;
}

bool manifest_add(struct manifest *manifest, const char *operand, const struct log *log)
{
    const char *slash = strrchr(operand, '/');
    size_t before = manifest->n;
    struct stat st;

    if (!stat(operand, &st) && S_ISDIR(st.st_mode)) {
        if (!add_folder(manifest, operand, "", 0, log))
            return false;
        if (manifest->n == before)
            log_msg(log, LOG_ERROR, "%s: no trace in this directory", operand);
        return manifest->n > before;
    }
    if (ends_in(operand, ".yml") || ends_in(operand, ".yaml"))
        return manifest_yaml_add(manifest, operand, log);
    if (!stat(operand, &st) && S_ISREG(st.st_mode) && is_list(operand)) {
        if (!add_list(manifest, operand, log))
            return false;
        if (manifest->n == before)
            log_msg(log, LOG_ERROR, "%s: no trace in this list", operand);
        return manifest->n > before;
    }
    return manifest_entry_add(manifest, operand, slash ? slash + 1 : operand) != NULL;
}
