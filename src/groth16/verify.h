/* Verification (spec prover §6). Public inputs are without the constant one. CZ_E_PROOF means: well-formed, but false.
 */
#ifndef CZ_GROTH16_VERIFY_H
#define CZ_GROTH16_VERIFY_H

#include "groth16/params.h"
#include "groth16/proof.h"

/* One proof; n_inputs must be vk->n_ic - 1. */
CZ_MUST_CHECK cz_code cz_verify(cz_error *err, const cz_vk *vk, const cz_proof *proof, const cz_fr *inputs,
                                size_t n_inputs);
/* n_proofs proofs of one circuit at once, each with n_inputs public inputs (one after the other in `inputs`), by a
 * random linear combination with 128-bit factors. If that fails, each is checked alone, so that the error names the
 * partition. */
CZ_MUST_CHECK cz_code cz_verify_batch(cz_error *err, const cz_vk *vk, const cz_proof *proofs, size_t n_proofs,
                                      const cz_fr *inputs, size_t n_inputs);

#endif
