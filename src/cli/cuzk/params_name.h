/* Parameter files by name: which circuit one belongs to, and the key beside it. */
#ifndef CZ_CLI_CUZK_PARAMS_NAME_H
#define CZ_CLI_CUZK_PARAMS_NAME_H

#include "filecoin/sector.h"
#include "groth16/params.h"

/* The last part of a path. */
const char *cz_base_name(const char *path);
/* True if the file's stem is that of a circuit of the published set; folders and the extension do not matter. */
bool cz_circuit_of_file(cz_circuit_id *out, const char *path);
/* That the .vk file beside a parameter file, if there is one, is the key at its start. */
CZ_MUST_CHECK cz_code cz_key_beside_agrees(cz_error *err, const cz_params *params);
/* What the first bytes of a file that is not what it should be look like: "an HTML page", "JSON", "text" or NULL. */
const char *cz_looks_like(const uint8_t *data, size_t n);

#endif
