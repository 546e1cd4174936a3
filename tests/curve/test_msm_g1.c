/* MSM and bit sums in G1 against sums of single products: everything for toy sizes, the awkward cases, and large sizes
 * over points with known logarithms. test_msm_g2.c is the same code for G2; keep them in step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "curve/msm.h"
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

static cz_pool *any_pool(void) { return pools[test_random_below(&rng, MAX_THREADS + 1)]; }

static void *array(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    assert_non_null(p);
    return p;
}

static void times_generator(cz_g1_jac *out, const cz_fr *k) {
    cz_g1_to_jac(out, &CZ_G1_GENERATOR);
    cz_g1_jac_mul(out, out, k);
}

static void random_point(cz_g1 *out) {
    cz_fr k;
    cz_g1_jac p;
    test_random_fr(&k, &rng);
    times_generator(&p, &k);
    cz_g1_from_jac(out, &p);
}

/* points[i] = (a + i b) * generator, and their logarithms. */
static void known_points(cz_g1 *points, cz_fr *logs, size_t n) {
    cz_fr a, b;
    cz_g1_jac p, step, *jac = array(n, sizeof *jac);
    cz_fp *scratch = array(n, sizeof *scratch);
    test_random_fr(&a, &rng);
    test_random_fr(&b, &rng);
    times_generator(&p, &a);
    times_generator(&step, &b);
    for (size_t i = 0; i < n; i++) {
        jac[i] = p;
        logs[i] = a;
        cz_g1_jac_add(&p, &p, &step);
        cz_fr_add(&a, &a, &b);
    }
    cz_g1_batch_from_jac(points, jac, scratch, n);
    free(scratch);
    free(jac);
}

static void set_scalar(cz_scalar *out, const cz_fr *k) { cz_fr_to_int(out->l, k); }

/* v for v >= 0, r + v for v < 0 */
static void small_scalar(cz_scalar *out, int v) {
    cz_fr k;
    cz_fr_from_u64(&k, (uint64_t)(v < 0 ? -v : v));
    if (v < 0) cz_fr_neg(&k, &k);
    set_scalar(out, &k);
}

static void random_scalar(cz_scalar *out) {
    cz_fr k;
    test_random_fr(&k, &rng);
    set_scalar(out, &k);
}

static void naive(cz_g1_jac *out, const cz_g1 *points, const uint32_t *index, const cz_scalar *scalars, size_t n) {
    *out = CZ_G1_JAC_INFINITY;
    for (size_t i = 0; i < n; i++) {
        cz_fr k;
        cz_g1_jac p;
        cz_fr_from_int(&k, scalars[i].l);
        cz_g1_to_jac(&p, &points[index == NULL ? i : index[i]]);
        cz_g1_jac_mul(&p, &p, &k);
        cz_g1_jac_add(out, out, &p);
    }
}

static void check(const cz_g1_jac *want, cz_pool *pool, const cz_g1 *points, const cz_scalar *scalars, size_t n) {
    cz_g1_jac got;
    memset(&got, 0xff, sizeof got);
    assert_int_equal(cz_msm_g1(NULL, &got, pool, points, scalars, n), CZ_OK);
    if (!cz_g1_jac_eq(&got, want)) fail_msg("an MSM of %zu points on %u threads", n, cz_pool_n_threads(pool));
}

static void check_naive(cz_pool *pool, const cz_g1 *points, const cz_scalar *scalars, size_t n) {
    cz_g1_jac want;
    naive(&want, points, NULL, scalars, n);
    check(&want, pool, points, scalars, n);
}

/* Every choice of n points among `choices` and of n scalars among `values`; products come from a table. */
static void check_exhaustive(size_t n, const cz_g1 *choices, size_t n_choices, const int *values, size_t n_values) {
    cz_scalar *k = array(n_values, sizeof *k);
    cz_g1_jac *products = array(n_choices * n_values, sizeof *products);
    size_t total = 1;
    for (size_t v = 0; v < n_values; v++) {
        small_scalar(&k[v], values[v]);
        for (size_t p = 0; p < n_choices; p++) naive(&products[p * n_values + v], &choices[p], NULL, &k[v], 1);
    }
    for (size_t i = 0; i < n; i++) total *= n_choices * n_values;
    for (size_t code = 0; code < total; code++) {
        cz_g1 points[3];
        cz_scalar scalars[3];
        cz_g1_jac want = CZ_G1_JAC_INFINITY;
        size_t rest = code;
        for (size_t i = 0; i < n; i++) {
            size_t which = rest % (n_choices * n_values);
            rest /= n_choices * n_values;
            points[i] = choices[which / n_values];
            scalars[i] = k[which % n_values];
            cz_g1_jac_add(&want, &want, &products[which]);
        }
        check(&want, NULL, points, scalars, n);
    }
    free(k);
    free(products);
}

