/* SPDX-License-Identifier: MIT */
/* JUnit XML in the shape that both common schemas accept (Ant's and Jenkins'): no attributes on the root,
 * every attribute of a testsuite, properties first and the two outputs last. XML 1.0 cannot carry control
 * characters at all; they become U+FFFD. */
#include "retrace/junit.h"

#include "retrace/document.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct suite {
    const json_t *document, *trace, *driver;
    FILE *out;
    size_t id;
};

/* Jansson's strings are UTF-8; of what that allows XML refuses most control characters, U+FFFE and U+FFFF. */
static void put(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '&')
            fputs("&amp;", out);
        else if (*c == '<')
            fputs("&lt;", out);
        else if (*c == '>')
            fputs("&gt;", out);
        else if (*c == '"')
            fputs("&quot;", out);
        else if (*c == '\n' || *c == '\t')
            fprintf(out, "&#%d;", *c);
        else if (*c < ' ' || *c == 0x7f)
            fputs("\xef\xbf\xbd", out);
        else if (*c == 0xef && c[1] == 0xbf && (c[2] == 0xbe || c[2] == 0xbf)) {
            fputs("\xef\xbf\xbd", out);
            c += 2;
        } else
            fputc(*c, out);
    }
}

static void attribute(FILE *out, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void attribute(FILE *out, const char *name, const char *fmt, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, fmt);
    if (vasprintf(&text, fmt, args) < 0)
        text = NULL;
    va_end(args);
    fprintf(out, " %s=\"", name);
    put(out, text ? text : "");
    fputc('"', out);
    free(text);
}

/* --- one arm --- */

enum outcome { PASSED, SKIPPED, FAILURE, ERROR };

static bool is(const json_t *object, const char *key, const char *value)
{
    return !strcmp(document_text(object, key), value);
}

/* What is wrong with the arm beside its verdict: NULL, or the type of failure. */
static const char *picture_problem(const struct suite *s, const json_t *arm)
{
    if (is(arm, "tier", document_text(s->driver, "reference"))) {
        if (is(s->driver, "golden", "differs"))
            return "golden";
        if (is(s->driver, "checksum", "differs"))
            return "checksum";
    }
    if (is(arm, "tier", "native") && json_is_true(json_object_get(s->driver, "native_unexpected")))
        return "native";
    return NULL;
}

static enum outcome outcome_of(const struct suite *s, const json_t *arm, const char **type)
{
    *type = document_text(arm, "verdict");
    if (!document_arm_ok(s->driver, arm)) {
        if (is(arm, "stability", "flakes"))
            *type = "flakes";
        return is(arm, "verdict", "crashed") || is(arm, "verdict", "hung") ? ERROR : FAILURE;
    }
    if (picture_problem(s, arm)) {
        *type = picture_problem(s, arm);
        return FAILURE;
    }
    return is(arm, "verdict", "unsupported") || is(arm, "verdict", "no-batches") ? SKIPPED : PASSED;
}

static void put_details(const struct suite *s, const json_t *arm, const char *type)
{
    const json_t *item;
    size_t i;

    if (!strcmp(type, "golden"))
        put(s->out, "The frames differ from those recorded for this renderer.\n");
    if (!strcmp(type, "checksum"))
        put(s->out, "The last frame differs from the manifest's checksum.\n");
    if (!strcmp(type, "native"))
        put(s->out, "The driver's own desktop GL draws other pixels than the emulation.\n");
    if (json_is_string(json_object_get(arm, "expected"))) {
        put(s->out, "Expected: ");
        put(s->out, document_text(arm, "expected"));
        put(s->out, "\n");
    }
    json_array_foreach(json_object_get(arm, "attempts"), i, item)
    {
        char line[64];
        snprintf(line, sizeof line, "Attempt %zu: ", i + 1);
        put(s->out, line);
        put(s->out, document_text(item, "verdict"));
        put(s->out, " ");
        put(s->out, document_text(item, "reason"));
        put(s->out, "\n");
    }
    json_array_foreach(json_object_get(arm, "gaps"), i, item)
    {
        put(s->out, "Gap: ");
        put(s->out, document_text(item, "function"));
        put(s->out, ": ");
        put(s->out, document_text(item, "reason"));
        put(s->out, "\n");
    }
}

static void put_message(const struct suite *s, const json_t *arm, const char *type)
{
    const char *reason = document_text(arm, "reason"), *unexpected = document_text(arm, "unexpected");

    attribute(s->out, "message", "%s%s%s%s%s", type, reason[0] ? ": " : "", reason, unexpected[0] ? "; " : "",
              unexpected);
}

/* In the class the dots that are not ours would make packages. */
static void open_case(const struct suite *s, const char *name, double seconds)
{
    char *trace = strdup(document_text(s->trace, "trace"));

    for (char *c = trace; c && *c; c++)
        if (*c == '.')
            *c = '_';
    fputs("    <testcase", s->out);
    attribute(s->out, "name", "%s", name);
    attribute(s->out, "classname", "%s.%s", s->driver ? document_text(s->driver, "driver") : "retrace",
              trace ? trace : "");
    attribute(s->out, "time", "%.3f", seconds);
    free(trace);
}

