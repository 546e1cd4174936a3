/* Proofs: A in G1, B in G2, C in G1; 192 bytes, all three compressed (spec formats §4). */
#ifndef CZ_GROTH16_PROOF_H
#define CZ_GROTH16_PROOF_H

#include "curve/g1.h"
#include "curve/g2.h"

#define CZ_PROOF_BYTES (2 * CZ_G1_COMPRESSED_BYTES + CZ_G2_COMPRESSED_BYTES)

typedef struct cz_proof {
    cz_g1 a, c;
    cz_g2 b;
} cz_proof;

void cz_proof_encode(uint8_t out[CZ_PROOF_BYTES], const cz_proof *proof);
/* Rejects points off the curve, outside the subgroup, and infinity; the error names the element. */
CZ_MUST_CHECK cz_code cz_proof_decode(cz_error *err, cz_proof *out, const uint8_t in[CZ_PROOF_BYTES]);

#endif
