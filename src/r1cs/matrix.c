/* Constraint matrices: see matrix.h. */
#include "r1cs/matrix.h"

#include <stdlib.h>

#include "base/mem.h"

/* Bits over variables that grow as variables are met. */
static cz_code bitset_grow(cz_error *err, uint64_t **bits, size_t *cap, size_t n_bits) {
    size_t need = (n_bits + 63) / 64, old = *cap;
    if (need <= old) return CZ_OK;
    CZ_TRY(cz_grow(err, bits, cap, need, sizeof **bits, "variable marks"));
    memset(*bits + old, 0, (*cap - old) * sizeof **bits);
    return CZ_OK;
}

struct recorder {
    cz_matrices *m;
    uint64_t *is_bit;
    size_t is_bit_cap;
};

static cz_code record_input(cz_error *err, void *self, const cz_fr *value) {
    (void)err, (void)value;
    ((struct recorder *)self)->m->n_inputs++;
    return CZ_OK;
}

static cz_code record_aux(cz_error *err, void *self, const cz_fr *value) {
    (void)value;
    struct recorder *r = self;
    CZ_TRY(bitset_grow(err, &r->is_bit, &r->is_bit_cap, (size_t)r->m->n_aux + 1));
    r->m->n_aux++;
    return CZ_OK;
}

static cz_code record_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    (void)bits;
    struct recorder *r = self;
    CZ_TRY(bitset_grow(err, &r->is_bit, &r->is_bit_cap, (size_t)r->m->n_aux + n));
    for (unsigned i = 0; i < n; i++) {
        r->is_bit[r->m->n_aux / 64] |= (uint64_t)1 << (r->m->n_aux % 64);
        r->m->n_aux++;
    }
    return CZ_OK;
}

static cz_code append_row(cz_error *err, cz_matrix *m, cz_lc_view lc) {
    CZ_TRY(cz_grow(err, &m->row_start, &m->rows_cap, (size_t)m->n_rows + 2, sizeof *m->row_start, "matrix rows"));
    CZ_TRY(cz_grow(err, &m->terms, &m->terms_cap, (size_t)m->n_terms + lc.n + 1, sizeof *m->terms, "matrix terms"));
    if (lc.n != 0) memcpy(m->terms + m->n_terms, lc.terms, lc.n * sizeof *lc.terms);
    if (m->n_rows == 0) m->row_start[0] = 0;
    m->n_terms += lc.n;
    m->row_start[++m->n_rows] = m->n_terms;
    return CZ_OK;
}

static cz_code record_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    (void)cs;
    cz_matrices *m = ((struct recorder *)self)->m;
    CZ_TRY(append_row(err, &m->a, a));
    CZ_TRY(append_row(err, &m->b, b));
    if (m->with_c) CZ_TRY(append_row(err, &m->c, c));
    m->n_rows++;
    return CZ_OK;
}

static cz_code ignore_enter(cz_error *err, void *self, const cz_cs *cs, const char *name, int64_t index) {
    (void)err, (void)self, (void)cs, (void)name, (void)index;
    return CZ_OK;
}

static cz_code ignore_leave(cz_error *err, void *self, const cz_cs *cs) {
    (void)err, (void)self, (void)cs;
    return CZ_OK;
}

static const cz_sink SINK_MATRIX = {
    .wants_values = false,
    .wants_rows = true,
    .alloc_input = record_input,
    .alloc_aux = record_aux,
    .alloc_bits = record_bits,
    .row = record_row,
    .enter = ignore_enter,
    .leave = ignore_leave,
};

static uint32_t popcount_all(const uint64_t *bits, size_t n_words) {
    uint32_t n = 0;
    for (size_t i = 0; i < n_words; i++) n += (uint32_t)__builtin_popcountll(bits[i]);
    return n;
}

static void mark_columns(uint64_t *inputs, uint64_t *aux, const cz_matrix *m) {
    for (uint64_t i = 0; i < m->n_terms; i++) {
        uint32_t v = m->terms[i].var, index = v & ~CZ_VAR_AUX;
        uint64_t *bits = (v & CZ_VAR_AUX) != 0 ? aux : inputs;
        if (bits != NULL) bits[index / 64] |= (uint64_t)1 << (index % 64);
    }
}

