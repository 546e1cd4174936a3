/* Domains and transforms: roots of unity are the specification's, every transform is the sum that defines it (all of it
 * for small sizes, at chosen points for large ones), for every number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "poly/domain.h"
#include "support/random.h"

#define MAX_THREADS 3
#define LOG_NAIVE 8

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

static cz_domain *domain(unsigned log_n) {
    cz_domain *d = NULL;
    assert_int_equal(cz_domain_new(NULL, &d, log_n), CZ_OK);
    assert_int_equal(cz_domain_log_n(d), log_n);
    return d;
}

static cz_fr *elements(size_t n) {
    cz_fr *a = malloc(n * sizeof *a);
    assert_non_null(a);
    for (size_t i = 0; i < n; i++) test_random_fr(&a[i], &rng);
    return a;
}

static cz_fr *copy(const cz_fr *a, size_t n) {
    cz_fr *b = malloc(n * sizeof *b);
    assert_non_null(b);
    memcpy(b, a, n * sizeof *b);
    return b;
}

static void assert_same(const cz_fr *got, const cz_fr *want, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!cz_fr_eq(&got[i], &want[i])) fail_msg("element %zu of %zu differs", i, n);
}

static void assert_fr(const cz_fr *got, const cz_fr *want) { assert_true(cz_fr_eq(got, want)); }

static size_t reverse(size_t i, unsigned log_n) {
    size_t r = 0;
    for (unsigned k = 0; k < log_n; k++) r |= (i >> k & 1) << (log_n - 1 - k);
    return r;
}

static void power(cz_fr *out, const cz_fr *x, uint64_t e) { cz_fr_pow(out, x, &e, 1); }

static void evaluate(cz_fr *out, const cz_fr *a, size_t n, const cz_fr *x) {
    *out = CZ_FR_ZERO;
    for (size_t i = n; i-- > 0;) {
        cz_fr_mul(out, out, x);
        cz_fr_add(out, out, &a[i]);
    }
}

static void seven(cz_fr *out) { cz_fr_from_u64(out, 7); }

static void test_roots(void **state) {
    (void)state;
    /* spec prover §2 */
    static const uint64_t rho_int[4] = {0x3829971f439f0d2b, 0xb63683508c2280b9, 0xd09b681922c813b4, 0x16a2a19edfe81f20};
    cz_fr rho, w, v, minus_one, g;
    cz_fr_from_int(&rho, rho_int);
    cz_fr_neg(&minus_one, &CZ_FR_ONE);
    uint64_t e[4];
    memcpy(e, CZ_FR_MODULUS, sizeof e);
    e[0]--;
    for (int i = 0; i < 4; i++) e[i] = i + 1 < 4 ? e[i] >> 32 | e[i + 1] << 32 : e[i] >> 32;
    seven(&g);
    cz_fr_pow(&v, &g, e, 4);
    assert_fr(&v, &rho);
    for (unsigned log_n = 0; log_n <= 32; log_n++) {
        cz_root_of_unity(&w, log_n);
        power(&v, &rho, (uint64_t)1 << (32 - log_n));
        assert_fr(&w, &v);
        if (log_n == 0) {
            assert_true(cz_fr_is_one(&w));
        } else {
            power(&v, &w, (uint64_t)1 << (log_n - 1));
            assert_fr(&v, &minus_one);
        }
    }
    for (unsigned log_n = 0; log_n <= 10; log_n++) {
        cz_domain *d = domain(log_n);
        cz_root_of_unity(&w, log_n);
        assert_fr(cz_domain_omega(d), &w);
        cz_domain_n_inverse(&v, d);
        cz_fr_from_u64(&w, (uint64_t)1 << log_n);
        cz_fr_mul(&v, &v, &w);
        assert_true(cz_fr_is_one(&v));
        cz_domain_free(d);
    }
}

static void test_sizes(void **state) {
    (void)state;
    assert_int_equal(cz_domain_log_for(0), 0);
    assert_int_equal(cz_domain_log_for(1), 0);
    for (unsigned k = 1; k < 40; k++) {
        size_t n = (size_t)1 << k;
        assert_int_equal(cz_domain_log_for(n), k);
        assert_int_equal(cz_domain_log_for(n + 1), k + 1);
        if (k > 1) assert_int_equal(cz_domain_log_for(n - 1), k);
    }
    cz_error err;
    cz_domain *d = NULL;
    assert_int_equal(cz_domain_new(&err, &d, CZ_DOMAIN_MAX_LOG + 1), CZ_E_LIMIT);
    assert_null(d);
    cz_domain_free(NULL);
}

/* out[i] = k * sum over j of a[j] (shift * root^i)^j */
static void naive(cz_fr *out, const cz_fr *a, size_t n, const cz_fr *root, const cz_fr *shift, const cz_fr *k) {
    cz_fr x = *shift;
    for (size_t i = 0; i < n; i++) {
        evaluate(&out[i], a, n, &x);
        cz_fr_mul(&out[i], &out[i], k);
        cz_fr_mul(&x, &x, root);
    }
}

