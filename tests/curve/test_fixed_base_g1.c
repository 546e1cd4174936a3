/* Many multiples of one base in G1 against single products. test_fixed_base_g2.c is the same code for G2; keep them in
 * step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "curve/fixed_base.h"
#include "support/random.h"

#define MAX_THREADS 3

static test_random rng;
static cz_pool *pools[MAX_THREADS + 1]; /* pools[0] is NULL: serial */

static int setup(void **state) {
    (void)state;
    test_random_init(&rng);
    for (unsigned t = 1; t <= MAX_THREADS; t++)
        if (cz_pool_new(NULL, &pools[t], t) != CZ_OK) return -1;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    for (unsigned t = 1; t <= MAX_THREADS; t++) cz_pool_free(pools[t]);
    return 0;
}

static void multiple(cz_g1 *out, const cz_g1 *base, const cz_fr *k) {
    cz_g1_jac p;
    cz_g1_to_jac(&p, base);
    cz_g1_jac_mul(&p, &p, k);
    cz_g1_from_jac(out, &p);
}

/* Products by k[0 … n-1] with a table made for n_expected; all of the first, then every `stride`-th, are compared. */
static void check(const cz_g1 *base, const cz_fr *k, size_t n, size_t n_expected, size_t stride, cz_pool *pool) {
    cz_fixed_base_g1 *t = NULL;
    cz_g1 *out = malloc((n + 1) * sizeof *out), want;
    assert_non_null(out);
    memset(out, 0xff, (n + 1) * sizeof *out);
    assert_int_equal(cz_fixed_base_g1_new(NULL, &t, pool, base, n_expected), CZ_OK);
    assert_int_equal(cz_fixed_base_g1_mul(NULL, out, pool, t, k, n), CZ_OK);
    for (size_t i = 0; i < n; i += i < 64 ? 1 : stride) {
        multiple(&want, base, &k[i]);
        if (!cz_g1_eq(&out[i], &want)) fail_msg("product %zu of %zu, table for %zu", i, n, n_expected);
    }
    for (size_t i = 0; i < sizeof out[n]; i++) assert_int_equal(((const uint8_t *)&out[n])[i], 0xff);
    cz_fixed_base_g1_free(t);
    free(out);
}

/* 0 … 19, their negatives, powers of two and one less: the borders of digits of every width; then random ones. */
static cz_fr *scalars(size_t n) {
    cz_fr *k = malloc((n + 1) * sizeof *k), p = CZ_FR_ONE;
    assert_non_null(k);
    for (size_t i = 0; i < n; i++) {
        if (i < 40) {
            cz_fr_from_u64(&k[i], i / 2);
            if (i % 2 == 1) cz_fr_neg(&k[i], &k[i]);
        } else if (i < 40 + 2 * 255) {
            k[i] = p;
            if (i % 2 == 1) {
                cz_fr_sub(&k[i], &k[i], &CZ_FR_ONE);
                cz_fr_dbl(&p, &p);
            }
        } else {
            test_random_fr(&k[i], &rng);
        }
    }
    return k;
}

static void test_tables(void **state) {
    (void)state;
    static const size_t expected[] = {0, 1, 2, 10, 30, 100, 300, 1000, 3000, 10000, 100000};
    cz_g1 base;
    cz_fr *k = scalars(700);
    multiple(&base, &CZ_G1_GENERATOR, &k[600]);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        check(&base, k, 700, expected[i], 7, pools[i % (MAX_THREADS + 1)]);
    }
    free(k);
}

static void test_lengths(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 1, 2047, 2048, 2049, 6151};
    cz_fr *k = scalars(6151);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (unsigned t = 0; t <= MAX_THREADS; t++) check(&CZ_G1_GENERATOR, k, lengths[i], 1000, 137, pools[t]);
    }
    free(k);
}

/* Of infinity, everything is infinity. */
static void test_infinite_base(void **state) {
    (void)state;
    cz_fr *k = scalars(100);
    check(&CZ_G1_INFINITY, k, 100, 100, 1, pools[2]);
    free(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_infinite_base),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
