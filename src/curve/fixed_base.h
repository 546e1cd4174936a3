/* Many multiples k_i * B of one base, as a setup needs them: window tables of affine multiples, batched affine sums. */
#ifndef CZ_CURVE_FIXED_BASE_H
#define CZ_CURVE_FIXED_BASE_H

#include "curve/msm.h"

typedef struct cz_fixed_base_g1 cz_fixed_base_g1;
typedef struct cz_fixed_base_g2 cz_fixed_base_g2;

/* Tables for about n_expected products (chooses the window). */
CZ_MUST_CHECK cz_code cz_fixed_base_g1_new(cz_error *err, cz_fixed_base_g1 **out, cz_pool *pool, const cz_g1 *base,
                                           size_t n_expected);
CZ_MUST_CHECK cz_code cz_fixed_base_g2_new(cz_error *err, cz_fixed_base_g2 **out, cz_pool *pool, const cz_g2 *base,
                                           size_t n_expected);
void cz_fixed_base_g1_free(cz_fixed_base_g1 *t);
void cz_fixed_base_g2_free(cz_fixed_base_g2 *t);

/* out[i] = k[i] * base, affine; zero scalars give infinity. Runs on all of `pool`. */
CZ_MUST_CHECK cz_code cz_fixed_base_g1_mul(cz_error *err, cz_g1 *out, cz_pool *pool, const cz_fixed_base_g1 *t,
                                           const cz_fr *k, size_t n);
CZ_MUST_CHECK cz_code cz_fixed_base_g2_mul(cz_error *err, cz_g2 *out, cz_pool *pool, const cz_fixed_base_g2 *t,
                                           const cz_fr *k, size_t n);

#endif
