/* G1: see g1.h. g2.c is the same code over Fp2; keep them in step. */
#include "curve/g1.h"

#include <string.h>

#include "field/constants.h"

const cz_g1 CZ_G1_GENERATOR = {CZ_CONST_G1_X, CZ_CONST_G1_Y};
const cz_g1 CZ_G1_INFINITY = {{{0}}, {{0}}};
const cz_g1_jac CZ_G1_JAC_INFINITY = {{{0}}, {{0}}, {{0}}};
static const cz_fp CURVE_B = CZ_CONST_B1;

bool cz_g1_eq(const cz_g1 *a, const cz_g1 *b) { return cz_fp_eq(&a->x, &b->x) && cz_fp_eq(&a->y, &b->y); }

/* 6M + 2S */
bool cz_g1_jac_eq(const cz_g1_jac *a, const cz_g1_jac *b) {
    if (cz_g1_jac_is_infinity(a) || cz_g1_jac_is_infinity(b))
        return cz_g1_jac_is_infinity(a) && cz_g1_jac_is_infinity(b);
    cz_fp za2, zb2, s, t;
    cz_fp_sqr(&za2, &a->z);
    cz_fp_sqr(&zb2, &b->z);
    cz_fp_mul(&s, &a->x, &zb2);
    cz_fp_mul(&t, &b->x, &za2);
    if (!cz_fp_eq(&s, &t)) return false;
    cz_fp_mul(&za2, &za2, &a->z);
    cz_fp_mul(&zb2, &zb2, &b->z);
    cz_fp_mul(&s, &a->y, &zb2);
    cz_fp_mul(&t, &b->y, &za2);
    return cz_fp_eq(&s, &t);
}

void cz_g1_neg(cz_g1 *r, const cz_g1 *a) {
    r->x = a->x;
    cz_fp_neg(&r->y, &a->y);
}

void cz_g1_jac_neg(cz_g1_jac *r, const cz_g1_jac *a) {
    r->x = a->x;
    cz_fp_neg(&r->y, &a->y);
    r->z = a->z;
}

/* dbl-2009-l, a = 0: 2M + 5S. Infinity stays infinity, since Z3 = 2YZ. */
void cz_g1_jac_dbl(cz_g1_jac *r, const cz_g1_jac *a) {
    cz_fp A, B, C, D, E, F, t;
    cz_fp_sqr(&A, &a->x);
    cz_fp_sqr(&B, &a->y);
    cz_fp_sqr(&C, &B);
    cz_fp_add(&D, &a->x, &B);
    cz_fp_sqr(&D, &D);
    cz_fp_sub(&D, &D, &A);
    cz_fp_sub(&D, &D, &C);
    cz_fp_dbl(&D, &D);
    cz_fp_dbl(&E, &A);
    cz_fp_add(&E, &E, &A);
    cz_fp_sqr(&F, &E);
    cz_fp_mul(&t, &a->y, &a->z);
    cz_fp_dbl(&r->z, &t);
    cz_fp_dbl(&t, &D);
    cz_fp_sub(&r->x, &F, &t);
    cz_fp_sub(&t, &D, &r->x);
    cz_fp_mul(&t, &E, &t);
    cz_fp_dbl(&C, &C);
    cz_fp_dbl(&C, &C);
    cz_fp_dbl(&C, &C);
    cz_fp_sub(&r->y, &t, &C);
}

/* The common end of both additions: H = x2 - x1, R = y2 - y1 over the common denominator, u1 = x1, s1 = y1, and zz the
 * product of the denominators. 4M + 2S. */
static void add_finish(cz_g1_jac *r, const cz_fp *u1, const cz_fp *s1, const cz_fp *H, const cz_fp *R,
                       const cz_fp *zz) {
    cz_fp h2, h3, v, t;
    cz_fp_sqr(&h2, H);
    cz_fp_mul(&h3, &h2, H);
    cz_fp_mul(&v, u1, &h2);
    cz_fp_mul(&t, s1, &h3);
    cz_fp_mul(&r->z, zz, H);
    cz_fp_sqr(&r->x, R);
    cz_fp_sub(&r->x, &r->x, &h3);
    cz_fp_sub(&r->x, &r->x, &v);
    cz_fp_sub(&r->x, &r->x, &v);
    cz_fp_sub(&v, &v, &r->x);
    cz_fp_mul(&v, &v, R);
    cz_fp_sub(&r->y, &v, &t);
}

