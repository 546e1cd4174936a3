/* cuzk params check: whether a parameter file or key is whole, the published one, and made of valid points. Cheap
 * checks come first: the size, then the digest, then every point. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/time.h"
#include "cli/common/json.h"
#include "cli/common/progress.h"
#include "cli/cuzk/circuit.h"
#include "cli/cuzk/command.h"
#include "cli/cuzk/params_name.h"
#include "cli/cuzk/published.h"
#include "groth16/params.h"

#define DIGEST_CHUNK_BYTES ((size_t)8 << 20)

typedef struct report {
    const char *path;
    char circuit[32];
    bool is_key;                                                  /* a .vk file */
    uint64_t bytes, expected_bytes;                               /* expected: 0 where the table has no counts */
    char digest[CZ_DIGEST_HEX + 1], published[CZ_DIGEST_HEX + 1]; /* published: empty if there is none */
    uint64_t n_points;
    double seconds;
} report;

static bool has_extension(const char *path, const char *extension) {
    const char *dot = strrchr(cz_base_name(path), '.');
    return dot && strcmp(dot + 1, extension) == 0;
}

static cz_code identify(cz_error *err, report *r, const cz_args *args) {
    cz_circuit_id id;
    const char *name = cz_args_get(args, "--circuit");
    if (name) {
        CZ_TRY(cz_circuit_id_parse(err, &id, name));
    } else if (!cz_circuit_of_file(&id, r->path)) {
        return CZ_FAIL(
            err, CZ_E_MISMATCH,
            "the name is not that of a v28 parameter file or key; say for which circuit it is: --circuit NAME");
    }
    cz_circuit_id_name(r->circuit, id);
    r->is_key = has_extension(r->path, "vk");
    const cz_circuit_counts *counts = cz_circuit_counts_of(r->circuit);
    if (counts) r->expected_bytes = r->is_key ? cz_vk_bytes(counts->n_inputs) : cz_circuit_counts_params_bytes(counts);
    return CZ_OK;
}

static cz_code check_size(cz_error *err, report *r, const cz_map *map) {
    r->bytes = map->bytes;
    if (r->expected_bytes == 0 || r->bytes == r->expected_bytes) return CZ_OK;
    const char *like = cz_looks_like(map->data, map->bytes);
    unsigned long long want = r->expected_bytes, have = r->bytes;
    if (like)
        return CZ_FAIL(err, CZ_E_FORMAT, "size: %llu bytes expected for %s, %llu found; it is %s; fetch the file again",
                       want, r->circuit, have, like);
    return CZ_FAIL(err, CZ_E_FORMAT, "size: %llu bytes expected for %s, %llu found: %llu %s; fetch the file again",
                   want, r->circuit, have, have < want ? want - have : have - want,
                   have < want ? "are missing, it was cut short" : "are too many");
}

static cz_code compute_digest(cz_error *err, report *r, const cz_map *map) {
    cz_blake2b *hash;
    CZ_TRY(cz_blake2b_new(err, &hash));
    cz_progress progress;
    cz_progress_start(&progress, "digest", "bytes", map->bytes);
    for (size_t at = 0; at < map->bytes; at += DIGEST_CHUNK_BYTES) {
        size_t left = map->bytes - at;
        cz_blake2b_update(hash, map->data + at, left < DIGEST_CHUNK_BYTES ? left : DIGEST_CHUNK_BYTES);
        cz_progress_at(&progress, at);
    }
    cz_progress_end(&progress);
    uint8_t digest[64];
    cz_blake2b_final(digest, hash);
    cz_blake2b_free(hash);
    cz_hex_encode(r->digest, digest, CZ_DIGEST_HEX / 2);
    return CZ_OK;
}

/* The digest the file should have: from --digests, or the table of published files. */
static cz_code expected_digest(cz_error *err, report *r, const cz_args *args) {
    char name[300];
    cz_circuit_id id;
    CZ_TRY(cz_circuit_id_parse(err, &id, r->circuit));
    cz_circuit_params_stem(name, id);
    strcat(name, r->is_key ? ".vk" : ".params");
    const char *json = cz_args_get(args, "--digests");
    if (json) return cz_published_from_json(err, r->published, json, name);
    const cz_published *p = cz_published_by_name(name);
    if (p) memcpy(r->published, p->digest, sizeof r->published);
    return CZ_OK;
}

static void on_points(void *ctx, uint64_t done, uint64_t all) {
    cz_progress *p = ctx;
    if (p->total == 0) p->total = all;
    cz_progress_at(p, done);
}

static cz_code check_points(cz_error *err, report *r, cz_pool *pool) {
    if (r->is_key) {
        cz_vk vk;
        CZ_TRY(cz_vk_read(err, &vk, r->path));
        r->n_points = 6 + (uint64_t)vk.n_ic;
        cz_vk_free(&vk);
        return CZ_OK;
    }
    cz_params params;
    CZ_TRY(cz_params_open(err, &params, r->path));
    r->n_points = 6 + (uint64_t)params.vk.n_ic;
    for (int q = 0; q < CZ_N_QUERIES; q++) r->n_points += params.n[q];
    cz_progress progress;
    cz_progress_start(&progress, "points", "points", 0);
    cz_code code = cz_params_check_points(err, &params, pool, true, on_points, &progress);
    cz_progress_end(&progress);
    if (code == CZ_OK) code = cz_key_beside_agrees(err, &params);
    cz_params_close(&params);
    return code;
}

