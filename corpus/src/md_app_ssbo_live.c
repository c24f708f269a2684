/* SPDX-License-Identifier: MIT */
/* Rule: what the application has bound stays bound across batches: four storage buffer ranges (offset and
 * size, seen through length()), its own compute program dispatched between batches, and the indirect
 * buffer, bound once before them and used after them.
 *
 * expect: batches=4 subdraws=32 untiered=0 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 * expect es=3.0: ext=failed basevertex=failed drawelements=failed
 *
 * ES 3.0 has neither storage buffers nor compute shaders.
 *
 * Derived: 2 batches a frame (8 sub-draws each) and 8 indirect draws; compute must save and restore what
 * it binds. */
#include "md.h"

static const char fs_source[] =
    "#version 430 core\n"
    "layout(std430, binding = 0) readonly buffer B0 { vec4 c0[]; };\n"
    "layout(std430, binding = 1) readonly buffer B1 { vec4 c1[]; };\n"
    "layout(std430, binding = 2) readonly buffer B2 { vec4 c2[]; };\n"
    "layout(std430, binding = 3) readonly buffer B3 { vec4 c3[]; };\n"
    "in vec4 v_color;\n"
    "layout(location = 0) out vec4 o_color;\n"
    "void main() {\n"
    "    int x = int(gl_FragCoord.x) / 32 % 4;\n"
    "    vec4 c = x == 0 ? c0[0] : x == 1 ? c1[1] : x == 2 ? c2[2] : c3[3];\n"
    "    float n = float(c0.length() + c1.length() * 2 + c2.length() * 4 + c3.length() * 8) / 120.0;\n"
    "    o_color = vec4(v_color.rgb * 0.5 + c.rgb * 0.3 + vec3(n) * 0.2, 1.0);\n"
    "}\n";

/* Writes the colours anew, so that a dispatch that is lost or goes elsewhere shows. */
static const char cs_source[] = "#version 430 core\n"
                                "layout(local_size_x = 1) in;\n"
                                "layout(std430, binding = 0) buffer B0 { vec4 c0[]; };\n"
                                "layout(std430, binding = 3) buffer B3 { vec4 c3[]; };\n"
                                "void main() {\n"
                                "    uint i = gl_GlobalInvocationID.x;\n"
                                "    c0[i] = vec4(c0[i].gbr, 1.0);\n"
                                "    c3[i] = vec4(c3[i].brg, 1.0);\n"
                                "}\n";

static void storage_init(void)
{
    float c[4 * 256];
    uint32_t seed = 77;
    for (size_t i = 0; i < ARRAY_LEN(c); i++)
        c[i] = rnd_float(&seed);
    GLuint buffer = buffer_create(GL_SHADER_STORAGE_BUFFER, sizeof(c), c, GL_DYNAMIC_COPY);
    for (GLuint i = 0; i < 4; i++)
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, 256 * (GLintptr)(i + 1) - 256 * (i == 3),
                          64 + 64 * (i % 2));
}

/* Row 2 as eight indirect commands; the buffer stays bound. */
static void commands_init(const struct md_batch *b)
{
    uint32_t command[MD_COLS][5];
    for (int i = 0; i < MD_COLS; i++) {
        const uint32_t c[5] = {12, 1, (uint32_t)((size_t)b->offset[16 + i] / 4), (uint32_t)b->base[16 + i],
                               0};
        for (int k = 0; k < 5; k++)
            command[i][k] = c[k];
    }
    buffer_create(GL_DRAW_INDIRECT_BUFFER, sizeof(command), command, GL_STATIC_DRAW);
}

int main(int argc, char **argv)
{
    struct app app;
    struct md_data d = {0};
    struct md_batch b = {0};
    GLuint compute;
    app_init(&app, argc, argv, (struct app_config){.major = 4, .minor = 3});
    md_scene(&d, &b, GL_UNSIGNED_INT, md_triangles, 12, 7);
    md_upload(&d);
    storage_init();
    commands_init(&b);
    compute = glCreateProgram();
    glAttachShader(compute, shader_compile(GL_COMPUTE_SHADER, cs_source));
    program_link(compute);
    GLuint program = md_program(NULL, fs_source);
    for (; app_running(&app); app_swap(&app)) {
        md_frame(program, app.frame);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 0);
        glUseProgram(compute);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); /* the draws before it read what it writes */
        glDispatchCompute(4, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        glUseProgram(program);
        md_draw_row(&b, GL_TRIANGLES, GL_UNSIGNED_INT, 1);
        for (int i = 0; i < MD_COLS; i++)
            glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, (void *)(intptr_t)(i * 20));
    }
    return app_finish(&app);
}
