/* Proof encoding: see proof.h. */
#include "groth16/proof.h"

void cz_proof_encode(uint8_t out[CZ_PROOF_BYTES], const cz_proof *proof) {
    cz_g1_compress(out, &proof->a);
    cz_g2_compress(out + CZ_G1_COMPRESSED_BYTES, &proof->b);
    cz_g1_compress(out + CZ_G1_COMPRESSED_BYTES + CZ_G2_COMPRESSED_BYTES, &proof->c);
}

static cz_code decode_g1(cz_error *err, cz_g1 *out, const uint8_t *in) {
    CZ_TRY(cz_g1_decompress(err, out, in));
    if (cz_g1_is_infinity(out)) return CZ_FAIL(err, CZ_E_INVALID, "the point is infinity");
    if (!cz_g1_in_subgroup(out)) return CZ_FAIL(err, CZ_E_INVALID, "the point is outside the subgroup");
    return CZ_OK;
}

static cz_code decode_g2(cz_error *err, cz_g2 *out, const uint8_t *in) {
    CZ_TRY(cz_g2_decompress(err, out, in));
    if (cz_g2_is_infinity(out)) return CZ_FAIL(err, CZ_E_INVALID, "the point is infinity");
    if (!cz_g2_in_subgroup(out)) return CZ_FAIL(err, CZ_E_INVALID, "the point is outside the subgroup");
    return CZ_OK;
}

cz_code cz_proof_decode(cz_error *err, cz_proof *out, const uint8_t in[CZ_PROOF_BYTES]) {
    cz_proof p;
    cz_code code = decode_g1(err, &p.a, in);
    if (code != CZ_OK) return cz_error_context(err, code, "element A of a proof");
    code = decode_g2(err, &p.b, in + CZ_G1_COMPRESSED_BYTES);
    if (code != CZ_OK) return cz_error_context(err, code, "element B of a proof");
    code = decode_g1(err, &p.c, in + CZ_G1_COMPRESSED_BYTES + CZ_G2_COMPRESSED_BYTES);
    if (code != CZ_OK) return cz_error_context(err, code, "element C of a proof");
    *out = p;
    return CZ_OK;
}
