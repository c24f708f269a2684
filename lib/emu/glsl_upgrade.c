/* SPDX-License-Identifier: MIT */
/* Preprocessed tokens of any version to GLSL 4.50 core text. Each rule looks at the tokens and notes edits
 * beside them (another text, something behind, nothing at all); the text is then written once, on the
 * source's own line numbers, so that glslang's messages point where the application's do. Nothing here knows
 * types: what needs them (rectangles, one-dimensional textures, initialisers) is done in SPIR-V. Cost: a few
 * passes over the tokens. */
#include "emu/glsl_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct edit {
    const char *text;  /* instead of the token */
    const char *after; /* behind it */
    bool drop;
};

struct upgrade {
    struct glsl_job *job;
    struct glsl_unit *unit;
    const struct glsl_uses *uses;
    struct glsl_token *v;
    size_t n; /* without GLSL_END */
    struct edit *edits;
};

static const struct glsl_key no_key;

static const struct glsl_key *key_of(const struct glsl_job *job)
{
    return job->input ? &job->input->key : &no_key;
}

static bool starts(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

/* The index of the bracket that closes the one at i; the last token when it is never closed. */
static size_t closing(const struct glsl_token *v, size_t n, size_t i)
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

static bool is_call(const struct glsl_token *v, size_t i)
{
    return glsl_is(&v[i + 1], "(");
}

/* ---- what a unit uses ---- */

static bool has_user_function(const struct glsl_uses *uses, const char *name)
{
    for (size_t i = 0; i < uses->user_function_count; i++)
        if (!strcmp(uses->user_functions[i], name))
            return true;
    return false;
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
                 {"gl_FragColor", GLSL_WRITES_FRAG_COLOR},
                 {"gl_Layer", GLSL_WRITES_LAYER},
                 {"gl_PointSize", GLSL_WRITES_POINT_SIZE}};
    const char *name = unit->tokens.v[i].text;
    int row = glsl_compat_find(name, unit->stage);

    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (starts(name, flags[k].name) &&
            (!strcmp(name + strlen(flags[k].name), "") || !strcmp(name + strlen(flags[k].name), "ARB") ||
             !strcmp(name + strlen(flags[k].name), "In")))
            job->out->flags |= flags[k].flag;
    uses->draw_id |= starts(name, "gl_DrawID");
    uses->base_vertex |= starts(name, "gl_BaseVertex");
    uses->base_instance |= starts(name, "gl_BaseInstance");
    if (row < 0)
        return;
    uses->builtins[row] = true;
    if (!strcmp(name, "gl_TexCoord") && elements(unit->tokens.v, i) > uses->tex_coords)
        uses->tex_coords = elements(unit->tokens.v, i);
    if (!strcmp(name, "gl_FragData") && elements(unit->tokens.v, i) > uses->frag_datas)
        uses->frag_datas = elements(unit->tokens.v, i);
}

void glsl_upgrade_scan(struct glsl_job *job, struct glsl_unit *unit, struct glsl_uses *uses)
{
    const struct glsl_token *v = unit->tokens.v;
    int depth = 0, parens = 0;

    for (int rows = 0; !uses->builtins; rows++)
        if (!glsl_compat_at(rows))
            uses->builtins = glsl_alloc(job, (size_t)rows, sizeof *uses->builtins);
    for (size_t i = 0; v[i].kind != GLSL_END; i++) {
        depth += glsl_is(&v[i], "{") - glsl_is(&v[i], "}");
        parens += glsl_is(&v[i], "(") - glsl_is(&v[i], ")");
        if (v[i].kind != GLSL_IDENT)
            continue;
        if (starts(v[i].text, "gl_"))
            scan_builtin(job, unit, i, uses);
        uses->query_lod |= glsl_is(&v[i], "textureQueryLod") || glsl_is(&v[i], "textureQueryLOD");
        uses->pack_double |= glsl_is(&v[i], "packDouble2x32") || glsl_is(&v[i], "unpackDouble2x32");
        uses->fb_height |= glsl_is(&v[i], "origin_upper_left");
        uses->pixel_integer |= glsl_is(&v[i], "pixel_center_integer");
        if (!depth && !parens && !uses->first_output && glsl_is(&v[i], "out") && glsl_is(&v[i + 1], "vec4"))
            uses->first_output = v[i + 2].text;
        if (glsl_is(&v[i], "ftransform") && is_call(v, i)) {
            uses->builtins[glsl_compat_find("gl_Vertex", GLSL_VERTEX)] = true;
            uses->builtins[glsl_compat_find("gl_ModelViewProjectionMatrix", GLSL_VERTEX)] = true;
        }
        if (depth || parens || !i || !is_call(v, i) || glsl_is(&v[i], "layout") ||
            glsl_is(&v[i], "subroutine"))
            continue;
        if (v[i - 1].kind != GLSL_IDENT && !glsl_is(&v[i - 1], "]"))
            continue;
        unit->has_main |= glsl_is(&v[i], "main");
        *(const char **)glsl_push(job, &uses->user_functions, &uses->user_function_count, sizeof(char *)) =
            v[i].text;
    }
}

