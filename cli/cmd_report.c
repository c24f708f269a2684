/* SPDX-License-Identifier: MIT */
/* retrace report: the HTML report of a result document that a run or a merge wrote. */
#include "cli.h"

#include "retrace/document.h"
#include "retrace/report_html.h"

#include <jansson.h>

struct report_options {
    const char *html, *images;
};

#define AT(field) offsetof(struct report_options, field)
static const struct cli_option options[] = {
    {"html", 0, CLI_TEXT, "DIR", AT(html), "the folder to write [report]", false},
    {"images", 0, CLI_TEXT, "DIR", AT(images),
     "pictures that --dump-images wrote, copied as far as they are shown [DIR/images of the report]", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
};
#undef AT

static int run_report(const struct cli_command *command, int argc, char **argv)
{
    struct report_options o = {.html = "report"};
    int status, first = cli_parse(command, argc, argv, &o, &status);
    json_t *document;

    if (first < 0)
        return status;
    if (first + 1 != argc)
        return cli_usage_error(command, first < argc
                                            ? "takes one document; retrace merge makes one of several"
                                            : "no result document given");
    document = document_load(argv[first], &cli_log);
    if (!document)
        return CLI_USAGE;
    status = report_html_write(document, o.html, o.images, &cli_log) ? CLI_OK : CLI_ENVIRONMENT;
    json_decref(document);
    return status;
}

const struct cli_command cmd_report = {
    .name = "report",
    .synopsis = "[OPTION…] RESULT.json",
    .summary = "make an HTML report of a result: matrix, pictures, costs",
    .details =
        "RESULT.json is what --json wrote, or retrace merge; - for standard input. The report needs no "
        "server and no network.",
    .options = options,
    .run = run_report,
};
