/* The tower above Fp2: see fp12.h. */
#include "field/fp12.h"

#include "field/constants.h"

const cz_fp12 CZ_FP12_ONE = {{{{{0x760900000002fffdULL, 0xebf4000bc40c0002ULL, 0x5f48985753c758baULL,
                                 0x77ce585370525745ULL, 0x5c071a97a256ec6dULL, 0x15f65ec3fa80e493ULL}},
                               {{0}}},
                              {{{0}}, {{0}}},
                              {{{0}}, {{0}}}},
                             {{{{0}}, {{0}}}, {{{0}}, {{0}}}, {{{0}}, {{0}}}}};

static const cz_fp2 FROBENIUS[6] = CZ_CONST_FROBENIUS;

void cz_fp6_add(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b) {
    cz_fp2_add(&r->c0, &a->c0, &b->c0);
    cz_fp2_add(&r->c1, &a->c1, &b->c1);
    cz_fp2_add(&r->c2, &a->c2, &b->c2);
}

void cz_fp6_sub(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b) {
    cz_fp2_sub(&r->c0, &a->c0, &b->c0);
    cz_fp2_sub(&r->c1, &a->c1, &b->c1);
    cz_fp2_sub(&r->c2, &a->c2, &b->c2);
}

void cz_fp6_neg(cz_fp6 *r, const cz_fp6 *a) {
    cz_fp2_neg(&r->c0, &a->c0);
    cz_fp2_neg(&r->c1, &a->c1);
    cz_fp2_neg(&r->c2, &a->c2);
}

/* Karatsuba in three terms: 6 Fp2 products. */
void cz_fp6_mul(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b) {
    cz_fp2 t0, t1, t2, s, t, u;
    cz_fp6 out;
    cz_fp2_mul(&t0, &a->c0, &b->c0);
    cz_fp2_mul(&t1, &a->c1, &b->c1);
    cz_fp2_mul(&t2, &a->c2, &b->c2);
    /* c0 = t0 + xi ((a1 + a2)(b1 + b2) - t1 - t2) */
    cz_fp2_add(&s, &a->c1, &a->c2);
    cz_fp2_add(&t, &b->c1, &b->c2);
    cz_fp2_mul(&u, &s, &t);
    cz_fp2_sub(&u, &u, &t1);
    cz_fp2_sub(&u, &u, &t2);
    cz_fp2_mul_xi(&u, &u);
    cz_fp2_add(&out.c0, &u, &t0);
    /* c1 = (a0 + a1)(b0 + b1) - t0 - t1 + xi t2 */
    cz_fp2_add(&s, &a->c0, &a->c1);
    cz_fp2_add(&t, &b->c0, &b->c1);
    cz_fp2_mul(&u, &s, &t);
    cz_fp2_sub(&u, &u, &t0);
    cz_fp2_sub(&u, &u, &t1);
    cz_fp2_mul_xi(&s, &t2);
    cz_fp2_add(&out.c1, &u, &s);
    /* c2 = (a0 + a2)(b0 + b2) - t0 - t2 + t1 */
    cz_fp2_add(&s, &a->c0, &a->c2);
    cz_fp2_add(&t, &b->c0, &b->c2);
    cz_fp2_mul(&u, &s, &t);
    cz_fp2_sub(&u, &u, &t0);
    cz_fp2_sub(&u, &u, &t2);
    cz_fp2_add(&out.c2, &u, &t1);
    *r = out;
}

/* times v */
static void fp6_mul_v(cz_fp6 *r, const cz_fp6 *a) {
    cz_fp2 t = a->c2;
    r->c2 = a->c1;
    r->c1 = a->c0;
    cz_fp2_mul_xi(&r->c0, &t);
}

void cz_fp6_inv(cz_fp6 *r, const cz_fp6 *a) {
    /* adjoint over norm: A = a0^2 - xi a1 a2, B = xi a2^2 - a0 a1, C = a1^2 - a0 a2 */
    cz_fp2 ca, cb, cc, t, n;
    cz_fp2_sqr(&ca, &a->c0);
    cz_fp2_mul(&t, &a->c1, &a->c2);
    cz_fp2_mul_xi(&t, &t);
    cz_fp2_sub(&ca, &ca, &t);
    cz_fp2_sqr(&cb, &a->c2);
    cz_fp2_mul_xi(&cb, &cb);
    cz_fp2_mul(&t, &a->c0, &a->c1);
    cz_fp2_sub(&cb, &cb, &t);
    cz_fp2_sqr(&cc, &a->c1);
    cz_fp2_mul(&t, &a->c0, &a->c2);
    cz_fp2_sub(&cc, &cc, &t);
    /* norm = a0 A + xi (a2 B + a1 C) */
    cz_fp2_mul(&n, &a->c2, &cb);
    cz_fp2_mul(&t, &a->c1, &cc);
    cz_fp2_add(&n, &n, &t);
    cz_fp2_mul_xi(&n, &n);
    cz_fp2_mul(&t, &a->c0, &ca);
    cz_fp2_add(&n, &n, &t);
    cz_fp2_inv(&n, &n);
    cz_fp2_mul(&r->c0, &ca, &n);
    cz_fp2_mul(&r->c1, &cb, &n);
    cz_fp2_mul(&r->c2, &cc, &n);
}

