/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_MANIFEST_H
#define RETRACE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

/* Which traces a run is about, and what is known about them beforehand. */

struct log;

/* What a manifest says of a trace on one device. */
struct manifest_expectation {
    char *device;   /* NULL: every device */
    char *checksum; /* of the last frame, 32 lower-case hexadecimal digits; NULL: none given */
    bool skip;      /* is not to be run */
    bool crash;     /* is known to crash */
    bool flaky;     /* is known to give now one result, now another */
};

struct manifest_entry {
    char *path;
    /* Unique in the manifest; without ".trace"; relative to the folder or file that named it; UTF-8 without
     * control characters, whatever the path is. */
    char *name;
    struct manifest_expectation *expectations;
    size_t n_expectations;
};

struct manifest {
    struct manifest_entry *entries;
    size_t n;
};

/* Adds what an operand of the command line stands for:
 * - a folder: every file in it and below whose name ends in .trace, or .trace and a compression's .gz, .br,
 *   .zst, in the order of their names; each folder once, however many links lead to it
 * - FILE.yml, .yaml: Mesa's traces.yml (below)
 * - FILE.txt, .list and other files that hold text only: one path a line, relative to the file's folder,
 *   but for blank lines and those that begin with #
 * - else a trace
 *
 * A path that does not exist is an entry all the same: that it cannot be read is the run's to report. False,
 * after a message, when the operand itself cannot be read or is malformed, or a folder has no trace in it.
 *
 * traces.yml: under `traces` either a list of { path, expectations: [ { device, checksum, label } ] }, or a
 * map from path to a map from device to { checksum, label }; a path is relative to the file's folder, and
 * below $RETRACE_TRACES_DB where that is set. `label` (also `labels`) is a word or a list: skip, crash, flaky
 * (flake, flakes); on the trace itself it goes for every device. Other labels and other keys are left alone;
 * captures of other tools (.rdc, .gfxr, …) are skipped with a warning. */
bool manifest_add(struct manifest *manifest, const char *operand, const struct log *log);
void manifest_finish(struct manifest *manifest);

/* What is known of a trace on a driver: the expectation of the device of that name, or whose name ends in
 * "-" and it ("gl-vmware-llvmpipe" is llvmpipe), with what goes for every device. */
struct manifest_expectation manifest_expect(const struct manifest_entry *entry, const char *driver);

#endif
