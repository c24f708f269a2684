/* SPDX-License-Identifier: MIT */
/* Arrays that are declared without a size and asked for .length(): their size is one more than the greatest
 * constant index in any shader of the stage, which glslang only knows when it links. The size is written into
 * the declaration. Arrays of inputs, outputs and buffers are left to glslang, as their sizes have other
 * sources. */
#include "emu/glsl_upgrade.h"

#include <stdlib.h>
#include <string.h>

/* Whether token i stands in the braces of a block or structure, whose name is before the brace; a function
 * has its parenthesis there. */
static bool is_member(const struct glsl_token *v, size_t i)
{
    int depth = 0;

    while (i-- > 0) {
        depth += glsl_is(&v[i], "}") - glsl_is(&v[i], "{");
        if (depth < 0)
            return i > 0 && v[i - 1].kind == GLSL_IDENT && !glsl_is(&v[i - 1], "else") &&
                   !glsl_is(&v[i - 1], "do");
    }
    return false;
}

/* `type name [ ]`, as a variable of its own. */
static bool is_unsized(const struct glsl_token *v, size_t i)
{
    static const char *const others[] = {"in",    "out",     "varying", "attribute",
                                         "patch", "uniform", "buffer",  "return"};

    if (i < 1 || v[i].kind != GLSL_IDENT || !glsl_is(&v[i + 1], "[") || !glsl_is(&v[i + 2], "]") ||
        !glsl_is(&v[i + 3], ";") || v[i - 1].kind != GLSL_IDENT || glsl_starts(v[i].text, "gl_"))
        return false;
    for (size_t k = 0; i > 1 && k < sizeof others / sizeof *others; k++)
        if (glsl_is(&v[i - 2], others[k]) || glsl_is(&v[i - 1], others[k]))
            return false;
    return !is_member(v, i);
}

static struct glsl_implicit *find(const struct glsl_uses *uses, const char *name)
{
    for (size_t i = 0; i < uses->implicit_count; i++)
        if (!strcmp(uses->implicit[i].name, name))
            return &uses->implicit[i];
    return NULL;
}

void glsl_implicit_scan(struct glsl_job *job, const struct glsl_unit *unit, struct glsl_uses *uses)
{
    const struct glsl_token *v = unit->tokens.v;
    bool any = uses->implicit_count > 0;

    for (size_t i = 0; v[i].kind != GLSL_END; i++)
        if (is_unsized(v, i) && !find(uses, v[i].text)) {
            struct glsl_implicit *array =
                glsl_push(job, &uses->implicit, &uses->implicit_count, sizeof *array);

            array->name = v[i].text;
            any = true;
        }
    for (size_t i = 0; any && v[i].kind != GLSL_END; i++) {
        struct glsl_implicit *array = v[i].kind == GLSL_IDENT ? find(uses, v[i].text) : NULL;

        if (!array)
            continue;
        array->asked |= glsl_is(&v[i + 1], ".") && glsl_is(&v[i + 2], "length");
        if (glsl_is(&v[i + 1], "[") && v[i + 2].kind == GLSL_NUMBER && glsl_is(&v[i + 3], "]") &&
            atoi(v[i + 2].text) >= array->size)
            array->size = atoi(v[i + 2].text) + 1;
    }
}

void glsl_implicit_edit(struct glsl_upgrade *u)
{
    for (size_t i = 0; u->uses->implicit_count && i < u->n; i++) {
        const struct glsl_implicit *array = is_unsized(u->v, i) ? find(u->uses, u->v[i].text) : NULL;

        /* Alone, a shader may not know yet. */
        if (array && array->asked && (array->size || !u->job->input))
            u->edits[i + 1].text = glsl_format(u->job, "[%d", array->size ? array->size : 1);
    }
}
