/* Fr: see fr.h. */
#include "field/fr.h"

#include "base/bytes.h"
#include "base/cpu.h"
#include "field/fr_inl.h"

const cz_fr CZ_FR_ZERO = {{0, 0, 0, 0}};
const cz_fr CZ_FR_ONE = {{0x00000001fffffffeULL, 0x5884b7fa00034802ULL, 0x998c4fefecbc4ff5ULL, 0x1824b159acc5056fULL}};
const uint64_t CZ_FR_MODULUS[4] = {0xffffffff00000001ULL, 0x53bda402fffe5bfeULL, 0x3339d80809a1d805ULL,
                                   0x73eda753299d7d48ULL};
/* 2^512 mod r */
static const cz_fr R2 = {{0xc999e990f3f29c6dULL, 0x2b6cedcb87925c23ULL, 0x05d314967254398fULL, 0x0748d9d99f59ff11ULL}};
void cz_fr_add(cz_fr *r, const cz_fr *a, const cz_fr *b) { cz_fr_add_i(r, a, b); }

void cz_fr_sub(cz_fr *r, const cz_fr *a, const cz_fr *b) { cz_fr_sub_i(r, a, b); }

void cz_fr_neg(cz_fr *r, const cz_fr *a) { cz_fr_sub_i(r, &CZ_FR_ZERO, a); }

void cz_fr_dbl(cz_fr *r, const cz_fr *a) { cz_fr_add_i(r, a, a); }

/* Either factor may be any value below 2^256: the result is reduced all the same. */
void cz_fr_mul(cz_fr *r, const cz_fr *a, const cz_fr *b) {
#if defined(__x86_64__)
    if (__builtin_expect((cz_cpu_features & CZ_CPU_ADX) != 0, 1)) {
        cz_mont4_mul_adx(r->l, a->l, b->l, CZ_FR_MODULUS, CZ_FR_N0);
        return;
    }
#endif
    cz_fr_mul_portable_i(r, a, b);
}

void cz_fr_sqr(cz_fr *r, const cz_fr *a) { cz_fr_mul(r, a, a); }

void cz_fr_pow(cz_fr *r, const cz_fr *a, const uint64_t *e, size_t n_limbs) {
    cz_fr acc = CZ_FR_ONE, base = *a;
    for (size_t i = n_limbs; i-- > 0;) {
        for (int j = 63; j >= 0; j--) {
            cz_fr_sqr(&acc, &acc);
            if (e[i] >> j & 1) cz_fr_mul(&acc, &acc, &base);
        }
    }
    *r = acc;
}

void cz_fr_inv(cz_fr *r, const cz_fr *a) {
    /* Fermat: a^(r-2); the lowest limb of r is large, so that 2 can be taken from it */
    const uint64_t e[4] = {CZ_FR_MODULUS[0] - 2, CZ_FR_MODULUS[1], CZ_FR_MODULUS[2], CZ_FR_MODULUS[3]};
    cz_fr_pow(r, a, e, 4);
}

void cz_fr_batch_inv(cz_fr *a, cz_fr *scratch, size_t n) {
    cz_fr acc = CZ_FR_ONE;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = acc;
        if (!cz_fr_is_zero(&a[i])) cz_fr_mul(&acc, &acc, &a[i]);
    }
    cz_fr_inv(&acc, &acc);
    for (size_t i = n; i-- > 0;) {
        if (cz_fr_is_zero(&a[i])) continue;
        cz_fr t;
        cz_fr_mul(&t, &acc, &scratch[i]);
        cz_fr_mul(&acc, &acc, &a[i]);
        a[i] = t;
    }
}

bool cz_fr_is_one(const cz_fr *a) { return cz_fr_eq(a, &CZ_FR_ONE); }

void cz_fr_from_int(cz_fr *r, const uint64_t v[4]) {
    cz_fr t = {{v[0], v[1], v[2], v[3]}};
    cz_fr_mul(r, &t, &R2);
}

void cz_fr_to_int(uint64_t v[4], const cz_fr *a) {
    static const cz_fr one = {{1, 0, 0, 0}};
    cz_fr t;
    cz_fr_mul(&t, a, &one);
    memcpy(v, t.l, sizeof t.l);
}

void cz_fr_from_u64(cz_fr *r, uint64_t v) {
    uint64_t t[4] = {v, 0, 0, 0};
    cz_fr_from_int(r, t);
}

bool cz_fr_from_le(cz_fr *r, const uint8_t in[32]) {
    cz_fr v;
    for (size_t i = 0; i < 4; i++) v.l[i] = cz_get_le64(in + 8 * i);
    if (!cz_fr_is_reduced_i(&v)) return false;
    cz_fr_from_int(r, v.l);
    return true;
}

void cz_fr_to_le(uint8_t out[32], const cz_fr *a) {
    uint64_t v[4];
    cz_fr_to_int(v, a);
    for (size_t i = 0; i < 4; i++) cz_put_le64(out + 8 * i, v[i]);
}

void cz_fr_from_le_wide(cz_fr *r, const uint8_t in[64]) {
    /* lo + hi * 2^256: a product with R2 (2^512) of a value below 2^256 is reduced, since R2 < r */
    cz_fr lo, hi;
    for (size_t i = 0; i < 4; i++) {
        lo.l[i] = cz_get_le64(in + 8 * i);
        hi.l[i] = cz_get_le64(in + 32 + 8 * i);
    }
    cz_fr_mul(&lo, &lo, &R2);
    cz_fr_mul(&hi, &hi, &R2);
    cz_fr_mul(&hi, &hi, &R2);
    cz_fr_add(r, &lo, &hi);
}
