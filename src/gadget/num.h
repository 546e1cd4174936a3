/* Numbers and Booleans inside a circuit (spec circuits §1 to §3). Names and row order are the reference's.
 * Every gadget works in every sink: without values it only allocates and enforces. */
#ifndef CZ_GADGET_NUM_H
#define CZ_GADGET_NUM_H

#include "r1cs/cs.h"

/* An allocated field variable ("num"). */
typedef struct cz_num {
    cz_var var;
    cz_fr value; /* undefined where values are not wanted */
} cz_num;

typedef enum cz_bool_kind { CZ_BOOL_CONST, CZ_BOOL_IS, CZ_BOOL_NOT } cz_bool_kind;

/* A Boolean: a constant, an allocated bit, or its negation. 8 bytes. */
typedef struct cz_bool {
    cz_var var;    /* of the bit; meaningless for CZ_BOOL_CONST */
    uint8_t kind;  /* cz_bool_kind */
    uint8_t value; /* of the Boolean itself, negation applied; always right for CZ_BOOL_CONST */
} cz_bool;

cz_num cz_num_alloc(cz_cs *cs, const cz_fr *value);
/* Input equal to n: alloc_input i; row (i ; ONE ; n). */
void cz_num_inputize(cz_cs *cs, const cz_num *n);
/* 255 bits, least significant first; not strict. */
void cz_num_to_bits_le(cz_cs *cs, cz_bool out[255], const cz_num *n);
cz_num cz_num_mul(cz_cs *cs, const cz_num *a, const cz_num *b);
/* c = a + b, row (a + b ; ONE ; c) */
cz_num cz_num_add(cz_cs *cs, const cz_num *a, const cz_num *b);
/* row (a ; ONE ; b) */
void cz_num_equal(cz_cs *cs, const cz_num *a, const cz_num *b);
/* cond ? a : b */
cz_num cz_num_pick(cz_cs *cs, const cz_bool *cond, const cz_num *a, const cz_num *b);

cz_bool cz_bool_const(bool v);
cz_bool cz_bool_alloc(cz_cs *cs, bool value);
cz_bool cz_bool_not(cz_bool a);
cz_bool cz_bool_xor(cz_cs *cs, cz_bool a, cz_bool b);
cz_bool cz_bool_and(cz_cs *cs, cz_bool a, cz_bool b);
/* lc += 2^k * b (or -2^k * b when negative is set) */
void cz_bool_lc(cz_cs *cs, cz_lc *lc, cz_bool b, unsigned k, bool negative);

/* At most the first 254 bits: alloc n; row (sum 2^i b_i ; ONE ; n). */
cz_num cz_pack_bits(cz_cs *cs, const cz_bool *bits, size_t n_bits);
/* One input for each chunk of up to 254 bits. */
void cz_pack_into_inputs(cz_cs *cs, const cz_bool *bits, size_t n_bits);

#endif
