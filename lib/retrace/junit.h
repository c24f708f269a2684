/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_JUNIT_H
#define RETRACE_JUNIT_H

#include <stdbool.h>
#include <stdio.h>

struct json_t;

/* A document (report_json.h, or one merged of several) as JUnit XML: a testsuite per trace and driver, a
 * testcase per arm. What is not as expected is a failure, a crash or hang an error, a tier that the driver
 * lacks or a trace without batches skipped. A golden or checksum that differs fails the reference's testcase,
 * since it is its picture. "time" is the arm's "seconds", 0 where the document has none. False on a write
 * error. */
bool junit_write(const struct json_t *document, FILE *out);

#endif
