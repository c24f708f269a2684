/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_HTML_H
#define RETRACE_HTML_H

#include <stdio.h>

/* Writing HTML so that nothing that is put in can become markup. */

/* printf, with markup in the format alone: what %s puts in is escaped for text and for quoted attributes,
 * NULL is nothing, and control characters, also those of the direction of writing, become U+FFFD. Knows the
 * conversions s d i u x c f g with the lengths z, l, ll, and %%. Write errors are left in `out` for ferror.
 */
void html_put(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* `path` as a relative URL: percent-encoded but for unreserved characters and slashes. Allocated, NULL when
 * memory is out. Still to be put with %s. */
char *html_url(const char *path);

#endif
