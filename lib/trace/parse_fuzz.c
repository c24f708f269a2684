/* SPDX-License-Identifier: MIT */
/* Feeds arbitrary files to the reader: every value that comes out is dumped, so that every pointer is
 * followed. An input is a file in any container, or a bare stream (fuzz_util.h). For clang's
 * -fsanitize=fuzzer,address,undefined or, with -DFUZZ_MAIN, a replay of files. */
#include "trace/fuzz_util.h"

#include "trace/dump.h"

static void read_all(const char *path, FILE *out, unsigned recycle)
{
    struct trace_damage damage;
    struct trace_parser *p = trace_parser_open(path, NULL, &damage);
    struct trace_dump dump = {out, p, true};
    struct trace_call *call;
    unsigned n = 0;

    if (!p) {
        if (damage.status == TRACE_OK || damage.status == TRACE_END || !damage.message[0])
            abort();
        return;
    }
    trace_dump_properties(&dump);
    while (trace_parser_next(p, &call) == TRACE_OK) {
        trace_dump_call(&dump, call);
        if (++n % recycle == 0)
            trace_parser_recycle(p);
    }
    /* A status that only an unfinished parser has, or one without a word, is a bug as well. */
    if (trace_parser_damage(p)->status == TRACE_OK ||
        (trace_parser_damage(p)->status != TRACE_END && !trace_parser_damage(p)->message[0]))
        abort();
    trace_parser_close(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *out;
    int fd = fuzz_file_or_stream(data, size);
    char path[64];

    if (!out)
        out = fopen("/dev/null", "w");
    if (!out)
        abort();
    fuzz_path(path, sizeof path, fd);
    read_all(path, out, 1 + size % 3);
    close(fd);
    return 0;
}
