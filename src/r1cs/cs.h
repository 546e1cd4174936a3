/* Constraint systems: one description of a circuit, run against different sinks.
 *
 * A circuit allocates variables and enforces rows A * B = C (spec circuits §0). Inputs and aux variables are numbered
 * apart, in order of allocation; input 0 is the constant one and exists before the circuit runs. What happens with
 * values and rows is the sink's business:
 *
 *   shape    no values; counts, densities, namespaces, SHA-256 and checkpoints of the canonical encoding, streamed
 *   matrix   no values; records A, B, C in compressed rows (matrix.h)
 *   witness  values only: rows cost nothing; fills a packed witness (witness.h)
 *   check    values and rows; reports the first unsatisfied row with its namespace
 *   query    no values; accumulates the QAP polynomials at tau for a setup (groth16/setup)
 *
 * Gadgets ask cz_cs_wants_rows before building linear combinations and cz_cs_wants_values before computing values, so
 * that each sink pays for what it uses. Structure never depends on values.
 *
 * Errors are sticky: the first failure (memory, a limit, an unsatisfied row, a bad value given by the circuit) is kept
 * in the system, later calls do nothing, and the runner asks cz_cs_status at the end. One thread at a time.
 */
#ifndef CZ_R1CS_CS_H
#define CZ_R1CS_CS_H

#include "r1cs/coeff.h"

/* A variable: the index, with bit 31 set for aux. */
typedef uint32_t cz_var;
#define CZ_VAR_AUX 0x80000000u
#define CZ_VAR_ONE ((cz_var)0)

typedef struct cz_term {
    cz_var var;
    cz_coeff coeff;
} cz_term;

/* A linear combination under construction: terms in any order, a variable may occur more than once. Buffers belong to
 * the system that lent them (cz_cs_lc) and are reused. */
typedef struct cz_lc {
    cz_term *terms;
    size_t n, cap;
} cz_lc;

/* A normal linear combination: merged, no zero coefficients, ascending variables. */
typedef struct cz_lc_view {
    const cz_term *terms;
    size_t n;
} cz_lc_view;

typedef struct cz_cs cz_cs;

/* What a sink implements; `self` is its own state. Entries are never NULL. Values are NULL where the sink does not want
 * values; rows come normalised and only where it wants rows. */
typedef struct cz_sink {
    bool wants_values, wants_rows;
    cz_code (*alloc_input)(cz_error *err, void *self, const cz_fr *value);
    cz_code (*alloc_aux)(cz_error *err, void *self, const cz_fr *value);
    /* 1 <= n <= 64 aux variables that are bits by a boolean row of their own, least significant first */
    cz_code (*alloc_bits)(cz_error *err, void *self, uint64_t bits, unsigned n);
    cz_code (*row)(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c);
    /* namespaces; index < 0 when there is none. name is static storage; see cz_space_name. */
    cz_code (*enter)(cz_error *err, void *self, const cz_cs *cs, const char *name, int64_t index);
    cz_code (*leave)(cz_error *err, void *self, const cz_cs *cs);
} cz_sink;

/* A system over a sink, with input 0 = 1 allocated. `coeffs` is borrowed (NULL: its own). */
CZ_MUST_CHECK cz_code cz_cs_new(cz_error *err, cz_cs **out, const cz_sink *sink, void *self, cz_coeffs *coeffs);
void cz_cs_free(cz_cs *cs);

bool cz_cs_wants_values(const cz_cs *cs);
bool cz_cs_wants_rows(const cz_cs *cs);
uint32_t cz_cs_n_inputs(const cz_cs *cs);
uint32_t cz_cs_n_aux(const cz_cs *cs);
uint32_t cz_cs_n_rows(const cz_cs *cs); /* counted in every sink, also where rows are not wanted */
cz_coeffs *cz_cs_coeffs(const cz_cs *cs);

/* `value` may be NULL where values are not wanted. */
cz_var cz_cs_alloc_input(cz_cs *cs, const cz_fr *value);
cz_var cz_cs_alloc_aux(cz_cs *cs, const cz_fr *value);
/* The first of n <= 64 consecutive bit variables. The caller enforces their boolean rows (cz_cs_enforce_boolean). */
cz_var cz_cs_alloc_bits(cz_cs *cs, uint64_t bits, unsigned n);

/* Lends an empty linear combination; give it back with cz_cs_lc_done, last lent first. */
cz_lc *cz_cs_lc(cz_cs *cs);
void cz_cs_lc_done(cz_cs *cs, cz_lc *lc);
void cz_lc_add(cz_cs *cs, cz_lc *lc, cz_var var, cz_coeff coeff);

/* a * b = c; NULL is the empty combination (zero). Normalises in place: sorts, merges, drops zeros. */
void cz_cs_enforce(cz_cs *cs, cz_lc *a, cz_lc *b, cz_lc *c);
/* Counts n rows without building them: what gadgets call where rows are not wanted. */
void cz_cs_skip_rows(cz_cs *cs, uint32_t n);
/* (ONE - x) * x = 0 */
void cz_cs_enforce_boolean(cz_cs *cs, cz_var x);

/* A namespace: what the circuit does until cz_cs_leave happens in it. The index, unless below 0, takes the place of
 * the '#' in the name, or stands at its end if there is none. */
void cz_cs_enter(cz_cs *cs, const char *name, int64_t index);
void cz_cs_leave(cz_cs *cs);
/* Writes a namespace's name with its index into n bytes, cut where it does not fit. Returns its length uncut. */
size_t cz_space_name(char *out, size_t n, const char *name, int64_t index);

/* A row that is already normal (ascending variables, merged, no zeros), as replayed templates give. */
void cz_cs_enforce_normal(cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c);
/* A slot for what a gadget derives once per system, e.g. coefficient indices of a template: *slot is NULL at first;
 * what it points to is freed with free() when the system is. `key` is any address that names the thing. */
void **cz_cs_slot(cz_cs *cs, const void *key);

/* Makes the system fail, e.g. because the circuit was given an impossible value. */
void cz_cs_fail(cz_cs *cs, cz_code code, const char *fmt, ...) CZ_PRINTF(3, 4);
/* The sticky result; `err` gets a copy of the error. */
CZ_MUST_CHECK cz_code cz_cs_status(cz_error *err, const cz_cs *cs);

#endif
