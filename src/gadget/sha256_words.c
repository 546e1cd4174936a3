/* SHA-256 in witness mode, a word at a time.
 *
 * What the bit-level gadget allocates is a function of the words' values and of which of their bits are constants. So a
 * word here is three masks, an operation computes 32 bits at once, and the variables it would allocate are appended to
 * the bit stream as a run. Rows are only counted. Constants occur in the first rounds of a first block, in padding, and
 * as the top bit of an unpacked number; words with constants take slower general paths. The bit-level gadget is the
 * reference: a test holds the two equal, variable for variable.
 */
#include "gadget/sha256_impl.h"

/* Bit i of each mask belongs to the bit of weight 2^i. `negated` bits are Not(variable); never set for constants. */
struct word {
    uint32_t value, constant, negated;
};

#define ALL 0xffffffffu

/* The stream of bit variables: collected here and allocated 64 at a time. */
struct stream {
    cz_cs *cs;
    uint64_t bits;
    unsigned n;      /* collected, below 64 */
    uint32_t n_rows; /* counted and not yet told to the system */
    unsigned used;   /* of the current MultiEq row */
};

static void append(struct stream *s, uint64_t bits, unsigned n) {
    s->bits |= bits << s->n;
    if (s->n + n < 64) {
        s->n += n;
        return;
    }
    (void)cz_cs_alloc_bits(s->cs, s->bits, 64);
    s->bits = s->n == 0 ? 0 : bits >> (64 - s->n);
    s->n = s->n + n - 64;
}

static void flush(struct stream *s) {
    if (s->n > 0) (void)cz_cs_alloc_bits(s->cs, s->bits, s->n);
    s->bits = 0;
    s->n = 0;
    cz_cs_skip_rows(s->cs, s->n_rows);
    s->n_rows = 0;
}

static struct word word_const(uint32_t v) { return (struct word){v, ALL, 0}; }

static struct word word_from_be(const cz_bool bits[32]) {
    struct word w = {0, 0, 0};
    for (unsigned i = 0; i < 32; i++) {
        w.value = w.value << 1 | bits[i].value;
        w.constant = w.constant << 1 | (bits[i].kind == CZ_BOOL_CONST);
        w.negated = w.negated << 1 | (bits[i].kind == CZ_BOOL_NOT);
    }
    return w;
}

static cz_bool bit_of(struct word w, unsigned i) {
    uint8_t kind = w.constant >> i & 1 ? CZ_BOOL_CONST : w.negated >> i & 1 ? CZ_BOOL_NOT : CZ_BOOL_IS;
    return (cz_bool){CZ_VAR_AUX, kind, (uint8_t)(w.value >> i & 1)};
}

static uint32_t rotate(uint32_t v, unsigned n) { return v >> n | v << (32 - n); }

static struct word rotr(struct word w, unsigned n) {
    return (struct word){rotate(w.value, n), rotate(w.constant, n), rotate(w.negated, n)};
}

static struct word shr(struct word w, unsigned n) {
    return (struct word){w.value >> n, w.constant >> n | ~(ALL >> n), w.negated >> n};
}

/* Appends those bits of v that the mask selects, in order; each costs a row. */
static void append_selected(struct stream *s, uint32_t v, uint32_t mask) {
    unsigned n = (unsigned)__builtin_popcount(mask);
    s->n_rows += n;
    if ((mask & (mask + 1)) == 0) { /* none, all, or a run from bit 0 */
        append(s, v & mask, n);
        return;
    }
    uint32_t picked = 0;
    for (unsigned k = 0; mask != 0; mask &= mask - 1) picked |= (v >> __builtin_ctz(mask) & 1) << k++;
    append(s, picked, n);
}

/* A variable is allocated where both sides are variables; it is the xor of the two underneath. */
static struct word xor_words(struct stream *s, struct word a, struct word b) {
    append_selected(s, (a.value ^ a.negated) ^ (b.value ^ b.negated), ~(a.constant | b.constant));
    struct word w = {a.value ^ b.value, a.constant & b.constant, 0};
    w.negated = (a.negated ^ b.negated ^ (a.constant & a.value) ^ (b.constant & b.value)) & ~w.constant;
    return w;
}

static struct word sigma(struct stream *s, struct word a, unsigned r1, unsigned r2, struct word third) {
    return xor_words(s, xor_words(s, rotr(a, r1), rotr(a, r2)), third);
}

/* Words with constants: by the bit-level gadget. */
static struct word by_bits(struct stream *s, cz_bool (*f)(cz_cs *, cz_bool, cz_bool, cz_bool), struct word a,
                           struct word b, struct word c) {
    flush(s);
    struct word w = {0, 0, 0};
    for (unsigned i = 0; i < 32; i++) {
        cz_bool x = f(s->cs, bit_of(a, i), bit_of(b, i), bit_of(c, i));
        w.value |= (uint32_t)x.value << i;
        w.constant |= (uint32_t)(x.kind == CZ_BOOL_CONST) << i;
        w.negated |= (uint32_t)(x.kind == CZ_BOOL_NOT) << i;
    }
    return w;
}

