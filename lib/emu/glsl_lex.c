/* SPDX-License-Identifier: MIT */
/* GLSL text to preprocessing tokens. Newlines stay, as directives end at them; comments become white space
 * and spliced lines are joined, with line numbers kept. Bytes that GLSL has no use for become one-byte
 * tokens, which the compiler then refuses by line. Cost: one pass. */
#include "emu/glsl_token.h"

#include <string.h>

/* Longest first. */
static const char *const puncts[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
                                     "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};

struct lexer {
    const char *p;
    int line;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool glsl_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

/* Length of the newline at p: "\n", "\r\n" or "\r"; 0 if none. */
static size_t newline_at(const char *p)
{
    if (p[0] == '\r')
        return p[1] == '\n' ? 2 : 1;
    return p[0] == '\n';
}

/* Length of a line splice at p or 0. */
static size_t splice_at(const char *p)
{
    size_t n = p[0] == '\\' ? newline_at(p + 1) : 0;

    return n ? n + 1 : 0;
}

static void skip_block_comment(struct glsl_job *job, struct lexer *lx)
{
    int line = lx->line;

    for (lx->p += 2; *lx->p && !(lx->p[0] == '*' && lx->p[1] == '/');) {
        size_t n = newline_at(lx->p);

        lx->line += n != 0;
        lx->p += n ? n : 1;
    }
    if (!*lx->p)
        glsl_fail(job, "0:%d: a comment is never closed", line);
    lx->p += 2;
}

static void skip_line_comment(struct lexer *lx)
{
    while (*lx->p && !newline_at(lx->p)) {
        size_t n = splice_at(lx->p);

        lx->line += n != 0;
        lx->p += n ? n : 1;
    }
}

static bool skip_space(struct glsl_job *job, struct lexer *lx)
{
    const char *start = lx->p;

    for (;;) {
        size_t n = splice_at(lx->p);

        if (n) {
            lx->line++;
            lx->p += n;
        } else if (*lx->p == ' ' || *lx->p == '\t' || *lx->p == '\v' || *lx->p == '\f') {
            lx->p++;
        } else if (lx->p[0] == '/' && lx->p[1] == '*') {
            skip_block_comment(job, lx);
        } else if (lx->p[0] == '/' && lx->p[1] == '/') {
            skip_line_comment(lx);
        } else {
            return lx->p != start;
        }
    }
}

/* A word or number may be spliced in the middle; such ones are rare, so they are collected byte by byte. */
static char *take_word(struct glsl_job *job, struct lexer *lx, bool number)
{
    const char *start = lx->p;
    struct glsl_text spliced = {0};
    char before = 0;

    for (;;) {
        char c = *lx->p;
        size_t n = splice_at(lx->p);

        if (n) {
            glsl_append(job, &spliced, start, (size_t)(lx->p - start));
            lx->p += n;
            lx->line++;
            start = lx->p;
            continue;
        }
        if (!glsl_is_word(c) && !(number && c == '.') &&
            !(number && (c == '+' || c == '-') && (before == 'e' || before == 'E')))
            break;
        /* 0xE+1 is a sum. */
        before = number && start[0] == '0' && (start[1] == 'x' || start[1] == 'X') ? 0 : c;
        lx->p++;
    }
    if (!spliced.n)
        return glsl_strdup(job, start, (size_t)(lx->p - start));
    glsl_append(job, &spliced, start, (size_t)(lx->p - start));
    return spliced.s;
}

static char *take_punct(struct glsl_job *job, struct lexer *lx)
{
    size_t n = 1;

    for (size_t i = 0; i < sizeof puncts / sizeof *puncts; i++)
        if (!strncmp(lx->p, puncts[i], strlen(puncts[i]))) {
            n = strlen(puncts[i]);
            break;
        }
    lx->p += n;
    return glsl_strdup(job, lx->p - n, n);
}

struct glsl_token *glsl_token_add(struct glsl_job *job, struct glsl_tokens *list,
                                  const struct glsl_token *token)
{
    struct glsl_token *added = glsl_push(job, &list->v, &list->n, sizeof *added);

    *added = *token;
    return added;
}

bool glsl_is(const struct glsl_token *token, const char *text)
{
    return token->text[0] == text[0] && !strcmp(token->text, text);
}

void glsl_lex(struct glsl_job *job, const char *source, struct glsl_tokens *out)
{
    struct lexer lx = {.p = source, .line = 1};

    /* A byte order mark is not GLSL, but drivers let it pass. */
    if (!strncmp(source, "\xef\xbb\xbf", 3))
        lx.p += 3;
    for (;;) {
        bool space = skip_space(job, &lx);
        struct glsl_token t = {.space = space, .line = lx.line};
        size_t n = newline_at(lx.p);

        if (!*lx.p) {
            t.kind = GLSL_NEWLINE;
            t.text = "\n";
            glsl_token_add(job, out, &t);
            t.kind = GLSL_END;
            t.text = "";
            glsl_token_add(job, out, &t);
            return;
        }
        if (n) {
            t.kind = GLSL_NEWLINE;
            t.text = "\n";
            lx.p += n;
            lx.line++;
        } else if (is_digit(*lx.p) || (*lx.p == '.' && is_digit(lx.p[1]))) {
            t.kind = GLSL_NUMBER;
            t.text = take_word(job, &lx, true);
        } else if (glsl_is_word(*lx.p)) {
            t.kind = GLSL_IDENT;
            t.text = take_word(job, &lx, false);
        } else {
            t.kind = GLSL_PUNCT;
            t.text = take_punct(job, &lx);
        }
        glsl_token_add(job, out, &t);
    }
}
