/* Constraint systems: see cs.h. */
#include "r1cs/cs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

#define MAX_LENT 16
#define MAX_SLOTS 32

struct slot {
    const void *key;
    void *value;
};

struct cz_cs {
    const cz_sink *sink;
    void *self;
    cz_coeffs *coeffs, *own_coeffs;
    uint32_t n_inputs, n_aux, n_rows;
    cz_lc lent[MAX_LENT];
    size_t n_lent;
    cz_term *sort_buffer;
    size_t sort_cap;
    struct slot slots[MAX_SLOTS];
    size_t n_slots;
    cz_error error; /* code CZ_OK while all is well */
};

/* Variables and rows are numbered in 31 bits. */
#define MAX_INDEX 0x7fffffffu

cz_code cz_cs_new(cz_error *err, cz_cs **out, const cz_sink *sink, void *self, cz_coeffs *coeffs) {
    cz_cs *cs = NULL;
    CZ_TRY(cz_calloc(err, &cs, 1, sizeof *cs, "a constraint system"));
    cs->sink = sink;
    cs->self = self;
    cs->coeffs = coeffs;
    if (coeffs == NULL) {
        cz_code code = cz_coeffs_new(err, &cs->own_coeffs);
        if (code != CZ_OK) {
            cz_cs_free(cs);
            return code;
        }
        cs->coeffs = cs->own_coeffs;
    }
    (void)cz_cs_alloc_input(cs, &CZ_FR_ONE);
    cz_code code = cz_cs_status(err, cs);
    if (code != CZ_OK) {
        cz_cs_free(cs);
        return code;
    }
    *out = cs;
    return CZ_OK;
}

void cz_cs_free(cz_cs *cs) {
    if (cs == NULL) return;
    for (size_t i = 0; i < MAX_LENT; i++) free(cs->lent[i].terms);
    for (size_t i = 0; i < cs->n_slots; i++) free(cs->slots[i].value);
    free(cs->sort_buffer);
    cz_coeffs_free(cs->own_coeffs);
    free(cs);
}

bool cz_cs_wants_values(const cz_cs *cs) { return cs->sink->wants_values; }
bool cz_cs_wants_rows(const cz_cs *cs) { return cs->sink->wants_rows; }
uint32_t cz_cs_n_inputs(const cz_cs *cs) { return cs->n_inputs; }
uint32_t cz_cs_n_aux(const cz_cs *cs) { return cs->n_aux; }
uint32_t cz_cs_n_rows(const cz_cs *cs) { return cs->n_rows; }
cz_coeffs *cz_cs_coeffs(const cz_cs *cs) { return cs->coeffs; }

static bool failed(const cz_cs *cs) { return cs->error.code != CZ_OK; }

/* Sinks and the dictionary set the error's text themselves; the code is what makes it stick. */
static void keep(cz_cs *cs, cz_code code) {
    if (code != CZ_OK) cs->error.code = code;
}

cz_var cz_cs_alloc_input(cz_cs *cs, const cz_fr *value) {
    if (failed(cs)) return CZ_VAR_ONE;
    if (cs->n_inputs >= MAX_INDEX) {
        cz_cs_fail(cs, CZ_E_LIMIT, "more than 2^31 inputs");
        return CZ_VAR_ONE;
    }
    keep(cs, cs->sink->alloc_input(&cs->error, cs->self, cs->sink->wants_values ? value : NULL));
    return cs->n_inputs++;
}

cz_var cz_cs_alloc_aux(cz_cs *cs, const cz_fr *value) {
    if (failed(cs)) return CZ_VAR_AUX;
    if (cs->n_aux >= MAX_INDEX) {
        cz_cs_fail(cs, CZ_E_LIMIT, "more than 2^31 aux variables");
        return CZ_VAR_AUX;
    }
    keep(cs, cs->sink->alloc_aux(&cs->error, cs->self, cs->sink->wants_values ? value : NULL));
    return CZ_VAR_AUX | cs->n_aux++;
}

