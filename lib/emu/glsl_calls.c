/* SPDX-License-Identifier: MIT */
/* Rules of the upgrade for calls and built-ins that 4.50 core, SPIR-V or ES know by another name or not at
 * all, and the functions that are declared in their place. */
#include "emu/glsl_upgrade.h"

#include <string.h>

/* The words of a double, low one first, to the nearest float, and back. */
static const char pack_double[] =
    "float retrace_packDouble2x32(uvec2 v){int e=int(v.y>>20&2047u)-896;uint s=v.y&0x80000000u;"
    "if(e<=0)return uintBitsToFloat(s);if(e>=255)return "
    "uintBitsToFloat(s|0x7f800000u|((v.x|v.y&0xfffffu)!=0u&&"
    "(v.y>>20&2047u)==2047u?1u:0u));uint b=s|uint(e)<<23|(v.y&0xfffffu)<<3|v.x>>29,t=v.x&0x1fffffffu;"
    "return uintBitsToFloat(t>0x10000000u||(t==0x10000000u&&(b&1u)!=0u)?b+1u:b);}"
    "uvec2 retrace_unpackDouble2x32(float f){uint "
    "b=floatBitsToUint(f),e=b>>23&255u,s=b&0x80000000u,m=b&0x7fffffu;"
    "if(e==0u)return uvec2(0u,s);if(e==255u)return uvec2(m<<29,s|0x7ff00000u|m>>3);"
    "return uvec2(m<<29,s|(e+896u)<<20|m>>3);}";

static void edit_noise(struct glsl_upgrade *u, size_t i)
{
    static const char *const zeros[] = {"float(0.0)", "vec2(0.0)", "vec3(0.0)", "vec4(0.0)"};

    glsl_gap(u->job, "noise", "is 0, as in Mesa");
    glsl_drop(u, i, glsl_closing(u->v, u->n, i + 1));
    u->edits[i].drop = false;
    u->edits[i].text = zeros[u->v[i].text[5] - '1'];
}

/* Calls of functions that are gone in 4.50 core, or go by another name. */
void glsl_upgrade_call(struct glsl_upgrade *u, size_t i)
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
                   {"atomicCounterAdd", "atomicCounterAddARB"},
                   {"atomicCounterSubtract", "atomicCounterSubtractARB"},
                   {"atomicCounterMin", "atomicCounterMinARB"},
                   {"atomicCounterMax", "atomicCounterMaxARB"},
                   {"atomicCounterAnd", "atomicCounterAndARB"},
                   {"atomicCounterOr", "atomicCounterOrARB"},
                   {"atomicCounterXor", "atomicCounterXorARB"},
                   {"atomicCounterExchange", "atomicCounterExchangeARB"},
                   {"atomicCounterCompSwap", "atomicCounterCompSwapARB"},
                   {"packDouble2x32", "retrace_packDouble2x32"},
                   {"unpackDouble2x32", "retrace_unpackDouble2x32"}};
    const char *name = u->v[i].text, *text;
    bool shadow = false;

    if (glsl_has_user_function(u->uses, name) || (u->job->wide && strstr(name, "packDouble2x32")))
        return;
    for (size_t k = 0; k < sizeof renamed / sizeof *renamed; k++)
        if (!strcmp(name, renamed[k].name))
            u->edits[i].text = renamed[k].text;
    if (glsl_starts(name, "noise") && name[5] >= '1' && name[5] <= '4' && !name[6]) {
        edit_noise(u, i);
    } else if (!strcmp(name, "ftransform")) {
        u->edits[i].text = "(retrace_ModelViewProjectionMatrix*retrace_Vertex)";
        glsl_drop(u, i + 1, glsl_closing(u->v, u->n, i + 1));
    } else if ((text = glsl_texfn_upgrade(u->job, name, &shadow))) {
        u->edits[i].text = shadow ? glsl_format(u->job, "vec4(vec3(%s", text) : text;
        if (shadow)
            u->edits[glsl_closing(u->v, u->n, i + 1)].after = "),1.0)";
    }
}

/* ES has no quads and polygons: they are drawn as triangles, whose numbers are not theirs. */
static void edit_primitive(struct glsl_upgrade *u, size_t i)
{
    int split = glsl_key_of(u->job)->primitive_split;

    u->job->out->keyed |= GLSL_KEY_SPLIT;
    if (split > 1)
        u->edits[i].text = glsl_format(u->job, "(gl_PrimitiveID/%d)", split);
}

void glsl_upgrade_builtin(struct glsl_upgrade *u, size_t i)
{
    const char *name = u->v[i].text;
    int row = glsl_compat_find(name, u->unit->stage);
    const char *coord = "gl_FragCoord";

    if (row >= 0)
        u->edits[i].text = glsl_compat_at(row)->essl;
    else if (glsl_starts(name, "gl_DrawID"))
        u->edits[i].text = GLSL_UNIFORM_DRAW_ID;
    else if (glsl_starts(name, "gl_BaseVertex"))
        u->edits[i].text = GLSL_UNIFORM_BASE_VERTEX;
    else if (glsl_starts(name, "gl_BaseInstance"))
        u->edits[i].text = GLSL_UNIFORM_BASE_INSTANCE;
    else if (!strcmp(name, "gl_PrimitiveID") && u->unit->stage == GLSL_FRAGMENT &&
             u->job->last_stage != GLSL_GEOMETRY)
        edit_primitive(u, i);
    else if (!strcmp(name, "gl_InstanceIDARB"))
        u->edits[i].text = "gl_InstanceID";
    if (glsl_key_of(u->job)->two_side && u->unit->stage == GLSL_FRAGMENT && !strcmp(name, "gl_Color"))
        u->edits[i].text = "(gl_FrontFacing?retrace_FrontColor:retrace_BackColor)";
    if (glsl_key_of(u->job)->two_side && u->unit->stage == GLSL_FRAGMENT &&
        !strcmp(name, "gl_SecondaryColor"))
        u->edits[i].text = "(gl_FrontFacing?retrace_FrontSecondaryColor:retrace_BackSecondaryColor)";
    if (strcmp(name, "gl_FragCoord") != 0)
        return;
    if (u->uses->fb_height)
        coord = "vec4(gl_FragCoord.x," GLSL_UNIFORM_FB_HEIGHT "-gl_FragCoord.y,gl_FragCoord.zw)";
    if (u->uses->pixel_integer)
        u->edits[i].text = glsl_format(u->job, "(%s-vec4(0.5,0.5,0.0,0.0))", coord);
    else if (u->uses->fb_height)
        u->edits[i].text = coord;
}

/* Functions that stand for what SPIRV-Cross or ES lacks. */
void glsl_upgrade_helpers(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
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
    /* For glslang the three are of ints only: glsl_atomic knows the exchange by its value. */
    if (glsl_unit_has(unit, "GL_INTEL_shader_atomic_float_minmax"))
        glsl_puts(job, out,
                  "\n#define atomicCompSwap(m,c,v) atomicExchange(m,retrace_swap(c,v))\n"
                  "int retrace_swap(const int c,const int v){return v;}"
                  "uint retrace_swap(const uint c,const uint v){return v;}"
                  "float retrace_swap(const float c,const float v){return v;}");
    if ((uses->pack_double && !job->wide) || unit->double_blocks)
        glsl_puts(job, out, pack_double);
    if (unit->double_blocks)
        glsl_puts(job, out, glsl_double_helpers);
    glsl_cube_helper(job, unit, uses, out);
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