static void print_text(const report *r) {
    bool published = strcmp(r->digest, r->published) == 0;
    printf("file     %s\ncircuit  %s\n", r->path, r->circuit);
    printf("size     %llu bytes%s\n", (unsigned long long)r->bytes,
           r->expected_bytes ? ", as the circuit needs" : " (what the circuit needs is not known to this build)");
    printf("digest   %s, %s\n", r->digest,
           published         ? "the published one"
           : r->published[0] ? "NOT the published one"
                             : "there is no published one for this circuit");
    printf("points   %llu, all on the curve and in the subgroup; %.1f s\n", (unsigned long long)r->n_points,
           r->seconds);
    if (!published)
        printf("These can only be TEST parameters, as `cuzk setup` makes them. No network accepts their proofs.\n");
}

static cz_code print_json(cz_error *err, const report *r) {
    cz_json *j;
    CZ_TRY(cz_json_new(err, &j));
    cz_json_object(j, NULL);
    cz_json_text(j, "file", r->path);
    cz_json_text(j, "circuit", r->circuit);
    cz_json_u64(j, "bytes", r->bytes);
    cz_json_text(j, "digest", r->digest);
    if (r->published[0]) cz_json_text(j, "published_digest", r->published);
    cz_json_bool(j, "published", strcmp(r->digest, r->published) == 0);
    cz_json_u64(j, "points", r->n_points);
    cz_json_real(j, "seconds", r->seconds);
    cz_json_end(j);
    cz_code code = cz_json_print(err, j, stdout);
    cz_json_free(j);
    return code;
}

static cz_code check_file(cz_error *err, report *r, const cz_args *args, cz_pool *pool) {
    double start = cz_now_seconds();
    CZ_TRY(identify(err, r, args));
    cz_map map;
    CZ_TRY(cz_map_open(err, &map, r->path));
    cz_code code = check_size(err, r, &map);
    if (code == CZ_OK) code = compute_digest(err, r, &map);
    cz_map_close(&map);
    CZ_TRY(code);
    CZ_TRY(expected_digest(err, r, args));
    bool other = r->published[0] && strcmp(r->digest, r->published) != 0;
    if (other)
        fprintf(stderr, "%s: digest: %s expected, %s found; going on to the points\n", r->path, r->published,
                r->digest);
    CZ_TRY(check_points(err, r, pool));
    r->seconds = cz_now_seconds() - start;
    if (cz_args_has(args, "--json"))
        CZ_TRY(print_json(err, r));
    else
        print_text(r);
    if (other && !cz_args_has(args, "--test")) {
        return CZ_FAIL(
            err, CZ_E_INVALID,
            "digest: %s expected, %s found: whole, but not the published file. Fetch it again; if it is meant to "
            "be TEST parameters of `cuzk setup`, say --test",
            r->published, r->digest);
    }
    return CZ_OK;
}

static cz_code run_params_check(cz_error *err, const cz_args *args) {
    uint64_t n_threads = 0;
    CZ_TRY(cz_args_u64(err, &n_threads, args, "--threads", 1, CZ_THREADS_MAX));
    cz_pool *pool;
    CZ_TRY(cz_pool_new(err, &pool, (unsigned)n_threads));
    cz_code code = CZ_OK;
    for (size_t i = 0; i < cz_args_count(args, NULL) && code == CZ_OK; i++) {
        report r = {.path = cz_args_nth(args, NULL, i)};
        code = check_file(err, &r, args, pool);
        if (code != CZ_OK && !strstr(err->text, r.path)) code = cz_error_context(err, code, "%s", r.path);
    }
    cz_pool_free(pool);
    return code;
}

static const cz_opt OPTS[] = {
    {"--circuit", "NAME", CZ_OPT_VALUE, "the circuit, where the file has another name than the stack's"},
    {"--digests", "FILE", CZ_OPT_VALUE, "take digests from this parameters.json, not from the built-in list"},
    {"--test", NULL, CZ_OPT_FLAG, "accept test parameters: another digest than the published one"},
    CZ_OPT_THREADS,
    CZ_OPT_JSON("the outcome as a JSON object for each file"),
    CZ_OPT_HELP,
    CZ_OPT_END,
};

const cz_command CZ_COMMAND_PARAMS_CHECK = {
    .name = "params check",
    .summary = "check parameter files and keys: size, digest, points",
    .usage = "FILE… [--circuit NAME] [--digests parameters.json] [--test]",
    .about =
        "Checks .params and .vk files, cheapest first: the size that the circuit needs; the digest (the first 16 "
        "bytes\n"
        "of the BLAKE2b-512) against the published one; every point: on the curve, in the subgroup, not infinity; and\n"
        "that the .vk beside a .params file is the key at its start. Test parameters have no published digest: their\n"
        "points are checked, and the command fails unless --test allows them.",
    .examples = "  cuzk params check /var/tmp/filecoin-proof-parameters/v28-*.params\n"
                "  cuzk params check --test test.params --circuit porep-2KiB\n",
    .opts = OPTS,
    .min_words = 1,
    .max_words = CZ_ARGS_MAX,
    .run = run_params_check,
};
