/* Numbers and Booleans: see num.h. */
#include "gadget/num.h"

cz_num cz_num_alloc(cz_cs *cs, const cz_fr *value) {
    cz_num n = {.value = CZ_FR_ZERO};
    if (cz_cs_wants_values(cs)) n.value = *value;
    n.var = cz_cs_alloc_aux(cs, &n.value);
    return n;
}

/* row (sum of a ; b ; c) over single variables with unit coefficients: the shape of most number gadgets */
static void enforce_units(cz_cs *cs, cz_var a, cz_var b, cz_var c) {
    const cz_term ta = {a, CZ_COEFF_ONE}, tb = {b, CZ_COEFF_ONE}, tc = {c, CZ_COEFF_ONE};
    cz_cs_enforce_normal(cs, (cz_lc_view){&ta, 1}, (cz_lc_view){&tb, 1}, (cz_lc_view){&tc, 1});
}

void cz_num_inputize(cz_cs *cs, const cz_num *n) {
    cz_var i = cz_cs_alloc_input(cs, &n->value);
    enforce_units(cs, i, CZ_VAR_ONE, n->var);
}

cz_num cz_num_mul(cz_cs *cs, const cz_num *a, const cz_num *b) {
    cz_fr v = CZ_FR_ZERO;
    if (cz_cs_wants_values(cs)) cz_fr_mul(&v, &a->value, &b->value);
    cz_num c = cz_num_alloc(cs, &v);
    enforce_units(cs, a->var, b->var, c.var);
    return c;
}

cz_num cz_num_add(cz_cs *cs, const cz_num *a, const cz_num *b) {
    cz_fr v = CZ_FR_ZERO;
    if (cz_cs_wants_values(cs)) cz_fr_add(&v, &a->value, &b->value);
    cz_num c = cz_num_alloc(cs, &v);
    cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
    cz_lc_add(cs, la, a->var, CZ_COEFF_ONE);
    cz_lc_add(cs, la, b->var, CZ_COEFF_ONE);
    cz_lc_add(cs, lb, CZ_VAR_ONE, CZ_COEFF_ONE);
    cz_lc_add(cs, lc, c.var, CZ_COEFF_ONE);
    cz_cs_enforce(cs, la, lb, lc);
    cz_cs_lc_done(cs, lc);
    cz_cs_lc_done(cs, lb);
    cz_cs_lc_done(cs, la);
    return c;
}

void cz_num_equal(cz_cs *cs, const cz_num *a, const cz_num *b) { enforce_units(cs, a->var, CZ_VAR_ONE, b->var); }

cz_num cz_num_pick(cz_cs *cs, const cz_bool *cond, const cz_num *a, const cz_num *b) {
    cz_num c = cz_num_alloc(cs, cond->value ? &a->value : &b->value);
    cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
    cz_lc_add(cs, la, b->var, CZ_COEFF_ONE);
    cz_lc_add(cs, la, a->var, CZ_COEFF_MINUS_ONE);
    cz_bool_lc(cs, lb, *cond, 0, false);
    cz_lc_add(cs, lc, b->var, CZ_COEFF_ONE);
    cz_lc_add(cs, lc, c.var, CZ_COEFF_MINUS_ONE);
    cz_cs_enforce(cs, la, lb, lc);
    cz_cs_lc_done(cs, lc);
    cz_cs_lc_done(cs, lb);
    cz_cs_lc_done(cs, la);
    return c;
}

#define NUM_BITS 255

