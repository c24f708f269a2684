/* SPDX-License-Identifier: MIT */
/* Query objects. ES counts no samples: GL_SAMPLES_PASSED answers 1 or 0, a named gap. Times need
 * GL_EXT_disjoint_timer_query, else the CPU's clock answers. Pipeline statistics answer 0, a named gap.
 * Results come from the driver once and are kept. Conditional rendering waits for its query, whatever the
 * mode, and then drops draws on the CPU. */
#include "emu/emu_priv.h"

#include <stdlib.h>
#include <time.h>

// clang-format off
static const struct target {
    GLenum target, es; /* es 0: none */
    enum { ALWAYS, GEOMETRY, TIMER, NEVER } when;
    bool streams;      /* glBeginQueryIndexed takes vertex streams */
    const char *gap;   /* named where the result is not what desktop GL gives */
} targets[EMU_QUERY_SLOTS] = {
    { GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, ALWAYS, false, "samples are not counted: 1 for any" },
    { GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, ALWAYS, false, NULL },
    { GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, ALWAYS, false, NULL },
    { GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, ALWAYS, true, NULL },
    { GL_PRIMITIVES_GENERATED, GL_PRIMITIVES_GENERATED, GEOMETRY, true, "needs geometry shaders" },
    { GL_TIME_ELAPSED, GL_TIME_ELAPSED_EXT, TIMER, false, NULL },
    { GL_TIMESTAMP, GL_TIMESTAMP_EXT, TIMER, false, NULL },
    { GL_TRANSFORM_FEEDBACK_OVERFLOW, 0, NEVER, false, "transform feedback overflow" },
    { GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, 0, NEVER, true, "transform feedback overflow" },
#define STATISTIC(name) { GL_##name, 0, NEVER, false, "pipeline statistics" }
    STATISTIC(VERTICES_SUBMITTED), STATISTIC(PRIMITIVES_SUBMITTED), STATISTIC(VERTEX_SHADER_INVOCATIONS),
    STATISTIC(TESS_CONTROL_SHADER_PATCHES), STATISTIC(TESS_EVALUATION_SHADER_INVOCATIONS),
    STATISTIC(GEOMETRY_SHADER_INVOCATIONS), STATISTIC(GEOMETRY_SHADER_PRIMITIVES_EMITTED),
    STATISTIC(FRAGMENT_SHADER_INVOCATIONS), STATISTIC(COMPUTE_SHADER_INVOCATIONS),
    STATISTIC(CLIPPING_INPUT_PRIMITIVES), STATISTIC(CLIPPING_OUTPUT_PRIMITIVES),
#undef STATISTIC
};
// clang-format on

static int slot_of(GLenum target)
{
    for (int i = 0; i < EMU_QUERY_SLOTS; i++)
        if (targets[i].target == target)
            return i;
    return -1;
}

static GLenum driver_target(const struct gles_caps *caps, const struct target *t)
{
    if (t->when == NEVER || (t->when == GEOMETRY && !caps->has_geometry_shader) ||
        (t->when == TIMER && !caps->has_timer_query))
        return 0;
    return t->es;
}

static uint64_t cpu_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

struct emu_query *emu_query_active(struct emu_context *ctx, GLenum target, GLuint index)
{
    int slot = slot_of(target);
    return slot < 0 || index >= EMU_QUERY_STREAMS ? NULL : ctx->query.active[slot][index];
}

bool emu_query_discards(struct emu_context *ctx)
{
    return ctx->query.discard;
}

