/* Native Poseidon against the reference's constants, matrices and hashes, and the optimised permutation against the
 * plain one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/time.h"
#include "gadget/poseidon_impl.h"
#include "support/random.h"
#include "support/vectors.h"

/* The permutation as it is defined (spec poseidon §5): slow, obvious. */
static cz_fr hash_plainly(const cz_poseidon *p, const cz_fr *in) {
    cz_fr s[CZ_POSEIDON_MAX_WIDTH], next[CZ_POSEIDON_MAX_WIDTH], x;
    s[0] = p->tag;
    memcpy(s + 1, in, p->arity * sizeof *s);
    for (unsigned round = 0; round < 8 + p->rp; round++) {
        bool full = round < 4 || round >= 4 + p->rp;
        for (unsigned i = 0; i < p->t; i++) {
            cz_fr_add(&s[i], &s[i], &p->rc[round * p->t + i]);
            if (!full && i > 0) continue;
            cz_fr_sqr(&x, &s[i]);
            cz_fr_sqr(&x, &x);
            cz_fr_mul(&s[i], &s[i], &x);
        }
        for (unsigned i = 0; i < p->t; i++) {
            next[i] = CZ_FR_ZERO;
            for (unsigned j = 0; j < p->t; j++) {
                cz_fr_mul(&x, &p->mds[i * p->t + j], &s[j]);
                cz_fr_add(&next[i], &next[i], &x);
            }
        }
        memcpy(s, next, p->t * sizeof *s);
    }
    return s[1];
}

static void assert_elements(const cz_fr *got, yajl_val list, size_t n) {
    assert_int_equal(YAJL_GET_ARRAY(list)->len, n);
    for (size_t i = 0; i < n; i++) {
        cz_fr want = json_fr(YAJL_GET_ARRAY(list)->values[i]);
        assert_true(cz_fr_eq(&got[i], &want));
    }
}

static void assert_matrix(const cz_fr *got, yajl_val rows, unsigned t) {
    assert_int_equal(YAJL_GET_ARRAY(rows)->len, t);
    for (unsigned i = 0; i < t; i++) assert_elements(got + i * t, YAJL_GET_ARRAY(rows)->values[i], t);
}

static void assert_sha256(const cz_fr *got, size_t n, const char *hex) {
    cz_sha256 h;
    uint8_t le[32], digest[32], want[32];
    cz_sha256_init(&h);
    for (size_t i = 0; i < n; i++) {
        cz_fr_to_le(le, &got[i]);
        cz_sha256_update(&h, le, 32);
    }
    cz_sha256_peek(digest, &h);
    assert_true(cz_hex_decode(want, 32, hex));
    assert_memory_equal(digest, want, 32);
}

static void check_instance(const char *name, unsigned arity, cz_poseidon_tag tag) {
    yajl_val v = vector_json("poseidon/%s.json", name);
    cz_poseidon *p = NULL;
    assert_int_equal(cz_poseidon_new(NULL, &p, arity, tag), CZ_OK);
    unsigned t = p->t, n_rc = (8 + p->rp) * t;
    assert_int_equal(json_u64(v, "arity"), arity);
    assert_int_equal(json_u64(v, "width"), t);
    assert_int_equal(json_u64(v, "full_rounds"), 8);
    assert_int_equal(json_u64(v, "partial_rounds"), p->rp);
    cz_fr want = json_fr(json_at(v, "domain_tag"));
    assert_true(cz_fr_eq(&p->tag, &want));
    assert_elements(p->rc, json_at(v, "round_constants"), n_rc);
    assert_sha256(p->rc, n_rc, json_string(v, "round_constants_sha256"));
    assert_elements(p->crc, json_at(v, "compressed_round_constants"), p->n_crc);
    assert_sha256(p->crc, p->n_crc, json_string(v, "compressed_round_constants_sha256"));
    assert_matrix(p->mds, json_at(v, "mds"), t);
    assert_matrix(p->pre_sparse, json_at(v, "pre_sparse_matrix"), t);
    assert_sha256(p->pre_sparse, t * t, json_string(v, "pre_sparse_matrix_sha256"));
    assert_sha256(p->sparse, (size_t)p->rp * (2 * t - 1), json_string(v, "sparse_matrices_sha256"));
    yajl_val vectors = json_at(v, "vectors");
    assert_true(YAJL_GET_ARRAY(vectors)->len > 0);
    for (size_t i = 0; i < YAJL_GET_ARRAY(vectors)->len; i++) {
        yajl_val one = YAJL_GET_ARRAY(vectors)->values[i], inputs = json_at(one, "inputs");
        cz_fr in[CZ_POSEIDON_MAX_WIDTH], got;
        assert_int_equal(YAJL_GET_ARRAY(inputs)->len, arity);
        for (unsigned k = 0; k < arity; k++) in[k] = json_fr(YAJL_GET_ARRAY(inputs)->values[k]);
        want = json_fr(json_at(one, "hash"));
        cz_poseidon_hash(&got, p, in);
        assert_true(cz_fr_eq(&got, &want));
        got = hash_plainly(p, in);
        assert_true(cz_fr_eq(&got, &want));
    }
    cz_poseidon_free(p);
    yajl_tree_free(v);
}

