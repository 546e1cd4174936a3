/* Vanilla Merkle proofs as circuit paths: see circuit_paths.h. */
#include "filecoin/circuit_paths.h"

cz_fr cz_circuit_node(cz_cs *cs, const cz_node *node, const char *what) {
    cz_fr v = CZ_FR_ZERO;
    if (node == NULL || !cz_cs_wants_values(cs)) return v;
    if (!cz_fr_from_le(&v, node->b)) cz_cs_fail(cs, CZ_E_FORMAT, "%s is not a canonical field element", what);
    return v;
}

void cz_circuit_path_of(cz_cs *cs, cz_circuit_path *out, const cz_sector *sector, cz_tree tree,
                        const cz_merkle_proof *proof) {
    bool values = cz_cs_wants_values(cs) && proof != NULL;
    out->n_levels = cz_tree_levels(sector, tree);
    if (values && proof->n_levels != out->n_levels) {
        cz_cs_fail(cs, CZ_E_MISMATCH, "a Merkle path has %u levels, a %s sector's has %u", proof->n_levels,
                   sector->name, out->n_levels);
        values = false;
    }
    cz_fr *next = out->siblings;
    for (unsigned k = 0; k < out->n_levels; k++) {
        unsigned arity = cz_tree_arity(sector, tree, k);
        out->levels[k] = (cz_path_level){.arity = arity};
        if (!values) continue;
        if (proof->arity[k] != arity) {
            cz_cs_fail(cs, CZ_E_MISMATCH, "level %u of a Merkle path has arity %u, a %s sector's has %u", k,
                       proof->arity[k], sector->name, arity);
            values = false;
            continue;
        }
        out->levels[k].index = proof->index[k];
        out->levels[k].siblings = next;
        for (unsigned i = 0; i + 1 < arity; i++) {
            *next++ = cz_circuit_node(cs, &proof->siblings[proof->first[k] + i], "a sibling in a Merkle path");
        }
    }
}
