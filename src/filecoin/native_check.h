/* Native check of vanilla proofs before any key is loaded: paths, labels, columns, encodings, commitments, and that the
 * challenges and parents are those a verifier derives. The error names partition, challenge, layer and path. */
#ifndef CZ_FILECOIN_NATIVE_CHECK_H
#define CZ_FILECOIN_NATIVE_CHECK_H

#include "base/threads.h"
#include "filecoin/public_inputs.h"
#include "gadget/poseidon.h"

/* All partitions of a C1 output; threaded over challenges. */
CZ_MUST_CHECK cz_code cz_porep_check(cz_error *err, cz_pool *pool, const cz_c1 *c1, const cz_poseidons *poseidons);
/* One partition of a PoSt. randomness may be NULL where it is not known: paths and commitments are checked, but not that
 * the leaves are the challenged ones. */
CZ_MUST_CHECK cz_code cz_post_check(cz_error *err, cz_pool *pool, const cz_registered *proof,
                                    const uint8_t randomness[32], const cz_post_sector *sectors, size_t n_sectors,
                                    size_t partition, const cz_poseidons *poseidons);

#endif
