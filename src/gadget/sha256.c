/* SHA-256 inside a circuit: see sha256.h. */
#include "gadget/sha256_impl.h"

const uint32_t CZ_SHA256_K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

const uint32_t CZ_SHA256_INITIAL[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* A word: bit i has weight 2^i. */
typedef struct word {
    cz_bool b[32];
} word;

static word word_const(uint32_t v) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = cz_bool_const(v >> i & 1);
    return w;
}

static word word_from_be(const cz_bool bits[32]) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = bits[31 - i];
    return w;
}

static word rotr(const word *a, unsigned n) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = a->b[(i + n) % 32];
    return w;
}

static word shr(const word *a, unsigned n) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = i + n < 32 ? a->b[i + n] : cz_bool_const(false);
    return w;
}

static word xor_words(cz_cs *cs, const word *a, const word *b) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = cz_bool_xor(cs, a->b[i], b->b[i]);
    return w;
}

/* (a rotr/shr r1) ^ (a rotr r2) ^ third */
static word sigma(cz_cs *cs, const word *a, unsigned r1, unsigned r2, const word *third) {
    word x = rotr(a, r1), y = rotr(a, r2);
    x = xor_words(cs, &x, &y);
    return xor_words(cs, &x, third);
}

static bool is_const(cz_bool a, bool v) { return a.kind == CZ_BOOL_CONST && a.value == v; }

/* lc(p) - lc(q) into l */
static void lc_minus(cz_cs *cs, cz_lc *l, cz_bool p, cz_bool q) {
    cz_bool_lc(cs, l, p, 0, false);
    cz_bool_lc(cs, l, q, 0, true);
}

cz_bool cz_sha256_ch(cz_cs *cs, cz_bool a, cz_bool b, cz_bool c) {
    bool v = a.value ? b.value : c.value;
    if (a.kind == CZ_BOOL_CONST && b.kind == CZ_BOOL_CONST && c.kind == CZ_BOOL_CONST) return cz_bool_const(v);
    if (is_const(a, false)) return c;
    if (is_const(b, false)) return cz_bool_and(cs, cz_bool_not(a), c);
    if (is_const(c, false)) return cz_bool_and(cs, a, b);
    if (is_const(c, true)) return cz_bool_not(cz_bool_and(cs, a, cz_bool_not(b)));
    if (is_const(b, true)) return cz_bool_not(cz_bool_and(cs, cz_bool_not(a), cz_bool_not(c)));
    cz_var h = cz_cs_alloc_bits(cs, v, 1);
    cz_bool out = {h, CZ_BOOL_IS, v};
    if (!cz_cs_wants_rows(cs)) {
        cz_cs_skip_rows(cs, 1);
        return out;
    }
    cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
    lc_minus(cs, la, b, c);
    cz_bool_lc(cs, lb, a, 0, false);
    lc_minus(cs, lc, out, c);
    cz_cs_enforce(cs, la, lb, lc);
    cz_cs_lc_done(cs, lc);
    cz_cs_lc_done(cs, lb);
    cz_cs_lc_done(cs, la);
    return out;
}

cz_bool cz_sha256_maj(cz_cs *cs, cz_bool a, cz_bool b, cz_bool c) {
    bool v = a.value + b.value + c.value >= 2;
    if (a.kind == CZ_BOOL_CONST && b.kind == CZ_BOOL_CONST && c.kind == CZ_BOOL_CONST) return cz_bool_const(v);
    if (is_const(a, false)) return cz_bool_and(cs, b, c);
    if (is_const(b, false)) return cz_bool_and(cs, a, c);
    if (is_const(c, false)) return cz_bool_and(cs, a, b);
    if (is_const(c, true)) return cz_bool_not(cz_bool_and(cs, cz_bool_not(a), cz_bool_not(b)));
    if (is_const(b, true)) return cz_bool_not(cz_bool_and(cs, cz_bool_not(a), cz_bool_not(c)));
    if (is_const(a, true)) return cz_bool_not(cz_bool_and(cs, cz_bool_not(b), cz_bool_not(c)));
    cz_var m = cz_cs_alloc_bits(cs, v, 1);
    cz_bool out = {m, CZ_BOOL_IS, v};
    cz_bool t = cz_bool_and(cs, b, c);
    if (!cz_cs_wants_rows(cs)) {
        cz_cs_skip_rows(cs, 1);
        return out;
    }
    cz_lc *la = cz_cs_lc(cs), *lb = cz_cs_lc(cs), *lc = cz_cs_lc(cs);
    cz_bool_lc(cs, la, t, 1, false);
    cz_bool_lc(cs, la, b, 0, true);
    cz_bool_lc(cs, la, c, 0, true);
    cz_bool_lc(cs, lb, a, 0, false);
    lc_minus(cs, lc, t, out);
    cz_cs_enforce(cs, la, lb, lc);
    cz_cs_lc_done(cs, lc);
    cz_cs_lc_done(cs, lb);
    cz_cs_lc_done(cs, la);
    return out;
}