/* Karatsuba: 3 Fp6 products. */
void cz_fp12_mul(cz_fp12 *r, const cz_fp12 *a, const cz_fp12 *b) {
    cz_fp6 t0, t1, s, t;
    cz_fp6_mul(&t0, &a->c0, &b->c0);
    cz_fp6_mul(&t1, &a->c1, &b->c1);
    cz_fp6_add(&s, &a->c0, &a->c1);
    cz_fp6_add(&t, &b->c0, &b->c1);
    cz_fp6_mul(&s, &s, &t);
    cz_fp6_sub(&s, &s, &t0);
    cz_fp6_sub(&r->c1, &s, &t1);
    fp6_mul_v(&t1, &t1);
    cz_fp6_add(&r->c0, &t0, &t1);
}

/* Complex squaring: 2 Fp6 products. */
void cz_fp12_sqr(cz_fp12 *r, const cz_fp12 *a) {
    cz_fp6 m, s, t, u;
    cz_fp6_mul(&m, &a->c0, &a->c1);
    cz_fp6_add(&s, &a->c0, &a->c1);
    fp6_mul_v(&t, &a->c1);
    cz_fp6_add(&t, &t, &a->c0);
    cz_fp6_mul(&s, &s, &t);
    cz_fp6_sub(&s, &s, &m);
    fp6_mul_v(&u, &m);
    cz_fp6_sub(&r->c0, &s, &u);
    cz_fp6_add(&r->c1, &m, &m);
}

void cz_fp12_conj(cz_fp12 *r, const cz_fp12 *a) {
    r->c0 = a->c0;
    cz_fp6_neg(&r->c1, &a->c1);
}

void cz_fp12_inv(cz_fp12 *r, const cz_fp12 *a) {
    /* conj(a) / (a0^2 - v a1^2) */
    cz_fp6 n, t;
    cz_fp6_mul(&n, &a->c0, &a->c0);
    cz_fp6_mul(&t, &a->c1, &a->c1);
    fp6_mul_v(&t, &t);
    cz_fp6_sub(&n, &n, &t);
    cz_fp6_inv(&n, &n);
    cz_fp6_mul(&r->c0, &a->c0, &n);
    cz_fp6_neg(&n, &n);
    cz_fp6_mul(&r->c1, &a->c1, &n);
}

/* The basis w^0 … w^5 in terms of the tower: c0.c0, c1.c0, c0.c1, c1.c1, c0.c2, c1.c2. */
static void frobenius_once(cz_fp12 *a) {
    cz_fp2 *basis[6] = {&a->c0.c0, &a->c1.c0, &a->c0.c1, &a->c1.c1, &a->c0.c2, &a->c1.c2};
    for (int i = 0; i < 6; i++) {
        cz_fp2_conj(basis[i], basis[i]);
        cz_fp2_mul(basis[i], basis[i], &FROBENIUS[i]);
    }
}

void cz_fp12_frobenius(cz_fp12 *r, const cz_fp12 *a, unsigned k) {
    cz_fp12 t = *a;
    for (unsigned i = 0; i < k; i++) frobenius_once(&t);
    *r = t;
}

void cz_fp12_pow(cz_fp12 *r, const cz_fp12 *a, const uint64_t *e, size_t n_limbs) {
    cz_fp12 acc = CZ_FP12_ONE, base = *a;
    for (size_t i = n_limbs; i-- > 0;) {
        for (int j = 63; j >= 0; j--) {
            cz_fp12_sqr(&acc, &acc);
            if (e[i] >> j & 1) cz_fp12_mul(&acc, &acc, &base);
        }
    }
    *r = acc;
}

bool cz_fp12_eq(const cz_fp12 *a, const cz_fp12 *b) {
    return cz_fp2_eq(&a->c0.c0, &b->c0.c0) && cz_fp2_eq(&a->c0.c1, &b->c0.c1) && cz_fp2_eq(&a->c0.c2, &b->c0.c2) &&
           cz_fp2_eq(&a->c1.c0, &b->c1.c0) && cz_fp2_eq(&a->c1.c1, &b->c1.c1) && cz_fp2_eq(&a->c1.c2, &b->c1.c2);
}

bool cz_fp12_is_one(const cz_fp12 *a) { return cz_fp12_eq(a, &CZ_FP12_ONE); }
