/* The check sink: evaluates every row on the assignment and reports the first that does not hold, with its namespace.
 * And the runner of the witness sink. See shape.h. */
#include <stdlib.h>

#include "base/mem.h"
#include "r1cs/shape.h"

#define MAX_DEPTH 32

struct checker {
    cz_fr *inputs, *aux;
    size_t n_inputs, n_aux, inputs_cap, aux_cap;
    const char *names[MAX_DEPTH];
    int64_t indices[MAX_DEPTH];
    unsigned depth;
};

static cz_code check_input(cz_error *err, void *self, const cz_fr *value) {
    struct checker *c = self;
    CZ_TRY(cz_grow(err, &c->inputs, &c->inputs_cap, c->n_inputs + 1, sizeof *c->inputs, "inputs"));
    c->inputs[c->n_inputs++] = *value;
    return CZ_OK;
}

static cz_code check_aux(cz_error *err, void *self, const cz_fr *value) {
    struct checker *c = self;
    CZ_TRY(cz_grow(err, &c->aux, &c->aux_cap, c->n_aux + 1, sizeof *c->aux, "aux values"));
    c->aux[c->n_aux++] = *value;
    return CZ_OK;
}

static cz_code check_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    for (unsigned i = 0; i < n; i++) CZ_TRY(check_aux(err, self, bits >> i & 1 ? &CZ_FR_ONE : &CZ_FR_ZERO));
    return CZ_OK;
}

static void evaluate(cz_fr *out, const struct checker *c, const cz_cs *cs, cz_lc_view lc) {
    const cz_fr *values = cz_coeffs_values(cz_cs_coeffs(cs));
    *out = CZ_FR_ZERO;
    for (size_t i = 0; i < lc.n; i++) {
        uint32_t v = lc.terms[i].var, index = v & ~CZ_VAR_AUX;
        cz_fr t;
        cz_fr_mul(&t, &values[lc.terms[i].coeff], (v & CZ_VAR_AUX) != 0 ? &c->aux[index] : &c->inputs[index]);
        cz_fr_add(out, out, &t);
    }
}

static void space_name(char *out, size_t n, const struct checker *c) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < c->depth && i < MAX_DEPTH; i++) {
        if (i > 0 && used + 1 < n) out[used++] = '/';
        used += cz_space_name(out + used, n - used, c->names[i], c->indices[i]);
        if (used >= n) return;
    }
}

static cz_code check_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    const struct checker *k = self;
    cz_fr va, vb, vc;
    evaluate(&va, k, cs, a);
    evaluate(&vb, k, cs, b);
    evaluate(&vc, k, cs, c);
    cz_fr_mul(&va, &va, &vb);
    if (cz_fr_eq(&va, &vc)) return CZ_OK;
    char space[512];
    space_name(space, sizeof space, k);
    return CZ_FAIL(err, CZ_E_UNSATISFIED, "constraint %u is not satisfied, in %s", cz_cs_n_rows(cs),
                   space[0] != '\0' ? space : "the circuit's outermost namespace");
}

static cz_code check_enter(cz_error *err, void *self, const cz_cs *cs, const char *name, int64_t index) {
    (void)err, (void)cs;
    struct checker *c = self;
    if (c->depth < MAX_DEPTH) {
        c->names[c->depth] = name;
        c->indices[c->depth] = index;
    }
    c->depth++;
    return CZ_OK;
}

static cz_code check_leave(cz_error *err, void *self, const cz_cs *cs) {
    (void)err, (void)cs;
    ((struct checker *)self)->depth--;
    return CZ_OK;
}

static const cz_sink SINK_CHECK = {
    .wants_values = true,
    .wants_rows = true,
    .alloc_input = check_input,
    .alloc_aux = check_aux,
    .alloc_bits = check_bits,
    .row = check_row,
    .enter = check_enter,
    .leave = check_leave,
};

static cz_code run(cz_error *err, const cz_sink *sink, void *self, cz_circuit_fn fn, const void *circuit) {
    cz_cs *cs = NULL;
    CZ_TRY(cz_cs_new(err, &cs, sink, self, NULL));
    fn(cs, circuit);
    cz_code code = cz_cs_status(err, cs);
    cz_cs_free(cs);
    return code;
}

cz_code cz_circuit_check(cz_error *err, cz_circuit_fn fn, const void *circuit) {
    struct checker c = {0};
    cz_code code = run(err, &SINK_CHECK, &c, fn, circuit);
    free(c.inputs);
    free(c.aux);
    return code;
}

cz_code cz_circuit_witness(cz_error *err, cz_witness *out, cz_circuit_fn fn, const void *circuit) {
    *out = (cz_witness){0};
    cz_code code = run(err, &CZ_SINK_WITNESS, out, fn, circuit);
    if (code != CZ_OK) cz_witness_free(out);
    return code;
}
