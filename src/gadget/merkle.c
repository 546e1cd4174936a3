/* Merkle inclusion: see merkle.h. */
#include "gadget/merkle.h"

#include "gadget/sha256.h"

static cz_num pick(cz_cs *cs, cz_bool c, cz_num a, cz_num b) { return cz_num_pick(cs, &c, &a, &b); }

static void insert2(cz_cs *cs, cz_num *p, cz_num a, const cz_bool *bit, const cz_num *s) {
    p[0] = pick(cs, bit[0], s[0], a);
    p[1] = pick(cs, bit[0], a, s[0]);
}

static void insert4(cz_cs *cs, cz_num *p, cz_num a, const cz_bool *bit, const cz_num *s) {
    cz_num b = s[0], c = s[1], d = s[2];
    p[0] = pick(cs, bit[1], b, pick(cs, bit[0], b, a));
    p[1] = pick(cs, bit[1], c, pick(cs, bit[0], a, b));
    cz_num u = pick(cs, bit[0], d, a);
    p[2] = pick(cs, bit[1], u, c);
    u = pick(cs, bit[0], a, d);
    p[3] = pick(cs, bit[1], u, d);
}

static void insert8(cz_cs *cs, cz_num *p, cz_num a, const cz_bool *bit, const cz_num *s) {
    cz_num b = s[0], c = s[1], d = s[2], e = s[3], f = s[4], g = s[5], h = s[6];
    /* nor and and, as variables of their own */
    cz_bool nor = cz_bool_and(cs, cz_bool_not(bit[0]), cz_bool_not(bit[1]));
    cz_bool both = cz_bool_and(cs, bit[0], bit[1]);
    cz_num u, v;
    u = pick(cs, nor, a, b);
    p[0] = pick(cs, bit[2], b, u);
    u = pick(cs, bit[0], a, b);
    v = pick(cs, bit[1], c, u);
    p[1] = pick(cs, bit[2], c, v);
    u = pick(cs, bit[0], d, a);
    v = pick(cs, bit[1], u, c);
    p[2] = pick(cs, bit[2], d, v);
    u = pick(cs, both, a, d);
    p[3] = pick(cs, bit[2], e, u);
    u = pick(cs, nor, a, f);
    p[4] = pick(cs, bit[2], u, e);
    u = pick(cs, bit[0], a, f);
    v = pick(cs, bit[1], g, u);
    p[5] = pick(cs, bit[2], v, f);
    u = pick(cs, bit[0], h, a);
    v = pick(cs, bit[1], u, g);
    p[6] = pick(cs, bit[2], v, g);
    u = pick(cs, both, a, h);
    p[7] = pick(cs, bit[2], u, h);
}

void cz_insert(cz_cs *cs, cz_num *out, unsigned arity, const cz_num *x, const cz_bool *bits, const cz_num *siblings) {
    switch (arity) {
    case 2: insert2(cs, out, *x, bits, siblings); break;
    case 4: insert4(cs, out, *x, bits, siblings); break;
    case 8: insert8(cs, out, *x, bits, siblings); break;
    default: cz_cs_fail(cs, CZ_E_INTERNAL, "no insertion gadget of arity %u", arity);
    }
}

#define MAX_INDEX_BITS 64

void cz_merkle_inclusion(cz_cs *cs, const cz_poseidons *poseidons, const cz_path_level *levels, unsigned n_levels,
                         const cz_num *leaf, const cz_num *root) {
    cz_bool index_bits[MAX_INDEX_BITS];
    unsigned n_bits = 0;
    cz_num node = *leaf;
    for (unsigned k = 0; k < n_levels; k++) {
        const cz_path_level *level = &levels[k];
        unsigned log_arity = (unsigned)__builtin_ctz(level->arity);
        CZ_INVARIANT(n_bits + log_arity <= MAX_INDEX_BITS, "a path of more than %d index bits", MAX_INDEX_BITS);
        cz_bool *bits = index_bits + n_bits;
        for (unsigned i = 0; i < log_arity; i++) bits[i] = cz_bool_alloc(cs, level->index >> i & 1);
        n_bits += log_arity;
        cz_num siblings[8], children[8];
        for (unsigned i = 0; i + 1 < level->arity; i++) {
            siblings[i] = cz_num_alloc(cs, level->siblings == NULL ? &CZ_FR_ZERO : &level->siblings[i]);
        }
        cz_insert(cs, children, level->arity, &node, bits, siblings);
        if (poseidons == NULL) {
            node = cz_sha256_node(cs, &children[0], &children[1]);
        } else {
            node = cz_poseidon_circuit(cs, cz_poseidons_merkle(poseidons, level->arity), children);
        }
    }
    cz_pack_into_inputs(cs, index_bits, n_bits);
    cz_num_equal(cs, &node, root);
}
