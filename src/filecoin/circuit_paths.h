/* From vanilla Merkle proofs to the levels that the inclusion gadget takes. */
#ifndef CZ_FILECOIN_CIRCUIT_PATHS_H
#define CZ_FILECOIN_CIRCUIT_PATHS_H

#include "filecoin/vanilla.h"
#include "gadget/merkle.h"

/* Levels of a path with their values converted, and the storage for them. */
typedef struct cz_circuit_path {
    cz_path_level levels[CZ_MAX_LEVELS];
    unsigned n_levels;
    cz_fr siblings[7 * CZ_MAX_LEVELS];
} cz_circuit_path;

/* The path of `tree` for a sector; `proof` may be NULL where the system wants no values. A proof of another shape, or a
 * node that is not a field element, makes the system fail. */
void cz_circuit_path_of(cz_cs *cs, cz_circuit_path *out, const cz_sector *sector, cz_tree tree,
                        const cz_merkle_proof *proof);

/* The field element of a node; NULL or no values wanted gives zero, a non-canonical node makes the system fail. */
cz_fr cz_circuit_node(cz_cs *cs, const cz_node *node, const char *what);

#endif
