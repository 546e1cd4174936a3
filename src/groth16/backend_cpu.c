/* The CPU backend: see backend.h; the proof itself is spec prover §2 to §4.
 *
 * a and b come from the matrices over the packed witness, c = a * b, since the witness satisfies its system (proofs are
 * verified before they leave, and a witness that does not satisfy it gives one that fails). h takes six transforms:
 * with g^2 = omega, g^n = -1, the product A B = low + high X^n is low + high on the domain and low - high on its coset
 * gH, so that high = (iNTT(c) - icosetNTT(a_g b_g)) / 2, which is the quotient (A B - C) / (X^n - 1).
 */
#include <stdlib.h>

#include "base/random.h"
#include "base/time.h"
#include "curve/msm.h"
#include "groth16/backend.h"
#include "poly/domain.h"

struct cz_device {
    cz_pool *pool;
    cz_slabs *slabs;
};

struct cz_resident {
    cz_device *device;
    cz_matrices m;
    cz_domain *domain;
    cz_g1 alpha_g1, beta_g1, delta_g1;
    cz_g2 beta_g2, delta_g2;
    uint32_t n[CZ_N_QUERIES];
    cz_slab points[CZ_N_QUERIES];
};

struct cz_pending {
    cz_resident *circuit;
    cz_fr r, s;
    cz_g1_jac h, l, a, b_g1;
    cz_g2_jac b_g2;
};

static cz_code cpu_open(cz_error *err, cz_device **out, const cz_device_options *options) {
    cz_device *d = NULL;
    CZ_TRY(cz_calloc(err, &d, 1, sizeof *d, "a device"));
    *d = (cz_device){options->pool, options->slabs};
    *out = d;
    return CZ_OK;
}

static void cpu_close(cz_device *d) { free(d); }

static void cpu_unload(cz_resident *r) {
    if (r == NULL) return;
    for (cz_query q = 0; q < CZ_N_QUERIES; q++) cz_slab_release(&r->points[q]);
    cz_domain_free(r->domain);
    cz_matrices_free(&r->m);
    free(r);
}

static cz_code cpu_load(cz_error *err, cz_resident **out, cz_device *d, const cz_params *params, cz_matrices *m) {
    CZ_TRY(cz_params_fit(err, params, m));
    if (cz_g1_is_infinity(&params->vk.delta_g1) || cz_g2_is_infinity(&params->vk.delta_g2))
        return CZ_FAIL(err, CZ_E_INVALID, "%s: delta is the identity, so that proofs could not be blinded",
                       params->path);
    cz_resident *r = NULL;
    CZ_TRY(cz_calloc(err, &r, 1, sizeof *r, "a resident circuit"));
    r->device = d;
    r->m = *m;
    *m = (cz_matrices){0};
    const cz_vk *vk = &params->vk;
    r->alpha_g1 = vk->alpha_g1;
    r->beta_g1 = vk->beta_g1;
    r->delta_g1 = vk->delta_g1;
    r->beta_g2 = vk->beta_g2;
    r->delta_g2 = vk->delta_g2;
    cz_code code = cz_domain_new(err, &r->domain, cz_domain_log_for((size_t)r->m.n_rows + r->m.n_inputs));
    for (cz_query q = 0; q < CZ_N_QUERIES && code == CZ_OK; q++) {
        r->n[q] = params->n[q];
        size_t size = q == CZ_QUERY_B_G2 ? sizeof(cz_g2) : sizeof(cz_g1);
        code = cz_slab_acquire(err, &r->points[q], d->slabs, (size_t)r->n[q] * size, cz_query_name(q));
        if (code == CZ_OK) code = cz_params_decode(err, r->points[q].data, params, d->pool, q, 0, r->n[q]);
    }
    if (code != CZ_OK) {
        cpu_unload(r);
        return code;
    }
    *out = r;
    return CZ_OK;
}

