/* Circuits by name: see circuit.h. */
#include "cli/cuzk/circuit.h"

#include <string.h>

#include "cli/cuzk/circuit_table.h"
#include "r1cs/shape.h"

cz_code cz_named_circuit_open(cz_error *err, cz_named_circuit *out, cz_circuit_id id) {
    *out = (cz_named_circuit){.id = id};
    cz_circuit_id_name(out->name, id);
    cz_circuit_params_stem(out->stem, id);
    if (id.kind == CZ_KIND_UPDATE)
        return CZ_FAIL(err, CZ_E_UNSUPPORTED, "%s: this build does not have the circuit of sector updates", out->name);
    CZ_TRY(cz_poseidons_new(err, &out->poseidons));
    if (id.kind == CZ_KIND_POREP) {
        out->of.porep = (cz_porep_circuit){.sector = id.sector, .poseidons = out->poseidons};
        out->fn = cz_porep_synthesize;
        out->circuit = &out->of.porep;
    } else {
        out->of.post = (cz_post_circuit){.sector = id.sector, .poseidons = out->poseidons, .kind = id.kind};
        out->fn = cz_post_synthesize;
        out->circuit = &out->of.post;
    }
    return CZ_OK;
}

void cz_named_circuit_close(cz_named_circuit *c) {
    if (c->poseidons) cz_poseidons_free(c->poseidons);
    *c = (cz_named_circuit){0};
}

const cz_circuit_counts *cz_circuit_counts_of(const char *name) {
    for (size_t i = 0; i < sizeof CIRCUIT_TABLE / sizeof *CIRCUIT_TABLE; i++)
        if (strcmp(CIRCUIT_TABLE[i].name, name) == 0) return &CIRCUIT_TABLE[i];
    return NULL;
}

uint64_t cz_circuit_counts_params_bytes(const cz_circuit_counts *c) {
    cz_shape shape = {.n_inputs = c->n_inputs,
                      .n_aux = c->n_aux,
                      .n_rows = c->n_rows,
                      .a_aux_density = c->a_aux_density,
                      .b_input_density = c->b_input_density,
                      .b_aux_density = c->b_aux_density};
    return cz_shape_params_bytes(&shape);
}
