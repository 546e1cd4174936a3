/* Fr: the scalar field of BLS12-381,
 *   r = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001 (255 bits, two-adicity 32).
 *
 * An element is four 64-bit limbs, least significant first, in Montgomery form (value * 2^256 mod r), always fully
 * reduced: 0 <= limbs < r on entry and exit of every function here. Outputs may alias inputs. r mod 2^64 = 1 - 2^32.
 * Functions are not constant-time unless they say so; witness values are not protected against local timing.
 */
#ifndef CZ_FIELD_FR_H
#define CZ_FIELD_FR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cz_fr {
    uint64_t l[4];
} cz_fr;

extern const cz_fr CZ_FR_ZERO, CZ_FR_ONE;
extern const uint64_t CZ_FR_MODULUS[4] __attribute__((visibility("hidden"))); /* plain integer */

void cz_fr_add(cz_fr *r, const cz_fr *a, const cz_fr *b);
void cz_fr_sub(cz_fr *r, const cz_fr *a, const cz_fr *b);
void cz_fr_neg(cz_fr *r, const cz_fr *a);
void cz_fr_dbl(cz_fr *r, const cz_fr *a);
void cz_fr_mul(cz_fr *r, const cz_fr *a, const cz_fr *b);
void cz_fr_sqr(cz_fr *r, const cz_fr *a);
/* a^-1; the inverse of 0 is 0. */
void cz_fr_inv(cz_fr *r, const cz_fr *a);
/* Inverts n elements in place with one inversion and 3n multiplications; zeros stay zero. scratch holds n. */
void cz_fr_batch_inv(cz_fr *a, cz_fr *scratch, size_t n);
/* a^e, e a plain integer of n_limbs. */
void cz_fr_pow(cz_fr *r, const cz_fr *a, const uint64_t *e, size_t n_limbs);

static inline bool cz_fr_is_zero(const cz_fr *a) { return (a->l[0] | a->l[1] | a->l[2] | a->l[3]) == 0; }
static inline bool cz_fr_eq(const cz_fr *a, const cz_fr *b) {
    return ((a->l[0] ^ b->l[0]) | (a->l[1] ^ b->l[1]) | (a->l[2] ^ b->l[2]) | (a->l[3] ^ b->l[3])) == 0;
}
bool cz_fr_is_one(const cz_fr *a);

void cz_fr_from_u64(cz_fr *r, uint64_t v);
/* The plain integer in [0, r), four limbs, from and to Montgomery form. cz_fr_from_int requires v < r. */
void cz_fr_to_int(uint64_t v[4], const cz_fr *a);
void cz_fr_from_int(cz_fr *r, const uint64_t v[4]);

/* 32 bytes, little endian, canonical. Reading returns false for a value >= r (and leaves r untouched). */
bool cz_fr_from_le(cz_fr *r, const uint8_t in[32]);
void cz_fr_to_le(uint8_t out[32], const cz_fr *a);
/* 64 bytes little endian, reduced mod r: uniform to within 2^-256 when the bytes are uniform. */
void cz_fr_from_le_wide(cz_fr *r, const uint8_t in[64]);

#endif
