/* Many multiples of one base in G2: see fixed_base.h. The same code as fixed_base_g1.c; keep them in step.
 *
 * A table holds d * 2^(cw) * base for every window w and 1 <= d <= 2^(c - 1), affine. A product is then the sum of one
 * entry (or its negative) for each window: 256 / c batched affine additions of 6 products each.
 */
#include "curve/fixed_base.h"

#include <stdlib.h>

#include "base/mem.h"
#include "curve/affine_sum.h"
#include "curve/affine_sum_kernel.h"
#include "curve/msm_windows.h"

struct cz_fixed_base_g2 {
    cz_windows windows;
    cz_g2 *table; /* windows x buckets */
};

/* multiples[d - 1] = d * multiples[0] for d <= n, by doubling what is there: entry m + i is entry i + entry m. */
static void fill_multiples(cz_g2 *multiples, size_t n, cz_g2_pair *pairs) {
    for (size_t m = 1; m < n; m *= 2) {
        size_t k = 0;
        for (size_t i = 0; i < m && m + i < n; i++) {
            pairs[k++] = (cz_g2_pair){&multiples[i], &multiples[m - 1], &multiples[m + i], false, false};
            if (k == CZ_PAIRS_PER_BATCH) {
                CZ_KERNEL_PICK(cz_g2_add_pairs)(pairs, k);
                k = 0;
            }
        }
        if (k > 0) CZ_KERNEL_PICK(cz_g2_add_pairs)(pairs, k);
    }
}

struct table_job {
    cz_fixed_base_g2 *t;
    cz_g2_pair *pairs; /* a batch per worker */
};

static void table_task(void *ctx, size_t w, unsigned worker) {
    const struct table_job *job = ctx;
    size_t n = job->t->windows.n_buckets;
    fill_multiples(job->t->table + w * n, n, job->pairs + (size_t)worker * CZ_PAIRS_PER_BATCH);
}

cz_code cz_fixed_base_g2_new(cz_error *err, cz_fixed_base_g2 **out, cz_pool *pool, const cz_g2 *base,
                             size_t n_expected) {
    cz_fixed_base_g2 *t = NULL;
    CZ_TRY(cz_calloc(err, &t, 1, sizeof *t, "a fixed-base table"));
    cz_windows_choose_fixed(&t->windows, n_expected);
    struct table_job job = {.t = t};
    cz_code code =
        cz_calloc(err, &t->table, t->windows.n_windows * t->windows.n_buckets, sizeof *t->table, "a fixed-base table");
    if (code == CZ_OK) {
        code = cz_calloc(err, &job.pairs, (size_t)cz_pool_n_threads(pool) * CZ_PAIRS_PER_BATCH, sizeof *job.pairs,
                         "filling a fixed-base table");
    }
    if (code != CZ_OK) {
        cz_fixed_base_g2_free(t);
        return code;
    }
    cz_g2_jac p;
    cz_g2_to_jac(&p, base);
    for (unsigned w = 0; w < t->windows.n_windows; w++) {
        cz_g2_from_jac(&t->table[w * t->windows.n_buckets], &p);
        for (unsigned k = 0; k < t->windows.c; k++) cz_g2_jac_dbl(&p, &p);
    }
    cz_pool_run(pool, t->windows.n_windows, table_task, &job);
    free(job.pairs);
    *out = t;
    return CZ_OK;
}

void cz_fixed_base_g2_free(cz_fixed_base_g2 *t) {
    if (t == NULL) return;
    free(t->table);
    free(t);
}

#define PRODUCTS_PER_TASK ((size_t)2048)

struct mul_scratch {
    cz_g2_summer *summer;
    cz_ref *refs;
    uint32_t *start;
};

struct mul_job {
    const cz_fixed_base_g2 *t;
    const cz_fr *k;
    cz_g2 *out;
    size_t n;
    struct mul_scratch *scratch;
};

static void mul_task(void *ctx, size_t task, unsigned worker) {
    const struct mul_job *job = ctx;
    const cz_windows *win = &job->t->windows;
    struct mul_scratch *s = &job->scratch[worker];
    size_t from = task * PRODUCTS_PER_TASK, n = job->n - from < PRODUCTS_PER_TASK ? job->n - from : PRODUCTS_PER_TASK;
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++) {
        cz_scalar k;
        cz_fr_to_int(k.l, &job->k[from + i]);
        s->start[i] = at;
        for (unsigned w = 0; w < win->n_windows; w++) {
            int32_t d = cz_window_digit(win, &k, w);
            if (d != 0) s->refs[at++] = CZ_REF(w * win->n_buckets + (size_t)(d < 0 ? -d : d) - 1, d < 0);
        }
        job->out[from + i] = CZ_G2_INFINITY;
    }
    s->start[n] = at;
    cz_g2_sum_lists(job->out + from, s->summer, job->t->table, s->refs, s->start, n);
}

cz_code cz_fixed_base_g2_mul(cz_error *err, cz_g2 *out, cz_pool *pool, const cz_fixed_base_g2 *t, const cz_fr *k,
                             size_t n) {
    unsigned n_threads = cz_pool_n_threads(pool);
    struct mul_job job = {.t = t, .k = k, .out = out, .n = n};
    size_t n_refs = PRODUCTS_PER_TASK * t->windows.n_windows;
    cz_code code = cz_calloc(err, &job.scratch, n_threads, sizeof *job.scratch, "fixed-base products");
    for (unsigned i = 0; i < n_threads && code == CZ_OK; i++) {
        struct mul_scratch *s = &job.scratch[i];
        code = cz_g2_summer_new(err, &s->summer, n_refs, PRODUCTS_PER_TASK);
        if (code == CZ_OK) code = cz_calloc(err, &s->refs, n_refs, sizeof *s->refs, "fixed-base products");
        if (code == CZ_OK)
            code = cz_calloc(err, &s->start, PRODUCTS_PER_TASK + 1, sizeof *s->start, "fixed-base products");
    }
    if (code == CZ_OK) cz_pool_run(pool, (n + PRODUCTS_PER_TASK - 1) / PRODUCTS_PER_TASK, mul_task, &job);
    for (unsigned i = 0; job.scratch != NULL && i < n_threads; i++) {
        cz_g2_summer_free(job.scratch[i].summer);
        free(job.scratch[i].refs);
        free(job.scratch[i].start);
    }
    free(job.scratch);
    return code;
}
