/* Hashes: see hash.h. SHA-256 goes through libcrypto's low-level functions: the EVP layer cannot run a single
 * compression and costs more to set up than hashing the two nodes of a tree. */
#define OPENSSL_API_COMPAT 10100
#include "base/hash.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <string.h>

_Static_assert(sizeof(SHA256_CTX) <= sizeof(cz_sha256), "room for libcrypto's state");

static SHA256_CTX *ctx_of(cz_sha256 *h) { return (SHA256_CTX *)(void *)h; }

void cz_sha256_init(cz_sha256 *h) { SHA256_Init(ctx_of(h)); }

void cz_sha256_update(cz_sha256 *h, const void *data, size_t n) { SHA256_Update(ctx_of(h), data, n); }

void cz_sha256_peek(uint8_t out[32], const cz_sha256 *h) {
    cz_sha256 copy = *h;
    SHA256_Final(out, ctx_of(&copy));
}

void cz_sha256_once(uint8_t out[32], const void *data, size_t n) {
    SHA256_CTX c;
    SHA256_Init(&c);
    SHA256_Update(&c, data, n);
    SHA256_Final(out, &c);
}

void cz_sha256_pair(uint8_t out[32], const uint8_t a[32], const uint8_t b[32]) {
    SHA256_CTX c;
    SHA256_Init(&c);
    SHA256_Update(&c, a, 32);
    SHA256_Update(&c, b, 32);
    SHA256_Final(out, &c);
}

void cz_sha256_compress(uint32_t state[8], const uint8_t block[64]) {
    SHA256_CTX c = {0};
    memcpy(c.h, state, sizeof c.h);
    SHA256_Transform(&c, block);
    memcpy(state, c.h, sizeof c.h);
}

void cz_blake2b_512(uint8_t out[64], const void *data, size_t n) {
    unsigned len = 64;
    int ok = EVP_Digest(data, n, out, &len, EVP_blake2b512(), NULL);
    CZ_INVARIANT(ok == 1 && len == 64, "libcrypto has no BLAKE2b-512");
}

void cz_blake2b_256_keyed(uint8_t out[32], const void *key, size_t key_bytes, const void *data, size_t n) {
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "BLAKE2BMAC", NULL);
    EVP_MAC_CTX *ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
    size_t size = 32, len = 0;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
    int ok = ctx != NULL && EVP_MAC_init(ctx, key, key_bytes, params) == 1 && EVP_MAC_update(ctx, data, n) == 1 &&
             EVP_MAC_final(ctx, out, &len, 32) == 1 && len == 32;
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    CZ_INVARIANT(ok, "libcrypto has no keyed BLAKE2b (BLAKE2BMAC)");
}

cz_code cz_blake2b_new(cz_error *err, cz_blake2b **out) {
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (ctx == NULL || EVP_DigestInit_ex(ctx, EVP_blake2b512(), NULL) != 1) {
        EVP_MD_CTX_free(ctx);
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a BLAKE2b state");
    }
    *out = (cz_blake2b *)ctx;
    return CZ_OK;
}

void cz_blake2b_free(cz_blake2b *h) { EVP_MD_CTX_free((EVP_MD_CTX *)h); }

void cz_blake2b_update(cz_blake2b *h, const void *data, size_t n) {
    int ok = EVP_DigestUpdate((EVP_MD_CTX *)h, data, n);
    CZ_INVARIANT(ok == 1, "libcrypto failed to update a BLAKE2b state");
}

void cz_blake2b_final(uint8_t out[64], cz_blake2b *h) {
    int ok = EVP_DigestFinal_ex((EVP_MD_CTX *)h, out, NULL);
    CZ_INVARIANT(ok == 1, "libcrypto failed to finish a BLAKE2b state");
}
