/* The tower above Fp2: Fp6 = Fp2[v] / (v^3 - (1 + u)), Fp12 = Fp6[w] / (w^2 - v). Conventions as in fp.h. */
#ifndef CZ_FIELD_FP12_H
#define CZ_FIELD_FP12_H

#include "field/fp2.h"

typedef struct cz_fp6 {
    cz_fp2 c0, c1, c2;
} cz_fp6;

typedef struct cz_fp12 {
    cz_fp6 c0, c1;
} cz_fp12;

extern const cz_fp12 CZ_FP12_ONE;

void cz_fp6_add(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b);
void cz_fp6_sub(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b);
void cz_fp6_neg(cz_fp6 *r, const cz_fp6 *a);
void cz_fp6_mul(cz_fp6 *r, const cz_fp6 *a, const cz_fp6 *b);
void cz_fp6_inv(cz_fp6 *r, const cz_fp6 *a);

void cz_fp12_mul(cz_fp12 *r, const cz_fp12 *a, const cz_fp12 *b);
void cz_fp12_sqr(cz_fp12 *r, const cz_fp12 *a);
void cz_fp12_conj(cz_fp12 *r, const cz_fp12 *a);
void cz_fp12_inv(cz_fp12 *r, const cz_fp12 *a);
/* a^(p^k), k = 1, 2, 3 */
void cz_fp12_frobenius(cz_fp12 *r, const cz_fp12 *a, unsigned k);
/* a^e, e a plain integer of n_limbs. */
void cz_fp12_pow(cz_fp12 *r, const cz_fp12 *a, const uint64_t *e, size_t n_limbs);
bool cz_fp12_eq(const cz_fp12 *a, const cz_fp12 *b);
bool cz_fp12_is_one(const cz_fp12 *a);

#endif
