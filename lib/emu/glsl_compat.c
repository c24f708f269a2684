/* SPDX-License-Identifier: MIT */
/* Built-ins of the compatibility profile, and gl_DepthRange, which SPIR-V for OpenGL lacks. Each becomes an
 * ordinary variable, "retrace_" instead of "gl_", declared only where it is used; whoever emulates fixed
 * function feeds the inputs and uniforms by those names. gl_Color is one name for two things: an attribute of
 * the vertex stage and, in the fragment stage, what the vertex stage wrote as gl_FrontColor. */
#include "emu/glsl_source.h"

#include <stdio.h>
#include <string.h>

#define V       (1u << GLSL_VERTEX)
#define F       (1u << GLSL_FRAGMENT)
#define LAST    (1u << GLSL_VERTEX | 1u << GLSL_TESS_EVALUATION | 1u << GLSL_GEOMETRY)
#define ALL     63u
#define INPUT   GLSL_COMPAT_INPUT
#define VARYING GLSL_COMPAT_VARYING
#define UNIFORM GLSL_COMPAT_UNIFORM
#define STRUCT  GLSL_COMPAT_STRUCT
#define CONST   GLSL_COMPAT_CONST
#define FRAG    GLSL_COMPAT_FRAG

#define MATRICES(name, array)                                                                                \
    {"gl_" name, "retrace_" name, ALL, UNIFORM, "mat4", array, NULL},                                        \
        {"gl_" name "Inverse", "retrace_" name "Inverse", ALL, UNIFORM, "mat4", array, NULL},                \
        {"gl_" name "Transpose", "retrace_" name "Transpose", ALL, UNIFORM, "mat4", array, NULL},            \
    {                                                                                                        \
        "gl_" name "InverseTranspose", "retrace_" name "InverseTranspose", ALL, UNIFORM, "mat4", array, NULL \
    }
#define PLANES(name)                                                                                         \
    {"gl_" name "S", "retrace_" name "S", ALL, UNIFORM, "vec4", 8, NULL},                                    \
        {"gl_" name "T", "retrace_" name "T", ALL, UNIFORM, "vec4", 8, NULL},                                \
        {"gl_" name "R", "retrace_" name "R", ALL, UNIFORM, "vec4", 8, NULL},                                \
    {                                                                                                        \
        "gl_" name "Q", "retrace_" name "Q", ALL, UNIFORM, "vec4", 8, NULL                                   \
    }
#define COORD(n)                                                                                             \
    {                                                                                                        \
        "gl_MultiTexCoord" n, "retrace_MultiTexCoord" n, V, INPUT, "vec4", 0, NULL                           \
    }