/* 12M + 4S, complete by cases. */
void cz_g1_jac_add(cz_g1_jac *r, const cz_g1_jac *a, const cz_g1_jac *b) {
    if (cz_g1_jac_is_infinity(a)) {
        *r = *b;
        return;
    }
    if (cz_g1_jac_is_infinity(b)) {
        *r = *a;
        return;
    }
    cz_fp za2, zb2, u1, u2, s1, s2, zz;
    cz_fp_sqr(&za2, &a->z);
    cz_fp_sqr(&zb2, &b->z);
    cz_fp_mul(&u1, &a->x, &zb2);
    cz_fp_mul(&u2, &b->x, &za2);
    cz_fp_mul(&s1, &a->y, &b->z);
    cz_fp_mul(&s1, &s1, &zb2);
    cz_fp_mul(&s2, &b->y, &a->z);
    cz_fp_mul(&s2, &s2, &za2);
    cz_fp_mul(&zz, &a->z, &b->z);
    cz_fp_sub(&u2, &u2, &u1);
    cz_fp_sub(&s2, &s2, &s1);
    if (cz_fp_is_zero(&u2)) {
        if (cz_fp_is_zero(&s2)) {
            cz_g1_jac_dbl(r, a);
        } else {
            *r = CZ_G1_JAC_INFINITY;
        }
        return;
    }
    add_finish(r, &u1, &s1, &u2, &s2, &zz);
}

/* 8M + 3S, complete by cases. */
void cz_g1_jac_add_affine(cz_g1_jac *r, const cz_g1_jac *a, const cz_g1 *b) {
    if (cz_g1_is_infinity(b)) {
        *r = *a;
        return;
    }
    if (cz_g1_jac_is_infinity(a)) {
        cz_g1_to_jac(r, b);
        return;
    }
    cz_fp za2, u2, s2, u1 = a->x, s1 = a->y, zz = a->z;
    cz_fp_sqr(&za2, &a->z);
    cz_fp_mul(&u2, &b->x, &za2);
    cz_fp_mul(&s2, &b->y, &a->z);
    cz_fp_mul(&s2, &s2, &za2);
    cz_fp_sub(&u2, &u2, &u1);
    cz_fp_sub(&s2, &s2, &s1);
    if (cz_fp_is_zero(&u2)) {
        if (cz_fp_is_zero(&s2)) {
            cz_g1_jac_dbl(r, a);
        } else {
            *r = CZ_G1_JAC_INFINITY;
        }
        return;
    }
    add_finish(r, &u1, &s1, &u2, &s2, &zz);
}

void cz_g1_to_jac(cz_g1_jac *r, const cz_g1 *a) {
    if (cz_g1_is_infinity(a)) {
        *r = CZ_G1_JAC_INFINITY;
        return;
    }
    r->x = a->x;
    r->y = a->y;
    r->z = CZ_FP_ONE;
}

/* x / z^2, y / z^3 given 1 / z: 3M + 1S; zero in gives infinity. */
static void scale(cz_g1 *r, const cz_g1_jac *a, const cz_fp *z_inv) {
    cz_fp z2;
    cz_fp_sqr(&z2, z_inv);
    cz_fp_mul(&r->x, &a->x, &z2);
    cz_fp_mul(&z2, &z2, z_inv);
    cz_fp_mul(&r->y, &a->y, &z2);
}

void cz_g1_from_jac(cz_g1 *r, const cz_g1_jac *a) {
    cz_fp z_inv;
    cz_fp_inv(&z_inv, &a->z);
    scale(r, a, &z_inv);
}

void cz_g1_batch_from_jac(cz_g1 *r, const cz_g1_jac *a, cz_fp *scratch, size_t n) {
    /* as cz_fp_batch_inv, over the z coordinates in place */
    cz_fp acc = CZ_FP_ONE;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = acc;
        if (!cz_fp_is_zero(&a[i].z)) cz_fp_mul(&acc, &acc, &a[i].z);
    }
    cz_fp_inv(&acc, &acc);
    for (size_t i = n; i-- > 0;) {
        if (cz_fp_is_zero(&a[i].z)) {
            r[i] = CZ_G1_INFINITY;
            continue;
        }
        cz_fp z_inv;
        cz_fp_mul(&z_inv, &acc, &scratch[i]);
        cz_fp_mul(&acc, &acc, &a[i].z);
        scale(&r[i], &a[i], &z_inv);
    }
}

static void mul_limbs(cz_g1_jac *r, const cz_g1_jac *a, const uint64_t *k, size_t n_limbs) {
    cz_g1_jac table[16];
    table[0] = CZ_G1_JAC_INFINITY;
    for (int i = 1; i < 16; i++) cz_g1_jac_add(&table[i], &table[i - 1], a);
    cz_g1_jac acc = CZ_G1_JAC_INFINITY;
    for (size_t i = 16 * n_limbs; i-- > 0;) {
        for (int j = 0; j < 4; j++) cz_g1_jac_dbl(&acc, &acc);
        cz_g1_jac_add(&acc, &acc, &table[k[i / 16] >> (4 * (i % 16)) & 15]);
    }
    *r = acc;
}

void cz_g1_jac_mul(cz_g1_jac *r, const cz_g1_jac *a, const cz_fr *k) {
    uint64_t v[4];
    cz_fr_to_int(v, k);
    mul_limbs(r, a, v, 4);
}

bool cz_g1_on_curve(const cz_g1 *a) {
    if (cz_g1_is_infinity(a)) return true;
    cz_fp l, t;
    cz_fp_sqr(&l, &a->y);
    cz_fp_sqr(&t, &a->x);
    cz_fp_mul(&t, &t, &a->x);
    cz_fp_add(&t, &t, &CURVE_B);
    return cz_fp_eq(&l, &t);
}

