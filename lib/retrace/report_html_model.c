/* SPDX-License-Identifier: MIT */
/* What the pages of a report say about a document: how a verdict is shown, and what somebody should look at.
 * The rules of the latter are those of the exit status, so that a report without alarms is a job that ended
 * with 0. */
#include "report_html_priv.h"

#include "html.h"
#include "retrace/document.h"

#include <string.h>

const char *const report_tiers[REPORT_TIERS] = {"native",     "ext",          "multiindirect", "indirect",
                                                "basevertex", "drawelements", "compute",       "auto"};

static const struct report_verdict verdicts[] = {
    // clang-format off
    {"crashed",     "✗", "bad",  "the replay ended by a signal"},
    {"hung",        "∞", "bad",  "the replay ran past its time limit"},
    {"failed",      "!", "bad",  "the replay gave no result that could be judged"},
    {"differs",     "≠", "bad",  "a frame is not the reference's"},
    {"native differs", "≠", "weak", "the driver's own desktop GL draws another picture than the emulation"},
    {"demoted",     "↓", "weak", "equal, but no batch went through the tier"},
    {"partial",     "◐", "weak", "equal, but some batches were declined"},
    {"identical",   "✓", "good", "every batch through the tier, every frame equal"},
    {"no-batches",  "∅", "none", "the trace has no multi-draw"},
    {"unsupported", "–", "none", "the driver lacks what the tier needs"},
    {"not judged",  "?", "none", "it did not run"},
    {NULL, NULL, NULL, NULL},
    // clang-format on
};

const struct report_verdict *report_verdicts(void)
{
    return verdicts;
}

const struct report_verdict *report_verdict(const json_t *driver, const json_t *arm)
{
    const char *name = report_text(arm, "verdict"), *tier = report_text(arm, "tier");
    const char *native = report_text(driver, "native");
    const struct report_verdict *v = verdicts;

    /* The native arm is judged by itself; that it differs from the emulation is told with the driver. */
    if (tier && name && !strcmp(tier, "native") && !strcmp(name, "identical") && native &&
        !strcmp(native, "differs"))
        name = "native differs";
    while (v[1].name && (!name || strcmp(v->name, name)))
        v++;
    return v;
}

static bool is_native(const json_t *arm)
{
    const char *tier = report_text(arm, "tier");

    return tier && !strcmp(tier, "native");
}

bool report_arm_alarms(const json_t *driver, const json_t *arm)
{
    if (is_native(arm) && json_is_true(json_object_get(driver, "native_unexpected")))
        return true;
    return !document_arm_ok(driver, arm);
}

const char *report_driver_alarm(const json_t *driver)
{
    if (report_text(driver, "error"))
        return report_text(driver, "error");
    if (!strcmp(document_text(driver, "golden"), "differs"))
        return "its frames are not the recorded ones (golden)";
    return !strcmp(document_text(driver, "checksum"), "differs")
               ? "its last frame is not the manifest's (checksum)"
               : NULL;
}

void report_arm_notes(FILE *out, const json_t *driver, const json_t *arm)
{
    const char *reason = report_text(arm, "reason"), *unexpected = report_text(arm, "unexpected");
    const char *expected = report_text(arm, "expected");
    const json_t *frame = json_object_get(json_object_get(driver, "native_divergence"), "frame"), *attempt;
    size_t i;

    if (is_native(arm) && frame)
        html_put(out, "from frame %lld on ", (long long)json_integer_value(frame));
    if (reason)
        html_put(out, "%s ", reason);
    if (unexpected)
        html_put(out, "<strong class=\"alarm\">unexpected: %s</strong> ", unexpected);
    else if (is_native(arm) && json_is_true(json_object_get(driver, "native_unexpected")))
        html_put(out, "<strong class=\"alarm\">unexpected: identical expected</strong> ");
    else if (expected && !strcmp(report_verdict(driver, arm)->class, "bad"))
        html_put(out, "as expected ");
    if (!strcmp(document_text(arm, "stability"), "flakes"))
        html_put(out, "flakes ");
    json_array_foreach(json_object_get(arm, "attempts"), i, attempt)
    {
        html_put(out, i ? ", %s" : "attempts: %s", document_text(attempt, "verdict"));
    }
}

size_t report_column_find(const struct report *r, const char *driver)
{
    for (size_t i = 0; driver && i < r->n_columns; i++)
        if (!strcmp(r->columns[i].name, driver))
            return i;
    return SIZE_MAX;
}

const json_t *report_arm_find(const json_t *driver, const char *tier)
{
    const json_t *arm;
    size_t i;

    json_array_foreach(json_object_get(driver, "arms"), i, arm)
    {
        const char *name = report_text(arm, "tier");
        if (name && tier && !strcmp(name, tier))
            return arm;
    }
    return NULL;
}
