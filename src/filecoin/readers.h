/* Readers of vanilla proofs (spec formats §5, §6). Hostile input is normal: every length is limited, nesting is not
 * followed recursively, an error names the JSON path or field and the byte offset. */
#ifndef CZ_FILECOIN_READERS_H
#define CZ_FILECOIN_READERS_H

#include "filecoin/vanilla.h"

/* A C1 output in JSON: bare ("registered_proof", "vanilla_proofs" …) or wrapped ({SectorNum, Phase1Out, SectorSize}).
 * Streaming: `data` may be large; extra memory is that of the result. */
CZ_MUST_CHECK cz_code cz_c1_read(cz_error *err, cz_c1 *out, const void *data, size_t n);
/* One FallbackPoSt sector proof in bincode; the number of inclusion proofs must be that of `kind`. Trailing bytes are
 * tolerated as the reference does. */
CZ_MUST_CHECK cz_code cz_post_read(cz_error *err, cz_post_sector *out, const cz_sector *sector, cz_kind kind,
                                   const void *data, size_t n);
/* The sector size that a PoSt message's path lengths fit, NULL if none or ambiguous. */
const cz_sector *cz_post_guess_sector(const void *data, size_t n, cz_kind *kind);

#endif
