/* Multi-scalar multiplication in G2: see msm.h. The same code as msm_g1.c; keep them in step.
 *
 * For each window of c bits the points are sorted by their signed digit (a counting sort over a chunk of points at a
 * time, so that scratch stays bounded), each bucket's list is summed with batched affine additions on top of what
 * earlier chunks left there, and the buckets are combined by running sums. Signed digits without carries: with bias =
 * sum_w 2^(cw + c - 1) added to a scalar, digit w is (bits cw … cw + c - 1) - 2^(c - 1). Additions: n per window and
 * 2^c for its buckets, of which the first cost 6 products each and the latter 11 and 16.
 */
#include "curve/msm.h"

#include <stdlib.h>

#include "base/mem.h"
#include "curve/affine_sum.h"
#include "curve/msm_windows.h"

/* Points sorted at a time: 2^18 take 16 MiB of partial sums in G2. */
#define CHUNK ((size_t)1 << 18)

/* What one thread needs for a window. */
struct scratch {
    cz_g2 *buckets;
    cz_g2_summer *summer;
    cz_ref *refs;
    int32_t *digits;
    uint32_t *start; /* n_buckets + 2 */
};

struct msm {
    const cz_g2 *points;
    const uint32_t *index; /* NULL: points in order */
    const cz_scalar *scalars;
    size_t n, n_slices, chunk;
    cz_windows windows;
    struct scratch *scratch; /* one per worker */
    cz_g2_jac *sums;         /* windows x slices */
};

static void scratch_free(struct scratch *s) {
    free(s->buckets);
    cz_g2_summer_free(s->summer);
    free(s->refs);
    free(s->digits);
    free(s->start);
}

static cz_code scratch_new(cz_error *err, struct scratch *s, size_t chunk, size_t n_buckets) {
    CZ_TRY(cz_calloc(err, &s->buckets, n_buckets, sizeof *s->buckets, "MSM buckets"));
    CZ_TRY(cz_g2_summer_new(err, &s->summer, chunk, n_buckets));
    CZ_TRY(cz_calloc(err, &s->refs, chunk, sizeof *s->refs, "MSM references"));
    CZ_TRY(cz_calloc(err, &s->digits, chunk, sizeof *s->digits, "MSM digits"));
    return cz_calloc(err, &s->start, n_buckets + 2, sizeof *s->start, "MSM bucket lists");
}

/* Adds points i0 … i1-1 to the buckets of window w. */
static void add_chunk(const struct msm *m, struct scratch *s, unsigned w, size_t i0, size_t i1) {
    size_t n_buckets = m->windows.n_buckets;
    memset(s->start, 0, (n_buckets + 2) * sizeof *s->start);
    for (size_t i = i0; i < i1; i++) {
        int32_t d = cz_window_digit(&m->windows, &m->scalars[i], w);
        s->digits[i - i0] = d;
        s->start[(d < 0 ? -d : d) + 1]++;
    }
    /* start[d + 1] counts digit d; the list of digit 0 is dropped by starting behind it */
    s->start[1] = 0;
    for (size_t b = 2; b <= n_buckets + 1; b++) s->start[b] += s->start[b - 1];
    for (size_t i = i0; i < i1; i++) {
        int32_t d = s->digits[i - i0];
        if (d == 0) continue;
        uint32_t at = s->start[d < 0 ? -d : d]++;
        s->refs[at] = CZ_REF(m->index == NULL ? i : m->index[i], d < 0);
    }
    /* placing moved start[d] to the end of list d, which is where list d + 1 begins */
    s->start[0] = 0;
    cz_g2_sum_lists(s->buckets, s->summer, m->points, s->refs, s->start, n_buckets);
}

/* Sum of (b + 1) * buckets[b] by running sums from the top. */
static void combine_buckets(cz_g2_jac *out, const cz_g2 *buckets, size_t n) {
    cz_g2_jac running = CZ_G2_JAC_INFINITY, total = CZ_G2_JAC_INFINITY;
    for (size_t b = n; b-- > 0;) {
        cz_g2_jac_add_affine(&running, &running, &buckets[b]);
        cz_g2_jac_add(&total, &total, &running);
    }
    *out = total;
}

static void window_task(void *ctx, size_t task, unsigned worker) {
    const struct msm *m = ctx;
    struct scratch *s = &m->scratch[worker];
    unsigned w = (unsigned)(task / m->n_slices);
    size_t slice = task % m->n_slices, from = m->n * slice / m->n_slices, to = m->n * (slice + 1) / m->n_slices;
    memset(s->buckets, 0, m->windows.n_buckets * sizeof *s->buckets);
    for (size_t i = from; i < to; i += m->chunk) add_chunk(m, s, w, i, i + m->chunk < to ? i + m->chunk : to);
    combine_buckets(&m->sums[task], s->buckets, m->windows.n_buckets);
}