static void test_exhaustive(void **state) {
    (void)state;
    static const int values[] = {0, 1, -1, 2, 3, 4, 5, 7, 8, -4, -8};
    cz_g1 c[4];
    cz_g1_jac twice;
    random_point(&c[0]);
    c[1] = CZ_G1_INFINITY;
    cz_g1_neg(&c[2], &c[0]);
    cz_g1_to_jac(&twice, &c[0]);
    cz_g1_jac_dbl(&twice, &twice);
    cz_g1_from_jac(&c[3], &twice);
    check_exhaustive(0, c, 4, values, 11);
    check_exhaustive(1, c, 4, values, 11);
    check_exhaustive(2, c, 4, values, 11);
    check_exhaustive(3, c, 3, values, 4);
}

/* Sizes around powers of two, where the choice of window and the shapes of lists change. */
static void test_sizes(void **state) {
    (void)state;
    enum { MAX = 513 };
    cz_g1 *points = array(MAX, sizeof *points);
    cz_fr *logs = array(MAX, sizeof *logs);
    cz_scalar *scalars = array(MAX, sizeof *scalars);
    cz_g1_jac *sums = array(MAX + 1, sizeof *sums); /* of the first i products */
    known_points(points, logs, MAX);
    sums[0] = CZ_G1_JAC_INFINITY;
    for (size_t i = 0; i < MAX; i++) {
        random_scalar(&scalars[i]);
        naive(&sums[i + 1], &points[i], NULL, &scalars[i], 1);
        cz_g1_jac_add(&sums[i + 1], &sums[i + 1], &sums[i]);
    }
    for (size_t k = 1; k <= 512; k *= 2) {
        for (size_t n = k - 1; n <= k + 1; n++) {
            for (unsigned t = 0; t <= MAX_THREADS; t++) check(&sums[n], pools[t], points, scalars, n);
        }
    }
    free(points);
    free(logs);
    free(scalars);
    free(sums);
}

/* All scalars the same: 0, 1, r - 1, both ends of digits; all points the same too, or pairs of opposite ones. */
static void test_equal_inputs(void **state) {
    (void)state;
    enum { N = 97 };
    static const int values[] = {0, 1, -1, 2, -2, 3, 4, 8, 16, 31, 32, 33, 1 << 15, (1 << 15) - 1, -(1 << 15)};
    cz_g1 points[N], same[N], opposite[N];
    cz_scalar scalars[N];
    cz_fr logs[N];
    known_points(points, logs, N);
    for (size_t i = 0; i < N; i++) {
        same[i] = points[0];
        opposite[i] = points[i / 2];
        if (i % 2 == 1) cz_g1_neg(&opposite[i], &opposite[i]);
    }
    opposite[N - 1] = CZ_G1_INFINITY;
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        for (size_t i = 0; i < N; i++) small_scalar(&scalars[i], values[v]);
        check_naive(any_pool(), points, scalars, N);
        check_naive(any_pool(), same, scalars, N);
        check(&CZ_G1_JAC_INFINITY, any_pool(), opposite, scalars, N);
        /* opposite scalars on equal points */
        for (size_t i = 0; i < N; i++) small_scalar(&scalars[i], i % 2 == 0 ? values[v] : -values[v]);
        check_naive(any_pool(), same, scalars, N);
    }
    random_scalar(&scalars[0]);
    for (size_t i = 1; i < N; i++) scalars[i] = scalars[0];
    check_naive(any_pool(), same, scalars, N);
    check(&CZ_G1_JAC_INFINITY, any_pool(), opposite, scalars, N);
}

