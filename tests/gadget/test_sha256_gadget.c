/* The SHA-256 gadget: its digest is libcrypto's, its rows hold, and the word-level witness is the bit-level one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/hash.h"
#include "gadget/sha256_impl.h"
#include "r1cs/shape.h"

/* A message of n_bits; kinds: 0 constant, 1 variable, 2 negated variable, 3 number unpacked into 256 message bits. */
struct message {
    size_t n_bits;
    uint8_t *values, *kinds;
    cz_fr *numbers; /* for each bit of kind 3, that of its first */
};

static uint64_t rng_state;

static uint64_t rng(void) { /* splitmix64 */
    uint64_t z = rng_state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static int setup(void **state) {
    (void)state;
    const char *s = getenv("CZ_TEST_SEED");
    rng_state = s != NULL ? strtoull(s, NULL, 0) : (uint64_t)time(NULL);
    print_message("CZ_TEST_SEED=%llu\n", (unsigned long long)rng_state);
    return 0;
}

struct run {
    const struct message *m;
    uint8_t digest[32];
    cz_num packed;
    uint32_t n_rows, n_aux;
    cz_var digest_vars[256];
    uint8_t digest_kinds[256];
};

static void circuit(cz_cs *cs, const void *arg) {
    struct run *r = *(struct run *const *)arg;
    const struct message *m = r->m;
    cz_bool *bits = calloc(m->n_bits + 1, sizeof *bits), digest[256];
    for (size_t i = 0; i < m->n_bits;) {
        if (m->kinds[i] == 3) {
            cz_num n = cz_num_alloc(cs, &m->numbers[i]);
            cz_bool le[255];
            cz_num_to_bits_le(cs, le, &n);
            cz_message_bits(bits + i, le);
            i += 256;
            continue;
        }
        bits[i] = m->kinds[i] == 0 ? cz_bool_const(m->values[i]) : cz_bool_alloc(cs, m->values[i] ^ (m->kinds[i] == 2));
        if (m->kinds[i] == 2) bits[i] = cz_bool_not(bits[i]);
        i++;
    }
    cz_sha256_circuit(cs, digest, bits, m->n_bits);
    r->packed = cz_sha256_digest_num(cs, digest);
    memset(r->digest, 0, sizeof r->digest);
    for (size_t i = 0; i < 256; i++) {
        r->digest[i / 8] |= (uint8_t)(digest[i].value << (7 - i % 8));
        r->digest_kinds[i] = digest[i].kind;
        r->digest_vars[i] = digest[i].kind == CZ_BOOL_CONST ? 0 : digest[i].var;
    }
    r->n_rows = cz_cs_n_rows(cs);
    r->n_aux = cz_cs_n_aux(cs);
    free(bits);
}

/* A sink that wants rows as well as values gets the bit-level gadget: here it forgets the rows and packs the values. */
static cz_sink bitwise_sink(void) {
    cz_sink s = CZ_SINK_WITNESS;
    s.wants_rows = true;
    return s;
}

static void run_witness(struct run *r, cz_witness *w, const cz_sink *sink) {
    cz_error err = {0};
    cz_cs *cs;
    *w = (cz_witness){0};
    assert_int_equal(cz_cs_new(&err, &cs, sink, w, NULL), CZ_OK);
    circuit(cs, &r);
    if (cz_cs_status(&err, cs) != CZ_OK) fail_msg("%s", err.text);
    cz_cs_free(cs);
}

static void check_message(const struct message *m) {
    struct run words = {.m = m}, bits = {.m = m}, checked = {.m = m}, *checked_ptr = &checked;
    cz_witness w_words, w_bits;
    cz_sink sink = bitwise_sink();
    run_witness(&words, &w_words, &CZ_SINK_WITNESS);
    run_witness(&bits, &w_bits, &sink);

    assert_int_equal(words.n_rows, bits.n_rows);
    assert_int_equal(words.n_aux, bits.n_aux);
    assert_int_equal(w_words.n_full, w_bits.n_full);
    size_t n_words = (w_bits.n_aux + 63) / 64;
    for (size_t i = 0; i < n_words; i++) {
        assert_int_equal(w_words.is_bit[i], w_bits.is_bit[i]);
        if (w_words.bits[i] != w_bits.bits[i]) {
            fail_msg("message of %zu bits: aux %zu is the first that differs", m->n_bits,
                     64 * i + (size_t)__builtin_ctzll(w_words.bits[i] ^ w_bits.bits[i]));
        }
    }
    assert_memory_equal(w_words.full, w_bits.full, w_bits.n_full * sizeof *w_bits.full);
    assert_memory_equal(words.digest_kinds, bits.digest_kinds, sizeof bits.digest_kinds);
    assert_memory_equal(words.digest_vars, bits.digest_vars, sizeof bits.digest_vars);
    cz_witness_free(&w_words);
    cz_witness_free(&w_bits);

    cz_error err = {0};
    if (cz_circuit_check(&err, circuit, &checked_ptr) != CZ_OK) fail_msg("%s", err.text);
    assert_int_equal(checked.n_rows, bits.n_rows);

    if (m->n_bits % 8 == 0) {
        uint8_t *bytes = calloc(m->n_bits / 8 + 1, 1), want[32], got_num[32];
        for (size_t i = 0; i < m->n_bits; i++) bytes[i / 8] |= (uint8_t)(m->values[i] << (7 - i % 8));
        cz_sha256_once(want, bytes, m->n_bits / 8);
        free(bytes);
        assert_memory_equal(words.digest, want, 32);
        assert_memory_equal(bits.digest, want, 32);
        want[31] &= 0x3f;
        cz_fr_to_le(got_num, &words.packed.value);
        assert_memory_equal(got_num, want, 32);
    }
}

static struct message message_new(size_t n_bits) {
    struct message m = {.n_bits = n_bits};
    m.values = calloc(n_bits + 256, 1);
    m.kinds = calloc(n_bits + 256, 1);
    m.numbers = calloc(n_bits + 256, sizeof *m.numbers);
    assert_true(m.values != NULL && m.kinds != NULL && m.numbers != NULL);
    return m;
}

static void message_free(struct message *m) {
    free(m->values);
    free(m->kinds);
    free(m->numbers);
}

static void set_number(struct message *m, size_t at) {
    uint8_t wide[64], le[32];
    for (size_t i = 0; i < sizeof wide; i++) wide[i] = (uint8_t)rng();
    cz_fr_from_le_wide(&m->numbers[at], wide);
    cz_fr_to_le(le, &m->numbers[at]);
    for (size_t i = 0; i < 256; i++) {
        m->values[at + i] = le[i / 8] >> (7 - i % 8) & 1;
        m->kinds[at + i] = 3;
    }
}

/* Whole messages of one kind, around the padding's limits. */
static void test_lengths(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 8, 24, 440, 447, 448, 456, 504, 512, 520, 960, 1024, 1472};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        for (uint8_t kind = 0; kind < 3; kind++) {
            struct message m = message_new(lengths[k]);
            for (size_t i = 0; i < m.n_bits; i++) {
                m.values[i] = rng() & 1;
                m.kinds[i] = kind;
            }
            check_message(&m);
            message_free(&m);
        }
    }
}