#define ELEMENTS_PER_TASK ((size_t)8192)

/* Pointwise work over the domain: out[i] = f(a[i], b[i]). */
struct pointwise {
    enum { MULTIPLY, QUOTIENT } what;
    cz_fr *out;
    const cz_fr *a, *b;
    cz_fr k; /* QUOTIENT: out = (a - b) * k */
    size_t n;
};

static void pointwise_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct pointwise *p = ctx;
    size_t end = (task + 1) * ELEMENTS_PER_TASK < p->n ? (task + 1) * ELEMENTS_PER_TASK : p->n;
    for (size_t i = task * ELEMENTS_PER_TASK; i < end; i++) {
        if (p->what == MULTIPLY) {
            cz_fr_mul(&p->out[i], &p->a[i], &p->b[i]);
        } else {
            cz_fr t;
            cz_fr_sub(&t, &p->a[i], &p->b[i]);
            cz_fr_mul(&p->out[i], &t, &p->k);
        }
    }
}

static void run_pointwise(cz_pool *pool, struct pointwise p) {
    cz_pool_run(pool, (p.n + ELEMENTS_PER_TASK - 1) / ELEMENTS_PER_TASK, pointwise_task, &p);
}

struct to_int {
    cz_fr *a;
    size_t n;
};

static void to_int_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    const struct to_int *job = ctx;
    size_t end = (task + 1) * ELEMENTS_PER_TASK < job->n ? (task + 1) * ELEMENTS_PER_TASK : job->n;
    for (size_t i = task * ELEMENTS_PER_TASK; i < end; i++) cz_fr_to_int(job->a[i].l, &job->a[i]);
}

/* a, b: values on the domain; c: room. On return c holds the coefficients of h as plain integers. */
static void quotient(cz_fr *a, cz_fr *b, cz_fr *c, const cz_domain *d, cz_pool *pool) {
    size_t n = (size_t)1 << cz_domain_log_n(d);
    cz_fr g, g_inv, n_inv, half;
    cz_root_of_unity(&g, cz_domain_log_n(d) + 1);
    cz_fr_inv(&g_inv, &g);
    cz_domain_n_inverse(&n_inv, d);
    run_pointwise(pool, (struct pointwise){.what = MULTIPLY, .out = c, .a = a, .b = b, .n = n});
    /* bit-reversed from here on; c keeps a factor n */
    cz_intt_nr(d, pool, c);
    cz_intt_nr(d, pool, a);
    cz_intt_nr(d, pool, b);
    cz_scale_powers(d, pool, a, &g, &n_inv, true);
    cz_scale_powers(d, pool, b, &g, &n_inv, true);
    cz_ntt_rn(d, pool, a);
    cz_ntt_rn(d, pool, b);
    run_pointwise(pool, (struct pointwise){.what = MULTIPLY, .out = a, .a = a, .b = b, .n = n});
    cz_intt_nr(d, pool, a);
    cz_scale_powers(d, pool, a, &g_inv, &CZ_FR_ONE, true);
    cz_fr_dbl(&half, &CZ_FR_ONE);
    cz_fr_inv(&half, &half);
    cz_fr_mul(&half, &half, &n_inv);
    run_pointwise(pool, (struct pointwise){.what = QUOTIENT, .out = c, .a = c, .b = a, .k = half, .n = n});
    cz_bit_reverse(d, pool, c);
    struct to_int job = {c, n};
    cz_pool_run(pool, (n + ELEMENTS_PER_TASK - 1) / ELEMENTS_PER_TASK, to_int_task, &job);
}

/* One side of every row: the circuit's rows, then for A the input rows (I_i ; 0 ; 0), then zeros. */
static void evaluate(cz_fr *out, const cz_resident *r, const cz_matrix *which, const cz_witness *w, bool input_rows) {
    size_t n = (size_t)1 << cz_domain_log_n(r->domain), at = which->n_rows;
    cz_matrix_mul(out, r->device->pool, &r->m, which, w);
    if (input_rows) {
        memcpy(out + at, w->inputs, w->n_inputs * sizeof *out);
        at += w->n_inputs;
    }
    memset(out + at, 0, (n - at) * sizeof *out);
}