void cz_num_to_bits_le(cz_cs *cs, cz_bool out[NUM_BITS], const cz_num *n) {
    uint64_t v[4] = {0};
    if (cz_cs_wants_values(cs)) cz_fr_to_int(v, &n->value);
    if (!cz_cs_wants_rows(cs)) {
        cz_var first = CZ_VAR_AUX | cz_cs_n_aux(cs);
        for (unsigned w = 0; w < 4; w++) (void)cz_cs_alloc_bits(cs, v[w], w < 3 ? 64 : NUM_BITS - 192);
        for (unsigned i = 0; i < NUM_BITS; i++) {
            out[i] = (cz_bool){first + i, CZ_BOOL_IS, (uint8_t)(v[i / 64] >> (i % 64) & 1)};
        }
        cz_cs_skip_rows(cs, NUM_BITS + 1);
        return;
    }
    cz_lc *lc = cz_cs_lc(cs);
    for (unsigned i = 0; i < NUM_BITS; i++) {
        cz_cs_enter(cs, "bit ", i);
        out[i] = cz_bool_alloc(cs, v[i / 64] >> (i % 64) & 1);
        cz_cs_leave(cs);
        cz_lc_add(cs, lc, out[i].var, CZ_COEFF_POW2(i));
    }
    cz_lc_add(cs, lc, n->var, CZ_COEFF_MINUS_ONE);
    cz_cs_enforce(cs, NULL, NULL, lc);
    cz_cs_lc_done(cs, lc);
}

cz_bool cz_bool_const(bool v) { return (cz_bool){CZ_VAR_ONE, CZ_BOOL_CONST, v}; }

cz_bool cz_bool_alloc(cz_cs *cs, bool value) {
    cz_var x = cz_cs_alloc_bits(cs, value, 1);
    cz_cs_enforce_boolean(cs, x);
    return (cz_bool){x, CZ_BOOL_IS, value};
}

cz_bool cz_bool_not(cz_bool a) {
    if (a.kind != CZ_BOOL_CONST) a.kind = a.kind == CZ_BOOL_IS ? CZ_BOOL_NOT : CZ_BOOL_IS;
    a.value = !a.value;
    return a;
}

/* The value of the underlying variable. */
static bool raw(cz_bool a) { return a.kind == CZ_BOOL_NOT ? !a.value : a.value; }

/* alloc c; row (2a ; b ; a + b - c) on the variables of a and b */
static cz_bool xor_vars(cz_cs *cs, cz_bool a, cz_bool b) {
    bool v = raw(a) ^ raw(b);
    cz_var c = cz_cs_alloc_bits(cs, v, 1);
    if (cz_cs_wants_rows(cs) && a.var < b.var) {
        const cz_term ta = {a.var, CZ_COEFF_POW2(1)}, tb = {b.var, CZ_COEFF_ONE};
        const cz_term tc[3] = {{a.var, CZ_COEFF_ONE}, {b.var, CZ_COEFF_ONE}, {c, CZ_COEFF_MINUS_ONE}};
        cz_cs_enforce_normal(cs, (cz_lc_view){&ta, 1}, (cz_lc_view){&tb, 1}, (cz_lc_view){tc, 3});
    } else {
        cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
        cz_lc_add(cs, la, a.var, CZ_COEFF_POW2(1));
        cz_lc_add(cs, lb, b.var, CZ_COEFF_ONE);
        cz_lc_add(cs, lc, a.var, CZ_COEFF_ONE);
        cz_lc_add(cs, lc, b.var, CZ_COEFF_ONE);
        cz_lc_add(cs, lc, c, CZ_COEFF_MINUS_ONE);
        cz_cs_enforce(cs, la, lb, lc);
        cz_cs_lc_done(cs, lc);
        cz_cs_lc_done(cs, lb);
        cz_cs_lc_done(cs, la);
    }
    return (cz_bool){c, CZ_BOOL_IS, v};
}

cz_bool cz_bool_xor(cz_cs *cs, cz_bool a, cz_bool b) {
    if (a.kind == CZ_BOOL_CONST) return a.value ? cz_bool_not(b) : b;
    if (b.kind == CZ_BOOL_CONST) return b.value ? cz_bool_not(a) : a;
    if (a.kind == b.kind) return xor_vars(cs, a, b);
    return cz_bool_not(a.kind == CZ_BOOL_IS ? xor_vars(cs, a, b) : xor_vars(cs, b, a));
}

