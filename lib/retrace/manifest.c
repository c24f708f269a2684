/* SPDX-License-Identifier: MIT */
/* Operands to a list of traces: lists are read, folders are manifest_folder.c's and traces.yml is
 * manifest_yaml.c's. Names are made unique, since results are told apart by them. */
#include "retrace/manifest.h"

#include "log.h"
#include "retrace/manifest_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- entries --- */

static const char *const endings[] = {".trace", ".trace.gz", ".trace.br", ".trace.zst"};

size_t manifest_ending_length(const char *path)
{
    size_t len = strlen(path);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i]);
        if (len > n && !strcmp(path + len - n, endings[i]))
            return n;
    }
    return 0;
}

/* Names of pictures have "_" for "/". */
static bool same_name(const char *a, const char *b)
{
    while (*a && (*a == '/' ? '_' : *a) == (*b == '/' ? '_' : *b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

static bool has_name(const struct manifest *manifest, const char *name)
{
    for (size_t i = 0; i < manifest->n; i++)
        if (same_name(manifest->entries[i].name, name))
            return true;
    return false;
}

/* The length of the character at `text` in UTF-8, 0 where it is none: a stray byte, an overlong form, a
 * surrogate, or beyond Unicode. */
static size_t character(const unsigned char *text)
{
    static const unsigned char least[] = {0, 0, 0x80, 0xa0, 0x90}; /* of the second byte, after E0 and F0 */
    size_t n = text[0] < 0x80   ? 1
               : text[0] < 0xc2 ? 0
               : text[0] < 0xe0 ? 2
               : text[0] < 0xf0 ? 3
               : text[0] < 0xf5 ? 4
                                : 0;

    for (size_t i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if (((text[0] == 0xe0 || text[0] == 0xf0) && text[1] < least[n]) || (text[0] == 0xed && text[1] > 0x9f) ||
        (text[0] == 0xf4 && text[1] > 0x8f))
        return 0;
    return n;
}

/* A name goes into tables, documents and the names of files: a file's name may be any bytes, a control
 * sequence of the terminal among them. */
static void make_printable(char *name)
{
    unsigned char *c = (unsigned char *)name;

    while (*c) {
        size_t n = character(c);
        bool control = *c < 0x20 || *c == 0x7f || (*c == 0xc2 && n == 2 && c[1] < 0xa0);
        if (!n || control)
            memset(c, '_', n ? n : 1);
        c += n ? n : 1;
    }
}

/* The name without the trace's ending; with "-2" and so on where another entry has it. */
static char *make_name(const struct manifest *manifest, const char *name)
{
    char *base = strndup(name, strlen(name) - manifest_ending_length(name)), *unique;

    if (base)
        make_printable(base);
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

char *manifest_join(const char *folder, const char *name)
{
    char *path;

    if (!folder[0] || name[0] == '/')
        return strdup(name);
    return asprintf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name) < 0 ? NULL
                                                                                                     : path;
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
    return ends_in(path, ".txt") || ends_in(path, ".list") ||
           (!manifest_ending_length(path) && names_a_file(path));
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

    if (!stat(operand, &st) && S_ISDIR(st.st_mode))
        return manifest_folder_add(manifest, operand, log);
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
