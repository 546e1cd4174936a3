/* Compressed constraint matrices: A, B and (for checking) C of a circuit, 32-bit columns and dictionary coefficients.
 *
 * Rows are the circuit's, in order, without the input rows that Groth16 appends: those are (I_i ; 0 ; 0) and every
 * user adds them itself. A column is a cz_var.
 */
#ifndef CZ_R1CS_MATRIX_H
#define CZ_R1CS_MATRIX_H

#include "base/threads.h"
#include "r1cs/witness.h"

typedef struct cz_matrix {
    uint32_t n_rows;
    uint64_t n_terms;
    uint64_t *row_start; /* n_rows + 1 */
    cz_term *terms;
    size_t rows_cap, terms_cap;
} cz_matrix;

typedef struct cz_matrices {
    uint32_t n_inputs, n_aux, n_rows;
    cz_matrix a, b, c;
    bool with_c;
    cz_coeffs *coeffs; /* owned */
    /* density bits over aux (a, b) and inputs (b), and their popcounts */
    uint64_t *a_aux_density, *b_aux_density, *b_input_density;
    uint32_t n_a_aux, n_b_aux, n_b_input;
    cz_varmap map;
} cz_matrices;

/* A circuit as the runner sees it: called with a fresh system, it allocates and enforces everything. */
typedef void (*cz_circuit_fn)(cz_cs *cs, const void *circuit);

/* Records the matrices of a circuit without values. */
CZ_MUST_CHECK cz_code cz_matrices_record(cz_error *err, cz_matrices *out, cz_circuit_fn fn, const void *circuit,
                                         bool with_c);
void cz_matrices_free(cz_matrices *m);

/* Bytes held by the matrices. */
size_t cz_matrices_bytes(const cz_matrices *m);

/* out[i] = <row i, z> for the circuit's rows: one matrix, over a packed witness that fits m->map; threaded. */
void cz_matrix_mul(cz_fr *out, cz_pool *pool, const cz_matrices *m, const cz_matrix *which, const cz_witness *w);

#endif
