/* Base64: see base64.h. */
#include "base/base64.h"

#define BAD 0xff

static uint8_t digit(char c) {
    if (c >= 'A' && c <= 'Z') return (uint8_t)(c - 'A');
    if (c >= 'a' && c <= 'z') return (uint8_t)(c - 'a' + 26);
    if (c >= '0' && c <= '9') return (uint8_t)(c - '0' + 52);
    return c == '+' ? 62 : c == '/' ? 63 : BAD;
}

/* The group that carries padding: xx== or xxx=. Bytes written, 0 if it is wrong. */
static size_t padded_group(uint8_t *out, const char *in) {
    uint8_t a = digit(in[0]), b = digit(in[1]), c = digit(in[2]);
    if (a == BAD || b == BAD || in[3] != '=') return 0;
    out[0] = (uint8_t)(a << 2 | b >> 4);
    if (in[2] == '=') return (b & 15) == 0 ? 1 : 0;
    if (c == BAD || (c & 3) != 0) return 0;
    out[1] = (uint8_t)(b << 4 | c >> 2);
    return 2;
}

bool cz_base64_decode(uint8_t *out, size_t *n_out, const char *in, size_t n, bool last) {
    uint8_t table[256];
    for (int i = 0; i < 256; i++) table[i] = digit((char)i);
    size_t used = 0;
    for (size_t i = 0; i < n; i += 4) {
        *n_out = i;
        if (n - i < 4) return false;
        uint8_t a = table[(uint8_t)in[i]], b = table[(uint8_t)in[i + 1]], c = table[(uint8_t)in[i + 2]],
                d = table[(uint8_t)in[i + 3]];
        if ((a | b | c | d) < 64) {
            out[used++] = (uint8_t)(a << 2 | b >> 4);
            out[used++] = (uint8_t)(b << 4 | c >> 2);
            out[used++] = (uint8_t)(c << 6 | d);
            continue;
        }
        size_t k = last && i + 4 == n ? padded_group(out + used, in + i) : 0;
        if (k == 0) return false;
        used += k;
    }
    *n_out = used;
    return true;
}
