/* Files of the reference and how tests read them: testdata/ in the repository, the large ones in ../shared/vectors. */
#ifndef CZ_TESTS_VECTORS_H
#define CZ_TESTS_VECTORS_H

#include <stdint.h>
#include <stdio.h>
#include <yajl/yajl_tree.h>

#include "field/fr.h"

/* The whole of testdata/NAME (a format string), with a NUL behind it that does not count; freed with free(). Fails the
 * running test when it cannot be read. */
char *vector_read(size_t *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same for ../shared/vectors/NAME, or NULL after a printed line when it is not at hand. */
char *vector_read_shared(size_t *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A JSON file below testdata/; freed with yajl_tree_free. */
yajl_val vector_json(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The member of an object; fails the test when there is none. */
yajl_val json_at(yajl_val v, const char *key);
const char *json_string(yajl_val v, const char *key);
uint64_t json_u64(yajl_val v, const char *key);
/* 32 bytes in hex. */
void json_bytes32(uint8_t out[32], yajl_val v);
/* A field element as 32 little-endian bytes in hex. */
cz_fr json_fr(yajl_val v);

#endif