/* clang-format off */
static const struct glsl_compat rows[] = {
    {"gl_Vertex", "retrace_Vertex", V, INPUT, "vec4", 0, NULL},
    {"gl_Normal", "retrace_Normal", V, INPUT, "vec3", 0, NULL},
    {"gl_Color", "retrace_Color", V, INPUT, "vec4", 0, NULL},
    {"gl_SecondaryColor", "retrace_SecondaryColor", V, INPUT, "vec4", 0, NULL},
    {"gl_FogCoord", "retrace_FogCoord", V, INPUT, "float", 0, NULL},
    COORD("0"), COORD("1"), COORD("2"), COORD("3"), COORD("4"), COORD("5"), COORD("6"), COORD("7"),

    {"gl_FrontColor", "retrace_FrontColor", LAST, VARYING, "vec4", 0, NULL},
    {"gl_BackColor", "retrace_BackColor", LAST, VARYING, "vec4", 0, NULL},
    {"gl_FrontSecondaryColor", "retrace_FrontSecondaryColor", LAST, VARYING, "vec4", 0, NULL},
    {"gl_BackSecondaryColor", "retrace_BackSecondaryColor", LAST, VARYING, "vec4", 0, NULL},
    {"gl_TexCoord", "retrace_TexCoord", LAST, VARYING, "vec4", -1, NULL},
    {"gl_FogFragCoord", "retrace_FogFragCoord", LAST, VARYING, "float", 0, NULL},
    {"gl_Color", "retrace_FrontColor", F, VARYING, "vec4", 0, NULL},
    {"gl_SecondaryColor", "retrace_FrontSecondaryColor", F, VARYING, "vec4", 0, NULL},
    {"gl_TexCoord", "retrace_TexCoord", F, VARYING, "vec4", -1, NULL},
    {"gl_FogFragCoord", "retrace_FogFragCoord", F, VARYING, "float", 0, NULL},
    {"gl_ClipVertex", "retrace_ClipVertex", LAST, GLSL_COMPAT_CLIP, "vec4", 0, NULL},

    {"gl_FragColor", "retrace_FragColor", F, FRAG, "vec4", 0, NULL},
    {"gl_FragData", "retrace_FragData", F, FRAG, "vec4", -1, NULL},

    MATRICES("ModelViewMatrix", 0),
    MATRICES("ProjectionMatrix", 0),
    MATRICES("ModelViewProjectionMatrix", 0),
    MATRICES("TextureMatrix", 8),
    {"gl_NormalMatrix", "retrace_NormalMatrix", ALL, UNIFORM, "mat3", 0, NULL},
    {"gl_NormalScale", "retrace_NormalScale", ALL, UNIFORM, "float", 0, NULL},
    {"gl_NumSamples", "retrace_NumSamples", F, UNIFORM, "int", 0, NULL},
    {"gl_ClipPlane", "retrace_ClipPlane", ALL, UNIFORM, "vec4", 8, NULL},
    {"gl_TextureEnvColor", "retrace_TextureEnvColor", ALL, UNIFORM, "vec4", 8, NULL},
    PLANES("EyePlane"),
    PLANES("ObjectPlane"),

    {"gl_DepthRangeParameters", "retrace_DepthRangeParameters", ALL, STRUCT, "float near, far, diff;", 0, NULL},
    {"gl_DepthRange", "retrace_DepthRange", ALL, UNIFORM, NULL, 0, "gl_DepthRangeParameters"},
    {"gl_PointParameters", "retrace_PointParameters", ALL, STRUCT, "float size, sizeMin, sizeMax, fadeThresholdSize, "
     "distanceConstantAttenuation, distanceLinearAttenuation, distanceQuadraticAttenuation;", 0, NULL},
    {"gl_Point", "retrace_Point", ALL, UNIFORM, NULL, 0, "gl_PointParameters"},
    {"gl_MaterialParameters", "retrace_MaterialParameters", ALL, STRUCT,
     "vec4 emission, ambient, diffuse, specular; float shininess;", 0, NULL},
    {"gl_FrontMaterial", "retrace_FrontMaterial", ALL, UNIFORM, NULL, 0, "gl_MaterialParameters"},
    {"gl_BackMaterial", "retrace_BackMaterial", ALL, UNIFORM, NULL, 0, "gl_MaterialParameters"},
    {"gl_LightSourceParameters", "retrace_LightSourceParameters", ALL, STRUCT,
     "vec4 ambient, diffuse, specular, position, halfVector; vec3 spotDirection; float spotExponent, spotCutoff, "
     "spotCosCutoff, constantAttenuation, linearAttenuation, quadraticAttenuation;", 0, NULL},
    {"gl_LightSource", "retrace_LightSource", ALL, UNIFORM, NULL, 8, "gl_LightSourceParameters"},
    {"gl_LightModelParameters", "retrace_LightModelParameters", ALL, STRUCT, "vec4 ambient;", 0, NULL},
    {"gl_LightModel", "retrace_LightModel", ALL, UNIFORM, NULL, 0, "gl_LightModelParameters"},
    {"gl_LightModelProducts", "retrace_LightModelProducts", ALL, STRUCT, "vec4 sceneColor;", 0, NULL},
    {"gl_FrontLightModelProduct", "retrace_FrontLightModelProduct", ALL, UNIFORM, NULL, 0, "gl_LightModelProducts"},
    {"gl_BackLightModelProduct", "retrace_BackLightModelProduct", ALL, UNIFORM, NULL, 0, "gl_LightModelProducts"},
    {"gl_LightProducts", "retrace_LightProducts", ALL, STRUCT, "vec4 ambient, diffuse, specular;", 0, NULL},
    {"gl_FrontLightProduct", "retrace_FrontLightProduct", ALL, UNIFORM, NULL, 8, "gl_LightProducts"},
    {"gl_BackLightProduct", "retrace_BackLightProduct", ALL, UNIFORM, NULL, 8, "gl_LightProducts"},
    {"gl_FogParameters", "retrace_FogParameters", ALL, STRUCT, "vec4 color; float density, start, end, scale;", 0,
     NULL},
    {"gl_Fog", "retrace_Fog", ALL, UNIFORM, NULL, 0, "gl_FogParameters"},

    {"gl_MaxLights", "8", ALL, CONST, NULL, 0, NULL},
    {"gl_MaxClipPlanes", "8", ALL, CONST, NULL, 0, NULL},
    {"gl_MaxTextureUnits", "8", ALL, CONST, NULL, 0, NULL},
    {"gl_MaxTextureCoords", "8", ALL, CONST, NULL, 0, NULL},
    {"gl_MaxVaryingFloats", "128", ALL, CONST, NULL, 0, NULL},
};
/* clang-format on */

