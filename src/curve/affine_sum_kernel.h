/* Batched affine additions, compiled once per instruction set: the engine under MSM, bit sums and fixed-base products.
 */
#ifndef CZ_CURVE_AFFINE_SUM_KERNEL_H
#define CZ_CURVE_AFFINE_SUM_KERNEL_H

#include "base/kernel.h"
#include "curve/g1.h"
#include "curve/g2.h"

/* One addition *out = (+-)*a + (+-)*b. `out` must not be an operand of another addition of the batch. */
typedef struct cz_g1_pair {
    const cz_g1 *a, *b;
    cz_g1 *out;
    bool neg_a, neg_b;
} cz_g1_pair;

typedef struct cz_g2_pair {
    const cz_g2 *a, *b;
    cz_g2 *out;
    bool neg_a, neg_b;
} cz_g2_pair;

/* Additions in a batch: enough that the shared inversion costs little, few enough for a second-level cache. */
#define CZ_PAIRS_PER_BATCH 1024

/* n <= CZ_PAIRS_PER_BATCH additions with one inversion: 5M + 1S each. Complete: infinity, doubling and opposite points
 * are told apart before the inversion. */
#define CZ_AFFINE_SUM_KERNELS(isa)                                 \
    void cz_g1_add_pairs_##isa(const cz_g1_pair *pairs, size_t n); \
    void cz_g2_add_pairs_##isa(const cz_g2_pair *pairs, size_t n);

CZ_AFFINE_SUM_KERNELS(portable)
CZ_AFFINE_SUM_KERNELS(adx)

#endif
