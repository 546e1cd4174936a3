#!/usr/bin/env python3
"""Derives the constants of src/field/constants.h from the definition of BLS12-381 alone and prints that file."""
p = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
r = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
x = -0xD201000000010000
G1 = (0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
      0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1)
G2 = ((0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
       0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E),
      (0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
       0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE))
assert r == x**4 - x**2 + 1 and p == (x - 1)**2 * r // 3 + x


def mul2(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % p, (a[0] * b[1] + a[1] * b[0]) % p)


def inv2(a):
    n = pow(a[0] * a[0] + a[1] * a[1], -1, p)
    return (a[0] * n % p, -a[1] * n % p)


def pow2(a, e):
    out = (1, 0)
    while e:
        if e & 1:
            out = mul2(out, a)
        a = mul2(a, a)
        e >>= 1
    return out


def limbs(v, n):
    return ", ".join("0x%016xULL" % (v >> 64 * i & 2**64 - 1) for i in range(n))


def fp(v):
    return "{{%s}}" % limbs(v % p * 2**384 % p, 6)


def fp2(v):
    return "{%s, %s}" % (fp(v[0]), fp(v[1]))


def g1_add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if a[1] != b[1]:
            return None
        m = 3 * a[0] * a[0] * pow(2 * a[1], -1, p)
    else:
        m = (b[1] - a[1]) * pow(b[0] - a[0], -1, p)
    x3 = (m * m - a[0] - b[0]) % p
    return (x3, (m * (a[0] - x3) - a[1]) % p)


def g1_mul(a, k):
    out = None
    while k:
        if k & 1:
            out = g1_add(out, a)
        a = g1_add(a, a)
        k >>= 1
    return out


xi = (1, 1)
gamma = [pow2(xi, i * (p - 1) // 6) for i in range(6)]
# a primitive cube root of one for which (beta x, y) = -[x^2] (x, y) on G1
g = 2
while pow(g, (p - 1) // 3, p) == 1:
    g += 1
beta = pow(g, (p - 1) // 3, p)
m = g1_mul(G1, x * x)
want = (m[0], -m[1] % p)
if beta * G1[0] % p != want[0]:
    beta = beta * beta % p
assert (beta * G1[0] % p, G1[1]) == want

print("/* Constants of BLS12-381 in Montgomery form. Made by scripts/gen_field_constants.py; do not edit. */")
print("#ifndef CZ_FIELD_CONSTANTS_H\n#define CZ_FIELD_CONSTANTS_H\n\n/* clang-format off */")
print("/* Generators of G1 and G2. */")
print("#define CZ_CONST_G1_X %s\n#define CZ_CONST_G1_Y %s" % (fp(G1[0]), fp(G1[1])))
print("#define CZ_CONST_G2_X %s\n#define CZ_CONST_G2_Y %s" % (fp2(G2[0]), fp2(G2[1])))
print("/* Curve constants: 4, and 4 (1 + u). */")
print("#define CZ_CONST_B1 %s\n#define CZ_CONST_B2 %s" % (fp(4), fp2((4, 4))))
print("/* xi^(i (p - 1) / 6), xi = 1 + u, i = 0 ... 5: Frobenius on the basis w^i of Fp12. */")
print("#define CZ_CONST_FROBENIUS { \\")
for i in range(6):
    print("    %s, \\" % fp2(gamma[i]))
print("    }")
print("/* The endomorphism (beta x, y) = -[x^2] (x, y) of G1; x the curve parameter. */")
print("#define CZ_CONST_BETA %s" % fp(beta))
print("/* psi (x, y) = (conj(x) * PSI_X, conj(y) * PSI_Y) = [x] (x, y) on G2. */")
print("#define CZ_CONST_PSI_X %s\n#define CZ_CONST_PSI_Y %s" % (fp2(inv2(gamma[2])), fp2(inv2(gamma[3]))))
print("/* clang-format on */\n\n#endif")