static struct word ch_words(struct stream *s, struct word a, struct word b, struct word c) {
    if ((a.constant | b.constant | c.constant) != 0) return by_bits(s, cz_sha256_ch, a, b, c);
    uint32_t v = (a.value & b.value) | (~a.value & c.value);
    append(s, v, 32);
    s->n_rows += 32;
    return (struct word){v, 0, 0};
}

/* Bit i of v to bit 2i. */
static uint64_t spread(uint32_t v) {
    uint64_t x = v;
    x = (x | x << 16) & 0x0000ffff0000ffffULL;
    x = (x | x << 8) & 0x00ff00ff00ff00ffULL;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fULL;
    x = (x | x << 2) & 0x3333333333333333ULL;
    return (x | x << 1) & 0x5555555555555555ULL;
}

/* Two variables a bit: the majority, then b and c. */
static struct word maj_words(struct stream *s, struct word a, struct word b, struct word c) {
    if ((a.constant | b.constant | c.constant) != 0) return by_bits(s, cz_sha256_maj, a, b, c);
    uint32_t both = b.value & c.value, v = both | (a.value & (b.value | c.value));
    append(s, spread(v) | spread(both) << 1, 64);
    s->n_rows += 64;
    return (struct word){v, 0, 0};
}

static struct word addmany(struct stream *s, const struct word *ops, unsigned k) {
    uint64_t sum = 0;
    uint32_t constant = ALL;
    for (unsigned j = 0; j < k; j++) {
        sum += ops[j].value;
        constant &= ops[j].constant;
    }
    if (constant == ALL) return word_const((uint32_t)sum);
    unsigned n = cz_sha256_sum_bits(k);
    append(s, sum, n);
    s->n_rows += n;
    if (s->used + n >= CZ_MULTIEQ_CAPACITY) {
        s->n_rows++;
        s->used = 0;
    }
    s->used += n;
    return (struct word){(uint32_t)sum, 0, 0};
}

static void schedule(struct stream *s, struct word w[64], const cz_bool block[512]) {
    for (size_t i = 0; i < 16; i++) w[i] = word_from_be(block + 32 * i);
    for (size_t i = 16; i < 64; i++) {
        struct word s0 = sigma(s, w[i - 15], 7, 18, shr(w[i - 15], 3));
        struct word s1 = sigma(s, w[i - 2], 17, 19, shr(w[i - 2], 10));
        w[i] = addmany(s, (const struct word[4]){w[i - 16], s0, w[i - 7], s1}, 4);
    }
}

/* The order of sha256.c's compression. first[i] is the first variable of the new h[i], unless that is constant. */
static void compress(struct stream *s, struct word h[8], cz_var first[8], const cz_bool block[512]) {
    struct word w[64];
    s->used = 0;
    schedule(s, w, block);
    struct word b = h[1], c = h[2], d = h[3], f = h[5], g = h[6], hh = h[7];
    struct word la[8] = {h[0]}, le[7] = {h[4]}; /* sums not yet carried out */
    for (size_t i = 0; i < 64; i++) {
        struct word e = i == 0 ? le[0] : addmany(s, le, 6);
        struct word s1 = sigma(s, e, 6, 11, rotr(e, 25)), ch = ch_words(s, e, f, g);
        struct word a = i == 0 ? la[0] : addmany(s, la, 7);
        struct word s0 = sigma(s, a, 2, 13, rotr(a, 22)), maj = maj_words(s, a, b, c);
        const struct word t1[5] = {hh, s1, ch, word_const(CZ_SHA256_K[i]), w[i]};
        memcpy(la, t1, sizeof t1);
        memcpy(le, t1, sizeof t1);
        la[5] = s0;
        la[6] = maj;
        le[5] = d;
        hh = g;
        g = f;
        f = e;
        d = c;
        c = b;
        b = a;
    }
    la[7] = h[0];
    le[6] = h[4];
    const struct word rest[8] = {h[0], b, c, d, h[4], f, g, hh};
    for (size_t i = 0; i < 8; i++) {
        first[i] = CZ_VAR_AUX | (cz_cs_n_aux(s->cs) + s->n);
        if (i == 0 || i == 4) {
            h[i] = i == 0 ? addmany(s, la, 8) : addmany(s, le, 7);
        } else {
            h[i] = addmany(s, (const struct word[2]){h[i], rest[i]}, 2);
        }
    }
    s->n_rows += s->used > 0;
}

void cz_sha256_words(cz_cs *cs, cz_bool out[256], const cz_bool *bits, size_t n_bits) {
    struct stream s = {.cs = cs};
    struct word h[8];
    cz_var first[8] = {0};
    for (size_t i = 0; i < 8; i++) h[i] = word_const(CZ_SHA256_INITIAL[i]);
    size_t n_blocks = cz_sha256_n_blocks(n_bits);
    for (size_t k = 0; k < n_blocks; k++) {
        cz_bool padded[512];
        const cz_bool *block = bits + 512 * k;
        if (512 * (k + 1) > n_bits) {
            cz_sha256_block(padded, bits, n_bits, k);
            block = padded;
        }
        compress(&s, h, first, block);
    }
    flush(&s);
    for (size_t i = 0; i < 256; i++) {
        unsigned weight = 31 - i % 32;
        out[i] = bit_of(h[i / 32], weight);
        out[i].var = out[i].kind == CZ_BOOL_CONST ? CZ_VAR_ONE : first[i / 32] + weight;
    }
}
