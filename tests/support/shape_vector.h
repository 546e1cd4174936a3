/* Recorded shapes of the reference's circuits: testdata/shapes/CIRCUIT.json (vectors README, "shapes/"). */
#ifndef CZ_TESTS_SHAPE_VECTOR_H
#define CZ_TESTS_SHAPE_VECTOR_H

#include "r1cs/shape.h"

typedef struct shape_vector {
    cz_shape shape; /* without namespaces */
    uint64_t params_bytes;
} shape_vector;

/* Both fail the running test when the file is absent or not as expected. */
void shape_vector_load(shape_vector *out, const char *circuit);
void shape_vector_free(shape_vector *v);

/* Asserts that counts, terms, densities, checkpoints, digest and the parameter file's size agree. A difference in the
 * digest is narrowed to the 2^16 rows before the first checkpoint that differs. */
void assert_shape(const cz_shape *got, const shape_vector *want);

/* Compares namespaces with shapes/CIRCUIT.spaces.tsv in the shared vectors, where those are at hand; otherwise prints
 * that it was skipped. */
void assert_spaces(const cz_shape *got, const char *circuit);

#endif
