/* SPDX-License-Identifier: MIT */
/* What a run writes and tells: which files and folders are opened before the work starts, progress, the table
 * and the document after each trace, everything at the end. A document is replaced whole; what is finished is
 * in the journal beside it before that. */
#include "run.h"

#include "gles/driver.h"
#include "outputs.h"
#include "retrace/clock.h"
#include "retrace/journal.h"
#include "retrace/report_html.h"
#include "retrace/report_json.h"
#include "run_table.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- before it runs --- */

/* A folder that is there or can be made, and that files can be put into; errno tells why not. */
static bool open_folder(const char *path)
{
    struct stat st;

    if (!mkdir(path, 0777))
        return true;
    if (errno != EEXIST || stat(path, &st))
        return false;
    if (!S_ISDIR(st.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return !access(path, W_OK | X_OK);
}

static bool refuse(const struct cli_command *command, const char *option, const char *path)
{
    cli_usage_error(command, "--%s=%s: %s", option, path, strerror(errno));
    return false;
}

/* The folder of a report, and of the few pictures that it needs where not all of them are wanted. */
static bool open_html(const struct cli_command *command, struct run *run)
{
    const struct run_options *o = run->options;

    if (!o->html)
        return true;
    if (!o->images && asprintf(&run->pictures, "%s/images", o->html) < 0)
        run->pictures = NULL;
    run->params.pictures = run->pictures;
    if (!open_folder(o->html) || (run->pictures && !open_folder(run->pictures)))
        return refuse(command, "html", o->html);
    return true;
}

bool run_open_outputs(const struct cli_command *command, struct run *run)
{
    const struct run_options *o = run->options;

    if (o->json && o->junit && !strcmp(o->json, o->junit)) {
        cli_usage_error(command, "--json=%s --junit=%s: only one can be %s", o->json, o->junit,
                        strcmp(o->json, "-") ? "there" : "on standard output");
        return false;
    }
    run->to_stdout = (o->json && !strcmp(o->json, "-")) || (o->junit && !strcmp(o->junit, "-"));
    if (o->images && !open_folder(o->images))
        return refuse(command, "dump-images", o->images);
    if (o->json && !output_check(o->json, !o->resume))
        return refuse(command, "json", o->json);
    if (o->junit && !output_check(o->junit, true))
        return refuse(command, "junit", o->junit);
    return open_html(command, run);
}

bool run_open_journal(struct run *run)
{
    const struct run_options *o = run->options;
    char *path;

    if (!o->json || !output_is_plain(o->json))
        return true;
    path = journal_path(o->json);
    run->params.journal = path ? journal_open(path, o->resume, &cli_log) : NULL;
    free(path);
    return run->params.journal != NULL;
}

/* --- while it runs --- */

void run_clear_progress(const struct run *run)
{
    if (run->terminal)
        fputs("\r\033[K", stderr);
}

static void progress(void *priv, const char *text, size_t done, size_t total)
{
    struct run *run = priv;
    int64_t now = clock_now_ns();
    char line[81];

    if (!run->terminal || now - run->last_progress_ns < 100000000)
        return;
    run->last_progress_ns = now;
    snprintf(line, sizeof line, "%zu/%zu %s", done, total, text);
    fprintf(stderr, "\r\033[K%s", line);
    fflush(stderr);
}

static bool write_json(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok = document && output_write(run->options->json, output_json, document);

    json_decref(document);
    return ok;
}

/* The document as far as it goes: after each trace, but for a long run at most a twentieth of the time goes
 * into it. The journal has everything at any time. */
static void write_json_so_far(struct run *run)
{
    int64_t now = clock_now_ns();

    if (!run->options->json || !output_is_plain(run->options->json) ||
        now - run->last_written_ns < 20 * run->write_cost_ns)
        return;
    write_json(run); /* whether it can be written, the last time tells */
    run->last_written_ns = clock_now_ns();
    run->write_cost_ns = run->last_written_ns - now;
}

static bool write_junit(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok;

    report_json_add_seconds(document, &run->result);
    ok = document && output_write(run->options->junit, output_junit, document);
    json_decref(document);
    return ok;
}

static bool write_html(const struct run *run)
{
    json_t *document = report_json(&run->result);
    bool ok = document && report_html_write(document, run->options->html, run->options->images, &cli_log);

    json_decref(document);
    return ok;
}

static void print_trace(const struct run *run, const struct harness_trace *trace)
{
    if (trace->message)
        fprintf(stderr, "retrace: %s: %s\n", trace->path, trace->message);
    else if (!run->to_stdout)
        run_table_print(trace, stdout, run->color);
    for (size_t i = 0; i < trace->n_drivers && !trace->message; i++)
        if (!trace->drivers[i].usable && !trace->drivers[i].skipped)
            fprintf(stderr, "retrace: driver %s: %s\n", trace->drivers[i].driver->name,
                    trace->drivers[i].message ? trace->drivers[i].message : "out of memory");
    if (trace->damage)
        fprintf(stderr, "retrace: warning: %s: %s\n", trace->path, trace->damage);
}

static void trace_done(void *priv)
{
    struct run *run = priv;

    run_clear_progress(run);
    while (run->printed < run->result.n_traces)
        print_trace(run, &run->result.traces[run->printed++]);
    /* A reader of the table that has read enough ends neither the work nor the result files. */
    if (fflush(stdout) && errno == EPIPE && !freopen("/dev/null", "w", stdout))
        run->to_stdout = true;
    write_json_so_far(run);
}

void run_watch(struct run *run)
{
    const struct run_options *o = run->options;

    run->params.progress = progress;
    run->params.trace_done = trace_done;
    run->params.stopped = cli_interrupted;
    run->params.priv = run;
    run->color = o->color ? o->color == 1 : cli_use_color();
    run->terminal = !o->quiet && isatty(STDERR_FILENO);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of the write */
    if (o->json || o->junit || o->html)
        signal(SIGPIPE, SIG_IGN);
}

/* --- at its end --- */

/* Every result file, even where another cannot be written. */
int run_write_results(const struct run *run, int status)
{
    const struct run_options *o = run->options;

    if (o->json && !write_json(run)) {
        fprintf(stderr, "retrace: --json=%s: %s\n", o->json, strerror(errno));
        status = CLI_ENVIRONMENT;
    }
    if (o->junit && !write_junit(run)) {
        fprintf(stderr, "retrace: --junit=%s: %s\n", o->junit, strerror(errno));
        status = CLI_ENVIRONMENT;
    }
    if (o->html && !write_html(run))
        status = CLI_ENVIRONMENT;
    return status;
}
