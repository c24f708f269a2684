/* SPDX-License-Identifier: MIT */
/* The pictures on a trace's page: thumbnails of the reference's frames, and for each arm that differs its
 * picture, the reference's and their difference, side by side under one magnifier (report.js). What differs
 * is also told in numbers, from the pictures themselves. Files are named as --dump-images does:
 * TRACE.DRIVER.TIER.CALL.png, and .reference.png and .difference.png beside it. */
#include "report_html_priv.h"

#include "html.h"

#include <stdlib.h>
#include <string.h>

enum { THUMBNAILS = 12 };

static char *image_name(const json_t *trace, const json_t *driver, const char *tier, long long call,
                        const char *what)
{
    char *name = NULL;

    if (asprintf(&name, "%s.%s.%s.%lld%s.png", report_text(trace, "trace"), report_text(driver, "driver"),
                 tier, call, what) < 0)
        return NULL;
    for (char *c = name; *c; c++)
        if (*c == '/') /* a trace may lie in folders, its pictures do not */
            *c = '_';
    return name;
}

/* --- thumbnails --- */

static bool put_thumbnail(struct report *r, FILE *out, const json_t *trace, const json_t *driver,
                          const json_t *frame, bool first)
{
    char *name = image_name(trace, driver, report_text(driver, "reference"), report_int(frame, "call"), "");
    char *url = name ? report_image_use(r, name) : NULL;

    if (url && first)
        html_put(out, "<h3>Frames of the reference</h3>\n<ul class=\"thumbs\">\n");
    if (url)
        html_put(out,
                 "<li><a href=\"%s\"><img src=\"%s\" alt=\"frame %lld\" loading=\"lazy\" width=\"%lld\" "
                 "height=\"%lld\"></a><span>frame %lld, call %lld</span></li>\n",
                 url, url, report_int(frame, "frame"), report_int(frame, "width"),
                 report_int(frame, "height"), report_int(frame, "frame"), report_int(frame, "call"));
    free(url);
    free(name);
    return url != NULL;
}

/* At most so many, spread evenly over those that there are pictures of. */
static void put_thumbnails(struct report *r, FILE *out, const json_t *trace, const json_t *driver)
{
    const char *tier = report_text(driver, "reference");
    const json_t *frames = json_object_get(report_arm_find(driver, tier), "frames"), *frame;
    size_t n = 0, shown = 0, seen = 0, i;

    json_array_foreach(frames, i, frame)
    {
        char *name = image_name(trace, driver, tier, report_int(frame, "call"), "");
        n += name && json_object_get(r->available, name);
        free(name);
    }
    json_array_foreach(frames, i, frame)
    {
        char *name = image_name(trace, driver, tier, report_int(frame, "call"), "");
        bool there = name && json_object_get(r->available, name);
        free(name);
        if (!there)
            continue;
        if (n <= THUMBNAILS || seen * (THUMBNAILS - 1) / (n - 1) >= shown)
            shown += put_thumbnail(r, out, trace, driver, frame, !shown);
        seen++;
    }
    if (shown)
        html_put(out, "</ul>\n");
}

/* --- what differs --- */

/* Where an arm's pictures differ first. Desktop GL is compared frame by frame, the tiers call by call. */
struct where {
    long long frame, call, subdraw; /* sub-draw -1: none */
};

static bool find_where(const json_t *driver, const json_t *arm, struct where *at)
{
    const json_t *divergence = json_object_get(arm, "divergence");
    const json_t *subdraw = json_object_get(divergence, "subdraw");
    const json_t *reference = report_arm_find(driver, report_text(driver, "reference"));
    const char *tier = report_text(arm, "tier");

    if (tier && !strcmp(tier, "native") && json_is_object(json_object_get(driver, "native_divergence"))) {
        at->frame = report_int(json_object_get(driver, "native_divergence"), "frame");
        at->call =
            report_int(json_array_get(json_object_get(reference, "frames"), (size_t)at->frame), "call");
        at->subdraw = -1;
        return true;
    }
    at->frame = report_int(divergence, "frame");
    at->call = report_int(divergence, "call");
    at->subdraw = json_is_integer(subdraw) ? json_integer_value(subdraw) : -1;
    return json_is_object(divergence);
}