static cz_code run(cz_error *err, cz_g2_jac *out, cz_pool *pool, struct msm *m) {
    unsigned n_threads = cz_pool_n_threads(pool), n_windows = m->windows.n_windows;
    m->n_slices = n_windows >= n_threads ? 1 : (2 * n_threads + n_windows - 1) / n_windows;
    m->chunk = m->n < CHUNK ? m->n : CHUNK;
    cz_code code = cz_calloc(err, &m->scratch, n_threads, sizeof *m->scratch, "an MSM");
    if (code == CZ_OK) code = cz_calloc(err, &m->sums, n_windows * m->n_slices, sizeof *m->sums, "an MSM");
    for (unsigned i = 0; i < n_threads && code == CZ_OK; i++) {
        code = scratch_new(err, &m->scratch[i], m->chunk, m->windows.n_buckets);
    }
    if (code == CZ_OK) {
        cz_pool_run(pool, n_windows * m->n_slices, window_task, m);
        cz_g2_jac sum = CZ_G2_JAC_INFINITY;
        for (unsigned w = n_windows; w-- > 0;) {
            for (unsigned k = 0; k < m->windows.c; k++) cz_g2_jac_dbl(&sum, &sum);
            for (size_t k = 0; k < m->n_slices; k++) cz_g2_jac_add(&sum, &sum, &m->sums[w * m->n_slices + k]);
        }
        *out = sum;
    }
    for (unsigned i = 0; m->scratch != NULL && i < n_threads; i++) scratch_free(&m->scratch[i]);
    free(m->scratch);
    free(m->sums);
    return code;
}

cz_code cz_msm_g2_indexed(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points, const uint32_t *index,
                          const cz_scalar *scalars, size_t n) {
    if (n > CZ_REF_MAX_INDEX) return CZ_FAIL(err, CZ_E_LIMIT, "an MSM of %zu points; at most 2^31 are possible", n);
    if (n == 0) {
        *out = CZ_G2_JAC_INFINITY;
        return CZ_OK;
    }
    struct msm m = {.points = points, .index = index, .scalars = scalars, .n = n};
    cz_windows_choose(&m.windows, n);
    return run(err, out, pool, &m);
}

cz_code cz_msm_g2(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points, const cz_scalar *scalars,
                  size_t n) {
    return cz_msm_g2_indexed(err, out, pool, points, NULL, scalars, n);
}

/* Sums over set bits: tasks of BITS_PER_TASK points each. */
#define BITS_PER_TASK ((size_t)1 << 16)

struct bit_scratch {
    cz_g2_summer *summer;
    cz_ref *refs;
    cz_g2_jac sum;
};

struct bit_sum {
    const cz_g2 *points;
    const uint64_t *bits;
    size_t n;
    struct bit_scratch *scratch; /* one per worker */
};

static void bits_task(void *ctx, size_t task, unsigned worker) {
    const struct bit_sum *b = ctx;
    struct bit_scratch *s = &b->scratch[worker];
    size_t from = task * BITS_PER_TASK, to = from + BITS_PER_TASK < b->n ? from + BITS_PER_TASK : b->n;
    uint32_t start[2] = {0, 0};
    for (size_t word = from / 64; word * 64 < to; word++) {
        uint64_t set = b->bits[word];
        if (to - word * 64 < 64) set &= ((uint64_t)1 << (to - word * 64)) - 1;
        for (; set != 0; set &= set - 1) {
            s->refs[start[1]++] = CZ_REF(word * 64 + (size_t)__builtin_ctzll(set), false);
        }
    }
    cz_g2 sum = CZ_G2_INFINITY;
    cz_g2_sum_lists(&sum, s->summer, b->points, s->refs, start, 1);
    cz_g2_jac_add_affine(&s->sum, &s->sum, &sum);
}

cz_code cz_sum_bits_g2(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points, const uint64_t *bits,
                       size_t n) {
    if (n > CZ_REF_MAX_INDEX) return CZ_FAIL(err, CZ_E_LIMIT, "a sum of %zu points; at most 2^31 are possible", n);
    unsigned n_threads = cz_pool_n_threads(pool);
    struct bit_sum b = {.points = points, .bits = bits, .n = n};
    cz_code code = cz_calloc(err, &b.scratch, n_threads, sizeof *b.scratch, "a sum of points");
    for (unsigned i = 0; i < n_threads && code == CZ_OK; i++) {
        b.scratch[i].sum = CZ_G2_JAC_INFINITY;
        code = cz_g2_summer_new(err, &b.scratch[i].summer, BITS_PER_TASK, 1);
        if (code == CZ_OK) code = cz_calloc(err, &b.scratch[i].refs, BITS_PER_TASK, sizeof(cz_ref), "a sum of points");
    }
    if (code == CZ_OK) {
        cz_pool_run(pool, (n + BITS_PER_TASK - 1) / BITS_PER_TASK, bits_task, &b);
        *out = CZ_G2_JAC_INFINITY;
        for (unsigned i = 0; i < n_threads; i++) cz_g2_jac_add(out, out, &b.scratch[i].sum);
    }
    for (unsigned i = 0; b.scratch != NULL && i < n_threads; i++) {
        cz_g2_summer_free(b.scratch[i].summer);
        free(b.scratch[i].refs);
    }
    free(b.scratch);
    return code;
}
