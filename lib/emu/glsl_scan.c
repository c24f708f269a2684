/* SPDX-License-Identifier: MIT */
/* What the shader objects of a stage use: built-ins of the compatibility profile, functions of their own,
 * draw parameters. One stage's uses decide what each of its units declares. Also the small questions about
 * tokens that the rules of the upgrade share. Cost: one pass. */
#include "emu/glsl_upgrade.h"

#include <stdlib.h>
#include <string.h>

static const struct glsl_key no_key;

const struct glsl_key *glsl_key_of(const struct glsl_job *job)
{
    return job->input ? &job->input->key : &no_key;
}

bool glsl_starts(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

/* The index of the bracket that closes the one at i; the last token when it is never closed. */
size_t glsl_closing(const struct glsl_token *v, size_t n, size_t i)
{
    int depth = 0;

    for (; i + 1 < n; i++) {
        if (glsl_is(&v[i], "(") || glsl_is(&v[i], "[") || glsl_is(&v[i], "{"))
            depth++;
        else if ((glsl_is(&v[i], ")") || glsl_is(&v[i], "]") || glsl_is(&v[i], "}")) && --depth == 0)
            break;
    }
    return i;
}

bool glsl_is_call(const struct glsl_token *v, size_t i)
{
    return glsl_is(&v[i + 1], "(");
}

bool glsl_has_user_function(const struct glsl_uses *uses, const char *name)
{
    for (size_t i = 0; i < uses->user_function_count; i++)
        if (!strcmp(uses->user_functions[i], name))
            return true;
    return false;
}

void glsl_drop(struct glsl_upgrade *u, size_t first, size_t last)
{
    for (; first <= last && first < u->n; first++)
        u->edits[first].drop = true;
}

size_t glsl_statement_end(const struct glsl_upgrade *u, size_t i)
{
    while (i + 1 < u->n && !glsl_is(&u->v[i], ";"))
        i++;
    return i;
}

/* Elements of a built-in array that the expression behind token i needs: 8 when it cannot be told. */
static int elements(const struct glsl_token *v, size_t i)
{
    char *end;
    long index;
    bool declared = i && v[i - 1].kind == GLSL_IDENT && !glsl_is(&v[i - 1], "return");

    if (!glsl_is(&v[i + 1], "["))
        return 8;
    if (v[i + 2].kind != GLSL_NUMBER || !glsl_is(&v[i + 3], "]"))
        return 8;
    index = strtol(v[i + 2].text, &end, 0);
    return *end || index < 0 || index > 7 ? 8 : (int)index + !declared;
}

/* `flat in vec4 gl_Color;`: how the built-in is interpolated. */
static void scan_qualifiers(struct glsl_job *job, const struct glsl_unit *unit, size_t i, int row,
                            struct glsl_uses *uses)
{
    static const char *const words[] = {"flat", "noperspective", "centroid"};
    const struct glsl_token *v = unit->tokens.v;

    if (i < 2 || v[i - 1].kind != GLSL_IDENT || glsl_compat_at(row)->kind != GLSL_COMPAT_VARYING)
        return;
    for (size_t k = i - 1; k-- > 0 && v[k].kind == GLSL_IDENT;)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (glsl_is(&v[k], words[w]) && (w != 1 || job->target.noperspective))
                uses->qualifiers[row] =
                    glsl_format(job, "%s%s ", uses->qualifiers[row] ? uses->qualifiers[row] : "", words[w]);
}

static void scan_builtin(struct glsl_job *job, struct glsl_unit *unit, size_t i, struct glsl_uses *uses)
{
    static const struct {
        const char *name;
        unsigned flag;
    } flags[] = {{"gl_DrawID", GLSL_READS_DRAW_ID},
                 {"gl_BaseVertex", GLSL_READS_BASE_VERTEX},
                 {"gl_BaseInstance", GLSL_READS_BASE_INSTANCE},
                 {"gl_PrimitiveID", GLSL_READS_PRIMITIVE_ID},
                 {"gl_VertexID", GLSL_READS_VERTEX_ID},
                 {"gl_InstanceID", GLSL_READS_INSTANCE_ID},
                 {"gl_ClipDistance", GLSL_WRITES_CLIP_DISTANCE},
                 {"gl_ClipVertex", GLSL_WRITES_CLIP_VERTEX},
                 {"gl_BackColor", GLSL_WRITES_BACK_COLOR},
                 {"gl_BackSecondaryColor", GLSL_WRITES_BACK_COLOR},
                 {"gl_FragColor", GLSL_WRITES_FRAG_COLOR},
                 {"gl_PointSize", GLSL_WRITES_POINT_SIZE}};
    const char *name = unit->tokens.v[i].text;
    int row = glsl_compat_find(name, unit->stage);

    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (glsl_starts(name, flags[k].name) &&
            (!strcmp(name + strlen(flags[k].name), "") || !strcmp(name + strlen(flags[k].name), "ARB") ||
             !strcmp(name + strlen(flags[k].name), "In")))
            job->out->flags |= flags[k].flag;
    job->point_size_read |= unit->stage == GLSL_GEOMETRY && i && glsl_is(&unit->tokens.v[i - 1], ".") &&
                            !strcmp(name, "gl_PointSize");
    uses->draw_id |= glsl_starts(name, "gl_DrawID");
    uses->base_vertex |= glsl_starts(name, "gl_BaseVertex");
    uses->base_instance |= glsl_starts(name, "gl_BaseInstance");
    if (row < 0)
        return;
    uses->builtins[row] = true;
    scan_qualifiers(job, unit, i, row, uses);
    if (!strcmp(name, "gl_TexCoord") && elements(unit->tokens.v, i) > uses->tex_coords)
        uses->tex_coords = elements(unit->tokens.v, i);
    if (!strcmp(name, "gl_FragData") && elements(unit->tokens.v, i) > uses->frag_datas)
        uses->frag_datas = elements(unit->tokens.v, i);
}

/* Notes the words of a declaration behind the `binding` at token i. */
static void scan_binding(struct glsl_job *job, const struct glsl_token *v, size_t i)
{
    while (v[i].kind != GLSL_END && !glsl_is(&v[i], ")"))
        i++;
    for (; v[i].kind != GLSL_END && !glsl_is(&v[i], ";") && !glsl_is(&v[i], "{"); i++)
        if (v[i].kind == GLSL_IDENT)
            *(const char **)glsl_push(job, &job->bound, &job->bound_count, sizeof *job->bound) = v[i].text;
}

void glsl_upgrade_scan(struct glsl_job *job, struct glsl_unit *unit, struct glsl_uses *uses)
{
    const struct glsl_token *v = unit->tokens.v;
    int depth = 0, parens = 0;

    for (int rows = 0; !uses->builtins; rows++)
        if (!glsl_compat_at(rows)) {
            uses->builtins = glsl_alloc(job, (size_t)rows, sizeof *uses->builtins);
            uses->qualifiers = glsl_alloc(job, (size_t)rows, sizeof *uses->qualifiers);
        }
    glsl_implicit_scan(job, unit, uses);
    for (size_t i = 0; v[i].kind != GLSL_END; i++) {
        depth += glsl_is(&v[i], "{") - glsl_is(&v[i], "}");
        parens += glsl_is(&v[i], "(") - glsl_is(&v[i], ")");
        if (v[i].kind != GLSL_IDENT)
            continue;
        if (glsl_starts(v[i].text, "gl_"))
            scan_builtin(job, unit, i, uses);
        if (!depth && parens && glsl_is(&v[i], "binding") && glsl_is(&v[i + 1], "="))
            scan_binding(job, v, i);
        uses->query_lod |= glsl_is(&v[i], "textureQueryLod") || glsl_is(&v[i], "textureQueryLOD");
        uses->gather |= glsl_starts(v[i].text, "textureGather");
        uses->pack_double |= glsl_is(&v[i], "packDouble2x32") || glsl_is(&v[i], "unpackDouble2x32");
        uses->fb_height |= glsl_is(&v[i], "origin_upper_left");
        uses->pixel_integer |= glsl_is(&v[i], "pixel_center_integer");
        if (!depth && !parens && !uses->first_output && glsl_is(&v[i], "out") && glsl_is(&v[i + 1], "vec4"))
            uses->first_output = v[i + 2].text;
        if (glsl_is(&v[i], "ftransform") && glsl_is_call(v, i)) {
            uses->builtins[glsl_compat_find("gl_Vertex", GLSL_VERTEX)] = true;
            uses->builtins[glsl_compat_find("gl_ModelViewProjectionMatrix", GLSL_VERTEX)] = true;
        }
        if (depth || parens || !i || !glsl_is_call(v, i) || glsl_is(&v[i], "layout") ||
            glsl_is(&v[i], "subroutine"))
            continue;
        if (v[i - 1].kind != GLSL_IDENT && !glsl_is(&v[i - 1], "]"))
            continue;
        unit->has_main |= glsl_is(&v[i], "main");
        *(const char **)glsl_push(job, &uses->user_functions, &uses->user_function_count, sizeof(char *)) =
            v[i].text;
    }
}
