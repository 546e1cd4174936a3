/* Batched affine additions in G2: every kernel this machine can run against Jacobian additions, all special cases at
 * all places in a batch; sums of lists. test_affine_sum_g1.c is the same code for G1; keep them in step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "curve/affine_sum.h"
#include "curve/affine_sum_kernel.h"
#include "support/random.h"

#define N_POINTS 400

static test_random rng;
static cz_g2 points[N_POINTS]; /* multiples of one point, the negatives of some, infinity */

static const struct {
    const char *name;
    unsigned needs; /* of cz_cpu_features */
    void (*add_pairs)(const cz_g2_pair *pairs, size_t n);
} KERNELS[] = {
    {"portable", 0, cz_g2_add_pairs_portable},
#if defined(__x86_64__)
    {"adx", CZ_CPU_ADX, cz_g2_add_pairs_adx},
#endif
};
#define N_KERNELS (sizeof KERNELS / sizeof *KERNELS)

static int setup(void **state) {
    (void)state;
    test_random_init(&rng);
    cz_fr k;
    cz_g2 step;
    cz_g2_jac p;
    test_random_fr(&k, &rng);
    cz_g2_to_jac(&p, &CZ_G2_GENERATOR);
    cz_g2_jac_mul(&p, &p, &k);
    cz_g2_from_jac(&step, &p);
    for (size_t i = 0; i < N_POINTS; i++) {
        cz_g2_from_jac(&points[i], &p);
        cz_g2_jac_add_affine(&p, &p, &step);
        if (i % 10 == 7) cz_g2_neg(&points[i], &points[i / 2]);
        if (i % 50 == 9) points[i] = CZ_G2_INFINITY;
    }
    return 0;
}

static const cz_g2 *any_point(void) { return &points[test_random_below(&rng, N_POINTS)]; }

static void add(cz_g2 *out, const cz_g2 *a, bool neg_a, const cz_g2 *b, bool neg_b) {
    cz_g2 s = *a, t = *b;
    cz_g2_jac p;
    if (neg_a) cz_g2_neg(&s, &s);
    if (neg_b) cz_g2_neg(&t, &t);
    cz_g2_to_jac(&p, &s);
    cz_g2_jac_add_affine(&p, &p, &t);
    cz_g2_from_jac(out, &p);
}

/* A pair of one of the kinds that formulas tell apart. */
static cz_g2_pair pair_of_kind(size_t kind) {
    cz_g2_pair p = {any_point(), any_point(), NULL, test_random_u64(&rng) & 1, test_random_u64(&rng) & 1};
    if (kind == 0) p.a = &CZ_G2_INFINITY;
    if (kind == 1) p.b = &CZ_G2_INFINITY;
    if (kind == 2) p.a = p.b = &CZ_G2_INFINITY;
    if (kind == 3) p.b = p.a; /* doubling or infinity, by the signs */
    return p;
}

static void check_batch(size_t kernel, size_t n, size_t special_in_100) {
    static cz_g2_pair pairs[CZ_PAIRS_PER_BATCH];
    static cz_g2 got[CZ_PAIRS_PER_BATCH], want[CZ_PAIRS_PER_BATCH];
    for (size_t i = 0; i < n; i++) {
        bool special = test_random_below(&rng, 100) < special_in_100;
        pairs[i] = pair_of_kind(special ? test_random_below(&rng, 4) : 4);
        pairs[i].out = &got[i];
        add(&want[i], pairs[i].a, pairs[i].neg_a, pairs[i].b, pairs[i].neg_b);
        size_t in_place = test_random_below(&rng, 4); /* the result may replace an operand */
        if (in_place == 0) {
            got[i] = *pairs[i].a;
            pairs[i].a = &got[i];
        } else if (in_place == 1) {
            got[i] = *pairs[i].b;
            pairs[i].b = &got[i];
        }
    }
    KERNELS[kernel].add_pairs(pairs, n);
    for (size_t i = 0; i < n; i++) {
        if (!cz_g2_eq(&got[i], &want[i])) fail_msg("%s: addition %zu of %zu", KERNELS[kernel].name, i, n);
    }
}

static void test_kernels(void **state) {
    (void)state;
    for (size_t k = 0; k < N_KERNELS; k++) {
        if ((cz_cpu_features & KERNELS[k].needs) != KERNELS[k].needs) {
            print_message("skipped: this machine cannot run %s\n", KERNELS[k].name);
            continue;
        }
        for (size_t n = 0; n <= 40; n++)
            for (size_t special = 0; special <= 100; special += 25) check_batch(k, n, special);
        check_batch(k, CZ_PAIRS_PER_BATCH - 1, 10);
        check_batch(k, CZ_PAIRS_PER_BATCH, 0);
        check_batch(k, CZ_PAIRS_PER_BATCH, 100);
    }
}

/* Lists of the given lengths with random references, on top of what `out` holds. */
static void check_lists(const size_t *lengths, size_t n_lists) {
    size_t n_refs = 0;
    for (size_t k = 0; k < n_lists; k++) n_refs += lengths[k];
    cz_g2_summer *s = NULL;
    cz_ref *refs = calloc(n_refs + 1, sizeof *refs);
    uint32_t *start = calloc(n_lists + 1, sizeof *start);
    cz_g2 *out = calloc(n_lists + 1, sizeof *out), *want = calloc(n_lists + 1, sizeof *want);
    assert_true(refs != NULL && start != NULL && out != NULL && want != NULL);
    assert_int_equal(cz_g2_summer_new(NULL, &s, n_refs, n_lists), CZ_OK);
    for (int repeat = 0; repeat < 2; repeat++) { /* a summer can be used again */
        uint32_t at = 0;
        for (size_t k = 0; k < n_lists; k++) {
            start[k] = at;
            out[k] = *any_point();
            cz_g2_jac sum;
            cz_g2_to_jac(&sum, &out[k]);
            size_t same = test_random_below(&rng, N_POINTS);
            for (size_t i = 0; i < lengths[k]; i++) {
                size_t index = k % 5 == 4 ? same : test_random_below(&rng, N_POINTS);
                bool neg = k % 5 != 3 && (test_random_u64(&rng) & 1) != 0;
                cz_g2 p = points[index];
                if (neg) cz_g2_neg(&p, &p);
                cz_g2_jac_add_affine(&sum, &sum, &p);
                refs[at++] = CZ_REF(index, neg);
            }
            cz_g2_from_jac(&want[k], &sum);
        }
        start[n_lists] = at;
        cz_g2_sum_lists(out, s, points, refs, start, n_lists);
        for (size_t k = 0; k < n_lists; k++) {
            if (!cz_g2_eq(&out[k], &want[k])) fail_msg("list %zu of %zu, length %zu", k, n_lists, lengths[k]);
        }
    }
    cz_g2_summer_free(s);
    free(refs);
    free(start);
    free(out);
    free(want);
}

static void test_lists(void **state) {
    (void)state;
    size_t lengths[300] = {0};
    check_lists(lengths, 0);
    for (size_t n = 0; n < 70; n++) check_lists(&n, 1);
    for (size_t max = 1; max <= 64; max = 2 * max + 1) {
        for (size_t k = 0; k < 300; k++) lengths[k] = test_random_below(&rng, max + 1);
        check_lists(lengths, 300);
        check_lists(lengths, 37);
    }
    for (size_t k = 0; k < 300; k++) lengths[k] = 0;
    check_lists(lengths, 300);
    lengths[299] = 5000; /* more than a batch, behind empty lists */
    check_lists(lengths, 300);
    lengths[0] = 3000;
    check_lists(lengths, 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels), cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
