/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_SUITE_TEST_H
#define RETRACE_TIERS_SUITE_TEST_H

/* For tests only: the suite that all tiers run. A case draws batches on a rig; suite_main makes a test of
 * each pair of tier and case, with a context of its own. Include after cmocka.h. */

#include "tiers/rig_test.h"

/* A batch: sub-draw i draws count[i] indices from byte offset[i] of the index data. */
struct batch {
    GLenum mode, type;
    GLsizei n;
    const GLsizei *count;
    const size_t *offset;
    const GLint *base; /* NULL: all 0 */
    const void *data;
    size_t size; /* bytes of data */
    bool client; /* data is client memory, not a buffer */
};

/* --- what the driver has bound --- */

enum { STATE_MAX = 64 };

static inline size_t driver_state(GLint64 *out)
{
    static const GLenum names[] = {
        GL_CURRENT_PROGRAM,
        GL_PROGRAM_PIPELINE_BINDING,
        GL_VERTEX_ARRAY_BINDING,
        GL_ELEMENT_ARRAY_BUFFER_BINDING,
        GL_ARRAY_BUFFER_BINDING,
        GL_COPY_READ_BUFFER_BINDING,
        GL_COPY_WRITE_BUFFER_BINDING,
        GL_DRAW_INDIRECT_BUFFER_BINDING,
        GL_DISPATCH_INDIRECT_BUFFER_BINDING,
        GL_SHADER_STORAGE_BUFFER_BINDING,
        GL_UNIFORM_BUFFER_BINDING,
        GL_ATOMIC_COUNTER_BUFFER_BINDING,
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
        GL_PIXEL_PACK_BUFFER_BINDING,
        GL_PIXEL_UNPACK_BUFFER_BINDING,
        GL_ACTIVE_TEXTURE,
        GL_DRAW_FRAMEBUFFER_BINDING,
    };
    size_t n = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        rig_driver->GetInteger64v(names[i], &out[n++]);
    for (GLuint i = 0; i < 5; i++) {
        rig_driver->GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &out[n++]);
        rig_driver->GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &out[n++]);
        rig_driver->GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &out[n++]);
    }
    return n;
}

/* --- what GL says is drawn --- */

static inline GLuint index_at(const struct batch *b, size_t at)
{
    const uint8_t *p = (const uint8_t *)b->data + at;

    switch (b->type) {
    case GL_UNSIGNED_BYTE:
        return p[0];
    case GL_UNSIGNED_SHORT:
        return p[0] | (GLuint)p[1] << 8;
    default:
        return p[0] | (GLuint)p[1] << 8 | (GLuint)p[2] << 16 | (GLuint)p[3] << 24;
    }
}

static inline size_t index_size(const struct batch *b)
{
    return b->type == GL_UNSIGNED_BYTE ? 1 : b->type == GL_UNSIGNED_SHORT ? 2 : 4;
}

/* Points: every index that restarts nothing and lies in the buffer is a vertex. `restart` is 64 bits wide: ~0
 * for none. */
static inline void expect_points(struct rig *r, const struct batch *b, uint64_t restart)
{
    for (GLsizei i = 0; i < b->n; i++) {
        for (GLsizei k = 0; k < b->count[i]; k++) {
            size_t at = b->offset[i] + (size_t)k * index_size(b);
            GLuint index, v;

            if (at + index_size(b) > b->size)
                break;
            index = index_at(b, at);
            v = index + (b->base ? (GLuint)b->base[i] : 0);
            if (index != restart)
                rig_expect(r, v, v);
        }
    }
}

/* --- drawing --- */

static inline void set_indices(struct rig *r, const struct batch *b)
{
    GLuint buffer;

    r->gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    if (b->client)
        return;
    r->gl->GenBuffers(1, &buffer);
    r->gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    r->gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)b->size, b->data, GL_STATIC_DRAW);
}

static inline void issue(struct rig *r, const struct batch *b)
{
    const void *indices[16];

    assert_true(b->n <= 16);
    for (GLsizei i = 0; i < b->n; i++)
        indices[i] = b->client ? (const uint8_t *)b->data + b->offset[i] : (const void *)b->offset[i];
    if (b->base)
        r->gl->MultiDrawElementsBaseVertex(b->mode, b->count, b->type, indices, b->n, b->base);
    else
        r->gl->MultiDrawElements(b->mode, b->count, b->type, indices, b->n);
}

/* Issues the batch; asserts that nothing it may have bound stays bound and that no error came of it. */
static inline void draw(struct rig *r, const struct batch *b)
{
    GLint64 before[STATE_MAX], after[STATE_MAX];
    size_t n;

    /* A mode may have a variant of the program to itself, whichever way it is drawn. */
    emu_program_prepare(emu_current, b->mode);
    n = driver_state(before);
    rig_forget();
    issue(r, b);
    assert_int_equal(rig_calls.gets, 0);
    assert_int_equal(driver_state(after), n);
    for (size_t i = 0; i < n; i++) {
        if (before[i] != after[i])
            fail_msg("state %zu was %lld, is %lld", i, (long long)before[i], (long long)after[i]);
    }
    assert_int_equal(rig_driver->GetError(), GL_NO_ERROR);
    assert_int_equal(r->gl->GetError(), GL_NO_ERROR);
}

