/* Readers of vanilla proofs (spec formats §5, §6). Hostile input is normal: every length is limited, nesting is not
 * followed recursively, an error names the JSON path or field and the byte offset. */
#ifndef CZ_FILECOIN_READERS_H
#define CZ_FILECOIN_READERS_H

#include "filecoin/vanilla.h"

/* A C1 output in JSON: bare ("registered_proof", "vanilla_proofs" …) or wrapped ({SectorNum, Phase1Out, SectorSize}).
 * Streaming: `data` may be large; extra memory is that of the result. Key order is free, unknown keys are ignored, a
 * known key twice is an error. All 32-byte nodes but seed and ticket are canonical afterwards, counts and shapes are
 * those of the sector, and comm_d, comm_r and seed are not all zero. */
CZ_MUST_CHECK cz_code cz_c1_read(cz_error *err, cz_c1 *out, const void *data, size_t n);
/* One FallbackPoSt sector proof in bincode; the number of inclusion proofs must be that of `kind`. Trailing bytes are
 * tolerated as the reference does. */
CZ_MUST_CHECK cz_code cz_post_read(cz_error *err, cz_post_sector *out, const cz_sector *sector, cz_kind kind,
                                   const void *data, size_t n);
/* The sector size that a PoSt message's path lengths fit, NULL if none or ambiguous. */
const cz_sector *cz_post_guess_sector(const void *data, size_t n, cz_kind *kind);

/* Binary messages in the form of a JSON array of base64 strings, as PoSt and update proofs are kept in files. */
typedef struct cz_messages {
    struct cz_message {
        uint8_t *data;
        size_t n;
    } * items;
    size_t n;
    void *arena;
} cz_messages;
#define CZ_MAX_MESSAGES 4096 /* a WindowPoSt partition has up to 2349 */
CZ_MUST_CHECK cz_code cz_messages_read(cz_error *err, cz_messages *out, const void *data, size_t n);
void cz_messages_free(cz_messages *m);

#endif