/* ---- rules ---- */

static void drop(struct upgrade *u, size_t first, size_t last)
{
    for (; first <= last && first < u->n; first++)
        u->edits[first].drop = true;
}

static size_t statement_end(const struct upgrade *u, size_t i)
{
    while (i + 1 < u->n && !glsl_is(&u->v[i], ";"))
        i++;
    return i;
}

static void edit_storage(struct upgrade *u, size_t i)
{
    const struct glsl_token *t = &u->v[i];
    bool fragment = u->unit->stage == GLSL_FRAGMENT;
    bool directed = glsl_is(&u->v[i + 1], "in") || glsl_is(&u->v[i + 1], "out") ||
                    (i && (glsl_is(&u->v[i - 1], "in") || glsl_is(&u->v[i - 1], "out")));

    if (glsl_is(t, "attribute"))
        u->edits[i].text = "in";
    else if (glsl_is(t, "varying") && directed)
        u->edits[i].drop = true;
    else if (glsl_is(t, "varying"))
        u->edits[i].text = fragment ? "in" : "out";
    else if (glsl_is(t, "precision") && (glsl_is(&u->v[i + 1], "highp") || glsl_is(&u->v[i + 1], "mediump") ||
                                         glsl_is(&u->v[i + 1], "lowp")))
        drop(u, i, statement_end(u, i));
    else if (fragment && glsl_is(t, "invariant") &&
             (glsl_is(&u->v[i + 1], "varying") || glsl_is(&u->v[i + 1], "in") ||
              glsl_is(&u->v[i + 1], "centroid")))
        u->edits[i].drop = true; /* of the output, which the other stage declares */
    else if (glsl_is(t, "highp") || glsl_is(t, "mediump") || glsl_is(t, "lowp"))
        u->edits[i].drop = true;
    else if (glsl_is(t, "unsigned") && glsl_is(&u->v[i + 1], "int")) {
        u->edits[i].text = "uint";
        u->edits[i + 1].drop = true;
    }
}

/* glslang folds constants in double precision from the decimal text, drivers in single: giving it the value
 * that a float literal has makes int(degrees(3.1415926535)) 180 again. */
static void edit_float(struct upgrade *u, size_t i)
{
    const char *text = u->v[i].text;
    char *end;
    float value;

    if (u->edits[i].text || !strpbrk(text, ".eE") || text[1] == 'x' || text[1] == 'X')
        return;
    value = strtof(text, &end);
    if ((*end && strcmp(end, "f") && strcmp(end, "F")) || !isfinite(value))
        return;
    text = glsl_format(u->job, "%.17g", (double)value);
    u->edits[i].text = strpbrk(text, ".e") ? text : glsl_format(u->job, "%s.0", text);
}

/* The words of a double, low one first, to the nearest float towards zero and back. */
static const char pack_double[] =
    "float retrace_packDouble2x32(uvec2 v){int e=int(v.y>>20&2047u)-896;uint s=v.y&0x80000000u;"
    "if(e<=0)return uintBitsToFloat(s);if(e>=255)return "
    "uintBitsToFloat(s|0x7f800000u|((v.x|v.y&0xfffffu)!=0u&&"
    "(v.y>>20&2047u)==2047u?1u:0u));return uintBitsToFloat(s|uint(e)<<23|(v.y&0xfffffu)<<3|v.x>>29);}"
    "uvec2 retrace_unpackDouble2x32(float f){uint "
    "b=floatBitsToUint(f),e=b>>23&255u,s=b&0x80000000u,m=b&0x7fffffu;"
    "if(e==0u)return uvec2(0u,s);if(e==255u)return uvec2(m<<29,s|0x7ff00000u|m>>3);"
    "return uvec2(m<<29,s|(e+896u)<<20|m>>3);}";

