/* Sector sizes, tree shapes, and what Filecoin's registered proofs mean by them (spec overview §2 to §5). */
#ifndef CZ_FILECOIN_SECTOR_H
#define CZ_FILECOIN_SECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Shape of TreeC and TreeR: base arity 8, then at most two single levels on top (0: absent). TreeD is always binary. */
typedef struct cz_sector {
    uint64_t bytes;
    const char *name;     /* "2KiB" … "64GiB", as in circuit names */
    unsigned log_nodes;   /* log2 of the number of 32-byte nodes; also the levels of TreeD */
    unsigned base_levels; /* arity-8 levels in an inclusion path */
    unsigned sub_arity, top_arity;
    unsigned layers;                             /* of the stacked PoRep: 2 or 11 */
    unsigned porep_partitions, porep_challenges; /* interactive and synthetic; challenges per partition */
    unsigned ni_partitions;                      /* non-interactive, with the same challenges per partition */
    unsigned window_sectors;                     /* WindowPoSt sectors per partition */
    unsigned update_partitions, update_challenges, update_apex_leaves; /* 0 where not allowed */
    bool has_registered_proofs;                                        /* 2 KiB, 8 MiB, 512 MiB, 32 GiB, 64 GiB */
} cz_sector;

#define CZ_WINNING_CHALLENGES 66 /* one sector, laid out as 66 slots with one challenge each */
#define CZ_WINDOW_CHALLENGES 10  /* per sector */
#define CZ_DRG_PARENTS 6
#define CZ_EXP_PARENTS 8
#define CZ_PARENTS (CZ_DRG_PARENTS + CZ_EXP_PARENTS)
#define CZ_LABEL_PARENTS 37
#define CZ_MAX_LAYERS 11
#define CZ_MAX_POREP_CHALLENGES 18 /* in a partition */

/* Which tree of a sector: TreeD is binary over SHA-256, the others have the sector's shape over Poseidon. */
typedef enum cz_tree { CZ_TREE_D, CZ_TREE_C, CZ_TREE_R } cz_tree;
/* Levels of an inclusion path, and the arity of one of them, counted from the leaf. */
unsigned cz_tree_levels(const cz_sector *sector, cz_tree tree);
unsigned cz_tree_arity(const cz_sector *sector, cz_tree tree, unsigned level);

/* The ten sector sizes that have circuits, ascending. */
const cz_sector *cz_sectors(size_t *n);
/* NULL if there is none. */
const cz_sector *cz_sector_by_bytes(uint64_t bytes);
const cz_sector *cz_sector_by_name(const char *name);

typedef enum cz_kind { CZ_KIND_POREP = 1, CZ_KIND_UPDATE = 2, CZ_KIND_WINDOW = 3, CZ_KIND_WINNING = 4 } cz_kind;
/* "porep", "update", "window", "winning" */
const char *cz_kind_name(cz_kind kind);

/* A circuit of the published set: kind and sector size, named "porep-32GiB". */
typedef struct cz_circuit_id {
    cz_kind kind;
    const cz_sector *sector;
} cz_circuit_id;
CZ_MUST_CHECK cz_code cz_circuit_id_parse(cz_error *err, cz_circuit_id *out, const char *name);
/* Writes e.g. "winning-2KiB"; 32 bytes are enough. */
void cz_circuit_id_name(char out[32], cz_circuit_id id);
/* The file name of its parameters without extension: "v28-…" (spec formats §3); 256 bytes are enough. */
void cz_circuit_params_stem(char out[256], cz_circuit_id id);

typedef enum cz_api { CZ_API_1_0 = 0, CZ_API_1_1, CZ_API_1_2 } cz_api;
typedef enum cz_feature { CZ_FEATURE_NONE = 0, CZ_FEATURE_SYNTHETIC, CZ_FEATURE_NON_INTERACTIVE } cz_feature;

/* A registered proof: number and name as on the wire and in C1 outputs (spec overview §4). */
typedef struct cz_registered {
    cz_kind kind;
    unsigned number;
    const cz_sector *sector;
    cz_api api;
    cz_feature feature;
    char name[64];
} cz_registered;
CZ_MUST_CHECK cz_code cz_registered_by_number(cz_error *err, cz_registered *out, cz_kind kind, unsigned number);
CZ_MUST_CHECK cz_code cz_registered_by_name(cz_error *err, cz_registered *out, cz_kind kind, const char *name);

#endif
