/* Evaluation domains and transforms: see domain.h, and ntt_kernel.h for the butterflies.
 *
 * A transform runs pairs of layers over the whole vector while blocks are larger than a core's cache, and then, block
 * by block, all that remains. The twiddles' bit-reversed order makes the first part need few of them and the second
 * part read its share of the table once, in order.
 */
#include "poly/domain.h"

#include <stdlib.h>

#include "base/mem.h"
#include "poly/ntt_kernel.h"

/* 2^14 elements are 512 KiB: they stay in a second-level cache with their twiddles. */
#define LOG_BLOCK 14
#define COLUMNS_PER_TASK ((size_t)2048)
#define ELEMENTS_PER_TASK ((size_t)8192)

struct cz_domain {
    unsigned log_n;
    size_t n;
    cz_fr omega, omega_inv, n_inv;
    cz_fr *w, *w_inv; /* n/2 each (at least 1), bit-reversed */
};

static const cz_fr *coset_generator(void) {
    /* 7 in Montgomery form */
    static const cz_fr seven = {
        {0x0000000efffffff1ULL, 0x17e363d300189c0fULL, 0xff9c57876f8457b0ULL, 0x351332208fc5a8c4ULL}};
    return &seven;
}

void cz_root_of_unity(cz_fr *out, unsigned log_n) {
    /* rho = 7^((r-1) / 2^32), of order 2^32 */
    const uint64_t rho[4] = {0xb9b58d8c5f0e466aULL, 0x5b1b4c801819d7ecULL, 0x0af53ae352a31e64ULL,
                             0x5bf3adda19e9b27bULL};
    memcpy(out->l, rho, sizeof rho);
    for (unsigned i = log_n; i < 32; i++) cz_fr_sqr(out, out);
}

unsigned cz_domain_log_for(size_t n_rows) {
    unsigned k = 0;
    while (k < 63 && (size_t)1 << k < n_rows) k++;
    return k;
}

/* w[j] = root^bitrev(j), j < half: each bit of j contributes a fixed power, so the table doubles by one product each.
 */
static void fill_twiddles(cz_fr *w, size_t half, const cz_fr *root, unsigned log_n) {
    w[0] = CZ_FR_ONE;
    /* bit k of j stands for the exponent n / 2^(k + 2) */
    for (unsigned k = 0; (size_t)1 << k < half; k++) {
        cz_fr f = *root;
        for (unsigned i = 0; i + k + 2 < log_n; i++) cz_fr_sqr(&f, &f);
        size_t m = (size_t)1 << k;
        for (size_t j = 0; j < m; j++) cz_fr_mul(&w[m + j], &w[j], &f);
    }
}

cz_code cz_domain_new(cz_error *err, cz_domain **out, unsigned log_n) {
    if (log_n > CZ_DOMAIN_MAX_LOG)
        return CZ_FAIL(err, CZ_E_LIMIT, "a domain of 2^%u is larger than the largest, 2^%d", log_n, CZ_DOMAIN_MAX_LOG);
    cz_domain *d = NULL;
    CZ_TRY(cz_calloc(err, &d, 1, sizeof *d, "an evaluation domain"));
    d->log_n = log_n;
    d->n = (size_t)1 << log_n;
    cz_root_of_unity(&d->omega, log_n);
    cz_fr_inv(&d->omega_inv, &d->omega);
    cz_fr_from_u64(&d->n_inv, d->n);
    cz_fr_inv(&d->n_inv, &d->n_inv);
    size_t half = d->n > 1 ? d->n / 2 : 1;
    cz_code code = cz_calloc(err, &d->w, half, sizeof *d->w, "twiddle factors");
    if (code == CZ_OK) code = cz_calloc(err, &d->w_inv, half, sizeof *d->w_inv, "twiddle factors");
    if (code != CZ_OK) {
        cz_domain_free(d);
        return code;
    }
    fill_twiddles(d->w, half, &d->omega, log_n);
    fill_twiddles(d->w_inv, half, &d->omega_inv, log_n);
    *out = d;
    return CZ_OK;
}

void cz_domain_free(cz_domain *d) {
    if (d == NULL) return;
    free(d->w);
    free(d->w_inv);
    free(d);
}

