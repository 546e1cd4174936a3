/* Verification: see verify.h. */
#include "groth16/verify.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/random.h"
#include "curve/pairing.h"

static cz_code check_counts(cz_error *err, const cz_vk *vk, size_t n_inputs) {
    if (n_inputs + 1 == vk->n_ic) return CZ_OK;
    return CZ_FAIL(err, CZ_E_MISMATCH,
                   "%zu public inputs for a verifying key of %u; the key belongs to another circuit or sector size",
                   n_inputs, vk->n_ic - 1);
}

/* acc += sum of inputs[i] * ic[i + 1] */
static void add_inputs(cz_g1_jac *acc, const cz_vk *vk, const cz_fr *inputs) {
    for (uint32_t i = 1; i < vk->n_ic; i++) {
        cz_g1_jac p;
        cz_g1_to_jac(&p, &vk->ic[i]);
        cz_g1_jac_mul(&p, &p, &inputs[i - 1]);
        cz_g1_jac_add(acc, acc, &p);
    }
}

static bool product_is_one(const cz_g1 *p, const cz_g2 *q, size_t n) {
    cz_fp12 f;
    cz_miller_loop(&f, p, q, n);
    cz_final_exponentiation(&f, &f);
    return cz_fp12_is_one(&f);
}

/* e(A, B) e(acc, -gamma) e(C, -delta) e(-alpha, beta) = 1 */
cz_code cz_verify(cz_error *err, const cz_vk *vk, const cz_proof *proof, const cz_fr *inputs, size_t n_inputs) {
    CZ_TRY(check_counts(err, vk, n_inputs));
    cz_g1_jac acc;
    cz_g1_to_jac(&acc, &vk->ic[0]);
    add_inputs(&acc, vk, inputs);
    cz_g1 p[4] = {proof->a, CZ_G1_INFINITY, proof->c, CZ_G1_INFINITY};
    cz_g2 q[4] = {proof->b, CZ_G2_INFINITY, CZ_G2_INFINITY, vk->beta_g2};
    cz_g1_from_jac(&p[1], &acc);
    cz_g1_neg(&p[3], &vk->alpha_g1);
    cz_g2_neg(&q[1], &vk->gamma_g2);
    cz_g2_neg(&q[2], &vk->delta_g2);
    if (product_is_one(p, q, 4)) return CZ_OK;
    return CZ_FAIL(err, CZ_E_PROOF,
                   "the proof does not verify: it is wrong, or the public inputs or the key belong to another");
}

static cz_code random_128(cz_error *err, cz_fr *out) {
    uint8_t bytes[16];
    CZ_TRY(cz_random_bytes(err, bytes, sizeof bytes));
    uint64_t v[4] = {cz_get_le64(bytes), cz_get_le64(bytes + 8), 0, 0};
    cz_fr_from_int(out, v);
    return CZ_OK;
}

/* One pairing per proof, z_j A_j with -B_j, and three for what is summed: C, the inputs, alpha. */
static cz_code check_combination(cz_error *err, bool *ok, const cz_vk *vk, const cz_proof *proofs, size_t n,
                                 const cz_fr *inputs, size_t n_inputs, cz_g1 *p, cz_g2 *q, cz_fr *sums) {
    cz_fr total = CZ_FR_ZERO;
    cz_g1_jac sum_c = CZ_G1_JAC_INFINITY, t;
    memset(sums, 0, n_inputs * sizeof *sums);
    for (size_t j = 0; j < n; j++) {
        cz_fr z, x;
        CZ_TRY(random_128(err, &z));
        cz_fr_add(&total, &total, &z);
        cz_g1_to_jac(&t, &proofs[j].a);
        cz_g1_jac_mul(&t, &t, &z);
        cz_g1_from_jac(&p[j], &t);
        cz_g2_neg(&q[j], &proofs[j].b);
        cz_g1_to_jac(&t, &proofs[j].c);
        cz_g1_jac_mul(&t, &t, &z);
        cz_g1_jac_add(&sum_c, &sum_c, &t);
        for (size_t i = 0; i < n_inputs; i++) {
            cz_fr_mul(&x, &z, &inputs[j * n_inputs + i]);
            cz_fr_add(&sums[i], &sums[i], &x);
        }
    }
    cz_g1_from_jac(&p[n], &sum_c);
    q[n] = vk->delta_g2;
    cz_g1_to_jac(&t, &vk->ic[0]);
    cz_g1_jac_mul(&t, &t, &total);
    add_inputs(&t, vk, sums);
    cz_g1_from_jac(&p[n + 1], &t);
    q[n + 1] = vk->gamma_g2;
    cz_g1_to_jac(&t, &vk->alpha_g1);
    cz_g1_jac_mul(&t, &t, &total);
    cz_g1_from_jac(&p[n + 2], &t);
    q[n + 2] = vk->beta_g2;
    *ok = product_is_one(p, q, n + 3);
    return CZ_OK;
}

cz_code cz_verify_batch(cz_error *err, const cz_vk *vk, const cz_proof *proofs, size_t n_proofs, const cz_fr *inputs,
                        size_t n_inputs) {
    CZ_TRY(check_counts(err, vk, n_inputs));
    if (n_proofs == 0) return CZ_FAIL(err, CZ_E_ARG, "there are no proofs to verify");
    if (n_proofs >= 2) {
        cz_g1 *p = NULL;
        cz_g2 *q = NULL;
        cz_fr *sums = NULL;
        bool ok = false;
        cz_code code = cz_calloc(err, &p, n_proofs + 3, sizeof *p, "a batch of proofs");
        if (code == CZ_OK) code = cz_calloc(err, &q, n_proofs + 3, sizeof *q, "a batch of proofs");
        if (code == CZ_OK) code = cz_calloc(err, &sums, n_inputs, sizeof *sums, "a batch of proofs");
        if (code == CZ_OK) code = check_combination(err, &ok, vk, proofs, n_proofs, inputs, n_inputs, p, q, sums);
        free(p);
        free(q);
        free(sums);
        if (code != CZ_OK || ok) return code;
    }
    for (size_t j = 0; j < n_proofs; j++) {
        cz_code code = cz_verify(err, vk, &proofs[j], inputs + j * n_inputs, n_inputs);
        if (code != CZ_OK) return cz_error_context(err, code, "partition %zu", j);
    }
    /* a single proof ends here; a batch gets here only with probability 2^-128, or on faulty hardware */
    if (n_proofs >= 2)
        return CZ_FAIL(err, CZ_E_PROOF, "the proofs verify one by one but not together; suspect the hardware");
    return CZ_OK;
}
