/* Verifying keys and parameter files (spec formats §2).
 *
 *   .vk      alpha_g1 96, beta_g1 96, beta_g2 192, gamma_g2 192, delta_g1 96, delta_g2 192, then a u32 (big endian)
 * count and that many points ic of 96 bytes; the count is that of the inputs, the constant one included .params  the
 * same, then five vectors, each a u32 (big endian) count and its points: h, l, a, b_g1 of 96 bytes, b_g2 of 192.
 * Nothing after.
 *
 * Points are uncompressed. Infinity is an error in ic and in the vectors.
 */
#ifndef CZ_GROTH16_PARAMS_H
#define CZ_GROTH16_PARAMS_H

#include "base/file.h"
#include "base/threads.h"
#include "curve/g1.h"
#include "curve/g2.h"
#include "r1cs/matrix.h"

typedef struct cz_vk {
    cz_g1 alpha_g1, beta_g1, delta_g1;
    cz_g2 beta_g2, gamma_g2, delta_g2;
    uint32_t n_ic;
    cz_g1 *ic; /* owned */
} cz_vk;

/* Bytes of a key with n_ic points. */
size_t cz_vk_bytes(uint32_t n_ic);
/* Parses a key at the start of data; *used gets its length. Checks the curve and the subgroup of every point. */
CZ_MUST_CHECK cz_code cz_vk_parse(cz_error *err, cz_vk *out, size_t *used, const uint8_t *data, size_t n);
/* A `.vk` file: nothing may follow the key. */
CZ_MUST_CHECK cz_code cz_vk_read(cz_error *err, cz_vk *out, const char *path);
/* out has room for cz_vk_bytes. */
void cz_vk_encode(uint8_t *out, const cz_vk *vk);
void cz_vk_free(cz_vk *vk);
bool cz_vk_eq(const cz_vk *a, const cz_vk *b);

typedef enum cz_query { CZ_QUERY_H, CZ_QUERY_L, CZ_QUERY_A, CZ_QUERY_B_G1, CZ_QUERY_B_G2, CZ_N_QUERIES } cz_query;
const char *cz_query_name(cz_query q);
/* Bytes of a point of a query. */
size_t cz_query_point_bytes(cz_query q);

/* A parameter file, mapped; its vectors are still encoded. */
typedef struct cz_params {
    cz_map map;
    char *path;
    cz_vk vk;
    uint32_t n[CZ_N_QUERIES];
    const uint8_t *points[CZ_N_QUERIES];
} cz_params;

/* Opens a file: the key is parsed and every length checked against the size; the vectors are not decoded. */
CZ_MUST_CHECK cz_code cz_params_open(cz_error *err, cz_params *out, const char *path);
void cz_params_close(cz_params *p);
/* Whether the counts are those of a circuit. */
CZ_MUST_CHECK cz_code cz_params_fit(cz_error *err, const cz_params *p, const cz_matrices *m);
/* Decodes every point: curve and infinity always, the subgroup too if asked. progress may be NULL; it is called from
 * any thread with the number of points done and of all. */
CZ_MUST_CHECK cz_code cz_params_check_points(cz_error *err, const cz_params *p, cz_pool *pool, bool subgroup,
                                             void (*progress)(void *ctx, uint64_t done, uint64_t all), void *ctx);
/* Decodes `n` points of a query from `first` on into out (cz_g1 or cz_g2), threaded; errors name vector and index. */
CZ_MUST_CHECK cz_code cz_params_decode(cz_error *err, void *out, const cz_params *p, cz_pool *pool, cz_query q,
                                       uint32_t first, uint32_t n);

#endif