unsigned cz_domain_log_n(const cz_domain *d) { return d->log_n; }
const cz_fr *cz_domain_omega(const cz_domain *d) { return &d->omega; }
void cz_domain_n_inverse(cz_fr *out, const cz_domain *d) { *out = d->n_inv; }

struct pass {
    cz_fr *a;
    const cz_fr *w;
    unsigned log_len; /* of the blocks */
    bool reversed_in;
};

static void columns_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct pass *p = ctx;
    size_t len = (size_t)1 << p->log_len, quarter = len / 4;
    size_t tasks_per_block = quarter / COLUMNS_PER_TASK, j = task / tasks_per_block;
    size_t i0 = task % tasks_per_block * COLUMNS_PER_TASK;
    if (p->reversed_in) {
        CZ_KERNEL_PICK(cz_ntt_rn_columns)(p->a + j * len, quarter, i0, i0 + COLUMNS_PER_TASK, p->w, j);
    } else {
        CZ_KERNEL_PICK(cz_ntt_nr_columns)(p->a + j * len, quarter, i0, i0 + COLUMNS_PER_TASK, p->w, j);
    }
}

static void block_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct pass *p = ctx;
    cz_fr *block = p->a + (task << p->log_len);
    if (p->reversed_in) {
        CZ_KERNEL_PICK(cz_ntt_rn_block)(block, p->log_len, p->w, task);
    } else {
        CZ_KERNEL_PICK(cz_ntt_nr_block)(block, p->log_len, p->w, task);
    }
}

static void transform(const cz_domain *d, cz_pool *pool, cz_fr *a, const cz_fr *w, bool reversed_in) {
    /* an even number of layers above the blocks */
    unsigned log_block = d->log_n <= LOG_BLOCK ? d->log_n : LOG_BLOCK - (d->log_n - LOG_BLOCK) % 2;
    struct pass p = {a, w, log_block, reversed_in};
    if (reversed_in) cz_pool_run(pool, d->n >> log_block, block_task, &p);
    unsigned n_passes = (d->log_n - log_block) / 2;
    for (unsigned k = 0; k < n_passes; k++) {
        p.log_len = reversed_in ? log_block + 2 * (k + 1) : d->log_n - 2 * k;
        cz_pool_run(pool, d->n / 4 / COLUMNS_PER_TASK, columns_task, &p);
    }
    p.log_len = log_block;
    if (!reversed_in) cz_pool_run(pool, d->n >> log_block, block_task, &p);
}

void cz_ntt_nr(const cz_domain *d, cz_pool *pool, cz_fr *a) { transform(d, pool, a, d->w, false); }
void cz_ntt_rn(const cz_domain *d, cz_pool *pool, cz_fr *a) { transform(d, pool, a, d->w, true); }
void cz_intt_nr(const cz_domain *d, cz_pool *pool, cz_fr *a) { transform(d, pool, a, d->w_inv, false); }
void cz_intt_rn(const cz_domain *d, cz_pool *pool, cz_fr *a) { transform(d, pool, a, d->w_inv, true); }

static size_t bitrev(size_t i, unsigned log_n) {
    uint64_t v = __builtin_bswap64(i);
    v = (v >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (v & 0x0f0f0f0f0f0f0f0fULL) << 4;
    v = (v >> 2 & 0x3333333333333333ULL) | (v & 0x3333333333333333ULL) << 2;
    v = (v >> 1 & 0x5555555555555555ULL) | (v & 0x5555555555555555ULL) << 1;
    return log_n == 0 ? 0 : (size_t)(v >> (64 - log_n));
}

struct reverse_job {
    cz_fr *a;
    unsigned log_n;
};

static void reverse_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct reverse_job *job = ctx;
    size_t end = (task + 1) * ELEMENTS_PER_TASK, n = (size_t)1 << job->log_n;
    if (end > n) end = n;
    for (size_t i = task * ELEMENTS_PER_TASK; i < end; i++) {
        size_t j = bitrev(i, job->log_n);
        if (j <= i) continue; /* each pair once; the task of the smaller index does it */
        cz_fr t = job->a[i];
        job->a[i] = job->a[j];
        job->a[j] = t;
    }
}

static size_t n_tasks(size_t n) { return (n + ELEMENTS_PER_TASK - 1) / ELEMENTS_PER_TASK; }

