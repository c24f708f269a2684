/* SPDX-License-Identifier: MIT */
/* Goldens: exact digests per renderer, and what each tier is expected to do. Never a threshold; a renderer
 * that nobody recorded has no golden, and the result says so. */
#include "retrace/expected.h"

#include "log.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct expected {
    json_t *root;
};

char *expected_trace_name(const char *path)
{
    const char *base = strrchr(path, '/');
    char *name = strdup(base ? base + 1 : path);
    size_t len = name ? strlen(name) : 0;

    if (len > 6 && !strcmp(name + len - 6, ".trace"))
        name[len - 6] = 0;
    return name;
}

struct expected *expected_load(const char *folder, const char *trace, const struct log *log)
{
    struct expected *expected = calloc(1, sizeof *expected);
    char *name = expected_trace_name(trace), path[4096];
    json_error_t error;

    if (!folder || !name || !expected)
        goto fail;
    snprintf(path, sizeof path, "%s/%s/tiers.json", folder, name);
    expected->root = json_load_file(path, 0, &error);
    if (!expected->root) {
        if (json_error_code(&error) != json_error_cannot_open_file)
            log_msg(log, LOG_ERROR, "%s:%d: %s", path, error.line, error.text);
        goto fail;
    }
    free(name);
    return expected;

fail:
    free(name);
    free(expected);
    return NULL;
}

void expected_destroy(struct expected *expected)
{
    if (!expected)
        return;
    json_decref(expected->root);
    free(expected);
}

/* What is recorded of a tier on a driver, or under a word of --caps=; NULL: nothing. */
static const json_t *own_entry(const struct expected *expected, const char *place, const char *tier)
{
    return json_object_get(json_object_get(json_object_get(expected->root, "drivers"), place), tier);
}

static const json_t *caps_entry(const struct expected *expected, const char *caps, const char *tier)
{
    const json_t *entry = NULL;

    while (*caps && !entry) {
        size_t len = strcspn(caps, ",");
        char *word = strndup(caps, len);

        entry = word ? own_entry(expected, word, tier) : NULL;
        free(word);
        caps += len + (caps[len] == ',');
    }
    return entry;
}

static const json_t *find_entry(const struct expected *expected, const char *driver, const char *caps,
                                const char *tier)
{
    const json_t *entry;

    if (!expected)
        return NULL;
    if (caps)
        return caps_entry(expected, caps, tier);
    entry = own_entry(expected, driver, tier);
    return entry ? entry : json_object_get(json_object_get(expected->root, "tiers"), tier);
}

static uint64_t declined_count(const struct arm *arm, const char *reason)
{
    enum tiers_tier tier = tiers_find(arm->tier);
    struct tiers_declined cell;
    uint64_t count = 0;
    size_t cursor = 0;

    while (tiers_declined_next(&arm->stats, &cursor, &cell))
        if (cell.tier == tier && (!reason || !strcmp(tiers_reason_name(cell.reason), reason)))
            count += cell.count;
    return count;
}

static void check_declined(const json_t *declined, struct arm *arm)
{
    uint64_t recorded = 0, counted;
    const char *reason;
    json_t *count;

    json_object_foreach((json_t *)declined, reason, count)
    {
        recorded += (uint64_t)json_integer_value(count);
        counted = declined_count(arm, reason);
        if (counted != (uint64_t)json_integer_value(count) && !arm->unexpected[0])
            snprintf(arm->unexpected, sizeof arm->unexpected, "%lld declined for %s expected, %llu counted",
                     (long long)json_integer_value(count), reason, (unsigned long long)counted);
    }
    if (declined_count(arm, NULL) != recorded && !arm->unexpected[0])
        snprintf(arm->unexpected, sizeof arm->unexpected, "%llu declined expected, %llu counted",
                 (unsigned long long)recorded, (unsigned long long)declined_count(arm, NULL));
}

