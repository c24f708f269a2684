/* SPDX-License-Identifier: MIT */
/* Tests of outputs as bytes: all of one comes back, and bytes from anywhere do no harm. */
#include "emu/glsl_pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *const vs[] = {
    "#version 460 compatibility\n"
    "struct light { vec4 colour; mat3 turn; };\n"
    "uniform light lights[2]; uniform float gain = 0.5; uniform bvec2 flags = bvec2(true, false);\n"
    "layout(std140, binding = 3) uniform Named { vec4 a; mat2 b; } named[2];\n"
    "buffer Stored { vec4 first; float rest[]; };\n"
    "subroutine vec4 paint(vec4 c); subroutine(paint) vec4 one(vec4 c) { return c; }\n"
    "subroutine(paint) vec4 two(vec4 c) { return c.yxzw; } subroutine uniform paint choice;\n"
    "in vec4 p; in vec3 normal; out vec4 colour; out float other;\n"
    "void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + p; other = normal.x + rest[0];\n"
    "colour = choice(lights[gl_InstanceID].colour * gain) + named[0].a + first;\n"
    "colour.xyz *= lights[0].turn; if (flags.x) colour = named[1].a; }\n"};
static const char *const fs[] = {"#version 460\nlayout(binding = 2) uniform sampler2DRect tex;\n"
                                 "layout(rgba8, binding = 1) writeonly uniform image2D img; in vec4 colour;\n"
                                 "layout(location = 1) out vec4 c; uniform Wide { int i; dmat2 d[3]; };\n"
                                 "void main() { c = colour * texture(tex, vec2(1)) * float(d[i][0].x) + "
                                 "noise1(1.0);\n"
                                 "imageStore(img, ivec2(0), c); }\n"};
static const char *const varyings[] = {"other", "gl_NextBuffer", "colour"};

/* A program that has something in every list of the output. */
static struct glsl_output *translate(void)
{
    struct glsl_input in = {.xfb_varyings = varyings, .xfb_count = 3, .xfb_mode = 0x8C8C};
    struct glsl_output *o;

    glsl_target_init(&in.target, 320);
    in.stages[GLSL_VERTEX] = (struct glsl_stage_source){vs, 1};
    in.stages[GLSL_FRAGMENT] = (struct glsl_stage_source){fs, 1};
    o = glsl_translate(&in);
    assert_non_null(o);
    if (!o->ok)
        fail_msg("%s", o->info);
    return o;
}

static void test_an_output_packs_to_the_same_bytes_again(void **state)
{
    struct glsl_output *a = translate(), *b;
    size_t n, m;
    char *first = glsl_pack(a, &n), *second;

    (void)state;
    assert_non_null(first);
    b = glsl_unpack(first, n);
    assert_non_null(b);
    second = glsl_pack(b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(first, second, n);
    free(first);
    free(second);
    glsl_output_destroy(a);
    glsl_output_destroy(b);
}

static void same_variables(const struct glsl_variable *a, const struct glsl_variable *b, size_t n)
{
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(a[i].name, b[i].name);
        assert_string_equal(a[i].essl, b[i].essl);
        assert_int_equal(a[i].type, b[i].type);
        assert_int_equal(a[i].location, b[i].location);
        assert_int_equal(a[i].stages, b[i].stages);
    }
}

static void same_fields(const struct glsl_block *a, const struct glsl_block *b)
{
    assert_true(a->field_count == 2 && b->field_count == 2 && a->size > 0 && b->size == a->size);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(a->fields[i].name, b->fields[i].name);
        assert_int_equal(a->fields[i].type, b->fields[i].type);
        assert_int_equal(a->fields[i].array_size, b->fields[i].array_size);
        assert_int_equal(a->fields[i].offset, b->fields[i].offset);
        assert_int_equal(a->fields[i].array_stride, b->fields[i].array_stride);
        assert_int_equal(a->fields[i].matrix_stride, b->fields[i].matrix_stride);
    }
    assert_int_equal(b->fields[1].array_size, 3);
}