void emu_GenQueries(GLsizei n, GLuint *ids)
{
    struct emu_context *ctx = emu_current;

    if (n < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGenQueries: n %d", n);
    else if (!emu_names_gen(&ctx->queries, n, ids))
        emu_error(ctx, GL_OUT_OF_MEMORY, "glGenQueries");
}

static struct emu_query *create(struct emu_context *ctx, GLuint name)
{
    struct emu_query *q = calloc(1, sizeof *q);

    if (!q || !emu_names_set(&ctx->queries, name, q)) {
        free(q);
        emu_error(ctx, GL_OUT_OF_MEMORY, "query %u", name);
        return NULL;
    }
    q->name = name;
    return q;
}

void emu_CreateQueries(GLenum target, GLsizei n, GLuint *ids)
{
    struct emu_context *ctx = emu_current;

    if (slot_of(target) < 0) {
        emu_error(ctx, GL_INVALID_ENUM, "glCreateQueries: target 0x%x", target);
        return;
    }
    emu_GenQueries(n, ids);
    for (GLsizei i = 0; i < n; i++) {
        struct emu_query *q = create(ctx, ids[i]);
        if (!q)
            return;
        q->target = target;
        q->known = q->ended = true; /* a result of 0 */
    }
}

static void query_end(struct emu_context *ctx, struct emu_query *q)
{
    ctx->query.active[slot_of(q->target)][q->index] = NULL;
    q->active = false;
    q->ended = true;
    if (q->target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN && q->index == 0)
        emu_span_update(ctx);
    else if (q->es_target)
        ctx->es->EndQuery(q->es_target);
    else {
        q->known = true;
        q->result = q->target == GL_TIME_ELAPSED ? cpu_ns() - q->began : 0;
    }
}

static void query_destroy(struct emu_context *ctx, struct emu_query *q)
{
    if (q->active)
        query_end(ctx, q);
    if (q->es)
        ctx->es->DeleteQueries(1, &q->es);
    emu_span_list_clear(ctx, &q->spans);
    free(q);
}

void emu_DeleteQueries(GLsizei n, const GLuint *ids)
{
    struct emu_context *ctx = emu_current;

    if (n < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glDeleteQueries: n %d", n);
        return;
    }
    for (GLsizei i = 0; i < n; i++) {
        struct emu_query *q = ids[i] ? emu_names_get(&ctx->queries, ids[i]) : NULL;
        if (ids[i])
            emu_names_remove(&ctx->queries, ids[i]);
        if (q)
            query_destroy(ctx, q);
    }
}

GLboolean emu_IsQuery(GLuint id)
{
    return id && emu_names_get(&emu_current->queries, id) != NULL;
}

/* The object that a begin or a counter names, ready for a new result; NULL after an error. */
static struct emu_query *query_prepare(struct emu_context *ctx, GLuint id, GLenum target,
                                       const char *function)
{
    struct emu_query *q = id ? emu_names_get(&ctx->queries, id) : NULL;

    if (!id || (!q && ctx->core && !emu_names_is_reserved(&ctx->queries, id))) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: query %u", function, id);
        return NULL;
    }
    if (!q && !(q = create(ctx, id)))
        return NULL;
    if (q->active || (q->target && q->target != target)) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active, or of another target", function, id);
        return NULL;
    }
    q->target = target;
    q->es_target = driver_target(ctx->caps, &targets[slot_of(target)]);
    q->known = q->ended = false;
    q->result = 0;
    emu_span_list_clear(ctx, &q->spans);
    return q;
}

/* ES has one occlusion query at a time over its two targets; desktop GL one over three. */
static bool occlusion_busy(const struct emu_context *ctx)
{
    return ctx->query.active[0][0] || ctx->query.active[1][0] || ctx->query.active[2][0];
}

static void begin(GLenum target, GLuint index, GLuint id, const char *function)
{
    struct emu_context *ctx = emu_current;
    int slot = slot_of(target);
    struct emu_query *q;

    if (slot < 0 || target == GL_TIMESTAMP) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
        return;
    }
    if (index >= (targets[slot].streams ? EMU_QUERY_STREAMS : 1)) {
        emu_error(ctx, GL_INVALID_VALUE, "%s: index %u", function, index);
        return;
    }
    if (ctx->query.active[slot][index] || (slot < 3 && occlusion_busy(ctx))) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: a query of target 0x%x is active", function, target);
        return;
    }
    if (!(q = query_prepare(ctx, id, target, function)))
        return;
    q->index = index;
    q->active = true;
    ctx->query.active[slot][index] = q;
    if (targets[slot].gap && (!q->es_target || target == GL_SAMPLES_PASSED))
        emu_gap(ctx, "glBeginQuery", targets[slot].gap, false);
    if (index > 0)
        q->es_target = 0; /* streams beyond the first never draw on ES */
    if (target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN && index == 0) {
        emu_span_update(ctx);
    } else if (q->es_target) {
        if (!q->es)
            ctx->es->GenQueries(1, &q->es);
        ctx->es->BeginQuery(q->es_target, q->es);
    } else {
        q->began = cpu_ns();
    }
}

