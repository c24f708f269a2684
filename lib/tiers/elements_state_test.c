/* SPDX-License-Identifier: MIT */
/* The suite over all tiers, second part: batches among state that a tier could disturb or be disturbed by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "guard_test.h"
#include "tiers/suite_test.h"

static const GLsizei counts4[] = {3, 6, 0, 3};
static const GLint bases4[] = {0, 70000, 123456, 1000};
static const uint16_t shorts[12] = {1, 2, 3, 10, 11, 12, 4000, 65534, 20, 30, 31, 32};
static const size_t offsets_u16[] = {0, 6, 2, 18};
static const struct batch points = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases4,
                                    shorts,    sizeof shorts,     false};

static GLuint buffer_of(struct rig *r, GLenum target, size_t size, const void *data)
{
    GLuint buffer;

    r->gl->GenBuffers(1, &buffer);
    r->gl->BindBuffer(target, buffer);
    r->gl->BufferData(target, (GLsizeiptr)size, data, GL_DYNAMIC_COPY);
    return buffer;
}

static GLuint compute_program(struct rig *r, const char *source)
{
    GLuint program = r->gl->CreateProgram();
    GLint ok = 0;

    r->gl->AttachShader(program, rig_shader(r, GL_COMPUTE_SHADER, source));
    r->gl->LinkProgram(program);
    r->gl->GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_true(ok);
    return program;
}

/* --- application state live across the batch --- */

static void application_storage_ranges_are_read_by_the_batch_and_stay_bound(struct rig *r)
{
    static const char fragment[] =
        "#version 430 core\nflat in vec4 c;\nout vec4 o;\n"
        "layout(std430, binding = 0) readonly buffer A { uint a[]; };\n"
        "layout(std430, binding = 1) readonly buffer B { uint b[]; };\n"
        "layout(std430, binding = 2) readonly buffer C { uint d[]; };\n"
        "void main() { o = vec4(float(a[0]), float(b[0]), float(d.length()), 255.0) / 255.0 + c * 0.0; }\n";
    uint32_t words[512];

    for (int i = 0; i < 512; i++)
        words[i] = (uint32_t)i;
    rig_program(r,
                "#version 330 core\nflat out vec4 c;\n" RIG_PLACE "void main() { place(gl_VertexID, 0); }\n",
                fragment);
    for (GLuint i = 0; i < 4; i++) {
        GLuint buffer = buffer_of(r, GL_SHADER_STORAGE_BUFFER, sizeof words, words);

        r->gl->BindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, (GLintptr)(i + 1) * 256 - (i == 3) * 256,
                               44 + 4 * i);
    }
    buffer_of(r, GL_DRAW_INDIRECT_BUFFER, sizeof words, words);
    buffer_of(r, GL_DISPATCH_INDIRECT_BUFFER, sizeof words, words);
    buffer_of(r, GL_COPY_WRITE_BUFFER, sizeof words, words);
    buffer_of(r, GL_COPY_READ_BUFFER, sizeof words, words);
    set_indices(r, &points);
    for (int pass = 0; pass < 2; pass++) {
        rig_clear(r);
        draw(r, &points);
        for (GLsizei i = 0; i < 4; i++)
            for (GLsizei k = 0; k < counts4[i]; k++)
                rig_expect(r, shorts[offsets_u16[i] / 2 + (size_t)k] + (GLuint)bases4[i],
                           64 | 128 << 8 | 13 << 16);
        rig_assert_image(r);
    }
    assert_tier(r, TIERS_OK, TIERS_NONE, 3);
}

static void many_batches_allocate_on_wrap_only(struct rig *r)
{
    set_indices(r, &points);
    rig_clear(r);
    issue(r, &points);
    rig_forget();
    for (int i = 0; i < 2000; i++)
        issue(r, &points);
    /* The largest upload is 80 bytes of commands or 512 of stream: some ten to sixteen wraps of 64 KiB. */
    assert_in_range(rig_calls.buffer_data, 0, 20);
    assert_int_equal(rig_calls.gets, 0);
    expect_points(r, &points, NONE);
    rig_assert_image(r);
    assert_int_equal(r->stats.executed[r->stats.resolved], 2001);
}

static void every_batch_of_a_wrapping_ring_draws_its_own_indices(struct rig *r)
{
    static GLuint data[4096];
    GLsizei count = 4096 / 8;
    size_t offset = 0;
    struct batch b = {GL_POINTS, GL_UNSIGNED_INT, 1, &count, &offset, NULL, data, sizeof data, false};

    for (GLuint i = 0; i < 4096; i++)
        data[i] = i;
    set_indices(r, &b);
    rig_clear(r);
    for (int i = 0; i < 64; i++) {
        offset = (size_t)(i % 8) * (size_t)count * 4;
        issue(r, &b);
    }
    for (GLuint i = 0; i < 4096; i++)
        rig_expect(r, i, i);
    rig_assert_image(r);
    assert_int_equal(r->stats.executed[r->stats.resolved], 64);
}

/* --- index buffers that the GPU writes --- */

static void index_buffer_written_by_a_copy_just_before(struct rig *r)
{
    static const uint16_t old[12] = {500, 501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511};
    struct batch b = points;

    b.data = old;
    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b);
    expect_points(r, &b, NONE);
    rig_assert_image(r);
    buffer_of(r, GL_COPY_READ_BUFFER, sizeof shorts, shorts);
    r->gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 0, 0, sizeof shorts);
    rig_clear(r);
    draw(r, &points);
    expect_points(r, &points, NONE);
    rig_assert_image(r);
    assert_int_equal(r->stats.executed[r->stats.resolved], 2);
}

