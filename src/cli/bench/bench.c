/* The measuring itself: see bench.h. */
#include "cli/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/time.h"

#define RUNS 9
#define RUNS_QUICK 3
#define LONG_RUN_S 2.0 /* a run this long is repeated RUNS_LONG times only */
#define RUNS_LONG 3

void cz_bench_begin(cz_bench *b, const char *name, const char *unit, uint64_t size, double per_run) {
    b->name = name;
    b->unit = unit;
    b->size = size;
    b->per_run = per_run;
    b->n_samples = 0;
    b->n_wanted = (b->quick ? RUNS_QUICK : RUNS) + 1;
    b->started = 0;
}

bool cz_bench_next(cz_bench *b) {
    double now = cz_now_seconds();
    if (b->started > 0) {
        double seconds = now - b->started;
        b->samples[b->n_samples++] = seconds;
        if (b->n_samples == 1 && seconds > LONG_RUN_S && b->n_wanted > RUNS_LONG + 1) b->n_wanted = RUNS_LONG + 1;
    }
    if (b->n_samples == b->n_wanted) return false;
    b->started = cz_now_seconds();
    return true;
}

static int by_value(const void *x, const void *y) {
    double a = *(const double *)x, c = *(const double *)y;
    return (a > c) - (a < c);
}

static void print_time(double seconds) {
    if (seconds < 1e-6)
        printf(" %9.2f ns", seconds * 1e9);
    else if (seconds < 1e-3)
        printf(" %9.2f us", seconds * 1e6);
    else if (seconds < 1)
        printf(" %9.2f ms", seconds * 1e3);
    else
        printf(" %9.3f s ", seconds);
}

void cz_bench_end(cz_bench *b) {
    double *runs = b->samples + 1; /* without the warm-up */
    unsigned n = b->n_samples - 1;
    for (unsigned i = 0; i < n; i++) runs[i] /= b->per_run;
    qsort(runs, n, sizeof *runs, by_value);
    double median = n % 2 ? runs[n / 2] : (runs[n / 2 - 1] + runs[n / 2]) / 2;
    printf("%-18s %9llu", b->name, (unsigned long long)b->size);
    print_time(median);
    print_time(runs[0]);
    print_time(runs[n - 1]);
    print_time(median / (double)b->size);
    printf("  %s\n", b->unit);
    fflush(stdout);
    cz_json_object(b->json, NULL);
    cz_json_text(b->json, "name", b->name);
    cz_json_u64(b->json, "size", b->size);
    cz_json_text(b->json, "unit", b->unit);
    cz_json_real(b->json, "median_s", median);
    cz_json_real(b->json, "min_s", runs[0]);
    cz_json_real(b->json, "max_s", runs[n - 1]);
    cz_json_u64(b->json, "runs", n);
    cz_json_end(b->json);
}

void cz_bench_fail(const cz_bench *b, const cz_error *err) {
    fprintf(stderr, "cuzk-bench: %s: %s\n", b->name ? b->name : "start", err->text);
    exit(1);
}

uint64_t cz_bench_random(cz_bench *b) { /* splitmix64 */
    uint64_t z = b->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void cz_bench_random_fr(cz_bench *b, cz_fr *out) {
    uint64_t wide[8];
    for (int i = 0; i < 8; i++) wide[i] = cz_bench_random(b);
    cz_fr_from_le_wide(out, (const uint8_t *)wide);
}
