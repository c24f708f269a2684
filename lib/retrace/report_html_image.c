/* SPDX-License-Identifier: MIT */
/* Picture files of a report: copied in when a page first shows them, and compared where an arm differs. */
#include "report_html_priv.h"

#include "html.h"
#include "image.h"
#include "log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool copy_file(const char *from, const char *to)
{
    char block[1 << 16];
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    bool ok = in && out;
    size_t n;

    while (ok && (n = fread(block, 1, sizeof block, in)))
        ok = fwrite(block, 1, n, out) == n;
    ok = ok && !ferror(in);
    if (in)
        fclose(in);
    if (out && fclose(out))
        ok = false;
    return ok;
}

char *report_image_use(struct report *r, const char *name)
{
    char *from = NULL, *to = NULL, *link = NULL, *url = NULL;

    if (!json_object_get(r->available, name))
        return NULL;
    if (r->copy && asprintf(&from, "%s/%s", r->images, name) >= 0 &&
        asprintf(&to, "%s/images/%s", r->dir, name) >= 0 && !copy_file(from, to)) {
        log_msg(r->log, LOG_ERROR, "%s: cannot be copied to %s: %s", from, to, strerror(errno));
        r->failed = true;
    }
    if (asprintf(&link, "../images/%s", name) >= 0)
        url = html_url(link);
    free(from);
    free(to);
    free(link);
    return url;
}

static uint8_t *read_image(const struct report *r, const char *name, int *width, int *height)
{
    char *path = NULL;
    uint8_t *rgba = NULL;

    if (asprintf(&path, "%s/%s", r->images, name) >= 0)
        rgba = image_read_png(path, width, height);
    free(path);
    return rgba;
}

static int distance(const uint8_t *a, const uint8_t *b)
{
    int sum = 0;

    for (int i = 0; i < 4; i++)
        sum += abs(a[i] - b[i]);
    return sum;
}

static void compare(const uint8_t *a, const uint8_t *b, struct report_difference *d)
{
    int most = 0;

    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++, a += 4, b += 4) {
            int far = distance(a, b);
            if (!far)
                continue;
            if (!d->pixels++) {
                d->top = y;
                d->left = d->right = x;
            }
            d->left = x < d->left ? x : d->left;
            d->right = x > d->right ? x : d->right;
            d->bottom = y;
            if (far <= most)
                continue;
            most = far;
            d->x = x;
            d->y = y;
            memcpy(d->a, a, 4);
            memcpy(d->b, b, 4);
        }
}

bool report_image_compare(const struct report *r, const char *a, const char *b, struct report_difference *out)
{
    int w = 0, h = 0;
    struct report_difference d = {0};
    uint8_t *first = read_image(r, a, &d.width, &d.height), *second = read_image(r, b, &w, &h);
    bool ok = first && second && d.width == w && d.height == h;

    if (ok)
        compare(first, second, &d);
    if (ok)
        *out = d;
    free(first);
    free(second);
    return ok;
}