void cz_bit_reverse(const cz_domain *d, cz_pool *pool, cz_fr *a) {
    struct reverse_job job = {a, d->log_n};
    cz_pool_run(pool, n_tasks(d->n), reverse_task, &job);
}

/* Powers k * g^i by two tables: i = lo + 2^log_lo * hi, in natural or reversed order of the indices. */
struct scale_job {
    cz_fr *a;
    size_t n;
    unsigned log_lo;
    const cz_fr *lo, *hi;
};

static void scale_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct scale_job *job = ctx;
    size_t i0 = task * ELEMENTS_PER_TASK, i1 = i0 + ELEMENTS_PER_TASK < job->n ? i0 + ELEMENTS_PER_TASK : job->n;
    CZ_KERNEL_PICK(cz_scale_by_tables)(job->a, i0, i1, job->lo, job->hi, job->log_lo);
}

void cz_scale_powers(const cz_domain *d, cz_pool *pool, cz_fr *a, const cz_fr *g, const cz_fr *k, bool reversed) {
    unsigned log_lo = d->log_n / 2, log_hi = d->log_n - log_lo;
    size_t n_lo = (size_t)1 << log_lo, n_hi = (size_t)1 << log_hi;
    cz_fr *lo = malloc((n_lo + n_hi) * sizeof *lo);
    CZ_INVARIANT(lo != NULL, "no memory for %zu powers", n_lo + n_hi);
    cz_fr *hi = lo + n_lo;
    /* power of g that bit b of the index stands for */
    lo[0] = CZ_FR_ONE;
    hi[0] = *k;
    for (unsigned b = 0; b < d->log_n; b++) {
        cz_fr f = *g;
        for (unsigned i = reversed ? d->log_n - 1 - b : b; i > 0; i--) cz_fr_sqr(&f, &f);
        cz_fr *table = b < log_lo ? lo : hi;
        size_t m = (size_t)1 << (b < log_lo ? b : b - log_lo);
        for (size_t j = 0; j < m; j++) cz_fr_mul(&table[m + j], &table[j], &f);
    }
    struct scale_job job = {a, d->n, log_lo, lo, hi};
    cz_pool_run(pool, n_tasks(d->n), scale_task, &job);
    free(lo);
}

void cz_ntt(const cz_domain *d, cz_pool *pool, cz_fr *a) {
    cz_ntt_nr(d, pool, a);
    cz_bit_reverse(d, pool, a);
}

void cz_intt(const cz_domain *d, cz_pool *pool, cz_fr *a) {
    cz_intt_nr(d, pool, a);
    cz_scale_powers(d, pool, a, &CZ_FR_ONE, &d->n_inv, true);
    cz_bit_reverse(d, pool, a);
}

void cz_coset_ntt(const cz_domain *d, cz_pool *pool, cz_fr *a) {
    cz_scale_powers(d, pool, a, coset_generator(), &CZ_FR_ONE, false);
    cz_ntt(d, pool, a);
}

void cz_coset_intt(const cz_domain *d, cz_pool *pool, cz_fr *a) {
    cz_fr g_inv;
    cz_fr_inv(&g_inv, coset_generator());
    cz_intt_nr(d, pool, a);
    cz_scale_powers(d, pool, a, &g_inv, &d->n_inv, true);
    cz_bit_reverse(d, pool, a);
}

void cz_domain_vanishing(cz_fr *out, const cz_domain *d, const cz_fr *x) {
    cz_fr t = *x;
    for (unsigned i = 0; i < d->log_n; i++) cz_fr_sqr(&t, &t);
    cz_fr_sub(out, &t, &CZ_FR_ONE);
}

/* L_i(x) is the coefficient vector of the inverse transform of the powers of x: sum_j x^j omega^(-ij) / n. This holds
 * for x on the domain too. */
void cz_domain_lagrange(cz_fr *out, const cz_domain *d, cz_pool *pool, const cz_fr *x) {
    out[0] = CZ_FR_ONE;
    for (size_t m = 1; m < d->n; m *= 2) {
        cz_fr f = *x;
        for (size_t k = 1; k < m; k *= 2) cz_fr_sqr(&f, &f);
        for (size_t j = 0; j < m; j++) cz_fr_mul(&out[m + j], &out[j], &f);
    }
    cz_intt(d, pool, out);
}
