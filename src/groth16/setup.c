/* Test parameters: see setup.h.
 *
 * The circuit runs twice: once to count rows, which fixes the domain, and once to accumulate the QAP polynomials at
 * tau, row by row, with the Lagrange values at tau. No matrices are kept. Points are made and written in chunks.
 */
#include "groth16/setup.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/random.h"
#include "curve/fixed_base.h"
#include "poly/domain.h"

void cz_fr_from_label(cz_fr *out, const char *label) {
    uint8_t counter[8] = {0}, bytes[32];
    cz_sha256 h;
    cz_sha256_init(&h);
    cz_sha256_update(&h, label, strlen(label));
    cz_sha256_update(&h, counter, sizeof counter);
    cz_sha256_peek(bytes, &h);
    bytes[31] &= 0x3f;
    bool canonical = cz_fr_from_le(out, bytes); /* below 2^254 */
    CZ_INVARIANT(canonical, "254 bits are a canonical field element");
}

static cz_fr *secret_of(cz_secrets *s, int i) {
    cz_fr *all[5] = {&s->alpha, &s->beta, &s->gamma, &s->delta, &s->tau};
    return all[i];
}

void cz_secrets_from_label(cz_secrets *out, const char *label) {
    static const char *const names[5] = {"alpha", "beta", "gamma", "delta", "tau"};
    for (int i = 0; i < 5; i++) {
        char full[256];
        (void)snprintf(full, sizeof full, "%.200s %s", label, names[i]);
        cz_fr_from_label(secret_of(out, i), full);
    }
}

cz_code cz_secrets_random(cz_error *err, cz_secrets *out) {
    for (int i = 0; i < 5; i++) {
        uint8_t bytes[64];
        do {
            CZ_TRY(cz_random_bytes(err, bytes, sizeof bytes));
            cz_fr_from_le_wide(secret_of(out, i), bytes);
        } while (cz_fr_is_zero(secret_of(out, i)));
    }
    return CZ_OK;
}

/* The QAP polynomials of A, B, C at tau for one variable. */
struct qap {
    cz_fr u, v, w;
};

struct query_sink {
    struct qap *inputs, *aux;
    uint32_t n_inputs, n_aux;
    size_t inputs_cap, aux_cap;
    const cz_fr *lagrange;
};

static cz_code query_input(cz_error *err, void *self, const cz_fr *value) {
    (void)value;
    struct query_sink *s = self;
    CZ_TRY(cz_grow(err, &s->inputs, &s->inputs_cap, (size_t)s->n_inputs + 1, sizeof *s->inputs, "QAP polynomials"));
    s->inputs[s->n_inputs++] = (struct qap){0};
    return CZ_OK;
}

static cz_code query_aux(cz_error *err, void *self, const cz_fr *value) {
    (void)value;
    struct query_sink *s = self;
    CZ_TRY(cz_grow(err, &s->aux, &s->aux_cap, (size_t)s->n_aux + 1, sizeof *s->aux, "QAP polynomials"));
    s->aux[s->n_aux++] = (struct qap){0};
    return CZ_OK;
}

static cz_code query_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    (void)bits;
    for (unsigned i = 0; i < n; i++) CZ_TRY(query_aux(err, self, NULL));
    return CZ_OK;
}

static void accumulate(cz_fr *to, const cz_fr *values, cz_coeff coeff, const cz_fr *row) {
    if (coeff == CZ_COEFF_ONE) {
        cz_fr_add(to, to, row);
    } else if (coeff == CZ_COEFF_MINUS_ONE) {
        cz_fr_sub(to, to, row);
    } else {
        cz_fr t;
        cz_fr_mul(&t, &values[coeff], row);
        cz_fr_add(to, to, &t);
    }
}

static struct qap *qap_of(struct query_sink *s, cz_var v) {
    return (v & CZ_VAR_AUX) != 0 ? &s->aux[v & ~CZ_VAR_AUX] : &s->inputs[v];
}

