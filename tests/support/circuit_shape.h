/* The shape of a circuit by name, held to the reference's. */
#ifndef CZ_TESTS_CIRCUIT_SHAPE_H
#define CZ_TESTS_CIRCUIT_SHAPE_H

#include "filecoin/circuits.h"
#include "r1cs/shape.h"

/* Computes the shape of "porep-2KiB", "window-32GiB" and so on without values, compares it with the recorded one and
 * prints how long it took. */
void check_circuit_shape(const char *circuit, const cz_poseidons *poseidons);

#endif
