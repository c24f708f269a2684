/* SPDX-License-Identifier: MIT */
/* Rules of the upgrade for statements at global scope: built-ins that are declared again, the packing of
 * blocks, members of gl_PerVertex, stray semicolons. */
#include "emu/glsl_upgrade.h"

#include <string.h>

/* A statement that declares a built-in again: the generated declaration stands for it. */
static void edit_redeclaration(struct glsl_upgrade *u, size_t first, size_t last)
{
    bool upper_left = false, integer = false;

    for (size_t i = first; i <= last; i++) {
        const struct glsl_token *t = &u->v[i];

        upper_left |= glsl_is(t, "origin_upper_left");
        integer |= glsl_is(t, "pixel_center_integer");
        if (glsl_is(t, "=") || glsl_is(t, "{") || (glsl_is(t, "(") && i && !glsl_is(t - 1, "layout")))
            return;
        if (i == first || t->kind != GLSL_IDENT || !glsl_starts(t->text, "gl_") ||
            u->v[i - 1].kind != GLSL_IDENT)
            continue;
        /* How the depth relates to the fragment's own is a promise that ES does not ask for. */
        if (glsl_compat_find(t->text, u->unit->stage) >= 0 || upper_left || integer ||
            glsl_is(t, "gl_FragDepth"))
            glsl_drop(u, first, last);
        return;
    }
}

/* The packing that a statement's layout names, or what it was before. */
static bool is_shared(const struct glsl_upgrade *u, size_t first, size_t last, bool before)
{
    for (size_t i = first; i <= last; i++)
        if (glsl_is(&u->v[i], "std140") || glsl_is(&u->v[i], "std430"))
            before = false;
        else if (glsl_is(&u->v[i], "shared") || glsl_is(&u->v[i], "packed"))
            before = true;
    return before;
}

/* A block whose packing is the driver's affair goes through SPIR-V as std140, and is shared again in the
 * ESSL. */
static void note_block(struct glsl_upgrade *u, size_t first, size_t brace, const bool shared[2])
{
    for (size_t i = first; i + 1 < brace; i++) {
        bool buffer = glsl_is(&u->v[i], "buffer");

        if ((buffer || glsl_is(&u->v[i], "uniform")) && is_shared(u, first, brace, shared[buffer])) {
            const char **name =
                glsl_push(u->job, &u->job->shared_blocks, &u->job->shared_block_count, sizeof *name);

            *name = u->v[brace - 1].text;
            return;
        }
    }
}

/* `layout(std140) uniform;` sets the packing of the blocks behind it. */
static void note_default(const struct glsl_upgrade *u, size_t first, size_t semicolon, bool shared[2])
{
    if (!glsl_is(&u->v[first], "layout") || semicolon < 2)
        return;
    if (glsl_is(&u->v[semicolon - 1], "uniform") || glsl_is(&u->v[semicolon - 1], "buffer")) {
        bool *packing = &shared[glsl_is(&u->v[semicolon - 1], "buffer")];

        *packing = is_shared(u, first, semicolon, *packing);
    }
}

/* `gl_PerVertex { ... }`: members that are variables of their own by now go. */
static void edit_per_vertex(struct glsl_upgrade *u, size_t brace)
{
    size_t close = glsl_closing(u->v, u->n, brace), first = brace + 1;

    for (size_t i = brace + 1; i < close; i++) {
        if (u->v[i].kind == GLSL_IDENT && glsl_compat_find(u->v[i].text, GLSL_VERTEX) >= 0)
            glsl_drop(u, first, glsl_statement_end(u, i));
        if (glsl_is(&u->v[i], ";"))
            first = i + 1;
    }
}

/* Walks the statements at global scope. */
void glsl_upgrade_globals(struct glsl_upgrade *u)
{
    size_t first = 0;
    bool shared[2] = {true, true};

    for (size_t i = 0; i < u->n; i++) {
        if (glsl_is(&u->v[i], "{") || glsl_is(&u->v[i], "(")) {
            bool body = glsl_is(&u->v[i], "{") && i && glsl_is(&u->v[i - 1], ")");

            if (glsl_is(&u->v[i], "{") && !body)
                note_block(u, first, i, shared);
            if (glsl_is(&u->v[i], "{") && !body && i)
                glsl_flat_note(u, i);
            if (glsl_is(&u->v[i], "{") && i && glsl_is(&u->v[i - 1], "gl_PerVertex"))
                edit_per_vertex(u, i);
            i = glsl_closing(u->v, u->n, i);
            if (body)
                first = i + 1;
        } else if (glsl_is(&u->v[i], ";") && first == i) {
            u->edits[i].drop = true; /* a stray one, which 4.50 does not allow */
            first = i + 1;
        } else if (glsl_is(&u->v[i], ";")) {
            note_default(u, first, i, shared);
            edit_redeclaration(u, first, i);
            first = i + 1;
        }
    }
}
