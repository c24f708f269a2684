/* SPDX-License-Identifier: MIT */
/* Arrays of arrays of blocks, which ES has not: `} b[3][2];` becomes `} b[6];` and b[i][j] becomes
 * b[(i)*2+(j)]. The dimensions are kept, as the application names the elements "Block[1][0]". */
#include "emu/glsl_upgrade.h"

#include <stdlib.h>
#include <string.h>

void glsl_flat_note(struct glsl_upgrade *u, size_t brace)
{
    const struct glsl_token *v = u->v;
    size_t close = glsl_closing(v, u->n, brace), at = close + 2;
    struct glsl_flat flat = {.block = v[brace - 1].text};
    int total = 1;

    if (v[close + 1].kind != GLSL_IDENT)
        return;
    flat.instance = v[close + 1].text;
    for (; glsl_is(&v[at], "[") && v[at + 1].kind == GLSL_NUMBER && glsl_is(&v[at + 2], "]"); at += 3) {
        if (flat.dim_count == (int)(sizeof flat.dims / sizeof *flat.dims) || atoi(v[at + 1].text) < 1)
            return;
        flat.dims[flat.dim_count++] = atoi(v[at + 1].text);
        total *= atoi(v[at + 1].text);
    }
    if (flat.dim_count < 2 || !glsl_is(&v[at], ";"))
        return;
    u->edits[close + 3].text = glsl_format(u->job, "%d", total);
    glsl_drop(u, close + 5, at - 1);
    *(struct glsl_flat *)glsl_push(u->job, &u->job->flats, &u->job->flat_count, sizeof flat) = flat;
}

static const struct glsl_flat *find(const struct glsl_upgrade *u, const char *instance)
{
    for (size_t i = 0; i < u->job->flat_count; i++)
        if (!strcmp(u->job->flats[i].instance, instance))
            return &u->job->flats[i];
    return NULL;
}

/* ((i)*2+(j))*4+(k): Horner's scheme, written around the index expressions. */
static void edit_use(struct glsl_upgrade *u, size_t i, const struct glsl_flat *flat)
{
    size_t open = i + 1, close;

    for (int k = 0; k < flat->dim_count; k++) {
        if (!glsl_is(&u->v[open], "["))
            glsl_fail(u->job, "0:%d: %s: a block is not named whole", u->v[i].line, flat->instance);
        close = glsl_closing(u->v, u->n, open);
        if (k == 0)
            u->edits[open].text = flat->dim_count > 2 ? "[((" : "[(";
        else
            u->edits[open].text = glsl_format(u->job, "%s*%d+(", k > 1 ? "))" : ")", flat->dims[k]);
        u->edits[close].text = k + 1 < flat->dim_count ? "" : ")]";
        open = close + 1;
    }
}

void glsl_flat_edit(struct glsl_upgrade *u)
{
    for (size_t i = 0; u->job->flat_count && i < u->n; i++) {
        const struct glsl_flat *flat = u->v[i].kind == GLSL_IDENT ? find(u, u->v[i].text) : NULL;

        /* Not the declaration, and no member or local of that name. */
        if (flat && i && !glsl_is(&u->v[i - 1], "}") && !glsl_is(&u->v[i - 1], ".") &&
            u->v[i - 1].kind != GLSL_IDENT && glsl_is(&u->v[i + 1], "["))
            edit_use(u, i, flat);
    }
}
