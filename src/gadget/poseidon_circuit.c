/* Poseidon as a circuit (spec circuits §6).
 *
 * The rows of an instance are always the same up to the numbers of the variables, and deriving them means multiplying
 * linear combinations of up to t + 57 terms by matrices. So that is done once per instance: the template holds the rows
 * over local variables (0 is ONE, 1 … arity the inputs, then the aux variables in order of allocation) and a list of
 * distinct coefficients. A system that meets the instance interns the coefficients once and then replays rows.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "gadget/poseidon_impl.h"

/* A term over local variables; coeff indexes the template's own list. */
struct local_term {
    uint16_t var, coeff;
};

/* The rows of one round, and the reference's name for it. */
struct round {
    const char *name;
    int64_t index; /* below 0: none */
    unsigned end;  /* the row after its last */
};

struct cz_poseidon_template {
    unsigned n_aux, n_rows; /* equal: each row follows the allocation of one variable */
    struct round *rounds;
    size_t n_rounds, rounds_cap;
    struct local_term *terms;
    size_t n_terms, terms_cap;
    uint32_t *ends; /* 3 per row: where A, B and C end in `terms` */
    size_t ends_cap;
    cz_fr *coeffs;
    size_t n_coeffs, coeffs_cap;
};

/* While deriving, linear combinations are dense over the local variables, since there are few. */
struct builder {
    struct cz_poseidon_template *t;
    unsigned arity, n_vars; /* local variables in all */
    unsigned next;          /* the next aux variable, as a local number */
    cz_error *err;
    cz_code code;
};

static void keep(struct builder *b, cz_code code) {
    if (b->code == CZ_OK) b->code = code;
}

static uint16_t coeff_index(struct builder *b, const cz_fr *v) {
    struct cz_poseidon_template *t = b->t;
    for (size_t i = 0; i < t->n_coeffs; i++) {
        if (cz_fr_eq(&t->coeffs[i], v)) return (uint16_t)i;
    }
    keep(b, cz_grow(b->err, &t->coeffs, &t->coeffs_cap, t->n_coeffs + 1, sizeof *t->coeffs, "Poseidon coefficients"));
    if (b->code != CZ_OK) return 0;
    CZ_INVARIANT(t->n_coeffs < UINT16_MAX, "too many Poseidon coefficients");
    t->coeffs[t->n_coeffs] = *v;
    return (uint16_t)t->n_coeffs++;
}

static void put_term(struct builder *b, unsigned var, const cz_fr *coeff) {
    if (cz_fr_is_zero(coeff)) return;
    struct cz_poseidon_template *t = b->t;
    uint16_t c = coeff_index(b, coeff);
    keep(b, cz_grow(b->err, &t->terms, &t->terms_cap, t->n_terms + 1, sizeof *t->terms, "Poseidon rows"));
    if (b->code != CZ_OK) return;
    t->terms[t->n_terms++] = (struct local_term){(uint16_t)var, c};
}

/* Ends side 0, 1 or 2 of the current row. */
static void end_side(struct builder *b, unsigned side) {
    struct cz_poseidon_template *t = b->t;
    size_t at = 3 * (size_t)t->n_rows + side;
    keep(b, cz_grow(b->err, &t->ends, &t->ends_cap, at + 1, sizeof *t->ends, "Poseidon rows"));
    if (b->code != CZ_OK) return;
    t->ends[at] = (uint32_t)t->n_terms;
    if (side == 2) t->n_rows++;
}

/* (x + k ONE) as a side */
static void put_var_plus(struct builder *b, unsigned var, const cz_fr *k) {
    if (k != NULL) put_term(b, 0, k);
    put_term(b, var, &CZ_FR_ONE);
}

static unsigned alloc(struct builder *b) {
    b->t->n_aux++;
    return b->next++;
}

