/* SPDX-License-Identifier: MIT */
/* A trace's page: what the trace is, and per driver the arms with their costs, the chart, the pictures, and
 * what was declined, refused or logged. */
#include "report_html_priv.h"

#include "html.h"

#include <stdlib.h>
#include <string.h>

static void put_fact(FILE *out, const char *name, const char *value)
{
    if (value)
        html_put(out, "<div><dt>%s</dt><dd><bdi>%s</bdi></dd></div>\n", name, value);
}

static void put_head(struct report *r, FILE *out, size_t index, const json_t *trace)
{
    size_t n = json_array_size(r->traces);

    html_put(out, "<header>\n<nav aria-label=\"report\"><a href=\"../index.html\">all results</a>");
    if (index)
        html_put(out, " <a rel=\"prev\" href=\"%s\">‹ previous</a>", r->pages[index - 1]);
    if (index + 1 < n)
        html_put(out, " <a rel=\"next\" href=\"%s\">next ›</a>", r->pages[index + 1]);
    html_put(out, "</nav>\n<h1><bdi>%s</bdi></h1>\n<p class=\"facts\">", report_text(trace, "trace"));
    if (!report_text(trace, "error"))
        html_put(out, "%lld calls, %lld frames, %lld batches of %lld sub-draws", report_int(trace, "calls"),
                 report_int(trace, "frames"), report_int(trace, "batches"), report_int(trace, "subdraws"));
    html_put(out, "</p>\n<dl class=\"facts\">\n");
    put_fact(out, "path", report_text(trace, "path"));
    put_fact(out, "MD5", report_text(trace, "md5"));
    html_put(out, "</dl>\n");
    if (report_text(trace, "error"))
        html_put(out, "<p class=\"alarm\">The trace cannot be read: %s</p>\n", report_text(trace, "error"));
    if (report_text(trace, "damage"))
        html_put(out, "<p class=\"alarm\">The trace is damaged: %s</p>\n", report_text(trace, "damage"));
    html_put(out, "</header>\n");
}

/* --- the table of arms --- */

/* One unit for a column: the largest that leaves its greatest median at least 1. */
struct unit {
    const char *name;
    double ns;
};

static struct unit column_unit(const json_t *driver, const char *key)
{
    static const struct unit units[] = {{"ms", 1e6}, {"µs", 1e3}, {"ns", 1}};
    const json_t *arm;
    double most = 0;
    size_t i, u = 0;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        double ns = json_number_value(json_object_get(json_object_get(arm, key), "median"));
        most = ns > most ? ns : most;
    }
    while (units[u].ns > 1 && most < units[u].ns)
        u++;
    return units[u];
}

static void put_cost(FILE *out, const json_t *cost, struct unit unit)
{
    if (!json_is_object(cost)) {
        html_put(out, "<td class=\"n\">–</td>");
        return;
    }
    html_put(out, "<td class=\"n\">%.3f <span class=\"dim spread\">%.3f … %.3f</span></td>",
             json_number_value(json_object_get(cost, "median")) / unit.ns,
             json_number_value(json_object_get(cost, "min")) / unit.ns,
             json_number_value(json_object_get(cost, "max")) / unit.ns);
}

static void put_ratio(FILE *out, const json_t *arm, const json_t *reference)
{
    double cost = json_number_value(json_object_get(json_object_get(arm, "ns_per_op"), "median"));
    double base = json_number_value(json_object_get(json_object_get(reference, "ns_per_op"), "median"));

    if (cost > 0 && base > 0)
        html_put(out, "<td class=\"n\">%.2f</td>", cost / base);
    else
        html_put(out, "<td class=\"n\">–</td>");
}

static void put_arm(FILE *out, const json_t *driver, const json_t *arm, size_t column,
                    const struct unit units[3])
{
    const struct report_verdict *v = report_verdict(driver, arm);
    const char *tier = report_text(arm, "tier"), *reference = report_text(driver, "reference");
    const json_t *batches = json_object_get(arm, "batches");

    html_put(out, "<tr id=\"d%zu-%s\" tabindex=\"-1\"><th scope=\"row\">%s%s</th>", column, tier, tier,
             reference && tier && !strcmp(tier, reference) ? " (reference)" : "");
    html_put(out,
             "<td><span class=\"tag %s%s\" title=\"%s\"><span aria-hidden=\"true\">%s</span> %s</span></td>",
             v->class, report_arm_alarms(driver, arm) ? " look" : "", v->meaning, v->symbol, v->name);
    if (json_is_true(json_object_get(arm, "announced")) || report_int(batches, "executed"))
        html_put(out, "<td class=\"n\">%lld/%lld</td>", report_int(batches, "executed"),
                 report_int(batches, "total"));
    else
        html_put(out, "<td class=\"n\">–</td>");
    put_cost(out, json_object_get(arm, "ns_per_op"), units[0]);
    put_cost(out, json_object_get(arm, "submit_ns_per_op"), units[1]);
    put_cost(out, json_object_get(arm, "gpu_ns_per_op"), units[2]);
    put_ratio(out, arm, report_arm_find(driver, reference));
    html_put(out, "<td class=\"notes\">");
    report_arm_notes(out, driver, arm);
    html_put(out, "</td></tr>\n");
}

