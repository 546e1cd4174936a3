/* Additions and doublings in G1 and G2. */
#include "cli/bench/bench.h"
#include "curve/g1.h"
#include "curve/g2.h"

#define N_CHAIN 20000

static void bench_g1(cz_bench *b) {
    cz_g1_jac p, q;
    cz_g1_to_jac(&p, &CZ_G1_GENERATOR);
    cz_g1_jac_dbl(&q, &p);
    cz_bench_begin(b, "g1/add", "additions", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_g1_jac_add(&q, &q, &p);
    cz_bench_end(b);
    cz_bench_begin(b, "g1/add_affine", "additions", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_g1_jac_add_affine(&q, &q, &CZ_G1_GENERATOR);
    cz_bench_end(b);
    cz_bench_begin(b, "g1/dbl", "doublings", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_g1_jac_dbl(&q, &q);
    cz_bench_end(b);
    cz_bench_use(&q);
}

static void bench_g2(cz_bench *b) {
    cz_g2_jac p, q;
    cz_g2_to_jac(&p, &CZ_G2_GENERATOR);
    cz_g2_jac_dbl(&q, &p);
    cz_bench_begin(b, "g2/add", "additions", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_g2_jac_add(&q, &q, &p);
    cz_bench_end(b);
    cz_bench_begin(b, "g2/add_affine", "additions", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_g2_jac_add_affine(&q, &q, &CZ_G2_GENERATOR);
    cz_bench_end(b);
    cz_bench_use(&q);
}

void cz_bench_curve(cz_bench *b) {
    bench_g1(b);
    bench_g2(b);
}
