/* The coefficient dictionary: see coeff.h. Values are found by open addressing over their Montgomery limbs. */
#include "r1cs/coeff.h"

#include <stdlib.h>

#include "base/mem.h"

struct cz_coeffs {
    cz_fr *values;
    size_t n, cap;
    uint32_t *table; /* index + 1, 0 free */
    size_t mask;
};

static size_t hash_of(const cz_fr *v) {
    uint64_t h =
        v->l[0] * 0x9e3779b97f4a7c15ULL ^ v->l[1] * 0xc2b2ae3d27d4eb4fULL ^ v->l[2] * 0x165667b19e3779f9ULL ^ v->l[3];
    return (size_t)(h ^ h >> 29);
}

static size_t slot_of(const cz_coeffs *c, const cz_fr *v) {
    size_t i = hash_of(v) & c->mask;
    while (c->table[i] != 0 && !cz_fr_eq(&c->values[c->table[i] - 1], v)) i = (i + 1) & c->mask;
    return i;
}

static cz_code rehash(cz_error *err, cz_coeffs *c, size_t n_slots) {
    uint32_t *table = NULL;
    CZ_TRY(cz_calloc(err, &table, n_slots, sizeof *table, "the coefficient dictionary"));
    free(c->table);
    c->table = table;
    c->mask = n_slots - 1;
    for (size_t i = 0; i < c->n; i++) {
        size_t s = slot_of(c, &c->values[i]);
        /* 2^k and -2^k are distinct for all k below 255, so that the fixed entries never collide */
        c->table[s] = (uint32_t)i + 1;
    }
    return CZ_OK;
}

static cz_code append(cz_error *err, cz_coeff *out, cz_coeffs *c, const cz_fr *v) {
    size_t s = slot_of(c, v);
    if (c->table[s] != 0) {
        *out = c->table[s] - 1;
        return CZ_OK;
    }
    if (c->n >= (size_t)1 << 30) return CZ_FAIL(err, CZ_E_LIMIT, "more than 2^30 distinct coefficients");
    CZ_TRY(cz_grow(err, &c->values, &c->cap, c->n + 1, sizeof *c->values, "coefficients"));
    c->values[c->n++] = *v;
    if (2 * c->n > c->mask) {
        CZ_TRY(rehash(err, c, 2 * (c->mask + 1)));
    } else {
        c->table[s] = (uint32_t)c->n;
    }
    *out = (cz_coeff)(c->n - 1);
    return CZ_OK;
}

cz_code cz_coeffs_new(cz_error *err, cz_coeffs **out) {
    cz_coeffs *c = NULL;
    CZ_TRY(cz_calloc(err, &c, 1, sizeof *c, "the coefficient dictionary"));
    cz_code code = rehash(err, c, 4096);
    cz_fr v = CZ_FR_ONE;
    cz_coeff ignored;
    for (unsigned k = 0; k < 255 && code == CZ_OK; k++) {
        code = append(err, &ignored, c, &v);
        cz_fr_dbl(&v, &v);
    }
    cz_fr_neg(&v, &CZ_FR_ONE);
    for (unsigned k = 0; k < 255 && code == CZ_OK; k++) {
        code = append(err, &ignored, c, &v);
        cz_fr_dbl(&v, &v);
    }
    if (code != CZ_OK) {
        cz_coeffs_free(c);
        return code;
    }
    CZ_INVARIANT(c->n == CZ_COEFF_FIXED, "powers of two repeat in the coefficient dictionary");
    *out = c;
    return CZ_OK;
}

void cz_coeffs_free(cz_coeffs *c) {
    if (c == NULL) return;
    free(c->values);
    free(c->table);
    free(c);
}

cz_code cz_coeffs_intern(cz_error *err, cz_coeff *out, cz_coeffs *c, const cz_fr *value) {
    if (cz_fr_is_zero(value)) {
        *out = CZ_COEFF_ZERO;
        return CZ_OK;
    }
    return append(err, out, c, value);
}

uint32_t cz_coeffs_n(const cz_coeffs *c) { return (uint32_t)c->n; }

const cz_fr *cz_coeffs_values(const cz_coeffs *c) { return c->values; }

cz_code cz_coeffs_add(cz_error *err, cz_coeff *out, cz_coeffs *c, cz_coeff a, cz_coeff b) {
    if (a == CZ_COEFF_ZERO || b == CZ_COEFF_ZERO) {
        *out = a == CZ_COEFF_ZERO ? b : a;
        return CZ_OK;
    }
    cz_fr v;
    cz_fr_add(&v, &c->values[a], &c->values[b]);
    return cz_coeffs_intern(err, out, c, &v);
}
