/* What there is to prove: a C1 output or the vanilla proofs of a PoSt, as commands take them on the command line.
 *
 * Partitions are those of the proof: all of a C1 output; a WindowPoSt's sectors, ascending by number, in groups as
 * large as a partition takes; one for a WinningPoSt. `--partition N` picks one of a C1 output, and says of which
 * partition the sectors of a WindowPoSt are. */
#ifndef CZ_CLI_CUZK_INPUT_H
#define CZ_CLI_CUZK_INPUT_H

#include "cli/common/args.h"
#include "filecoin/circuits.h"
#include "filecoin/native_check.h"
#include "filecoin/readers.h"

typedef struct cz_input {
    cz_registered proof; /* its name is empty for sector sizes without registered proofs */
    cz_circuit_id id;
    char circuit[32];
    cz_poseidons *poseidons;
    bool is_c1;
    cz_c1 c1;
    cz_post_sector *sectors; /* of a PoSt */
    size_t n_sectors, sectors_cap;
    bool has_randomness;
    uint8_t randomness[32];
    size_t first_partition, n_partitions; /* the numbers of the partitions to prove */
} cz_input;

/* Rows for the tables of commands that take an input. */
#define CZ_OPTS_INPUT                                                                                                 \
    {"--c1", "FILE", CZ_OPT_VALUE, "a C1 output in JSON, bare or wrapped with sector number and size"},               \
        {"--vanilla", "FILE", CZ_OPT_MANY, "PoSt vanilla proofs: bincode files, or a JSON array of base64"},          \
        {"--registered", "NAME", CZ_OPT_VALUE, "registered PoSt proof, e.g. StackedDrgWindow32GiBV1_2"},              \
        {"--randomness", "HEX", CZ_OPT_VALUE, "randomness of the PoSt: then the challenges are checked too"},         \
        {"--partition", "N", CZ_OPT_VALUE, "only this partition; for a PoSt, the one the files are of"},              \
        {"--miner", "ID", CZ_OPT_VALUE, "miner of the C1 output: then its replica_id is recomputed and\ncompared"}, { \
        "--sector", "N", CZ_OPT_VALUE, "sector number, where the C1 output has none around it"                        \
    }

/* Whether the command line names an input. */
bool cz_input_given(const cz_args *args);
/* Reads what --c1 or --vanilla name. Owned by the caller. */
CZ_MUST_CHECK cz_code cz_input_read(cz_error *err, cz_input *out, const cz_args *args);
void cz_input_free(cz_input *in);

/* Native check of all partitions, and of the identity of a C1 output where --miner was given. */
CZ_MUST_CHECK cz_code cz_input_check(cz_error *err, const cz_input *in, const cz_args *args, cz_pool *pool);
/* Whether public inputs can be derived: always for a C1 output, with the randomness for a PoSt. */
bool cz_input_derivable(const cz_input *in);
/* Public inputs of one partition as a verifier derives them, without the constant one; freed with free(). */
CZ_MUST_CHECK cz_code cz_input_public(cz_error *err, cz_fr **out, size_t *n, const cz_input *in, size_t partition);
/* The witness of one partition. */
CZ_MUST_CHECK cz_code cz_input_witness(cz_error *err, cz_witness *out, const cz_input *in, size_t partition);

/* 64 hex digits of an option as a field element, little endian, canonical. */
CZ_MUST_CHECK cz_code cz_fr_from_hex(cz_error *err, cz_fr *out, const char *hex, const char *what);

#endif