/* Makes a variable of a linear combination: alloc x; row (L ; ONE ; x). */
static unsigned ensure(struct builder *b, const cz_fr *lc) {
    unsigned x = alloc(b);
    for (unsigned i = 0; i < b->n_vars; i++) put_term(b, i, &lc[i]);
    end_side(b, 0);
    put_term(b, 0, &CZ_FR_ONE);
    end_side(b, 1);
    put_term(b, x, &CZ_FR_ONE);
    end_side(b, 2);
    return x;
}

/* l^5 with `pre` added before and `post` after (either may be NULL); returns the variable. */
static unsigned sbox(struct builder *b, unsigned l, const cz_fr *pre, const cz_fr *post) {
    unsigned l2 = alloc(b);
    put_var_plus(b, l, pre);
    end_side(b, 0);
    put_var_plus(b, l, pre);
    end_side(b, 1);
    put_term(b, l2, &CZ_FR_ONE);
    end_side(b, 2);
    unsigned l4 = alloc(b);
    put_term(b, l2, &CZ_FR_ONE);
    end_side(b, 0);
    put_term(b, l2, &CZ_FR_ONE);
    end_side(b, 1);
    put_term(b, l4, &CZ_FR_ONE);
    end_side(b, 2);
    unsigned l5 = alloc(b);
    cz_fr minus;
    if (post != NULL) cz_fr_neg(&minus, post);
    put_var_plus(b, l, pre);
    end_side(b, 0);
    put_term(b, l4, &CZ_FR_ONE);
    end_side(b, 1);
    put_var_plus(b, l5, post != NULL ? &minus : NULL);
    end_side(b, 2);
    return l5;
}

/* Ends a round: what was emitted since the one before belongs to it. */
static void end_round(struct builder *b, const char *name, int64_t index) {
    struct cz_poseidon_template *t = b->t;
    keep(b, cz_grow(b->err, &t->rounds, &t->rounds_cap, t->n_rounds + 1, sizeof *t->rounds, "Poseidon rounds"));
    if (b->code != CZ_OK) return;
    t->rounds[t->n_rounds++] = (struct round){name, index, t->n_rows};
}

static void set_var(struct builder *b, cz_fr *lc, unsigned var) {
    memset(lc, 0, b->n_vars * sizeof *lc);
    lc[var] = CZ_FR_ONE;
}

/* to += k * from */
static void add_scaled(struct builder *b, cz_fr *to, const cz_fr *k, const cz_fr *from) {
    for (unsigned i = 0; i < b->n_vars; i++) {
        if (cz_fr_is_zero(&from[i])) continue;
        cz_fr t;
        cz_fr_mul(&t, k, &from[i]);
        cz_fr_add(&to[i], &to[i], &t);
    }
}

static void apply_dense(struct builder *b, cz_fr *s, cz_fr *tmp, const cz_fr *m, unsigned t) {
    memset(tmp, 0, (size_t)t * b->n_vars * sizeof *tmp);
    for (unsigned j = 0; j < t; j++) {
        for (unsigned i = 0; i < t; i++) add_scaled(b, tmp + j * b->n_vars, &m[i * t + j], s + i * b->n_vars);
    }
    memcpy(s, tmp, (size_t)t * b->n_vars * sizeof *s);
}

static void apply_sparse(struct builder *b, cz_fr *s, cz_fr *tmp, const cz_fr *w, const cz_fr *v, unsigned t) {
    memset(tmp, 0, b->n_vars * sizeof *tmp);
    for (unsigned i = 0; i < t; i++) add_scaled(b, tmp, &w[i], s + i * b->n_vars);
    for (unsigned i = 1; i < t; i++) add_scaled(b, s + i * b->n_vars, &v[i - 1], s);
    memcpy(s, tmp, b->n_vars * sizeof *s);
}