/* Exactly the driver calls that the tier is made of, for one batch of `drawn` sub-draws with indices. */
static inline void assert_calls(enum tiers_tier tier, unsigned drawn)
{
    const struct rig_calls want = {
        .ext = tier == TIERS_EXT,
        .multiindirect = tier == TIERS_MULTIINDIRECT,
        .indirect = tier == TIERS_INDIRECT ? drawn : 0,
        .basevertex = tier == TIERS_BASEVERTEX ? drawn : 0,
        .elements = tier == TIERS_DRAWELEMENTS ? drawn
                    : tier == TIERS_COMPUTE    ? 1
                                               : 0,
        .dispatch = tier == TIERS_COMPUTE,
    };

    assert_int_equal(rig_calls.ext, want.ext);
    assert_int_equal(rig_calls.multiindirect, want.multiindirect);
    assert_int_equal(rig_calls.indirect, want.indirect);
    assert_int_equal(rig_calls.basevertex, want.basevertex);
    assert_int_equal(rig_calls.elements, want.elements);
    assert_int_equal(rig_calls.arrays, 0);
    assert_int_equal(rig_calls.dispatch, want.dispatch);
}

/* The last batch, the first of its kind, was drawn by the forced tier, or declined for `reason` to `to`. */
static inline void assert_tier(struct rig *r, enum tiers_reason reason, enum tiers_tier to, unsigned drawn)
{
    enum tiers_tier tier = reason ? to : r->stats.resolved;

    if (tier >= TIERS_COUNT) {
        fail_msg("no tier is to draw what %s declines for %s", tiers_name(r->stats.resolved),
                 tiers_reason_name(reason));
        return;
    }
    if (r->stats.executed[tier] != r->stats.batches ||
        (reason && r->stats.declined[r->stats.resolved][reason][to] != r->stats.batches))
        fail_msg("%llu batches, not all %s; log: %s", (unsigned long long)r->stats.batches, tiers_name(tier),
                 r->log.text);
    assert_calls(tier, drawn);
}

/* Draws points and asserts everything. reasons[tier] is why that tier declines; what is declined goes to
 * `to`. */
static inline void check_points(struct rig *r, const struct batch *b,
                                const enum tiers_reason reasons[TIERS_COUNT], enum tiers_tier to,
                                uint64_t restart)
{
    unsigned drawn = 0;

    for (GLsizei i = 0; i < b->n; i++)
        drawn += b->count[i] && (b->client || b->offset[i] + index_size(b) <= b->size);
    set_indices(r, b);
    rig_clear(r);
    draw(r, b);
    expect_points(r, b, restart);
    rig_assert_image(r);
    assert_tier(r, reasons[r->stats.resolved], to, drawn);
}

#define NOBODY ((const enum tiers_reason[TIERS_COUNT]){0})
#define NONE   UINT64_MAX

/* --- running --- */

struct suite_case {
    const char *name;
    void (*run)(struct rig *r);
    void (*weaken)(struct rig *r); /* changes the driver before the context is created; NULL: as it is */
    unsigned lacks;                /* 1 << tier for those that the weakened driver does not have */
    bool compat;                   /* in a compatibility context */
};

struct suite_pair {
    const struct suite_case *c;
    enum tiers_tier tier;
    struct rig *rig;
    char name[160];
};

static inline void suite_run(void **state)
{
    struct suite_pair *pair = *state;
    bool lacks = pair->c->lacks >> pair->tier & 1;

    pair->rig = rig_create();
    if (!pair->rig)
        skip();
    if (pair->c->weaken)
        pair->c->weaken(pair->rig);
    rig_open(pair->rig, tiers_name(pair->tier), !pair->c->compat);
    assert_int_equal(pair->rig->stats.supported, !lacks);
    if (lacks) {
        assert_int_not_equal(pair->rig->stats.resolved, pair->tier);
        return;
    }
    assert_int_equal(pair->rig->stats.resolved, pair->tier);
    pair->c->run(pair->rig);
}

static inline int suite_end(void **state)
{
    struct suite_pair *pair = *state;

    rig_close(pair->rig);
    return 0;
}

static inline int suite_main(const struct suite_case *cases, size_t n)
{
    struct suite_pair *pairs = calloc(n * TIERS_COUNT, sizeof *pairs);
    struct CMUnitTest *tests = calloc(n * TIERS_COUNT, sizeof *tests);
    int failed;

    if (!pairs || !tests)
        return 1;
    for (size_t i = 0; i < n * TIERS_COUNT; i++) {
        pairs[i].c = &cases[i / TIERS_COUNT];
        pairs[i].tier = (enum tiers_tier)(i % TIERS_COUNT);
        snprintf(pairs[i].name, sizeof pairs[i].name, "test_%s_%s", tiers_name(pairs[i].tier),
                 pairs[i].c->name);
        tests[i] = (struct CMUnitTest){pairs[i].name, suite_run, NULL, suite_end, &pairs[i]};
    }
    failed = _cmocka_run_group_tests("tiers", tests, n * TIERS_COUNT, rig_group_setup, rig_group_teardown);
    free(pairs);
    free(tests);
    return failed;
}

#define SUITE_CASE(fn, ...)                                                                                  \
    {                                                                                                        \
        .name = #fn, .run = fn, __VA_ARGS__                                                                  \
    }

#endif
