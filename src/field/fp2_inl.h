/* Fp2 inline, for kernels: see fp_inl.h and fp2.h. */
#ifndef CZ_FIELD_FP2_INL_H
#define CZ_FIELD_FP2_INL_H

#include "field/fp2.h"
#include "field/fp_inl.h"

static inline void cz_fp2_add_i(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp_add_i(&r->c0, &a->c0, &b->c0);
    cz_fp_add_i(&r->c1, &a->c1, &b->c1);
}

static inline void cz_fp2_sub_i(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp_sub_i(&r->c0, &a->c0, &b->c0);
    cz_fp_sub_i(&r->c1, &a->c1, &b->c1);
}

/* Karatsuba: 3 mul, 5 add. */
static inline void cz_fp2_mul_i(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b) {
    cz_fp t0, t1, s, t;
    cz_fp_mul_i(&t0, &a->c0, &b->c0);
    cz_fp_mul_i(&t1, &a->c1, &b->c1);
    cz_fp_add_i(&s, &a->c0, &a->c1);
    cz_fp_add_i(&t, &b->c0, &b->c1);
    cz_fp_mul_i(&s, &s, &t);
    cz_fp_sub_i(&r->c0, &t0, &t1);
    cz_fp_sub_i(&s, &s, &t0);
    cz_fp_sub_i(&r->c1, &s, &t1);
}

/* 2 mul, 3 add. */
static inline void cz_fp2_sqr_i(cz_fp2 *r, const cz_fp2 *a) {
    cz_fp s, d, m;
    cz_fp_add_i(&s, &a->c0, &a->c1);
    cz_fp_sub_i(&d, &a->c0, &a->c1);
    cz_fp_mul_i(&m, &a->c0, &a->c1);
    cz_fp_mul_i(&r->c0, &s, &d);
    cz_fp_add_i(&r->c1, &m, &m);
}

#endif