cz_var cz_cs_alloc_bits(cz_cs *cs, uint64_t bits, unsigned n) {
    CZ_INVARIANT(n >= 1 && n <= 64, "%u bits at once", n);
    if (failed(cs)) return CZ_VAR_AUX;
    if (cs->n_aux > MAX_INDEX - n) {
        cz_cs_fail(cs, CZ_E_LIMIT, "more than 2^31 aux variables");
        return CZ_VAR_AUX;
    }
    if (n < 64) bits &= ((uint64_t)1 << n) - 1;
    keep(cs, cs->sink->alloc_bits(&cs->error, cs->self, bits, n));
    cz_var first = CZ_VAR_AUX | cs->n_aux;
    cs->n_aux += n;
    return first;
}

cz_lc *cz_cs_lc(cz_cs *cs) {
    CZ_INVARIANT(cs->n_lent < MAX_LENT, "more than %d linear combinations lent at once", MAX_LENT);
    cz_lc *lc = &cs->lent[cs->n_lent++];
    lc->n = 0;
    return lc;
}

void cz_cs_lc_done(cz_cs *cs, cz_lc *lc) {
    CZ_INVARIANT(cs->n_lent > 0 && lc == &cs->lent[cs->n_lent - 1],
                 "linear combinations are given back last lent first");
    cs->n_lent--;
}

void cz_lc_add(cz_cs *cs, cz_lc *lc, cz_var var, cz_coeff coeff) {
    if (coeff == CZ_COEFF_ZERO) return;
    if (lc->n == lc->cap) {
        if (failed(cs)) return;
        keep(cs, cz_grow(&cs->error, &lc->terms, &lc->cap, lc->n + 1, sizeof *lc->terms, "a linear combination"));
        if (failed(cs)) return;
    }
    lc->terms[lc->n++] = (cz_term){var, coeff};
}

/* Stable merge sort by variable, bottom up from runs of insertion-sorted terms. */
#define RUN 12

static void insertion_sort(cz_term *t, size_t n) {
    for (size_t i = 1; i < n; i++) {
        cz_term x = t[i];
        size_t j = i;
        for (; j > 0 && t[j - 1].var > x.var; j--) t[j] = t[j - 1];
        t[j] = x;
    }
}

static void merge_runs(cz_term *out, const cz_term *a, size_t na, const cz_term *b, size_t nb) {
    size_t i = 0, j = 0;
    while (i < na && j < nb) *out++ = b[j].var < a[i].var ? b[j++] : a[i++];
    while (i < na) *out++ = a[i++];
    while (j < nb) *out++ = b[j++];
}

static void sort_terms(cz_cs *cs, cz_lc *lc) {
    size_t n = lc->n;
    if (n <= RUN) {
        insertion_sort(lc->terms, n);
        return;
    }
    keep(cs, cz_grow(&cs->error, &cs->sort_buffer, &cs->sort_cap, n, sizeof *cs->sort_buffer, "sorting terms"));
    if (failed(cs)) return;
    for (size_t i = 0; i < n; i += RUN) insertion_sort(lc->terms + i, n - i < RUN ? n - i : RUN);
    cz_term *from = lc->terms, *to = cs->sort_buffer;
    for (size_t w = RUN; w < n; w *= 2) {
        for (size_t i = 0; i < n; i += 2 * w) {
            size_t mid = i + w < n ? i + w : n, end = i + 2 * w < n ? i + 2 * w : n;
            merge_runs(to + i, from + i, mid - i, from + mid, end - mid);
        }
        cz_term *t = from;
        from = to;
        to = t;
    }
    if (from != lc->terms) memcpy(lc->terms, from, n * sizeof *from);
}

