/* ChaCha key streams (RFC 8439 and its 8-round variant): see chacha.h. */
#include "filecoin/chacha.h"

#include "base/bytes.h"

void cz_chacha_init(cz_chacha *c, const uint8_t key[32], const uint8_t *nonce, uint32_t counter, unsigned rounds) {
    static const uint8_t constants[16] = "expand 32-byte k";
    *c = (cz_chacha){.used = sizeof c->block, .rounds = rounds, .wide = nonce == NULL};
    for (int i = 0; i < 4; i++) c->state[i] = cz_get_le32(constants + 4 * i);
    for (int i = 0; i < 8; i++) c->state[4 + i] = cz_get_le32(key + 4 * i);
    c->state[12] = counter;
    for (int i = 0; nonce != NULL && i < 3; i++) c->state[13 + i] = cz_get_le32(nonce + 4 * i);
}

static uint32_t rotl(uint32_t v, unsigned n) { return v << n | v >> (32 - n); }

static void quarter(uint32_t x[16], int a, int b, int c, int d) {
    x[a] += x[b], x[d] = rotl(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotl(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotl(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotl(x[b] ^ x[c], 7);
}

static void next_block(cz_chacha *c) {
    uint32_t x[16];
    memcpy(x, c->state, sizeof x);
    for (unsigned i = 0; i < c->rounds; i += 2) {
        for (int k = 0; k < 4; k++) quarter(x, k, 4 + k, 8 + k, 12 + k);
        for (int k = 0; k < 4; k++) quarter(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4);
    }
    for (int i = 0; i < 16; i++) cz_put_le32(c->block + 4 * i, x[i] + c->state[i]);
    c->used = 0;
    if (++c->state[12] == 0 && c->wide) c->state[13]++;
}

void cz_chacha_read(uint8_t *out, cz_chacha *c, size_t n) {
    while (n > 0) {
        if (c->used == sizeof c->block) next_block(c);
        size_t k = sizeof c->block - c->used < n ? sizeof c->block - c->used : n;
        memcpy(out, c->block + c->used, k);
        c->used += (unsigned)k;
        out += k;
        n -= k;
    }
}
