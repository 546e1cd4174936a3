/* Multi-scalar multiplication on the CPU: sums of k_i * P_i.
 *
 * Pippenger's bucket method with signed digits and batched affine additions; the window is chosen by size. Scalars are
 * plain integers below r (cz_fr_to_int), four limbs each, little endian. Points at infinity and scalars of zero are
 * allowed and contribute nothing. Threads: all of `pool` (NULL: the caller alone). n up to 2^32 - 1.
 */
#ifndef CZ_CURVE_MSM_H
#define CZ_CURVE_MSM_H

#include "base/threads.h"
#include "curve/g1.h"
#include "curve/g2.h"

typedef struct cz_scalar {
    uint64_t l[4];
} cz_scalar; /* plain integer, < r */

CZ_MUST_CHECK cz_code cz_msm_g1(cz_error *err, cz_g1_jac *out, cz_pool *pool, const cz_g1 *points,
                                const cz_scalar *scalars, size_t n);
CZ_MUST_CHECK cz_code cz_msm_g2(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points,
                                const cz_scalar *scalars, size_t n);

/* The sum of the points whose bit is set; bit i is bits[i / 64] >> (i % 64) & 1. */
CZ_MUST_CHECK cz_code cz_sum_bits_g1(cz_error *err, cz_g1_jac *out, cz_pool *pool, const cz_g1 *points,
                                     const uint64_t *bits, size_t n);
CZ_MUST_CHECK cz_code cz_sum_bits_g2(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points,
                                     const uint64_t *bits, size_t n);

/* MSM over points[index[j]], for the few full-size scalars of a packed witness. */
CZ_MUST_CHECK cz_code cz_msm_g1_indexed(cz_error *err, cz_g1_jac *out, cz_pool *pool, const cz_g1 *points,
                                        const uint32_t *index, const cz_scalar *scalars, size_t n);
CZ_MUST_CHECK cz_code cz_msm_g2_indexed(cz_error *err, cz_g2_jac *out, cz_pool *pool, const cz_g2 *points,
                                        const uint32_t *index, const cz_scalar *scalars, size_t n);

#endif
