/* SPDX-License-Identifier: MIT */
/* A frame of a shader-pack game, everything in it at once:
 *
 * - shadow: depth-only pass into a depth texture, polygon offset, front faces culled;
 * - world: half-size framebuffer (colour, depth-stencil texture): multi-draw terrain under a shadow lookup
 * and a mipmapped texture array, instanced grass, queries around a seen and a hidden box, a stencil outline,
 *   additive particles through mapped and flushed ranges;
 * - post: blit of the colour to a second framebuffer, fog from the depth texture, blit up to the pbuffer;
 * - overlay: scissored viewports with two sampler objects on one texture, glMultiDrawArrays bars.
 *
 * expect: batches=56 subdraws=1024 untiered=8 native=identical
 * expect: ext=identical multiindirect=identical
 * expect: indirect=identical basevertex=identical
 * expect: drawelements=identical compute=identical
 * expect softpipe: compute=differs
 *
 * softpipe keeps the colours of a tile unrounded until it writes it back, which a dispatch makes it do: the
 * particles are blended over rounded terrain there, one step off in places. A read after each draw rounds for
 * every tier, and then all are equal.
 *
 * Derived: 7 batches a frame of 8: one glMultiDrawElements of 12, two glMultiDrawElementsBaseVertex of 26,
 * four of 16. Triangles, 16-bit indices in a buffer of a multiple of 4 bytes, whole primitives, aligned
 * offsets, no restart; no program reads gl_DrawID, gl_BaseVertex or gl_PrimitiveID: nothing to decline. */
#include "scene_mix.h"

static GLuint texture_2d(GLint internal, int w, int h, GLenum format, GLenum type)
{
    GLuint t;
    glGenTextures(1, &t);
    glBindTexture(GL_TEXTURE_2D, t);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, w, h, 0, format, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return t;
}

static GLuint framebuffer(GLuint color, GLuint depth, GLenum attachment)
{
    GLuint fbo;
    glGenFramebuffers(1, &fbo);
    glBindFramebuffer(GL_FRAMEBUFFER, fbo);
    if (color)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
    if (depth)
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, depth, 0);
    if (!color) {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        die("incomplete framebuffer");
    return fbo;
}