/* Doubles become floats. */
static void edit_double(struct upgrade *u, size_t i)
{
    const struct glsl_token *t = &u->v[i];
    size_t n = strlen(t->text);

    if (t->kind == GLSL_NUMBER && n > 2 &&
        (!strcmp(t->text + n - 2, "lf") || !strcmp(t->text + n - 2, "LF"))) {
        u->edits[i].text = glsl_strdup(u->job, t->text, n - 2);
        return;
    }
    if (glsl_is(t, "double"))
        u->edits[i].text = "float";
    else if (starts(t->text, "dvec") || starts(t->text, "dmat"))
        u->edits[i].text = t->text + 1;
    else
        return;
    glsl_gap(u->job, "double", "narrowed to float");
}

static void edit_layout(struct upgrade *u, size_t open)
{
    size_t close = closing(u->v, u->n, open);

    for (size_t i = open + 1; i < close; i++)
        if (glsl_is(&u->v[i], "shared") || glsl_is(&u->v[i], "packed"))
            u->edits[i].text = "std140";
        else if (glsl_is(&u->v[i], "post_depth_coverage")) {
            glsl_gap(u->job, "post_depth_coverage", "the sample mask is that before the depth test");
            u->edits[i].text = "early_fragment_tests";
        } else if (starts(u->v[i].text, "bindless_") || starts(u->v[i].text, "bound_"))
            glsl_fail(u->job, "0:%d: bindless textures are not supported", u->v[i].line);
}

/* A statement that declares a built-in again: the generated declaration stands for it. */
static void edit_redeclaration(struct upgrade *u, size_t first, size_t last)
{
    bool upper_left = false, integer = false;

    for (size_t i = first; i <= last; i++) {
        const struct glsl_token *t = &u->v[i];

        upper_left |= glsl_is(t, "origin_upper_left");
        integer |= glsl_is(t, "pixel_center_integer");
        if (glsl_is(t, "=") || glsl_is(t, "{") || (glsl_is(t, "(") && i && !glsl_is(t - 1, "layout")))
            return;
        if (i == first || t->kind != GLSL_IDENT || !starts(t->text, "gl_") || u->v[i - 1].kind != GLSL_IDENT)
            continue;
        /* How the depth relates to the fragment's own is a promise that ES does not ask for. */
        if (glsl_compat_find(t->text, u->unit->stage) >= 0 || upper_left || integer ||
            glsl_is(t, "gl_FragDepth"))
            drop(u, first, last);
        return;
    }
}

/* The packing that a statement's layout names, or what it was before. */
static bool is_shared(const struct upgrade *u, size_t first, size_t last, bool before)
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
static void note_block(struct upgrade *u, size_t first, size_t brace, const bool shared[2])
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
static void note_default(const struct upgrade *u, size_t first, size_t semicolon, bool shared[2])
{
    if (!glsl_is(&u->v[first], "layout") || semicolon < 2)
        return;
    if (glsl_is(&u->v[semicolon - 1], "uniform") || glsl_is(&u->v[semicolon - 1], "buffer")) {
        bool *packing = &shared[glsl_is(&u->v[semicolon - 1], "buffer")];

        *packing = is_shared(u, first, semicolon, *packing);
    }
}

/* `gl_PerVertex { ... }`: members that are variables of their own by now go. */
static void edit_per_vertex(struct upgrade *u, size_t brace)
{
    size_t close = closing(u->v, u->n, brace), first = brace + 1;

    for (size_t i = brace + 1; i < close; i++) {
        if (u->v[i].kind == GLSL_IDENT && glsl_compat_find(u->v[i].text, GLSL_VERTEX) >= 0)
            drop(u, first, statement_end(u, i));
        if (glsl_is(&u->v[i], ";"))
            first = i + 1;
    }
}

