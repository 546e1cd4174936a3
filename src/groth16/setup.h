/* Test parameters from any circuit (spec prover §5).
 *
 * Whoever knows the secrets can forge proofs. Parameters made here are for tests alone; nothing but an explicit command
 * makes them, and it says so.
 */
#ifndef CZ_GROTH16_SETUP_H
#define CZ_GROTH16_SETUP_H

#include "groth16/params.h"

typedef struct cz_secrets {
    cz_fr alpha, beta, gamma, delta, tau;
} cz_secrets;

/* Secrets from the labels "LABEL alpha", "LABEL beta" … (vectors README, "Conventions"). */
void cz_secrets_from_label(cz_secrets *out, const char *label);
CZ_MUST_CHECK cz_code cz_secrets_random(cz_error *err, cz_secrets *out);
/* The first 32 deterministic bytes of a label as a field element. */
void cz_fr_from_label(cz_fr *out, const char *label);

typedef struct cz_setup_options {
    cz_pool *pool;
    void (*progress)(void *ctx, const char *stage, uint64_t done, uint64_t all); /* NULL or called between chunks */
    void *progress_ctx;
} cz_setup_options;

/* Writes params_path and vk_path, each atomically. The generators are the standard ones of G1 and G2. Memory: 96 bytes
 * a variable, 32 a row of the domain, twice that while its Lagrange values are computed, and 200 MiB of tables. */
CZ_MUST_CHECK cz_code cz_setup(cz_error *err, const char *params_path, const char *vk_path, cz_circuit_fn fn,
                               const void *circuit, const cz_secrets *secrets, const cz_setup_options *options);

#endif
