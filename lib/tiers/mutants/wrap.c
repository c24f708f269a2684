/* SPDX-License-Identifier: MIT */
/* Puts a mutant in a tier's place without a line in the product: the linker's --wrap sends every reference
 * from one file to a function of another here (see MUTANT_WRAPS in the Makefile), and what is not to be
 * changed goes on to the real one. */
#include "tiers/mutants/mutant.h"

#include "tiers/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct tier *__real_tiers_get(enum tiers_tier tier);
const struct tier *__wrap_tiers_get(enum tiers_tier tier);
bool __real_tiers_supported(const struct gles_caps *caps, const struct gles_table *es, enum tiers_tier tier,
                            const char **missing);
bool __wrap_tiers_supported(const struct gles_caps *caps, const struct gles_table *es, enum tiers_tier tier,
                            const char **missing);
void __real_emu_draw_params(struct emu_context *ctx, GLint draw_id, GLint base_vertex, GLint base_instance);
void __wrap_emu_draw_params(struct emu_context *ctx, GLint draw_id, GLint base_vertex, GLint base_instance);
void __real_emu_buffer_restore(struct emu_context *ctx, enum emu_buffer_target target);
void __wrap_emu_buffer_restore(struct emu_context *ctx, enum emu_buffer_target target);
bool __real_emu_query_discards(struct emu_context *ctx);
bool __wrap_emu_query_discards(struct emu_context *ctx);
const char *__real_emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                                    const struct draw_range *ranges, size_t n,
                                    const struct draw_extent *known, size_t *total);
const char *__wrap_emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                                    const struct draw_range *ranges, size_t n,
                                    const struct draw_extent *known, size_t *total);