static void index_buffer_written_by_a_shader_just_before(struct rig *r)
{
    static const char source[] =
        "#version 430 core\nlayout(local_size_x = 6) in;\n"
        "layout(std430, binding = 1) buffer B { uint b[]; };\n"
        "void main() { uint i = gl_GlobalInvocationID.x; b[i] = b[i] + 0x00640064u; }\n";
    struct batch b = points;
    uint16_t moved[12];
    GLint buffer;
    GLuint program = compute_program(r, source);

    set_indices(r, &b);
    rig_clear(r);
    draw(r, &b); /* a copy of the old contents may have been taken */
    r->gl->GetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
    r->gl->UseProgram(program);
    r->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, (GLuint)buffer);
    r->gl->DispatchCompute(1, 1, 1);
    r->gl->MemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
    r->gl->UseProgram(r->program);
    rig_clear(r);
    draw(r, &b);
    for (int i = 0; i < 12; i++)
        moved[i] = (uint16_t)(shorts[i] + 100); /* of a pair only the upper half can carry over, harmlessly */
    moved[7] = (uint16_t)(65534 + 100);
    b.data = moved;
    expect_points(r, &b, NONE);
    rig_assert_image(r);
    assert_int_equal(r->stats.executed[r->stats.resolved], 2);
}

static void index_buffer_changed_by_the_application_between_batches(struct rig *r)
{
    struct batch b = points;
    uint16_t data[12];

    memcpy(data, shorts, sizeof data);
    b.data = data;
    set_indices(r, &b);
    for (int i = 0; i < 3; i++) {
        data[4] = (uint16_t)(700 + i);
        r->gl->BufferSubData(GL_ELEMENT_ARRAY_BUFFER, 8, 2, &data[4]);
        rig_clear(r);
        draw(r, &b);
        expect_points(r, &b, NONE);
        rig_assert_image(r);
    }
}

/* --- size --- */

static void more_indices_than_one_dispatch_reaches(struct rig *r)
{
    static const GLsizei counts[] = {2097120, 2097121};
    static const size_t offsets[] = {0, 0};
    const enum tiers_reason reason = r->stats.resolved == TIERS_COMPUTE ? TIERS_TOO_MANY : TIERS_OK;
    struct batch b = {GL_POINTS, GL_UNSIGNED_BYTE, 2, counts, offsets, NULL, NULL, 2097124, false};
    uint8_t *big = calloc(1, b.size);

    assert_non_null(big);
    for (size_t i = 0; i < b.size; i++)
        big[i] = (uint8_t)(i % 3);
    b.data = big;
    set_indices(r, &b);
    free(big);
    rig_clear(r);
    r->gl->Enable(GL_RASTERIZER_DISCARD); /* the counts are the point */
    draw(r, &b);
    r->gl->Disable(GL_RASTERIZER_DISCARD);
    assert_tier(r, reason, TIERS_BASEVERTEX, 2);
}

static void block_limit(struct rig *r)
{
    r->caps.max_storage_block_size = 47;
}

static void index_stream_larger_than_a_storage_block(struct rig *r)
{
    const enum tiers_reason reasons[TIERS_COUNT] = {[TIERS_COMPUTE] = TIERS_BLOCK_SIZE};

    check_points(r, &points, reasons, TIERS_BASEVERTEX, NONE);
}

/* --- client vertex arrays --- */

static void vertex_arrays_in_client_memory(struct rig *r)
{
    /* Vertices 1 to 4000 of two floats each: the second only keeps a stride between them. Not one more may be
     * read. */
    float *ids = (float *)(void *)guard_alloc(3999 * 8 + 4) - 2;

    for (int i = 1; i <= 4000; i++)
        ids[2 * i] = (float)(i ^ 1);
    {
        static const GLint bases[] = {0, 300, 9, -1};
        static const uint16_t data[12] = {1, 2, 3, 10, 11, 12, 3700, 0, 20, 30, 31, 32};
        const struct batch b = {GL_POINTS, GL_UNSIGNED_SHORT, 4,    counts4, offsets_u16, bases,
                                data,      sizeof data,       false};

        r->gl->BindVertexArray(0);
        rig_program(r,
                    "#version 330 core\nflat out vec4 c;\nlayout(location = 0) in float id;\n" RIG_PLACE
                    "void main() { place(int(id), int(id)); }\n",
                    NULL);
        r->gl->EnableVertexAttribArray(0);
        r->gl->VertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 8, ids);
        set_indices(r, &b);
        rig_clear(r);
        draw(r, &b);
        for (GLsizei i = 0; i < 4; i++)
            for (GLsizei k = 0; k < counts4[i]; k++) {
                GLuint v = (GLuint)(data[offsets_u16[i] / 2 + (size_t)k] + bases[i]) ^ 1;
                rig_expect(r, v, v);
            }
        rig_assert_image(r);
        assert_tier(r, TIERS_OK, TIERS_NONE, 3);
    }
}

int main(void)
{
    static const struct suite_case cases[] = {
        SUITE_CASE(application_storage_ranges_are_read_by_the_batch_and_stay_bound),
        SUITE_CASE(many_batches_allocate_on_wrap_only),
        SUITE_CASE(every_batch_of_a_wrapping_ring_draws_its_own_indices),
        SUITE_CASE(index_buffer_written_by_a_copy_just_before),
        SUITE_CASE(index_buffer_written_by_a_shader_just_before),
        SUITE_CASE(index_buffer_changed_by_the_application_between_batches),
        SUITE_CASE(more_indices_than_one_dispatch_reaches),
        SUITE_CASE(index_stream_larger_than_a_storage_block, .weaken = block_limit),
        SUITE_CASE(vertex_arrays_in_client_memory, .compat = true),
    };

    return suite_main(cases, sizeof cases / sizeof *cases);
}
