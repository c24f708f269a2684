/* SPDX-License-Identifier: MIT */
/* The result of `retrace run` for people: per driver one table, a row per arm, the reference at ratio 1.00.
 */
#include "run_table.h"

#include "gles/driver.h"
#include "retrace/harness.h"

#include <jansson.h>
#include <string.h>

static const char *paint(enum verdict verdict, bool color)
{
    if (!color)
        return "";
    switch (verdict) {
    case VERDICT_IDENTICAL:
        return "\033[32m";
    case VERDICT_PARTIAL:
    case VERDICT_DEMOTED:
        return "\033[33m";
    case VERDICT_UNSUPPORTED:
    case VERDICT_NO_BATCHES:
    case VERDICT_NONE:
        return "\033[2m";
    default:
        return "\033[31m";
    }
}

static void print_cost(const struct arm_cost *cost, char *out, size_t size)
{
    double median, min, max;

    if (arm_cost_summary(cost, &median, &min, &max))
        snprintf(out, size, "%.0f (%.0f … %.0f)", median, min, max);
    else
        snprintf(out, size, "-");
}

/* printf pads bytes; "…" is three of them and one column. */
static int pad(const char *text, int columns)
{
    int extra = 0;

    for (; *text; text++)
        extra += ((unsigned char)*text & 0xc0) == 0x80;
    return columns + extra;
}

static void print_arm(const struct harness_driver *d, const struct arm *arm, FILE *out, bool color)
{
    enum tiers_tier tier = tiers_find(arm->tier);
    char executed[48] = "-", ns[96], submit[96], ratio[32] = "-", verdict[64];
    double median, min, max, base;

    if (tier != TIERS_NONE && arm->ended)
        snprintf(executed, sizeof executed, "%llu/%llu", (unsigned long long)arm->stats.executed[tier],
                 (unsigned long long)arm->stats.batches);
    print_cost(&arm->ns, ns, sizeof ns);
    print_cost(&arm->submit, submit, sizeof submit);
    if (arm_cost_summary(&arm->ns, &median, &min, &max) &&
        arm_cost_summary(&d->reference->ns, &base, &min, &max))
        snprintf(ratio, sizeof ratio, "%.2f", median / base);
    snprintf(verdict, sizeof verdict, "%s", verdict_name(arm->verdict));
    if (d->native == arm && arm->verdict == VERDICT_IDENTICAL)
        snprintf(verdict, sizeof verdict, "%s",
                 d->native_verdict == NATIVE_IDENTICAL ? "identical" : "differs");
    fprintf(out, "  %-14s %s%-12s%s %12s %*s %*s %6s", arm->tier,
            paint(d->native == arm && d->native_verdict == NATIVE_DIFFERS ? VERDICT_DIFFERS : arm->verdict,
                  color),
            verdict, color ? "\033[0m" : "", executed, pad(ns, 26), ns, pad(submit, 26), submit, ratio);
    if (d->native == arm && d->native_verdict == NATIVE_DIFFERS)
        fprintf(out, "  from frame %lld on", (long long)d->native_frame);
    else if (arm->reason[0])
        fprintf(out, "  %s", arm->reason);
    if (arm->unexpected[0])
        fprintf(out, "  UNEXPECTED: %s", arm->unexpected);
    if (arm->stability == STABILITY_FLAKES)
        fprintf(out, "  FLAKES: not so on every one of %zu attempts", json_array_size(arm->attempts));
    if (d->native == arm && d->native_unexpected)
        fputs("  UNEXPECTED: identical expected", out);
    fputc('\n', out);
}

static void print_gaps(const struct harness_driver *d, FILE *out)
{
    const json_t *gap;
    size_t i;

    if (!d->reference)
        return;
    json_array_foreach(d->reference->gaps, i, gap)
    {
        fprintf(out, "  gap: %s: %s (%lld)\n", json_string_value(json_object_get(gap, "function")),
                json_string_value(json_object_get(gap, "reason")),
                (long long)json_integer_value(json_object_get(gap, "count")));
    }
}

/* How much faster the fastest tier is than the one that auto takes, where both were timed. */
static void print_gain(const struct harness_driver *d, FILE *out)
{
    const struct arm_cost *fastest = NULL, *taken = NULL;
    double a, b, min, max;

    for (size_t i = 0; i < d->n_arms; i++) {
        if (!strcmp(d->arms[i].tier, d->fastest))
            fastest = &d->arms[i].ns;
        if (d->probe.auto_tier && !strcmp(d->arms[i].tier, d->probe.auto_tier))
            taken = &d->arms[i].ns;
    }
    if (fastest && taken && arm_cost_summary(fastest, &a, &min, &max) &&
        arm_cost_summary(taken, &b, &min, &max) && b > 0)
        fprintf(out, " and would gain %.0f %%", 100 * (b - a) / b);
}

static void print_summary(const struct harness_driver *d, FILE *out)
{
    static const char *const golden[] = {
        [GOLDEN_NONE] = "none recorded", [GOLDEN_EQUAL] = "equal", [GOLDEN_DIFFERS] = "DIFFERS"};

    fprintf(out, "  reference %s; golden %s; ", d->reference->tier, golden[d->golden]);
    if (d->checksum != GOLDEN_NONE)
        fprintf(out, "checksum %s; ", golden[d->checksum]);
    if (!d->fastest)
        fprintf(out, "auto takes %s\n", d->probe.auto_tier ? d->probe.auto_tier : "-");
    else if (d->probe.auto_tier && !strcmp(d->fastest, d->probe.auto_tier))
        fprintf(out, "fastest correct tier %s%s, which auto takes\n", d->fastest,
                d->fastest_clear ? "" : " (not distinguishable from the next)");
    else {
        fprintf(out, "fastest correct tier %s%s; auto takes %s", d->fastest,
                d->fastest_clear ? "" : " (not distinguishable from the next)",
                d->probe.auto_tier ? d->probe.auto_tier : "-");
        print_gain(d, out);
        fputc('\n', out);
    }
}

static void print_driver(const struct harness_driver *d, FILE *out, bool color)
{
    if (d->skipped) {
        fprintf(out, "\n%s: skipped, as the manifest says\n", d->driver->name);
        return;
    }
    if (!d->usable) {
        fprintf(out, "\n%s: cannot be judged: %s\n", d->driver->name, d->message ? d->message : "no memory");
        return;
    }
    fprintf(out, "\n%s: %s, %s\n", d->driver->name, d->probe.renderer, d->probe.version);
    fprintf(out, "  %-14s %-12s %12s %28s %26s %6s\n", "tier", "verdict", "executed", "ns/op (min … max)",
            "submit ns/op", "ratio");
    for (size_t i = 0; i < d->n_arms; i++)
        print_arm(d, &d->arms[i], out, color);
    print_summary(d, out);
    print_gaps(d, out);
}

void run_table_print(const struct harness_trace *trace, FILE *out, bool color)
{
    if (trace->message) {
        fprintf(out, "%s: cannot be read: %s\n", trace->path, trace->message);
        return;
    }
    fprintf(out, "%s: %llu calls, %llu frames, %llu batches of %llu sub-draws\n", trace->name,
            (unsigned long long)trace->calls, (unsigned long long)trace->frames,
            (unsigned long long)trace->batches, (unsigned long long)trace->subdraws);
    if (trace->damage)
        fprintf(out, "  the trace is damaged: %s\n", trace->damage);
    for (size_t i = 0; i < trace->n_drivers; i++)
        print_driver(&trace->drivers[i], out, color);
    fputc('\n', out);
}