static void targets_init(struct scene *s)
{
    s->shadow_tex = texture_2d(GL_DEPTH_COMPONENT24, SHADOW, SHADOW, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    s->shadow_fbo = framebuffer(0, s->shadow_tex, GL_DEPTH_ATTACHMENT);
    s->color_tex = texture_2d(GL_RGBA8, HALF_W, HALF_H, GL_RGBA, GL_UNSIGNED_BYTE);
    s->depth_tex = texture_2d(GL_DEPTH24_STENCIL8, HALF_W, HALF_H, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8);
    s->world_fbo = framebuffer(s->color_tex, s->depth_tex, GL_DEPTH_STENCIL_ATTACHMENT);
    s->post_tex = texture_2d(GL_RGBA8, HALF_W, HALF_H, GL_RGBA, GL_UNSIGNED_BYTE);
    s->post_fbo = framebuffer(s->post_tex, 0, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void textures_init(struct scene *s)
{
    uint32_t tile[256];
    glGenTextures(1, &s->array_tex);
    glBindTexture(GL_TEXTURE_2D_ARRAY, s->array_tex);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 16, 16, LAYERS, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    for (int i = 0; i < LAYERS; i++) {
        tile_fill(tile, 16, 16, 3000 + (uint32_t)i * 7, false);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, i, 16, 16, 1, GL_RGBA, GL_UNSIGNED_BYTE, tile);
    }
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
    s->atlas = texture_atlas(BLOCK_ATLAS, 555);
    glGenSamplers(2, s->sampler);
    for (int i = 0; i < 2; i++) {
        glSamplerParameteri(s->sampler[i], GL_TEXTURE_MIN_FILTER, i ? GL_LINEAR : GL_NEAREST);
        glSamplerParameteri(s->sampler[i], GL_TEXTURE_MAG_FILTER, i ? GL_LINEAR : GL_NEAREST);
        glSamplerParameteri(s->sampler[i], GL_TEXTURE_WRAP_S, i ? GL_MIRRORED_REPEAT : GL_REPEAT);
        glSamplerParameteri(s->sampler[i], GL_TEXTURE_WRAP_T, i ? GL_MIRRORED_REPEAT : GL_REPEAT);
    }
}

static void terrain_init(struct scene *s, GLuint indices)
{
    struct mesh mesh = {0};
    for (int k = 0; k < PATCHES; k++) {
        int i = k * 27 % PATCHES; /* places in the buffer are shuffled */
        uint32_t r = hash2((uint32_t)i, 77);
        float x = (float)(i % 8) * 3 - 12, z = (float)(i / 8) * 3 - 14, h = (float)(r % 5) * 0.5f;
        s->first[i] = mesh.n;
        mesh_box(&mesh, (float[]){x, -1, z}, (float[]){3, 1 + h * 0.4f, 3}, 0, 0xFFE0FFE0u);
        if (r % 3 == 0)
            mesh_box(&mesh, (float[]){x + 1, h * 0.4f, z + 1}, (float[]){1, 1 + h, 1}, 0, 0xFFC0D0FFu);
        s->quads[i] = (mesh.n - s->first[i]) / 4;
    }
    s->terrain = mesh_vao(&mesh, indices);
    mesh_free(&mesh);
    mesh_box(&mesh, (float[]){-0.8f, 0, -0.8f}, (float[]){1.6f, 2.4f, 1.6f}, 3, 0xFFFFFFFFu);
    s->box = mesh_vao(&mesh, indices);
    mesh_free(&mesh);
}

static void grass_init(struct scene *s, GLuint indices)
{
    struct mesh mesh = {0};
    float at[GRASS][4];
    uint32_t seed = 31;
    mesh_quad(&mesh, (float[]){-0.4f, 0, 0}, (float[]){0.8f, 0, 0}, (float[]){0, 1, 0}, 5, 0xFF90FFA0u);
    s->grass = mesh_vao(&mesh, indices);
    mesh_free(&mesh);
    for (int i = 0; i < GRASS; i++) {
        at[i][0] = rnd_float(&seed) * 22 - 11, at[i][1] = rnd_float(&seed) * 0.6f;
        at[i][2] = rnd_float(&seed) * 20 - 13, at[i][3] = 0.5f + rnd_float(&seed);
    }
    buffer_create(GL_ARRAY_BUFFER, sizeof(at), at, GL_STATIC_DRAW);
    glVertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(3, 1);
    glEnableVertexAttribArray(3);
}

static void buffers_init(struct scene *s)
{
    struct mesh mesh = {0};
    glGenVertexArrays(1, &s->empty);
    glBindVertexArray(s->empty);
    GLuint indices = quad_indices(640);
    terrain_init(s, indices);
    grass_init(s, indices);
    glGenVertexArrays(1, &s->particles);
    glBindVertexArray(s->particles);
    s->ring_buffer = buffer_create(GL_ARRAY_BUFFER, RING, NULL, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    block_attributes(0);
    for (int i = 0; i < 10; i++)
        mesh_quad(&mesh, (float[]){(float)i * 0.19f - 0.95f, -0.96f, 0}, (float[]){0.15f, 0, 0},
                  (float[]){0, 0.2f, 0}, i * 3 % 15, 0xFFFFFFFFu - (uint32_t)i * 0x101000u);
    s->bars = mesh_vao(&mesh, indices);
    mesh_free(&mesh);
    s->frame_ubo = buffer_create(GL_UNIFORM_BUFFER, 2 * sizeof(struct mat4) + 16, NULL, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 3, s->frame_ubo);
    glGenQueries(2, s->query);
}

static void programs_init(struct scene *s)
{
    const GLuint all[] = {s->p_shadow = program_create(scene_shadow_vs, scene_shadow_fs),
                          s->p_terrain = program_create(scene_terrain_vs, scene_terrain_fs),
                          s->p_grass = program_create(scene_grass_vs, scene_grass_fs)};
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        glUniformBlockBinding(all[i], glGetUniformBlockIndex(all[i], "Frame"), 3);
    s->p_block = block_program();
    s->p_post = program_create(scene_post_vs, scene_post_fs);
    glUseProgram(s->p_terrain);
    glUniform1i(glGetUniformLocation(s->p_terrain, "u_array"), 1);
    glUniform1i(glGetUniformLocation(s->p_terrain, "u_shadow"), 2);
    glUseProgram(s->p_post);
    glUniform1i(glGetUniformLocation(s->p_post, "u_depth"), 1);
}

int main(int argc, char **argv)
{
    static struct scene s;
    struct app app;
    app_init(&app, argc, argv, (struct app_config){.width = MC_WIDTH, .height = MC_HEIGHT, .frames = 8});
    targets_init(&s);
    textures_init(&s);
    buffers_init(&s);
    programs_init(&s);
    for (; app_running(&app); app_swap(&app))
        scene_frame(&s, app.frame);
    return app_finish(&app);
}
