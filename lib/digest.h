/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_DIGEST_H
#define RETRACE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

/* MD5 of `size` bytes as 32 lower-case hexadecimal digits. False when the library refuses (then hex is
 * empty). */
bool digest_md5(const void *data, size_t size, char hex[33]);

/* The same of a whole file; false when it cannot be read. */
bool digest_md5_file(const char *path, char hex[33]);

#endif
