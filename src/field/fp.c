/* Fp: see fp.h. */
#include "field/fp.h"

#include "base/bytes.h"
#include "base/cpu.h"
#include "field/fp_inl.h"

const cz_fp CZ_FP_ZERO = {{0, 0, 0, 0, 0, 0}};
const cz_fp CZ_FP_ONE = {{0x760900000002fffdULL, 0xebf4000bc40c0002ULL, 0x5f48985753c758baULL, 0x77ce585370525745ULL,
                          0x5c071a97a256ec6dULL, 0x15f65ec3fa80e493ULL}};
const uint64_t CZ_FP_MODULUS[6] = {0xb9feffffffffaaabULL, 0x1eabfffeb153ffffULL, 0x6730d2a0f6b0f624ULL,
                                   0x64774b84f38512bfULL, 0x4b1ba7b6434bacd7ULL, 0x1a0111ea397fe69aULL};
/* 2^768 mod p */
static const cz_fp R2 = {{0xf4df1f341c341746ULL, 0x0a76e6a609d104f1ULL, 0x8de5476c4c95b6d5ULL, 0x67eb88a9939d83c0ULL,
                          0x9a793e85b519952dULL, 0x11988fe592cae3aaULL}};

void cz_fp_add(cz_fp *r, const cz_fp *a, const cz_fp *b) { cz_fp_add_i(r, a, b); }

void cz_fp_sub(cz_fp *r, const cz_fp *a, const cz_fp *b) { cz_fp_sub_i(r, a, b); }

void cz_fp_neg(cz_fp *r, const cz_fp *a) { cz_fp_sub_i(r, &CZ_FP_ZERO, a); }

void cz_fp_dbl(cz_fp *r, const cz_fp *a) { cz_fp_add_i(r, a, a); }

void cz_fp_mul(cz_fp *r, const cz_fp *a, const cz_fp *b) {
    CZ_FP_CHECK(a);
    CZ_FP_CHECK(b);
#if defined(__x86_64__)
    if (__builtin_expect((cz_cpu_features & CZ_CPU_ADX) != 0, 1)) {
        cz_mont6_mul_adx(r->l, a->l, b->l, CZ_FP_MODULUS, CZ_FP_N0);
        return;
    }
#endif
    cz_fp_mul_portable_i(r, a, b);
}

void cz_fp_sqr(cz_fp *r, const cz_fp *a) { cz_fp_mul(r, a, a); }

/* a^e with 4-bit windows: 380 squarings and 95 + 14 products for exponents near p. */
static void pow_fixed(cz_fp *r, const cz_fp *a, const uint64_t e[6]) {
    cz_fp table[16];
    table[0] = CZ_FP_ONE;
    for (int i = 1; i < 16; i++) cz_fp_mul(&table[i], &table[i - 1], a);
    cz_fp acc = CZ_FP_ONE;
    for (int i = 95; i >= 0; i--) {
        for (int j = 0; j < 4; j++) cz_fp_sqr(&acc, &acc);
        unsigned w = (unsigned)(e[i / 16] >> (4 * (i % 16))) & 15;
        if (w != 0) cz_fp_mul(&acc, &acc, &table[w]);
    }
    *r = acc;
}

void cz_fp_inv(cz_fp *r, const cz_fp *a) {
    /* Fermat: a^(p-2); the lowest limb of p is large, so that 2 can be taken from it */
    const uint64_t e[6] = {CZ_FP_MODULUS[0] - 2, CZ_FP_MODULUS[1], CZ_FP_MODULUS[2],
                           CZ_FP_MODULUS[3],     CZ_FP_MODULUS[4], CZ_FP_MODULUS[5]};
    pow_fixed(r, a, e);
}

void cz_fp_batch_inv(cz_fp *a, cz_fp *scratch, size_t n) {
    cz_fp acc = CZ_FP_ONE;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = acc;
        if (!cz_fp_is_zero(&a[i])) cz_fp_mul(&acc, &acc, &a[i]);
    }
    cz_fp_inv(&acc, &acc);
    for (size_t i = n; i-- > 0;) {
        if (cz_fp_is_zero(&a[i])) continue;
        cz_fp t;
        cz_fp_mul(&t, &acc, &scratch[i]);
        cz_fp_mul(&acc, &acc, &a[i]);
        a[i] = t;
    }
}

bool cz_fp_sqrt(cz_fp *r, const cz_fp *a) {
    /* p = 3 mod 4: a^((p+1)/4), and a check */
    uint64_t e[6];
    unsigned __int128 c = 1;
    for (int i = 0; i < 6; i++) {
        c += CZ_FP_MODULUS[i];
        e[i] = (uint64_t)c;
        c >>= 64;
    }
    for (int i = 0; i < 6; i++) e[i] = e[i] >> 2 | (i < 5 ? e[i + 1] << 62 : 0);
    cz_fp s, t;
    pow_fixed(&s, a, e);
    cz_fp_sqr(&t, &s);
    if (!cz_fp_eq(&t, a)) return false;
    *r = s;
    return true;
}

bool cz_fp_is_larger(const cz_fp *a) {
    /* 2v >= p, that is v > (p-1)/2, exactly when v > p - v, i.e. when -a is the smaller */
    uint64_t v[6], w[6];
    cz_fp neg;
    cz_fp_neg(&neg, a);
    cz_fp_to_int(v, a);
    cz_fp_to_int(w, &neg);
    for (int i = 5; i >= 0; i--) {
        if (v[i] != w[i]) return v[i] > w[i];
    }
    return false;
}

void cz_fp_from_int(cz_fp *r, const uint64_t v[6]) {
    cz_fp t;
    for (int i = 0; i < 6; i++) t.l[i] = v[i];
    cz_fp_mul(r, &t, &R2);
}

void cz_fp_to_int(uint64_t v[6], const cz_fp *a) {
    static const cz_fp one = {{1, 0, 0, 0, 0, 0}};
    cz_fp t;
    cz_fp_mul(&t, a, &one);
    for (int i = 0; i < 6; i++) v[i] = t.l[i];
}

bool cz_fp_from_be(cz_fp *r, const uint8_t in[48]) {
    cz_fp v;
    for (size_t i = 0; i < 6; i++) v.l[i] = cz_get_be64(in + 40 - 8 * i);
    if (!cz_fp_is_reduced_i(&v)) return false;
    cz_fp_mul(r, &v, &R2);
    return true;
}

void cz_fp_to_be(uint8_t out[48], const cz_fp *a) {
    uint64_t v[6];
    cz_fp_to_int(v, a);
    for (size_t i = 0; i < 6; i++) cz_put_be64(out + 40 - 8 * i, v[i]);
}
