/* SPDX-License-Identifier: MIT */
/* HTML by printf: the format is ours and goes out as it is, every string that it puts in is escaped. So that
 * a name from a trace or a message of a driver cannot become markup, whoever writes the page. */
#include "html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void put_text(FILE *out, const char *text)
{
    for (; text && *text; text++) {
        unsigned char c = (unsigned char)*text;
        const char *as = c == '&'                                            ? "&amp;"
                         : c == '<'                                          ? "&lt;"
                         : c == '>'                                          ? "&gt;"
                         : c == '"'                                          ? "&quot;"
                         : c == '\''                                         ? "&#39;"
                         : (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f ? "\xef\xbf\xbd"
                                                                             : NULL;
        if (as)
            fputs(as, out);
        else
            putc(c, out);
    }
}

/* One conversion other than %s; `spec` is it alone, as printf takes it. */
static void put_number(FILE *out, const char *spec, va_list *args)
{
    char kind = spec[strlen(spec) - 1];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (strchr("fg", kind))
        fprintf(out, spec, va_arg(*args, double));
    else if (strstr(spec, "ll"))
        fprintf(out, spec, va_arg(*args, long long));
    else if (strchr(spec, 'l'))
        fprintf(out, spec, va_arg(*args, long));
    else if (strchr(spec, 'z'))
        fprintf(out, spec, va_arg(*args, size_t));
    else
        fprintf(out, spec, va_arg(*args, int));
#pragma GCC diagnostic pop
}

void html_put(FILE *out, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    while (*fmt) {
        size_t plain = strcspn(fmt, "%"), len;
        char spec[32];
        fwrite(fmt, 1, plain, out);
        fmt += plain;
        if (!*fmt)
            break;
        len = strcspn(fmt + 1, "sdiuxcfg%") + 2;
        if (fmt[len - 1] == '%') {
            putc('%', out);
        } else if (fmt[len - 1] == 's') {
            put_text(out, va_arg(args, const char *));
        } else {
            snprintf(spec, sizeof spec, "%.*s", (int)len, fmt);
            put_number(out, spec, &args);
        }
        fmt += len;
    }
    va_end(args);
}

char *html_url(const char *path)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *url = malloc(strlen(path) * 3 + 1), *end = url;

    for (; url && *path; path++) {
        if (strchr(safe, *path))
            *end++ = *path;
        else
            end += sprintf(end, "%%%02X", (unsigned char)*path);
    }
    if (url)
        *end = 0;
    return url;
}
