/* G2: the points of y^2 = x^3 + 4(1 + u) over Fp2 of prime order r.
 *
 * Affine points hold x and y in Montgomery form; infinity is x = y = 0 (not on the curve, so it cannot be mistaken).
 * Jacobian points (X/Z^2, Y/Z^3) have Z = 0 at infinity. Additions are complete: they handle infinity, P + P and P - P.
 * Outputs may alias inputs. Encodings are zcash's (spec formats §1).
 */
#ifndef CZ_CURVE_G2_H
#define CZ_CURVE_G2_H

#include "base/error.h"
#include "field/fp2.h"
#include "field/fr.h"

typedef struct cz_g2 {
    cz_fp2 x, y;
} cz_g2; /* affine */

typedef struct cz_g2_jac {
    cz_fp2 x, y, z;
} cz_g2_jac;

extern const cz_g2 CZ_G2_GENERATOR, CZ_G2_INFINITY;
extern const cz_g2_jac CZ_G2_JAC_INFINITY;

#define CZ_G2_BYTES 192           /* uncompressed */
#define CZ_G2_COMPRESSED_BYTES 96 /* compressed */

static inline bool cz_g2_is_infinity(const cz_g2 *p) { return cz_fp2_is_zero(&p->x) && cz_fp2_is_zero(&p->y); }
static inline bool cz_g2_jac_is_infinity(const cz_g2_jac *p) { return cz_fp2_is_zero(&p->z); }
bool cz_g2_eq(const cz_g2 *a, const cz_g2 *b);
/* Whether both are the same point; cross-multiplied, no inversion. */
bool cz_g2_jac_eq(const cz_g2_jac *a, const cz_g2_jac *b);

void cz_g2_neg(cz_g2 *r, const cz_g2 *a);
void cz_g2_jac_neg(cz_g2_jac *r, const cz_g2_jac *a);
void cz_g2_jac_dbl(cz_g2_jac *r, const cz_g2_jac *a);
void cz_g2_jac_add(cz_g2_jac *r, const cz_g2_jac *a, const cz_g2_jac *b);
/* Mixed: b is affine. */
void cz_g2_jac_add_affine(cz_g2_jac *r, const cz_g2_jac *a, const cz_g2 *b);
void cz_g2_to_jac(cz_g2_jac *r, const cz_g2 *a);
void cz_g2_from_jac(cz_g2 *r, const cz_g2_jac *a);
/* n points with one inversion; scratch holds n. */
void cz_g2_batch_from_jac(cz_g2 *r, const cz_g2_jac *a, cz_fp2 *scratch, size_t n);
/* k * a. Variable time. */
void cz_g2_jac_mul(cz_g2_jac *r, const cz_g2_jac *a, const cz_fr *k);

bool cz_g2_on_curve(const cz_g2 *a);
/* Whether a point of the curve lies in the subgroup of order r (by the endomorphism; infinity does). */
bool cz_g2_in_subgroup(const cz_g2 *a);

void cz_g2_encode(uint8_t out[CZ_G2_BYTES], const cz_g2 *a);
void cz_g2_compress(uint8_t out[CZ_G2_COMPRESSED_BYTES], const cz_g2 *a);
/* Decoding checks flags, canonical coordinates and the curve equation, not the subgroup. The error names what is wrong;
 * the caller adds which point it was. */
CZ_MUST_CHECK cz_code cz_g2_decode(cz_error *err, cz_g2 *out, const uint8_t in[CZ_G2_BYTES]);
CZ_MUST_CHECK cz_code cz_g2_decompress(cz_error *err, cz_g2 *out, const uint8_t in[CZ_G2_COMPRESSED_BYTES]);

#endif
