/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPORT_HTML_PRIV_H
#define RETRACE_REPORT_HTML_PRIV_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Inside the HTML report: what its pages share. */

struct log;

/* --- the document --- */

static inline const char *report_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key)); /* NULL when there is none */
}

static inline long long report_int(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* How a verdict is shown. The classes are those of the style sheet. */
struct report_verdict {
    const char *name, *symbol, *class, *meaning;
};
/* All of them, worst first; ended by a NULL name. */
const struct report_verdict *report_verdicts(void);
/* That of an arm; for the native one, which is judged with its driver, whether it equals the emulation. Never
 * NULL. */
const struct report_verdict *report_verdict(const json_t *driver, const json_t *arm);

/* Whether somebody should look at it, by the rules of the exit status: not as expected, or, where nothing is
 * recorded, bad. */
bool report_arm_alarms(const json_t *driver, const json_t *arm);
/* Why the driver as a whole does, or NULL. */
const char *report_driver_alarm(const json_t *driver);
/* How an arm's reason, expectation and retries read, put into `out` as HTML. */
void report_arm_notes(FILE *out, const json_t *driver, const json_t *arm);

/* --- what there is to show --- */

/* The tiers that have a column, in the order of columns. */
enum { REPORT_TIERS = 8 };
extern const char *const report_tiers[REPORT_TIERS];

struct report_column { /* a driver */
    const char *name;
    bool tiers[REPORT_TIERS];
    const json_t *seen;    /* the first trace's driver object that came up, or the first at all: who it is */
    size_t judged, failed; /* traces on which it was judged, or was not usable */
};

struct report {
    const json_t *document, *traces;
    const char *dir;
    const struct log *log;
    struct report_column *columns;
    size_t n_columns;
    char **pages;      /* per trace the name of its page, under trace/ */
    json_t *available; /* names of the pictures there are, as keys */
    const char *images;
    bool copy; /* they are not in dir/images yet */
    bool failed;
};

/* The column of a driver's name; SIZE_MAX when there is none. */
size_t report_column_find(const struct report *r, const char *driver);
/* The arm of one tier, or NULL. */
const json_t *report_arm_find(const json_t *driver, const char *tier);

/* Opens dir/NAME for writing; NULL, logged, when that fails. report_close checks and closes it. */
FILE *report_open(struct report *r, const char *name);
void report_close(struct report *r, FILE *out, const char *name);

/* The head of a page up to the opened <main>; `root` is the way to the report's folder, "" or "../". */
void report_page_begin(FILE *out, const char *title, const char *root);
void report_page_end(FILE *out, const char *root);

void report_index_write(struct report *r);
void report_trace_write(struct report *r, size_t index);

/* Parts of a trace's page. */
void report_chart(FILE *out, const json_t *driver);
void report_lists(FILE *out, const json_t *driver);
void report_frames(FILE *out, const json_t *driver);
/* Pictures of the reference, and of each arm that differs. */
void report_pictures(struct report *r, FILE *out, const json_t *trace, const json_t *driver);

/* --- pictures --- */

/* The URL, from a trace's page, of a picture by its file's name, which is copied into the report where it
 * must be; allocated. NULL when there is none. */
char *report_image_use(struct report *r, const char *name);

/* What two pictures have different. */
struct report_difference {
    int width, height;
    uint64_t pixels;              /* that differ */
    int left, top, right, bottom; /* the box around them, inclusive */
    int x, y;                     /* where the difference is largest */
    uint8_t a[4], b[4];           /* the two pixels there */
};
/* False when one cannot be read or they are not of one size. */
bool report_image_compare(const struct report *r, const char *a, const char *b,
                          struct report_difference *out);

#endif
