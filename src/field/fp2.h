/* Fp2 = Fp[u] / (u^2 + 1): c0 + c1 u. Conventions as in fp.h. */
#ifndef CZ_FIELD_FP2_H
#define CZ_FIELD_FP2_H

#include "field/fp.h"

typedef struct cz_fp2 {
    cz_fp c0, c1;
} cz_fp2;

extern const cz_fp2 CZ_FP2_ZERO, CZ_FP2_ONE;

void cz_fp2_add(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b);
void cz_fp2_sub(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b);
void cz_fp2_neg(cz_fp2 *r, const cz_fp2 *a);
void cz_fp2_dbl(cz_fp2 *r, const cz_fp2 *a);
/* 3 Fp products. */
void cz_fp2_mul(cz_fp2 *r, const cz_fp2 *a, const cz_fp2 *b);
/* 2 Fp products. */
void cz_fp2_sqr(cz_fp2 *r, const cz_fp2 *a);
void cz_fp2_mul_fp(cz_fp2 *r, const cz_fp2 *a, const cz_fp *b);
/* Times 1 + u, the non-residue that defines Fp6. */
void cz_fp2_mul_xi(cz_fp2 *r, const cz_fp2 *a);
void cz_fp2_conj(cz_fp2 *r, const cz_fp2 *a);
void cz_fp2_inv(cz_fp2 *r, const cz_fp2 *a);
void cz_fp2_batch_inv(cz_fp2 *a, cz_fp2 *scratch, size_t n);
bool cz_fp2_sqrt(cz_fp2 *r, const cz_fp2 *a);

static inline bool cz_fp2_is_zero(const cz_fp2 *a) { return cz_fp_is_zero(&a->c0) && cz_fp_is_zero(&a->c1); }
static inline bool cz_fp2_eq(const cz_fp2 *a, const cz_fp2 *b) {
    return cz_fp_eq(&a->c0, &b->c0) && cz_fp_eq(&a->c1, &b->c1);
}
/* Order of encodings: by c1, then by c0. */
bool cz_fp2_is_larger(const cz_fp2 *a);

#endif