static cz_code compute_h(cz_error *err, cz_pending *p, const cz_witness *w, cz_prove_stats *stats) {
    const cz_resident *r = p->circuit;
    cz_device *d = r->device;
    size_t bytes = sizeof(cz_fr) << cz_domain_log_n(r->domain);
    cz_slab a = {0}, b = {0}, c = {0};
    cz_code code = cz_slab_acquire(err, &a, d->slabs, bytes, "A w");
    if (code == CZ_OK) code = cz_slab_acquire(err, &b, d->slabs, bytes, "B w");
    if (code == CZ_OK) code = cz_slab_acquire(err, &c, d->slabs, bytes, "C w, then h");
    if (code == CZ_OK) {
        stats->buffer_peak_bytes = a.bytes + b.bytes + c.bytes;
        double t = cz_now_seconds();
        evaluate(a.data, r, &r->m.a, w, true);
        evaluate(b.data, r, &r->m.b, w, false);
        stats->evaluate_s = cz_now_seconds() - t;
        t = cz_now_seconds();
        quotient(a.data, b.data, c.data, r->domain, d->pool);
        stats->transforms_s = cz_now_seconds() - t;
        cz_slab_release(&a);
        cz_slab_release(&b);
        t = cz_now_seconds();
        code = cz_msm_g1(err, &p->h, d->pool, r->points[CZ_QUERY_H].data, c.data, r->n[CZ_QUERY_H]);
        stats->msm_s[CZ_QUERY_H] = cz_now_seconds() - t;
        stats->n_full[CZ_QUERY_H] = r->n[CZ_QUERY_H];
    }
    cz_slab_release(&a);
    cz_slab_release(&b);
    cz_slab_release(&c);
    return code;
}

/* The witness as a query sees it: a bit for each point, and the points of full-size values with these. */
struct selection {
    uint64_t *bits;
    uint32_t *index;
    cz_scalar *scalars;
    size_t n_points, n_full, n_set;
};

static void selection_free(struct selection *s) {
    free(s->bits);
    free(s->index);
    free(s->scalars);
}

static void select_value(struct selection *s, size_t point, const cz_fr *v) {
    if (cz_fr_is_zero(v)) return;
    if (cz_fr_is_one(v)) {
        s->bits[point / 64] |= (uint64_t)1 << (point % 64);
        s->n_set++;
        return;
    }
    s->index[s->n_full] = (uint32_t)point;
    cz_fr_to_int(s->scalars[s->n_full++].l, v);
}

/* Points are the inputs with a bit in input_density (NULL: all; n_inputs 0: none) and then the aux variables with one
 * in aux_density (NULL: all). */
static cz_code select_points(cz_error *err, struct selection *s, const cz_witness *w, uint32_t n_inputs,
                             const uint64_t *input_density, const uint64_t *aux_density) {
    size_t most = (size_t)n_inputs + w->n_aux;
    CZ_TRY(cz_calloc(err, &s->bits, most / 64 + 1, sizeof *s->bits, "selected bits"));
    CZ_TRY(cz_calloc(err, &s->index, (size_t)n_inputs + w->n_full, sizeof *s->index, "selected values"));
    CZ_TRY(cz_calloc(err, &s->scalars, (size_t)n_inputs + w->n_full, sizeof *s->scalars, "selected values"));
    size_t point = 0, full = 0;
    for (uint32_t i = 0; i < n_inputs; i++) {
        if (input_density == NULL || (input_density[i / 64] >> (i % 64) & 1) != 0)
            select_value(s, point++, &w->inputs[i]);
    }
    for (uint32_t i = 0; i < w->n_aux; i++) {
        uint64_t mask = (uint64_t)1 << (i % 64);
        bool is_bit = (w->is_bit[i / 64] & mask) != 0;
        const cz_fr *v = is_bit ? NULL : &w->full[full++];
        if (aux_density != NULL && (aux_density[i / 64] & mask) == 0) continue;
        if (!is_bit) {
            select_value(s, point, v);
        } else if ((w->bits[i / 64] & mask) != 0) {
            s->bits[point / 64] |= (uint64_t)1 << (point % 64);
            s->n_set++;
        }
        point++;
    }
    s->n_points = point;
    return CZ_OK;
}

