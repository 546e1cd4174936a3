/* G1: the points of y^2 = x^3 + 4 over Fp of prime order r.
 *
 * Affine points hold x and y in Montgomery form; infinity is x = y = 0 (not on the curve, so it cannot be mistaken).
 * Jacobian points (X/Z^2, Y/Z^3) have Z = 0 at infinity. Additions are complete: they handle infinity, P + P and P - P.
 * Outputs may alias inputs. Encodings are zcash's (spec formats §1).
 */
#ifndef CZ_CURVE_G1_H
#define CZ_CURVE_G1_H

#include "base/error.h"
#include "field/fp.h"
#include "field/fr.h"

typedef struct cz_g1 {
    cz_fp x, y;
} cz_g1; /* affine */

typedef struct cz_g1_jac {
    cz_fp x, y, z;
} cz_g1_jac;

extern const cz_g1 CZ_G1_GENERATOR, CZ_G1_INFINITY;
extern const cz_g1_jac CZ_G1_JAC_INFINITY;

#define CZ_G1_BYTES 96            /* uncompressed */
#define CZ_G1_COMPRESSED_BYTES 48 /* compressed */

static inline bool cz_g1_is_infinity(const cz_g1 *p) { return cz_fp_is_zero(&p->x) && cz_fp_is_zero(&p->y); }
static inline bool cz_g1_jac_is_infinity(const cz_g1_jac *p) { return cz_fp_is_zero(&p->z); }
bool cz_g1_eq(const cz_g1 *a, const cz_g1 *b);
/* Whether both are the same point; cross-multiplied, no inversion. */
bool cz_g1_jac_eq(const cz_g1_jac *a, const cz_g1_jac *b);

void cz_g1_neg(cz_g1 *r, const cz_g1 *a);
void cz_g1_jac_neg(cz_g1_jac *r, const cz_g1_jac *a);
void cz_g1_jac_dbl(cz_g1_jac *r, const cz_g1_jac *a);
void cz_g1_jac_add(cz_g1_jac *r, const cz_g1_jac *a, const cz_g1_jac *b);
/* Mixed: b is affine. */
void cz_g1_jac_add_affine(cz_g1_jac *r, const cz_g1_jac *a, const cz_g1 *b);
void cz_g1_to_jac(cz_g1_jac *r, const cz_g1 *a);
void cz_g1_from_jac(cz_g1 *r, const cz_g1_jac *a);
/* n points with one inversion; scratch holds n. */
void cz_g1_batch_from_jac(cz_g1 *r, const cz_g1_jac *a, cz_fp *scratch, size_t n);
/* k * a. Variable time. */
void cz_g1_jac_mul(cz_g1_jac *r, const cz_g1_jac *a, const cz_fr *k);

bool cz_g1_on_curve(const cz_g1 *a);
/* Whether a point of the curve lies in the subgroup of order r (by the endomorphism; infinity does). */
bool cz_g1_in_subgroup(const cz_g1 *a);

void cz_g1_encode(uint8_t out[CZ_G1_BYTES], const cz_g1 *a);
void cz_g1_compress(uint8_t out[CZ_G1_COMPRESSED_BYTES], const cz_g1 *a);
/* Decoding checks flags, canonical coordinates and the curve equation, not the subgroup. The error names what is wrong;
 * the caller adds which point it was. */
CZ_MUST_CHECK cz_code cz_g1_decode(cz_error *err, cz_g1 *out, const uint8_t in[CZ_G1_BYTES]);
CZ_MUST_CHECK cz_code cz_g1_decompress(cz_error *err, cz_g1 *out, const uint8_t in[CZ_G1_COMPRESSED_BYTES]);

#endif
