/* Poseidon natively: constants of the Grain generator, their compressed and sparse form, and the optimised permutation.
 * See poseidon.h; the circuit is in poseidon_circuit.c. */
#include "gadget/poseidon_impl.h"

#include <stdlib.h>

#include "base/mem.h"

/* The Grain LFSR: 80 bits of state, the oldest first. */
struct grain {
    uint8_t s[80];
    unsigned at; /* index of s[0] in the ring */
};

static unsigned grain_clock(struct grain *g) {
    const unsigned taps[6] = {62, 51, 38, 23, 13, 0};
    unsigned bit = 0;
    for (int i = 0; i < 6; i++) bit ^= g->s[(g->at + taps[i]) % 80];
    g->s[g->at] = (uint8_t)bit;
    g->at = (g->at + 1) % 80;
    return bit;
}

static void grain_init(struct grain *g, unsigned t, unsigned rf, unsigned rp) {
    const struct { unsigned n_bits, value; } fields[6] = {{2, 1}, {4, 1}, {12, 255}, {12, t}, {10, rf}, {10, rp}};
    unsigned k = 0;
    for (int i = 0; i < 6; i++) {
        for (unsigned j = fields[i].n_bits; j-- > 0;) g->s[k++] = fields[i].value >> j & 1;
    }
    while (k < 80) g->s[k++] = 1;
    g->at = 0;
    for (int i = 0; i < 160; i++) (void)grain_clock(g);
}

static unsigned grain_bit(struct grain *g) {
    while (grain_clock(g) == 0) (void)grain_clock(g);
    return grain_clock(g);
}

/* 255 bits, most significant first; values not below r are drawn again. */
static void grain_element(cz_fr *out, struct grain *g) {
    uint8_t le[32];
    do {
        memset(le, 0, sizeof le);
        for (unsigned i = 255; i-- > 0;) le[i / 8] |= (uint8_t)(grain_bit(g) << (i % 8));
    } while (!cz_fr_from_le(out, le));
}

/* Square matrices of n x n elements, row by row. */
static void mat_vec(cz_fr *out, const cz_fr *m, const cz_fr *v, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        out[i] = CZ_FR_ZERO;
        for (unsigned j = 0; j < n; j++) {
            cz_fr t;
            cz_fr_mul(&t, &m[i * n + j], &v[j]);
            cz_fr_add(&out[i], &out[i], &t);
        }
    }
}

static void mat_mul(cz_fr *out, const cz_fr *a, const cz_fr *b, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            cz_fr sum = CZ_FR_ZERO, t;
            for (unsigned k = 0; k < n; k++) {
                cz_fr_mul(&t, &a[i * n + k], &b[k * n + j]);
                cz_fr_add(&sum, &sum, &t);
            }
            out[i * n + j] = sum;
        }
    }
}

/* Gauss-Jordan with pivot search; the matrices here are invertible. `a` is destroyed. */
static void mat_inv(cz_fr *out, cz_fr *a, unsigned n) {
    for (unsigned i = 0; i < n * n; i++) out[i] = i / n == i % n ? CZ_FR_ONE : CZ_FR_ZERO;
    for (unsigned c = 0; c < n; c++) {
        unsigned pivot = c;
        while (pivot < n && cz_fr_is_zero(&a[pivot * n + c])) pivot++;
        CZ_INVARIANT(pivot < n, "singular matrix in the Poseidon constants");
        cz_fr inv, t;
        cz_fr_inv(&inv, &a[pivot * n + c]);
        for (unsigned j = 0; j < n; j++) {
            t = a[pivot * n + j];
            a[pivot * n + j] = a[c * n + j];
            cz_fr_mul(&a[c * n + j], &t, &inv);
            t = out[pivot * n + j];
            out[pivot * n + j] = out[c * n + j];
            cz_fr_mul(&out[c * n + j], &t, &inv);
        }
        for (unsigned i = 0; i < n; i++) {
            if (i == c || cz_fr_is_zero(&a[i * n + c])) continue;
            cz_fr f = a[i * n + c];
            for (unsigned j = 0; j < n; j++) {
                cz_fr_mul(&t, &f, &a[c * n + j]);
                cz_fr_sub(&a[i * n + j], &a[i * n + j], &t);
                cz_fr_mul(&t, &f, &out[c * n + j]);
                cz_fr_sub(&out[i * n + j], &out[i * n + j], &t);
            }
        }
    }
}