static void put_arms(FILE *out, const json_t *driver, size_t column)
{
    const struct unit units[3] = {column_unit(driver, "ns_per_op"), column_unit(driver, "submit_ns_per_op"),
                                  column_unit(driver, "gpu_ns_per_op")};
    static const char *const titles[3] = {"time", "submit", "GPU"};
    const json_t *arm;
    size_t i;

    html_put(out,
             "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"tiers of %s\"><table "
             "class=\"arms\">\n<thead><tr><th scope=\"col\">tier</th><th scope=\"col\">verdict</th><th "
             "scope=\"col\" class=\"n\">executed</th>",
             report_text(driver, "driver"));
    for (i = 0; i < 3; i++)
        html_put(out,
                 "<th scope=\"col\" class=\"n\">%s, %s/op <span class=\"dim spread\">min … max</span></th>",
                 titles[i], units[i].name);
    html_put(out,
             "<th scope=\"col\" class=\"n\">ratio</th><th scope=\"col\">notes</th></tr></thead>\n<tbody>\n");
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        put_arm(out, driver, arm, column, units);
    }
    html_put(out, "</tbody></table></div>\n");
}

/* --- one driver --- */

static void put_summary(FILE *out, const json_t *driver)
{
    const char *fastest = report_text(driver, "fastest"), *golden = report_text(driver, "golden");
    const char *native = report_text(driver, "native"), *taken = report_text(driver, "auto");

    html_put(out, "<p class=\"facts\">%s, %s</p>\n<p>", report_text(driver, "renderer"),
             report_text(driver, "version"));
    if (golden && !strcmp(golden, "differs"))
        html_put(out, "<strong class=\"alarm\">Its frames are not the recorded ones (golden).</strong> ");
    else
        html_put(out, "Golden: %s. ", golden && !strcmp(golden, "equal") ? "equal" : "none recorded");
    html_put(out, "Native desktop GL: %s. ", native ? native : "none");
    if (fastest)
        html_put(out, "Fastest correct tier: %s%s. ", fastest,
                 json_is_true(json_object_get(driver, "fastest_clear"))
                     ? ""
                     : " (not distinguishable from the next)");
    if (taken)
        html_put(out, "Auto takes %s.", taken);
    html_put(out, "</p>\n");
}

static void put_driver(struct report *r, FILE *out, const json_t *trace, const json_t *driver)
{
    const char *name = report_text(driver, "driver");
    size_t column = report_column_find(r, name);

    if (column == SIZE_MAX)
        return;
    html_put(out, "<section id=\"d%zu\" class=\"driver\" tabindex=\"-1\">\n<h2>%s</h2>\n", column, name);
    if (report_text(driver, "error")) {
        html_put(out, "<p class=\"alarm\">It cannot be judged: %s</p>\n", report_text(driver, "error"));
    } else {
        put_summary(out, driver);
        put_arms(out, driver, column);
        report_chart(out, driver);
        report_pictures(r, out, trace, driver);
        report_lists(out, driver);
        report_frames(out, driver);
    }
    html_put(out, "</section>\n");
}

void report_trace_write(struct report *r, size_t index)
{
    const json_t *trace = json_array_get(r->traces, index), *driver;
    char *name = NULL, *title = NULL;
    FILE *out = NULL;
    size_t i;

    if (asprintf(&name, "trace/%s", r->pages[index]) < 0)
        name = NULL;
    if (asprintf(&title, "%s - retrace report",
                 report_text(trace, "trace") ? report_text(trace, "trace") : "") < 0)
        title = NULL;
    out = name && title ? report_open(r, name) : NULL;
    if (out) {
        report_page_begin(out, title, "../");
        put_head(r, out, index, trace);
        json_array_foreach(json_object_get(trace, "drivers"), i, driver)
        {
            put_driver(r, out, trace, driver);
        }
        report_page_end(out, "../");
        report_close(r, out, name);
    } else {
        r->failed = true;
    }
    free(name);
    free(title);
}
