/* SPDX-License-Identifier: MIT */
/* HTML by printf: the format is ours and goes out as it is, every string that it puts in is escaped. So that
 * a name from a trace or a message of a driver cannot become markup, whoever writes the page. */
#include "html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of UTF-8 at `text` that would change how other text looks: a control character, or one that overrides
 * the direction of writing (U+202A to U+202E, U+2066 to U+2069). 0: none. */
static size_t unruly(const unsigned char *text)
{
    if ((text[0] < 0x20 && text[0] != '\n' && text[0] != '\t') || text[0] == 0x7f)
        return 1;
    if (text[0] == 0xe2 && text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae)
        return 3;
    return text[0] == 0xe2 && text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9 ? 3 : 0;
}

static void put_text(FILE *out, const char *text)
{
    for (; text && *text; text++) {
        size_t skip = unruly((const unsigned char *)text);
        if (skip) {
            fputs("\xef\xbf\xbd", out);
            text += skip - 1;
            continue;
        }
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc(*text, out);
        }
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
