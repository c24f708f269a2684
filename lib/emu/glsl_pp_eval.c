/* SPDX-License-Identifier: MIT */
/* The integer expression of #if and #elif. Names left after expansion count as 0, as on desktop drivers;
 * division by zero is an error only where its value matters. */
#include "emu/glsl_pp.h"

#include <stdlib.h>
#include <string.h>

struct eval {
    struct glsl_job *job;
    const struct glsl_token *t;
    int line, depth;
    bool dead; /* inside the unevaluated side of && or || */
};

/* Binary operators by precedence, loosest first. */
static const struct {
    const char *op;
    int precedence;
} operators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                 {"!=", 6}, {"<=", 7}, {">=", 7}, {"<", 7},  {">", 7},  {"<<", 8},
                 {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

static long long binary(struct eval *e, int floor);

static long long unary(struct eval *e)
{
    const struct glsl_token *t = e->t;
    long long value;
    char *end;

    if (t->kind == GLSL_END || ++e->depth > 500)
        glsl_fail(e->job, "0:%d: #if: malformed expression", e->line);
    e->t++;
    if (t->kind == GLSL_NUMBER) {
        value = (long long)strtoull(t->text, &end, 0);
        if (*end && strcmp(end, "u") != 0 && strcmp(end, "U") != 0)
            glsl_fail(e->job, "0:%d: #if: %s is no integer", e->line, t->text);
    } else if (t->kind == GLSL_IDENT) {
        value = 0;
    } else if (glsl_is(t, "(")) {
        value = binary(e, 1);
        if (!glsl_is(e->t, ")"))
            glsl_fail(e->job, "0:%d: #if: missing ')'", e->line);
        e->t++;
    } else if (glsl_is(t, "!")) {
        value = !unary(e);
    } else if (glsl_is(t, "~")) {
        value = ~unary(e);
    } else if (glsl_is(t, "-")) {
        value = (long long)-(unsigned long long)unary(e);
    } else if (glsl_is(t, "+")) {
        value = unary(e);
    } else {
        glsl_fail(e->job, "0:%d: #if: unexpected %s", e->line, t->text);
    }
    e->depth--;
    return value;
}

static long long apply(struct eval *e, const char *op, long long a, long long b)
{
    if ((*op == '/' || *op == '%') && (b == 0 || b == -1)) {
        if (b == 0 && !e->dead)
            glsl_fail(e->job, "0:%d: #if: division by zero", e->line);
        return *op == '/' && b ? (long long)-(unsigned long long)a : 0;
    }
    switch (op[0]) {
    case '|':
        return op[1] ? a || b : a | b;
    case '&':
        return op[1] ? a && b : a & b;
    case '^':
        return a ^ b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        if (op[1] == '<')
            return (long long)((unsigned long long)a << (b & 63));
        return op[1] ? a <= b : a < b;
    case '>':
        if (op[1] == '>')
            return a >> (b & 63);
        return op[1] ? a >= b : a > b;
    case '+':
        return (long long)((unsigned long long)a + (unsigned long long)b);
    case '-':
        return (long long)((unsigned long long)a - (unsigned long long)b);
    case '*':
        return (long long)((unsigned long long)a * (unsigned long long)b);
    case '/':
        return a / b;
    default:
        return a % b;
    }
}

static long long binary(struct eval *e, int floor)
{
    long long value = unary(e);

    for (;;) {
        const char *op = NULL;
        int precedence = 0;
        bool dead = e->dead;
        long long right;

        for (size_t i = 0; e->t->kind == GLSL_PUNCT && i < sizeof operators / sizeof *operators; i++)
            if (glsl_is(e->t, operators[i].op)) {
                op = operators[i].op;
                precedence = operators[i].precedence;
            }
        if (!op || precedence < floor)
            return value;
        e->t++;
        e->dead |= (precedence == 1 && value) || (precedence == 2 && !value);
        right = binary(e, precedence + 1);
        e->dead = dead;
        value = apply(e, op, value, right);
    }
}

long long glsl_pp_eval(struct glsl_job *job, const struct glsl_tokens *tokens, int line)
{
    struct eval e = {.job = job, .t = tokens->v, .line = line};
    long long value = binary(&e, 1);

    if (e.t->kind != GLSL_END)
        glsl_fail(job, "0:%d: #if: unexpected %s", line, e.t->text);
    return value;
}
