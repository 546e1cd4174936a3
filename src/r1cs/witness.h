/* The packed witness: the assignment of one circuit instance, bits stored as bits.
 *
 * Most aux variables are bits (98 % in a 2 KiB PoRep). A static map per circuit shape says which. Bit i of `bits` is
 * aux i if that is a bit variable, 0 otherwise; full-size values stand in `full` in aux order, and the map's rank
 * directory turns an aux index into a position there. Values are in Montgomery form.
 */
#ifndef CZ_R1CS_WITNESS_H
#define CZ_R1CS_WITNESS_H

#include "r1cs/cs.h"

/* Which aux variables are bits. Built once per shape, shared read-only by all witnesses of it. */
typedef struct cz_varmap {
    uint32_t n_inputs, n_aux, n_full;
    uint64_t *is_bit;    /* ceil(n_aux / 64) words */
    uint32_t *full_rank; /* full-size aux variables before word w; ceil(n_aux / 64) + 1 entries */
} cz_varmap;

typedef struct cz_witness {
    uint32_t n_inputs, n_aux, n_full;
    cz_fr *inputs;    /* n_inputs, the constant one first */
    uint64_t *bits;   /* ceil(n_aux / 64) words */
    cz_fr *full;      /* n_full */
    uint64_t *is_bit; /* as in cz_varmap: of this run, to be compared with or turned into the map */
    size_t inputs_cap, words_cap, full_cap; /* capacities of the arrays above while it grows */
} cz_witness;

/* The witness sink: `self` is a zeroed cz_witness, which cz_witness_free releases. */
extern const cz_sink CZ_SINK_WITNESS;
void cz_witness_free(cz_witness *w);

/* The map of a shape whose bit variables are given: ceil(n_aux / 64) words. */
CZ_MUST_CHECK cz_code cz_varmap_build(cz_error *err, cz_varmap *out, uint32_t n_inputs, uint32_t n_aux,
                                      const uint64_t *is_bit);
void cz_varmap_free(cz_varmap *m);
/* Bytes held by a witness. */
size_t cz_witness_bytes(const cz_witness *w);
/* Whether a witness has the shape of the map: counts and kinds agree. */
bool cz_witness_fits(const cz_witness *w, const cz_varmap *m);
/* Aux i, of a witness that fits the map. */
static inline void cz_witness_aux(cz_fr *out, const cz_witness *w, const cz_varmap *m, uint32_t i) {
    uint64_t kinds = m->is_bit[i / 64];
    if (kinds >> (i % 64) & 1) {
        *out = w->bits[i / 64] >> (i % 64) & 1 ? CZ_FR_ONE : CZ_FR_ZERO;
    } else {
        uint64_t below = ~kinds & (((uint64_t)1 << (i % 64)) - 1);
        *out = w->full[m->full_rank[i / 64] + (uint32_t)__builtin_popcountll(below)];
    }
}

/* Counts of aux values 0, 1, other, and SHA-256 and checkpoints of all inputs and then all aux (vectors README,
 * "witness/"): checkpoint n covers the inputs and the first n * 2^16 aux. checkpoints may be NULL; freed with free().
 */
typedef struct cz_witness_digest {
    uint32_t aux_zero, aux_one, aux_other;
    uint8_t sha256[32];
    uint8_t (*checkpoints)[8];
    size_t n_checkpoints;
} cz_witness_digest;
CZ_MUST_CHECK cz_code cz_witness_digest_of(cz_error *err, cz_witness_digest *out, const cz_witness *w);

#endif
