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

/* That a C1 output is of this sector: its replica_id follows from prover, sector number, ticket, comm_d and porep_id
 * (and its wrapper, if any, names the same sector). Without this nothing ties the ticket to the proof. */
CZ_MUST_CHECK cz_code cz_porep_check_identity(cz_error *err, const cz_c1 *c1, const uint8_t prover_id[32],
                                              uint64_t sector_number);

/* The challenges of partition k: c1 supplies replica_id, seed, comm_r; out holds porep_challenges. */
void cz_porep_challenges(uint64_t *out, const cz_c1 *c1, size_t partition);
/* The pre-computed challenges of a synthetic PoRep, first .. first + n - 1, over a sector of n_nodes. */
void cz_synthetic_set(uint64_t *out, size_t first, size_t n, uint64_t n_nodes, const cz_node *replica_id,
                      const cz_node *comm_r);
/* Challenges first .. first + n - 1 of a synthetic PoRep, picked from a set of n_set (min(n_nodes, 2^18) in a proof).
 */
void cz_synthetic_challenges(uint64_t *out, uint32_t first, size_t n, uint64_t n_nodes, uint32_t n_set,
                             const cz_node *replica_id, const cz_node *comm_r, const uint8_t seed[32]);
/* The 6 DRG and then 8 expander parents of a node. */
void cz_porep_parents(uint64_t out[CZ_PARENTS], const cz_registered *proof, uint64_t node);
/* The same for any graph: n_nodes is a power of two. */
void cz_graph_parents(uint64_t out[CZ_PARENTS], cz_api api, uint64_t n_nodes, const uint8_t porep_id[32],
                      uint64_t node);
/* Label of a node: SHA-256(replica_id, layer from 1, node, n_parents node labels repeated cyclically to 37), two top
 * bits cleared. Node 0 has no parents: n_parents is 0. */
void cz_label(cz_node *out, const cz_node *replica_id, uint32_t layer, uint64_t node, const cz_node *const *parents,
              size_t n_parents);
/* How many partitions the proof has: porep_partitions, or ni_partitions for a non-interactive one. */
size_t cz_porep_n_partitions(const cz_registered *proof);
/* out holds 3 + 18 * porep_challenges elements. */
CZ_MUST_CHECK cz_code cz_porep_public_inputs(cz_error *err, cz_fr *out, const cz_c1 *c1, size_t partition);
size_t cz_porep_n_public_inputs(const cz_sector *sector);

/* That sectors fit a partition: their number, ascending and distinct ids, a kind that is a PoSt. */
CZ_MUST_CHECK cz_code cz_post_check_sectors(cz_error *err, const cz_registered *proof, const cz_post_sector *sectors,
                                            size_t n_sectors);
/* Challenges of one slot: 1 or 10. */
unsigned cz_post_n_challenges(cz_kind kind);
/* The challenge index of challenge n in slot s of a partition (spec formats §9). */
uint64_t cz_post_challenge_index(const cz_registered *proof, size_t partition, size_t slot, size_t n);
/* The challenged leaf of a sector for one challenge index. */
uint64_t cz_post_leaf(const cz_sector *sector, const uint8_t randomness[32], uint64_t sector_id, uint64_t index);
/* WinningPoSt (one sector) and one partition of a WindowPoSt; sectors ascending by id (an error if not); partition
 * matters for API 1.0 and 1.1. out holds cz_post_n_public_inputs. */
CZ_MUST_CHECK cz_code cz_post_public_inputs(cz_error *err, cz_fr *out, const cz_registered *proof,
                                            const uint8_t randomness[32], const cz_post_sector *sectors,
                                            size_t n_sectors, size_t partition);
size_t cz_post_n_public_inputs(const cz_sector *sector, cz_kind kind);

#endif
