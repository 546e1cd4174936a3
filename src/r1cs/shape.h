/* The shape of a circuit: counts, densities, and the digest of its canonical encoding (vectors README), streamed. */
#ifndef CZ_R1CS_SHAPE_H
#define CZ_R1CS_SHAPE_H

#include <stdio.h>

#include "r1cs/matrix.h"

typedef struct cz_space {
    char *name; /* namespace down to depth 2, parts joined by '/' */
    uint32_t rows[2], inputs[2], aux[2];
} cz_space;

typedef struct cz_shape {
    uint32_t n_inputs, n_aux, n_rows;
    uint64_t nnz[3];
    uint32_t a_aux_density, b_input_density, b_aux_density;
    uint64_t encoded_bytes;
    uint8_t sha256[32];
    uint8_t (*checkpoints)[8]; /* one for each 2^16 rows */
    size_t n_checkpoints;
    cz_space *spaces; /* in order of opening; NULL unless asked for */
    size_t n_spaces;
} cz_shape;

typedef struct cz_shape_options {
    bool want_spaces;
    FILE *dump;                                   /* NULL, or gets the whole encoding */
    void (*progress)(void *ctx, uint32_t n_rows); /* NULL, or called now and then */
    void *progress_ctx;
} cz_shape_options;

CZ_MUST_CHECK cz_code cz_shape_of(cz_error *err, cz_shape *out, cz_circuit_fn fn, const void *circuit,
                                  const cz_shape_options *options);
void cz_shape_free(cz_shape *s);

/* Size of the .params file of a circuit of this shape (spec formats §2). */
uint64_t cz_shape_params_bytes(const cz_shape *s);

/* Runs a circuit with values against the check sink: CZ_E_UNSATISFIED names the row and its namespace. */
CZ_MUST_CHECK cz_code cz_circuit_check(cz_error *err, cz_circuit_fn fn, const void *circuit);
/* Runs a circuit in witness mode. *out is zeroed by the call and owned by the caller on success. */
CZ_MUST_CHECK cz_code cz_circuit_witness(cz_error *err, cz_witness *out, cz_circuit_fn fn, const void *circuit);

#endif
