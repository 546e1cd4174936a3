/* Signed windows: for every width, the digits of a scalar add up to it and stay within their bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "curve/msm_windows.h"
#include "support/random.h"

static void check_digits(const cz_windows *win, const cz_fr *k) {
    cz_scalar v;
    cz_fr sum = CZ_FR_ZERO, d;
    cz_fr_to_int(v.l, k);
    for (unsigned w = win->n_windows; w-- > 0;) {
        int32_t digit = cz_window_digit(win, &v, w);
        assert_true(digit >= -(int32_t)win->n_buckets && digit < (int32_t)win->n_buckets);
        for (unsigned i = 0; i < win->c; i++) cz_fr_dbl(&sum, &sum);
        cz_fr_from_u64(&d, (uint64_t)(digit < 0 ? -digit : digit));
        if (digit < 0) cz_fr_neg(&d, &d);
        cz_fr_add(&sum, &sum, &d);
    }
    assert_true(cz_fr_eq(&sum, k));
}

static void check_windows(test_random *rng, const cz_windows *win) {
    assert_true(win->c >= 3 && win->c <= 20);
    assert_true(win->n_windows * win->c >= 256 && (win->n_windows - 1) * win->c < 256);
    assert_int_equal(win->n_buckets, 1u << (win->c - 1));
    cz_fr k, p = CZ_FR_ONE;
    for (int i = 0; i < 255; i++) {
        check_digits(win, &p);
        cz_fr_neg(&k, &p);
        check_digits(win, &k);
        cz_fr_sub(&k, &p, &CZ_FR_ONE);
        check_digits(win, &k);
        cz_fr_dbl(&p, &p);
    }
    for (int i = 0; i < 200; i++) {
        test_random_fr(&k, rng);
        check_digits(win, &k);
    }
}

static void test_digits(void **state) {
    (void)state;
    test_random rng;
    test_random_init(&rng);
    unsigned seen = 0, seen_fixed = 0;
    for (double n = 1; n < 1e9; n *= 1.3) {
        cz_windows win;
        cz_windows_choose(&win, (size_t)n);
        if ((seen >> win.c & 1) == 0) check_windows(&rng, &win);
        seen |= 1u << win.c;
        cz_windows_choose_fixed(&win, (size_t)n);
        if ((seen_fixed >> win.c & 1) == 0) check_windows(&rng, &win);
        seen_fixed |= 1u << win.c;
    }
    assert_true(__builtin_popcount(seen) > 8 && __builtin_popcount(seen_fixed) > 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_digits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
