/* Batched affine additions: see affine_sum_kernel.h.
 *
 * With x1 != x2 the slope is (y2 - y1) / (x2 - x1); for a doubling it is 3 x^2 / (2y). All denominators of a batch are
 * inverted together (Montgomery's trick: running products forth, one inversion, inverses back).
 */
#include "curve/affine_sum_kernel.h"

#include "field/fp2_inl.h"

enum pair_case { PAIR_ADD, PAIR_A, PAIR_B, PAIR_INFINITY };

/* The code is the same over Fp and Fp2. */
#define DEFINE_ADD_PAIRS(group, field)                                                                                 \
    struct group##_work {                                                                                              \
        cz_##field denominator, numerator, product;                                                                    \
        enum pair_case kind;                                                                                           \
    };                                                                                                                 \
                                                                                                                       \
    static inline void group##_load(cz_##group *r, const cz_##group *p, bool neg) {                                    \
        static const cz_##field zero;                                                                                  \
        r->x = p->x;                                                                                                   \
        if (neg) {                                                                                                     \
            cz_##field##_sub_i(&r->y, &zero, &p->y);                                                                   \
        } else {                                                                                                       \
            r->y = p->y;                                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static inline enum pair_case group##_slope(struct group##_work *w, const cz_##group *a, const cz_##group *b) {     \
        if (cz_##group##_is_infinity(a)) return PAIR_B;                                                                \
        if (cz_##group##_is_infinity(b)) return PAIR_A;                                                                \
        cz_##field##_sub_i(&w->denominator, &b->x, &a->x);                                                             \
        cz_##field##_sub_i(&w->numerator, &b->y, &a->y);                                                               \
        if (__builtin_expect(!cz_##field##_is_zero(&w->denominator), 1)) return PAIR_ADD;                              \
        if (!cz_##field##_is_zero(&w->numerator)) return PAIR_INFINITY;                                                \
        cz_##field t;                                                                                                  \
        cz_##field##_sqr_i(&t, &a->x);                                                                                 \
        cz_##field##_add_i(&w->numerator, &t, &t);                                                                     \
        cz_##field##_add_i(&w->numerator, &w->numerator, &t);                                                          \
        cz_##field##_add_i(&w->denominator, &a->y, &a->y);                                                             \
        return PAIR_ADD; /* no point of odd order has y = 0, and neither curve has one of even order over its field */ \
    }                                                                                                                  \
                                                                                                                       \
    void CZ_KERNEL(cz_##group##_add_pairs)(const cz_##group##_pair *pairs, size_t n) {                                 \
        struct group##_work work[CZ_PAIRS_PER_BATCH];                                                                  \
        cz_##field acc = FIELD_ONE_##field;                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                               \
            if (i + 4 < n) {                                                                                           \
                __builtin_prefetch(pairs[i + 4].a);                                                                    \
                __builtin_prefetch((const char *)pairs[i + 4].a + 64);                                                 \
                __builtin_prefetch(pairs[i + 4].b);                                                                    \
                __builtin_prefetch((const char *)pairs[i + 4].b + 64);                                                 \
            }                                                                                                          \
            cz_##group a, b;                                                                                           \
            group##_load(&a, pairs[i].a, pairs[i].neg_a);                                                              \
            group##_load(&b, pairs[i].b, pairs[i].neg_b);                                                              \
            work[i].kind = group##_slope(&work[i], &a, &b);                                                            \
            if (work[i].kind != PAIR_ADD) continue;                                                                    \
            work[i].product = acc;                                                                                     \
            cz_##field##_mul_i(&acc, &acc, &work[i].denominator);                                                      \
        }                                                                                                              \
        cz_##field##_inv(&acc, &acc);                                                                                  \
        for (size_t i = n; i-- > 0;) {                                                                                 \
            struct group##_work *w = &work[i];                                                                         \
            cz_##group a, b;                                                                                           \
            group##_load(&a, pairs[i].a, pairs[i].neg_a);                                                              \
            group##_load(&b, pairs[i].b, pairs[i].neg_b);                                                              \
            if (__builtin_expect(w->kind != PAIR_ADD, 0)) {                                                            \
                *pairs[i].out = w->kind == PAIR_A ? a : w->kind == PAIR_B ? b : (cz_##group){0};                       \
                continue;                                                                                              \
            }                                                                                                          \
            cz_##field m, x3, t;                                                                                       \
            cz_##field##_mul_i(&m, &acc, &w->product);                                                                 \
            cz_##field##_mul_i(&acc, &acc, &w->denominator);                                                           \
            cz_##field##_mul_i(&m, &m, &w->numerator);                                                                 \
            cz_##field##_sqr_i(&x3, &m);                                                                               \
            cz_##field##_sub_i(&x3, &x3, &a.x);                                                                        \
            cz_##field##_sub_i(&x3, &x3, &b.x);                                                                        \
            cz_##field##_sub_i(&t, &a.x, &x3);                                                                         \
            cz_##field##_mul_i(&t, &t, &m);                                                                            \
            cz_##field##_sub_i(&pairs[i].out->y, &t, &a.y);                                                            \
            pairs[i].out->x = x3;                                                                                      \
        }                                                                                                              \
    }

#define FIELD_ONE_fp CZ_FP_ONE
#define FIELD_ONE_fp2 CZ_FP2_ONE

DEFINE_ADD_PAIRS(g1, fp)
DEFINE_ADD_PAIRS(g2, fp2)
