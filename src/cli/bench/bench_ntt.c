/* Number-theoretic transforms. */
#include <stdlib.h>

#include "base/mem.h"
#include "cli/bench/bench.h"
#include "poly/domain.h"

#define LOG_MIN 16
#define LOG_STEP 2
#define LOG_MAX 22
#define LOG_MAX_QUICK 16

void cz_bench_ntt(cz_bench *b) {
    unsigned max = b->quick ? LOG_MAX_QUICK : LOG_MAX;
    cz_error err;
    cz_fr *values;
    b->name = "ntt";
    if (cz_calloc(&err, &values, (size_t)1 << max, sizeof *values, "values") != CZ_OK) cz_bench_fail(b, &err);
    for (size_t i = 0; i < (size_t)1 << max; i++) cz_bench_random_fr(b, &values[i]);
    for (unsigned log_n = LOG_MIN; log_n <= max; log_n += LOG_STEP) {
        cz_domain *domain;
        if (cz_domain_new(&err, &domain, log_n) != CZ_OK) cz_bench_fail(b, &err);
        cz_bench_begin(b, "ntt", "elements", (uint64_t)1 << log_n, 1);
        while (cz_bench_next(b)) cz_ntt(domain, b->pool, values);
        cz_bench_end(b);
        cz_bench_begin(b, "coset_intt", "elements", (uint64_t)1 << log_n, 1);
        while (cz_bench_next(b)) cz_coset_intt(domain, b->pool, values);
        cz_bench_end(b);
        cz_domain_free(domain);
    }
    free(values);
}