static cz_code query_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    (void)err;
    struct query_sink *s = self;
    const cz_fr *values = cz_coeffs_values(cz_cs_coeffs(cs)), *row = &s->lagrange[cz_cs_n_rows(cs)];
    for (size_t i = 0; i < a.n; i++) accumulate(&qap_of(s, a.terms[i].var)->u, values, a.terms[i].coeff, row);
    for (size_t i = 0; i < b.n; i++) accumulate(&qap_of(s, b.terms[i].var)->v, values, b.terms[i].coeff, row);
    for (size_t i = 0; i < c.n; i++) accumulate(&qap_of(s, c.terms[i].var)->w, values, c.terms[i].coeff, row);
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

static const cz_sink SINK_QUERY = {
    .wants_values = false,
    .wants_rows = true,
    .alloc_input = query_input,
    .alloc_aux = query_aux,
    .alloc_bits = query_bits,
    .row = query_row,
    .enter = ignore_enter,
    .leave = ignore_leave,
};

/* For the first run: nothing is kept, the system itself counts. */
static cz_code count_value(cz_error *err, void *self, const cz_fr *value) {
    (void)err, (void)self, (void)value;
    return CZ_OK;
}

static cz_code count_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    (void)err, (void)self, (void)bits, (void)n;
    return CZ_OK;
}

static cz_code count_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    (void)err, (void)self, (void)cs, (void)a, (void)b, (void)c;
    return CZ_OK;
}

static const cz_sink SINK_COUNT = {
    .wants_values = false,
    .wants_rows = false,
    .alloc_input = count_value,
    .alloc_aux = count_value,
    .alloc_bits = count_bits,
    .row = count_row,
    .enter = ignore_enter,
    .leave = ignore_leave,
};

static cz_code count_rows(cz_error *err, uint64_t *n_rows, cz_circuit_fn fn, const void *circuit) {
    cz_cs *cs = NULL;
    CZ_TRY(cz_cs_new(err, &cs, &SINK_COUNT, NULL, NULL));
    fn(cs, circuit);
    cz_code code = cz_cs_status(err, cs);
    *n_rows = (uint64_t)cz_cs_n_rows(cs) + cz_cs_n_inputs(cs);
    cz_cs_free(cs);
    return code;
}

/* Everything a setup works with. */
struct setup {
    const cz_setup_options *options;
    const cz_secrets *secrets;
    cz_fr gamma_inv, delta_inv;
    struct query_sink sink;
    unsigned log_m;
    cz_fr *lagrange;
    cz_fixed_base_g1 *g1;
    cz_fixed_base_g2 *g2;
    cz_writer writer;
};

/* Runs the circuit and then appends the input rows (I_i ; 0 ; 0). */
static cz_code accumulate_qap(cz_error *err, struct setup *s, cz_circuit_fn fn, const void *circuit) {
    cz_cs *cs = NULL;
    CZ_TRY(cz_cs_new(err, &cs, &SINK_QUERY, &s->sink, NULL));
    fn(cs, circuit);
    cz_code code = cz_cs_status(err, cs);
    uint32_t n_rows = cz_cs_n_rows(cs);
    cz_cs_free(cs);
    if (code != CZ_OK) return code;
    for (uint32_t i = 0; i < s->sink.n_inputs; i++) {
        cz_fr_add(&s->sink.inputs[i].u, &s->sink.inputs[i].u, &s->lagrange[n_rows + i]);
    }
    return CZ_OK;
}

/* (beta u + alpha v + w) * k */
static void combine(cz_fr *out, const struct setup *s, const struct qap *q, const cz_fr *k) {
    cz_fr t, sum;
    cz_fr_mul(&sum, &s->secrets->beta, &q->u);
    cz_fr_mul(&t, &s->secrets->alpha, &q->v);
    cz_fr_add(&sum, &sum, &t);
    cz_fr_add(&sum, &sum, &q->w);
    cz_fr_mul(out, &sum, k);
}

