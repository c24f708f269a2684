/* SPDX-License-Identifier: MIT */
/* The lists of one driver on a trace's page: what tiers declined, vertex windows, gaps, GL errors, logs,
 * digests. Most arms meet the same gaps and errors, so each is told once, with the tiers that met it. */
#include "report_html_priv.h"

#include "html.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 1000, MAX_FRAMES = 400 };

static void put_list_begin(FILE *out, const char *title, size_t n, bool open)
{
    html_put(out,
             open ? "<details open><summary>%s (%zu)</summary>\n" : "<details><summary>%s (%zu)</summary>\n",
             title, n);
    html_put(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n", title);
}

static void put_list_end(FILE *out, size_t n)
{
    html_put(out, "</tbody></table></div>\n");
    if (n > MAX_ROWS)
        html_put(out, "<p>and %zu more in the JSON document</p>\n", n - MAX_ROWS);
    html_put(out, "</details>\n");
}

/* --- declined batches --- */

static void put_declined(FILE *out, const json_t *driver)
{
    const json_t *arm, *item;
    size_t i, k, n = 0;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        n += json_array_size(json_object_get(json_object_get(arm, "batches"), "declined"));
    }
    if (!n)
        return;
    put_list_begin(out, "Declined batches", n, true);
    html_put(out, "<thead><tr><th scope=\"col\">tier</th><th scope=\"col\">reason</th><th scope=\"col\" "
                  "class=\"n\">batches</th><th scope=\"col\">drawn by</th></tr></thead><tbody>\n");
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        json_array_foreach(json_object_get(json_object_get(arm, "batches"), "declined"), k, item)
        {
            html_put(out,
                     "<tr><th scope=\"row\">%s</th><td>%s</td><td class=\"n\">%lld</td><td>%s</td></tr>\n",
                     report_text(arm, "tier"), report_text(item, "reason"), report_int(item, "count"),
                     report_text(item, "to"));
        }
    }
    put_list_end(out, n);
}

/* --- vertex windows --- */

static void put_windows(FILE *out, const json_t *driver)
{
    const json_t *arm, *item;
    size_t i, k, n = 0;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const json_t *w = json_object_get(arm, "windows");
        n += report_int(w, "native") || report_int(w, "whole") || report_int(w, "window") ||
             report_int(w, "texture") || json_array_size(json_object_get(w, "refused"));
    }
    if (!n)
        return;
    put_list_begin(out, "Vertex windows", n, false);
    html_put(out,
             "<thead><tr><th scope=\"col\">tier</th><th scope=\"col\" class=\"n\">native</th><th "
             "scope=\"col\" class=\"n\">whole</th><th scope=\"col\" class=\"n\">window</th><th "
             "scope=\"col\" class=\"n\">texture</th><th scope=\"col\">refused</th></tr></thead><tbody>\n");
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const json_t *w = json_object_get(arm, "windows");
        if (!json_is_object(w))
            continue;
        html_put(out,
                 "<tr><th scope=\"row\">%s</th><td class=\"n\">%lld</td><td class=\"n\">%lld</td><td "
                 "class=\"n\">%lld</td><td class=\"n\">%lld</td><td>",
                 report_text(arm, "tier"), report_int(w, "native"), report_int(w, "whole"),
                 report_int(w, "window"), report_int(w, "texture"));
        json_array_foreach(json_object_get(w, "refused"), k, item)
        {
            html_put(out, "%s (%lld) ", report_text(item, "reason"), report_int(item, "count"));
        }
        html_put(out, "</td></tr>\n");
    }
    put_list_end(out, n);
}

/* --- what several arms met --- */

/* Every different item of the arms' lists, in order: {key: {"item", "tiers": [name…], "count"}}. `key` is
 * made from the item by the caller's fields. */
static json_t *gather(const json_t *driver, const char *list, const char *const fields[3])
{
    json_t *all = json_object();
    const json_t *arm;
    json_t *item;
    size_t i, k;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        json_array_foreach(json_object_get(arm, list), k, item)
        {
            json_t *parts = json_array(), *entry;
            char *key;
            for (int f = 0; f < 3 && fields[f]; f++) {
                json_t *part = json_object_get(item, fields[f]);
                json_array_append(parts, part ? part : item);
            }
            key = json_dumps(parts, JSON_COMPACT);
            json_decref(parts);
            entry = key ? json_object_get(all, key) : NULL;
            if (key && !entry) {
                entry = json_pack("{s:O, s:[]}", "item", item, "tiers");
                json_object_set_new(all, key, entry);
            }
            json_array_append(json_object_get(entry, "tiers"), json_object_get(arm, "tier"));
            free(key);
        }
    }
    return all;
}

static void put_tiers(FILE *out, const json_t *entry)
{
    const json_t *tier;
    size_t i;

    json_array_foreach(json_object_get(entry, "tiers"), i, tier)
    {
        html_put(out, i ? ", %s" : "%s", json_string_value(tier));
    }
}