static word ch_words(cz_cs *cs, const word *a, const word *b, const word *c) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = cz_sha256_ch(cs, a->b[i], b->b[i], c->b[i]);
    return w;
}

static word maj_words(cz_cs *cs, const word *a, const word *b, const word *c) {
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = cz_sha256_maj(cs, a->b[i], b->b[i], c->b[i]);
    return w;
}

/* MultiEq: equalities of small sums, packed side by side into one row of at most 253 bits. */
struct multieq {
    unsigned used;
    cz_lc *lhs, *rhs; /* NULL where rows are not wanted */
};

static void multieq_flush(cz_cs *cs, struct multieq *m) {
    if (m->lhs == NULL) {
        cz_cs_skip_rows(cs, 1);
    } else {
        cz_lc *one = cz_cs_lc(cs);
        cz_lc_add(cs, one, CZ_VAR_ONE, CZ_COEFF_ONE);
        cz_cs_enforce(cs, m->lhs, one, m->rhs);
        cz_cs_lc_done(cs, one);
        m->lhs->n = m->rhs->n = 0;
    }
    m->used = 0;
}

static uint32_t word_value(const word *w) {
    uint32_t v = 0;
    for (unsigned i = 0; i < 32; i++) v |= (uint32_t)w->b[i].value << i;
    return v;
}

unsigned cz_sha256_sum_bits(unsigned k) { return 64 - (unsigned)__builtin_clzll((uint64_t)k * 0xffffffffu); }

/* The sum of k words mod 2^32. */
static word addmany(cz_cs *cs, struct multieq *m, const word *const ops[], unsigned k) {
    uint64_t sum = 0;
    bool all_const = true;
    for (unsigned j = 0; j < k; j++) {
        sum += word_value(ops[j]);
        for (unsigned i = 0; i < 32; i++) all_const = all_const && ops[j]->b[i].kind == CZ_BOOL_CONST;
    }
    if (all_const) return word_const((uint32_t)sum);
    unsigned n = cz_sha256_sum_bits(k);
    cz_var first = cz_cs_alloc_bits(cs, sum, n);
    if (!cz_cs_wants_rows(cs)) {
        cz_cs_skip_rows(cs, n);
    } else {
        for (unsigned i = 0; i < n; i++) cz_cs_enforce_boolean(cs, first + i);
    }
    if (m->used + n >= CZ_MULTIEQ_CAPACITY) multieq_flush(cs, m);
    if (m->lhs != NULL) {
        for (unsigned j = 0; j < k; j++) {
            for (unsigned i = 0; i < 32; i++) cz_bool_lc(cs, m->lhs, ops[j]->b[i], m->used + i, false);
        }
        for (unsigned i = 0; i < n; i++) cz_lc_add(cs, m->rhs, first + i, CZ_COEFF_POW2(m->used + i));
    }
    m->used += n;
    word w;
    for (unsigned i = 0; i < 32; i++) w.b[i] = (cz_bool){first + i, CZ_BOOL_IS, (uint8_t)(sum >> i & 1)};
    return w;
}

/* A value of the working state: a word, or a sum that is not yet carried out. */
struct lazy {
    word ops[7];
    unsigned n; /* 1: ops[0] is the word */
};

static word materialise(cz_cs *cs, struct multieq *m, const struct lazy *l) {
    if (l->n == 1) return l->ops[0];
    const word *ops[7];
    for (unsigned i = 0; i < l->n; i++) ops[i] = &l->ops[i];
    return addmany(cs, m, ops, l->n);
}

static void finish_sum(cz_cs *cs, struct multieq *m, word *out, const struct lazy *l, const word *h) {
    const word *ops[8];
    for (unsigned i = 0; i < l->n; i++) ops[i] = &l->ops[i];
    ops[l->n] = h;
    *out = addmany(cs, m, ops, l->n + 1);
}

