/* Worker threads: a fixed pool that runs index ranges.
 *
 * The calling thread takes part in its own run, so a pool of one thread (or a NULL pool) is plain serial code, and a
 * run never waits for a worker that never comes. A task must not wait for another task and must not start a run on the
 * same pool. Two threads may call cz_pool_run on one pool at a time; their runs are done one after the other.
 */
#ifndef CZ_BASE_THREADS_H
#define CZ_BASE_THREADS_H

#include <stddef.h>

#include "base/error.h"

typedef struct cz_pool cz_pool;

/* A pool of n_threads in all, the caller included; 0 means one per core this process may use. */
CZ_MUST_CHECK cz_code cz_pool_new(cz_error *err, cz_pool **out, unsigned n_threads);
void cz_pool_free(cz_pool *pool);

/* Threads that may be in a run at once, at least 1; 1 for NULL. */
unsigned cz_pool_n_threads(const cz_pool *pool);

/* Calls fn(ctx, task, worker) once for each task in 0..n_tasks-1; worker < cz_pool_n_threads(pool) names the thread, so
 * that scratch space can be kept per worker. Returns when all are done. Tasks are handed out in ascending order. */
void cz_pool_run(cz_pool *pool, size_t n_tasks, void (*fn)(void *ctx, size_t task, unsigned worker), void *ctx);

#endif
