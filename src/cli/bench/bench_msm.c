/* Multi-scalar multiplication over random full-size scalars, and sums of points chosen by bits. */
#include <stdlib.h>

#include "base/mem.h"
#include "cli/bench/bench.h"
#include "curve/fixed_base.h"

#define LOG_MIN 12
#define LOG_STEP 2
#define LOG_MAX_G1 20
#define LOG_MAX_G2 16
#define LOG_MAX_QUICK 14

typedef struct inputs {
    cz_g1 *g1;
    cz_g2 *g2;
    cz_fr *k;
    cz_scalar *scalars;
    uint64_t *bits;
} inputs;

static void inputs_free(inputs *in) {
    free(in->g1);
    free(in->g2);
    free(in->k);
    free(in->scalars);
    free(in->bits);
}

/* Random multiples of the generators. */
static cz_code inputs_make(cz_error *err, inputs *in, cz_bench *b, size_t n1, size_t n2) {
    CZ_TRY(cz_calloc(err, &in->g1, n1, sizeof *in->g1, "points"));
    CZ_TRY(cz_calloc(err, &in->g2, n2, sizeof *in->g2, "points"));
    CZ_TRY(cz_calloc(err, &in->k, n1, sizeof *in->k, "scalars"));
    CZ_TRY(cz_calloc(err, &in->scalars, n1, sizeof *in->scalars, "scalars"));
    CZ_TRY(cz_calloc(err, &in->bits, n1 / 64, sizeof *in->bits, "bits"));
    for (size_t i = 0; i < n1; i++) cz_bench_random_fr(b, &in->k[i]);
    for (size_t i = 0; i < n1 / 64; i++) in->bits[i] = cz_bench_random(b);
    cz_fixed_base_g1 *t1;
    CZ_TRY(cz_fixed_base_g1_new(err, &t1, b->pool, &CZ_G1_GENERATOR, n1));
    cz_code code = cz_fixed_base_g1_mul(err, in->g1, b->pool, t1, in->k, n1);
    cz_fixed_base_g1_free(t1);
    CZ_TRY(code);
    cz_fixed_base_g2 *t2;
    CZ_TRY(cz_fixed_base_g2_new(err, &t2, b->pool, &CZ_G2_GENERATOR, n2));
    code = cz_fixed_base_g2_mul(err, in->g2, b->pool, t2, in->k, n2);
    cz_fixed_base_g2_free(t2);
    CZ_TRY(code);
    for (size_t i = 0; i < n1; i++) {
        cz_bench_random_fr(b, &in->k[i]);
        cz_fr_to_int(in->scalars[i].l, &in->k[i]);
    }
    return CZ_OK;
}

void cz_bench_msm(cz_bench *b) {
    unsigned max1 = b->quick ? LOG_MAX_QUICK : LOG_MAX_G1, max2 = b->quick ? LOG_MIN : LOG_MAX_G2;
    inputs in = {0};
    cz_error err;
    b->name = "msm";
    if (inputs_make(&err, &in, b, (size_t)1 << max1, (size_t)1 << max2) != CZ_OK) cz_bench_fail(b, &err);
    for (unsigned log_n = LOG_MIN; log_n <= max1; log_n += LOG_STEP) {
        size_t n = (size_t)1 << log_n;
        cz_g1_jac sum;
        cz_bench_begin(b, "msm/g1", "points", n, 1);
        while (cz_bench_next(b))
            if (cz_msm_g1(&err, &sum, b->pool, in.g1, in.scalars, n) != CZ_OK) cz_bench_fail(b, &err);
        cz_bench_end(b);
        cz_bench_begin(b, "sum_bits/g1", "points", n, 1);
        while (cz_bench_next(b))
            if (cz_sum_bits_g1(&err, &sum, b->pool, in.g1, in.bits, n) != CZ_OK) cz_bench_fail(b, &err);
        cz_bench_end(b);
    }
    for (unsigned log_n = LOG_MIN; log_n <= max2; log_n += LOG_STEP) {
        size_t n = (size_t)1 << log_n;
        cz_g2_jac sum;
        cz_bench_begin(b, "msm/g2", "points", n, 1);
        while (cz_bench_next(b))
            if (cz_msm_g2(&err, &sum, b->pool, in.g2, in.scalars, n) != CZ_OK) cz_bench_fail(b, &err);
        cz_bench_end(b);
    }
    inputs_free(&in);
}