void __wrap_log_msg(const struct log *log, enum log_level level, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static bool working; /* the mutant's tier draws or prepares a batch */
static struct gles_table replaced;
static const struct gles_table *driver;

const struct tier *mutant_real(void)
{
    return __real_tiers_get(mutant_active()->tier);
}

const struct gles_table *mutant_driver(void)
{
    return driver;
}

/* The other arms, the reference among them, may fall back to the same tier: there it stays right. */
static bool mine(const struct emu_context *ctx)
{
    const struct mutant *m = mutant_active();

    return m && ctx && ctx->multidraw_state && tiers_front(ctx)->resolved == m->tier;
}

static void begin(struct emu_context *ctx)
{
    const struct mutant *m = mutant_active();

    working = true;
    driver = ctx->es;
    if (!m->driver)
        return;
    replaced = *ctx->es;
    m->driver(&replaced);
    ctx->es = &replaced;
}

static void end(struct emu_context *ctx)
{
    ctx->es = driver;
    working = false;
}

/* The newest program that a batch was drawn with, so that a fresh one is known. */
static bool fresh_program(void)
{
    static GLuint seen[64];
    static size_t n;
    GLuint es = emu_current && emu_current->program.current ? emu_current->program.current->es : 0;

    for (size_t i = 0; i < n; i++)
        if (seen[i] == es)
            return false;
    if (n < sizeof seen / sizeof seen[0])
        seen[n++] = es;
    return true;
}

static enum tiers_reason decline(const struct tiers_shape *shape, const struct tiers_limits *limits)
{
    const struct mutant *m = mutant_active();
    struct tiers_shape seen = *shape;

    if (!mine(emu_current))
        return mutant_real()->decline ? mutant_real()->decline(shape, limits) : TIERS_OK;
    if ((m->flags & MUTANT_DECLINES) || ((m->flags & MUTANT_DECLINES_FRESH) && fresh_program()))
        return TIERS_PROGRAM;
    if (m->shape)
        m->shape(&seen);
    return mutant_real()->decline ? mutant_real()->decline(&seen, limits) : TIERS_OK;
}

static enum tiers_reason prepare(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    const struct mutant *m = mutant_active();
    enum tiers_reason reason;

    if (!mine(ctx))
        return mutant_real()->prepare(ctx, state, batch);
    begin(ctx);
    reason = (m->prepare ? m->prepare : mutant_real()->prepare)(ctx, state, batch);
    end(ctx);
    return reason;
}

static enum tiers_reason draw(struct emu_context *ctx, void *state, const struct tier_batch *batch)
{
    const struct mutant *m = mutant_active();
    enum tiers_reason reason;

    if (!mine(ctx))
        return mutant_real()->draw(ctx, state, batch);
    begin(ctx);
    reason = (m->draw ? m->draw : mutant_real()->draw)(ctx, state, batch);
    end(ctx);
    return reason;
}

const struct tier *__wrap_tiers_get(enum tiers_tier tier)
{
    static struct tier mutated;
    const struct mutant *m = mutant_active();
    const struct tier *real = __real_tiers_get(tier);

    if (!m || m->tier != tier)
        return real;
    mutated = *real;
    mutated.plain = false; /* what replaces a draw works on ranges */
    mutated.decline = decline;
    mutated.prepare = real->prepare ? prepare : NULL;
    mutated.draw = draw;
    return &mutated;
}

bool __wrap_tiers_supported(const struct gles_caps *caps, const struct gles_table *es, enum tiers_tier tier,
                            const char **missing)
{
    const struct mutant *m = mutant_active();

    if (m && m->tier == tier && (m->flags & MUTANT_POINTER_ONLY)) {
        *missing = NULL;
        return true;
    }
    return __real_tiers_supported(caps, es, tier, missing);
}

void __wrap_emu_draw_params(struct emu_context *ctx, GLint draw_id, GLint base_vertex, GLint base_instance)
{
    unsigned flags = working ? mutant_active()->flags : 0;

    __real_emu_draw_params(ctx, flags & MUTANT_NO_DRAW_ID ? 0 : draw_id,
                           flags & MUTANT_NO_BASE_VERTEX ? 0 : base_vertex, base_instance);
}

void __wrap_emu_buffer_restore(struct emu_context *ctx, enum emu_buffer_target target)
{
    unsigned flags = working ? mutant_active()->flags : 0;

    if ((target == EMU_ELEMENT_ARRAY_BUFFER && (flags & MUTANT_KEEP_ELEMENT)) ||
        (target == EMU_DRAW_INDIRECT_BUFFER && (flags & MUTANT_KEEP_INDIRECT)))
        return;
    __real_emu_buffer_restore(ctx, target);
}

bool __wrap_emu_query_discards(struct emu_context *ctx)
{
    return !(mine(ctx) && mutant_active()->flags & MUTANT_UNCONDITIONAL) && __real_emu_query_discards(ctx);
}

/* The real rewrite checks and makes room; its indices are then written anew. */
const char *__wrap_emu_draw_rewrite(struct emu_context *ctx, const struct draw_info *info,
                                    const struct draw_range *ranges, size_t n,
                                    const struct draw_extent *known, size_t *total)
{
    const char *why = __real_emu_draw_rewrite(ctx, info, ranges, n, known, total);
    const struct mutant *m = working ? mutant_active() : NULL;
    const uint8_t *indices;
    size_t bytes, at = 0;

    if (why || !m || !m->rewrite)
        return why;
    indices = emu_draw_indices(ctx, info, &bytes);
    for (size_t r = 0; indices && r < n; r++)
        for (GLsizei i = 0; i < ranges[r].count; i++)
            ctx->draw.index_scratch[at++] =
                m->rewrite(info, &ranges[r], &ranges[0],
                           emu_index_read(indices, info->index_size, ranges[r].start + (size_t)i));
    return NULL;
}

/* Announcements that are missing or lie. */
void __wrap_log_msg(const struct log *log, enum log_level level, const char *fmt, ...)
{
    const struct mutant *m = mutant_active();
    bool announces = mine(emu_current) && strstr(fmt, "first batch executed via tier");
    va_list args;

    if (announces && (m->flags & MUTANT_UNANNOUNCED))
        return;
    va_start(args, fmt);
    if (announces && (m->flags & MUTANT_DECLINES)) {
        char text[128];
        snprintf(text, sizeof text, "multi-draw: first batch executed via tier \"%s\"", mutant_real()->name);
        if (log && log->write && level <= log->max)
            log->write(log->priv, level, text);
    } else {
        log_vmsg(log, level, fmt, args);
    }
    va_end(args);
}