static void test_vectors(void **state) {
    (void)state;
    check_instance("merkle-2", 2, CZ_POSEIDON_MERKLE);
    check_instance("merkle-4", 4, CZ_POSEIDON_MERKLE);
    check_instance("merkle-8", 8, CZ_POSEIDON_MERKLE);
    check_instance("merkle-11", 11, CZ_POSEIDON_MERKLE);
    check_instance("randomness-2", 2, CZ_POSEIDON_RANDOMNESS);
}

/* Inputs 0, 1, … as in the tests of the library that the reference uses (spec poseidon §9), and all ones. */
static void test_published(void **state) {
    (void)state;
    static const struct {
        unsigned arity;
        cz_poseidon_tag tag;
        bool ones;
        const char *digest; /* as an integer, most significant digit first */
    } cases[] = {
        {2, CZ_POSEIDON_MERKLE, false, "396508d75e76a56b739e0fd902efe161a6fba9339d05a69d2e203c369a02e7ff"},
        {4, CZ_POSEIDON_MERKLE, false, "58a54b10a9e5848a00db3c6579229399fb6b4605bf1327ec019814ff6662075d"},
        {8, CZ_POSEIDON_MERKLE, false, "2394611da3a5de5512010042116770774b682e9d9cc4aed92a9934f56d38a5e6"},
        {11, CZ_POSEIDON_MERKLE, false, "0c0fc1b2e5227f286ca537e232ebe87a09f3dcd8ccb08fc1cee3bbc32b693163"},
        {16, CZ_POSEIDON_MERKLE, false, "2d3ae2663381ae8ac1c2fb5a6f871e635b8dbc6d30680a6f1291c74060266d37"},
        {24, CZ_POSEIDON_MERKLE, false, "63beb8831f11ae15066f39bf783f3d9fc3e779f6468815b1d7ef3569f585b321"},
        {36, CZ_POSEIDON_MERKLE, false, "699303082a6e5d5f540a30e03c10bbaa75cd368df8a8ac3c4473606dfa4e8140"},
        {2, CZ_POSEIDON_RANDOMNESS, false, "314a35c4e7f0924ead1fc58134a0fe25e3580bea397367c7e5a74ec4bc077758"},
        {2, CZ_POSEIDON_MERKLE, true, "4135dc027e29dd9715369d179ee76009135bfe157b347a3f6cae952b0c1508b3"},
        {8, CZ_POSEIDON_MERKLE, true, "230bc0af06dd5a1f3cb62f1edab088723e01ed9b43590e7e782df166644b4d60"},
        {11, CZ_POSEIDON_MERKLE, true, "08d5374b64bc5087fd0ad82c65bf61a3b89e1c84d7124bd7ddfc407e2dd10251"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cz_poseidon *p = NULL;
        cz_fr in[CZ_POSEIDON_MAX_WIDTH], got;
        uint8_t want[32], le[32];
        assert_int_equal(cz_poseidon_new(NULL, &p, cases[i].arity, cases[i].tag), CZ_OK);
        for (unsigned k = 0; k < cases[i].arity; k++) cz_fr_from_u64(&in[k], cases[i].ones ? 1 : k);
        cz_poseidon_hash(&got, p, in);
        cz_fr_to_le(le, &got);
        assert_true(cz_hex_decode(want, 32, cases[i].digest));
        for (int k = 0; k < 32; k++) assert_int_equal(le[k], want[31 - k]);
        cz_poseidon_free(p);
    }
}

static void test_against_plain(void **state) {
    (void)state;
    test_random rng;
    test_random_init(&rng);
    static const unsigned arities[] = {2, 4, 8, 11, 16, 24, 36};
    for (size_t i = 0; i < sizeof arities / sizeof *arities; i++) {
        cz_poseidon *p = NULL;
        assert_int_equal(cz_poseidon_new(NULL, &p, arities[i], CZ_POSEIDON_MERKLE), CZ_OK);
        for (int round = 0; round < 10; round++) {
            cz_fr in[CZ_POSEIDON_MAX_WIDTH], got, want;
            for (unsigned k = 0; k < arities[i]; k++) test_random_fr(&in[k], &rng);
            want = hash_plainly(p, in);
            cz_poseidon_hash(&got, p, in);
            assert_true(cz_fr_eq(&got, &want));
        }
        cz_poseidon_free(p);
    }
}

static void test_unknown_arity(void **state) {
    (void)state;
    cz_poseidon *p = NULL;
    cz_error err = {0};
    assert_int_equal(cz_poseidon_new(&err, &p, 3, CZ_POSEIDON_MERKLE), CZ_E_UNSUPPORTED);
    assert_null(p);
}

static void test_time(void **state) {
    (void)state;
    cz_poseidon *p = NULL;
    assert_int_equal(cz_poseidon_new(NULL, &p, 8, CZ_POSEIDON_MERKLE), CZ_OK);
    cz_fr in[8], out;
    for (unsigned k = 0; k < 8; k++) cz_fr_from_u64(&in[k], k);
    double best = 1e9;
    for (int round = 0; round < 20; round++) {
        double start = cz_now_seconds();
        for (int i = 0; i < 20; i++) {
            cz_poseidon_hash(&out, p, in);
            in[i % 8] = out;
        }
        double t = (cz_now_seconds() - start) / 20;
        if (t < best) best = t;
    }
    print_message("one arity-8 hash: %.1f us\n", best * 1e6);
    cz_poseidon_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),       cmocka_unit_test(test_published), cmocka_unit_test(test_against_plain),
        cmocka_unit_test(test_unknown_arity), cmocka_unit_test(test_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
