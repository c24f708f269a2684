/* SPDX-License-Identifier: MIT */
/* Tests of the pool of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "retrace/pool.h"

enum { TASKS = 100 };

struct work {
    atomic_int ran[TASKS], running, most;
    pthread_t caller;
    atomic_int elsewhere;
};

static void task(void *priv, size_t index)
{
    struct work *work = priv;
    int now = atomic_fetch_add(&work->running, 1) + 1, most = atomic_load(&work->most);

    while (now > most && !atomic_compare_exchange_weak(&work->most, &most, now))
        ;
    if (!pthread_equal(pthread_self(), work->caller))
        atomic_fetch_add(&work->elsewhere, 1);
    atomic_fetch_add(&work->ran[index], 1);
    usleep(2000);
    atomic_fetch_sub(&work->running, 1);
}

static void run(struct work *work, int jobs, size_t n)
{
    *work = (struct work){.caller = pthread_self()};
    pool_run(jobs, n, task, work);
    for (size_t i = 0; i < TASKS; i++)
        assert_int_equal(atomic_load(&work->ran[i]), i < n);
    assert_int_equal(atomic_load(&work->running), 0);
}

static void test_every_task_runs_once_and_no_more_than_jobs_at_a_time(void **state)
{
    struct work work;

    (void)state;
    run(&work, 4, TASKS);
    assert_true(work.most <= 4);
    assert_true(work.most > 1);
}

static void test_one_job_stays_on_the_calling_thread(void **state)
{
    struct work work;

    (void)state;
    run(&work, 1, 10);
    assert_int_equal(work.elsewhere, 0);
    run(&work, 0, 10);
    assert_int_equal(work.elsewhere, 0);
    run(&work, 8, 1);
    assert_int_equal(work.elsewhere, 0);
}

static void test_no_tasks_are_no_work(void **state)
{
    struct work work;

    (void)state;
    run(&work, 4, 0);
    assert_int_equal(work.most, 0);
}

static void test_more_jobs_than_threads_are_served(void **state)
{
    struct work work;

    (void)state;
    run(&work, 100000, TASKS);
    assert_true(work.most <= TASKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_task_runs_once_and_no_more_than_jobs_at_a_time),
        cmocka_unit_test(test_one_job_stays_on_the_calling_thread),
        cmocka_unit_test(test_no_tasks_are_no_work),
        cmocka_unit_test(test_more_jobs_than_threads_are_served),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
