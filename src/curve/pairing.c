/* The optimal ate pairing: see pairing.h.
 *
 * The Miller loop runs over |x|, the points Q in affine coordinates: one inversion per step is shared by all pairs. The
 * twist is of type M: (x, y) on the twist is (x / w^2, y / w^3) on the curve, so that the line through T with slope m,
 * at P and times w^3 (which the final exponentiation kills), is (m x_T - y_T) - m x_P w^2 + y_P w^3.
 */
#include "curve/pairing.h"

static const uint64_t CURVE_X = 0xd201000000010000ULL; /* |x|; x is negative */

/* f * (l0 + l2 w^2 + l3 w^3), i.e. ((l0, l2, 0), (0, l3, 0)) in the tower. */
static void mul_line(cz_fp12 *f, const cz_fp2 *l0, const cz_fp2 *l2, const cz_fp2 *l3) {
    cz_fp12 l = {{*l0, *l2, CZ_FP2_ZERO}, {CZ_FP2_ZERO, *l3, CZ_FP2_ZERO}};
    cz_fp12_mul(f, f, &l);
}

/* Pairs per round: enough to share inversions, small enough for the stack. */
#define ROUND 16

/* Adds the lines with slopes num_i / den_i through T_i to f; moves T_i to the third point, T_i + O_i. */
static void step(cz_fp12 *f, cz_g2 *t, const cz_g2 *other, const cz_fp2 *num, cz_fp2 *den, const cz_g1 *p, size_t n) {
    cz_fp2 scratch[ROUND];
    cz_fp2_batch_inv(den, scratch, n);
    for (size_t i = 0; i < n; i++) {
        cz_fp2 m, l0, l2, l3, x3;
        cz_fp2_mul(&m, &num[i], &den[i]);
        cz_fp2_mul(&l0, &m, &t[i].x);
        cz_fp2_sub(&l0, &l0, &t[i].y);
        cz_fp2_mul_fp(&l2, &m, &p[i].x);
        cz_fp2_neg(&l2, &l2);
        l3 = (cz_fp2){p[i].y, CZ_FP_ZERO};
        mul_line(f, &l0, &l2, &l3);
        cz_fp2_sqr(&x3, &m);
        cz_fp2_sub(&x3, &x3, &t[i].x);
        cz_fp2_sub(&x3, &x3, &other[i].x);
        cz_fp2_sub(&l0, &t[i].x, &x3);
        cz_fp2_mul(&l0, &l0, &m);
        cz_fp2_sub(&t[i].y, &l0, &t[i].y);
        t[i].x = x3;
    }
}

/* Q has prime order r > |x|, so that T is never infinity, never -Q, and equals Q only where doubling is meant. */
static void miller_round(cz_fp12 *r, const cz_g1 *p, const cz_g2 *q, size_t n) {
    cz_fp12 f = CZ_FP12_ONE;
    cz_g2 t[ROUND];
    cz_fp2 num[ROUND], den[ROUND];
    for (size_t i = 0; i < n; i++) t[i] = q[i];
    for (int bit = 62; bit >= 0; bit--) {
        cz_fp12_sqr(&f, &f);
        cz_g2 same[ROUND];
        for (size_t i = 0; i < n; i++) {
            cz_fp2 x2;
            same[i] = t[i];
            cz_fp2_sqr(&x2, &t[i].x);
            cz_fp2_dbl(&num[i], &x2);
            cz_fp2_add(&num[i], &num[i], &x2);
            cz_fp2_dbl(&den[i], &t[i].y);
        }
        step(&f, t, same, num, den, p, n);
        if ((CURVE_X >> bit & 1) == 0) continue;
        for (size_t i = 0; i < n; i++) {
            cz_fp2_sub(&num[i], &q[i].y, &t[i].y);
            cz_fp2_sub(&den[i], &q[i].x, &t[i].x);
        }
        step(&f, t, q, num, den, p, n);
    }
    cz_fp12_conj(r, &f); /* x < 0 */
}

void cz_miller_loop(cz_fp12 *r, const cz_g1 *p, const cz_g2 *q, size_t n) {
    cz_fp12 f = CZ_FP12_ONE;
    cz_g1 ps[ROUND];
    cz_g2 qs[ROUND];
    size_t k = 0;
    for (size_t i = 0; i <= n; i++) {
        if (k == ROUND || (i == n && k > 0)) {
            cz_fp12 g;
            miller_round(&g, ps, qs, k);
            cz_fp12_mul(&f, &f, &g);
            k = 0;
        }
        if (i == n || cz_g1_is_infinity(&p[i]) || cz_g2_is_infinity(&q[i])) continue;
        ps[k] = p[i];
        qs[k] = q[i];
        k++;
    }
    *r = f;
}

/* f^x for f in the cyclotomic subgroup, where the inverse is the conjugate. */
static void pow_x(cz_fp12 *r, const cz_fp12 *f) {
    cz_fp12_pow(r, f, &CURVE_X, 1);
    cz_fp12_conj(r, r);
}

/* Easy part (p^6 - 1)(p^2 + 1), then three times the hard part: (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3 (Hayashida,
 * Hayasaka, Teruya, "Efficient final exponentiation via cyclotomic structure", 2020). */
void cz_final_exponentiation(cz_fp12 *r, const cz_fp12 *f) {
    cz_fp12 g, t, u, v;
    cz_fp12_conj(&t, f);
    cz_fp12_inv(&u, f);
    cz_fp12_mul(&t, &t, &u);
    cz_fp12_frobenius(&u, &t, 2);
    cz_fp12_mul(&g, &t, &u);

    t = g;
    for (int i = 0; i < 2; i++) { /* t^(x - 1) */
        pow_x(&u, &t);
        cz_fp12_conj(&t, &t);
        cz_fp12_mul(&t, &t, &u);
    }
    pow_x(&u, &t); /* t^(x + p) */
    cz_fp12_frobenius(&v, &t, 1);
    cz_fp12_mul(&t, &u, &v);
    pow_x(&u, &t); /* t^(x^2 + p^2 - 1) */
    pow_x(&u, &u);
    cz_fp12_frobenius(&v, &t, 2);
    cz_fp12_mul(&u, &u, &v);
    cz_fp12_conj(&t, &t);
    cz_fp12_mul(&t, &t, &u);
    cz_fp12_sqr(&u, &g);
    cz_fp12_mul(&u, &u, &g);
    cz_fp12_mul(r, &t, &u);
}

void cz_pairing(cz_fp12 *r, const cz_g1 *p, const cz_g2 *q) {
    cz_fp12 f;
    cz_miller_loop(&f, p, q, 1);
    cz_final_exponentiation(r, &f);
}
