/* Base64 (RFC 4648 §4, with padding, nothing between the digits), decoded piece by piece. */
#ifndef CZ_BASE_BASE64_H
#define CZ_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that the decoder may write for n digits. */
#define CZ_BASE64_MAX_BYTES(n) ((n) / 4 * 3)

/* Decodes n digits, n a multiple of 4, into out and sets *n_out. Padding is taken only where `last` says that nothing
 * follows; unused bits must be zero. False if the text is anything else; *n_out is then the offset of the four digits
 * that are wrong. */
bool cz_base64_decode(uint8_t *out, size_t *n_out, const char *in, size_t n, bool last);

#endif