/* Scalars of a query, element by element; false leaves the element out. */
typedef bool (*scalar_fn)(cz_fr *out, const struct setup *s, uint64_t i);

static bool scalar_l(cz_fr *out, const struct setup *s, uint64_t i) {
    combine(out, s, &s->sink.aux[i], &s->delta_inv);
    return true;
}

static const struct qap *variable(const struct setup *s, uint64_t i) {
    return i < s->sink.n_inputs ? &s->sink.inputs[i] : &s->sink.aux[i - s->sink.n_inputs];
}

static bool scalar_a(cz_fr *out, const struct setup *s, uint64_t i) {
    *out = variable(s, i)->u;
    return !cz_fr_is_zero(out);
}

static bool scalar_b(cz_fr *out, const struct setup *s, uint64_t i) {
    *out = variable(s, i)->v;
    return !cz_fr_is_zero(out);
}

#define CHUNK_POINTS ((size_t)1 << 17)

struct chunk {
    cz_fr *scalars;
    void *points;
    uint8_t *encoded;
    bool g2;
};

static void encode_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct chunk *c = ctx;
    for (size_t i = task * 1024; i < (task + 1) * 1024; i++) {
        if (c->g2) {
            cz_g2_encode(c->encoded + i * CZ_G2_BYTES, (const cz_g2 *)c->points + i);
        } else {
            cz_g1_encode(c->encoded + i * CZ_G1_BYTES, (const cz_g1 *)c->points + i);
        }
    }
}

static cz_code write_points(cz_error *err, struct setup *s, struct chunk *c, size_t n) {
    cz_pool *pool = s->options->pool;
    /* encoding works on whole groups of 1024; what stands behind n is never written */
    if (c->g2) {
        CZ_TRY(cz_fixed_base_g2_mul(err, c->points, pool, s->g2, c->scalars, n));
    } else {
        CZ_TRY(cz_fixed_base_g1_mul(err, c->points, pool, s->g1, c->scalars, n));
    }
    cz_pool_run(pool, (n + 1023) / 1024, encode_task, c);
    return cz_write(err, &s->writer, c->encoded, n * (c->g2 ? CZ_G2_BYTES : CZ_G1_BYTES));
}

static cz_code write_count(cz_error *err, struct setup *s, uint64_t n) {
    uint8_t b[4];
    if (n > UINT32_MAX) return CZ_FAIL(err, CZ_E_LIMIT, "a vector of %llu points", (unsigned long long)n);
    cz_put_be32(b, (uint32_t)n);
    return cz_write(err, &s->writer, b, 4);
}

static void report(const struct setup *s, const char *stage, uint64_t done, uint64_t all) {
    if (s->options->progress != NULL) s->options->progress(s->options->progress_ctx, stage, done, all);
}

/* The points of the elements 0 … n-1 that are not left out. A zero scalar that stays is an error: `what` has no row. */
static cz_code write_query(cz_error *err, struct setup *s, struct chunk *c, const char *name, scalar_fn fn,
                           uint64_t n) {
    uint64_t count = 0, at = 0;
    cz_fr ignored;
    for (uint64_t i = 0; i < n; i++) count += fn(&ignored, s, i);
    CZ_TRY(write_count(err, s, count));
    while (at < n) {
        size_t k = 0;
        for (; at < n && k < CHUNK_POINTS; at++) {
            if (!fn(&c->scalars[k], s, at)) continue;
            if (cz_fr_is_zero(&c->scalars[k]))
                return CZ_FAIL(err, CZ_E_INVALID, "aux variable %llu occurs in no constraint", (unsigned long long)at);
            k++;
        }
        if (k > 0) CZ_TRY(write_points(err, s, c, k));
        report(s, name, at, n);
    }
    return CZ_OK;
}

