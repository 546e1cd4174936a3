/* Fr inline: the operations that hot kernels want inside their loops.
 *
 * A kernel file is compiled once per instruction set (CMakeLists.txt, CUZK_KERNELS): with CZ_FIELD_ADX defined the
 * product is the assembly of mont_adx.h, without it portable C, which is also the reference for the tests. Everyone
 * else calls the functions of fr.h, which choose at run time. Elements are reduced on entry and exit.
 */
#ifndef CZ_FIELD_FR_INL_H
#define CZ_FIELD_FR_INL_H

#include "base/error.h"
#include "field/fr.h"
#include "field/mont_adx.h"

#define CZ_FR_N0 0xfffffffeffffffffULL /* -modulus^-1 mod 2^64 */

static inline bool cz_fr_is_reduced_i(const cz_fr *a) {
    for (int i = 3; i >= 0; i--) {
        if (a->l[i] != CZ_FR_MODULUS[i]) return a->l[i] < CZ_FR_MODULUS[i];
    }
    return false;
}

#define CZ_FR_CHECK(a) CZ_CHECK(cz_fr_is_reduced_i(a), "FR operand not reduced")

/* r = v - modulus if v >= modulus, else v; v < 2 * modulus */
static inline void cz_fr_reduce_i(uint64_t r[4], const uint64_t v[4]) {
    unsigned long long t[4], borrow = 0;
    for (int i = 0; i < 4; i++) {
        unsigned __int128 d = (unsigned __int128)v[i] - CZ_FR_MODULUS[i] - borrow;
        t[i] = (unsigned long long)d;
        borrow = (unsigned long long)(d >> 64) & 1;
    }
    uint64_t keep = 0 - (uint64_t)borrow;
    for (int i = 0; i < 4; i++) r[i] = (v[i] & keep) | (t[i] & ~keep);
}
/* clang-format off */
static inline __attribute__((always_inline)) void cz_fr_add_i(cz_fr *r, const cz_fr *a, const cz_fr *b) {
    CZ_FR_CHECK(a);
    CZ_FR_CHECK(b);
#if defined(__x86_64__)
    uint64_t t0, t1, t2, t3, s0, s1, s2, s3;
    __asm__("movq 0(%[a]), %[t0]\n\t" "addq 0(%[b]), %[t0]\n\t"
            "movq 8(%[a]), %[t1]\n\t" "adcq 8(%[b]), %[t1]\n\t"
            "movq 16(%[a]), %[t2]\n\t" "adcq 16(%[b]), %[t2]\n\t"
            "movq 24(%[a]), %[t3]\n\t" "adcq 24(%[b]), %[t3]\n\t"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3)
            : [a] "r"(a->l), [b] "r"(b->l), "m"(*(const uint64_t(*)[4])a->l), "m"(*(const uint64_t(*)[4])b->l)
            : "cc");
    __asm__("movq %[t0], %[s0]\n\t" "subq %[q], %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "sbbq 8+%[q], %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "sbbq 16+%[q], %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "sbbq 24+%[q], %[s3]\n\t"
            "cmovcq %[t0], %[s0]\n\t" "cmovcq %[t1], %[s1]\n\t" "cmovcq %[t2], %[s2]\n\t" "cmovcq %[t3], %[s3]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [q] "m"(CZ_FR_MODULUS)
            : "cc");
    r->l[0] = s0; r->l[1] = s1; r->l[2] = s2; r->l[3] = s3;
#else
    uint64_t v[4];
    unsigned __int128 c = 0;
    for (int i = 0; i < 4; i++) {
        c += (unsigned __int128)a->l[i] + b->l[i];
        v[i] = (uint64_t)c;
        c >>= 64;
    }
    cz_fr_reduce_i(r->l, v);
#endif
}

