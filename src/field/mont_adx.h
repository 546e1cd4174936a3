/* Montgomery multiplication with MULX, ADCX and ADOX, as inline assembly for n = 4 and n = 6 limbs.
 *
 * Operand scanning: for each limb of b a row a * b_i is added to the accumulator along two carry chains (CF for low
 * words, OF for high words), then one row m * modulus clears the lowest limb and the accumulator moves down by one.
 * Both moduli leave the top bit of their top limb clear, so that the accumulator never needs a word more (its value
 * stays below 2 * modulus * 2^64). n * (2n + 1) products. Included by fp.c, fr.c and the kernels that are built for
 * ADX.
 */
#ifndef CZ_FIELD_MONT_ADX_H
#define CZ_FIELD_MONT_ADX_H

#include <stdint.h>

/* clang-format off */

/* tj += low, carry chains CF (previous high word in %[hi]) and OF */
#define CZ_ADX_STEP(off, tj)                       \
    "adcx %[hi], " tj "\n\t"                       \
    "mulx " off "(%[a]), %[lo], %[hi]\n\t"         \
    "adox %[lo], " tj "\n\t"
/* t(j-1) = tj + low word of m * q_j; tj = its high word */
#define CZ_ADX_REDUCE(off, tj, tj_1)               \
    "adcx " tj ", " tj_1 "\n\t"                    \
    "mulx " off "(%[q]), %[lo], " tj "\n\t"        \
    "adox %[lo], " tj_1 "\n\t"

#define CZ_ADX_FIRST6                                                              \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "movq 0(%[b]), %%rdx\n\t"                                                      \
    "mulx 0(%[a]), %[t0], %[t1]\n\t"                                               \
    "mulx 8(%[a]), %[lo], %[t2]\n\t"  "adcx %[lo], %[t1]\n\t"                      \
    "mulx 16(%[a]), %[lo], %[t3]\n\t" "adcx %[lo], %[t2]\n\t"                      \
    "mulx 24(%[a]), %[lo], %[t4]\n\t" "adcx %[lo], %[t3]\n\t"                      \
    "mulx 32(%[a]), %[lo], %[t5]\n\t" "adcx %[lo], %[t4]\n\t"                      \
    "mulx 40(%[a]), %[lo], %[hi]\n\t" "adcx %[lo], %[t5]\n\t"                      \
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[hi]\n\t"
#define CZ_ADX_ROW6(boff)                                                          \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "movq " boff "(%[b]), %%rdx\n\t"                                               \
    "mulx 0(%[a]), %[lo], %[hi]\n\t" "adox %[lo], %[t0]\n\t"                       \
    CZ_ADX_STEP("8", "%[t1]") CZ_ADX_STEP("16", "%[t2]") CZ_ADX_STEP("24", "%[t3]")\
    CZ_ADX_STEP("32", "%[t4]") CZ_ADX_STEP("40", "%[t5]")                          \
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[hi]\n\t" "adox %[lo], %[hi]\n\t"
#define CZ_ADX_RED6                                                                \
    "movq %[n0], %%rdx\n\t" "imulq %[t0], %%rdx\n\t"                               \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "mulx 0(%[q]), %[lo], %[x]\n\t" "adcx %[t0], %[lo]\n\t" "movq %[x], %[t0]\n\t" \
    CZ_ADX_REDUCE("8", "%[t1]", "%[t0]") CZ_ADX_REDUCE("16", "%[t2]", "%[t1]")     \
    CZ_ADX_REDUCE("24", "%[t3]", "%[t2]") CZ_ADX_REDUCE("32", "%[t4]", "%[t3]")    \
    CZ_ADX_REDUCE("40", "%[t5]", "%[t4]")                                          \
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[t5]\n\t" "adox %[hi], %[t5]\n\t"

/* r = a * b / 2^384 mod q; a, b < q. n0 = -q^-1 mod 2^64. */
static inline __attribute__((always_inline)) void cz_mont6_mul_adx(uint64_t r[6], const uint64_t a[6],
                                                                   const uint64_t b[6], const uint64_t q[6],
                                                                   uint64_t n0) {
    uint64_t t0, t1, t2, t3, t4, t5, lo, hi, x;
    __asm__(CZ_ADX_FIRST6 CZ_ADX_RED6
            CZ_ADX_ROW6("8") CZ_ADX_RED6 CZ_ADX_ROW6("16") CZ_ADX_RED6 CZ_ADX_ROW6("24") CZ_ADX_RED6
            CZ_ADX_ROW6("32") CZ_ADX_RED6 CZ_ADX_ROW6("40") CZ_ADX_RED6
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5),
              [lo] "=&r"(lo), [hi] "=&r"(hi), [x] "=&r"(x)
            : [a] "r"(a), [b] "r"(b), [q] "r"(q), [n0] "m"(n0), "m"(*(const uint64_t(*)[6])a),
              "m"(*(const uint64_t(*)[6])b), "m"(*(const uint64_t(*)[6])q)
            : "rdx", "cc");
    uint64_t s0, s1, s2, s3, s4, s5;
    __asm__("movq %[t0], %[s0]\n\t" "subq 0(%[q]), %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "sbbq 8(%[q]), %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "sbbq 16(%[q]), %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "sbbq 24(%[q]), %[s3]\n\t"
            "movq %[t4], %[s4]\n\t" "sbbq 32(%[q]), %[s4]\n\t"
            "movq %[t5], %[s5]\n\t" "sbbq 40(%[q]), %[s5]\n\t"
            "cmovcq %[t0], %[s0]\n\t" "cmovcq %[t1], %[s1]\n\t" "cmovcq %[t2], %[s2]\n\t"
            "cmovcq %[t3], %[s3]\n\t" "cmovcq %[t4], %[s4]\n\t" "cmovcq %[t5], %[s5]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), [s4] "=&r"(s4), [s5] "=&r"(s5)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [t4] "r"(t4), [t5] "r"(t5), [q] "r"(q),
              "m"(*(const uint64_t(*)[6])q)
            : "cc");
    r[0] = s0; r[1] = s1; r[2] = s2; r[3] = s3; r[4] = s4; r[5] = s5;
}

