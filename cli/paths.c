/* SPDX-License-Identifier: MIT */
/* Where the files of the product are: beside the program in a source tree (build/retrace), or under
 * share/retrace of an installation. */
#include "cli.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path, bool folder)
{
    struct stat st;

    return !stat(path, &st) && (!folder || S_ISDIR(st.st_mode));
}

char *cli_find_folder(const char *name)
{
    static const char *const places[] = {"..", "../..", "../share/retrace"};
    char exe[PATH_MAX], path[PATH_MAX * 2];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

    if (n < 0)
        return NULL;
    exe[n] = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char copy[PATH_MAX];
        memcpy(copy, exe, (size_t)n + 1);
        snprintf(path, sizeof path, "%s/%s/%s", dirname(copy), places[i], name);
        if (exists(path, true))
            return realpath(path, NULL);
    }
    return NULL;
}

static char *in_folder(const char *folder, const char *name)
{
    char *path = NULL;

    if (folder && asprintf(&path, "%s/%s", folder, name) >= 0 && !exists(path, false)) {
        free(path);
        path = NULL;
    }
    return path;
}

char *cli_find_trace(const char *name)
{
    char *folder, *path = NULL;

    if (strchr(name, '/') || exists(name, false))
        return strdup(name);
    path = in_folder(getenv("RETRACE_CORPUS"), name);
    if (!path) {
        folder = cli_find_folder("corpus");
        path = in_folder(folder, name);
        free(folder);
    }
    return path ? path : strdup(name);
}

char *cli_cache_folder(void)
{
    const char *base = getenv("XDG_CACHE_HOME"), *below = "";
    char *path;

    /* A relative path is to be ignored: XDG base directory specification. */
    if (!base || *base != '/') {
        base = getenv("HOME");
        below = "/.cache";
    }
    if (!base || *base != '/' || asprintf(&path, "%s%s/retrace/shaders", base, below) < 0)
        return NULL;
    return path;
}
