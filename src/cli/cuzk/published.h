/* Published parameter files: names and digests (spec formats §3). */
#ifndef CZ_CLI_CUZK_PUBLISHED_H
#define CZ_CLI_CUZK_PUBLISHED_H

#include "base/error.h"

/* The first 16 bytes of the BLAKE2b-512 of the whole file, in hex. */
#define CZ_DIGEST_HEX 32

typedef struct cz_published {
    const char *name; /* with extension */
    char digest[CZ_DIGEST_HEX + 1];
} cz_published;

/* NULL if no file of this name was published. */
const cz_published *cz_published_by_name(const char *name);
/* The digest of `name` in a parameters.json; CZ_E_MISMATCH if it has no such entry. */
CZ_MUST_CHECK cz_code cz_published_from_json(cz_error *err, char out[CZ_DIGEST_HEX + 1], const char *json_path,
                                             const char *name);

#endif