/* h_i = tau^i (tau^m - 1) / delta for i < m - 1. */
static cz_code write_h(cz_error *err, struct setup *s, struct chunk *c) {
    uint64_t m = (uint64_t)1 << s->log_m;
    cz_fr v = s->secrets->tau;
    for (unsigned i = 0; i < s->log_m; i++) cz_fr_sqr(&v, &v);
    cz_fr_sub(&v, &v, &CZ_FR_ONE);
    cz_fr_mul(&v, &v, &s->delta_inv);
    CZ_TRY(write_count(err, s, m - 1));
    for (uint64_t at = 0; at < m - 1;) {
        size_t k = 0;
        for (; k < CHUNK_POINTS && at < m - 1; k++, at++) {
            c->scalars[k] = v;
            cz_fr_mul(&v, &v, &s->secrets->tau);
        }
        CZ_TRY(write_points(err, s, c, k));
        report(s, "h", at, m - 1);
    }
    return CZ_OK;
}

static void g1_times(cz_g1 *out, const cz_fr *k) {
    cz_g1_jac p;
    cz_g1_to_jac(&p, &CZ_G1_GENERATOR);
    cz_g1_jac_mul(&p, &p, k);
    cz_g1_from_jac(out, &p);
}

static void g2_times(cz_g2 *out, const cz_fr *k) {
    cz_g2_jac p;
    cz_g2_to_jac(&p, &CZ_G2_GENERATOR);
    cz_g2_jac_mul(&p, &p, k);
    cz_g2_from_jac(out, &p);
}

static cz_code make_vk(cz_error *err, cz_vk *vk, const struct setup *s) {
    const cz_secrets *k = s->secrets;
    g1_times(&vk->alpha_g1, &k->alpha);
    g1_times(&vk->beta_g1, &k->beta);
    g2_times(&vk->beta_g2, &k->beta);
    g2_times(&vk->gamma_g2, &k->gamma);
    g1_times(&vk->delta_g1, &k->delta);
    g2_times(&vk->delta_g2, &k->delta);
    vk->n_ic = s->sink.n_inputs;
    cz_fr *scalars = NULL;
    CZ_TRY(cz_calloc(err, &vk->ic, vk->n_ic, sizeof *vk->ic, "a verifying key"));
    CZ_TRY(cz_calloc(err, &scalars, vk->n_ic, sizeof *scalars, "a verifying key"));
    for (uint32_t i = 0; i < vk->n_ic; i++) combine(&scalars[i], s, &s->sink.inputs[i], &s->gamma_inv);
    cz_code code = cz_fixed_base_g1_mul(err, vk->ic, s->options->pool, s->g1, scalars, vk->n_ic);
    free(scalars);
    for (uint32_t i = 0; i < vk->n_ic && code == CZ_OK; i++) {
        if (cz_g1_is_infinity(&vk->ic[i])) code = CZ_FAIL(err, CZ_E_INVALID, "input %u gives the point at infinity", i);
    }
    return code;
}

static cz_code write_vectors(cz_error *err, struct setup *s) {
    struct chunk c = {0};
    uint64_t n_vars = (uint64_t)s->sink.n_inputs + s->sink.n_aux;
    cz_code code = cz_calloc(err, &c.scalars, CHUNK_POINTS, sizeof *c.scalars, "a chunk of points");
    if (code == CZ_OK) code = cz_calloc(err, &c.points, CHUNK_POINTS, sizeof(cz_g2), "a chunk of points");
    if (code == CZ_OK) code = cz_calloc(err, &c.encoded, CHUNK_POINTS, CZ_G2_BYTES, "a chunk of points");
    if (code == CZ_OK) code = write_h(err, s, &c);
    if (code == CZ_OK) code = write_query(err, s, &c, "l", scalar_l, s->sink.n_aux);
    if (code == CZ_OK) code = write_query(err, s, &c, "a", scalar_a, n_vars);
    if (code == CZ_OK) code = write_query(err, s, &c, "b_g1", scalar_b, n_vars);
    c.g2 = true;
    if (code == CZ_OK) code = write_query(err, s, &c, "b_g2", scalar_b, n_vars);
    free(c.scalars);
    free(c.points);
    free(c.encoded);
    return code;
}