/* `s` and `tmp` hold t linear combinations each. */
static void derive(struct builder *b, const cz_poseidon *p, cz_fr *s, cz_fr *tmp) {
    unsigned t = p->t, n = b->n_vars;
    const cz_fr *pre = p->crc, *crc = p->crc + t;
    /* element 0 of the first round is a constant: (tag + pre)^5 + post */
    cz_fr k, k2;
    cz_fr_add(&k, &p->tag, &pre[0]);
    cz_fr_sqr(&k2, &k);
    cz_fr_sqr(&k2, &k2);
    cz_fr_mul(&k, &k, &k2);
    cz_fr_add(&k, &k, crc);
    set_var(b, s, 0);
    s[0] = k;
    for (unsigned i = 1; i < t; i++) set_var(b, s + i * n, sbox(b, i, &pre[i], &crc[i]));
    crc += t;
    apply_dense(b, s, tmp, p->mds, t);
    end_round(b, "first round", -1);
    for (unsigned round = 1; round < 4; round++) {
        for (unsigned i = 0; i < t; i++) set_var(b, s + i * n, sbox(b, ensure(b, s + i * n), NULL, crc++));
        apply_dense(b, s, tmp, round < 3 ? p->mds : p->pre_sparse, t);
        end_round(b, "initial full round ", round);
    }
    for (unsigned r = 0; r < p->rp; r++) {
        const cz_fr *w = p->sparse + (size_t)r * (2 * t - 1);
        set_var(b, s, sbox(b, ensure(b, s), NULL, crc++));
        apply_sparse(b, s, tmp, w, w + t, t);
        end_round(b, "partial round ", r);
    }
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < t; i++) {
            set_var(b, s + i * n, sbox(b, ensure(b, s + i * n), NULL, round < 3 ? crc++ : NULL));
        }
        apply_dense(b, s, tmp, p->mds, t);
        end_round(b, round < 3 ? "final full round " : "terminal full round", round < 3 ? (int64_t)round : -1);
    }
    (void)ensure(b, s + n);
    end_round(b, "hash result", -1);
}

/* Aux variables, which are as many as rows: 3 per S-box and one for each that is ensured (spec circuits §6). */
static unsigned count_aux(const cz_poseidon *p) { return 3 * p->arity + 3 * 4 * p->t + 4 * p->rp + 4 * 4 * p->t + 1; }

cz_code cz_poseidon_template_build(cz_error *err, cz_poseidon *p) {
    CZ_TRY(cz_calloc(err, &p->rows, 1, sizeof *p->rows, "a Poseidon template"));
    struct builder b = {
        .t = p->rows, .arity = p->arity, .n_vars = 1 + p->arity + count_aux(p), .next = 1 + p->arity, .err = err};
    cz_fr *s = NULL;
    CZ_TRY(cz_calloc(err, &s, 2 * (size_t)p->t * b.n_vars, sizeof *s, "deriving a Poseidon circuit"));
    derive(&b, p, s, s + (size_t)p->t * b.n_vars);
    free(s);
    if (b.code != CZ_OK) return b.code;
    CZ_INVARIANT(p->rows->n_aux == count_aux(p) && p->rows->n_rows == count_aux(p), "Poseidon circuit miscounted");
    return CZ_OK;
}

void cz_poseidon_template_free(cz_poseidon_template *t) {
    if (t == NULL) return;
    free(t->terms);
    free(t->rounds);
    free(t->ends);
    free(t->coeffs);
    free(t);
}

#define MAX_AUX (3 * 36 + 3 * 4 * 37 + 4 * 60 + 4 * 4 * 37 + 1)

/* What a system keeps for an instance: its coefficients' indices and room for one row. */
struct replay {
    cz_coeff *coeffs;
    cz_term *row;
};

static struct replay *replay_of(cz_cs *cs, const cz_poseidon *p) {
    void **slot = cz_cs_slot(cs, p);
    if (*slot != NULL) return *slot;
    const cz_poseidon_template *t = p->rows;
    size_t row_terms = 4 * ((size_t)p->t + p->rp) + 8;
    cz_error err = {0};
    struct replay *r = NULL;
    /* one block, since the system frees it with free() */
    size_t bytes = sizeof *r + t->n_coeffs * sizeof *r->coeffs + row_terms * sizeof *r->row;
    cz_code code = cz_calloc(&err, &r, 1, bytes, "replaying a Poseidon circuit");
    if (code == CZ_OK) {
        r->row = (cz_term *)(r + 1);
        r->coeffs = (cz_coeff *)(r->row + row_terms);
        for (size_t i = 0; i < t->n_coeffs && code == CZ_OK; i++) {
            code = cz_coeffs_intern(&err, &r->coeffs[i], cz_cs_coeffs(cs), &t->coeffs[i]);
        }
    }
    if (code != CZ_OK) {
        free(r);
        cz_cs_fail(cs, code, "%s", err.text);
        return NULL;
    }
    *slot = r;
    return r;
}