/* Constants, variables and negations in runs of random length, so that words are whole, mixed and empty. */
static void test_mixtures(void **state) {
    (void)state;
    for (int round = 0; round < 60; round++) {
        struct message m = message_new(8 * (rng() % 260));
        for (size_t i = 0; i < m.n_bits;) {
            uint8_t kind = (uint8_t)(rng() % 3);
            for (size_t run = 1 + rng() % (round % 2 ? 5 : 80); run > 0 && i < m.n_bits; run--) {
                m.values[i] = rng() & 1;
                m.kinds[i++] = kind;
            }
        }
        check_message(&m);
        message_free(&m);
    }
}

/* What the circuits hash: nodes (two numbers) and labels (replica_id, layer, node, zeros, 37 parents). */
static void test_nodes_and_labels(void **state) {
    (void)state;
    for (int round = 0; round < 4; round++) {
        struct message m = message_new(512);
        set_number(&m, 0);
        set_number(&m, 256);
        check_message(&m);
        message_free(&m);
    }
    struct message m = message_new(512 + 37 * 256);
    set_number(&m, 0);
    m.values[287] = 1; /* layer 1 */
    for (size_t i = 288; i < 352; i++) {
        m.values[i] = rng() & 1;
        m.kinds[i] = 1;
    }
    for (size_t k = 0; k < 37; k++) set_number(&m, 512 + 256 * k);
    check_message(&m);
    message_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_mixtures),
        cmocka_unit_test(test_nodes_and_labels),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
