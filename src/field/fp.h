/* Fp: the base field of BLS12-381,
 *   p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab (381 bits).
 *
 * An element is six 64-bit limbs, least significant first, in Montgomery form (value * 2^384 mod p), fully reduced on
 * entry and exit of every function here. Outputs may alias inputs. p = 3 mod 4.
 */
#ifndef CZ_FIELD_FP_H
#define CZ_FIELD_FP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cz_fp {
    uint64_t l[6];
} cz_fp;

extern const cz_fp CZ_FP_ZERO, CZ_FP_ONE;
extern const uint64_t CZ_FP_MODULUS[6] __attribute__((visibility("hidden")));

void cz_fp_add(cz_fp *r, const cz_fp *a, const cz_fp *b);
void cz_fp_sub(cz_fp *r, const cz_fp *a, const cz_fp *b);
void cz_fp_neg(cz_fp *r, const cz_fp *a);
void cz_fp_dbl(cz_fp *r, const cz_fp *a);
void cz_fp_mul(cz_fp *r, const cz_fp *a, const cz_fp *b);
void cz_fp_sqr(cz_fp *r, const cz_fp *a);
/* a^-1; the inverse of 0 is 0. */
void cz_fp_inv(cz_fp *r, const cz_fp *a);
/* As cz_fr_batch_inv. */
void cz_fp_batch_inv(cz_fp *a, cz_fp *scratch, size_t n);
/* A square root if there is one: a^((p+1)/4). False (r untouched) for a non-residue. */
bool cz_fp_sqrt(cz_fp *r, const cz_fp *a);

static inline bool cz_fp_is_zero(const cz_fp *a) {
    return (a->l[0] | a->l[1] | a->l[2] | a->l[3] | a->l[4] | a->l[5]) == 0;
}
static inline bool cz_fp_eq(const cz_fp *a, const cz_fp *b) {
    uint64_t d = 0;
    for (int i = 0; i < 6; i++) d |= a->l[i] ^ b->l[i];
    return d == 0;
}
/* Whether the plain value is above (p - 1) / 2: the "larger" of a and -a in point encodings. */
bool cz_fp_is_larger(const cz_fp *a);

void cz_fp_to_int(uint64_t v[6], const cz_fp *a);
/* v < p required. */
void cz_fp_from_int(cz_fp *r, const uint64_t v[6]);
/* 48 bytes, big endian, canonical. Reading returns false for a value >= p. */
bool cz_fp_from_be(cz_fp *r, const uint8_t in[48]);
void cz_fp_to_be(uint8_t out[48], const cz_fp *a);

#endif
