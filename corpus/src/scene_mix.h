/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_SCENE_MIX_H
#define CORPUS_SCENE_MIX_H

/* The objects of mc_scene_mix, made once (mc_scene_mix.c), and the passes over them (scene_mix_passes.c). */
#include "block.h"

enum {
    HALF_W = MC_WIDTH / 2,
    HALF_H = MC_HEIGHT / 2,
    SHADOW = 128, /* size of the shadow map */
    LAYERS = 6,   /* of the texture array */
    PATCHES = 64, /* of terrain */
    PER_BATCH = 16,
    GRASS = 60,
    PARTICLES = 24,
    RING = 8192, /* bytes of the particle ring */
};

struct scene {
    GLuint shadow_tex, shadow_fbo, color_tex, depth_tex, world_fbo, post_tex, post_fbo, array_tex, atlas,
        sampler[2];
    GLuint p_shadow, p_terrain, p_block, p_grass, p_post;
    GLuint terrain, grass, box, particles, empty, ring_buffer, frame_ubo, bars, query[2];
    int first[PATCHES], quads[PATCHES]; /* vertex, number */
    int ring;                           /* next free byte */
    struct mat4 view, light;
};

extern const char scene_shadow_vs[], scene_shadow_fs[], scene_terrain_vs[], scene_terrain_fs[];
extern const char scene_grass_vs[], scene_grass_fs[], scene_post_vs[], scene_post_fs[];

void scene_frame(struct scene *s, int frame);

#endif
