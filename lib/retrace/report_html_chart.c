/* SPDX-License-Identifier: MIT */
/* What the arms of one driver cost, as SVG: a bar to the median of the frame time per operation, in it the
 * part spent inside the entry points, a whisker from the smallest to the largest run and a dot per run. One
 * scale from zero, so that lengths can be compared; the table above has the numbers. */
#include "report_html_priv.h"

#include "html.h"

#include <string.h>

enum { LABEL = 110, PLOT = 460, VALUE = 110, ROW = 26, TOP = 8, AXIS = 24 };

static double figure(const json_t *cost, const char *key)
{
    return json_number_value(json_object_get(cost, key));
}

static double largest(const json_t *driver, size_t *rows)
{
    const json_t *arm;
    double max = 0;
    size_t i;

    *rows = 0;
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const json_t *cost = json_object_get(arm, "ns_per_op");
        if (!json_is_object(cost))
            continue;
        ++*rows;
        max = figure(cost, "max") > max ? figure(cost, "max") : max;
        max = figure(cost, "median") > max ? figure(cost, "median") : max;
    }
    return max;
}

/* A step of 1, 2 or 5 times a power of ten that divides the axis in at most five. */
static double axis_step(double max)
{
    double step = 1e-3;

    for (int i = 0; step * 5 < max && i < 60; i++)
        step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

static void put_time(FILE *out, double ns)
{
    if (ns >= 1e6)
        html_put(out, "%.4g ms", ns / 1e6);
    else if (ns >= 1e3)
        html_put(out, "%.4g µs", ns / 1e3);
    else
        html_put(out, "%.4g ns", ns);
}

static void put_axis(FILE *out, double max, int bottom)
{
    double step = axis_step(max);

    for (int i = 0; step * i <= max; i++) {
        double x = LABEL + PLOT * (step * i / max);
        html_put(out,
                 "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/><text class=\"axis\" "
                 "text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">",
                 x, x, TOP, bottom, x, bottom + 16);
        put_time(out, step * i);
        html_put(out, "</text>\n");
    }
}

static void put_bar(FILE *out, const json_t *arm, double scale, int y, bool reference)
{
    const json_t *cost = json_object_get(arm, "ns_per_op"), *run;
    const json_t *submit = json_object_get(arm, "submit_ns_per_op");
    double low = LABEL + figure(cost, "min") * scale, high = LABEL + figure(cost, "max") * scale;
    double middle = y + ROW / 2.0;
    size_t i;

    html_put(out, "<g class=\"%s\"><text text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
             reference ? "bar ref" : "bar", LABEL - 8, middle + 4, report_text(arm, "tier"));
    html_put(out, "<rect class=\"time\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>", LABEL, y + 4,
             figure(cost, "median") * scale, ROW - 8);
    if (json_is_object(submit))
        html_put(out, "<rect class=\"submit\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>", LABEL, y + 9,
                 figure(submit, "median") * scale, ROW - 18);
    html_put(out, "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1fM%.1f %.1fV%.1f\"/>", low, middle - 6, middle + 6,
             low, middle, high, high, middle - 6, middle + 6);
    json_array_foreach(json_object_get(cost, "runs"), i, run)
    {
        html_put(out, "<circle class=\"run\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>",
                 LABEL + json_number_value(run) * scale, middle);
    }
    html_put(out, "<text class=\"value\" x=\"%.1f\" y=\"%.1f\">",
             (high > LABEL + figure(cost, "median") * scale ? high : LABEL + figure(cost, "median") * scale) +
                 8,
             middle + 4);
    put_time(out, figure(cost, "median"));
    html_put(out, "</text></g>\n");
}

void report_chart(FILE *out, const json_t *driver)
{
    const char *reference = report_text(driver, "reference");
    const json_t *arm;
    size_t rows, i;
    double max = largest(driver, &rows);
    int y = TOP, bottom = TOP + (int)rows * ROW + 4;

    if (!rows || max <= 0)
        return;
    html_put(
        out,
        "<figure class=\"chart\">\n<figcaption>Time per multi-draw. Bar: median; inner bar: inside the entry "
        "points; whisker: smallest to largest run; dots: runs.</figcaption>\n<div class=\"wide\" "
        "tabindex=\"0\" role=\"region\" aria-label=\"chart of costs on %s\"><svg viewBox=\"0 0 %d %d\" "
        "width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"time per multi-draw of each tier on %s; the "
        "table has the numbers\">\n",
        report_text(driver, "driver"), LABEL + PLOT + VALUE, bottom + AXIS, LABEL + PLOT + VALUE,
        bottom + AXIS, report_text(driver, "driver"));
    put_axis(out, max, bottom);
    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const char *tier = report_text(arm, "tier");
        if (!json_is_object(json_object_get(arm, "ns_per_op")))
            continue;
        put_bar(out, arm, PLOT / max, y, tier && reference && !strcmp(tier, reference));
        y += ROW;
    }
    html_put(out, "</svg></div>\n</figure>\n");
}
