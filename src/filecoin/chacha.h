/* ChaCha key streams as the proofs draw from them: 8 rounds for graph parents, 20 for synthetic challenges. */
#ifndef CZ_FILECOIN_CHACHA_H
#define CZ_FILECOIN_CHACHA_H

#include <stddef.h>
#include <stdint.h>

/* A position in a key stream. `state` is the ChaCha matrix: constants, key, then words 12 to 15. The block counter is
 * word 12, carried into word 13 where `wide` (64-bit counter, zero stream id), else words 13 to 15 are a nonce. */
typedef struct cz_chacha {
    uint32_t state[16];
    uint8_t block[64];
    unsigned used, rounds; /* bytes of `block` already given out */
    int wide;
} cz_chacha;

/* `nonce` of 12 bytes with a 32-bit counter, or NULL for a 64-bit counter. The counter starts at `counter`. */
void cz_chacha_init(cz_chacha *c, const uint8_t key[32], const uint8_t *nonce, uint32_t counter, unsigned rounds);
/* The next n bytes of the stream. */
void cz_chacha_read(uint8_t *out, cz_chacha *c, size_t n);

#endif
