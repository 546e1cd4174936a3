/* Signed windows of scalars, shared by MSM and fixed-base products. */
#ifndef CZ_CURVE_MSM_WINDOWS_H
#define CZ_CURVE_MSM_WINDOWS_H

#include "curve/msm.h"

typedef struct cz_windows {
    unsigned c;         /* bits of a window, 3 … 20 */
    unsigned n_windows; /* ceil(256 / c) */
    size_t n_buckets;   /* 2^(c - 1): digits are -2^(c - 1) … 2^(c - 1) - 1 */
    uint64_t bias[5];   /* sum over w of 2^(cw + c - 1) */
} cz_windows;

/* The cheapest window for an MSM of n points. */
void cz_windows_choose(cz_windows *out, size_t n);
/* The cheapest window for n products of one base, table included. */
void cz_windows_choose_fixed(cz_windows *out, size_t n);

/* Digit w of scalar + bias, taken back by half a window: signed, without carries between windows. */
static inline int32_t cz_window_digit(const cz_windows *win, const cz_scalar *k, unsigned w) {
    /* the scalar plus the bias, as far as it is needed: limbs at and below the digit's */
    uint64_t v[5];
    unsigned __int128 carry = 0;
    for (int i = 0; i < 5; i++) {
        carry += (unsigned __int128)win->bias[i] + (i < 4 ? k->l[i] : 0);
        v[i] = (uint64_t)carry;
        carry >>= 64;
    }
    unsigned bit = w * win->c, limb = bit / 64, shift = bit % 64;
    uint64_t d = v[limb] >> shift;
    if (shift + win->c > 64 && limb < 4) d |= v[limb + 1] << (64 - shift);
    return (int32_t)(d & ((1u << win->c) - 1)) - (1 << (win->c - 1));
}

#endif
