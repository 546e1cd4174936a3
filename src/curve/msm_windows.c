/* Choice of windows: see msm_windows.h. Costs are counted in field products. */
#include "curve/msm_windows.h"

#define MIN_BITS 3  /* with 2, scalar and bias would need 257 bits */
#define MAX_BITS 20 /* 2^19 buckets: more would not stay near the cores */
#define MAX_BITS_FIXED 16

/* The scalar is below 0.91 * 2^255 and the bias below 2^(n_windows * c - 1) * (1 + 2^(1 - c)), so that their sum stays
 * below 2^(n_windows * c) for every c from 3 on. */
static void set(cz_windows *out, unsigned c) {
    *out = (cz_windows){.c = c, .n_windows = (256 + c - 1) / c, .n_buckets = (size_t)1 << (c - 1)};
    for (unsigned w = 0; w < out->n_windows; w++) {
        unsigned bit = w * c + c - 1;
        out->bias[bit / 64] |= (uint64_t)1 << (bit % 64);
    }
}

void cz_windows_choose(cz_windows *out, size_t n) {
    unsigned best = MIN_BITS;
    double best_cost = 0;
    for (unsigned c = MIN_BITS; c <= MAX_BITS; c++) {
        unsigned n_windows = (256 + c - 1) / c;
        /* 6 products an addition; 27 a bucket for the running sums, and a little for its share of list handling */
        double cost = n_windows * (6.0 * (double)n + 30.0 * (double)((size_t)1 << (c - 1)));
        if (c == MIN_BITS || cost < best_cost) {
            best = c;
            best_cost = cost;
        }
    }
    set(out, best);
}

void cz_windows_choose_fixed(cz_windows *out, size_t n) {
    unsigned best = MIN_BITS;
    double best_cost = 0;
    for (unsigned c = MIN_BITS; c <= MAX_BITS_FIXED; c++) {
        unsigned n_windows = (256 + c - 1) / c;
        double cost = n_windows * 6.0 * ((double)n + (double)((size_t)1 << (c - 1)));
        if (c == MIN_BITS || cost < best_cost) {
            best = c;
            best_cost = cost;
        }
    }
    set(out, best);
}