/* Bit patterns that sit at the borders of digits of every width: 2^k, 2^k - 1, runs of ones, r - 2^k. */
static void test_border_scalars(void **state) {
    (void)state;
    enum { N = 255 };
    cz_g1 *points = array(N, sizeof *points);
    cz_scalar *scalars = array(N, sizeof *scalars);
    cz_fr *logs = array(N, sizeof *logs), p = CZ_FR_ONE;
    known_points(points, logs, N);
    for (int kind = 0; kind < 4; kind++) {
        p = CZ_FR_ONE;
        for (size_t i = 0; i < N; i++) {
            cz_fr k = p;
            if (kind == 1) cz_fr_sub(&k, &k, &CZ_FR_ONE);
            if (kind == 2) cz_fr_neg(&k, &k);
            if (kind == 3) cz_fr_mul(&k, &k, &logs[i / 16 * 16]);
            set_scalar(&scalars[i], &k);
            cz_fr_dbl(&p, &p);
        }
        check_naive(any_pool(), points, scalars, N);
    }
    free(points);
    free(scalars);
    free(logs);
}

/* Scalars as in a witness (mostly 0 and 1) or full size, with points at infinity and equal points among the rest. */
static void fill(cz_g1 *points, cz_fr *logs, cz_scalar *scalars, cz_fr *k, size_t n, bool sparse) {
    known_points(points, logs, n);
    for (size_t i = 0; i < n; i++) {
        size_t die = test_random_below(&rng, 100);
        if (sparse && die < 90) {
            cz_fr_from_u64(&k[i], die % 3);
        } else {
            test_random_fr(&k[i], &rng);
        }
        set_scalar(&scalars[i], &k[i]);
        die = test_random_below(&rng, 1000);
        if (die == 0) {
            points[i] = CZ_G1_INFINITY;
            logs[i] = CZ_FR_ZERO;
        } else if (die < 20 && i > 0) {
            size_t j = test_random_below(&rng, i);
            points[i] = points[j];
            logs[i] = logs[j];
            if (die % 2 == 0) {
                cz_g1_neg(&points[i], &points[i]);
                cz_fr_neg(&logs[i], &logs[i]);
            }
        }
    }
}

static void check_large(size_t n, cz_pool *pool, bool sparse) {
    cz_g1 *points = array(n, sizeof *points);
    cz_fr *logs = array(n, sizeof *logs), *k = array(n, sizeof *k), sum = CZ_FR_ZERO, t;
    cz_scalar *scalars = array(n, sizeof *scalars);
    cz_g1_jac want, got;
    fill(points, logs, scalars, k, n, sparse);
    for (size_t i = 0; i < n; i++) {
        cz_fr_mul(&t, &k[i], &logs[i]);
        cz_fr_add(&sum, &sum, &t);
    }
    times_generator(&want, &sum);
    check(&want, pool, points, scalars, n);

    uint32_t *index = array(n, sizeof *index);
    sum = CZ_FR_ZERO;
    for (size_t i = 0; i < n; i++) {
        index[i] = (uint32_t)test_random_below(&rng, n);
        cz_fr_mul(&t, &k[i], &logs[index[i]]);
        cz_fr_add(&sum, &sum, &t);
    }
    times_generator(&want, &sum);
    assert_int_equal(cz_msm_g1_indexed(NULL, &got, pool, points, index, scalars, n), CZ_OK);
    assert_true(cz_g1_jac_eq(&got, &want));

    uint64_t *bits = array(n / 64 + 1, sizeof *bits);
    sum = CZ_FR_ZERO;
    for (size_t i = 0; i < n / 64 + 1; i++) bits[i] = test_random_u64(&rng); /* those beyond n do not count */
    for (size_t i = 0; i < n; i++)
        if ((bits[i / 64] >> (i % 64) & 1) != 0) cz_fr_add(&sum, &sum, &logs[i]);
    times_generator(&want, &sum);
    assert_int_equal(cz_sum_bits_g1(NULL, &got, pool, points, bits, n), CZ_OK);
    assert_true(cz_g1_jac_eq(&got, &want));
    free(points);
    free(logs);
    free(k);
    free(scalars);
    free(index);
    free(bits);
}

