/* Public inputs as a verifier derives them: challenges, graph parents, leaf indices (spec formats §8 to §9, overview
 * §5). None of it trusts the vanilla proof's own indices. Inputs are returned without the constant one. */
#ifndef CZ_FILECOIN_PUBLIC_INPUTS_H
#define CZ_FILECOIN_PUBLIC_INPUTS_H

#include "field/fr.h"
#include "filecoin/vanilla.h"

void cz_prover_id(uint8_t out[32], uint64_t miner_id);
void cz_porep_id(uint8_t out[32], const cz_registered *proof);
/* SHA-256 over prover, sector, ticket, comm_d, porep_id; two top bits cleared. */
void cz_replica_id(cz_node *out, const cz_registered *proof, const uint8_t prover_id[32], uint64_t sector_number,
                   const uint8_t ticket[32], const cz_node *comm_d);

/* The challenges of partition k: c1 supplies replica_id, seed, comm_r; out holds porep_challenges. */
void cz_porep_challenges(uint64_t *out, const cz_c1 *c1, size_t partition);
/* The 6 DRG and then 8 expander parents of a node. */
void cz_porep_parents(uint64_t out[CZ_PARENTS], const cz_registered *proof, uint64_t node);
/* out holds 3 + 18 * porep_challenges elements. */
CZ_MUST_CHECK cz_code cz_porep_public_inputs(cz_error *err, cz_fr *out, const cz_c1 *c1, size_t partition);
size_t cz_porep_n_public_inputs(const cz_sector *sector);

/* The challenged leaf of a sector for one challenge index. */
uint64_t cz_post_leaf(const cz_sector *sector, const uint8_t randomness[32], uint64_t sector_id, uint64_t index);
/* WinningPoSt and one partition of a WindowPoSt; sectors ascending by id; partition matters for API 1.0 and 1.1.
 * out holds cz_post_n_public_inputs. */
CZ_MUST_CHECK cz_code cz_post_public_inputs(cz_error *err, cz_fr *out, const cz_registered *proof,
                                            const uint8_t randomness[32], const cz_post_sector *sectors,
                                            size_t n_sectors, size_t partition);
size_t cz_post_n_public_inputs(const cz_sector *sector, cz_kind kind);

#endif
