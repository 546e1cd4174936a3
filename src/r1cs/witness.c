/* The packed witness: see witness.h. */
#include "r1cs/witness.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"

static cz_code witness_alloc_input(cz_error *err, void *self, const cz_fr *value) {
    cz_witness *w = self;
    CZ_TRY(cz_grow(err, &w->inputs, &w->inputs_cap, (size_t)w->n_inputs + 1, sizeof *w->inputs, "witness inputs"));
    w->inputs[w->n_inputs++] = *value;
    return CZ_OK;
}

/* Room for n more bits after the current end; new words are zero. */
static cz_code grow_bits(cz_error *err, cz_witness *w, unsigned n) {
    size_t have = ((size_t)w->n_aux + 63) / 64, need = ((size_t)w->n_aux + n + 63) / 64;
    if (need > w->words_cap) {
        size_t cap = w->words_cap;
        CZ_TRY(cz_grow(err, &w->bits, &cap, need, sizeof *w->bits, "witness bits"));
        cap = w->words_cap;
        CZ_TRY(cz_grow(err, &w->is_bit, &cap, need, sizeof *w->is_bit, "witness kinds"));
        w->words_cap = cap;
    }
    for (size_t i = have; i < need; i++) w->bits[i] = w->is_bit[i] = 0;
    return CZ_OK;
}

static cz_code witness_alloc_aux(cz_error *err, void *self, const cz_fr *value) {
    cz_witness *w = self;
    CZ_TRY(grow_bits(err, w, 1));
    CZ_TRY(cz_grow(err, &w->full, &w->full_cap, (size_t)w->n_full + 1, sizeof *w->full, "witness values"));
    w->full[w->n_full++] = *value;
    w->n_aux++;
    return CZ_OK;
}

static cz_code witness_alloc_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    cz_witness *w = self;
    CZ_TRY(grow_bits(err, w, n));
    size_t word = w->n_aux / 64;
    unsigned shift = w->n_aux % 64;
    uint64_t mask = n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
    w->bits[word] |= bits << shift;
    w->is_bit[word] |= mask << shift;
    if (shift + n > 64) {
        w->bits[word + 1] |= bits >> (64 - shift);
        w->is_bit[word + 1] |= mask >> (64 - shift);
    }
    w->n_aux += n;
    return CZ_OK;
}

static cz_code witness_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    (void)err, (void)self, (void)cs, (void)a, (void)b, (void)c;
    return CZ_OK;
}

static cz_code witness_enter(cz_error *err, void *self, const cz_cs *cs, const char *name, int64_t index) {
    (void)err, (void)self, (void)cs, (void)name, (void)index;
    return CZ_OK;
}

static cz_code witness_leave(cz_error *err, void *self, const cz_cs *cs) {
    (void)err, (void)self, (void)cs;
    return CZ_OK;
}

const cz_sink CZ_SINK_WITNESS = {
    .wants_values = true,
    .wants_rows = false,
    .alloc_input = witness_alloc_input,
    .alloc_aux = witness_alloc_aux,
    .alloc_bits = witness_alloc_bits,
    .row = witness_row,
    .enter = witness_enter,
    .leave = witness_leave,
};

void cz_witness_free(cz_witness *w) {
    free(w->inputs);
    free(w->bits);
    free(w->full);
    free(w->is_bit);
    *w = (cz_witness){0};
}

cz_code cz_varmap_build(cz_error *err, cz_varmap *out, uint32_t n_inputs, uint32_t n_aux, const uint64_t *is_bit) {
    size_t n_words = ((size_t)n_aux + 63) / 64;
    cz_varmap m = {.n_inputs = n_inputs, .n_aux = n_aux};
    cz_code code = cz_calloc(err, &m.is_bit, n_words, sizeof *m.is_bit, "the variable map");
    if (code == CZ_OK) code = cz_calloc(err, &m.full_rank, n_words + 1, sizeof *m.full_rank, "the variable map");
    if (code != CZ_OK) {
        cz_varmap_free(&m);
        return code;
    }
    for (size_t i = 0; i < n_words; i++) {
        m.is_bit[i] = is_bit[i];
        unsigned used = i + 1 < n_words || n_aux % 64 == 0 ? 64 : n_aux % 64;
        m.full_rank[i + 1] = m.full_rank[i] + used - (uint32_t)__builtin_popcountll(is_bit[i]);
    }
    m.n_full = m.full_rank[n_words];
    *out = m;
    return CZ_OK;
}

void cz_varmap_free(cz_varmap *m) {
    free(m->is_bit);
    free(m->full_rank);
    *m = (cz_varmap){0};
}

bool cz_witness_fits(const cz_witness *w, const cz_varmap *m) {
    return w->n_inputs == m->n_inputs && w->n_aux == m->n_aux && w->n_full == m->n_full &&
           memcmp(w->is_bit, m->is_bit, ((size_t)m->n_aux + 63) / 64 * sizeof *m->is_bit) == 0;
}

size_t cz_witness_bytes(const cz_witness *w) {
    return w->inputs_cap * sizeof *w->inputs + w->full_cap * sizeof *w->full + 2 * w->words_cap * sizeof *w->bits;
}

cz_code cz_witness_digest_of(cz_error *err, cz_witness_digest *out, const cz_witness *w) {
    cz_witness_digest d = {0};
    d.n_checkpoints = w->n_aux >> 16;
    CZ_TRY(cz_calloc(err, &d.checkpoints, d.n_checkpoints, sizeof *d.checkpoints, "witness checkpoints"));
    cz_sha256 h;
    cz_sha256_init(&h);
    uint8_t buffer[256 * 32], digest[32];
    for (uint32_t i = 0; i < w->n_inputs; i++) {
        cz_fr_to_le(buffer, &w->inputs[i]);
        cz_sha256_update(&h, buffer, 32);
    }
    size_t used = 0, full = 0;
    for (uint32_t i = 0; i < w->n_aux; i++) {
        uint8_t *p = buffer + used;
        bool zero, one;
        if (w->is_bit[i / 64] >> (i % 64) & 1) {
            memset(p, 0, 32);
            one = w->bits[i / 64] >> (i % 64) & 1;
            zero = !one;
            p[0] = one;
        } else {
            const cz_fr *v = &w->full[full++];
            zero = cz_fr_is_zero(v);
            one = cz_fr_is_one(v);
            cz_fr_to_le(p, v);
        }
        d.aux_zero += zero;
        d.aux_one += one;
        d.aux_other += !zero && !one;
        used += 32;
        if (used == sizeof buffer || i + 1 == w->n_aux) {
            cz_sha256_update(&h, buffer, used);
            used = 0;
        }
        if ((i + 1) % 65536 == 0) { /* the buffer divides 65536 * 32, so it is empty here */
            cz_sha256_peek(digest, &h);
            memcpy(d.checkpoints[i >> 16], digest, 8);
        }
    }
    cz_sha256_peek(d.sha256, &h);
    *out = d;
    return CZ_OK;
}
