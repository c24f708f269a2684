/* SPDX-License-Identifier: MIT */
/* The words of --caps=: what to take away from a driver, so that hardware that is not there can be tested.
 * Only parsed here; gles_caps_init applies them. */
#include "gles/caps.h"

#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *known_words(void)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);

    if (!f)
        return NULL;
    fputs("es=3.0|3.1|3.2", f);
#define W(name) fputs(", " #name "=N", f);
    GLES_LIMIT_WORDS(W)
#undef W
    for (int i = 0; i < GLES_NONE; i++)
        fprintf(f, ", -%s", gles_ext_name(i));
    fclose(f);
    return out;
}

static bool unknown(const char *word, size_t len, const struct log *log)
{
    char *known = known_words();

    log_msg(log, LOG_ERROR, "unknown capability word \"%.*s\"; known are %s", (int)len, word,
            known ? known : "others");
    free(known);
    return false;
}

/* A plain decimal number that fills the whole text. */
static bool parse_number(const char *s, size_t len, int64_t *out)
{
    char buf[24], *end;

    if (!len || len >= sizeof buf || strspn(s, "0123456789") < len)
        return false;
    memcpy(buf, s, len);
    buf[len] = '\0';
    errno = 0;
    *out = strtoll(buf, &end, 10);
    return !errno && !*end;
}

static bool parse_word(struct gles_caps_limits *limits, const char *word, size_t len, const struct log *log)
{
    const char *equals = memchr(word, '=', len);
    size_t key = equals ? (size_t)(equals - word) : len;
    size_t rest = equals ? len - key - 1 : 0;
    enum gles_ext ext;

    if (word[0] == '-' && !equals) {
        ext = gles_ext_find(word + 1, len - 1);
        if (ext == GLES_NONE)
            return unknown(word, len, log);
        limits->removed[ext / 32] |= 1u << (ext % 32);
        return true;
    }
    if (equals && key == 2 && !memcmp(word, "es", 2)) {
        if (rest != 3 || memcmp(equals + 1, "3.", 2) || equals[3] < '0' || equals[3] > '2')
            return unknown(word, len, log);
        limits->es = 30 + equals[3] - '0';
        return true;
    }
#define W(name)                                                                                              \
    if (equals && key == sizeof #name - 1 && !memcmp(word, #name, key)) {                                    \
        limits->limit_##name = true;                                                                         \
        return parse_number(equals + 1, rest, &limits->name) || unknown(word, len, log);                     \
    }
    GLES_LIMIT_WORDS(W)
#undef W
    return unknown(word, len, log);
}

bool gles_caps_limits_parse(struct gles_caps_limits *limits, const char *words, const struct log *log)
{
    *limits = (struct gles_caps_limits){0};
    if (!words || !*words)
        return true;
    for (const char *word = words;; word++) {
        size_t len = strcspn(word, ",");

        if (!parse_word(limits, word, len, log))
            return false;
        word += len;
        if (!*word)
            return true;
    }
}
