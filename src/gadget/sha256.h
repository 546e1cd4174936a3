/* SHA-256 inside a circuit (spec circuits §4, §5): 32-bit words of Booleans, sums through MultiEq. */
#ifndef CZ_GADGET_SHA256_H
#define CZ_GADGET_SHA256_H

#include "gadget/num.h"

/* out[0..255] = SHA-256 of n_bits bits; each output word most significant bit first. */
void cz_sha256_circuit(cz_cs *cs, cz_bool out[256], const cz_bool *bits, size_t n_bits);

/* 255 little-endian bits to 256 message bits: a false is appended at the top, then each byte is turned round so that
 * its most significant bit comes first (index 248 is the appended constant). No rows. */
void cz_message_bits(cz_bool out[256], const cz_bool in[255]);

/* The hash of two tree nodes, as a number: unpack both, SHA-256, drop the two top bits, pack. */
cz_num cz_sha256_node(cz_cs *cs, const cz_num *left, const cz_num *right);

/* A digest's 256 message bits as a number of 254 bits. */
cz_num cz_sha256_digest_num(cz_cs *cs, const cz_bool digest[256]);

#endif
