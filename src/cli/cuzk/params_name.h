/* Which circuit a parameter or key file belongs to, by its name. */
#ifndef CZ_CLI_CUZK_PARAMS_NAME_H
#define CZ_CLI_CUZK_PARAMS_NAME_H

#include "filecoin/sector.h"

/* The last part of a path. */
const char *cz_base_name(const char *path);
/* True if the file's stem is that of a circuit of the published set; folders and the extension do not matter. */
bool cz_circuit_of_file(cz_circuit_id *out, const char *path);
/* Writes the path with another extension, e.g. "vk" for "params"; false if it does not fit. */
bool cz_with_extension(char *out, size_t out_bytes, const char *path, const char *extension);
/* What the first bytes of a file that is not what it should be look like: "an HTML page", "JSON", "text" or NULL. */
const char *cz_looks_like(const uint8_t *data, size_t n);

#endif
