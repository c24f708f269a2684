/* SPDX-License-Identifier: MIT */
/* The report's first page: how many of each verdict, what somebody should look at, who the drivers are, and
 * the matrix of trace x driver x tier. Each cell is a symbol, a colour and a name for screen readers; each
 * leads to its place on the trace's page. */
#include "report_html_priv.h"

#include "html.h"
#include "retrace/document.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ALARMS = 1000 };

/* Calls visit for every arm. */
struct visit {
    struct report *r;
    FILE *out;
    size_t trace, column, listed, alarms;
    const json_t *driver;
    size_t *counts; /* by verdict */
};

static void each_arm(struct visit *v, void (*visit)(struct visit *, const json_t *trace, const json_t *arm),
                     void (*visit_driver)(struct visit *, const json_t *trace))
{
    const json_t *trace, *driver, *arm;
    size_t i, k, a;

    json_array_foreach(v->r->traces, i, trace)
    {
        v->trace = i;
        v->driver = NULL;
        if (visit_driver && report_text(trace, "error"))
            visit_driver(v, trace);
        json_array_foreach(json_object_get(trace, "drivers"), k, driver)
        {
            v->driver = driver;
            v->column = report_column_find(v->r, report_text(driver, "driver"));
            if (v->column == SIZE_MAX)
                continue;
            if (visit_driver)
                visit_driver(v, trace);
            json_array_foreach(json_object_get(driver, "arms"), a, arm)
            {
                visit(v, trace, arm);
            }
        }
    }
}

/* --- counts: the legend, and with the script the filter --- */

static void count_arm(struct visit *v, const json_t *trace, const json_t *arm)
{
    const char *name = report_verdict(v->driver, arm)->name;

    (void)trace;
    for (size_t i = 0; report_verdicts()[i].name; i++)
        if (!strcmp(report_verdicts()[i].name, name))
            v->counts[i]++;
}

static void put_counts(struct report *r, FILE *out)
{
    size_t counts[16] = {0};
    struct visit v = {.r = r, .out = out, .counts = counts};

    each_arm(&v, count_arm, NULL);
    html_put(out, "<ul class=\"counts\" aria-label=\"verdicts\">\n");
    for (const struct report_verdict *d = report_verdicts(); d->name; d++) {
        size_t n = counts[d - report_verdicts()];
        if (n)
            html_put(out,
                     "<li><button type=\"button\" class=\"%s\" data-verdict=\"%s\" aria-pressed=\"false\" "
                     "title=\"%s\"><span aria-hidden=\"true\">%s</span> <b>%zu</b> %s</button></li>\n",
                     d->class, d->name, d->meaning, d->symbol, n, d->name);
    }
    html_put(out, "</ul>\n");
}

/* --- what somebody should look at --- */

static void alarm_begin(struct visit *v)
{
    if (!v->alarms++)
        html_put(v->out, "<ul class=\"alarms\">\n");
}

static void alarm_arm(struct visit *v, const json_t *trace, const json_t *arm)
{
    const struct report_verdict *verdict = report_verdict(v->driver, arm);

    if (!report_arm_alarms(v->driver, arm))
        return;
    alarm_begin(v);
    if (v->listed++ >= MAX_ALARMS)
        return;
    html_put(v->out,
             "<li><a href=\"trace/%s#d%zu-%s\"><span class=\"tag %s\"><span aria-hidden=\"true\">%s</span> "
             "%s</span> <bdi>%s</bdi>, %s, %s</a> ",
             v->r->pages[v->trace], v->column, report_text(arm, "tier"), verdict->class, verdict->symbol,
             verdict->name, report_text(trace, "trace"), report_text(v->driver, "driver"),
             report_text(arm, "tier"));
    report_arm_notes(v->out, v->driver, arm);
    html_put(v->out, "</li>\n");
}

static void alarm_driver(struct visit *v, const json_t *trace)
{
    const char *why = v->driver ? report_driver_alarm(v->driver) : report_text(trace, "error");

    if (!why)
        return;
    alarm_begin(v);
    if (v->listed++ >= MAX_ALARMS)
        return;
    html_put(v->out, "<li><a href=\"trace/%s", v->r->pages[v->trace]);
    if (v->driver)
        html_put(v->out, "#d%zu", v->column);
    html_put(v->out, "\"><span class=\"tag bad\"><span aria-hidden=\"true\">!</span> %s</span> <bdi>%s</bdi>",
             !v->driver                        ? "unreadable"
             : report_text(v->driver, "error") ? "not judged"
                                               : "golden",
             report_text(trace, "trace"));
    if (v->driver)
        html_put(v->out, ", %s", report_text(v->driver, "driver"));
    html_put(v->out, "</a> %s</li>\n", why);
}

