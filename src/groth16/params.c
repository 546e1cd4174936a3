/* Verifying keys and parameter files: see params.h. */
#include "groth16/params.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/mem.h"

#define VK_FIXED_BYTES ((size_t)(3 * CZ_G1_BYTES + 3 * CZ_G2_BYTES))

size_t cz_vk_bytes(uint32_t n_ic) { return VK_FIXED_BYTES + 4 + (size_t)n_ic * CZ_G1_BYTES; }

static cz_code decode_g1(cz_error *err, cz_g1 *out, const uint8_t *in, bool subgroup) {
    CZ_TRY(cz_g1_decode(err, out, in));
    if (subgroup && !cz_g1_in_subgroup(out)) return CZ_FAIL(err, CZ_E_INVALID, "a G1 point is outside the subgroup");
    return CZ_OK;
}

static cz_code decode_g2(cz_error *err, cz_g2 *out, const uint8_t *in, bool subgroup) {
    CZ_TRY(cz_g2_decode(err, out, in));
    if (subgroup && !cz_g2_in_subgroup(out)) return CZ_FAIL(err, CZ_E_INVALID, "a G2 point is outside the subgroup");
    return CZ_OK;
}

/* What the first bytes of a file that is no key look like. */
static const char *looks_like(const uint8_t *data, size_t n) {
    size_t i = 0;
    while (i < n && i < 64 && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t')) i++;
    if (i < n && data[i] == '<') return "it looks like an HTML or XML page, as a failed download leaves it";
    if (i < n && (data[i] == '{' || data[i] == '[')) return "it looks like JSON, not like a binary key";
    return "it is too short or damaged; fetch it again";
}

static cz_code parse_fixed(cz_error *err, cz_vk *vk, const uint8_t *p) {
    const struct {
        const char *name;
        cz_g1 *g1;
        cz_g2 *g2;
    } parts[6] = {{"alpha_g1", &vk->alpha_g1, NULL}, {"beta_g1", &vk->beta_g1, NULL},
                  {"beta_g2", NULL, &vk->beta_g2},   {"gamma_g2", NULL, &vk->gamma_g2},
                  {"delta_g1", &vk->delta_g1, NULL}, {"delta_g2", NULL, &vk->delta_g2}};
    for (int i = 0; i < 6; i++) {
        bool g1 = parts[i].g1 != NULL;
        cz_code code = g1 ? decode_g1(err, parts[i].g1, p, true) : decode_g2(err, parts[i].g2, p, true);
        if (code != CZ_OK) return cz_error_context(err, code, "%s of the verifying key", parts[i].name);
        p += g1 ? CZ_G1_BYTES : CZ_G2_BYTES;
    }
    return CZ_OK;
}

static cz_code parse_ic(cz_error *err, cz_vk *vk, const uint8_t *p) {
    for (uint32_t i = 0; i < vk->n_ic; i++, p += CZ_G1_BYTES) {
        cz_code code = decode_g1(err, &vk->ic[i], p, true);
        if (code == CZ_OK && cz_g1_is_infinity(&vk->ic[i])) code = CZ_FAIL(err, CZ_E_INVALID, "the point is infinity");
        if (code != CZ_OK) return cz_error_context(err, code, "ic[%u] of the verifying key", i);
    }
    return CZ_OK;
}

cz_code cz_vk_parse(cz_error *err, cz_vk *out, size_t *used, const uint8_t *data, size_t n) {
    if (n < VK_FIXED_BYTES + 4)
        return CZ_FAIL(err, CZ_E_FORMAT, "%zu bytes are too few for a verifying key: %s", n, looks_like(data, n));
    uint32_t n_ic = cz_get_be32(data + VK_FIXED_BYTES);
    if ((n - VK_FIXED_BYTES - 4) / CZ_G1_BYTES < n_ic || n_ic == 0) {
        return CZ_FAIL(err, CZ_E_FORMAT, "a verifying key announces %u input points, but only %zu bytes follow: %s",
                       n_ic, n - VK_FIXED_BYTES - 4, looks_like(data, n));
    }
    cz_vk vk = {.n_ic = n_ic};
    CZ_TRY(cz_calloc(err, &vk.ic, n_ic, sizeof *vk.ic, "a verifying key"));
    cz_code code = parse_fixed(err, &vk, data);
    if (code == CZ_OK) code = parse_ic(err, &vk, data + VK_FIXED_BYTES + 4);
    if (code != CZ_OK) {
        cz_vk_free(&vk);
        return code;
    }
    *used = cz_vk_bytes(n_ic);
    *out = vk;
    return CZ_OK;
}

cz_code cz_vk_read(cz_error *err, cz_vk *out, const char *path) {
    cz_map m;
    CZ_TRY(cz_map_open(err, &m, path));
    size_t used = 0;
    cz_vk vk = {0};
    cz_code code = cz_vk_parse(err, &vk, &used, m.data, m.bytes);
    if (code == CZ_OK && used != m.bytes) {
        code =
            CZ_FAIL(err, CZ_E_FORMAT, "%zu bytes follow the key of %zu; is it a .params file?", m.bytes - used, used);
    }
    cz_map_close(&m);
    if (code != CZ_OK) {
        cz_vk_free(&vk);
        return cz_error_context(err, code, "%s", path);
    }
    *out = vk;
    return CZ_OK;
}

void cz_vk_encode(uint8_t *out, const cz_vk *vk) {
    uint8_t *p = out;
    cz_g1_encode(p, &vk->alpha_g1);
    cz_g1_encode(p += CZ_G1_BYTES, &vk->beta_g1);
    cz_g2_encode(p += CZ_G1_BYTES, &vk->beta_g2);
    cz_g2_encode(p += CZ_G2_BYTES, &vk->gamma_g2);
    cz_g1_encode(p += CZ_G2_BYTES, &vk->delta_g1);
    cz_g2_encode(p += CZ_G1_BYTES, &vk->delta_g2);
    p += CZ_G2_BYTES;
    cz_put_be32(p, vk->n_ic);
    p += 4;
    for (uint32_t i = 0; i < vk->n_ic; i++, p += CZ_G1_BYTES) cz_g1_encode(p, &vk->ic[i]);
}

void cz_vk_free(cz_vk *vk) {
    free(vk->ic);
    *vk = (cz_vk){0};
}

bool cz_vk_eq(const cz_vk *a, const cz_vk *b) {
    if (a->n_ic != b->n_ic) return false;
    for (uint32_t i = 0; i < a->n_ic; i++) {
        if (!cz_g1_eq(&a->ic[i], &b->ic[i])) return false;
    }
    return cz_g1_eq(&a->alpha_g1, &b->alpha_g1) && cz_g1_eq(&a->beta_g1, &b->beta_g1) &&
           cz_g1_eq(&a->delta_g1, &b->delta_g1) && cz_g2_eq(&a->beta_g2, &b->beta_g2) &&
           cz_g2_eq(&a->gamma_g2, &b->gamma_g2) && cz_g2_eq(&a->delta_g2, &b->delta_g2);
}

const char *cz_query_name(cz_query q) {
    static const char *const names[CZ_N_QUERIES] = {"h", "l", "a", "b_g1", "b_g2"};
    return names[q];
}

size_t cz_query_point_bytes(cz_query q) { return q == CZ_QUERY_B_G2 ? CZ_G2_BYTES : CZ_G1_BYTES; }

cz_code cz_params_open(cz_error *err, cz_params *out, const char *path) {
    cz_params p = {0};
    CZ_TRY(cz_map_open(err, &p.map, path));
    size_t at = 0;
    cz_code code = cz_vk_parse(err, &p.vk, &at, p.map.data, p.map.bytes);
    for (cz_query q = 0; q < CZ_N_QUERIES && code == CZ_OK; q++) {
        size_t size = cz_query_point_bytes(q), left = p.map.bytes - at;
        if (left < 4) {
            code = CZ_FAIL(err, CZ_E_FORMAT, "the file ends before its vector %s; fetch it again", cz_query_name(q));
            break;
        }
        p.n[q] = cz_get_be32(p.map.data + at);
        p.points[q] = p.map.data + at + 4;
        if ((left - 4) / size < p.n[q]) {
            code = CZ_FAIL(err, CZ_E_FORMAT,
                           "vector %s announces %u points of %zu bytes, but only %zu bytes follow; the file "
                           "was cut short or is damaged: fetch it again",
                           cz_query_name(q), p.n[q], size, left - 4);
            break;
        }
        at += 4 + (size_t)p.n[q] * size;
    }
    if (code == CZ_OK && at != p.map.bytes)
        code = CZ_FAIL(err, CZ_E_FORMAT, "%zu bytes follow the parameters of %zu bytes", p.map.bytes - at, at);
    if (code == CZ_OK && p.n[CZ_QUERY_B_G1] != p.n[CZ_QUERY_B_G2]) {
        code = CZ_FAIL(err, CZ_E_FORMAT, "b_g1 has %u points and b_g2 %u; they must be as many", p.n[CZ_QUERY_B_G1],
                       p.n[CZ_QUERY_B_G2]);
    }
    if (code == CZ_OK) {
        p.path = strdup(path);
        if (p.path == NULL) code = CZ_FAIL(err, CZ_E_NOMEM, "no memory for a file name");
    }
    if (code != CZ_OK) {
        cz_params_close(&p);
        return cz_error_context(err, code, "%s", path);
    }
    *out = p;
    return CZ_OK;
}

void cz_params_close(cz_params *p) {
    cz_map_close(&p->map);
    cz_vk_free(&p->vk);
    free(p->path);
    *p = (cz_params){0};
}

cz_code cz_params_fit(cz_error *err, const cz_params *p, const cz_matrices *m) {
    uint64_t n_rows = (uint64_t)m->n_rows + m->n_inputs, domain = 1;
    while (domain < n_rows) domain *= 2;
    const uint64_t want[CZ_N_QUERIES] = {domain - 1, m->n_aux, (uint64_t)m->n_inputs + m->n_a_aux,
                                         (uint64_t)m->n_b_input + m->n_b_aux, (uint64_t)m->n_b_input + m->n_b_aux};
    if (p->vk.n_ic != m->n_inputs) {
        return CZ_FAIL(err, CZ_E_MISMATCH,
                       "%s is for a circuit of %u inputs, this one has %u; give the parameters of this "
                       "circuit",
                       p->path, p->vk.n_ic, m->n_inputs);
    }
    for (cz_query q = 0; q < CZ_N_QUERIES; q++) {
        if (p->n[q] == want[q]) continue;
        return CZ_FAIL(err, CZ_E_MISMATCH,
                       "%s has %u points in %s, this circuit needs %llu; give the parameters of this "
                       "circuit",
                       p->path, p->n[q], cz_query_name(q), (unsigned long long)want[q]);
    }
    return CZ_OK;
}

/* Decoding tasks. The first error in order of points wins, so that the message does not depend on timing. */
#define POINTS_PER_TASK 4096u

struct decode_job {
    const cz_params *p;
    cz_query q;
    uint32_t first, n;
    void *out; /* NULL: only check */
    bool subgroup;
    atomic_bool failed;
    pthread_mutex_t lock;
    cz_error error;
    uint32_t error_at;
    atomic_uint_fast64_t done;
    uint64_t all;
    void (*progress)(void *ctx, uint64_t done, uint64_t all);
    void *ctx;
};

static cz_code decode_point(cz_error *err, const struct decode_job *job, uint32_t i) {
    const uint8_t *in = job->p->points[job->q] + (size_t)i * cz_query_point_bytes(job->q);
    bool infinity;
    if (job->q == CZ_QUERY_B_G2) {
        cz_g2 tmp, *to = job->out == NULL ? &tmp : (cz_g2 *)job->out + (i - job->first);
        CZ_TRY(decode_g2(err, to, in, job->subgroup));
        infinity = cz_g2_is_infinity(to);
    } else {
        cz_g1 tmp, *to = job->out == NULL ? &tmp : (cz_g1 *)job->out + (i - job->first);
        CZ_TRY(decode_g1(err, to, in, job->subgroup));
        infinity = cz_g1_is_infinity(to);
    }
    return infinity ? CZ_FAIL(err, CZ_E_INVALID, "the point is infinity, which never occurs in parameters") : CZ_OK;
}

static void decode_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    struct decode_job *job = ctx;
    if (atomic_load_explicit(&job->failed, memory_order_relaxed)) return;
    uint32_t from = job->first + (uint32_t)task * POINTS_PER_TASK, end = job->first + job->n;
    uint32_t to = end - from < POINTS_PER_TASK ? end : from + POINTS_PER_TASK;
    for (uint32_t i = from; i < to; i++) {
        cz_error e;
        if (decode_point(&e, job, i) == CZ_OK) continue;
        pthread_mutex_lock(&job->lock);
        if (!atomic_load(&job->failed) || i < job->error_at) {
            job->error = e;
            job->error_at = i;
        }
        atomic_store(&job->failed, true);
        pthread_mutex_unlock(&job->lock);
        return;
    }
    uint64_t done = atomic_fetch_add(&job->done, to - from) + (to - from);
    if (job->progress != NULL) job->progress(job->ctx, done, job->all);
}

