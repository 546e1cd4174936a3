/* Poseidon, natively and as a circuit (spec poseidon.md, circuits §6). */
#ifndef CZ_GADGET_POSEIDON_H
#define CZ_GADGET_POSEIDON_H

#include "gadget/num.h"

typedef enum cz_poseidon_tag {
    CZ_POSEIDON_MERKLE,    /* 2^arity - 1 */
    CZ_POSEIDON_RANDOMNESS /* 2^40: draws of a sector update */
} cz_poseidon_tag;

/* The constants of one instance: round constants (plain and compressed), MDS, pre-sparse and sparse matrices;
 * immutable. */
typedef struct cz_poseidon cz_poseidon;

/* Arity 2, 4, 8 or 11 (also 16, 24, 36). Derives everything from the Grain generator. */
CZ_MUST_CHECK cz_code cz_poseidon_new(cz_error *err, cz_poseidon **out, unsigned arity, cz_poseidon_tag tag);
void cz_poseidon_free(cz_poseidon *p);
unsigned cz_poseidon_arity(const cz_poseidon *p);
/* Digest of `arity` elements. */
void cz_poseidon_hash(cz_fr *out, const cz_poseidon *p, const cz_fr *in);

/* The instances that Filecoin's circuits and trees use, built once and passed down. */
typedef struct cz_poseidons {
    cz_poseidon *merkle2, *merkle4, *merkle8, *merkle11, *randomness2;
} cz_poseidons;
CZ_MUST_CHECK cz_code cz_poseidons_new(cz_error *err, cz_poseidons **out);
void cz_poseidons_free(cz_poseidons *p);
/* The Merkle instance of an arity (2, 4, 8, 11), NULL for another. */
const cz_poseidon *cz_poseidons_merkle(const cz_poseidons *p, unsigned arity);

/* The circuit, row for row the reference's. Rows are replayed from a template that is derived once per system and
 * instance; values come from the native rounds. */
cz_num cz_poseidon_circuit(cz_cs *cs, const cz_poseidon *p, const cz_num *in);

#endif