static void put_alarms(struct report *r, FILE *out)
{
    struct visit v = {.r = r, .out = out};

    html_put(out, "<section id=\"alarms\">\n<h2>To look at</h2>\n");
    each_arm(&v, alarm_arm, alarm_driver);
    if (v.alarms)
        html_put(out, "</ul>\n");
    else
        html_put(out, "<p class=\"calm\">Everything is as expected.</p>\n");
    if (v.listed > MAX_ALARMS)
        html_put(out, "<p>and %zu more, marked in the matrix</p>\n", v.listed - MAX_ALARMS);
    html_put(out, "</section>\n");
}

/* --- drivers --- */

static void put_drivers(struct report *r, FILE *out)
{
    html_put(out,
             "<section id=\"drivers\">\n<h2>Drivers</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"drivers\"><table>\n<thead><tr><th scope=\"col\">driver</th><th "
             "scope=\"col\">renderer</th><th scope=\"col\">version</th><th scope=\"col\">auto "
             "takes</th><th scope=\"col\" class=\"n\">traces judged</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->n_columns; i++) {
        const struct report_column *c = &r->columns[i];
        html_put(out, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td>%s</td><td class=\"n\">%zu",
                 c->name,
                 report_text(c->seen, "renderer") ? report_text(c->seen, "renderer")
                                                  : report_text(c->seen, "error"),
                 report_text(c->seen, "version"), report_text(c->seen, "auto"), c->judged);
        if (c->failed)
            html_put(out, ", <strong class=\"alarm\">%zu not</strong>", c->failed);
        html_put(out, "</td></tr>\n");
    }
    html_put(out, "</tbody></table></div>\n</section>\n");
}

/* --- the matrix --- */

static size_t tier_count(const struct report_column *c)
{
    size_t n = 0;

    for (size_t t = 0; t < REPORT_TIERS; t++)
        n += c->tiers[t];
    return n ? n : 1;
}

static void put_matrix_head(struct report *r, FILE *out)
{
    html_put(out, "<colgroup><col></colgroup>");
    for (size_t i = 0; i < r->n_columns; i++)
        html_put(out, "<colgroup span=\"%zu\"></colgroup>", tier_count(&r->columns[i]));
    html_put(out, "\n<thead>\n<tr><td></td>");
    for (size_t i = 0; i < r->n_columns; i++)
        html_put(out, "<th scope=\"colgroup\" colspan=\"%zu\">%s</th>", tier_count(&r->columns[i]),
                 r->columns[i].name);
    html_put(out, "</tr>\n<tr><th scope=\"col\">trace</th>");
    for (size_t i = 0; i < r->n_columns; i++) {
        bool first = true;
        for (size_t t = 0; t < REPORT_TIERS; t++)
            if (r->columns[i].tiers[t]) {
                html_put(out,
                         first ? "<th scope=\"col\" class=\"t f\"><span>%s</span></th>"
                               : "<th scope=\"col\" class=\"t\"><span>%s</span></th>",
                         report_tiers[t]);
                first = false;
            }
        if (first)
            html_put(out, "<td class=\"f\"></td>");
    }
    html_put(out, "</tr>\n</thead>\n");
}

static void put_cell(struct report *r, FILE *out, size_t trace, size_t column, const json_t *driver,
                     const json_t *arm, bool first)
{
    const struct report_verdict *v = report_verdict(driver, arm);
    bool alarms = report_arm_alarms(driver, arm);

    html_put(out, "<td class=\"%s%s%s\"><a href=\"trace/%s#d%zu-%s\" aria-label=\"%s, %s: %s%s\">%s</a></td>",
             v->class, first ? " f" : "", alarms ? " look" : "", r->pages[trace], column,
             report_text(arm, "tier"), report_text(driver, "driver"), report_text(arm, "tier"), v->name,
             alarms ? ", to look at" : "", v->symbol);
}

static void put_cells(struct report *r, FILE *out, size_t trace, size_t column, const json_t *driver)
{
    bool first = true;

    if (!driver || report_text(driver, "error")) {
        html_put(out, "<td class=\"f none%s\" colspan=\"%zu\">", driver ? " look" : "",
                 tier_count(&r->columns[column]));
        if (driver)
            html_put(out, "<a href=\"trace/%s#d%zu\" aria-label=\"%s: not judged, to look at\">?</a>",
                     r->pages[trace], column, r->columns[column].name);
        html_put(out, "</td>");
        return;
    }
    for (size_t t = 0; t < REPORT_TIERS; t++) {
        const json_t *arm = r->columns[column].tiers[t] ? report_arm_find(driver, report_tiers[t]) : NULL;
        if (arm)
            put_cell(r, out, trace, column, driver, arm, first);
        else if (r->columns[column].tiers[t])
            html_put(out, first ? "<td class=\"f\"></td>" : "<td></td>");
        first = first && !r->columns[column].tiers[t];
    }
}