/* Emits row `row` of the template over the variables `vars`. Its terms are sorted when the inputs' variables ascend. */
static void replay_row(cz_cs *cs, const cz_poseidon_template *t, const struct replay *r, const cz_var *vars,
                       unsigned row, bool ascending) {
    size_t at = row == 0 ? 0 : t->ends[3 * row - 1];
    if (ascending) {
        cz_lc_view side[3];
        cz_term *out = r->row;
        for (unsigned k = 0; k < 3; k++) {
            side[k].terms = out;
            for (size_t end = t->ends[3 * row + k]; at < end; at++) {
                *out++ = (cz_term){vars[t->terms[at].var], r->coeffs[t->terms[at].coeff]};
            }
            side[k].n = (size_t)(out - side[k].terms);
        }
        cz_cs_enforce_normal(cs, side[0], side[1], side[2]);
        return;
    }
    cz_lc *lc[3];
    for (unsigned k = 0; k < 3; k++) {
        lc[k] = cz_cs_lc(cs);
        for (size_t end = t->ends[3 * row + k]; at < end; at++) {
            cz_lc_add(cs, lc[k], vars[t->terms[at].var], r->coeffs[t->terms[at].coeff]);
        }
    }
    cz_cs_enforce(cs, lc[0], lc[1], lc[2]);
    for (unsigned k = 3; k-- > 0;) cz_cs_lc_done(cs, lc[k]);
}

/* Allocates each variable and emits the row behind it, round by round; returns the last variable. */
static cz_var replay_rounds(cz_cs *cs, const cz_poseidon *p, const cz_num *in, const cz_fr *trace) {
    const cz_poseidon_template *t = p->rows;
    const struct replay *r = replay_of(cs, p);
    if (r == NULL) return CZ_VAR_AUX;
    cz_var vars[1 + CZ_POSEIDON_MAX_WIDTH + MAX_AUX];
    bool ascending = true;
    vars[0] = CZ_VAR_ONE;
    for (unsigned i = 0; i < p->arity; i++) {
        vars[1 + i] = in[i].var;
        ascending = ascending && in[i].var > vars[i];
    }
    unsigned row = 0;
    for (size_t k = 0; k < t->n_rounds; k++) {
        cz_cs_enter(cs, t->rounds[k].name, t->rounds[k].index);
        for (; row < t->rounds[k].end; row++) {
            vars[1 + p->arity + row] = cz_cs_alloc_aux(cs, &trace[row]);
            replay_row(cs, t, r, vars, row, ascending);
        }
        cz_cs_leave(cs);
    }
    return vars[p->arity + row];
}

cz_num cz_poseidon_circuit(cz_cs *cs, const cz_poseidon *p, const cz_num *in) {
    const cz_poseidon_template *t = p->rows;
    cz_num out = {.value = CZ_FR_ZERO};
    cz_fr trace[MAX_AUX];
    if (cz_cs_wants_values(cs)) {
        cz_fr values[CZ_POSEIDON_MAX_WIDTH];
        for (unsigned i = 0; i < p->arity; i++) values[i] = in[i].value;
        cz_poseidon_permute(&out.value, p, values, trace);
    }
    if (cz_cs_wants_rows(cs)) {
        out.var = replay_rounds(cs, p, in, trace);
        return out;
    }
    for (unsigned i = 0; i < t->n_aux; i++) out.var = cz_cs_alloc_aux(cs, &trace[i]);
    cz_cs_skip_rows(cs, t->n_rows);
    return out;
}
