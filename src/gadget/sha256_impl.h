/* Inside of the SHA-256 gadget, shared by sha256.c (bit by bit, any sink) and sha256_words.c (values only). */
#ifndef CZ_GADGET_SHA256_IMPL_H
#define CZ_GADGET_SHA256_IMPL_H

#include "gadget/sha256.h"

extern const uint32_t CZ_SHA256_K[64], CZ_SHA256_INITIAL[8];

/* Block k of the padded message. */
void cz_sha256_block(cz_bool block[512], const cz_bool *bits, size_t n_bits, size_t k);
size_t cz_sha256_n_blocks(size_t n_bits);

/* Choice and majority of three Booleans, with the reference's folding of constants (spec circuits §1). */
cz_bool cz_sha256_ch(cz_cs *cs, cz_bool a, cz_bool b, cz_bool c);
cz_bool cz_sha256_maj(cz_cs *cs, cz_bool a, cz_bool b, cz_bool c);

/* The carried-out sum of k words has this many bits. */
unsigned cz_sha256_sum_bits(unsigned k);
#define CZ_MULTIEQ_CAPACITY 254 /* bits of a MultiEq row: a sum that would reach it starts the next row */

/* cz_sha256_circuit for a system that wants values and no rows: the same allocations, a word at a time. */
void cz_sha256_words(cz_cs *cs, cz_bool out[256], const cz_bool *bits, size_t n_bits);

#endif
