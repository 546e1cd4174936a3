/* Sums of many lists of affine points by pairwise rounds of batched additions. */
#ifndef CZ_CURVE_AFFINE_SUM_H
#define CZ_CURVE_AFFINE_SUM_H

#include "curve/g1.h"
#include "curve/g2.h"

/* A reference to a point of an array: index, and whether to take its negative. */
typedef uint32_t cz_ref;
#define CZ_REF(index, neg) ((cz_ref)(index) << 1 | (cz_ref)(neg))
#define CZ_REF_MAX_INDEX 0x7fffffffu

/* Room for the rounds: sums of up to n_refs references in up to n_lists lists. */
typedef struct cz_g1_summer cz_g1_summer;
typedef struct cz_g2_summer cz_g2_summer;
CZ_MUST_CHECK cz_code cz_g1_summer_new(cz_error *err, cz_g1_summer **out, size_t n_refs, size_t n_lists);
CZ_MUST_CHECK cz_code cz_g2_summer_new(cz_error *err, cz_g2_summer **out, size_t n_refs, size_t n_lists);
void cz_g1_summer_free(cz_g1_summer *s);
void cz_g2_summer_free(cz_g2_summer *s);

/* out[k] += the sum of points[refs[i]] for i in start[k] … start[k + 1] - 1, for each k < n_lists. `out` is affine and
 * may hold infinity. Not thread safe on one summer. */
void cz_g1_sum_lists(cz_g1 *out, cz_g1_summer *s, const cz_g1 *points, const cz_ref *refs, const uint32_t *start,
                     size_t n_lists);
void cz_g2_sum_lists(cz_g2 *out, cz_g2_summer *s, const cz_g2 *points, const cz_ref *refs, const uint32_t *start,
                     size_t n_lists);

#endif
