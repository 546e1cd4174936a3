/* Fp inline: the operations that hot kernels want inside their loops.
 *
 * A kernel file is compiled once per instruction set (CMakeLists.txt, CUZK_KERNELS): with CZ_FIELD_ADX defined the
 * product is the assembly of mont_adx.h, without it portable C, which is also the reference for the tests. Everyone
 * else calls the functions of fp.h, which choose at run time. Elements are reduced on entry and exit.
 */
#ifndef CZ_FIELD_FP_INL_H
#define CZ_FIELD_FP_INL_H

#include "base/error.h"
#include "field/fp.h"
#include "field/mont_adx.h"

#define CZ_FP_N0 0x89f3fffcfffcfffdULL /* -modulus^-1 mod 2^64 */

static inline bool cz_fp_is_reduced_i(const cz_fp *a) {
    for (int i = 5; i >= 0; i--) {
        if (a->l[i] != CZ_FP_MODULUS[i]) return a->l[i] < CZ_FP_MODULUS[i];
    }
    return false;
}

#define CZ_FP_CHECK(a) CZ_CHECK(cz_fp_is_reduced_i(a), "FP operand not reduced")

/* r = v - modulus if v >= modulus, else v; v < 2 * modulus */
static inline void cz_fp_reduce_i(uint64_t r[6], const uint64_t v[6]) {
    unsigned long long t[6], borrow = 0;
    for (int i = 0; i < 6; i++) {
        unsigned __int128 d = (unsigned __int128)v[i] - CZ_FP_MODULUS[i] - borrow;
        t[i] = (unsigned long long)d;
        borrow = (unsigned long long)(d >> 64) & 1;
    }
    uint64_t keep = 0 - (uint64_t)borrow;
    for (int i = 0; i < 6; i++) r[i] = (v[i] & keep) | (t[i] & ~keep);
}
/* clang-format off */
static inline __attribute__((always_inline)) void cz_fp_add_i(cz_fp *r, const cz_fp *a, const cz_fp *b) {
    CZ_FP_CHECK(a);
    CZ_FP_CHECK(b);
#if defined(__x86_64__)
    uint64_t t0, t1, t2, t3, t4, t5, s0, s1, s2, s3, s4, s5;
    __asm__("movq 0(%[a]), %[t0]\n\t" "addq 0(%[b]), %[t0]\n\t"
            "movq 8(%[a]), %[t1]\n\t" "adcq 8(%[b]), %[t1]\n\t"
            "movq 16(%[a]), %[t2]\n\t" "adcq 16(%[b]), %[t2]\n\t"
            "movq 24(%[a]), %[t3]\n\t" "adcq 24(%[b]), %[t3]\n\t"
            "movq 32(%[a]), %[t4]\n\t" "adcq 32(%[b]), %[t4]\n\t"
            "movq 40(%[a]), %[t5]\n\t" "adcq 40(%[b]), %[t5]\n\t"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5)
            : [a] "r"(a->l), [b] "r"(b->l), "m"(*(const uint64_t(*)[6])a->l), "m"(*(const uint64_t(*)[6])b->l)
            : "cc");
    __asm__("movq %[t0], %[s0]\n\t" "subq %[q], %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "sbbq 8+%[q], %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "sbbq 16+%[q], %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "sbbq 24+%[q], %[s3]\n\t"
            "movq %[t4], %[s4]\n\t" "sbbq 32+%[q], %[s4]\n\t"
            "movq %[t5], %[s5]\n\t" "sbbq 40+%[q], %[s5]\n\t"
            "cmovcq %[t0], %[s0]\n\t" "cmovcq %[t1], %[s1]\n\t" "cmovcq %[t2], %[s2]\n\t" "cmovcq %[t3], %[s3]\n\t" "cmovcq %[t4], %[s4]\n\t" "cmovcq %[t5], %[s5]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), [s4] "=&r"(s4), [s5] "=&r"(s5)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [t4] "r"(t4), [t5] "r"(t5), [q] "m"(CZ_FP_MODULUS)
            : "cc");
    r->l[0] = s0; r->l[1] = s1; r->l[2] = s2; r->l[3] = s3; r->l[4] = s4; r->l[5] = s5;
#else
    uint64_t v[6];
    unsigned __int128 c = 0;
    for (int i = 0; i < 6; i++) {
        c += (unsigned __int128)a->l[i] + b->l[i];
        v[i] = (uint64_t)c;
        c >>= 64;
    }
    cz_fp_reduce_i(r->l, v);
#endif
}