/* |x|, the absolute value of the curve parameter */
static const uint64_t CURVE_X = 0xd201000000010000ULL;

/* The eigenvalue of (x, y) -> (beta x, y) on G1 is -x^2; on the rest of the curve the two differ (M. Scott, "A note on
 * group membership tests for G1, G2 and GT on BLS pairing-friendly curves", 2021). */
bool cz_g1_in_subgroup(const cz_g1 *a) {
    static const cz_fp beta = CZ_CONST_BETA;
    if (cz_g1_is_infinity(a)) return true;
    cz_g1_jac p, q;
    cz_g1_to_jac(&p, a);
    mul_limbs(&q, &p, &CURVE_X, 1);
    mul_limbs(&q, &q, &CURVE_X, 1);
    cz_g1_jac_neg(&q, &q);
    cz_fp_mul(&p.x, &p.x, &beta);
    return cz_g1_jac_eq(&p, &q);
}

#define FLAG_COMPRESSED 0x80
#define FLAG_INFINITY 0x40
#define FLAG_LARGER 0x20

void cz_g1_encode(uint8_t out[CZ_G1_BYTES], const cz_g1 *a) {
    cz_fp_to_be(out, &a->x);
    cz_fp_to_be(out + CZ_G1_BYTES / 2, &a->y);
    if (cz_g1_is_infinity(a)) out[0] = FLAG_INFINITY;
}

void cz_g1_compress(uint8_t out[CZ_G1_COMPRESSED_BYTES], const cz_g1 *a) {
    cz_fp_to_be(out, &a->x);
    out[0] |= FLAG_COMPRESSED;
    if (cz_g1_is_infinity(a)) {
        out[0] |= FLAG_INFINITY;
    } else if (cz_fp_is_larger(&a->y)) {
        out[0] |= FLAG_LARGER;
    }
}

static bool rest_is_zero(const uint8_t *in, size_t n) {
    uint8_t any = in[0] & 0x1f;
    for (size_t i = 1; i < n; i++) any |= in[i];
    return any == 0;
}

cz_code cz_g1_decode(cz_error *err, cz_g1 *out, const uint8_t in[CZ_G1_BYTES]) {
    uint8_t flags = in[0] & 0xe0;
    if (flags == FLAG_INFINITY) {
        if (!rest_is_zero(in, CZ_G1_BYTES)) return CZ_FAIL(err, CZ_E_FORMAT, "G1 infinity with other bits set");
        *out = CZ_G1_INFINITY;
        return CZ_OK;
    }
    if (flags != 0) return CZ_FAIL(err, CZ_E_FORMAT, "flags 0x%02x do not fit an uncompressed G1 point", flags);
    cz_g1 p;
    if (!cz_fp_from_be(&p.x, in) || !cz_fp_from_be(&p.y, in + CZ_G1_BYTES / 2))
        return CZ_FAIL(err, CZ_E_FORMAT, "a G1 coordinate is not below the field's modulus");
    if (!cz_g1_on_curve(&p) || cz_g1_is_infinity(&p))
        return CZ_FAIL(err, CZ_E_INVALID, "a G1 point is not on the curve");
    *out = p;
    return CZ_OK;
}

cz_code cz_g1_decompress(cz_error *err, cz_g1 *out, const uint8_t in[CZ_G1_COMPRESSED_BYTES]) {
    uint8_t bytes[CZ_G1_COMPRESSED_BYTES], flags = in[0] & 0xe0;
    if ((flags & FLAG_COMPRESSED) == 0)
        return CZ_FAIL(err, CZ_E_FORMAT, "flags 0x%02x do not fit a compressed G1 point", flags);
    if ((flags & FLAG_INFINITY) != 0) {
        if ((flags & FLAG_LARGER) != 0 || !rest_is_zero(in, CZ_G1_COMPRESSED_BYTES))
            return CZ_FAIL(err, CZ_E_FORMAT, "G1 infinity with other bits set");
        *out = CZ_G1_INFINITY;
        return CZ_OK;
    }
    memcpy(bytes, in, sizeof bytes);
    bytes[0] &= 0x1f;
    cz_g1 p;
    if (!cz_fp_from_be(&p.x, bytes))
        return CZ_FAIL(err, CZ_E_FORMAT, "a G1 coordinate is not below the field's modulus");
    cz_fp t;
    cz_fp_sqr(&t, &p.x);
    cz_fp_mul(&t, &t, &p.x);
    cz_fp_add(&t, &t, &CURVE_B);
    if (!cz_fp_sqrt(&p.y, &t)) return CZ_FAIL(err, CZ_E_INVALID, "a G1 point is not on the curve");
    if (cz_fp_is_larger(&p.y) != ((flags & FLAG_LARGER) != 0)) cz_fp_neg(&p.y, &p.y);
    *out = p;
    return CZ_OK;
}