#define CZ_ADX_FIRST4                                                              \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "movq 0(%[b]), %%rdx\n\t"                                                      \
    "mulx 0(%[a]), %[t0], %[t1]\n\t"                                               \
    "mulx 8(%[a]), %[lo], %[t2]\n\t"  "adcx %[lo], %[t1]\n\t"                      \
    "mulx 16(%[a]), %[lo], %[t3]\n\t" "adcx %[lo], %[t2]\n\t"                      \
    "mulx 24(%[a]), %[lo], %[hi]\n\t" "adcx %[lo], %[t3]\n\t"                      \
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[hi]\n\t"
#define CZ_ADX_ROW4(boff)                                                          \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "movq " boff "(%[b]), %%rdx\n\t"                                               \
    "mulx 0(%[a]), %[lo], %[hi]\n\t" "adox %[lo], %[t0]\n\t"                       \
    CZ_ADX_STEP("8", "%[t1]") CZ_ADX_STEP("16", "%[t2]") CZ_ADX_STEP("24", "%[t3]")\
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[hi]\n\t" "adox %[lo], %[hi]\n\t"
#define CZ_ADX_RED4                                                                \
    "movq %[n0], %%rdx\n\t" "imulq %[t0], %%rdx\n\t"                               \
    "xorl %k[lo], %k[lo]\n\t"                                                      \
    "mulx 0(%[q]), %[lo], %[x]\n\t" "adcx %[t0], %[lo]\n\t" "movq %[x], %[t0]\n\t" \
    CZ_ADX_REDUCE("8", "%[t1]", "%[t0]") CZ_ADX_REDUCE("16", "%[t2]", "%[t1]")     \
    CZ_ADX_REDUCE("24", "%[t3]", "%[t2]")                                          \
    "movl $0, %k[lo]\n\t" "adcx %[lo], %[t3]\n\t" "adox %[hi], %[t3]\n\t"

/* r = a * b / 2^256 mod q; a < 2^256 or b < 2^256, the other < q. */
static inline __attribute__((always_inline)) void cz_mont4_mul_adx(uint64_t r[4], const uint64_t a[4],
                                                                   const uint64_t b[4], const uint64_t q[4],
                                                                   uint64_t n0) {
    uint64_t t0, t1, t2, t3, lo, hi, x;
    __asm__(CZ_ADX_FIRST4 CZ_ADX_RED4
            CZ_ADX_ROW4("8") CZ_ADX_RED4 CZ_ADX_ROW4("16") CZ_ADX_RED4 CZ_ADX_ROW4("24") CZ_ADX_RED4
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [lo] "=&r"(lo), [hi] "=&r"(hi),
              [x] "=&r"(x)
            : [a] "r"(a), [b] "r"(b), [q] "r"(q), [n0] "r"(n0), "m"(*(const uint64_t(*)[4])a),
              "m"(*(const uint64_t(*)[4])b), "m"(*(const uint64_t(*)[4])q)
            : "rdx", "cc");
    uint64_t s0, s1, s2, s3;
    __asm__("movq %[t0], %[s0]\n\t" "subq 0(%[q]), %[s0]\n\t"
            "movq %[t1], %[s1]\n\t" "sbbq 8(%[q]), %[s1]\n\t"
            "movq %[t2], %[s2]\n\t" "sbbq 16(%[q]), %[s2]\n\t"
            "movq %[t3], %[s3]\n\t" "sbbq 24(%[q]), %[s3]\n\t"
            "cmovcq %[t0], %[s0]\n\t" "cmovcq %[t1], %[s1]\n\t" "cmovcq %[t2], %[s2]\n\t" "cmovcq %[t3], %[s3]\n\t"
            : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [q] "r"(q), "m"(*(const uint64_t(*)[4])q)
            : "cc");
    r[0] = s0; r[1] = s1; r[2] = s2; r[3] = s3;
}
/* clang-format on */

#endif
