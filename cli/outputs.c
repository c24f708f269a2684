/* SPDX-License-Identifier: MIT */
/* Result files: checked before the work, replaced whole after it, so that a kill or a full disk leaves the
 * one before. */
#include "outputs.h"

#include "retrace/junit.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_is_plain(const char *path)
{
    struct stat st;

    if (!strcmp(path, "-"))
        return false;
    return lstat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

bool output_check(const char *path, bool clear)
{
    FILE *file;

    if (!strcmp(path, "-"))
        return true;
    file = fopen(path, clear ? "we" : "ae");
    return file && !fclose(file);
}

static bool write_and_close(FILE *out, bool (*write)(void *priv, FILE *out), void *priv)
{
    bool ok = write(priv, out);
    int error = errno;

    if (fclose(out)) {
        error = errno;
        ok = false;
    }
    errno = error;
    return ok;
}

bool output_write(const char *path, bool (*write)(void *priv, FILE *out), void *priv)
{
    char *other = NULL;
    FILE *out;
    int error;

    if (!strcmp(path, "-"))
        return write(priv, stdout) && !fflush(stdout);
    if (!output_is_plain(path)) {
        out = fopen(path, "we");
        return out && write_and_close(out, write, priv);
    }
    if (asprintf(&other, "%s.new", path) < 0)
        return false;
    out = fopen(other, "we");
    if (out && write_and_close(out, write, priv) && !rename(other, path)) {
        free(other);
        return true;
    }
    error = errno;
    if (out)
        unlink(other);
    free(other);
    errno = error;
    return false;
}

bool output_json(void *priv, FILE *out)
{
    return !json_dumpf(priv, out, JSON_INDENT(2)) && fputc('\n', out) != EOF && !fflush(out);
}

bool output_junit(void *priv, FILE *out)
{
    return junit_write(priv, out);
}
