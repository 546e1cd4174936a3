/* Circuits by name, as commands take them, without values: for shapes and setups. */
#ifndef CZ_CLI_CUZK_CIRCUIT_H
#define CZ_CLI_CUZK_CIRCUIT_H

#include "filecoin/circuits.h"

typedef struct cz_named_circuit {
    cz_circuit_id id;
    char name[32];
    char stem[256]; /* file name of its parameters without extension */
    cz_poseidons *poseidons;
    union {
        cz_porep_circuit porep;
        cz_post_circuit post;
    } of;
    cz_circuit_fn fn; /* with `circuit` */
    const void *circuit;
} cz_named_circuit;

/* CZ_E_UNSUPPORTED for a kind that is known but whose circuit this build does not have. Points into itself: do not
 * copy or move. */
CZ_MUST_CHECK cz_code cz_named_circuit_open(cz_error *err, cz_named_circuit *out, cz_circuit_id id);
void cz_named_circuit_close(cz_named_circuit *c);

/* What is known of each of the published circuits without running it. */
typedef struct cz_circuit_counts {
    const char *name;
    uint32_t n_inputs, n_aux, n_rows, a_aux_density, b_input_density, b_aux_density;
} cz_circuit_counts;
/* NULL if the table has no such circuit. */
const cz_circuit_counts *cz_circuit_counts_of(const char *name);
/* Size of the parameter file that follows from the counts. */
uint64_t cz_circuit_counts_params_bytes(const cz_circuit_counts *c);

#endif
