/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_REPORT_HTML_H
#define RETRACE_REPORT_HTML_H

#include <stdbool.h>

struct json_t;
struct log;

/* Writes the report of a result document (schema 1) into the folder `dir`, which is made where it is missing:
 * index.html, a page per trace under trace/, and what they need. It opens from a file system and from any web
 * server, and asks nothing of a network. Files of an earlier report are replaced; pages of traces that are no
 * longer in the document stay behind.
 *
 * The pictures are those of --dump-images, looked for by name in the folder `images`, and copied to
 * dir/images as far as a page shows them; NULL: they lie in dir/images already, if anywhere. A picture that
 * is missing is left out.
 *
 * The same document gives the same files. False when something could not be written, or the document is of
 * another schema; the log says what. */
bool report_html_write(const struct json_t *document, const char *dir, const char *images,
                       const struct log *log);

#endif