/* Spec poseidon §6: constants moved behind the linear layers. */
static void compress_constants(cz_poseidon *p, const cz_fr *m_inv) {
    const cz_fr *rc = p->rc;
    unsigned t = p->t, last = 4 + p->rp;
    cz_fr *out = p->crc;
    for (unsigned i = 0; i < t; i++) *out++ = rc[i];
    for (unsigned k = 1; k < 4; k++, out += t) mat_vec(out, m_inv, rc + k * t, t);
    cz_fr acc[CZ_POSEIDON_MAX_WIDTH], v[CZ_POSEIDON_MAX_WIDTH], first[CZ_POSEIDON_MAX_PARTIAL];
    memcpy(acc, rc + last * t, t * sizeof *acc);
    for (unsigned i = 1; i <= p->rp; i++) {
        mat_vec(v, m_inv, acc, t);
        first[i - 1] = v[0];
        v[0] = CZ_FR_ZERO;
        for (unsigned j = 0; j < t; j++) cz_fr_add(&acc[j], &rc[(last - i) * t + j], &v[j]);
    }
    mat_vec(out, m_inv, acc, t);
    out += t;
    for (unsigned i = p->rp; i-- > 0;) *out++ = first[i];
    for (unsigned k = 1; k < 4; k++, out += t) mat_vec(out, m_inv, rc + (last + k) * t, t);
    CZ_INVARIANT((size_t)(out - p->crc) == p->n_crc, "Poseidon constants miscounted");
}

/* Spec poseidon §7: M as a product of sparse matrices. `work` holds four t x t matrices. */
static void factor_sparse(cz_poseidon *p, cz_fr *work) {
    unsigned t = p->t, h = t - 1;
    cz_fr *cur = work, *hat = work + t * t, *hat_inv = work + 2 * t * t, *next = work + 3 * t * t;
    memcpy(cur, p->mds, t * t * sizeof *cur);
    for (unsigned k = p->rp; k-- > 0;) { /* the list is used in the reverse order of its making */
        cz_fr *w = p->sparse + (size_t)k * (2 * t - 1), *v = w + t, column[CZ_POSEIDON_MAX_WIDTH];
        for (unsigned i = 1; i < t; i++) {
            column[i - 1] = cur[i * t];
            for (unsigned j = 1; j < t; j++) hat[(i - 1) * h + j - 1] = cur[i * t + j];
        }
        w[0] = cur[0];
        memcpy(v, cur + 1, h * sizeof *v);
        /* M' = hat with a unit first row and column; kept in `next` while hat is inverted */
        cz_fr prime[CZ_POSEIDON_MAX_WIDTH * CZ_POSEIDON_MAX_WIDTH];
        for (unsigned i = 0; i < t * t; i++) {
            unsigned r = i / t, c = i % t;
            prime[i] = r == 0 || c == 0 ? (r == c ? CZ_FR_ONE : CZ_FR_ZERO) : hat[(r - 1) * h + c - 1];
        }
        mat_inv(hat_inv, hat, h);
        mat_vec(w + 1, hat_inv, column, h);
        mat_mul(next, p->mds, prime, t);
        memcpy(cur, next, t * t * sizeof *cur);
    }
    memcpy(p->pre_sparse, cur, t * t * sizeof *cur);
}