static inline __attribute__((always_inline)) void cz_fp_sub_i(cz_fp *r, const cz_fp *a, const cz_fp *b) {
    CZ_FP_CHECK(a);
    CZ_FP_CHECK(b);
#if defined(__x86_64__)
    uint64_t m, t0, t1, t2, t3, t4, t5, s0, s1, s2, s3, s4, s5;
    __asm__("movq 0(%[a]), %[t0]\n\t" "subq 0(%[b]), %[t0]\n\t"
            "movq 8(%[a]), %[t1]\n\t" "sbbq 8(%[b]), %[t1]\n\t"
            "movq 16(%[a]), %[t2]\n\t" "sbbq 16(%[b]), %[t2]\n\t"
            "movq 24(%[a]), %[t3]\n\t" "sbbq 24(%[b]), %[t3]\n\t"
            "movq 32(%[a]), %[t4]\n\t" "sbbq 32(%[b]), %[t4]\n\t"
            "movq 40(%[a]), %[t5]\n\t" "sbbq 40(%[b]), %[t5]\n\t"
            "sbbq %[m], %[m]\n\t"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5), [m] "=&r"(m)
            : [a] "r"(a->l), [b] "r"(b->l), "m"(*(const uint64_t(*)[6])a->l), "m"(*(const uint64_t(*)[6])b->l)
            : "cc");
    __asm__("movq %[t0], %[s0]\n\t" "addq %[q], %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "adcq 8+%[q], %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "adcq 16+%[q], %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "adcq 24+%[q], %[s3]\n\t"
            "movq %[t4], %[s4]\n\t" "adcq 32+%[q], %[s4]\n\t"
            "movq %[t5], %[s5]\n\t" "adcq 40+%[q], %[s5]\n\t"
            "testq %[m], %[m]\n\t" "cmovzq %[t0], %[s0]\n\t" "cmovzq %[t1], %[s1]\n\t" "cmovzq %[t2], %[s2]\n\t" "cmovzq %[t3], %[s3]\n\t" "cmovzq %[t4], %[s4]\n\t" "cmovzq %[t5], %[s5]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), [s4] "=&r"(s4), [s5] "=&r"(s5)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [t4] "r"(t4), [t5] "r"(t5), [m] "r"(m), [q] "m"(CZ_FP_MODULUS)
            : "cc");
    r->l[0] = s0; r->l[1] = s1; r->l[2] = s2; r->l[3] = s3; r->l[4] = s4; r->l[5] = s5;
#else
    uint64_t v[6], borrow = 0;
    for (int i = 0; i < 6; i++) {
        unsigned __int128 d = (unsigned __int128)a->l[i] - b->l[i] - borrow;
        v[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    uint64_t mask = 0 - borrow;
    unsigned __int128 c = 0;
    for (int i = 0; i < 6; i++) {
        c += (unsigned __int128)v[i] + (CZ_FP_MODULUS[i] & mask);
        r->l[i] = (uint64_t)c;
        c >>= 64;
    }
#endif
}
/* clang-format on */

/* Coarsely integrated operand scanning: 6 * (2 * 6 + 1) word products. */
static inline void cz_fp_mul_portable_i(cz_fp *r, const cz_fp *a, const cz_fp *b) {
    uint64_t t[7] = {0};
    for (int i = 0; i < 6; i++) {
        unsigned __int128 c = 0;
        for (int j = 0; j < 6; j++) {
            c += (unsigned __int128)a->l[j] * b->l[i] + t[j];
            t[j] = (uint64_t)c;
            c >>= 64;
        }
        /* the top bit of the modulus is clear, so that the accumulator stays below 7 words */
        t[6] += (uint64_t)c;
        uint64_t m = t[0] * CZ_FP_N0;
        c = (unsigned __int128)m * CZ_FP_MODULUS[0] + t[0];
        c >>= 64;
        for (int j = 1; j < 6; j++) {
            c += (unsigned __int128)m * CZ_FP_MODULUS[j] + t[j];
            t[j - 1] = (uint64_t)c;
            c >>= 64;
        }
        c += t[6];
        t[5] = (uint64_t)c;
        t[6] = (uint64_t)(c >> 64);
    }
    cz_fp_reduce_i(r->l, t);
}

static inline __attribute__((always_inline)) void cz_fp_mul_i(cz_fp *r, const cz_fp *a, const cz_fp *b) {
    CZ_FP_CHECK(a);
    CZ_FP_CHECK(b);
#ifdef CZ_FIELD_ADX
    cz_mont6_mul_adx(r->l, a->l, b->l, CZ_FP_MODULUS, CZ_FP_N0);
#else
    cz_fp_mul_portable_i(r, a, b);
#endif
}

static inline __attribute__((always_inline)) void cz_fp_sqr_i(cz_fp *r, const cz_fp *a) { cz_fp_mul_i(r, a, a); }

#endif
