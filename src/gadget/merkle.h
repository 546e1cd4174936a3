/* Merkle inclusion inside a circuit (spec circuits §7): insertion of a node among its siblings, paths to a root. */
#ifndef CZ_GADGET_MERKLE_H
#define CZ_GADGET_MERKLE_H

#include "gadget/poseidon.h"

/* One level of a path, leaf to root. */
typedef struct cz_path_level {
    unsigned arity;        /* 2, 4 or 8 */
    unsigned index;        /* own position among the children */
    const cz_fr *siblings; /* arity - 1; may be NULL where values are not wanted */
} cz_path_level;

/* out[0 … arity-1] = the siblings with x at the position that the log2(arity) bits give, least significant first. */
void cz_insert(cz_cs *cs, cz_num *out, unsigned arity, const cz_num *x, const cz_bool *bits, const cz_num *siblings);

/* Private inclusion of `leaf` under `root`: allocates index bits and siblings level by level, hashes up with SHA-256
 * (poseidons NULL) or Poseidon, packs the index into inputs, and enforces the root. */
void cz_merkle_inclusion(cz_cs *cs, const cz_poseidons *poseidons, const cz_path_level *levels, unsigned n_levels,
                         const cz_num *leaf, const cz_num *root);

#endif
