/* Worker threads: see threads.h. One run at a time; workers sleep on a condition between runs and take task numbers
 * from a shared atomic counter during one. */
#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct cz_pool {
    unsigned n_threads;
    pthread_mutex_t run_lock; /* held by the thread whose run is going on */
    pthread_mutex_t lock;     /* guards what follows */
    pthread_cond_t start, done;
    uint64_t generation; /* of the current run */
    unsigned n_active;   /* workers that have not finished the current run */
    bool stop;
    size_t n_tasks;
    void (*fn)(void *ctx, size_t task, unsigned worker);
    void *ctx;
    atomic_size_t next;
    pthread_t *threads; /* n_threads - 1 */
    unsigned n_started;
};

struct worker_arg {
    cz_pool *pool;
    unsigned index;
};

static void run_tasks(cz_pool *pool, unsigned worker) {
    for (;;) {
        size_t task = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (task >= pool->n_tasks) return;
        pool->fn(pool->ctx, task, worker);
    }
}

static void *worker_main(void *arg_ptr) {
    struct worker_arg arg = *(struct worker_arg *)arg_ptr;
    free(arg_ptr);
    cz_pool *pool = arg.pool;
    uint64_t seen = 0;
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        while (!pool->stop && pool->generation == seen) pthread_cond_wait(&pool->start, &pool->lock);
        if (pool->stop) {
            pthread_mutex_unlock(&pool->lock);
            return NULL;
        }
        seen = pool->generation;
        pthread_mutex_unlock(&pool->lock);
        run_tasks(pool, arg.index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->n_active == 0) pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
    }
}

static unsigned usable_cores(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int n = CPU_COUNT(&set);
    return n < 1 ? 1 : (unsigned)n;
}

cz_code cz_pool_new(cz_error *err, cz_pool **out, unsigned n_threads) {
    if (n_threads == 0) n_threads = usable_cores();
    cz_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a thread pool");
    pool->n_threads = n_threads;
    pthread_mutex_init(&pool->run_lock, NULL);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->threads = calloc(n_threads, sizeof *pool->threads);
    if (pool->threads == NULL) {
        cz_pool_free(pool);
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a pool of %u threads", n_threads);
    }
    for (unsigned i = 1; i < n_threads; i++) {
        struct worker_arg *arg = malloc(sizeof *arg);
        int rc = 1;
        if (arg != NULL) {
            *arg = (struct worker_arg){pool, i};
            rc = pthread_create(&pool->threads[i - 1], NULL, worker_main, arg);
        }
        if (rc != 0) {
            free(arg);
            cz_pool_free(pool);
            return CZ_FAIL(err, CZ_E_NOMEM,
                           "worker thread %u of %u could not be started; lower the number of threads or raise the "
                           "process limit (ulimit -u)",
                           i, n_threads);
        }
        pool->n_started++;
    }
    *out = pool;
    return CZ_OK;
}

void cz_pool_free(cz_pool *pool) {
    if (pool == NULL) return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->n_started; i++) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->start);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->run_lock);
    free(pool->threads);
    free(pool);
}

unsigned cz_pool_n_threads(const cz_pool *pool) { return pool == NULL ? 1 : pool->n_threads; }

void cz_pool_run(cz_pool *pool, size_t n_tasks, void (*fn)(void *ctx, size_t task, unsigned worker), void *ctx) {
    if (pool == NULL || pool->n_threads == 1 || n_tasks <= 1) {
        for (size_t i = 0; i < n_tasks; i++) fn(ctx, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->run_lock);
    pthread_mutex_lock(&pool->lock);
    pool->n_tasks = n_tasks;
    pool->fn = fn;
    pool->ctx = ctx;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->n_active = pool->n_threads - 1;
    pool->generation++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    run_tasks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->n_active != 0) pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->run_lock);
}
