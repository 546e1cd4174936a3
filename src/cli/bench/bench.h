/* Benchmarks: each measures one thing at several sizes and hands its samples to cz_bench, which keeps the median, the
 * fastest and the slowest, and prints a table and JSON.
 *
 * A benchmark is a row in the table of main.c and a function void (*)(cz_bench *). Within it: prepare inputs, then
 *
 *     cz_bench_begin(b, "msm/g1", "points", 1 << 12, 1);
 *     while (cz_bench_next(b)) result = …;
 *     cz_bench_end(b);
 *
 * The body of the loop is timed; work before it is not. `per_run` is how often the body does the operation, so that
 * what is reported is the time of one. Everything is measured on the pool of the bench, whose size is in the output.
 * A failure inside a benchmark goes to cz_bench_fail and ends the program. */
#ifndef CZ_CLI_BENCH_BENCH_H
#define CZ_CLI_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/threads.h"
#include "cli/common/json.h"
#include "field/fr.h"

typedef struct cz_bench {
    cz_pool *pool;
    bool quick;      /* fewer and smaller sizes, fewer runs: to see that it works */
    cz_json *json;   /* gets one object for each result */
    uint64_t random; /* state of cz_bench_random; a fixed seed, so that runs compare */
    /* of the measurement under way */
    const char *name, *unit;
    uint64_t size;
    double per_run, started;
    unsigned n_samples, n_wanted;
    double samples[64];
} cz_bench;

/* `size` counts `unit`s in one operation. */
void cz_bench_begin(cz_bench *b, const char *name, const char *unit, uint64_t size, double per_run);
/* True as long as another run is wanted; each run is timed from one call to the next. The first is a warm-up. */
bool cz_bench_next(cz_bench *b);
void cz_bench_end(cz_bench *b);
/* Prints the error and ends the program. */
_Noreturn void cz_bench_fail(const cz_bench *b, const cz_error *err);

/* Pseudo-random inputs. */
uint64_t cz_bench_random(cz_bench *b);
void cz_bench_random_fr(cz_bench *b, cz_fr *out);
/* Keeps the compiler from dropping a result. */
static inline void cz_bench_use(const void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

/* The benchmarks, a file each. */
void cz_bench_field(cz_bench *b);
void cz_bench_curve(cz_bench *b);
void cz_bench_msm(cz_bench *b);
void cz_bench_ntt(cz_bench *b);
void cz_bench_pairing(cz_bench *b);

#endif