/* alloc c; row (lc(a) ; lc(b) ; c) where each side is the variable or one minus it: and, and_not and nor at once */
static cz_bool and_vars(cz_cs *cs, cz_bool a, cz_bool b) {
    bool v = a.value && b.value;
    cz_var c = cz_cs_alloc_bits(cs, v, 1);
    if (!cz_cs_wants_rows(cs)) {
        cz_cs_skip_rows(cs, 1);
    } else {
        cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
        cz_bool_lc(cs, la, a, 0, false);
        cz_bool_lc(cs, lb, b, 0, false);
        cz_lc_add(cs, lc, c, CZ_COEFF_ONE);
        cz_cs_enforce(cs, la, lb, lc);
        cz_cs_lc_done(cs, lc);
        cz_cs_lc_done(cs, lb);
        cz_cs_lc_done(cs, la);
    }
    return (cz_bool){c, CZ_BOOL_IS, v};
}

cz_bool cz_bool_and(cz_cs *cs, cz_bool a, cz_bool b) {
    if (a.kind == CZ_BOOL_CONST) return a.value ? b : a;
    if (b.kind == CZ_BOOL_CONST) return b.value ? a : b;
    /* and_not(i, n) has the plain variable first, whichever side it came from */
    if (a.kind == CZ_BOOL_NOT && b.kind == CZ_BOOL_IS) return and_vars(cs, b, a);
    return and_vars(cs, a, b);
}

void cz_bool_lc(cz_cs *cs, cz_lc *lc, cz_bool b, unsigned k, bool negative) {
    cz_coeff plus = CZ_COEFF_POW2(k), minus = CZ_COEFF_NEG_POW2(k);
    if (negative) {
        cz_coeff t = plus;
        plus = minus;
        minus = t;
    }
    switch ((cz_bool_kind)b.kind) {
    case CZ_BOOL_CONST:
        if (b.value) cz_lc_add(cs, lc, CZ_VAR_ONE, plus);
        break;
    case CZ_BOOL_IS: cz_lc_add(cs, lc, b.var, plus); break;
    case CZ_BOOL_NOT:
        cz_lc_add(cs, lc, CZ_VAR_ONE, plus);
        cz_lc_add(cs, lc, b.var, minus);
        break;
    }
}

#define PACK_BITS 254 /* the capacity of Fr */

/* The number that bits spell, least significant first; n <= PACK_BITS. */
static void bits_value(cz_fr *out, const cz_bool *bits, size_t n) {
    uint64_t v[4] = {0};
    for (size_t i = 0; i < n; i++) v[i / 64] |= (uint64_t)bits[i].value << (i % 64);
    cz_fr_from_int(out, v);
}

static void enforce_packing(cz_cs *cs, const cz_bool *bits, size_t n, cz_var packed) {
    if (!cz_cs_wants_rows(cs)) {
        cz_cs_skip_rows(cs, 1);
        return;
    }
    cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
    for (size_t i = 0; i < n; i++) cz_bool_lc(cs, la, bits[i], (unsigned)i, false);
    cz_lc_add(cs, lb, CZ_VAR_ONE, CZ_COEFF_ONE);
    cz_lc_add(cs, lc, packed, CZ_COEFF_ONE);
    cz_cs_enforce(cs, la, lb, lc);
    cz_cs_lc_done(cs, lc);
    cz_cs_lc_done(cs, lb);
    cz_cs_lc_done(cs, la);
}

cz_num cz_pack_bits(cz_cs *cs, const cz_bool *bits, size_t n_bits) {
    if (n_bits > PACK_BITS) n_bits = PACK_BITS;
    cz_fr v = CZ_FR_ZERO;
    if (cz_cs_wants_values(cs)) bits_value(&v, bits, n_bits);
    cz_num n = cz_num_alloc(cs, &v);
    enforce_packing(cs, bits, n_bits, n.var);
    return n;
}

void cz_pack_into_inputs(cz_cs *cs, const cz_bool *bits, size_t n_bits) {
    for (size_t i = 0; i < n_bits; i += PACK_BITS) {
        size_t n = n_bits - i < PACK_BITS ? n_bits - i : PACK_BITS;
        cz_fr v = CZ_FR_ZERO;
        if (cz_cs_wants_values(cs)) bits_value(&v, bits + i, n);
        cz_var input = cz_cs_alloc_input(cs, &v);
        enforce_packing(cs, bits + i, n, input);
    }
}