static cz_code write_files(cz_error *err, struct setup *s, const char *params_path, const char *vk_path) {
    cz_vk vk = {0};
    uint8_t *bytes = NULL;
    cz_code code = make_vk(err, &vk, s);
    if (code == CZ_OK) code = cz_calloc(err, &bytes, cz_vk_bytes(vk.n_ic), 1, "a verifying key");
    if (code == CZ_OK) {
        cz_vk_encode(bytes, &vk);
        code = cz_writer_open(err, &s->writer, params_path);
    }
    if (code == CZ_OK) code = cz_write(err, &s->writer, bytes, cz_vk_bytes(vk.n_ic));
    if (code == CZ_OK) code = write_vectors(err, s);
    if (code == CZ_OK) code = cz_writer_commit(err, &s->writer);
    if (code == CZ_OK) code = cz_write_file(err, vk_path, bytes, cz_vk_bytes(vk.n_ic));
    cz_writer_abort(&s->writer);
    free(bytes);
    cz_vk_free(&vk);
    return code;
}

static cz_code lagrange_at_tau(cz_error *err, struct setup *s, uint64_t n_rows) {
    s->log_m = cz_domain_log_for(n_rows);
    cz_domain *domain = NULL;
    CZ_TRY(cz_domain_new(err, &domain, s->log_m));
    cz_code code = cz_calloc(err, &s->lagrange, (size_t)1 << s->log_m, sizeof *s->lagrange, "Lagrange values");
    if (code == CZ_OK) {
        cz_fr z;
        cz_domain_vanishing(&z, domain, &s->secrets->tau);
        if (cz_fr_is_zero(&z)) code = CZ_FAIL(err, CZ_E_ARG, "tau lies on the evaluation domain; take other secrets");
    }
    if (code == CZ_OK) cz_domain_lagrange(s->lagrange, domain, s->options->pool, &s->secrets->tau);
    cz_domain_free(domain);
    return code;
}

cz_code cz_setup(cz_error *err, const char *params_path, const char *vk_path, cz_circuit_fn fn, const void *circuit,
                 const cz_secrets *secrets, const cz_setup_options *options) {
    static const cz_setup_options none = {0};
    struct setup s = {.options = options == NULL ? &none : options, .secrets = secrets};
    if (cz_fr_is_zero(&secrets->gamma) || cz_fr_is_zero(&secrets->delta))
        return CZ_FAIL(err, CZ_E_ARG, "gamma and delta must not be zero");
    cz_fr_inv(&s.gamma_inv, &secrets->gamma);
    cz_fr_inv(&s.delta_inv, &secrets->delta);
    uint64_t n_rows;
    CZ_TRY(count_rows(err, &n_rows, fn, circuit));
    report(&s, "polynomials", 0, 1);
    cz_code code = lagrange_at_tau(err, &s, n_rows);
    if (code == CZ_OK) {
        s.sink.lagrange = s.lagrange;
        code = accumulate_qap(err, &s, fn, circuit);
    }
    free(s.lagrange);
    uint64_t n_g1 = ((uint64_t)1 << s.log_m) + 3 * (uint64_t)s.sink.n_aux;
    report(&s, "tables", 0, 1);
    if (code == CZ_OK) code = cz_fixed_base_g1_new(err, &s.g1, s.options->pool, &CZ_G1_GENERATOR, n_g1);
    if (code == CZ_OK) code = cz_fixed_base_g2_new(err, &s.g2, s.options->pool, &CZ_G2_GENERATOR, s.sink.n_aux);
    if (code == CZ_OK) code = write_files(err, &s, params_path, vk_path);
    cz_fixed_base_g1_free(s.g1);
    cz_fixed_base_g2_free(s.g2);
    free(s.sink.inputs);
    free(s.sink.aux);
    return code;
}