static void put_where(FILE *out, const json_t *driver, const json_t *arm, const struct where *at)
{
    html_put(out, "<strong>%s</strong> differs from %s in frame %lld, after call %lld",
             report_text(arm, "tier"), report_text(driver, "reference"), at->frame, at->call);
    if (at->subdraw >= 0)
        html_put(out, ", sub-draw %lld", at->subdraw);
}

static void put_numbers(FILE *out, const json_t *driver, const json_t *arm, const struct report_difference *d)
{
    if (!d->pixels) {
        html_put(out, ". The pictures of this replay are the same: the difference did not happen again.");
        return;
    }
    html_put(out,
             ": %lld of %lld pixels, all in columns %d to %d and rows %d to %d. Most at x %d, y %d: %s has "
             "<code>#%02x%02x%02x%02x</code>, %s <code>#%02x%02x%02x%02x</code>.",
             (long long)d->pixels, (long long)d->width * d->height, d->left, d->right, d->top, d->bottom,
             d->x, d->y, report_text(arm, "tier"), d->a[0], d->a[1], d->a[2], d->a[3],
             report_text(driver, "reference"), d->b[0], d->b[1], d->b[2], d->b[3]);
}

static void put_pane(FILE *out, const char *url, const char *label, const char *alt)
{
    if (url)
        html_put(out,
                 "<div class=\"pane\"><p>%s</p><div class=\"shot\"><img src=\"%s\" alt=\"%s\" "
                 "draggable=\"false\"><span class=\"cross\"></span></div></div>\n",
                 label, url, alt);
}

static void put_viewer(struct report *r, FILE *out, const json_t *trace, const json_t *driver,
                       const json_t *arm, const struct where *at)
{
    static const char *const what[3] = {"", ".reference", ".difference"};
    const char *tier = report_text(arm, "tier"), *reference = report_text(driver, "reference");
    const char *const labels[3] = {tier, reference, "difference, stretched"};
    const char *const alts[3] = {"picture through the tier", "picture through the reference",
                                 "their difference"};
    struct report_difference d = {0};
    char *names[3], *urls[3];
    bool known;

    for (int i = 0; i < 3; i++) {
        names[i] = image_name(trace, driver, tier, at->call, what[i]);
        urls[i] = names[i] ? report_image_use(r, names[i]) : NULL;
    }
    known = urls[0] && urls[1] && report_image_compare(r, names[0], names[1], &d);
    html_put(out, "<figure class=\"viewer\" data-x=\"%d\" data-y=\"%d\">\n<figcaption>", d.x, d.y);
    put_where(out, driver, arm, at);
    if (known)
        put_numbers(out, driver, arm, &d);
    html_put(out, "</figcaption>\n");
    if (urls[0] || urls[1]) {
        html_put(out, "<div class=\"panes\">\n");
        for (int i = 0; i < 3; i++)
            put_pane(out, urls[i], labels[i], alts[i]);
        html_put(out, "</div>\n");
    }
    html_put(out, "</figure>\n");
    for (int i = 0; i < 3; i++) {
        free(names[i]);
        free(urls[i]);
    }
}

void report_pictures(struct report *r, FILE *out, const json_t *trace, const json_t *driver)
{
    const json_t *arm;
    struct where at;
    bool any = false;
    size_t i;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        if (!find_where(driver, arm, &at))
            continue;
        if (!any)
            html_put(out, "<h3>Differences</h3>\n");
        any = true;
        put_viewer(r, out, trace, driver, arm, &at);
    }
    put_thumbnails(r, out, trace, driver);
}
