/* SPDX-License-Identifier: MIT */
/* The report for people: a folder of plain HTML made from the result document, so that any document, of one
 * run or merged from many hosts, gives one. Every page is complete without its script, which adds filters,
 * movement by arrow keys and the magnifier. The pages forbid themselves everything but their own files, so
 * that a hostile name could not load or run anything even if it got through the escaping (html.c).
 *
 * Cost: the document is walked twice, pages are streamed out; 5,000 traces take about as long as reading
 * their JSON. */
#include "retrace/report_html.h"

#include "report_html_priv.h"

#include "digest.h"
#include "html.h"
#include "log.h"
#include "report_css.inc"
#include "report_js.inc"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- files --- */

static void fail(struct report *r, const char *name)
{
    r->failed = true;
    log_msg(r->log, LOG_ERROR, "%s/%s: %s", r->dir, name, strerror(errno));
}

FILE *report_open(struct report *r, const char *name)
{
    char *path = NULL;
    FILE *out = asprintf(&path, "%s/%s", r->dir, name) < 0 ? NULL : fopen(path, "w");

    if (!out)
        fail(r, name);
    free(path);
    return out;
}

void report_close(struct report *r, FILE *out, const char *name)
{
    bool bad = ferror(out) != 0;

    if (fclose(out) || bad)
        fail(r, name);
}

static void make_folder(struct report *r, const char *name)
{
    char *path = NULL;

    if (asprintf(&path, "%s/%s", r->dir, name) < 0 || (mkdir(path, 0777) && errno != EEXIST))
        fail(r, name);
    free(path);
}

static void write_asset(struct report *r, const char *name, const char *text)
{
    FILE *out = report_open(r, name);

    if (!out)
        return;
    fputs(text, out);
    report_close(r, out, name);
}

/* --- what every page has --- */

void report_page_begin(FILE *out, const char *title, const char *root)
{
    html_put(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' data:; "
        "style-src 'self'; script-src 'self'\">\n"
        "<title>%s</title>\n<link rel=\"icon\" href=\"data:,\">\n"
        "<link rel=\"stylesheet\" href=\"%sreport.css\">\n"
        "<script src=\"%sreport.js\" defer></script>\n</head>\n<body>\n"
        "<a class=\"skip\" href=\"#main\">to the results</a>\n<main id=\"main\">\n",
        title, root, root);
}

void report_page_end(FILE *out, const char *root)
{
    (void)root;
    html_put(out, "</main>\n</body>\n</html>\n");
}

/* --- the model --- */

static bool take_driver(struct report *r, const json_t *driver)
{
    const char *name = report_text(driver, "driver");
    size_t i = report_column_find(r, name);
    struct report_column *column;

    if (!name)
        return true;
    if (i >= r->n_columns) { /* none of that name yet */
        struct report_column *grown = realloc(r->columns, (r->n_columns + 1) * sizeof *grown);
        if (!grown)
            return false;
        r->columns = grown;
        i = r->n_columns++;
        r->columns[i] = (struct report_column){.name = name, .seen = driver};
    }
    column = &r->columns[i];
    if (report_text(driver, "renderer") && !report_text(column->seen, "renderer"))
        column->seen = driver;
    if (report_text(driver, "error"))
        column->failed++;
    else
        column->judged++;
    for (size_t t = 0; t < REPORT_TIERS; t++)
        column->tiers[t] |= report_arm_find(driver, report_tiers[t]) != NULL;
    return true;
}

/* A name that stays the same from one night to the next, that every file system and web server takes, and
 * that no two traces of the document share. */
static char *page_name(const json_t *trace, json_t *taken)
{
    const char *name = report_text(trace, "trace"), *path = report_text(trace, "path");
    char slug[49] = "", hex[33] = "", *key = NULL, *page = NULL;
    size_t n = 0;

    for (const char *at = name ? name : "trace"; *at && n + 1 < sizeof slug; at++)
        slug[n++] = isalnum((unsigned char)*at) && !(*at & 0x80) ? *at : strchr("_-", *at) ? *at : '_';
    if (asprintf(&key, "%s\n%s", name ? name : "", path ? path : "") >= 0)
        digest_md5(key, strlen(key), hex);
    free(key);
    for (int copy = 0; copy < 1 << 20; copy++) {
        int made = copy ? asprintf(&page, "%s-%.8s-%d.html", slug, hex, copy + 1)
                        : asprintf(&page, "%s-%.8s.html", slug, hex);
        if (made < 0)
            return NULL;
        if (!json_object_get(taken, page)) {
            json_object_set_new(taken, page, json_true());
            return page;
        }
        free(page);
    }
    return NULL;
}

static bool take_traces(struct report *r)
{
    json_t *taken = json_object();
    const json_t *trace, *driver;
    size_t i, k;
    bool ok = true;

    r->pages = calloc(json_array_size(r->traces) + 1, sizeof *r->pages);
    json_array_foreach(r->traces, i, trace)
    {
        json_array_foreach(json_object_get(trace, "drivers"), k, driver)
        {
            ok = ok && take_driver(r, driver);
        }
        ok = ok && r->pages && (r->pages[i] = page_name(trace, taken));
    }
    json_decref(taken);
    return ok && r->pages;
}

static bool same_folder(const char *a, const char *b)
{
    struct stat x, y;

    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void list_images(struct report *r, const char *images, char **own)
{
    DIR *folder;
    const struct dirent *entry;

    r->available = json_object();
    if (asprintf(own, "%s/images", r->dir) < 0)
        *own = NULL;
    r->copy = images && *own && !same_folder(images, *own);
    r->images = images ? images : *own;
    folder = r->images ? opendir(r->images) : NULL;
    if (!folder) {
        if (images)
            log_msg(r->log, LOG_WARN, "%s: %s; the report has no pictures", images, strerror(errno));
        return;
    }
    while ((entry = readdir(folder)))
        if (strstr(entry->d_name, ".png"))
            json_object_set_new(r->available, entry->d_name, json_true());
    closedir(folder);
}

static void finish(struct report *r)
{
    for (size_t i = 0; r->pages && i < json_array_size(r->traces); i++)
        free(r->pages[i]);
    free(r->pages);
    free(r->columns);
    json_decref(r->available);
}

bool report_html_write(const json_t *document, const char *dir, const char *images, const struct log *log)
{
    struct report r = {.document = document, .dir = dir, .log = log};
    char *own = NULL;

    r.traces = json_object_get(document, "traces");
    if (report_int(document, "schema") != 1 || !json_is_array(r.traces)) {
        log_msg(log, LOG_ERROR, "%s: the document is no result of schema 1", dir);
        return false;
    }
    if (mkdir(dir, 0777) && errno != EEXIST) {
        log_msg(log, LOG_ERROR, "%s: %s", dir, strerror(errno));
        return false;
    }
    make_folder(&r, "trace");
    list_images(&r, images, &own);
    if (json_object_size(r.available))
        make_folder(&r, "images");
    write_asset(&r, "report.css", report_css);
    write_asset(&r, "report.js", report_js);
    if (!r.failed && !take_traces(&r)) {
        log_msg(log, LOG_ERROR, "%s: out of memory", dir);
        r.failed = true;
    }
    if (!r.failed)
        report_index_write(&r);
    for (size_t i = 0; !r.failed && i < json_array_size(r.traces); i++)
        report_trace_write(&r, i);
    finish(&r);
    free(own);
    return !r.failed;
}
