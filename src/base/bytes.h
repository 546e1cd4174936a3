/* Bytes: fixed-width integers in either order, hex. */
#ifndef CZ_BASE_BYTES_H
#define CZ_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t cz_get_le32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint32_t cz_get_be32(const uint8_t *p) {
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}
static inline uint64_t cz_get_le64(const uint8_t *p) {
    return (uint64_t)cz_get_le32(p) | (uint64_t)cz_get_le32(p + 4) << 32;
}
static inline uint64_t cz_get_be64(const uint8_t *p) {
    return (uint64_t)cz_get_be32(p) << 32 | (uint64_t)cz_get_be32(p + 4);
}
static inline void cz_put_le32(uint8_t *p, uint32_t v) {
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (8 * i));
}
static inline void cz_put_be32(uint8_t *p, uint32_t v) {
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(v >> (24 - 8 * i));
}
static inline void cz_put_le64(uint8_t *p, uint64_t v) {
    for (int i = 0; i < 8; i++) p[i] = (uint8_t)(v >> (8 * i));
}
static inline void cz_put_be64(uint8_t *p, uint64_t v) {
    for (int i = 0; i < 8; i++) p[i] = (uint8_t)(v >> (56 - 8 * i));
}

/* Writes 2 * n lower-case digits and a NUL; out has room for 2 * n + 1. */
void cz_hex_encode(char *out, const uint8_t *in, size_t n);
/* Reads exactly n bytes from exactly 2 * n digits (either case). False if `hex` is anything else. */
bool cz_hex_decode(uint8_t *out, size_t n, const char *hex);

#endif