#define COUNT ((int)(sizeof rows / sizeof *rows))

const struct glsl_compat *glsl_compat_at(int i)
{
    return i < COUNT ? &rows[i] : NULL;
}

int glsl_compat_find(const char *name, enum glsl_stage stage)
{
    for (int i = 0; i < COUNT; i++)
        if ((rows[i].stages >> stage & 1) && !strcmp(rows[i].name, name))
            return i;
    return -1;
}

static const char *type_of(const struct glsl_compat *row)
{
    if (row->type)
        return row->type;
    return rows[glsl_compat_find(row->needs, GLSL_VERTEX)].essl;
}

static int array_of(const struct glsl_compat *row, const struct glsl_uses *uses)
{
    if (row->array >= 0)
        return row->array;
    return row->kind == FRAG ? uses->frag_datas : uses->tex_coords;
}

static bool is_color(const struct glsl_compat *row)
{
    return row->kind == VARYING && strstr(row->essl, "Color");
}

static void declare_row(struct glsl_job *job, enum glsl_stage stage, int index, const struct glsl_uses *uses,
                        struct glsl_text *out)
{
    const struct glsl_compat *row = &rows[index];
    int array = array_of(row, uses);
    char size[16] = "";
    const char *qualifier = "uniform";

    if (array)
        snprintf(size, sizeof size, "[%d]", array);
    switch (row->kind) {
    case GLSL_COMPAT_CONST:
        return;
    case GLSL_COMPAT_STRUCT:
        glsl_printf(job, out, "struct %s {%s};", row->essl, row->type);
        return;
    case GLSL_COMPAT_INPUT:
        qualifier = "in";
        break;
    case GLSL_COMPAT_VARYING:
        if (uses->qualifiers[index])
            glsl_puts(job, out, uses->qualifiers[index]);
        else if (is_color(row) && job->input && job->input->key.flat_shade)
            glsl_puts(job, out, "flat ");
        qualifier = stage != GLSL_FRAGMENT ? "out" : "in";
        break;
    case GLSL_COMPAT_FRAG:
        qualifier = "layout(location=0) out";
        break;
    case GLSL_COMPAT_CLIP:
        qualifier = "";
        break;
    case GLSL_COMPAT_UNIFORM:
        break;
    }
    glsl_printf(job, out, "%s %s %s%s;", qualifier, type_of(row), row->essl, size);
}

void glsl_compat_declare(struct glsl_job *job, enum glsl_stage stage, const struct glsl_uses *uses,
                         struct glsl_text *out)
{
    bool *wanted = glsl_alloc(job, (size_t)COUNT, sizeof *wanted);

    for (int i = 0; i < COUNT; i++)
        if (uses->builtins[i]) {
            wanted[i] = true;
            if (rows[i].needs)
                wanted[glsl_compat_find(rows[i].needs, stage)] = true;
        }
    for (int i = 0; i < COUNT; i++)
        if (wanted[i])
            declare_row(job, stage, i, uses, out);
}

static unsigned gl_type_of(const char *type)
{
    static const struct {
        const char *name;
        unsigned type;
    } types[] = {{"float", 0x1406}, {"int", 0x1404},  {"vec3", 0x8B51},
                 {"vec4", 0x8B52},  {"mat3", 0x8B5B}, {"mat4", 0x8B5C}};

    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, type))
            return types[i].type;
    return 0;
}

void glsl_compat_report(struct glsl_job *job, enum glsl_stage stage, const struct glsl_uses *uses)
{
    struct glsl_output *out = job->out;

    for (int i = 0; i < COUNT; i++) {
        bool input = rows[i].kind == INPUT;
        struct glsl_variable *v = NULL;

        if (!uses->builtins[i] || (!input && rows[i].kind != UNIFORM))
            continue;
        /* ESSL has it by itself: see glsl_patch. */
        if (!strcmp(rows[i].name, "gl_NumSamples") && job->target.sample_variables)
            continue;
        for (size_t k = 0; !input && k < out->compat_uniform_count; k++)
            if (!strcmp(out->compat_uniforms[k].name, rows[i].name))
                v = (struct glsl_variable *)&out->compat_uniforms[k];
        if (!v && input)
            v = glsl_push(job, &out->compat_inputs, &out->compat_input_count, sizeof *v);
        else if (!v)
            v = glsl_push(job, &out->compat_uniforms, &out->compat_uniform_count, sizeof *v);
        v->name = rows[i].name;
        v->essl = rows[i].essl;
        v->type = gl_type_of(rows[i].type);
        v->array_size = array_of(&rows[i], uses);
        v->location = -1;
        v->stages |= 1u << stage;
    }
}