static void permute(cz_fr *a, unsigned log_n) {
    for (size_t i = 0; i < (size_t)1 << log_n; i++) {
        size_t j = reverse(i, log_n);
        if (j <= i) continue;
        cz_fr t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

typedef void transform(const cz_domain *d, cz_pool *pool, cz_fr *a);

/* Runs f on a copy of `a`, given in reversed order if rn and to be brought back from it if nr. */
static void check(transform *f, const cz_domain *d, cz_pool *pool, const cz_fr *a, const cz_fr *want, bool nr,
                  bool rn) {
    unsigned log_n = cz_domain_log_n(d);
    size_t n = (size_t)1 << log_n;
    cz_fr *got = copy(a, n);
    if (rn) permute(got, log_n);
    f(d, pool, got);
    if (nr) permute(got, log_n);
    assert_same(got, want, n);
    free(got);
}

static void check_all(unsigned log_n, cz_pool *pool) {
    cz_domain *d = domain(log_n);
    size_t n = (size_t)1 << log_n;
    cz_fr *a = elements(n), *want = malloc(n * sizeof *want), n_inv, w_inv, g;
    assert_non_null(want);
    if (n > 2) a[test_random_below(&rng, n)] = CZ_FR_ZERO;
    if (n > 2) cz_fr_neg(&a[test_random_below(&rng, n)], &CZ_FR_ONE);
    cz_fr_inv(&w_inv, cz_domain_omega(d));
    cz_domain_n_inverse(&n_inv, d);
    seven(&g);
    naive(want, a, n, cz_domain_omega(d), &CZ_FR_ONE, &CZ_FR_ONE);
    check(cz_ntt, d, pool, a, want, false, false);
    check(cz_ntt_nr, d, pool, a, want, true, false);
    check(cz_ntt_rn, d, pool, a, want, false, true);
    naive(want, a, n, cz_domain_omega(d), &g, &CZ_FR_ONE);
    check(cz_coset_ntt, d, pool, a, want, false, false);
    naive(want, a, n, &w_inv, &CZ_FR_ONE, &CZ_FR_ONE);
    check(cz_intt_nr, d, pool, a, want, true, false);
    check(cz_intt_rn, d, pool, a, want, false, true);
    naive(want, a, n, &w_inv, &CZ_FR_ONE, &n_inv);
    check(cz_intt, d, pool, a, want, false, false);
    cz_fr g_inv, k = CZ_FR_ONE;
    cz_fr_inv(&g_inv, &g);
    for (size_t i = 0; i < n; i++) {
        cz_fr_mul(&want[i], &want[i], &k);
        cz_fr_mul(&k, &k, &g_inv);
    }
    check(cz_coset_intt, d, pool, a, want, false, false);
    free(a);
    free(want);
    cz_domain_free(d);
}

static void test_naive(void **state) {
    (void)state;
    for (unsigned log_n = 0; log_n <= LOG_NAIVE; log_n++)
        for (unsigned t = 0; t <= MAX_THREADS; t++) check_all(log_n, pools[t]);
}

/* A unit vector's transform is a row of powers: this fixes every path through the butterflies at sizes where the naive
 * sum takes too long. */
static void test_units(void **state) {
    (void)state;
    for (unsigned log_n = 9; log_n <= 18; log_n++) {
        size_t n = (size_t)1 << log_n, at = test_random_below(&rng, n);
        cz_domain *d = domain(log_n);
        cz_fr *a = calloc(n, sizeof *a), *want = malloc(n * sizeof *want), step;
        assert_non_null(a);
        assert_non_null(want);
        power(&step, cz_domain_omega(d), at);
        test_random_fr(&want[0], &rng);
        for (size_t i = 1; i < n; i++) cz_fr_mul(&want[i], &want[i - 1], &step);
        a[at] = want[0];
        unsigned t = log_n % (MAX_THREADS + 1);
        check(cz_ntt, d, pools[t], a, want, false, false);
        check(cz_ntt_rn, d, pools[t], a, want, false, true);
        check(cz_intt, d, pools[t], want, a, false, false);
        cz_intt_rn(d, pools[t], (permute(want, log_n), want));
        cz_fr k;
        cz_domain_n_inverse(&k, d);
        for (size_t i = 0; i < n; i++) cz_fr_mul(&want[i], &want[i], &k);
        assert_same(want, a, n);
        free(a);
        free(want);
        cz_domain_free(d);
    }
}

/* Values at chosen points, and there and back again, for sizes on both sides of those at which blocks and passes
 * change. */
static void check_large(unsigned log_n, cz_pool *pool) {
    size_t n = (size_t)1 << log_n;
    cz_domain *d = domain(log_n);
    cz_fr *a = elements(n), *b = copy(a, n), x, y, g;
    seven(&g);
    cz_ntt(d, pool, b);
    for (int k = 0; k < 3; k++) {
        size_t i = k == 0 ? n - 1 : test_random_below(&rng, n);
        power(&x, cz_domain_omega(d), i);
        evaluate(&y, a, n, &x);
        assert_fr(&b[i], &y);
    }
    cz_intt(d, pool, b);
    assert_same(b, a, n);
    cz_coset_ntt(d, pool, b);
    for (int k = 0; k < 2; k++) {
        size_t i = test_random_below(&rng, n);
        power(&x, cz_domain_omega(d), i);
        cz_fr_mul(&x, &x, &g);
        evaluate(&y, a, n, &x);
        assert_fr(&b[i], &y);
    }
    cz_coset_intt(d, pool, b);
    assert_same(b, a, n);
    /* there and back without a permutation */
    cz_ntt_nr(d, pool, b);
    cz_intt_rn(d, pool, b);
    cz_domain_n_inverse(&x, d);
    for (size_t i = 0; i < n; i++) cz_fr_mul(&b[i], &b[i], &x);
    assert_same(b, a, n);
    cz_bit_reverse(d, pool, b);
    for (size_t i = 0; i < n; i += 1 + test_random_below(&rng, 64)) assert_fr(&b[reverse(i, log_n)], &a[i]);
    free(a);
    free(b);
    cz_domain_free(d);
}

static void test_large(void **state) {
    (void)state;
    for (unsigned log_n = 11; log_n <= 18; log_n++) check_large(log_n, pools[(log_n + 1) % (MAX_THREADS + 1)]);
    check_large(19, pools[2]);
    check_large(20, pools[3]);
}

static void test_scale(void **state) {
    (void)state;
    for (unsigned log_n = 0; log_n <= 15; log_n++) {
        size_t n = (size_t)1 << log_n;
        cz_domain *d = domain(log_n);
        cz_fr g, k, p, *a = elements(n);
        test_random_fr(&g, &rng);
        test_random_fr(&k, &rng);
        for (int reversed = 0; reversed <= 1; reversed++) {
            cz_fr *b = copy(a, n);
            cz_scale_powers(d, pools[log_n % (MAX_THREADS + 1)], b, &g, &k, reversed == 1);
            p = k;
            for (size_t i = 0; i < n; i++) {
                size_t j = reversed == 1 ? reverse(i, log_n) : i;
                cz_fr v;
                cz_fr_mul(&v, &a[j], &p);
                assert_fr(&b[j], &v);
                cz_fr_mul(&p, &p, &g);
            }
            free(b);
        }
        free(a);
        cz_domain_free(d);
    }
}

/* L_i(x) = omega^i (x^n - 1) / (n (x - omega^i)) off the domain, and the i-th unit vector on it. */
static void test_lagrange(void **state) {
    (void)state;
    for (unsigned log_n = 0; log_n <= 12; log_n++) {
        size_t n = (size_t)1 << log_n, on = test_random_below(&rng, n);
        cz_domain *d = domain(log_n);
        cz_fr *l = malloc(n * sizeof *l), x, z, w = CZ_FR_ONE, n_inv, v;
        assert_non_null(l);
        test_random_fr(&x, &rng);
        cz_pool *pool = pools[log_n % (MAX_THREADS + 1)];
        cz_domain_lagrange(l, d, pool, &x);
        cz_domain_vanishing(&z, d, &x);
        power(&v, &x, n);
        cz_fr_sub(&v, &v, &CZ_FR_ONE);
        assert_fr(&z, &v);
        cz_domain_n_inverse(&n_inv, d);
        for (size_t i = 0; i < n; i++) {
            cz_fr want;
            cz_fr_sub(&v, &x, &w);
            cz_fr_inv(&v, &v);
            cz_fr_mul(&want, &w, &z);
            cz_fr_mul(&want, &want, &n_inv);
            cz_fr_mul(&want, &want, &v);
            assert_fr(&l[i], &want);
            cz_fr_mul(&w, &w, cz_domain_omega(d));
        }
        power(&x, cz_domain_omega(d), on);
        cz_domain_lagrange(l, d, pool, &x);
        cz_domain_vanishing(&z, d, &x);
        assert_true(cz_fr_is_zero(&z));
        for (size_t i = 0; i < n; i++) assert_fr(&l[i], i == on ? &CZ_FR_ONE : &CZ_FR_ZERO);
        free(l);
        cz_domain_free(d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),    cmocka_unit_test(test_sizes), cmocka_unit_test(test_naive),
        cmocka_unit_test(test_units),    cmocka_unit_test(test_large), cmocka_unit_test(test_scale),
        cmocka_unit_test(test_lagrange),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