static cz_code run_decode(cz_error *err, struct decode_job *job, cz_pool *pool) {
    pthread_mutex_init(&job->lock, NULL);
    cz_pool_run(pool, ((size_t)job->n + POINTS_PER_TASK - 1) / POINTS_PER_TASK, decode_task, job);
    pthread_mutex_destroy(&job->lock);
    if (!atomic_load(&job->failed)) return CZ_OK;
    if (err != NULL) *err = job->error;
    return cz_error_context(err, job->error.code, "%s: point %u of vector %s", job->p->path, job->error_at,
                            cz_query_name(job->q));
}

cz_code cz_params_decode(cz_error *err, void *out, const cz_params *p, cz_pool *pool, cz_query q, uint32_t first,
                         uint32_t n) {
    CZ_INVARIANT(first <= p->n[q] && n <= p->n[q] - first, "points beyond the end of a vector");
    struct decode_job job = {.p = p, .q = q, .first = first, .n = n, .out = out};
    return run_decode(err, &job, pool);
}

cz_code cz_params_check_points(cz_error *err, const cz_params *p, cz_pool *pool, bool subgroup,
                               void (*progress)(void *ctx, uint64_t done, uint64_t all), void *ctx) {
    uint64_t done = 0, all = 0;
    for (cz_query q = 0; q < CZ_N_QUERIES; q++) all += p->n[q];
    for (cz_query q = 0; q < CZ_N_QUERIES; q++) {
        struct decode_job job = {
            .p = p, .q = q, .n = p->n[q], .subgroup = subgroup, .all = all, .progress = progress, .ctx = ctx};
        atomic_init(&job.done, done);
        CZ_TRY(run_decode(err, &job, pool));
        done += p->n[q];
    }
    return CZ_OK;
}