/* The words that the script filters rows by. */
static void put_row_words(FILE *out, const json_t *trace)
{
    unsigned seen = 0;
    bool alarms = report_text(trace, "error") != NULL;
    const json_t *driver, *arm;
    size_t i, a;

    json_array_foreach(json_object_get(trace, "drivers"), i, driver)
    {
        alarms |= report_driver_alarm(driver) != NULL;
        json_array_foreach(json_object_get(driver, "arms"), a, arm)
        {
            const char *name = report_verdict(driver, arm)->name;
            alarms |= report_arm_alarms(driver, arm);
            for (size_t v = 0; report_verdicts()[v].name; v++)
                if (!strcmp(report_verdicts()[v].name, name))
                    seen |= 1u << v;
        }
    }
    html_put(out, "<tr data-v=\"%s", alarms ? "|look" : "");
    for (size_t v = 0; report_verdicts()[v].name; v++)
        if (seen & (1u << v))
            html_put(out, "|%s", report_verdicts()[v].name);
    html_put(out, "|\">");
}

static void put_row(struct report *r, FILE *out, size_t index)
{
    const json_t *trace = json_array_get(r->traces, index), *driver;
    const json_t **by_column = calloc(r->n_columns + 1, sizeof(json_t *));
    size_t i;

    if (!by_column) {
        r->failed = true;
        return;
    }
    json_array_foreach(json_object_get(trace, "drivers"), i, driver)
    {
        size_t column = report_column_find(r, report_text(driver, "driver"));
        if (column != SIZE_MAX)
            by_column[column] = driver;
    }
    put_row_words(out, trace);
    html_put(out, "<th scope=\"row\"><a href=\"trace/%s\" title=\"%s\"><bdi>%s</bdi></a></th>",
             r->pages[index], document_text(trace, "path"), report_text(trace, "trace"));
    if (report_text(trace, "error")) {
        size_t span = 0;
        for (i = 0; i < r->n_columns; i++)
            span += tier_count(&r->columns[i]);
        html_put(out, "<td class=\"f bad look wordy\" colspan=\"%zu\">cannot be read</td>", span ? span : 1);
    }
    for (i = 0; !report_text(trace, "error") && i < r->n_columns; i++)
        put_cells(r, out, index, i, by_column[i]);
    html_put(out, "</tr>\n");
    free(by_column);
}

static void put_matrix(struct report *r, FILE *out)
{
    html_put(out,
             "<section id=\"results\">\n<h2>Results</h2>\n"
             "<form class=\"filters\" hidden><label>trace <input type=\"search\" id=\"filter\" "
             "autocomplete=\"off\"></label> <label><input type=\"checkbox\" id=\"look\"> only what is to "
             "be looked at</label> <output id=\"shown\" for=\"filter look\"></output></form>\n"
             "<div class=\"wide matrix\" tabindex=\"0\" role=\"region\" aria-label=\"results; arrow keys "
             "move between them\">\n<table id=\"matrix\">\n<caption class=\"hide\">verdict of each trace, "
             "driver and tier</caption>\n");
    put_matrix_head(r, out);
    html_put(out, "<tbody>\n");
    for (size_t i = 0; i < json_array_size(r->traces); i++)
        put_row(r, out, i);
    html_put(out, "</tbody>\n</table>\n</div>\n</section>\n");
}

void report_index_write(struct report *r)
{
    const json_t *build = json_object_get(r->document, "retrace");
    const json_t *host = json_object_get(r->document, "host");
    FILE *out = report_open(r, "index.html");

    if (!out)
        return;
    report_page_begin(out, "retrace report", "");
    html_put(out, "<header>\n<h1>retrace report</h1>\n<p class=\"facts\">%zu %s, %zu %s",
             json_array_size(r->traces), json_array_size(r->traces) == 1 ? "trace" : "traces", r->n_columns,
             r->n_columns == 1 ? "driver" : "drivers");
    if (report_text(host, "name"))
        html_put(out, "; on %s (%s %s, %lld CPUs)", report_text(host, "name"), report_text(host, "system"),
                 report_text(host, "machine"), report_int(host, "cpus"));
    html_put(out, "; retrace %s, %s</p>\n</header>\n", report_text(build, "version"),
             report_text(build, "commit"));
    put_counts(r, out);
    put_alarms(r, out);
    put_drivers(r, out);
    put_matrix(r, out);
    report_page_end(out, "");
    report_close(r, out, "index.html");
}
