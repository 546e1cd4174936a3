/* The optimal ate pairing e: G1 x G2 -> GT, GT in Fp12. */
#ifndef CZ_CURVE_PAIRING_H
#define CZ_CURVE_PAIRING_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "field/fp12.h"

/* Product of the Miller loops of n pairs (P_i, Q_i), before the final exponentiation. A pair with a point at infinity
 * contributes 1. */
void cz_miller_loop(cz_fp12 *r, const cz_g1 *p, const cz_g2 *q, size_t n);
/* f^((p^12 - 1) / r), up to a fixed power prime to r: equal results mean equal pairings. */
void cz_final_exponentiation(cz_fp12 *r, const cz_fp12 *f);
/* e(p, q) */
void cz_pairing(cz_fp12 *r, const cz_g1 *p, const cz_g2 *q);

#endif
