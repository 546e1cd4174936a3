/* Hashes used by the formats, all of libcrypto: SHA-256 (with the SHA extensions where the CPU has them), BLAKE2b-512,
 * and BLAKE2b with a key and a shorter digest. */
#ifndef CZ_BASE_HASH_H
#define CZ_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* An incremental SHA-256; a plain value, may be copied. */
typedef struct cz_sha256 {
    uint32_t opaque[32];
} cz_sha256;

void cz_sha256_init(cz_sha256 *h);
void cz_sha256_update(cz_sha256 *h, const void *data, size_t n);
/* The digest of what was fed so far; more may be fed after it. */
void cz_sha256_peek(uint8_t out[32], const cz_sha256 *h);

/* One-shot. */
void cz_sha256_once(uint8_t out[32], const void *data, size_t n);
/* SHA-256 of a || b. */
void cz_sha256_pair(uint8_t out[32], const uint8_t a[32], const uint8_t b[32]);
/* One compression of the raw state (host order words) with one 64-byte block: what a SHA-256 circuit computes. */
void cz_sha256_compress(uint32_t state[8], const uint8_t block[64]);
/* BLAKE2b-512, unkeyed. */
void cz_blake2b_512(uint8_t out[64], const void *data, size_t n);
/* Keyed BLAKE2b with a digest of 32 bytes; key_bytes <= 64. */
void cz_blake2b_256_keyed(uint8_t out[32], const void *key, size_t key_bytes, const void *data, size_t n);

typedef struct cz_blake2b cz_blake2b;
/* An incremental BLAKE2b-512 for file digests; free with cz_blake2b_free. */
CZ_MUST_CHECK cz_code cz_blake2b_new(cz_error *err, cz_blake2b **out);
void cz_blake2b_free(cz_blake2b *h);
void cz_blake2b_update(cz_blake2b *h, const void *data, size_t n);
void cz_blake2b_final(uint8_t out[64], cz_blake2b *h);

#endif
