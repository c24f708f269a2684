/* SPDX-License-Identifier: MIT */
/* The passes of mc_scene_mix, in the order in which its head comment lists them. */
#include "scene_mix.h"

#include <string.h>

static void frame_begin(struct scene *s, int frame)
{
    const float eye[3] = {0.3f * (float)frame - 1, 9, 13}, at[3] = {0, 0, -2}, sun[3] = {9, 14, 6},
                up[3] = {0, 1, 0};
    s->view = mat4_mul(mat4_perspective(0.9f, (float)MC_WIDTH / MC_HEIGHT, 1, 60), mat4_look_at(eye, at, up));
    s->light = mat4_mul(mat4_ortho(-20, 20, -20, 20, 1, 45), mat4_look_at(sun, at, up));
    glBindBuffer(GL_UNIFORM_BUFFER, s->frame_ubo);
    uint8_t *p = glMapBufferRange(GL_UNIFORM_BUFFER, 0, 2 * sizeof(struct mat4) + 16,
                                  GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!p)
        die("cannot map the uniform buffer");
    memcpy(p, &s->view, sizeof(s->view));
    memcpy(p + sizeof(s->view), &s->light, sizeof(s->light));
    memcpy(p + 2 * sizeof(s->view), (float[]){(float)frame * 0.2f, 0, 0, 0}, 16);
    glUnmapBuffer(GL_UNIFORM_BUFFER);
}

/* Patches [from, from + n) of a shuffled order; `rebase` passes base vertices, else the indices must reach.
 */
static void terrain_batch(const struct scene *s, int from, int n, bool rebase)
{
    GLsizei count[PATCHES];
    const void *offset[PATCHES];
    GLint base[PATCHES];
    for (int k = 0; k < n; k++) {
        int i = (from + k) * 13 % PATCHES;
        count[k] = s->quads[i] * 6;
        offset[k] = rebase ? NULL : (const void *)(intptr_t)(s->first[i] / 4 * 12);
        base[k] = s->first[i];
    }
    if (rebase)
        glMultiDrawElementsBaseVertex(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, offset, n, base);
    else
        glMultiDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, offset, n);
}

static void pass_shadow(const struct scene *s)
{
    glBindFramebuffer(GL_FRAMEBUFFER, s->shadow_fbo);
    glViewport(0, 0, SHADOW, SHADOW);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 2);
    glUseProgram(s->p_shadow);
    glBindVertexArray(s->terrain);
    terrain_batch(s, 0, 12, false);
    terrain_batch(s, 12, 26, true);
    terrain_batch(s, 38, 26, true);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glCullFace(GL_BACK);
}

static void draw_box(const struct scene *s, struct mat4 m, uint32_t tint)
{
    glUniformMatrix4fv(glGetUniformLocation(s->p_block, "u_matrix"), 1, GL_FALSE, m.m);
    glUniform4f(glGetUniformLocation(s->p_block, "u_tint"), (float)(tint & 255) / 255,
                (float)(tint >> 8 & 255) / 255, (float)(tint >> 16 & 255) / 255, (float)(tint >> 24) / 255);
    glDrawElements(GL_TRIANGLES, 36, GL_UNSIGNED_SHORT, NULL);
}

static void pass_terrain(const struct scene *s)
{
    glBindFramebuffer(GL_FRAMEBUFFER, s->world_fbo);
    glViewport(0, 0, HALF_W, HALF_H);
    glClearColor(0.6f, 0.7f, 0.95f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glUseProgram(s->p_terrain);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, s->array_tex);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, s->shadow_tex);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, s->atlas);
    glBindVertexArray(s->terrain);
    for (int i = 0; i < PATCHES; i += PER_BATCH)
        terrain_batch(s, i, PER_BATCH, true);
    glDisable(GL_CULL_FACE);
    glUseProgram(s->p_grass);
    glBindVertexArray(s->grass);
    glDrawElementsInstanced(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL, GRASS);
}

/* A seen and a hidden box under occlusion queries; what they say tints the box drawn at the end. */
static void pass_queries(const struct scene *s, int frame)
{
    GLuint seen[2] = {0};
    glUseProgram(s->p_block);
    glUniform3f(glGetUniformLocation(s->p_block, "u_offset"), 0, 0, 0);
    glUniform1f(glGetUniformLocation(s->p_block, "u_cutoff"), 0);
    glBindVertexArray(s->box);
    for (int i = 0; i < 2; i++) {
        struct mat4 m =
            mat4_mul(s->view, mat4_translate(i ? 0 : -6 + (float)frame * 0.3f, i ? -5 : 1.2f, i ? -4 : 2));
        glBeginQuery(GL_ANY_SAMPLES_PASSED, s->query[i]);
        draw_box(s, m, 0xFFFFFFFFu);
        glEndQuery(GL_ANY_SAMPLES_PASSED);
    }
    for (int i = 0; i < 2; i++)
        glGetQueryObjectuiv(s->query[i], GL_QUERY_RESULT, &seen[i]);
    draw_box(s, mat4_mul(s->view, mat4_translate(-9, 1, -6)),
             seen[0] && !seen[1] ? 0xFF40FF40u : 0xFF4040FFu);
}