static void end(GLenum target, GLuint index, const char *function)
{
    struct emu_context *ctx = emu_current;
    int slot = slot_of(target);
    struct emu_query *q = emu_query_active(ctx, target, index);

    if (slot < 0 || target == GL_TIMESTAMP)
        emu_error(ctx, GL_INVALID_ENUM, "%s: target 0x%x", function, target);
    else if (index >= EMU_QUERY_STREAMS)
        emu_error(ctx, GL_INVALID_VALUE, "%s: index %u", function, index);
    else if (!q)
        emu_error(ctx, GL_INVALID_OPERATION, "%s: no query of target 0x%x is active", function, target);
    else
        query_end(ctx, q);
}

void emu_BeginQuery(GLenum target, GLuint id)
{
    begin(target, 0, id, "glBeginQuery");
}

void emu_EndQuery(GLenum target)
{
    end(target, 0, "glEndQuery");
}

void emu_BeginQueryIndexed(GLenum target, GLuint index, GLuint id)
{
    begin(target, index, id, "glBeginQueryIndexed");
}

void emu_EndQueryIndexed(GLenum target, GLuint index)
{
    end(target, index, "glEndQueryIndexed");
}

void emu_QueryCounter(GLuint id, GLenum target)
{
    struct emu_context *ctx = emu_current;
    struct emu_query *q;

    if (target != GL_TIMESTAMP) {
        emu_error(ctx, GL_INVALID_ENUM, "glQueryCounter: target 0x%x", target);
        return;
    }
    if (!(q = query_prepare(ctx, id, target, "glQueryCounter")))
        return;
    q->ended = true;
    if (!q->es_target) {
        q->result = cpu_ns();
        q->known = true;
        return;
    }
    if (!q->es)
        ctx->es->GenQueries(1, &q->es);
    ctx->es->QueryCounterEXT(q->es, q->es_target);
}

/* Without the extension times are the CPU's, which is better than none for a program and nothing to be
 * measured by. */
static bool has_clock(const struct emu_context *ctx, GLenum target)
{
    return (target != GL_TIMESTAMP && target != GL_TIME_ELAPSED) || ctx->caps->has_timer_query;
}

void emu_GetQueryIndexediv(GLenum target, GLuint index, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    int slot = slot_of(target);
    struct emu_query *q = emu_query_active(ctx, target, index);

    if (slot < 0)
        emu_error(ctx, GL_INVALID_ENUM, "glGetQueryiv: target 0x%x", target);
    else if (pname == GL_CURRENT_QUERY)
        *params = q ? (GLint)q->name : 0;
    else if (pname == GL_QUERY_COUNTER_BITS)
        *params = slot == 1 || slot == 2 ? 1 : has_clock(ctx, target) ? 64 : 0;
    else
        emu_error(ctx, GL_INVALID_ENUM, "glGetQueryiv: pname 0x%x", pname);
}

void emu_GetQueryiv(GLenum target, GLenum pname, GLint *params)
{
    emu_GetQueryIndexediv(target, 0, pname, params);
}

bool emu_query_get(struct emu_context *ctx, GLenum pname, GLuint index, struct emu_value *value)
{
    GLint64 now = 0;

    (void)index;
    if (pname != GL_TIMESTAMP)
        return emu_debug_get(ctx, pname, value);
    if (ctx->caps->has_timer_query)
        ctx->es->GetInteger64v(GL_TIMESTAMP_EXT, &now);
    else
        now = (GLint64)cpu_ns();
    emu_value_set_int(value, now);
    return true;
}

bool emu_query_init(struct emu_context *ctx)
{
    (void)ctx;
    return true;
}

static void free_query(void *object, void *priv)
{
    query_destroy(priv, object);
}

void emu_query_finish(struct emu_context *ctx)
{
    emu_names_each(&ctx->queries, free_query, ctx);
    emu_names_finish(&ctx->queries);
    emu_debug_finish(ctx);
}