static cz_code sum_g1(cz_error *err, cz_g1_jac *out, const cz_resident *r, cz_query q, const struct selection *s,
                      cz_prove_stats *stats) {
    cz_pool *pool = r->device->pool;
    const cz_g1 *points = r->points[q].data;
    CZ_INVARIANT(s->n_points == r->n[q], "%zu points selected of %u in %s", s->n_points, r->n[q], cz_query_name(q));
    cz_g1_jac ones;
    double t = cz_now_seconds();
    CZ_TRY(cz_sum_bits_g1(err, &ones, pool, points, s->bits, s->n_points));
    CZ_TRY(cz_msm_g1_indexed(err, out, pool, points, s->index, s->scalars, s->n_full));
    cz_g1_jac_add(out, out, &ones);
    stats->msm_s[q] += cz_now_seconds() - t;
    stats->n_bits[q] = s->n_set;
    stats->n_full[q] = s->n_full;
    return CZ_OK;
}

static cz_code sum_g2(cz_error *err, cz_g2_jac *out, const cz_resident *r, cz_query q, const struct selection *s,
                      cz_prove_stats *stats) {
    cz_pool *pool = r->device->pool;
    const cz_g2 *points = r->points[q].data;
    CZ_INVARIANT(s->n_points == r->n[q], "%zu points selected of %u in %s", s->n_points, r->n[q], cz_query_name(q));
    cz_g2_jac ones;
    double t = cz_now_seconds();
    CZ_TRY(cz_sum_bits_g2(err, &ones, pool, points, s->bits, s->n_points));
    CZ_TRY(cz_msm_g2_indexed(err, out, pool, points, s->index, s->scalars, s->n_full));
    cz_g2_jac_add(out, out, &ones);
    stats->msm_s[q] += cz_now_seconds() - t;
    stats->n_bits[q] = s->n_set;
    stats->n_full[q] = s->n_full;
    return CZ_OK;
}

static cz_code sum_queries(cz_error *err, cz_pending *p, const cz_witness *w, cz_prove_stats *stats) {
    const cz_resident *r = p->circuit;
    struct selection l = {0}, a = {0}, b = {0};
    cz_code code = select_points(err, &l, w, 0, NULL, NULL);
    if (code == CZ_OK) code = sum_g1(err, &p->l, r, CZ_QUERY_L, &l, stats);
    selection_free(&l);
    if (code == CZ_OK) code = select_points(err, &a, w, w->n_inputs, NULL, r->m.a_aux_density);
    if (code == CZ_OK) code = sum_g1(err, &p->a, r, CZ_QUERY_A, &a, stats);
    selection_free(&a);
    if (code == CZ_OK) code = select_points(err, &b, w, w->n_inputs, r->m.b_input_density, r->m.b_aux_density);
    if (code == CZ_OK) code = sum_g1(err, &p->b_g1, r, CZ_QUERY_B_G1, &b, stats);
    if (code == CZ_OK) code = sum_g2(err, &p->b_g2, r, CZ_QUERY_B_G2, &b, stats);
    selection_free(&b);
    return code;
}

