/* The coefficient dictionary of a constraint system.
 *
 * Few distinct coefficients occur in a circuit (2,466 in a 32 GiB PoRep), so a term holds an index into a dictionary
 * instead of 32 bytes. Index k in 0..254 is 2^k; 255 + k is -2^k; everything else is interned from 510 on, in order of
 * first use. Zero is never interned: it has the index CZ_COEFF_ZERO.
 */
#ifndef CZ_R1CS_COEFF_H
#define CZ_R1CS_COEFF_H

#include "base/error.h"
#include "field/fr.h"

typedef uint32_t cz_coeff;

#define CZ_COEFF_POW2(k) ((cz_coeff)(k))              /* 2^k, 0 <= k <= 254 */
#define CZ_COEFF_NEG_POW2(k) ((cz_coeff)(255u + (k))) /* -2^k */
#define CZ_COEFF_ONE CZ_COEFF_POW2(0)
#define CZ_COEFF_MINUS_ONE CZ_COEFF_NEG_POW2(0)
#define CZ_COEFF_FIXED 510u
#define CZ_COEFF_ZERO 0xffffffffu

typedef struct cz_coeffs cz_coeffs;

CZ_MUST_CHECK cz_code cz_coeffs_new(cz_error *err, cz_coeffs **out);
void cz_coeffs_free(cz_coeffs *c);
/* The index of a value, interned if new. */
CZ_MUST_CHECK cz_code cz_coeffs_intern(cz_error *err, cz_coeff *out, cz_coeffs *c, const cz_fr *value);
/* Entries in all, the fixed ones included. */
uint32_t cz_coeffs_n(const cz_coeffs *c);
/* Montgomery values, cz_coeffs_n of them; valid until the next intern. */
const cz_fr *cz_coeffs_values(const cz_coeffs *c);
/* a + b as an index. */
CZ_MUST_CHECK cz_code cz_coeffs_add(cz_error *err, cz_coeff *out, cz_coeffs *c, cz_coeff a, cz_coeff b);

#endif
