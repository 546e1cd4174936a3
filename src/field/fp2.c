/* Fp2: see fp2.h. */
#include "field/fp2.h"

const cz_fp2 CZ_FP2_ZERO = {{{0}}, {{0}}};
const cz_fp2 CZ_FP2_ONE = {{{0x760900000002fffdULL, 0xebf4000bc40c0002ULL, 0x5f48985753c758baULL, 0x77ce585370525745ULL,
                             0x5c071a97a256ec6dULL, 0x15f65ec3fa80e493ULL}},
                           {{0}}};

void cz_fp2_add(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp_add(&r->c0, &a->c0, &b->c0);
    cz_fp_add(&r->c1, &a->c1, &b->c1);
}

void cz_fp2_sub(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp_sub(&r->c0, &a->c0, &b->c0);
    cz_fp_sub(&r->c1, &a->c1, &b->c1);
}

void cz_fp2_neg(cz_fp2 *r, const cz_fp2 *a) {
    cz_fp_neg(&r->c0, &a->c0);
    cz_fp_neg(&r->c1, &a->c1);
}

void cz_fp2_dbl(cz_fp2 *r, const cz_fp2 *a) { cz_fp2_add(r, a, a); }

/* Karatsuba: 3 mul, 5 add. */
void cz_fp2_mul(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp t0, t1, s, t;
    cz_fp_mul(&t0, &a->c0, &b->c0);
    cz_fp_mul(&t1, &a->c1, &b->c1);
    cz_fp_add(&s, &a->c0, &a->c1);
    cz_fp_add(&t, &b->c0, &b->c1);
    cz_fp_mul(&s, &s, &t);
    cz_fp_sub(&r->c0, &t0, &t1);
    cz_fp_sub(&s, &s, &t0);
    cz_fp_sub(&r->c1, &s, &t1);
}

/* (a0 + a1)(a0 - a1), 2 a0 a1: 2 mul, 3 add. */
void cz_fp2_sqr(cz_fp2 *r, const cz_fp2 *a) {
    cz_fp s, d, m;
    cz_fp_add(&s, &a->c0, &a->c1);
    cz_fp_sub(&d, &a->c0, &a->c1);
    cz_fp_mul(&m, &a->c0, &a->c1);
    cz_fp_mul(&r->c0, &s, &d);
    cz_fp_dbl(&r->c1, &m);
}

void cz_fp2_mul_fp(cz_fp2 *r, const cz_fp2 *a, const cz_fp *b) {
    cz_fp k = *b;
    cz_fp_mul(&r->c0, &a->c0, &k);
    cz_fp_mul(&r->c1, &a->c1, &k);
}

void cz_fp2_mul_xi(cz_fp2 *r, const cz_fp2 *a) {
    cz_fp t;
    cz_fp_sub(&t, &a->c0, &a->c1);
    cz_fp_add(&r->c1, &a->c0, &a->c1);
    r->c0 = t;
}

void cz_fp2_conj(cz_fp2 *r, const cz_fp2 *a) {
    r->c0 = a->c0;
    cz_fp_neg(&r->c1, &a->c1);
}

void cz_fp2_inv(cz_fp2 *r, const cz_fp2 *a) {
    /* conj(a) / (a0^2 + a1^2) */
    cz_fp n, t;
    cz_fp_sqr(&n, &a->c0);
    cz_fp_sqr(&t, &a->c1);
    cz_fp_add(&n, &n, &t);
    cz_fp_inv(&n, &n);
    cz_fp_mul(&r->c0, &a->c0, &n);
    cz_fp_neg(&n, &n);
    cz_fp_mul(&r->c1, &a->c1, &n);
}

void cz_fp2_batch_inv(cz_fp2 *a, cz_fp2 *scratch, size_t n) {
    cz_fp2 acc = CZ_FP2_ONE;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = acc;
        if (!cz_fp2_is_zero(&a[i])) cz_fp2_mul(&acc, &acc, &a[i]);
    }
    cz_fp2_inv(&acc, &acc);
    for (size_t i = n; i-- > 0;) {
        if (cz_fp2_is_zero(&a[i])) continue;
        cz_fp2 t;
        cz_fp2_mul(&t, &acc, &scratch[i]);
        cz_fp2_mul(&acc, &acc, &a[i]);
        a[i] = t;
    }
}

/* The complex method: with s^2 = a0^2 + a1^2, one of (a0 +- s) / 2 is a square x^2, and the root is x + a1 / (2x) u. */
bool cz_fp2_sqrt(cz_fp2 *r, const cz_fp2 *a) {
    cz_fp2 root, check;
    if (cz_fp_is_zero(&a->c1)) {
        /* a square of Fp, or -1 = u^2 times one */
        cz_fp neg;
        root = CZ_FP2_ZERO;
        cz_fp_neg(&neg, &a->c0);
        if (!cz_fp_sqrt(&root.c0, &a->c0) && !cz_fp_sqrt(&root.c1, &neg)) return false;
        *r = root;
        return true;
    }
    cz_fp s, t, half;
    cz_fp_sqr(&s, &a->c0);
    cz_fp_sqr(&t, &a->c1);
    cz_fp_add(&s, &s, &t);
    if (!cz_fp_sqrt(&s, &s)) return false;
    cz_fp_dbl(&half, &CZ_FP_ONE);
    cz_fp_inv(&half, &half);
    cz_fp_add(&t, &a->c0, &s);
    cz_fp_mul(&t, &t, &half);
    if (!cz_fp_sqrt(&root.c0, &t)) {
        cz_fp_sub(&t, &a->c0, &s);
        cz_fp_mul(&t, &t, &half);
        if (!cz_fp_sqrt(&root.c0, &t)) return false;
    }
    cz_fp_dbl(&t, &root.c0);
    cz_fp_inv(&t, &t);
    cz_fp_mul(&root.c1, &a->c1, &t);
    cz_fp2_sqr(&check, &root);
    if (!cz_fp2_eq(&check, a)) return false;
    *r = root;
    return true;
}

bool cz_fp2_is_larger(const cz_fp2 *a) {
    return cz_fp_is_zero(&a->c1) ? cz_fp_is_larger(&a->c0) : cz_fp_is_larger(&a->c1);
}
