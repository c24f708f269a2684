/* SPDX-License-Identifier: MIT */
/* Queries and syncs. The program went on with an answer, so the replay waits until the driver has one too;
 * what the answer is does not matter. With a query buffer bound the answer goes there, as it did. */
#include "player_decode.h"

/* How long a fence that was signalled in the trace may take here. */
static const GLuint64 PATIENCE = 10ull * 1000 * 1000 * 1000;

static void wait_query(struct player *p, const struct trace_value *a, GLenum pname)
{
    GLuint answer = 0;
    GLuint query = (GLuint)player_map_get(p->ctx->names[NAME_QUERY], (GLuint)arg_integer(a));

    if (pname == GL_QUERY_RESULT_AVAILABLE &&
        (a[2].type != TRACE_ARRAY || !a[2].count || !trace_value_int(&a[2].items[0])))
        return;
    if (query && p->gl->GetQueryObjectuiv && (pname == GL_QUERY_RESULT || pname == GL_QUERY_RESULT_AVAILABLE))
        p->gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, &answer);
}

/* glGetQueryObject*(id, pname, params) */
#define QUERY(hook, Function, type)                                                                          \
    void player_call_##hook(struct player *p, const struct trace_call *call, const struct trace_value *a)    \
    {                                                                                                        \
        (void)call;                                                                                          \
        if (p->ctx->query_buffer)                                                                            \
            p->gl->Function(arg_name(p, NAME_QUERY, a), (GLenum)arg_integer(a + 1),                          \
                            (type *)(uintptr_t)trace_value_address(a + 2));                                  \
        else                                                                                                 \
            wait_query(p, a, (GLenum)arg_integer(a + 1));                                                    \
    }
QUERY(query_int, GetQueryObjectiv, GLint)
QUERY(query_uint, GetQueryObjectuiv, GLuint)
QUERY(query_int64, GetQueryObjecti64v, GLint64)
QUERY(query_uint64, GetQueryObjectui64v, GLuint64)
#undef QUERY

static void wait_sync(struct player *p, const struct trace_call *call, GLsync sync, GLbitfield flags)
{
    if (!sync)
        return;
    if (p->gl->ClientWaitSync(sync, flags | GL_SYNC_FLUSH_COMMANDS_BIT, PATIENCE) == GL_TIMEOUT_EXPIRED)
        player_gap(p, call, "a fence was not signalled in 10 seconds");
}

/* glClientWaitSync(sync, flags, timeout) */
void player_call_wait_sync(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLenum answer = (GLenum)trace_value_int(&call->ret);
    GLsync sync = player_sync_get(p, a);

    if (answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED)
        wait_sync(p, call, sync, (GLbitfield)arg_integer(a + 1));
    else if (sync && arg_integer(a + 1) & GL_SYNC_FLUSH_COMMANDS_BIT)
        p->gl->Flush();
}

/* glGetSynciv(sync, pname, count, length, values) */
void player_call_get_sync(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    if (arg_integer(a + 1) == GL_SYNC_STATUS && a[4].type == TRACE_ARRAY && a[4].count &&
        trace_value_int(&a[4].items[0]) == GL_SIGNALED)
        wait_sync(p, call, player_sync_get(p, a), 0);
}

void player_call_delete_sync(struct player *p, const struct trace_call *call, const struct trace_value *a)
{
    GLsync sync = player_sync_get(p, a);

    (void)call;
    if (!sync)
        return;
    p->gl->DeleteSync(sync);
    player_map_set(&p->ctx->group->syncs, trace_value_address(a), 0);
}