static void test_large(void **state) {
    (void)state;
    for (unsigned t = 0; t <= MAX_THREADS; t++) {
        check_large(4096 + t, pools[t], false);
        check_large(((size_t)1 << 16) - 1 + t, pools[t], true);
    }
    check_large(((size_t)1 << 18) + 5, pools[2], true);
}

/* Every pattern over ten points that hold equal, opposite and infinite ones. */
static void test_all_bits(void **state) {
    (void)state;
    enum { N = 10 };
    cz_g1 points[N];
    for (int i = 0; i < 4; i++) random_point(&points[i]);
    points[4] = points[0];
    points[5] = CZ_G1_INFINITY;
    cz_g1_neg(&points[6], &points[1]);
    points[7] = points[0];
    cz_g1_neg(&points[8], &points[0]);
    points[9] = CZ_G1_INFINITY;
    for (size_t n = 0; n <= N; n++) {
        for (uint64_t pattern = 0; pattern < (uint64_t)1 << n; pattern++) {
            uint64_t bits = pattern | test_random_u64(&rng) << n;
            cz_g1_jac want = CZ_G1_JAC_INFINITY, got;
            for (size_t i = 0; i < n; i++)
                if ((pattern >> i & 1) != 0) cz_g1_jac_add_affine(&want, &want, &points[i]);
            assert_int_equal(cz_sum_bits_g1(NULL, &got, NULL, points, &bits, n), CZ_OK);
            assert_true(cz_g1_jac_eq(&got, &want));
        }
    }
}

/* Lengths around words and tasks, with all bits, no bits and few bits set. */
static void test_bit_lengths(void **state) {
    (void)state;
    static const size_t lengths[] = {1, 63, 64, 65, 127, 128, 1000, 65535, 65536, 65537, 131072 + 63};
    size_t max = lengths[sizeof lengths / sizeof *lengths - 1];
    cz_g1 *points = array(max, sizeof *points);
    cz_fr *logs = array(max, sizeof *logs);
    uint64_t *bits = array(max / 64 + 1, sizeof *bits);
    known_points(points, logs, max);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (int kind = 0; kind < 3; kind++) {
            size_t n = lengths[l];
            cz_fr sum = CZ_FR_ZERO;
            cz_g1_jac want, got;
            memset(bits, kind == 0 ? 0xff : 0, (max / 64 + 1) * sizeof *bits);
            for (int i = 0; kind == 2 && i < 5; i++) {
                size_t at = i == 0 ? n - 1 : test_random_below(&rng, n);
                bits[at / 64] |= (uint64_t)1 << (at % 64);
            }
            for (size_t i = 0; i < n; i++)
                if ((bits[i / 64] >> (i % 64) & 1) != 0) cz_fr_add(&sum, &sum, &logs[i]);
            times_generator(&want, &sum);
            assert_int_equal(cz_sum_bits_g1(NULL, &got, any_pool(), points, bits, n), CZ_OK);
            assert_true(cz_g1_jac_eq(&got, &want));
        }
    }
    free(points);
    free(logs);
    free(bits);
}

static void test_limits(void **state) {
    (void)state;
    cz_error err;
    cz_g1_jac out;
    size_t n = (size_t)1 << 32;
    assert_int_equal(cz_msm_g1(&err, &out, NULL, NULL, NULL, n), CZ_E_LIMIT);
    assert_int_equal(cz_msm_g1_indexed(&err, &out, NULL, NULL, NULL, NULL, n), CZ_E_LIMIT);
    assert_int_equal(cz_sum_bits_g1(&err, &out, NULL, NULL, NULL, n), CZ_E_LIMIT);
    assert_int_equal(cz_msm_g1(&err, &out, pools[2], NULL, NULL, 0), CZ_OK);
    assert_true(cz_g1_jac_is_infinity(&out));
    assert_int_equal(cz_sum_bits_g1(&err, &out, pools[2], NULL, NULL, 0), CZ_OK);
    assert_true(cz_g1_jac_is_infinity(&out));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exhaustive),     cmocka_unit_test(test_sizes),  cmocka_unit_test(test_equal_inputs),
        cmocka_unit_test(test_border_scalars), cmocka_unit_test(test_large),  cmocka_unit_test(test_all_bits),
        cmocka_unit_test(test_bit_lengths),    cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
