/* Writing JSON: the stable output of `--json`, two spaces of indentation, keys in the order given; and reading small
 * files.
 *
 * Failures (memory, nesting) are sticky and reported by cz_json_print. One thread at a time. */
#ifndef CZ_CLI_COMMON_JSON_H
#define CZ_CLI_COMMON_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <yajl/yajl_tree.h>

#include "base/error.h"

typedef struct cz_json cz_json;

CZ_MUST_CHECK cz_code cz_json_new(cz_error *err, cz_json **out);
void cz_json_free(cz_json *j);

/* Inside an object, `key` names the member; inside an array and at the top it is NULL. */
void cz_json_object(cz_json *j, const char *key);
void cz_json_array(cz_json *j, const char *key);
void cz_json_end(cz_json *j); /* of the innermost object or array */
void cz_json_text(cz_json *j, const char *key, const char *value);
void cz_json_u64(cz_json *j, const char *key, uint64_t value);
void cz_json_real(cz_json *j, const char *key, double value); /* six significant digits */
void cz_json_bool(cz_json *j, const char *key, bool value);
void cz_json_hex(cz_json *j, const char *key, const uint8_t *bytes, size_t n);

/* Writes what was built, with a final newline. */
CZ_MUST_CHECK cz_code cz_json_print(cz_error *err, const cz_json *j, FILE *to);

/* Reads a small JSON file (at most 16 MiB, at most 8 levels deep) into a tree; free it with yajl_tree_free. */
CZ_MUST_CHECK cz_code cz_json_read(cz_error *err, yajl_val *out, const char *path);

#endif
