/* SPDX-License-Identifier: MIT */
/* Gathers from cube maps whose faces are filtered apart (GL_TEXTURE_CUBE_MAP_SEAMLESS is off): ES crosses the
 * edges, so that a footprint at an edge gets texels of the next face where desktop GL stays on its own. Each
 * of the four texels is gathered by itself, from a footprint that lies inside the face; which one, and which
 * of its texels, says a function that is declared beside the application's. Not done: wrap modes other than
 * clamping to the edge (Mesa's software drivers have no other for cube maps), and linear filters, which go on
 * crossing (a named gap). Cost: four gathers for one, in programs drawn in that state. */
#include "emu/glsl_lower.h"
#include "emu/glsl_upgrade.h"

#include <spirv_cross/spirv.h>
#include <string.h>

#define FACE_TEXEL "retrace_faceTexel"

/* p: the coordinates, n: texels along a face, k: the corner of the footprint, 1 right and 2 up. Gives a
 * direction whose footprint has that texel, and which of the four it is there. Faces and coordinates are
 * those of OpenGL 4.6, table 8.19; WRAP makes of texel i, -1 to n, one of the face. */
static const char face_texel[] =
    "vec4 " FACE_TEXEL "(const vec3 p,const int n,const int k){"
    "vec3 a=abs(p);bool z=a.z>=max(a.x,a.y),x=!z&&a.x>a.y;"
    "float m=z?p.z:x?p.x:p.y,g=m<0.0?-1.0:1.0,h=0.5/abs(m);"
    "vec2 c=z?vec2(g*p.x,-p.y):x?vec2(-g*p.z,-p.y):vec2(p.x,g*p.z);"
    "ivec2 i=ivec2(floor((c*h+0.5)*float(n)-0.5))+ivec2(k&1,k>>1);"
    "i=clamp(i,0,n-1);"
    "ivec2 b=min(i,max(n-2,0)),d=i-b;"
    "vec2 q=(vec2(b)+(n>1?1.0:0.75))/float(n)*2.0-1.0;"
    "return vec4(z?vec3(g*q.x,-q.y,g):x?vec3(g,-q.y,-g*q.x):vec3(q.x,g,g*q.y),"
    "d.y>0?float(d.x):float(3-d.x));}"
    "vec4 retrace_kept=" FACE_TEXEL "(vec3(1.0),1,0);"; /* or glslang would drop what nobody calls */

void glsl_cube_helper(struct glsl_job *job, const struct glsl_unit *unit, const struct glsl_uses *uses,
                      struct glsl_text *out)
{
    if (uses->gather && glsl_key_of(job)->cube_faces && unit->has_main)
        glsl_puts(job, out, face_texel);
}

static uint32_t find_helper(const struct glsl_module *m)
{
    for (uint32_t id = 0; id < m->bound; id++)
        if (!strncmp(m->name[id], FACE_TEXEL "(", sizeof FACE_TEXEL))
            return id;
    return 0;
}

struct gather {
    struct glsl_builder *b;
    const uint32_t *w;                       /* the instruction */
    uint32_t helper, direction, layer, size; /* ids; layer 0: no array */
};

static uint32_t extract(struct glsl_builder *b, uint32_t type, uint32_t id, uint32_t i)
{
    uint32_t result = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, SpvOpCompositeExtract, type, result, id, i);
    return result;
}

static void take_apart(struct gather *g, const uint32_t *image)
{
    struct glsl_builder *b = g->b;
    uint32_t real = glsl_need_float(b), integer = glsl_need_int(b), vec3 = glsl_need_vector(b, real, 3);
    uint32_t plain = glsl_new_id(b), size = glsl_new_id(b);
    bool arrayed = image[5] == 1;

    GLSL_EMIT(b, &b->body, SpvOpImage, image[1], plain, g->w[3]);
    GLSL_EMIT(b, &b->body, SpvOpImageQuerySizeLod, glsl_need_vector(b, integer, arrayed ? 3 : 2), size, plain,
              glsl_need_int_constant(b, 0));
    g->size = extract(b, integer, size, 0);
    g->direction = g->w[4];
    if (!arrayed)
        return;
    g->direction = glsl_new_id(b);
    GLSL_EMIT(b, &b->body, SpvOpVectorShuffle, vec3, g->direction, g->w[4], g->w[4], 0, 1, 2);
    g->layer = extract(b, real, g->w[4], 3);
}

/* The texel at a corner, of type `component`. */
static uint32_t texel(struct gather *g, uint32_t component, int corner)
{
    struct glsl_builder *b = g->b;
    uint32_t real = glsl_need_float(b), integer = glsl_need_int(b);
    uint32_t vec3 = glsl_need_vector(b, real, 3), vec4 = glsl_need_vector(b, real, 4), words[16];
    uint32_t found = glsl_new_id(b), coord = glsl_new_id(b), four = glsl_new_id(b);
    uint32_t which = glsl_new_id(b), result = glsl_new_id(b);

    GLSL_EMIT(b, &b->body, SpvOpFunctionCall, vec4, found, g->helper, g->direction, g->size,
              glsl_need_int_constant(b, corner));
    GLSL_EMIT(b, &b->body, SpvOpVectorShuffle, vec3, coord, found, found, 0, 1, 2);
    if (g->layer) {
        uint32_t direction = coord;

        coord = glsl_new_id(b);
        GLSL_EMIT(b, &b->body, SpvOpCompositeConstruct, vec4, coord, direction, g->layer);
    }
    memcpy(words, g->w, GLSL_LENGTH(g->w[0]) * sizeof *words);
    words[2] = four;
    words[4] = coord;
    glsl_emit(b, &b->body, GLSL_OP(words[0]), &words[1], GLSL_LENGTH(words[0]) - 1);
    GLSL_EMIT(b, &b->body, SpvOpConvertFToS, integer, which, extract(b, real, found, 3));
    GLSL_EMIT(b, &b->body, SpvOpVectorExtractDynamic, component, result, four, which);
    return result;
}

bool glsl_lower_cube(struct glsl_builder *b, const uint32_t *w)
{
    static const int corners[4] = {2, 3, 1, 0}; /* in the order of a gather's components */
    struct gather g = {.b = b, .w = w};
    const uint32_t *image;
    uint32_t texels[4], component;

    if ((GLSL_OP(w[0]) != SpvOpImageGather && GLSL_OP(w[0]) != SpvOpImageDrefGather) ||
        GLSL_LENGTH(w[0]) > 16)
        return false;
    image = glsl_image_type(b->m, w[3]);
    if (!image || image[3] != SpvDimCube)
        return false;
    b->m->job->out->keyed |= GLSL_KEY_CUBE_FACES;
    if (!glsl_key_of(b->m->job)->cube_faces || !(g.helper = find_helper(b->m)))
        return false;
    component = glsl_def(b->m, w[1])[2];
    take_apart(&g, image);
    for (int i = 0; i < 4; i++)
        texels[i] = texel(&g, component, corners[i]);
    GLSL_EMIT(b, &b->body, SpvOpCompositeConstruct, w[1], w[2], texels[0], texels[1], texels[2], texels[3]);
    return true;
}