/* Densities as bellperson's trackers see them: variables that occur with a non-zero coefficient (spec prover §1). */
static cz_code find_densities(cz_error *err, cz_matrices *m) {
    size_t aux_words = ((size_t)m->n_aux + 63) / 64, input_words = ((size_t)m->n_inputs + 63) / 64;
    CZ_TRY(cz_calloc(err, &m->a_aux_density, aux_words, sizeof(uint64_t), "densities"));
    CZ_TRY(cz_calloc(err, &m->b_aux_density, aux_words, sizeof(uint64_t), "densities"));
    CZ_TRY(cz_calloc(err, &m->b_input_density, input_words, sizeof(uint64_t), "densities"));
    mark_columns(NULL, m->a_aux_density, &m->a);
    mark_columns(m->b_input_density, m->b_aux_density, &m->b);
    m->n_a_aux = popcount_all(m->a_aux_density, aux_words);
    m->n_b_aux = popcount_all(m->b_aux_density, aux_words);
    m->n_b_input = popcount_all(m->b_input_density, input_words);
    return CZ_OK;
}

cz_code cz_matrices_record(cz_error *err, cz_matrices *out, cz_circuit_fn fn, const void *circuit, bool with_c) {
    cz_matrices m = {.with_c = with_c};
    struct recorder r = {.m = &m};
    cz_cs *cs = NULL;
    cz_code code = cz_coeffs_new(err, &m.coeffs);
    if (code == CZ_OK) code = cz_cs_new(err, &cs, &SINK_MATRIX, &r, m.coeffs);
    if (code == CZ_OK) {
        fn(cs, circuit);
        code = cz_cs_status(err, cs);
    }
    cz_cs_free(cs);
    if (code == CZ_OK) code = find_densities(err, &m);
    if (code == CZ_OK) code = cz_varmap_build(err, &m.map, m.n_inputs, m.n_aux, r.is_bit);
    free(r.is_bit);
    if (code != CZ_OK) {
        cz_matrices_free(&m);
        return code;
    }
    *out = m;
    return CZ_OK;
}

static void matrix_free(cz_matrix *m) {
    free(m->row_start);
    free(m->terms);
}

void cz_matrices_free(cz_matrices *m) {
    matrix_free(&m->a);
    matrix_free(&m->b);
    matrix_free(&m->c);
    cz_coeffs_free(m->coeffs);
    free(m->a_aux_density);
    free(m->b_aux_density);
    free(m->b_input_density);
    cz_varmap_free(&m->map);
    *m = (cz_matrices){0};
}

size_t cz_matrices_bytes(const cz_matrices *m) {
    size_t n = 0;
    const cz_matrix *all[3] = {&m->a, &m->b, &m->c};
    for (int i = 0; i < 3; i++) n += all[i]->rows_cap * sizeof(uint64_t) + all[i]->terms_cap * sizeof(cz_term);
    return n;
}

struct mul_job {
    cz_fr *out;
    const cz_matrices *m;
    const cz_matrix *which;
    const cz_witness *w;
};

#define ROWS_PER_TASK 16384

static void mul_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct mul_job *job = ctx;
    const cz_fr *values = cz_coeffs_values(job->m->coeffs);
    size_t end = (task + 1) * ROWS_PER_TASK;
    if (end > job->which->n_rows) end = job->which->n_rows;
    for (size_t row = task * ROWS_PER_TASK; row < end; row++) {
        cz_fr sum = CZ_FR_ZERO;
        for (uint64_t k = job->which->row_start[row]; k < job->which->row_start[row + 1]; k++) {
            cz_term t = job->which->terms[k];
            uint32_t index = t.var & ~CZ_VAR_AUX;
            cz_fr v;
            if ((t.var & CZ_VAR_AUX) == 0) {
                v = job->w->inputs[index];
            } else {
                const cz_varmap *map = &job->m->map;
                if (map->is_bit[index / 64] >> (index % 64) & 1) {
                    /* a bit: its coefficient or nothing */
                    if (job->w->bits[index / 64] >> (index % 64) & 1) cz_fr_add(&sum, &sum, &values[t.coeff]);
                    continue;
                }
                cz_witness_aux(&v, job->w, map, index);
            }
            if (t.coeff == CZ_COEFF_MINUS_ONE) {
                cz_fr_sub(&sum, &sum, &v);
                continue;
            }
            if (t.coeff != CZ_COEFF_ONE) cz_fr_mul(&v, &v, &values[t.coeff]);
            cz_fr_add(&sum, &sum, &v);
        }
        job->out[row] = sum;
    }
}

void cz_matrix_mul(cz_fr *out, cz_pool *pool, const cz_matrices *m, const cz_matrix *which, const cz_witness *w) {
    struct mul_job job = {out, m, which, w};
    cz_pool_run(pool, ((size_t)which->n_rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK, mul_task, &job);
}