static cz_code cpu_prove_start(cz_error *err, cz_pending **out, cz_resident *circuit, cz_witness *witness,
                               const cz_fr *r, const cz_fr *s, cz_prove_stats *stats) {
    cz_prove_stats ignored;
    if (stats == NULL) stats = &ignored;
    *stats = (cz_prove_stats){0};
    cz_witness w = *witness;
    *witness = (cz_witness){0};
    cz_pending *p = NULL;
    cz_code code = CZ_OK;
    if (!cz_witness_fits(&w, &circuit->m.map)) code = CZ_FAIL(err, CZ_E_MISMATCH, "the witness is of another circuit");
    if (code == CZ_OK) code = cz_calloc(err, &p, 1, sizeof *p, "a pending proof");
    if (code == CZ_OK) {
        p->circuit = circuit;
        p->r = *r;
        p->s = *s;
        code = compute_h(err, p, &w, stats);
    }
    if (code == CZ_OK) code = sum_queries(err, p, &w, stats);
    cz_witness_free(&w);
    if (code != CZ_OK) {
        free(p);
        return code;
    }
    *out = p;
    return CZ_OK;
}

static void cpu_prove_drop(cz_pending *p) { free(p); }

/* r += k * a */
static void add_multiple(cz_g1_jac *r, const cz_g1_jac *a, const cz_fr *k) {
    cz_g1_jac t;
    cz_g1_jac_mul(&t, a, k);
    cz_g1_jac_add(r, r, &t);
}

/* A = alpha + Sa + r delta; B = beta + Sb2 + s delta; C = s Sa + r Sb1 + rs delta + s alpha + r beta + H + L. */
static cz_code cpu_prove_finish(cz_error *err, cz_proof *out, cz_pending *p) {
    (void)err;
    const cz_resident *c = p->circuit;
    cz_g1_jac alpha, beta, delta, a, sum;
    cz_g2_jac beta2, delta2, t2;
    cz_fr rs;
    cz_g1_to_jac(&alpha, &c->alpha_g1);
    cz_g1_to_jac(&beta, &c->beta_g1);
    cz_g1_to_jac(&delta, &c->delta_g1);
    cz_g2_to_jac(&beta2, &c->beta_g2);
    cz_g2_to_jac(&delta2, &c->delta_g2);
    cz_g1_jac_add(&a, &alpha, &p->a);
    add_multiple(&a, &delta, &p->r);
    cz_g1_from_jac(&out->a, &a);
    cz_g2_jac_mul(&t2, &delta2, &p->s);
    cz_g2_jac_add(&t2, &t2, &beta2);
    cz_g2_jac_add(&t2, &t2, &p->b_g2);
    cz_g2_from_jac(&out->b, &t2);
    cz_g1_jac_add(&sum, &p->h, &p->l);
    add_multiple(&sum, &p->a, &p->s);
    add_multiple(&sum, &p->b_g1, &p->r);
    cz_fr_mul(&rs, &p->r, &p->s);
    add_multiple(&sum, &delta, &rs);
    add_multiple(&sum, &alpha, &p->s);
    add_multiple(&sum, &beta, &p->r);
    cz_g1_from_jac(&out->c, &sum);
    cpu_prove_drop(p);
    return CZ_OK;
}

const cz_backend CZ_BACKEND_CPU = {
    .name = "cpu",
    .open = cpu_open,
    .close = cpu_close,
    .load = cpu_load,
    .unload = cpu_unload,
    .prove_start = cpu_prove_start,
    .prove_finish = cpu_prove_finish,
    .prove_drop = cpu_prove_drop,
};

cz_code cz_blinding_random(cz_error *err, cz_fr *r, cz_fr *s) {
    uint8_t bytes[64];
    CZ_TRY(cz_random_bytes(err, bytes, sizeof bytes));
    cz_fr_from_le_wide(r, bytes);
    CZ_TRY(cz_random_bytes(err, bytes, sizeof bytes));
    cz_fr_from_le_wide(s, bytes);
    return CZ_OK;
}