static cz_lc_view normalise(cz_cs *cs, cz_lc *lc) {
    if (lc == NULL || lc->n == 0) return (cz_lc_view){NULL, 0};
    bool strictly = true;
    for (size_t i = 1; i < lc->n && strictly; i++) strictly = lc->terms[i - 1].var < lc->terms[i].var;
    if (strictly) return (cz_lc_view){lc->terms, lc->n};
    sort_terms(cs, lc);
    size_t n = 0;
    for (size_t i = 0; i < lc->n && !failed(cs);) {
        cz_term t = lc->terms[i++];
        while (i < lc->n && lc->terms[i].var == t.var) {
            keep(cs, cz_coeffs_add(&cs->error, &t.coeff, cs->coeffs, t.coeff, lc->terms[i++].coeff));
        }
        if (t.coeff != CZ_COEFF_ZERO) lc->terms[n++] = t;
    }
    lc->n = n;
    return (cz_lc_view){lc->terms, n};
}

void cz_cs_enforce_normal(cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    if (failed(cs)) return;
    if (cs->n_rows >= MAX_INDEX) {
        cz_cs_fail(cs, CZ_E_LIMIT, "more than 2^31 constraints");
        return;
    }
    if (cs->sink->wants_rows) keep(cs, cs->sink->row(&cs->error, cs->self, cs, a, b, c));
    cs->n_rows++;
}

void cz_cs_enforce(cz_cs *cs, cz_lc *a, cz_lc *b, cz_lc *c) {
    if (failed(cs)) return;
    if (!cs->sink->wants_rows) {
        cz_cs_skip_rows(cs, 1);
        return;
    }
    cz_lc_view va = normalise(cs, a), vb = normalise(cs, b), vc = normalise(cs, c);
    cz_cs_enforce_normal(cs, va, vb, vc);
}

void cz_cs_skip_rows(cz_cs *cs, uint32_t n) {
    if (failed(cs)) return;
    CZ_INVARIANT(!cs->sink->wants_rows, "rows skipped in a sink that wants them");
    if (cs->n_rows > MAX_INDEX - n) {
        cz_cs_fail(cs, CZ_E_LIMIT, "more than 2^31 constraints");
        return;
    }
    cs->n_rows += n;
}

void cz_cs_enforce_boolean(cz_cs *cs, cz_var x) {
    const cz_term a[2] = {{CZ_VAR_ONE, CZ_COEFF_ONE}, {x, CZ_COEFF_MINUS_ONE}}, b[1] = {{x, CZ_COEFF_ONE}};
    cz_cs_enforce_normal(cs, (cz_lc_view){a, 2}, (cz_lc_view){b, 1}, (cz_lc_view){NULL, 0});
}

void cz_cs_enter(cz_cs *cs, const char *name, int64_t index) {
    if (failed(cs)) return;
    keep(cs, cs->sink->enter(&cs->error, cs->self, cs, name, index));
}

void cz_cs_leave(cz_cs *cs) {
    if (failed(cs)) return;
    keep(cs, cs->sink->leave(&cs->error, cs->self, cs));
}

size_t cz_space_name(char *out, size_t n, const char *name, int64_t index) {
    int head = (int)strcspn(name, "#"), k;
    const char *tail = name[head] == '#' ? name + head + 1 : "";
    if (index < 0) {
        k = snprintf(out, n, "%s", name);
    } else {
        k = snprintf(out, n, "%.*s%lld%s", head, name, (long long)index, tail);
    }
    return k < 0 ? 0 : (size_t)k;
}

void **cz_cs_slot(cz_cs *cs, const void *key) {
    for (size_t i = 0; i < cs->n_slots; i++) {
        if (cs->slots[i].key == key) return &cs->slots[i].value;
    }
    CZ_INVARIANT(cs->n_slots < MAX_SLOTS, "more than %d gadget slots", MAX_SLOTS);
    cs->slots[cs->n_slots].key = key;
    return &cs->slots[cs->n_slots++].value;
}

void cz_cs_fail(cz_cs *cs, cz_code code, const char *fmt, ...) {
    if (failed(cs)) return;
    cs->error.code = code;
    cs->error.file = __FILE__;
    cs->error.line = __LINE__;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(cs->error.text, sizeof cs->error.text, fmt, ap);
    va_end(ap);
}

cz_code cz_cs_status(cz_error *err, const cz_cs *cs) {
    if (failed(cs) && err != NULL) *err = cs->error;
    return cs->error.code;
}