static void put_arm(const struct suite *s, const json_t *arm)
{
    const char *type;
    enum outcome outcome = outcome_of(s, arm, &type);
    const char *element = outcome == ERROR ? "error" : "failure";

    open_case(s, document_text(arm, "tier"), json_number_value(json_object_get(arm, "seconds")));
    if (outcome == PASSED) {
        fputs("/>\n", s->out);
    } else if (outcome == SKIPPED) {
        fputs(">\n      <skipped", s->out);
        put_message(s, arm, type);
        fputs("/>\n    </testcase>\n", s->out);
    } else {
        fprintf(s->out, ">\n      <%s", element);
        attribute(s->out, "type", "%s", type);
        put_message(s, arm, type);
        fputc('>', s->out);
        put_details(s, arm, type);
        fprintf(s->out, "</%s>\n    </testcase>\n", element);
    }
}

/* --- one trace on one driver --- */

static void open_suite(const struct suite *s, size_t tests, size_t failures, size_t errors, size_t skipped,
                       double seconds)
{
    char now[32];
    time_t t = time(NULL);
    struct tm utc;

    gmtime_r(&t, &utc);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%S", &utc);
    fputs("  <testsuite", s->out);
    attribute(s->out, "id", "%zu", s->id);
    attribute(s->out, "package", "%s", s->driver ? document_text(s->driver, "driver") : "retrace");
    attribute(s->out, "name", "%s%s%s", document_text(s->trace, "trace"), s->driver ? " on " : "",
              s->driver ? document_text(s->driver, "driver") : "");
    attribute(s->out, "timestamp", "%s", now);
    attribute(s->out, "hostname", "%s", document_text(json_object_get(s->document, "host"), "name"));
    attribute(s->out, "tests", "%zu", tests);
    attribute(s->out, "failures", "%zu", failures);
    attribute(s->out, "errors", "%zu", errors);
    attribute(s->out, "skipped", "%zu", skipped);
    attribute(s->out, "time", "%.3f", seconds);
    fputs(">\n    <properties>\n", s->out);
    for (int i = 0; s->driver && i < 4; i++) {
        static const char *const keys[] = {"renderer", "version", "reference", "label"};
        if (!document_text(s->driver, keys[i])[0])
            continue;
        fputs("      <property", s->out);
        attribute(s->out, "name", "%s", keys[i]);
        attribute(s->out, "value", "%s", document_text(s->driver, keys[i]));
        fputs("/>\n", s->out);
    }
    fputs("    </properties>\n", s->out);
}

static void close_suite(const struct suite *s)
{
    fputs("    <system-out>", s->out);
    if (document_text(s->trace, "damage")[0]) {
        put(s->out, "The trace is damaged: ");
        put(s->out, document_text(s->trace, "damage"));
    }
    fputs("</system-out>\n    <system-err></system-err>\n  </testsuite>\n", s->out);
}

/* A suite of the one testcase that says why there are no others. */
static void put_lone(const struct suite *s, const char *name, const char *element, const char *type,
                     const char *message)
{
    bool skipped = !strcmp(element, "skipped");

    open_suite(s, 1, 0, !skipped, skipped, 0);
    open_case(s, name, 0);
    fprintf(s->out, ">\n      <%s", element);
    if (!skipped)
        attribute(s->out, "type", "%s", type);
    attribute(s->out, "message", "%s", message);
    fputs("/>\n    </testcase>\n", s->out);
    close_suite(s);
}

static void put_driver(const struct suite *s)
{
    const json_t *arms = json_object_get(s->driver, "arms"), *arm;
    size_t counts[4] = {0}, i;
    double seconds = 0;
    const char *type;

    if (document_text(s->driver, "error")[0]) {
        put_lone(s, "driver", "error", "driver", document_text(s->driver, "error"));
        return;
    }
    if (is(s->driver, "label", "skip")) {
        put_lone(s, "manifest", "skipped", "", "skip, as the manifest says");
        return;
    }
    json_array_foreach(arms, i, arm)
    {
        counts[outcome_of(s, arm, &type)]++;
        seconds += json_number_value(json_object_get(arm, "seconds"));
    }
    open_suite(s, json_array_size(arms), counts[FAILURE], counts[ERROR], counts[SKIPPED], seconds);
    json_array_foreach(arms, i, arm)
    {
        put_arm(s, arm);
    }
    close_suite(s);
}

bool junit_write(const json_t *document, FILE *out)
{
    struct suite s = {.document = document, .out = out};
    const json_t *trace, *driver;
    size_t t, i;

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    json_array_foreach(json_object_get(document, "traces"), t, trace)
    {
        s.trace = trace;
        s.driver = NULL;
        if (document_text(trace, "error")[0]) {
            put_lone(&s, "trace", "error", "trace", document_text(trace, "error"));
            s.id++;
        }
        json_array_foreach(json_object_get(trace, "drivers"), i, driver)
        {
            s.driver = driver;
            put_driver(&s);
            s.id++;
        }
    }
    fputs("</testsuites>\n", out);
    return !fflush(out) && !ferror(out);
}