cz_code cz_poseidon_new(cz_error *err, cz_poseidon **out, unsigned arity, cz_poseidon_tag tag) {
    static const struct {
        unsigned arity, rp;
    } known[7] = {{2, 55}, {4, 56}, {8, 57}, {11, 57}, {16, 59}, {24, 59}, {36, 60}};
    unsigned rp = 0;
    for (int i = 0; i < 7; i++) {
        if (known[i].arity == arity) rp = known[i].rp;
    }
    if (rp == 0) return CZ_FAIL(err, CZ_E_UNSUPPORTED, "no Poseidon instance of arity %u", arity);
    unsigned t = arity + 1, n_rc = (8 + rp) * t;
    cz_poseidon *p = NULL;
    cz_fr *work = NULL;
    CZ_TRY(cz_calloc(err, &p, 1, sizeof *p, "a Poseidon instance"));
    *p = (cz_poseidon){.arity = arity, .t = t, .rp = rp, .n_crc = 8 * t + rp};
    cz_code code = cz_calloc(err, &p->rc, n_rc, sizeof(cz_fr), "Poseidon constants");
    if (code == CZ_OK) code = cz_calloc(err, &p->crc, p->n_crc, sizeof(cz_fr), "Poseidon constants");
    if (code == CZ_OK) code = cz_calloc(err, &p->mds, t * t, sizeof(cz_fr), "Poseidon constants");
    if (code == CZ_OK) code = cz_calloc(err, &p->pre_sparse, t * t, sizeof(cz_fr), "Poseidon constants");
    if (code == CZ_OK) code = cz_calloc(err, &p->sparse, (size_t)rp * (2 * t - 1), sizeof(cz_fr), "Poseidon constants");
    if (code == CZ_OK) code = cz_calloc(err, &work, 5 * t * t, sizeof(cz_fr), "Poseidon constants");
    if (code != CZ_OK) {
        cz_poseidon_free(p);
        return code;
    }
    if (tag == CZ_POSEIDON_MERKLE) {
        cz_fr_from_u64(&p->tag, ((uint64_t)1 << arity) - 1);
    } else {
        cz_fr_from_u64(&p->tag, (uint64_t)1 << 40);
    }
    cz_fr *m_inv = work + 4 * t * t;
    struct grain g;
    grain_init(&g, t, 8, rp);
    for (unsigned i = 0; i < n_rc; i++) grain_element(&p->rc[i], &g);
    for (unsigned i = 0; i < t * t; i++) {
        cz_fr_from_u64(&p->mds[i], i / t + t + i % t);
        cz_fr_inv(&p->mds[i], &p->mds[i]);
    }
    memcpy(work, p->mds, t * t * sizeof *work);
    mat_inv(m_inv, work, t);
    compress_constants(p, m_inv);
    factor_sparse(p, work);
    free(work);
    code = cz_poseidon_template_build(err, p);
    if (code != CZ_OK) {
        cz_poseidon_free(p);
        return code;
    }
    *out = p;
    return CZ_OK;
}

void cz_poseidon_free(cz_poseidon *p) {
    if (p == NULL) return;
    cz_poseidon_template_free(p->rows);
    free(p->rc);
    free(p->crc);
    free(p->mds);
    free(p->pre_sparse);
    free(p->sparse);
    free(p);
}

unsigned cz_poseidon_arity(const cz_poseidon *p) { return p->arity; }

/* Appends a value that the circuit allocates, where a trace is kept. */
static void record(cz_fr **trace, const cz_fr *v) {
    if (*trace != NULL) *(*trace)++ = *v;
}

/* x^5 + k. `ensure`: the circuit first allocates x itself. */
static void sbox(cz_fr *x, const cz_fr *k, cz_fr **trace, bool ensure) {
    cz_fr x2, x4;
    if (ensure) record(trace, x);
    cz_fr_sqr(&x2, x);
    record(trace, &x2);
    cz_fr_sqr(&x4, &x2);
    record(trace, &x4);
    cz_fr_mul(x, &x4, x);
    if (k != NULL) cz_fr_add(x, x, k);
    record(trace, x);
}

