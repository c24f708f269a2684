/* SPDX-License-Identifier: MIT */
/* Which built-in variables the program in use reads. Sources are searched for identifiers outside comments;
 * what a program reads is what its shaders said when it was linked. That errs towards "reads" where code is
 * dead. */
#include "census_priv.h"

#include <string.h>

enum { STAGES = 6 };

static bool identifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static unsigned word_reads(const char *word, size_t n)
{
    static const struct {
        const char *name;
        unsigned reads;
    } words[] = {
        {"gl_DrawID", CENSUS_DRAW_ID},           {"gl_DrawIDARB", CENSUS_DRAW_ID},
        {"gl_BaseVertex", CENSUS_BASE_VERTEX},   {"gl_BaseVertexARB", CENSUS_BASE_VERTEX},
        {"gl_PrimitiveID", CENSUS_PRIMITIVE_ID},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].name) == n && !memcmp(words[i].name, word, n))
            return words[i].reads;
    return 0;
}

static unsigned source_reads(const char *s)
{
    unsigned reads = 0;

    while (*s) {
        size_t n = 0;

        if (s[0] == '/' && s[1] == '/') {
            s += strcspn(s, "\n");
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");

            s = end ? end + 2 : s + strlen(s);
        } else if (identifier(*s)) {
            while (identifier(s[n]))
                n++;
            if (n >= 9 && s[0] == 'g')
                reads |= word_reads(s, n);
            s += n;
        } else {
            s++;
        }
    }
    return reads;
}

/* Strings of argument i; each is looked at alone, so a name or a comment over the seam of two is missed. */
static unsigned strings_read(const struct trace_call *call, unsigned i)
{
    const struct trace_value *v = trace_call_arg(call, i);
    unsigned reads = 0;

    for (size_t k = 0; v->type == TRACE_ARRAY && k < v->count; k++)
        if (trace_value_string(&v->items[k]))
            reads |= source_reads(trace_value_string(&v->items[k]));
    return reads;
}

static void shader_source(struct census *c, const struct trace_call *call)
{
    census_set(c, &census_share_of(c)->shaders, census_arg(call, 0), strings_read(call, 2));
}

static void create_shader_program(struct census *c, const struct trace_call *call)
{
    census_set(c, &census_share_of(c)->programs, trace_value_uint(&call->ret), strings_read(call, 2));
}

static void create_program(struct census *c, const struct trace_call *call)
{
    uint64_t program = trace_value_uint(&call->ret);

    census_set(c, &census_share_of(c)->programs, program, 0);
    census_set(c, &census_share_of(c)->attachments, program, 0);
}

static void attach(struct census *c, const struct trace_call *call)
{
    struct census_share *share = census_share_of(c);
    uint64_t program = census_arg(call, 0), n = trace_table_get(&share->attachments, program, 0);

    census_set(c, &share->attached, program << 32 | n, census_arg(call, 1));
    census_set(c, &share->attachments, program, n + 1);
}

static void detach(struct census *c, const struct trace_call *call)
{
    struct census_share *share = census_share_of(c);
    uint64_t program = census_arg(call, 0), n = trace_table_get(&share->attachments, program, 0);

    for (uint64_t i = 0; i < n; i++)
        if (trace_table_get(&share->attached, program << 32 | i, 0) == census_arg(call, 1))
            census_set(c, &share->attached, program << 32 | i, 0);
}

static void link_program(struct census *c, const struct trace_call *call)
{
    struct census_share *share = census_share_of(c);
    uint64_t program = census_arg(call, 0), n = trace_table_get(&share->attachments, program, 0), reads = 0;

    for (uint64_t i = 0; i < n; i++)
        reads |= trace_table_get(&share->shaders, trace_table_get(&share->attached, program << 32 | i, 0), 0);
    census_set(c, &share->programs, program, reads);
}

static void use_program(struct census *c, const struct trace_call *call)
{
    c->ctx->program = census_arg(call, 0);
}

static void bind_pipeline(struct census *c, const struct trace_call *call)
{
    c->ctx->pipeline = census_arg(call, 0);
}

static void use_stages(struct census *c, const struct trace_call *call)
{
    uint64_t pipeline = census_arg(call, 0), stages = census_arg(call, 1);

    for (unsigned i = 0; i < STAGES; i++)
        if (stages >> i & 1)
            census_set(c, &c->ctx->stages, pipeline << 8 | i, census_arg(call, 2));
}

unsigned census_program_reads(struct census *c)
{
    struct census_share *share = census_share_of(c);
    uint64_t reads = 0;

    if (c->ctx->program)
        return (unsigned)trace_table_get(&share->programs, c->ctx->program, 0);
    for (unsigned i = 0; c->ctx->pipeline && i < STAGES; i++) {
        uint64_t program = trace_table_get(&c->ctx->stages, c->ctx->pipeline << 8 | i, 0);

        reads |= trace_table_get(&share->programs, program, 0);
    }
    return (unsigned)reads;
}

static const struct census_row rows[] = {
    // clang-format off
    {"glAttachObjectARB", attach},
    {"glAttachShader", attach},
    {"glBindProgramPipeline", bind_pipeline},
    {"glCreateProgram", create_program},
    {"glCreateProgramObjectARB", create_program},
    {"glCreateShaderProgramv", create_shader_program},
    {"glDetachObjectARB", detach},
    {"glDetachShader", detach},
    {"glLinkProgram", link_program},
    {"glLinkProgramARB", link_program},
    {"glShaderSource", shader_source},
    {"glShaderSourceARB", shader_source},
    {"glUseProgram", use_program},
    {"glUseProgramObjectARB", use_program},
    {"glUseProgramStages", use_stages},
    // clang-format on
};

census_handler *census_program_find(const char *name)
{
    return census_row_find(rows, sizeof rows / sizeof *rows, name);
}
