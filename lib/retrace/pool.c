/* SPDX-License-Identifier: MIT */
/* Threads that take the next number until there is none. They live only as long as the work does: a task here
 * waits for processes, beside which the start of a thread costs nothing. */
#include "retrace/pool.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 256 };

struct pool {
    atomic_size_t next;
    size_t n;
    void (*task)(void *priv, size_t index);
    void *priv;
};

static void *work(void *arg)
{
    struct pool *pool = arg;
    size_t i;

    while ((i = atomic_fetch_add(&pool->next, 1)) < pool->n)
        pool->task(pool->priv, i);
    return NULL;
}

void pool_run(int jobs, size_t n, void (*task)(void *priv, size_t index), void *priv)
{
    struct pool pool = {.n = n, .task = task, .priv = priv};
    pthread_t threads[MAX_THREADS];
    size_t wanted = jobs > 1 ? (size_t)jobs : 1, started = 0;

    if (wanted > n)
        wanted = n;
    if (wanted > MAX_THREADS)
        wanted = MAX_THREADS;
    while (started + 1 < wanted && !pthread_create(&threads[started], NULL, work, &pool))
        started++;
    work(&pool);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
