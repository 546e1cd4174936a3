/* The pairing and its two halves. */
#include "cli/bench/bench.h"
#include "curve/pairing.h"

#define N_PAIRINGS 10

void cz_bench_pairing(cz_bench *b) {
    cz_fp12 f;
    cz_bench_begin(b, "pairing", "pairings", 1, N_PAIRINGS);
    while (cz_bench_next(b))
        for (int i = 0; i < N_PAIRINGS; i++) cz_pairing(&f, &CZ_G1_GENERATOR, &CZ_G2_GENERATOR);
    cz_bench_end(b);
    cz_bench_begin(b, "miller_loop", "pairs", 1, N_PAIRINGS);
    while (cz_bench_next(b))
        for (int i = 0; i < N_PAIRINGS; i++) cz_miller_loop(&f, &CZ_G1_GENERATOR, &CZ_G2_GENERATOR, 1);
    cz_bench_end(b);
    cz_bench_begin(b, "final_exp", "pairings", 1, N_PAIRINGS);
    while (cz_bench_next(b))
        for (int i = 0; i < N_PAIRINGS; i++) cz_final_exponentiation(&f, &f);
    cz_bench_end(b);
    cz_bench_use(&f);
}
