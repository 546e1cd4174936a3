/* Vanilla proofs in memory: what a C1 output or a PoSt message holds, after parsing.
 *
 * A node is 32 bytes, little endian; readers guarantee that every node that becomes a field element is canonical.
 * Pointers inside point into one arena that belongs to the outermost struct.
 */
#ifndef CZ_FILECOIN_VANILLA_H
#define CZ_FILECOIN_VANILLA_H

#include "filecoin/sector.h"

typedef struct cz_node {
    uint8_t b[32];
} cz_node;

#define CZ_MAX_LEVELS 34

/* n * size zeroed bytes, suitably aligned, that live until the arena is freed; *arena is NULL at first. `out_ptr` is
 * the address of a pointer. */
CZ_MUST_CHECK cz_code cz_vanilla_alloc(cz_error *err, void *out_ptr, void **arena, size_t n, size_t size,
                                       const char *what);
/* Frees everything and sets *arena to NULL. */
void cz_vanilla_arena_free(void **arena);

/* A Merkle inclusion proof, leaf to root: base levels, then the sub and the top level. */
typedef struct cz_merkle_proof {
    unsigned n_levels;
    uint8_t arity[CZ_MAX_LEVELS];  /* of each level */
    uint8_t index[CZ_MAX_LEVELS];  /* own position among the children, < arity */
    uint16_t first[CZ_MAX_LEVELS]; /* offset of the level's arity - 1 siblings in `siblings` */
    const cz_node *siblings;
    cz_node root, leaf;
} cz_merkle_proof;

/* The node index that the path encodes. */
uint64_t cz_merkle_proof_index(const cz_merkle_proof *p);
/* Sets n_levels, arity and first to those of a tree and returns the number of siblings that `siblings` must hold. */
size_t cz_merkle_proof_shape(cz_merkle_proof *p, const cz_sector *sector, cz_tree tree);

typedef struct cz_column_proof {
    uint32_t index;       /* of the column: the node */
    const cz_node *rows;  /* one for each layer */
    cz_merkle_proof path; /* in TreeC */
} cz_column_proof;

typedef struct cz_label_proof {
    const cz_node *parents; /* 37 */
    uint32_t layer;         /* from 1 */
    uint64_t node;
} cz_label_proof;

typedef struct cz_porep_challenge {
    cz_merkle_proof comm_d, comm_r_last; /* in TreeD, in TreeR */
    cz_column_proof c_x, drg[CZ_DRG_PARENTS], exp[CZ_EXP_PARENTS];
    cz_label_proof labels[CZ_MAX_LAYERS]; /* sector->layers of them, in order of layer */
    cz_label_proof encoding;
} cz_porep_challenge;

typedef struct cz_porep_partition {
    const cz_porep_challenge *challenges;
    size_t n_challenges;
} cz_porep_partition;

/* A C1 output. */
typedef struct cz_c1 {
    cz_registered proof;
    uint64_t sector_number; /* from the wrapper; has_wrapper says whether there was one */
    bool has_wrapper;
    cz_node comm_r, comm_d, replica_id;
    uint8_t seed[32], ticket[32];
    const cz_porep_partition *partitions;
    size_t n_partitions;
    void *arena;
} cz_c1;
void cz_c1_free(cz_c1 *c1);

/* One FallbackPoSt message: one sector of a WinningPoSt or WindowPoSt. */
typedef struct cz_post_sector {
    uint64_t sector_id;
    cz_node comm_r, comm_c, comm_r_last;
    const cz_merkle_proof *proofs;
    size_t n_proofs;
    void *arena;
} cz_post_sector;
void cz_post_sector_free(cz_post_sector *s);

#endif
