/* SPDX-License-Identifier: MIT */
/* One producer, one consumer, a mutex and two conditions: chunks are hundreds of kilobytes, so a lock per
 * chunk costs nothing that could be measured. */
#include "readahead.h"

#include <pthread.h>
#include <stdlib.h>

enum { QUEUE_CHUNKS = 4, QUEUE_BYTES = 32 << 20, SPARE_CHUNKS = 6, SPARE_BYTES = 4 << 20 };

struct trace_readahead {
    struct trace_unpacker unpacker; /* the thread's alone while it runs, but for its constants */
    pthread_t thread;
    bool started, failed, stop;
    pthread_mutex_t lock;
    pthread_cond_t filled, drained;
    struct trace_chunk *first, *last; /* waiting for the parser */
    size_t waiting, waiting_bytes;
    struct trace_chunk *spare;
    size_t spares;
};

static void chunk_destroy(struct trace_chunk *chunk)
{
    if (chunk)
        free(chunk->data);
    free(chunk);
}

static struct trace_chunk *take_spare(struct trace_readahead *ra)
{
    struct trace_chunk *chunk = ra->spare;

    if (!chunk)
        return calloc(1, sizeof *chunk);
    ra->spare = chunk->next;
    ra->spares--;
    return chunk;
}

static bool queue_full(const struct trace_readahead *ra)
{
    return ra->waiting >= QUEUE_CHUNKS || (ra->waiting && ra->waiting_bytes >= QUEUE_BYTES);
}

static void enqueue(struct trace_readahead *ra, struct trace_chunk *chunk)
{
    chunk->next = NULL;
    if (ra->last)
        ra->last->next = chunk;
    else
        ra->first = chunk;
    ra->last = chunk;
    ra->waiting++;
    ra->waiting_bytes += chunk->size;
    pthread_cond_signal(&ra->filled);
}

static void *produce(void *priv)
{
    struct trace_readahead *ra = priv;
    bool more = true;

    pthread_mutex_lock(&ra->lock);
    while (more) {
        struct trace_chunk *chunk;

        while (queue_full(ra) && !ra->stop)
            pthread_cond_wait(&ra->drained, &ra->lock);
        if (ra->stop)
            break;
        chunk = take_spare(ra);
        if (!chunk) {
            ra->failed = true;
            pthread_cond_signal(&ra->filled);
            break;
        }
        pthread_mutex_unlock(&ra->lock);
        trace_unpacker_next(&ra->unpacker, chunk);
        pthread_mutex_lock(&ra->lock);
        more = chunk->status == TRACE_OK;
        enqueue(ra, chunk);
    }
    pthread_mutex_unlock(&ra->lock);
    return NULL;
}

struct trace_readahead *trace_readahead_create(struct trace_unpacker *unpacker)
{
    struct trace_readahead *ra = calloc(1, sizeof *ra);

    if (!ra) {
        trace_unpacker_finish(unpacker);
        return NULL;
    }
    ra->unpacker = *unpacker;
    pthread_mutex_init(&ra->lock, NULL);
    pthread_cond_init(&ra->filled, NULL);
    pthread_cond_init(&ra->drained, NULL);
    ra->started = pthread_create(&ra->thread, NULL, produce, ra) == 0;
    if (ra->started)
        return ra;
    trace_readahead_destroy(ra);
    return NULL;
}

static void destroy_list(struct trace_chunk *chunk)
{
    while (chunk) {
        struct trace_chunk *next = chunk->next;

        chunk_destroy(chunk);
        chunk = next;
    }
}

void trace_readahead_destroy(struct trace_readahead *ra)
{
    if (!ra)
        return;
    if (ra->started) {
        pthread_mutex_lock(&ra->lock);
        ra->stop = true;
        pthread_cond_signal(&ra->drained);
        pthread_mutex_unlock(&ra->lock);
        pthread_join(ra->thread, NULL);
    }
    destroy_list(ra->first);
    destroy_list(ra->spare);
    pthread_cond_destroy(&ra->drained);
    pthread_cond_destroy(&ra->filled);
    pthread_mutex_destroy(&ra->lock);
    trace_unpacker_finish(&ra->unpacker);
    free(ra);
}

struct trace_chunk *trace_readahead_next(struct trace_readahead *ra)
{
    struct trace_chunk *chunk;

    pthread_mutex_lock(&ra->lock);
    while (!ra->first && !ra->failed)
        pthread_cond_wait(&ra->filled, &ra->lock);
    chunk = ra->first;
    if (chunk) {
        ra->first = chunk->next;
        if (!ra->first)
            ra->last = NULL;
        ra->waiting--;
        ra->waiting_bytes -= chunk->size;
        pthread_cond_signal(&ra->drained);
    }
    pthread_mutex_unlock(&ra->lock);
    return chunk;
}

void trace_readahead_release(struct trace_readahead *ra, struct trace_chunk *chunk)
{
    if (chunk->capacity > SPARE_BYTES) {
        chunk_destroy(chunk);
        return;
    }
    pthread_mutex_lock(&ra->lock);
    if (ra->spares < SPARE_CHUNKS) {
        chunk->next = ra->spare;
        ra->spare = chunk;
        ra->spares++;
        chunk = NULL;
    }
    pthread_mutex_unlock(&ra->lock);
    chunk_destroy(chunk);
}

const struct trace_unpacker *trace_readahead_unpacker(const struct trace_readahead *ra)
{
    return &ra->unpacker;
}
