/* Butterfly passes of the transforms, compiled once per instruction set; see domain.c for how they make up one. */
#ifndef CZ_POLY_NTT_KERNEL_H
#define CZ_POLY_NTT_KERNEL_H

#include "base/kernel.h"
#include "field/fr.h"

/* All twiddle tables are in bit-reversed order: w[j] = root^(bitrev(j)), so that block j of a layer needs w[j] alone.
 *
 * nr: natural in, reversed out; butterflies (x + w y, x - w y). rn: its transpose, reversed in, natural out;
 * butterflies (x + y, w (x - y)). */
#define CZ_NTT_KERNELS(isa)                                                                                     \
    /* two layers over columns i0 … i1-1 of block j, whose four quarters are `quarter` long */                \
    void cz_ntt_nr_columns_##isa(cz_fr *block, size_t quarter, size_t i0, size_t i1, const cz_fr *w, size_t j); \
    void cz_ntt_rn_columns_##isa(cz_fr *block, size_t quarter, size_t i0, size_t i1, const cz_fr *w, size_t j); \
    /* all layers inside block j of 2^log_len elements */                                                       \
    void cz_ntt_nr_block_##isa(cz_fr *block, unsigned log_len, const cz_fr *w, size_t j);                       \
    void cz_ntt_rn_block_##isa(cz_fr *block, unsigned log_len, const cz_fr *w, size_t j);                       \
    /* a[i] *= lo[i % 2^k] * hi[i >> k] for i in i0 … i1-1 */                                                 \
    void cz_scale_by_tables_##isa(cz_fr *a, size_t i0, size_t i1, const cz_fr *lo, const cz_fr *hi, unsigned k);

CZ_NTT_KERNELS(portable)
CZ_NTT_KERNELS(adx)

#endif