/* A box marks the stencil; the same box, larger, is drawn only beside it: an outline. */
static void pass_outline(const struct scene *s, int frame)
{
    struct mat4 m =
        mat4_mul(s->view, mat4_mul(mat4_translate(5, 1.2f, 1), mat4_rotate_y((float)frame * 0.2f)));
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, 0xFF);
    glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
    draw_box(s, m, 0xFF80C0FFu);
    glStencilFunc(GL_NOTEQUAL, 1, 0xFF);
    glStencilMask(0);
    glDisable(GL_DEPTH_TEST);
    draw_box(s, mat4_mul(m, mat4_scale(1.15f, 1.08f, 1.15f)), 0xFF20FFFFu);
    glEnable(GL_DEPTH_TEST);
    glStencilMask(0xFF);
    glDisable(GL_STENCIL_TEST);
}

static void particle_fill(struct block_vertex *v, int i, int frame)
{
    struct mesh mesh = {0};
    float x = (float)(i * 37 % 40) * 0.5f - 10, y = 1 + (float)((i * 11 + frame * 3) % 30) * 0.12f,
          z = (float)(i * 17 % 20) * 0.8f - 10;
    mesh_quad(&mesh, (float[]){x, y, z}, (float[]){0.5f, 0, 0}, (float[]){0, 0.5f, 0}, i * 2 % 16,
              0x60FFFFFFu - (uint32_t)(i % 3) * 0x4000);
    memcpy(v, mesh.v, 4 * sizeof(*v));
    mesh_free(&mesh);
}

/* Two ways of streaming into the ring: unsynchronised over a fresh range, and a wider range flushed in parts.
 * The ring is orphaned when it is full. */
static void pass_particles(struct scene *s, int frame)
{
    const int quad = 4 * sizeof(struct block_vertex), bytes = PARTICLES / 2 * quad;
    GLsync fence;
    glBindBuffer(GL_ARRAY_BUFFER, s->ring_buffer);
    glBindVertexArray(s->particles);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glDepthMask(GL_FALSE);
    glUniformMatrix4fv(glGetUniformLocation(s->p_block, "u_matrix"), 1, GL_FALSE, s->view.m);
    for (int half = 0; half < 2; half++) {
        GLbitfield how = half ? GL_MAP_FLUSH_EXPLICIT_BIT : GL_MAP_UNSYNCHRONIZED_BIT;
        if (s->ring + bytes > RING) {
            glBufferData(GL_ARRAY_BUFFER, RING, NULL, GL_DYNAMIC_DRAW);
            s->ring = 0;
        }
        struct block_vertex *v = glMapBufferRange(GL_ARRAY_BUFFER, s->ring, bytes,
                                                  GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | how);
        if (!v)
            die("cannot map the particle ring");
        for (int i = 0; i < PARTICLES / 2; i++) {
            particle_fill(v + i * 4, half * PARTICLES / 2 + i, frame);
            if (half && i % 4 == 3)
                glFlushMappedBufferRange(GL_ARRAY_BUFFER, (i - 3) * quad, 4 * quad);
        }
        glUnmapBuffer(GL_ARRAY_BUFFER);
        glDrawElementsBaseVertex(GL_TRIANGLES, PARTICLES / 2 * 6, GL_UNSIGNED_SHORT, NULL,
                                 s->ring / (int)sizeof(*v));
        s->ring += bytes;
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glWaitSync(fence, 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(fence);
}

static void pass_post(const struct scene *s)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, s->world_fbo);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->post_fbo);
    glBlitFramebuffer(0, 0, HALF_W, HALF_H, 0, 0, HALF_W, HALF_H, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glUseProgram(s->p_post);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, s->depth_tex);
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(s->empty);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, s->post_fbo);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, HALF_W, HALF_H, 0, 0, MC_WIDTH, MC_HEIGHT, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* The atlas twice, through the two samplers, each in its own viewport and scissor; then the bars. */
static void pass_overlay(const struct scene *s, int frame)
{
    static const GLint first[] = {0, 36, 4, 32, 8, 28, 12, 24, 16, 20};
    static const GLsizei count[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    struct mat4 wide = mat4_mul(mat4_translate(0, 8.6f, 0), mat4_scale(1, 10, 1));
    GLint u_matrix = glGetUniformLocation(s->p_block, "u_matrix");
    glUseProgram(s->p_block);
    glUniform4f(glGetUniformLocation(s->p_block, "u_tint"), 1, 1, 1, 1);
    glBindVertexArray(s->bars);
    glUniformMatrix4fv(u_matrix, 1, GL_FALSE, wide.m);
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < 2; i++) {
        glViewport(20 + i * 660, 330, 160, 130);
        glScissor(30 + i * 660, 340 + frame * 3, 140, 80);
        glBindSampler(0, s->sampler[i]);
        glDrawElements(GL_TRIANGLES, 60, GL_UNSIGNED_SHORT, NULL);
    }
    glDisable(GL_SCISSOR_TEST);
    glBindSampler(0, 0);
    glViewport(0, 0, MC_WIDTH, MC_HEIGHT);
    wide = mat4_identity();
    glUniformMatrix4fv(u_matrix, 1, GL_FALSE, wide.m);
    glMultiDrawArrays(GL_TRIANGLE_FAN, first, count, (GLsizei)ARRAY_LEN(first));
}

void scene_frame(struct scene *s, int frame)
{
    frame_begin(s, frame);
    glEnable(GL_DEPTH_TEST);
    pass_shadow(s);
    pass_terrain(s);
    pass_queries(s, frame);
    pass_outline(s, frame);
    pass_particles(s, frame);
    pass_post(s);
    pass_overlay(s, frame);
}
