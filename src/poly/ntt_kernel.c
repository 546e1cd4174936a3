/* Butterfly passes: see ntt_kernel.h. Two layers at a time, so that four elements are loaded and stored once for four
 * butterflies: 2 products and 4 additions per element and pair of layers, one product less where j = 0 (w[0] = 1). */
#include "poly/ntt_kernel.h"

#include "field/fr_inl.h"

static inline __attribute__((always_inline)) void nr_butterfly(cz_fr *x, cz_fr *y, const cz_fr *w, bool unit) {
    cz_fr t = *y;
    if (!unit) cz_fr_mul_i(&t, &t, w);
    cz_fr_sub_i(y, x, &t);
    cz_fr_add_i(x, x, &t);
}

static inline __attribute__((always_inline)) void rn_butterfly(cz_fr *x, cz_fr *y, const cz_fr *w, bool unit) {
    cz_fr t;
    cz_fr_sub_i(&t, x, y);
    cz_fr_add_i(x, x, y);
    if (unit) {
        *y = t;
    } else {
        cz_fr_mul_i(y, &t, w);
    }
}

static inline __attribute__((always_inline)) void nr_four(cz_fr *p, size_t q, const cz_fr *w, size_t j, bool unit) {
    cz_fr a = p[0], b = p[q], c = p[2 * q], d = p[3 * q];
    nr_butterfly(&a, &c, &w[j], unit);
    nr_butterfly(&b, &d, &w[j], unit);
    nr_butterfly(&a, &b, &w[2 * j], unit);
    nr_butterfly(&c, &d, &w[2 * j + 1], false);
    p[0] = a;
    p[q] = b;
    p[2 * q] = c;
    p[3 * q] = d;
}

static inline __attribute__((always_inline)) void rn_four(cz_fr *p, size_t q, const cz_fr *w, size_t j, bool unit) {
    cz_fr a = p[0], b = p[q], c = p[2 * q], d = p[3 * q];
    rn_butterfly(&a, &b, &w[2 * j], unit);
    rn_butterfly(&c, &d, &w[2 * j + 1], false);
    rn_butterfly(&a, &c, &w[j], unit);
    rn_butterfly(&b, &d, &w[j], unit);
    p[0] = a;
    p[q] = b;
    p[2 * q] = c;
    p[3 * q] = d;
}

void CZ_KERNEL(cz_ntt_nr_columns)(cz_fr *block, size_t quarter, size_t i0, size_t i1, const cz_fr *w, size_t j) {
    if (j == 0) {
        for (size_t i = i0; i < i1; i++) nr_four(block + i, quarter, w, j, true);
    } else {
        for (size_t i = i0; i < i1; i++) nr_four(block + i, quarter, w, j, false);
    }
}

void CZ_KERNEL(cz_ntt_rn_columns)(cz_fr *block, size_t quarter, size_t i0, size_t i1, const cz_fr *w, size_t j) {
    if (j == 0) {
        for (size_t i = i0; i < i1; i++) rn_four(block + i, quarter, w, j, true);
    } else {
        for (size_t i = i0; i < i1; i++) rn_four(block + i, quarter, w, j, false);
    }
}

void CZ_KERNEL(cz_ntt_nr_block)(cz_fr *block, unsigned log_len, const cz_fr *w, size_t j) {
    unsigned layer = 0;
    if (log_len % 2 == 1) {
        size_t half = (size_t)1 << (log_len - 1);
        for (size_t i = 0; i < half; i++) nr_butterfly(&block[i], &block[i + half], &w[j], j == 0);
        layer = 1;
    }
    for (; layer < log_len; layer += 2) {
        size_t len = (size_t)1 << (log_len - layer);
        for (size_t s = 0; s < (size_t)1 << layer; s++) {
            CZ_KERNEL(cz_ntt_nr_columns)(block + s * len, len / 4, 0, len / 4, w, (j << layer) + s);
        }
    }
}

void CZ_KERNEL(cz_ntt_rn_block)(cz_fr *block, unsigned log_len, const cz_fr *w, size_t j) {
    unsigned first = log_len % 2; /* layers that are left after the pairs */
    for (unsigned layer = log_len; layer > first; layer -= 2) {
        size_t len = (size_t)1 << (log_len - layer + 2);
        for (size_t s = 0; s < (size_t)1 << (layer - 2); s++) {
            CZ_KERNEL(cz_ntt_rn_columns)(block + s * len, len / 4, 0, len / 4, w, (j << (layer - 2)) + s);
        }
    }
    if (first == 1) {
        size_t half = (size_t)1 << (log_len - 1);
        for (size_t i = 0; i < half; i++) rn_butterfly(&block[i], &block[i + half], &w[j], j == 0);
    }
}

void CZ_KERNEL(cz_scale_by_tables)(cz_fr *a, size_t i0, size_t i1, const cz_fr *lo, const cz_fr *hi, unsigned k) {
    size_t mask = ((size_t)1 << k) - 1;
    for (size_t i = i0; i < i1; i++) {
        cz_fr t;
        cz_fr_mul_i(&t, &lo[i & mask], &hi[i >> k]);
        cz_fr_mul_i(&a[i], &a[i], &t);
    }
}