/* Row vector times matrix. */
static void apply_dense(cz_fr *s, const cz_fr *m, unsigned t) {
    cz_fr out[CZ_POSEIDON_MAX_WIDTH], x;
    for (unsigned j = 0; j < t; j++) {
        cz_fr_mul(&out[j], &s[0], &m[j]);
        for (unsigned i = 1; i < t; i++) {
            cz_fr_mul(&x, &s[i], &m[i * t + j]);
            cz_fr_add(&out[j], &out[j], &x);
        }
    }
    memcpy(s, out, t * sizeof *s);
}

static void apply_sparse(cz_fr *s, const cz_fr *w, const cz_fr *v, unsigned t) {
    cz_fr first, x;
    cz_fr_mul(&first, &s[0], &w[0]);
    for (unsigned i = 1; i < t; i++) {
        cz_fr_mul(&x, &s[i], &w[i]);
        cz_fr_add(&first, &first, &x);
        cz_fr_mul(&x, &s[0], &v[i - 1]);
        cz_fr_add(&s[i], &s[i], &x);
    }
    s[0] = first;
}

void cz_poseidon_permute(cz_fr *out, const cz_poseidon *p, const cz_fr *in, cz_fr *trace) {
    unsigned t = p->t;
    cz_fr s[CZ_POSEIDON_MAX_WIDTH];
    const cz_fr *crc = p->crc;
    s[0] = p->tag;
    memcpy(s + 1, in, p->arity * sizeof *s);
    for (unsigned i = 0; i < t; i++) cz_fr_add(&s[i], &s[i], &crc[i]);
    crc += t;
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < t; i++) {
            /* the circuit evaluates element 0 of the first round as a constant */
            cz_fr *none = NULL;
            sbox(&s[i], crc++, round == 0 && i == 0 ? &none : &trace, round > 0);
        }
        apply_dense(s, round < 3 ? p->mds : p->pre_sparse, t);
    }
    for (unsigned k = 0; k < p->rp; k++) {
        const cz_fr *w = p->sparse + (size_t)k * (2 * t - 1);
        sbox(&s[0], crc++, &trace, true);
        apply_sparse(s, w, w + t, t);
    }
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < t; i++) sbox(&s[i], round < 3 ? crc++ : NULL, &trace, true);
        apply_dense(s, p->mds, t);
    }
    record(&trace, &s[1]);
    *out = s[1];
}

void cz_poseidon_hash(cz_fr *out, const cz_poseidon *p, const cz_fr *in) { cz_poseidon_permute(out, p, in, NULL); }

cz_code cz_poseidons_new(cz_error *err, cz_poseidons **out) {
    cz_poseidons *p = NULL;
    CZ_TRY(cz_calloc(err, &p, 1, sizeof *p, "the Poseidon instances"));
    cz_code code = cz_poseidon_new(err, &p->merkle2, 2, CZ_POSEIDON_MERKLE);
    if (code == CZ_OK) code = cz_poseidon_new(err, &p->merkle4, 4, CZ_POSEIDON_MERKLE);
    if (code == CZ_OK) code = cz_poseidon_new(err, &p->merkle8, 8, CZ_POSEIDON_MERKLE);
    if (code == CZ_OK) code = cz_poseidon_new(err, &p->merkle11, 11, CZ_POSEIDON_MERKLE);
    if (code == CZ_OK) code = cz_poseidon_new(err, &p->randomness2, 2, CZ_POSEIDON_RANDOMNESS);
    if (code != CZ_OK) {
        cz_poseidons_free(p);
        return code;
    }
    *out = p;
    return CZ_OK;
}

void cz_poseidons_free(cz_poseidons *p) {
    if (p == NULL) return;
    cz_poseidon_free(p->merkle2);
    cz_poseidon_free(p->merkle4);
    cz_poseidon_free(p->merkle8);
    cz_poseidon_free(p->merkle11);
    cz_poseidon_free(p->randomness2);
    free(p);
}

const cz_poseidon *cz_poseidons_merkle(const cz_poseidons *p, unsigned arity) {
    switch (arity) {
    case 2: return p->merkle2;
    case 4: return p->merkle4;
    case 8: return p->merkle8;
    case 11: return p->merkle11;
    default: return NULL;
    }
}