static void compress(cz_cs *cs, word h[8], const cz_bool block[512]) {
    bool rows = cz_cs_wants_rows(cs);
    struct multieq m = {0, rows ? cz_cs_lc(cs) : NULL, rows ? cz_cs_lc(cs) : NULL};
    word w[64];
    for (size_t i = 0; i < 16; i++) w[i] = word_from_be(block + 32 * i);
    for (size_t i = 16; i < 64; i++) {
        word s0 = shr(&w[i - 15], 3), s1 = shr(&w[i - 2], 10);
        s0 = sigma(cs, &w[i - 15], 7, 18, &s0);
        s1 = sigma(cs, &w[i - 2], 17, 19, &s1);
        const word *ops[4] = {&w[i - 16], &s0, &w[i - 7], &s1};
        w[i] = addmany(cs, &m, ops, 4);
    }
    word b = h[1], c = h[2], d = h[3], f = h[5], g = h[6], hh = h[7];
    struct lazy la = {.ops = {h[0]}, .n = 1}, le = {.ops = {h[4]}, .n = 1};
    for (size_t i = 0; i < 64; i++) {
        word e = materialise(cs, &m, &le), t = rotr(&e, 25);
        word s1 = sigma(cs, &e, 6, 11, &t), ch = ch_words(cs, &e, &f, &g);
        word a = materialise(cs, &m, &la);
        t = rotr(&a, 22);
        word s0 = sigma(cs, &a, 2, 13, &t), maj = maj_words(cs, &a, &b, &c);
        la = (struct lazy){.ops = {hh, s1, ch, word_const(CZ_SHA256_K[i]), w[i], s0, maj}, .n = 7};
        le = (struct lazy){.ops = {hh, s1, ch, word_const(CZ_SHA256_K[i]), w[i], d}, .n = 6};
        hh = g;
        g = f;
        f = e;
        d = c;
        c = b;
        b = a;
    }
    const word *const rest[8] = {NULL, &b, &c, &d, NULL, &f, &g, &hh};
    word out[8];
    for (size_t i = 0; i < 8; i++) {
        if (i == 0 || i == 4) {
            finish_sum(cs, &m, &out[i], i == 0 ? &la : &le, &h[i]);
        } else {
            const word *ops[2] = {&h[i], rest[i]};
            out[i] = addmany(cs, &m, ops, 2);
        }
    }
    memcpy(h, out, sizeof out);
    if (m.used > 0) multieq_flush(cs, &m);
    if (rows) {
        cz_cs_lc_done(cs, m.rhs);
        cz_cs_lc_done(cs, m.lhs);
    }
}

size_t cz_sha256_n_blocks(size_t n_bits) { return (n_bits + 1 + 64 + 511) / 512; }

void cz_sha256_block(cz_bool block[512], const cz_bool *bits, size_t n_bits, size_t k) {
    size_t total = 512 * cz_sha256_n_blocks(n_bits);
    for (size_t i = 0; i < 512; i++) {
        size_t at = 512 * k + i;
        if (at < n_bits) {
            block[i] = bits[at];
        } else if (at + 64 >= total) {
            block[i] = cz_bool_const((uint64_t)n_bits >> (total - 1 - at) & 1);
        } else {
            block[i] = cz_bool_const(at == n_bits);
        }
    }
}

void cz_sha256_circuit(cz_cs *cs, cz_bool out[256], const cz_bool *bits, size_t n_bits) {
    if (cz_cs_wants_values(cs) && !cz_cs_wants_rows(cs)) {
        cz_sha256_words(cs, out, bits, n_bits);
        return;
    }
    word h[8];
    for (size_t i = 0; i < 8; i++) h[i] = word_const(CZ_SHA256_INITIAL[i]);
    size_t n_blocks = cz_sha256_n_blocks(n_bits);
    for (size_t k = 0; k < n_blocks; k++) {
        cz_bool block[512];
        cz_sha256_block(block, bits, n_bits, k);
        compress(cs, h, block);
    }
    for (size_t i = 0; i < 256; i++) out[i] = h[i / 32].b[31 - i % 32];
}

void cz_message_bits(cz_bool out[256], const cz_bool in[255]) {
    for (size_t i = 0; i < 256; i++) {
        size_t from = i / 8 * 8 + 7 - i % 8;
        out[i] = from < 255 ? in[from] : cz_bool_const(false);
    }
}

cz_num cz_sha256_digest_num(cz_cs *cs, const cz_bool digest[256]) {
    cz_bool bits[256];
    for (size_t i = 0; i < 256; i++) bits[i] = digest[i / 8 * 8 + 7 - i % 8];
    return cz_pack_bits(cs, bits, 254);
}

cz_num cz_sha256_node(cz_cs *cs, const cz_num *left, const cz_num *right) {
    cz_bool message[512], le[255], digest[256];
    cz_num_to_bits_le(cs, le, left);
    cz_message_bits(message, le);
    cz_num_to_bits_le(cs, le, right);
    cz_message_bits(message + 256, le);
    cz_sha256_circuit(cs, digest, message, 512);
    return cz_sha256_digest_num(cs, digest);
}
