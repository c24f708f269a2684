/* SPDX-License-Identifier: MIT */
/* The traces in a folder and below. Links may go round, or lead to a folder in two ways: each folder is taken
 * once. */
#include "retrace/manifest_priv.h"

#include "log.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

struct folder {
    dev_t dev;
    ino_t ino;
};

struct walk {
    struct manifest *manifest;
    const struct log *log;
    struct folder *seen;
    size_t n_seen;
};

/* Whether a folder is met for the first time. */
static bool is_new(struct walk *walk, const struct stat *st)
{
    struct folder *grown = walk->seen;

    for (size_t i = 0; i < walk->n_seen; i++)
        if (walk->seen[i].dev == st->st_dev && walk->seen[i].ino == st->st_ino)
            return false;
    if (!(walk->n_seen & (walk->n_seen - 1)))
        grown = realloc(walk->seen, (walk->n_seen ? walk->n_seen * 2 : 1) * sizeof *grown);
    if (!grown)
        return false;
    walk->seen = grown;
    grown[walk->n_seen++] = (struct folder){st->st_dev, st->st_ino};
    return true;
}

static bool add_folder(struct walk *walk, const char *folder, const char *below);

/* What is in a folder. What of it cannot be read is told, and the rest goes on. */
static bool add_member(struct walk *walk, const char *path, const char *name)
{
    struct stat st;

    if (stat(path, &st))
        return true;
    if (S_ISDIR(st.st_mode)) {
        if (is_new(walk, &st))
            add_folder(walk, path, name);
        return true;
    }
    return !manifest_ending_length(name) || manifest_entry_add(walk->manifest, path, name);
}

/* `below` is the folder's name as seen from the operand, "" at first. */
static bool add_folder(struct walk *walk, const char *folder, const char *below)
{
    struct dirent **list = NULL;
    int n = scandir(folder, &list, is_visible, by_name);
    bool ok = n >= 0;

    if (!ok)
        log_msg(walk->log, LOG_ERROR, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        char *path = manifest_join(folder, list[i]->d_name), *name = manifest_join(below, list[i]->d_name);
        ok = ok && path && name && add_member(walk, path, name);
        free(path);
        free(name);
        free(list[i]);
    }
    free(list);
    return ok;
}

bool manifest_folder_add(struct manifest *manifest, const char *path, const struct log *log)
{
    struct walk walk = {.manifest = manifest, .log = log};
    size_t before = manifest->n;
    struct stat st;
    bool ok;

    if (!stat(path, &st))
        is_new(&walk, &st);
    ok = add_folder(&walk, path, "");
    free(walk.seen);
    if (ok && manifest->n == before)
        log_msg(log, LOG_ERROR, "%s: no trace in this directory", path);
    return ok && manifest->n > before;
}
