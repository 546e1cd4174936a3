/* Inside of a Poseidon instance, shared by poseidon.c (native) and poseidon_circuit.c. */
#ifndef CZ_GADGET_POSEIDON_IMPL_H
#define CZ_GADGET_POSEIDON_IMPL_H

#include "gadget/poseidon.h"

#define CZ_POSEIDON_MAX_WIDTH 37
#define CZ_POSEIDON_MAX_PARTIAL 60

typedef struct cz_poseidon_template cz_poseidon_template;

struct cz_poseidon {
    unsigned arity, t, rp; /* t = arity + 1 state elements; 8 full and rp partial rounds */
    cz_fr tag;
    size_t n_crc;
    cz_fr *rc;         /* round constants as the Grain generator gives them, t for each round: the obvious form */
    cz_fr *crc;        /* compressed round constants, in the order in which they are used */
    cz_fr *mds;        /* t x t */
    cz_fr *pre_sparse; /* t x t */
    cz_fr *sparse;     /* for each partial round: w (t entries), then v (t - 1) */
    cz_poseidon_template *rows;
};

/* The permutation; `trace` gets, in order, every value that the circuit allocates (cz_poseidon_template_n_aux), or is
 * NULL. */
void cz_poseidon_permute(cz_fr *out, const cz_poseidon *p, const cz_fr *in, cz_fr *trace);

/* The rows of the circuit, derived from the constants. */
CZ_MUST_CHECK cz_code cz_poseidon_template_build(cz_error *err, cz_poseidon *p);
void cz_poseidon_template_free(cz_poseidon_template *t);

#endif
