/* Arithmetic of the fields: chains of dependent operations, so that what is measured is latency. */
#include "cli/bench/bench.h"
#include "field/fp.h"
#include "field/fp2.h"

#define N_CHAIN 100000
#define N_INVERSIONS 200

void cz_bench_field(cz_bench *b) {
    cz_fr x, y;
    cz_bench_random_fr(b, &x);
    cz_bench_random_fr(b, &y);
    cz_bench_begin(b, "fr/mul", "products", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_fr_mul(&x, &x, &y);
    cz_bench_end(b);
    cz_bench_begin(b, "fr/add", "sums", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_fr_add(&x, &x, &y);
    cz_bench_end(b);
    cz_bench_begin(b, "fr/inv", "inverses", 1, N_INVERSIONS);
    while (cz_bench_next(b))
        for (int i = 0; i < N_INVERSIONS; i++) {
            cz_fr_inv(&x, &x);
            cz_fr_add(&x, &x, &y);
        }
    cz_bench_end(b);
    cz_bench_use(&x);

    cz_fp p = CZ_FP_ONE, q;
    cz_fp_dbl(&q, &p);
    cz_bench_begin(b, "fp/mul", "products", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_fp_mul(&q, &q, &q);
    cz_bench_end(b);
    cz_bench_begin(b, "fp/inv", "inverses", 1, N_INVERSIONS);
    while (cz_bench_next(b))
        for (int i = 0; i < N_INVERSIONS; i++) {
            cz_fp_inv(&q, &q);
            cz_fp_add(&q, &q, &p);
        }
    cz_bench_end(b);
    cz_bench_use(&q);

    cz_fp2 u = {.c0 = q, .c1 = q};
    cz_bench_begin(b, "fp2/mul", "products", 1, N_CHAIN);
    while (cz_bench_next(b))
        for (int i = 0; i < N_CHAIN; i++) cz_fp2_mul(&u, &u, &u);
    cz_bench_end(b);
    cz_bench_use(&u);
}