static inline __attribute__((always_inline)) void cz_fr_sub_i(cz_fr *r, const cz_fr *a, const cz_fr *b) {
    CZ_FR_CHECK(a);
    CZ_FR_CHECK(b);
#if defined(__x86_64__)
    uint64_t m, t0, t1, t2, t3, s0, s1, s2, s3;
    __asm__("movq 0(%[a]), %[t0]\n\t" "subq 0(%[b]), %[t0]\n\t"
            "movq 8(%[a]), %[t1]\n\t" "sbbq 8(%[b]), %[t1]\n\t"
            "movq 16(%[a]), %[t2]\n\t" "sbbq 16(%[b]), %[t2]\n\t"
            "movq 24(%[a]), %[t3]\n\t" "sbbq 24(%[b]), %[t3]\n\t"
            "sbbq %[m], %[m]\n\t"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [m] "=&r"(m)
            : [a] "r"(a->l), [b] "r"(b->l), "m"(*(const uint64_t(*)[4])a->l), "m"(*(const uint64_t(*)[4])b->l)
            : "cc");
    __asm__("movq %[t0], %[s0]\n\t" "addq %[q], %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "adcq 8+%[q], %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "adcq 16+%[q], %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "adcq 24+%[q], %[s3]\n\t"
            "testq %[m], %[m]\n\t" "cmovzq %[t0], %[s0]\n\t" "cmovzq %[t1], %[s1]\n\t" "cmovzq %[t2], %[s2]\n\t" "cmovzq %[t3], %[s3]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [m] "r"(m), [q] "m"(CZ_FR_MODULUS)
            : "cc");
    r->l[0] = s0; r->l[1] = s1; r->l[2] = s2; r->l[3] = s3;
#else
    uint64_t v[4], borrow = 0;
    for (int i = 0; i < 4; i++) {
        unsigned __int128 d = (unsigned __int128)a->l[i] - b->l[i] - borrow;
        v[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    uint64_t mask = 0 - borrow;
    unsigned __int128 c = 0;
    for (int i = 0; i < 4; i++) {
        c += (unsigned __int128)v[i] + (CZ_FR_MODULUS[i] & mask);
        r->l[i] = (uint64_t)c;
        c >>= 64;
    }
#endif
}
/* clang-format on */

/* Coarsely integrated operand scanning: 4 * (2 * 4 + 1) word products. */
static inline void cz_fr_mul_portable_i(cz_fr *r, const cz_fr *a, const cz_fr *b) {
    uint64_t t[5] = {0};
    for (int i = 0; i < 4; i++) {
        unsigned __int128 c = 0;
        for (int j = 0; j < 4; j++) {
            c += (unsigned __int128)a->l[j] * b->l[i] + t[j];
            t[j] = (uint64_t)c;
            c >>= 64;
        }
        /* the top bit of the modulus is clear, so that the accumulator stays below 5 words */
        t[4] += (uint64_t)c;
        uint64_t m = t[0] * CZ_FR_N0;
        c = (unsigned __int128)m * CZ_FR_MODULUS[0] + t[0];
        c >>= 64;
        for (int j = 1; j < 4; j++) {
            c += (unsigned __int128)m * CZ_FR_MODULUS[j] + t[j];
            t[j - 1] = (uint64_t)c;
            c >>= 64;
        }
        c += t[4];
        t[3] = (uint64_t)c;
        t[4] = (uint64_t)(c >> 64);
    }
    cz_fr_reduce_i(r->l, t);
}

static inline __attribute__((always_inline)) void cz_fr_mul_i(cz_fr *r, const cz_fr *a, const cz_fr *b) {
    CZ_FR_CHECK(a);
    CZ_FR_CHECK(b);
#ifdef CZ_FIELD_ADX
    cz_mont4_mul_adx(r->l, a->l, b->l, CZ_FR_MODULUS, CZ_FR_N0);
#else
    cz_fr_mul_portable_i(r, a, b);
#endif
}

static inline __attribute__((always_inline)) void cz_fr_sqr_i(cz_fr *r, const cz_fr *a) { cz_fr_mul_i(r, a, a); }

#endif
