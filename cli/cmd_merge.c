/* SPDX-License-Identifier: MIT */
/* retrace merge: documents and journals of several runs made one. */
#include "cli.h"

#include "outputs.h"
#include "retrace/document.h"
#include "retrace/merge.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

struct merge_options {
    const char *json, *junit;
};

#define AT(field) offsetof(struct merge_options, field)
static const struct cli_option options[] = {
    // clang-format off
    {"json",  0, CLI_TEXT, "FILE", AT(json),  "where the merged document goes, - for standard output [-]", false},
    {"junit", 0, CLI_TEXT, "FILE", AT(junit), "it as JUnit XML", false},
    {NULL, 0, CLI_FLAG, NULL, 0, NULL, false},
    // clang-format on
};
#undef AT

static int write_results(const struct merge_options *o, json_t *document)
{
    if (o->junit && !output_write(o->junit, output_junit, document)) {
        fprintf(stderr, "retrace: --junit=%s: %s\n", o->junit, strerror(errno));
        return CLI_ENVIRONMENT;
    }
    document_drop_seconds(document);
    if (o->json && !output_write(o->json, output_json, document)) {
        fprintf(stderr, "retrace: --json=%s: %s\n", o->json, strerror(errno));
        return CLI_ENVIRONMENT;
    }
    return CLI_OK;
}

static int run_command(const struct cli_command *command, int argc, char **argv)
{
    struct merge_options o = {0};
    struct merge *merge;
    json_t *document;
    int status, first = cli_parse(command, argc, argv, &o, &status);

    if (first < 0)
        return status;
    if (first == argc)
        return cli_usage_error(command, "no result given");
    if (!o.json && !o.junit)
        o.json = "-";
    merge = merge_create(&cli_log);
    status = CLI_OK;
    for (int i = first; merge && !status && i < argc; i++) {
        document = document_load(argv[i], &cli_log);
        if (!document || !merge_add(merge, document, argv[i]))
            status = CLI_USAGE;
    }
    document = merge && !status ? merge_result(merge) : NULL;
    if (document)
        status = write_results(&o, document);
    json_decref(document);
    merge_destroy(merge);
    return status;
}

const struct cli_command cmd_merge = {
    .name = "merge",
    .synopsis = "[OPTION…] RESULT.json…",
    .summary = "make the results of several runs one",
    .details = "A RESULT is what --json=FILE wrote, or the journal beside it (FILE.journal) of a run that "
               "did not end. Where two\n"
               "have a result for the same trace, driver and tier, the later one counts.",
    .options = options,
    .run = run_command,
};