/* Walks the statements at global scope. */
static void edit_globals(struct upgrade *u)
{
    size_t first = 0;
    bool shared[2] = {true, true};

    for (size_t i = 0; i < u->n; i++) {
        if (glsl_is(&u->v[i], "{") || glsl_is(&u->v[i], "(")) {
            bool body = glsl_is(&u->v[i], "{") && i && glsl_is(&u->v[i - 1], ")");

            if (glsl_is(&u->v[i], "{") && !body)
                note_block(u, first, i, shared);
            if (glsl_is(&u->v[i], "{") && i && glsl_is(&u->v[i - 1], "gl_PerVertex"))
                edit_per_vertex(u, i);
            i = closing(u->v, u->n, i);
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

static void edit_noise(struct upgrade *u, size_t i)
{
    static const char *const zeros[] = {"float(0.0)", "vec2(0.0)", "vec3(0.0)", "vec4(0.0)"};

    glsl_gap(u->job, "noise", "is 0, as in Mesa");
    drop(u, i, closing(u->v, u->n, i + 1));
    u->edits[i].drop = false;
    u->edits[i].text = zeros[u->v[i].text[5] - '1'];
}

/* Calls of functions that are gone in 4.50 core, or go by another name. */
static void edit_call(struct upgrade *u, size_t i)
{
    static const struct {
        const char *name, *text;
    } renamed[] = {{"textureQueryLOD", "retrace_queryLod"},
                   {"textureQueryLod", "retrace_queryLod"},
                   {"dFdxFine", "dFdx"},
                   {"dFdyFine", "dFdy"},
                   {"fwidthFine", "fwidth"},
                   {"dFdxCoarse", "dFdx"},
                   {"dFdyCoarse", "dFdy"},
                   {"fwidthCoarse", "fwidth"},
                   {"anyInvocationARB", "bool"},
                   {"allInvocationsARB", "bool"},
                   {"anyInvocation", "bool"},
                   {"allInvocations", "bool"},
                   {"allInvocationsEqualARB", "true||bool"},
                   {"allInvocationsEqual", "true||bool"},
                   {"packDouble2x32", "retrace_packDouble2x32"},
                   {"unpackDouble2x32", "retrace_unpackDouble2x32"}};
    const char *name = u->v[i].text, *text;
    bool shadow = false;

    if (has_user_function(u->uses, name))
        return;
    for (size_t k = 0; k < sizeof renamed / sizeof *renamed; k++)
        if (!strcmp(name, renamed[k].name))
            u->edits[i].text = renamed[k].text;
    if (starts(name, "noise") && name[5] >= '1' && name[5] <= '4' && !name[6]) {
        edit_noise(u, i);
    } else if (!strcmp(name, "ftransform")) {
        u->edits[i].text = "(retrace_ModelViewProjectionMatrix*retrace_Vertex)";
        drop(u, i + 1, closing(u->v, u->n, i + 1));
    } else if ((text = glsl_texfn_upgrade(u->job, name, &shadow))) {
        u->edits[i].text = shadow ? glsl_format(u->job, "vec4(vec3(%s", text) : text;
        if (shadow)
            u->edits[closing(u->v, u->n, i + 1)].after = "),1.0)";
    }
}

static void edit_builtin(struct upgrade *u, size_t i)
{
    const char *name = u->v[i].text;
    int row = glsl_compat_find(name, u->unit->stage);
    const char *coord = "gl_FragCoord";

    if (row >= 0)
        u->edits[i].text = glsl_compat_at(row)->essl;
    else if (starts(name, "gl_DrawID"))
        u->edits[i].text = GLSL_UNIFORM_DRAW_ID;
    else if (starts(name, "gl_BaseVertex"))
        u->edits[i].text = GLSL_UNIFORM_BASE_VERTEX;
    else if (starts(name, "gl_BaseInstance"))
        u->edits[i].text = GLSL_UNIFORM_BASE_INSTANCE;
    else if (!strcmp(name, "gl_InstanceIDARB"))
        u->edits[i].text = "gl_InstanceID";
    if (key_of(u->job)->two_side && u->unit->stage == GLSL_FRAGMENT && !strcmp(name, "gl_Color"))
        u->edits[i].text = "(gl_FrontFacing?retrace_FrontColor:retrace_BackColor)";
    if (key_of(u->job)->two_side && u->unit->stage == GLSL_FRAGMENT && !strcmp(name, "gl_SecondaryColor"))
        u->edits[i].text = "(gl_FrontFacing?retrace_FrontSecondaryColor:retrace_BackSecondaryColor)";
    if (strcmp(name, "gl_FragCoord"))
        return;
    if (u->uses->fb_height)
        coord = "vec4(gl_FragCoord.x," GLSL_UNIFORM_FB_HEIGHT "-gl_FragCoord.y,gl_FragCoord.zw)";
    if (u->uses->pixel_integer)
        u->edits[i].text = glsl_format(u->job, "(%s-vec4(0.5,0.5,0.0,0.0))", coord);
    else if (u->uses->fb_height)
        u->edits[i].text = coord;
}

/* ---- names that ESSL cannot have ---- */

static bool needs_rename(const struct upgrade *u, size_t i)
{
    const char *name = u->v[i].text;
    enum glsl_function_age age;

    if (u->v[i].made)
        return false;
    if (strstr(name, "__") || (name[0] == '_' && name[1] >= '0' && name[1] <= '9') ||
        starts(name, "retrace_"))
        return true;
    if (glsl_word_is_late_keyword(u->unit, name))
        return strcmp(name, "layout") != 0;
    age = glsl_word_function(u->unit, name);
    if (age == GLSL_NO_FUNCTION)
        return false;
    return !is_call(u->v, i) || (age == GLSL_LATE_FUNCTION && has_user_function(u->uses, name));
}

static const char *rename_word(struct glsl_job *job, const char *name)
{
    struct glsl_rename *r;
    char *safe;
    size_t n = 0;

    for (r = job->renames; r; r = r->next, n++)
        if (!strcmp(r->source, name))
            return r->essl;
    r = glsl_alloc(job, 1, sizeof *r);
    safe = glsl_format(job, "retrace_n%zu_%s", n, starts(name, "retrace_") ? name + 8 : name);
    for (char *p = safe; (p = strstr(p, "__"));)
        memmove(p, p + 1, strlen(p));
    *r = (struct glsl_rename){.source = name, .essl = safe, .next = job->renames};
    job->renames = r;
    return safe;
}

const char *glsl_source_name(const struct glsl_job *job, const char *name)
{
    for (const struct glsl_rename *r = job->renames; r; r = r->next)
        if (!strcmp(r->essl, name))
            return r->source;
    return name;
}

/* ---- text ---- */

static void edit_all(struct upgrade *u)
{
    edit_globals(u);
    for (size_t i = 0; i < u->n; i++) {
        const struct glsl_token *t = &u->v[i];

        if (u->edits[i].drop)
            continue;
        if (t->kind == GLSL_NUMBER || t->text[0] == 'd')
            edit_double(u, i);
        if (t->kind == GLSL_NUMBER)
            edit_float(u, i);
        if (t->kind != GLSL_IDENT || u->edits[i].text)
            continue;
        if (needs_rename(u, i)) {
            u->edits[i].text = rename_word(u->job, t->text);
            continue;
        }
        edit_storage(u, i);
        if (glsl_is(t, "layout") && is_call(u->v, i))
            edit_layout(u, i + 1);
        else if (starts(t->text, "gl_"))
            edit_builtin(u, i);
        else if (is_call(u->v, i))
            edit_call(u, i);
        else if (glsl_is(t, "noperspective") && u->job->input && !u->job->target.noperspective) {
            glsl_gap(u->job, "noperspective", "interpolated with perspective");
            u->edits[i].drop = true;
        }
    }
}

static void write_line(struct upgrade *u, struct glsl_text *out, const struct glsl_token *at,
                       struct glsl_token *now)
{
    if (at->string == now->string && at->line >= now->line && at->line - now->line < 8) {
        for (; now->line < at->line; now->line++)
            glsl_puts(u->job, out, "\n");
    } else if (at->string != now->string || at->line != now->line) {
        glsl_printf(u->job, out, "\n#line %d %d\n", at->line > 0 ? at->line : 1, at->string);
    }
    *now = *at;
}

static void write_tokens(struct upgrade *u, struct glsl_text *out)
{
    struct glsl_token now = {.line = 1};

    glsl_puts(u->job, out, "\n#line 1 0\n");
    for (size_t i = 0; i < u->n; i++) {
        const struct edit *e = &u->edits[i];

        if (!e->drop) {
            write_line(u, out, &u->v[i], &now);
            glsl_puts(u->job, out, e->text ? e->text : u->v[i].text);
            glsl_puts(u->job, out, " ");
        }
        if (e->after)
            glsl_puts(u->job, out, e->after);
    }
}

/* Functions that stand for what SPIRV-Cross or ES lacks. */
static void write_helpers(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                          struct glsl_text *out)
{
    static const char *const prefixes[] = {"", "i", "u"};
    static const struct {
        const char *type, *coord, *full;
    } kinds[] = {{"1D", "float", "p"},
                 {"2D", "vec2", "p"},
                 {"3D", "vec3", "p"},
                 {"Cube", "vec3", "p"},
                 {"1DArray", "float", "vec2(p,0.0)"},
                 {"2DArray", "vec2", "vec3(p,0.0)"},
                 {"CubeArray", "vec3", "vec4(p,0.0)"}};

    if (glsl_unit_has(unit, "GL_AMD_shader_trinary_minmax"))
        glsl_puts(job, out,
                  "\n#define min3(a,b,c) min(min(a,b),c)\n#define max3(a,b,c) max(max(a,b),c)\n"
                  "#define mid3(a,b,c) max(min(a,b),min(max(a,b),c))\n");
    if (!uses->query_lod)
        return;
    if (job->input && !job->target.texture_query_lod)
        glsl_fail(job, "textureQueryLod: the ES driver lacks GL_EXT_texture_query_lod");
    /* The bodies are replaced in the ESSL: see glsl_patch. */
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            glsl_printf(job, out, "vec2 retrace_queryLod(%ssampler%s s,%s p){return vec2(texture(s,%s).xy);}",
                        prefixes[i], kinds[k].type, kinds[k].coord, kinds[k].full);
}

const char *glsl_upgrade(struct glsl_job *job, struct glsl_unit *unit, const struct glsl_uses *uses)
{
    struct upgrade u = {.job = job, .unit = unit, .uses = uses, .v = unit->tokens.v, .n = unit->tokens.n - 1};
    struct glsl_text out = {0}, epilogue = {0};
    bool geometry;

    u.edits = glsl_alloc(job, u.n + 1, sizeof *u.edits);
    edit_all(&u);
    glsl_puts(job, &out, "#version 450 core\n");
    for (size_t i = 0; i < unit->extension_count; i++)
        if (glsl_extension_find(unit->extensions[i])->keep)
            glsl_printf(job, &out, "#extension %s : enable\n", unit->extensions[i]);
    glsl_epilogue(job, unit, uses, &out, &epilogue);
    geometry = unit->stage == GLSL_GEOMETRY && epilogue.n;
    for (size_t i = 0; epilogue.n && i < u.n; i++)
        if (geometry ? glsl_is(&u.v[i], "EmitVertex") : glsl_is(&u.v[i], "main") && is_call(u.v, i))
            u.edits[i].text = geometry ? "retrace_emit" : "retrace_main";
    if (geometry)
        glsl_puts(job, &out, "void retrace_emit();");
    glsl_compat_declare(job, unit->stage, uses, &out);
    write_helpers(job, unit, uses, &out);
    if (uses->pack_double)
        glsl_puts(job, &out, pack_double);
    if (uses->draw_id)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_DRAW_ID ";");
    if (uses->base_vertex)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_BASE_VERTEX ";");
    if (uses->base_instance)
        glsl_puts(job, &out, "uniform int " GLSL_UNIFORM_BASE_INSTANCE ";");
    if (uses->fb_height)
        glsl_puts(job, &out, "uniform float " GLSL_UNIFORM_FB_HEIGHT ";");
    write_tokens(&u, &out);
    if (geometry && unit->has_main)
        glsl_printf(job, &out, "\nvoid retrace_emit(){%sEmitVertex();}\n", epilogue.s);
    else if (epilogue.n && !geometry)
        glsl_printf(job, &out, "\nvoid main(){retrace_main();%s}\n", epilogue.s);
    return out.s;
}