static void put_gaps(FILE *out, const json_t *driver)
{
    static const char *const fields[3] = {"function", "reason", "count"};
    json_t *all = gather(driver, "gaps", fields), *entry;
    const char *key;
    size_t n = 0;

    if (json_object_size(all)) {
        put_list_begin(out, "Gaps: calls that could not be replayed", json_object_size(all), false);
        html_put(out,
                 "<thead><tr><th scope=\"col\">function</th><th scope=\"col\">reason</th><th scope=\"col\" "
                 "class=\"n\">calls</th><th scope=\"col\">tiers</th></tr></thead><tbody>\n");
        json_object_foreach(all, key, entry)
        {
            const json_t *item = json_object_get(entry, "item");
            if (n++ >= MAX_ROWS)
                continue;
            html_put(out, "<tr><th scope=\"row\">%s</th><td>%s</td><td class=\"n\">%lld</td><td>",
                     report_text(item, "function"), report_text(item, "reason"), report_int(item, "count"));
            put_tiers(out, entry);
            html_put(out, "</td></tr>\n");
        }
        put_list_end(out, n);
    }
    json_decref(all);
}

static const char *error_name(long long code)
{
    static const char *const names[] = {"GL_INVALID_ENUM",
                                        "GL_INVALID_VALUE",
                                        "GL_INVALID_OPERATION",
                                        "GL_STACK_OVERFLOW",
                                        "GL_STACK_UNDERFLOW",
                                        "GL_OUT_OF_MEMORY",
                                        "GL_INVALID_FRAMEBUFFER_OPERATION",
                                        "GL_CONTEXT_LOST"};

    return code >= 0x500 && code <= 0x507 ? names[code - 0x500] : NULL;
}

static void put_errors(FILE *out, const json_t *driver)
{
    static const char *const fields[3] = {"call", "function", "code"};
    json_t *all = gather(driver, "errors", fields), *entry;
    const char *key;
    size_t n = 0;

    if (json_object_size(all)) {
        put_list_begin(out, "GL errors", json_object_size(all), false);
        html_put(out, "<thead><tr><th scope=\"col\" class=\"n\">call</th><th scope=\"col\">function</th><th "
                      "scope=\"col\">error</th><th scope=\"col\">tiers</th></tr></thead><tbody>\n");
        json_object_foreach(all, key, entry)
        {
            const json_t *item = json_object_get(entry, "item");
            if (n++ >= MAX_ROWS)
                continue;
            html_put(out, "<tr><td class=\"n\">%lld</td><td>%s</td><td>%s 0x%llx</td><td>",
                     report_int(item, "call"), report_text(item, "function"),
                     error_name(report_int(item, "code")), report_int(item, "code"));
            put_tiers(out, entry);
            html_put(out, "</td></tr>\n");
        }
        put_list_end(out, n);
    }
    json_decref(all);
}

static void put_logs(FILE *out, const json_t *driver)
{
    const json_t *arm;
    size_t i;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        if (!report_text(arm, "log"))
            continue;
        html_put(out, "<details><summary>Log of %s</summary>\n<pre tabindex=\"0\">%s</pre></details>\n",
                 report_text(arm, "tier"), report_text(arm, "log"));
    }
}

void report_lists(FILE *out, const json_t *driver)
{
    put_declined(out, driver);
    put_windows(out, driver);
    put_gaps(out, driver);
    put_errors(out, driver);
    put_logs(out, driver);
}

/* --- digests --- */

static const char *digest_of(const json_t *arm, size_t frame)
{
    return report_text(json_array_get(json_object_get(arm, "frames"), frame), "md5");
}

/* The arms whose digest of a frame is another than the reference's. */
static void put_frame(FILE *out, const json_t *driver, const json_t *reference, size_t frame)
{
    const json_t *row = json_array_get(json_object_get(reference, "frames"), frame), *arm;
    const char *md5 = report_text(row, "md5");
    bool any = false;
    size_t i;

    html_put(out,
             "<tr><td class=\"n\">%lld</td><td class=\"n\">%lld</td><td>%lld × "
             "%lld</td><td><code>%s</code></td><td>",
             report_int(row, "frame"), report_int(row, "call"), report_int(row, "width"),
             report_int(row, "height"), md5 ? md5 : "GL refused the read");
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const char *other = digest_of(arm, frame);
        if (arm == reference || !json_array_size(json_object_get(arm, "frames")) || (!md5 && !other) ||
            (md5 && other && !strcmp(md5, other)))
            continue;
        html_put(out, any ? ", %s" : "%s", report_text(arm, "tier"));
        any = true;
    }
    html_put(out, "</td></tr>\n");
}

void report_frames(FILE *out, const json_t *driver)
{
    const json_t *reference = report_arm_find(driver, report_text(driver, "reference"));
    size_t n = json_array_size(json_object_get(reference, "frames"));

    if (!n)
        return;
    put_list_begin(out, "Digests of the reference", n, false);
    html_put(out,
             "<thead><tr><th scope=\"col\" class=\"n\">frame</th><th scope=\"col\" class=\"n\">call</th><th "
             "scope=\"col\">size</th><th scope=\"col\">MD5</th><th scope=\"col\">other in</th></tr></thead>"
             "<tbody>\n");
    for (size_t i = 0; i < n && i < MAX_FRAMES; i++)
        put_frame(out, driver, reference, i);
    html_put(out, "</tbody></table></div>\n");
    if (n > MAX_FRAMES)
        html_put(out, "<p>and %zu more in the JSON document</p>\n", n - (size_t)MAX_FRAMES);
    html_put(out, "</details>\n");
}
