/* SPDX-License-Identifier: MIT */
/* Programs of a pipeline whose varyings are not the same on both sides. Desktop GL lets an output go unread
 * and an input unwritten; ES wants both sides to declare it and refuses the draw else. So what one side lacks
 * is declared there, too, in a variant of that program. All is read off the ESSL, where SPIRV-Cross has a
 * declaration start a line. What we do not do: varyings of one location and different types, structures, and
 * names that mean something else on the other side; there the driver goes on refusing. Cost: a translation
 * and a link per pair of programs that do not fit; nothing for those that do. */
#include "emu/program_priv.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An input or output: `head direction body name array`, the head being `layout qualifiers`. A block's body is
 * all from its name to the brace. */
struct varying {
    const char *head, *qualifiers, *body, *name, *array, *end; /* pieces, in this order; end: the ';' */
    size_t head_length, qualifiers_length, body_length, name_length;
    int location; /* -1: it has none, and meets by its name */
    bool block, patch;
};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_word(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(p, word, n);
}

/* What may stand in front of `in` and `out`. */
static bool is_qualifier(const char *p, size_t n)
{
    static const char *const all[] = {"flat",  "smooth", "noperspective", "centroid",
                                      "patch", "sample", "precise",       "invariant"};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (is_word(p, n, all[i]))
            return true;
    return false;
}

/* Fills what stands in front of the direction; returns what is behind it, NULL: this is no such line. */
static const char *read_head(const char *line, const char *direction, struct varying *v)
{
    const char *p = line, *word, *location;

    *v = (struct varying){.head = line, .location = -1};
    if (!strncmp(p, "layout(", 7)) {
        location = strstr(p, "location = ");
        p = strchr(p, ')');
        if (!p)
            return NULL;
        if (location && location < p)
            v->location = atoi(location + 11);
        p++;
    }
    v->qualifiers = p += strspn(p, " ");
    for (;;) {
        p += strspn(p, " ");
        word = p;
        while (is_name(*p))
            p++;
        if (is_word(word, (size_t)(p - word), direction) && *p == ' ') {
            v->head_length = (size_t)(word - line);
            v->qualifiers_length = (size_t)(word - v->qualifiers);
            return p;
        }
        if (!is_qualifier(word, (size_t)(p - word)))
            return NULL;
        v->patch |= is_word(word, (size_t)(p - word), "patch");
    }
}

/* The name is what stands in front of the arrays or the semicolon. */
static bool read_body(const char *p, struct varying *v)
{
    const char *brace, *semicolon = strchr(p, ';');

    v->body = p;
    brace = memchr(p, '{', semicolon ? (size_t)(semicolon - p) : 0);
    v->block = brace != NULL;
    if (brace) {
        p = strstr(brace, "\n}");
        semicolon = p ? strchr(p, ';') : NULL;
    }
    if (!semicolon)
        return false;
    v->end = semicolon;
    v->array = memchr(p, '[', (size_t)(semicolon - p));
    if (!v->array)
        v->array = semicolon;
    v->name = v->array;
    while (v->name > p && is_name(v->name[-1]))
        v->name--;
    v->name_length = (size_t)(v->array - v->name);
    v->body_length = (size_t)(v->name - v->body);
    return v->name_length && strncmp(v->name, "gl_", 3) != 0 && strncmp(v->body, " gl_", 4) != 0;
}

/* The next one from *at on, which moves behind it. */
static bool next(const char **at, const char *direction, struct varying *v)
{
    while (**at) {
        const char *line = *at, *end = strchr(line, '\n'), *rest = read_head(line, direction, v);

        *at = end ? end + 1 : line + strlen(line);
        if (rest && read_body(rest, v))
            return true;
    }
    return false;
}

/* The name that is matched: a block's own. */
static const char *matched(const struct varying *v, size_t *n)
{
    const char *p = v->name;

    *n = v->name_length;
    if (v->block) {
        p = v->body + strspn(v->body, " ");
        for (*n = 0; is_name(p[*n]);)
            ++*n;
    }
    return p;
}

/* What it meets in the ESSL of the stage beside; false: nothing. */
static bool find(const char *essl, const char *direction, const struct varying *of, struct varying *v)
{
    size_t n, m;
    const char *name = matched(of, &n);

    while (next(&essl, direction, v)) {
        const char *other = matched(v, &m);

        if (v->location >= 0 && of->location >= 0 ? v->location == of->location
                                                  : m == n && !memcmp(other, name, n))
            return true;
    }
    return false;
}

static bool has_word(const char *text, const char *word, size_t n)
{
    for (const char *p = text; *p; p++)
        if ((p == text || !is_name(p[-1])) && !strncmp(p, word, n) && !is_name(p[n]))
            return true;
    return false;
}

static bool is_arrayed(enum glsl_stage stage, bool input)
{
    return stage == GLSL_TESS_CONTROL || (input && (stage == GLSL_TESS_EVALUATION || stage == GLSL_GEOMETRY));
}