static void same_uniforms(const struct glsl_output *a, const struct glsl_output *b)
{
    bool initial = false;

    assert_true(a->uniform_count == b->uniform_count && a->uniform_count > 4);
    for (size_t i = 0; i < a->uniform_count; i++) {
        const struct glsl_uniform *u = &a->uniforms[i], *v = &b->uniforms[i];

        assert_string_equal(u->name, v->name);
        assert_int_equal(u->essl_type, v->essl_type);
        assert_int_equal(u->binding, v->binding);
        assert_int_equal(u->essl_binding, v->essl_binding);
        assert_int_equal(u->initial_count, v->initial_count);
        assert_int_equal(!u->initial, !v->initial);
        if (u->initial)
            assert_memory_equal(u->initial, v->initial, u->initial_count * 4);
        initial |= u->initial != NULL;
    }
    assert_true(initial);
}

static void test_nothing_is_lost(void **state)
{
    struct glsl_output *a = translate(), *b;
    size_t n;
    void *data = glsl_pack(a, &n);

    (void)state;
    b = glsl_unpack(data, n);
    free(data);
    assert_non_null(b);
    assert_true(b->ok);
    assert_string_equal(a->info, b->info);
    assert_string_equal(a->essl[GLSL_VERTEX], b->essl[GLSL_VERTEX]);
    assert_string_equal(a->essl[GLSL_FRAGMENT], b->essl[GLSL_FRAGMENT]);
    assert_null(b->essl[GLSL_GEOMETRY]);
    assert_true(a->flags == b->flags && a->keyed == b->keyed && a->version == b->version &&
                a->version == 460);
    same_uniforms(a, b);
    assert_true(a->block_count == b->block_count && a->block_count == 3);
    assert_int_equal(b->blocks[0].member_count + b->blocks[1].member_count, 4);
    same_fields(&a->blocks[2], &b->blocks[2]);
    assert_true(a->shared_words && b->shared_words);
    same_variables(a->inputs, b->inputs, a->input_count);
    same_variables(a->outputs, b->outputs, a->output_count);
    same_variables(a->compat_inputs, b->compat_inputs, a->compat_input_count);
    same_variables(a->compat_uniforms, b->compat_uniforms, a->compat_uniform_count);
    assert_true(b->xfb_count == 3 && !b->xfb[1].essl && b->xfb_mode == 0x8C8C);
    assert_string_equal(b->xfb[2].essl, a->xfb[2].essl);
    assert_true(b->subroutine_count == 1 && b->subroutines[0].function_count == 2);
    assert_string_equal(b->subroutines[0].functions[1], "two");
    assert_true(b->gap_count == a->gap_count && b->gap_count > 0);
    glsl_output_destroy(a);
    glsl_output_destroy(b);
}

static void test_a_failure_keeps_its_log(void **state)
{
    static const char *const wrong[] = {"#version 330\nvoid main() { x; }"};
    struct glsl_input in = {0};
    struct glsl_output *a, *b;
    size_t n;
    void *data;

    (void)state;
    glsl_target_init(&in.target, 320);
    in.stages[GLSL_VERTEX] = (struct glsl_stage_source){wrong, 1};
    a = glsl_translate(&in);
    data = glsl_pack(a, &n);
    b = glsl_unpack(data, n);
    assert_non_null(b);
    assert_false(b->ok);
    assert_string_equal(a->info, b->info);
    free(data);
    glsl_output_destroy(a);
    glsl_output_destroy(b);
}

/* Whatever the bytes are, reading them ends well, and cut ones are no output. */
static void test_no_bytes_do_harm(void **state)
{
    struct glsl_output *a = translate(), *b;
    size_t n;
    unsigned char *data = glsl_pack(a, &n);

    (void)state;
    for (size_t cut = 0; cut < n; cut += 1 + cut / 64)
        assert_null(glsl_unpack(data, cut));
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = data[i];

        data[i] ^= 0x81;
        b = glsl_unpack(data, n);
        data[i] = byte;
        if (b)
            glsl_output_destroy(b);
    }
    free(data);
    glsl_output_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_output_packs_to_the_same_bytes_again),
        cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_a_failure_keeps_its_log),
        cmocka_unit_test(test_no_bytes_do_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