static void check_number(const struct expected *expected, const char *key, uint64_t value, struct arm *arm)
{
    const json_t *recorded = json_object_get(expected->root, key);

    if (recorded && (uint64_t)json_integer_value(recorded) != value && !arm->unexpected[0])
        snprintf(arm->unexpected, sizeof arm->unexpected, "%lld %s expected, %llu counted",
                 (long long)json_integer_value(recorded), key, (unsigned long long)value);
}

void expected_check(const struct expected *expected, const char *driver, const char *caps, struct arm *arm)
{
    const json_t *entry = find_entry(expected, driver, caps, arm->tier);

    arm->unexpected[0] = 0;
    arm->expected = verdict_find(json_string_value(json_object_get(entry, "verdict")));
    if (arm->expected == VERDICT_NONE)
        return;
    if (arm->verdict != arm->expected)
        snprintf(arm->unexpected, sizeof arm->unexpected, "%s expected", verdict_name(arm->expected));
    check_declined(json_object_get(entry, "declined"), arm);
    check_number(expected, "batches", arm->stats.batches, arm);
    check_number(expected, "subdraws", arm->stats.subdraws, arm);
    check_number(expected, "untiered", arm->stats.untiered, arm);
}

bool expected_native(const struct expected *expected, const char *driver)
{
    const json_t *native = NULL;

    if (expected)
        native =
            json_object_get(json_object_get(json_object_get(expected->root, "drivers"), driver), "native");
    if (expected && !native && !strcmp(driver, "llvmpipe"))
        native = json_object_get(expected->root, "native");
    return native && !strcmp(json_string_value(native), "identical");
}

/* "llvmpipe (LLVM 15.0.6, 256 bits)" becomes "llvmpipe-llvm-15-0-6-256-bits". */
static void slug(const char *renderer, char *out, size_t size)
{
    size_t n = 0;

    for (; *renderer && n + 1 < size && n < 120; renderer++) {
        if (isalnum((unsigned char)*renderer))
            out[n++] = (char)tolower((unsigned char)*renderer);
        else if (n && out[n - 1] != '-')
            out[n++] = '-';
    }
    while (n && out[n - 1] == '-')
        n--;
    out[n] = 0;
}

static void golden_path(const char *folder, const char *trace, const char *renderer, char *path, size_t size)
{
    char *name = expected_trace_name(trace), part[128];

    slug(renderer, part, sizeof part);
    snprintf(path, size, "%s/%s/%s.md5", folder, name ? name : "", part);
    free(name);
}

enum golden expected_golden(const char *folder, const char *trace, const struct arm *arm)
{
    char path[4096], line[256];
    enum golden golden = GOLDEN_EQUAL;
    size_t at = 0;
    FILE *file;

    if (!folder || !arm->renderer)
        return GOLDEN_NONE;
    golden_path(folder, trace, arm->renderer, path, sizeof path);
    file = fopen(path, "r");
    if (!file)
        return GOLDEN_NONE;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        line[strcspn(line, " \n")] = 0;
        if (at >= arm->n_frames || strcmp(line, arm->frames[at].md5[0] ? arm->frames[at].md5 : "-"))
            golden = GOLDEN_DIFFERS;
        at++;
    }
    fclose(file);
    return at == arm->n_frames ? golden : GOLDEN_DIFFERS;
}

bool expected_write_golden(const char *folder, const char *trace, const struct arm *arm,
                           const struct log *log)
{
    char path[4096], *slash;
    FILE *file;

    golden_path(folder, trace, arm->renderer, path, sizeof path);
    slash = strrchr(path, '/');
    *slash = 0;
    if (mkdir(path, 0777) && errno != EEXIST) {
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
        return false;
    }
    *slash = '/';
    file = fopen(path, "w");
    if (!file) {
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
        return false;
    }
    fprintf(file, "# %s\n", arm->renderer);
    for (size_t i = 0; i < arm->n_frames; i++)
        fprintf(file, "%s  %llu\n", arm->frames[i].md5[0] ? arm->frames[i].md5 : "-",
                (unsigned long long)arm->frames[i].call);
    return !fclose(file);
}