/* Declares on the side `to` what `from` has in the other direction. */
static void declare(FILE *out, const struct varying *v, enum glsl_stage from, enum glsl_stage to, bool input)
{
    const char *array = v->array;

    if (!v->patch && is_arrayed(from, !input) && *array == '[')
        array = strchr(array, ']') + 1;
    fprintf(out, "%.*s%s%.*s", (int)v->head_length, v->head, input ? "in" : "out", (int)v->body_length,
            v->body);
    if (v->location >= 0)
        fprintf(out, "retrace_meet_%s_%d", input ? "in" : "out", v->location);
    else
        fprintf(out, "%s%.*s", v->block ? "retrace_meet_" : "", (int)v->name_length, v->name);
    fprintf(out, "%s%.*s;\n", !v->patch && is_arrayed(to, input) ? "[]" : "", (int)(v->end - array), array);
}

/* Writes down what `essl` has in one direction and `other` lacks in the other; false: that is nothing. */
static bool complete(FILE *out, const char *essl, enum glsl_stage stage, const char *other,
                     enum glsl_stage other_stage, bool input)
{
    struct varying v, met;
    bool any = false;

    while (next(&essl, input ? "out" : "in", &v)) {
        size_t n;
        const char *name = matched(&v, &n);

        if (!find(other, input ? "in" : "out", &v, &met) &&
            ((v.location >= 0 && !v.block) || !has_word(other, name, n))) {
            declare(out, &v, stage, other_stage, input);
            any = true;
        }
    }
    return any;
}

static bool has_invariance(const struct varying *v)
{
    const char *word = strstr(v->qualifiers, "invariant");

    return word && word < v->qualifiers + v->qualifiers_length;
}

/* Outputs are interpolated as the input has it: declares them so, in place of the line that is there. */
static void align(FILE *out, const char *essl, const char *behind)
{
    struct varying v, in;

    while (next(&essl, "out", &v)) {
        if (v.block || !find(behind, "in", &v, &in) || in.block || has_invariance(&v) ||
            (in.qualifiers_length == v.qualifiers_length &&
             !memcmp(in.qualifiers, v.qualifiers, v.qualifiers_length)))
            continue;
        fprintf(out, "-%.*s\n%.*s%.*sout%.*s;\n", (int)(v.end + 1 - v.head), v.head,
                (int)(v.qualifiers - v.head), v.head, (int)in.qualifiers_length, in.qualifiers,
                (int)(v.end - v.body), v.body);
    }
}

/* The text that program `own` adds to a stage; NULL when memory is out. `other` stands beside it. */
static char *added_text(struct emu_pipeline *pipeline, int stage, int other, bool input, char *before)
{
    const struct emu_program *program = pipeline->stages[stage], *beside = pipeline->stages[other];
    char *text = NULL;
    size_t size;
    FILE *out = before ? open_memstream(&text, &size) : NULL;

    if (!out) {
        free(before);
        return NULL;
    }
    fputs(before, out);
    if (program != beside && program->exe && beside->exe)
        pipeline->open |= complete(out, beside->exe->glsl->essl[other], other,
                                   program->exe->glsl->essl[stage], stage, input) &&
                          !input;
    if (program != beside && program->exe && beside->exe && !input)
        align(out, program->exe->glsl->essl[stage], beside->exe->glsl->essl[other]);
    fclose(out);
    free(before);
    return text;
}

bool emu_pipeline_meet(struct emu_pipeline *pipeline)
{
    char *added[GLSL_STAGES];
    int last = -1;
    bool changed = false;

    pipeline->open = false;
    for (int i = 0; i < GLSL_STAGES; i++)
        added[i] = strdup("");
    for (int i = 0; i < GLSL_COMPUTE; i++) {
        if (!pipeline->stages[i])
            continue;
        if (last >= 0) {
            added[i] = added_text(pipeline, i, last, true, added[i]);
            added[last] = added_text(pipeline, last, i, false, added[last]);
        }
        last = i;
    }
    for (int i = 0; i < GLSL_STAGES; i++) {
        const char *was = pipeline->added[i] ? pipeline->added[i] : "";

        changed |= added[i] && strcmp(was, added[i]) != 0;
        free(pipeline->added[i]);
        pipeline->added[i] = added[i];
    }
    return changed;
}

/* Leaves out the lines that `added` has behind a '-'. */
static void write_without(FILE *out, const char *essl, size_t size, const char *added)
{
    while (size) {
        const char *end = memchr(essl, '\n', size), *drop = added;
        size_t n = end ? (size_t)(end + 1 - essl) : size;
        bool dropped = false;

        for (; drop && *drop; drop = strchr(drop, '\n'), drop += drop != NULL)
            dropped |= *drop == '-' && !strncmp(drop + 1, essl, n);
        if (!dropped)
            fwrite(essl, 1, n, out);
        essl += n;
        size -= n;
    }
}

char *emu_pipeline_merge(const char *essl, const char *added)
{
    const char *first = strchr(essl, '\n') + 1, *body = strstr(essl, "\nvoid main(");
    char *text = NULL;
    size_t size;
    FILE *out = body && body >= first ? open_memstream(&text, &size) : NULL;

    if (!out)
        return NULL;
    fwrite(essl, 1, (size_t)(first - essl), out);
    if (strstr(added, "noperspective") && !strstr(essl, "noperspective"))
        fputs("#extension GL_NV_shader_noperspective_interpolation : require\n", out);
    write_without(out, first, (size_t)(body + 1 - first), added);
    for (const char *line = added, *end; (end = strchr(line, '\n')); line = end + 1)
        if (*line != '-')
            fwrite(line, 1, (size_t)(end + 1 - line), out);
    fputs(body + 1, out);
    fclose(out);
    return text;
}
