/* What there is to prove: see input.h. */
#include "cli/cuzk/input.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "r1cs/shape.h"

#define MAX_PARTITION 1000000

bool cz_input_given(const cz_args *args) { return cz_args_has(args, "--c1") || cz_args_has(args, "--vanilla"); }

cz_code cz_fr_from_hex(cz_error *err, cz_fr *out, const char *hex, const char *what) {
    uint8_t bytes[32];
    if (!cz_hex_decode(bytes, sizeof bytes, hex))
        return CZ_FAIL(err, CZ_E_ARG, "%s: 64 hex digits are expected, found \"%.80s\"", what, hex);
    if (!cz_fr_from_le(out, bytes))
        return CZ_FAIL(err, CZ_E_ARG, "%s: %s is not below the order of the scalar field", what, hex);
    return CZ_OK;
}

void cz_input_free(cz_input *in) {
    if (in->is_c1) cz_c1_free(&in->c1);
    for (size_t i = 0; i < in->n_sectors; i++) cz_post_sector_free(&in->sectors[i]);
    free(in->sectors);
    if (in->poseidons) cz_poseidons_free(in->poseidons);
    *in = (cz_input){0};
}

/* --- C1 outputs --- */

static cz_code read_c1(cz_error *err, cz_input *in, const char *path) {
    cz_map map;
    CZ_TRY(cz_map_open(err, &map, path));
    cz_code code = cz_c1_read(err, &in->c1, map.data, map.bytes);
    cz_map_close(&map);
    if (code != CZ_OK) return cz_error_context(err, code, "%s", path);
    in->is_c1 = true;
    in->proof = in->c1.proof;
    in->n_partitions = in->c1.n_partitions;
    return CZ_OK;
}

/* --- PoSt --- */

/* A file is an array of base64 if it starts with a bracket and has no zero byte early, as every bincode message has. */
static bool is_json_array(const cz_map *map) {
    size_t i = 0, looked = map->bytes < 64 ? map->bytes : 64;
    if (looked == 0 || memchr(map->data, 0, looked)) return false;
    while (i < looked && isspace(map->data[i])) i++;
    return i < looked && map->data[i] == '[';
}

static cz_code add_message(cz_error *err, cz_input *in, const uint8_t *data, size_t n) {
    if (!in->proof.sector) {
        cz_kind kind;
        const cz_sector *sector = cz_post_guess_sector(data, n, &kind);
        if (!sector)
            return CZ_FAIL(err, CZ_E_FORMAT, "%zu bytes that are no vanilla proof of a WinningPoSt or WindowPoSt", n);
        in->proof = (cz_registered){.kind = kind, .sector = sector, .api = CZ_API_1_2};
    }
    CZ_TRY(cz_grow(err, &in->sectors, &in->sectors_cap, in->n_sectors + 1, sizeof *in->sectors, "sectors"));
    CZ_TRY(cz_post_read(err, &in->sectors[in->n_sectors], in->proof.sector, in->proof.kind, data, n));
    in->n_sectors++;
    return CZ_OK;
}

static cz_code add_messages(cz_error *err, cz_input *in, const cz_map *map) {
    cz_messages messages;
    CZ_TRY(cz_messages_read(err, &messages, map->data, map->bytes));
    cz_code code = messages.n > 0 ? CZ_OK : CZ_FAIL(err, CZ_E_FORMAT, "the array is empty");
    for (size_t i = 0; i < messages.n && code == CZ_OK; i++) {
        code = add_message(err, in, messages.items[i].data, messages.items[i].n);
        if (code != CZ_OK) code = cz_error_context(err, code, "[%zu]", i);
    }
    cz_messages_free(&messages);
    return code;
}

static cz_code read_vanilla(cz_error *err, cz_input *in, const char *path) {
    cz_map map;
    CZ_TRY(cz_map_open(err, &map, path));
    cz_code code = is_json_array(&map) ? add_messages(err, in, &map) : add_message(err, in, map.data, map.bytes);
    cz_map_close(&map);
    return code == CZ_OK ? code : cz_error_context(err, code, "%s", path);
}

static int by_sector_id(const void *a, const void *b) {
    uint64_t x = ((const cz_post_sector *)a)->sector_id, y = ((const cz_post_sector *)b)->sector_id;
    return (x > y) - (x < y);
}

static cz_code registered_post(cz_error *err, cz_registered *out, const char *name) {
    cz_error ignored;
    if (cz_registered_by_name(&ignored, out, CZ_KIND_WINNING, name) == CZ_OK) return CZ_OK;
    if (cz_registered_by_name(&ignored, out, CZ_KIND_WINDOW, name) == CZ_OK) return CZ_OK;
    return CZ_FAIL(err, CZ_E_ARG, "--registered: there is no PoSt proof \"%.64s\"; e.g. StackedDrgWindow32GiBV1_2",
                   name);
}

/* Fills in what the messages alone tell of the registered proof. */
static cz_code name_proof(cz_error *err, cz_input *in) {
    if (in->proof.name[0]) return CZ_OK;
    cz_registered first;
    char name[80];
    bool winning = in->proof.kind == CZ_KIND_WINNING;
    snprintf(name, sizeof name, "StackedDrg%s%sV1%s", winning ? "Winning" : "Window", in->proof.sector->name,
             winning ? "" : "_2");
    if (!winning && in->has_randomness && in->proof.sector->has_registered_proofs) {
        return CZ_FAIL(
            err, CZ_E_ARG,
            "--randomness of a WindowPoSt needs --registered too: its API version decides the challenges (%s, "
            "or V1 for old proofs)",
            name);
    }
    cz_error ignored;
    if (cz_registered_by_name(&ignored, &first, in->proof.kind, name) == CZ_OK) in->proof = first;
    return CZ_OK;
}

static cz_code read_post(cz_error *err, cz_input *in, const cz_args *args) {
    const char *name = cz_args_get(args, "--registered"), *randomness = cz_args_get(args, "--randomness");
    if (name) CZ_TRY(registered_post(err, &in->proof, name));
    if (randomness) {
        cz_fr canonical;
        CZ_TRY(cz_fr_from_hex(err, &canonical, randomness, "--randomness"));
        cz_fr_to_le(in->randomness, &canonical);
        in->has_randomness = true;
    }
    for (size_t i = 0; i < cz_args_count(args, "--vanilla"); i++)
        CZ_TRY(read_vanilla(err, in, cz_args_nth(args, "--vanilla", i)));
    CZ_TRY(name_proof(err, in));
    qsort(in->sectors, in->n_sectors, sizeof *in->sectors, by_sector_id);
    size_t each = in->proof.kind == CZ_KIND_WINNING ? 1 : in->proof.sector->window_sectors;
    in->n_partitions = (in->n_sectors + each - 1) / each;
    if (in->proof.kind == CZ_KIND_WINNING && in->n_sectors != 1)
        return CZ_FAIL(err, CZ_E_MISMATCH, "a WinningPoSt has one sector, %zu were given", in->n_sectors);
    return CZ_OK;
}

static cz_code pick_partition(cz_error *err, cz_input *in, const cz_args *args) {
    uint64_t partition = 0;
    if (!cz_args_has(args, "--partition")) return CZ_OK;
    CZ_TRY(cz_args_u64(err, &partition, args, "--partition", 0, MAX_PARTITION));
    if (in->is_c1 && partition >= in->n_partitions)
        return CZ_FAIL(err, CZ_E_ARG, "--partition: the C1 output has partitions 0 to %zu", in->n_partitions - 1);
    if (!in->is_c1 && in->n_partitions != 1)
        return CZ_FAIL(err, CZ_E_ARG, "--partition: %zu sectors are more than one partition takes", in->n_sectors);
    in->first_partition = (size_t)partition;
    in->n_partitions = 1;
    return CZ_OK;
}

cz_code cz_input_read(cz_error *err, cz_input *out, const cz_args *args) {
    *out = (cz_input){0};
    bool c1 = cz_args_has(args, "--c1");
    if (c1 == cz_args_has(args, "--vanilla"))
        return CZ_FAIL(err, CZ_E_ARG, "one of --c1 FILE and --vanilla FILE… is needed");
    cz_code code = c1 ? read_c1(err, out, cz_args_get(args, "--c1")) : read_post(err, out, args);
    if (code == CZ_OK) code = pick_partition(err, out, args);
    if (code == CZ_OK) code = cz_poseidons_new(err, &out->poseidons);
    if (code != CZ_OK) {
        cz_input_free(out);
        return code;
    }
    out->id = (cz_circuit_id){.kind = out->proof.kind, .sector = out->proof.sector};
    cz_circuit_id_name(out->circuit, out->id);
    return CZ_OK;
}

/* --- Partitions --- */

/* The sectors of one partition of a PoSt. */
static const cz_post_sector *sectors_of(const cz_input *in, size_t partition, size_t *n) {
    size_t each = in->proof.kind == CZ_KIND_WINNING ? 1 : in->proof.sector->window_sectors;
    size_t first = (partition - in->first_partition) * each, left = in->n_sectors - first;
    *n = left < each ? left : each;
    return in->sectors + first;
}

static cz_code check_identity(cz_error *err, const cz_input *in, const cz_args *args) {
    uint64_t miner = 0, sector = in->c1.sector_number;
    if (!cz_args_has(args, "--miner")) return CZ_OK;
    CZ_TRY(cz_args_u64(err, &miner, args, "--miner", 0, UINT64_MAX));
    CZ_TRY(cz_args_u64(err, &sector, args, "--sector", 0, UINT64_MAX));
    if (!in->c1.has_wrapper && !cz_args_has(args, "--sector"))
        return CZ_FAIL(err, CZ_E_ARG, "--miner needs --sector N: this C1 output does not say its sector number");
    uint8_t prover_id[32];
    cz_prover_id(prover_id, miner);
    return cz_porep_check_identity(err, &in->c1, prover_id, sector);
}

cz_code cz_input_check(cz_error *err, const cz_input *in, const cz_args *args, cz_pool *pool) {
    if (in->is_c1) {
        CZ_TRY(check_identity(err, in, args));
        return cz_porep_check(err, pool, &in->c1, in->poseidons);
    }
    for (size_t k = in->first_partition; k < in->first_partition + in->n_partitions; k++) {
        size_t n;
        const cz_post_sector *sectors = sectors_of(in, k, &n);
        const uint8_t *randomness = in->has_randomness ? in->randomness : NULL;
        CZ_TRY(cz_post_check(err, pool, &in->proof, randomness, sectors, n, k, in->poseidons));
    }
    return CZ_OK;
}

bool cz_input_derivable(const cz_input *in) { return in->is_c1 || in->has_randomness; }

cz_code cz_input_public(cz_error *err, cz_fr **out, size_t *n, const cz_input *in, size_t partition) {
    if (!cz_input_derivable(in))
        return CZ_FAIL(err, CZ_E_ARG,
                       "the public inputs of a PoSt follow from its randomness: --randomness HEX is needed");
    *n = in->is_c1 ? cz_porep_n_public_inputs(in->proof.sector)
                   : cz_post_n_public_inputs(in->proof.sector, in->proof.kind);
    cz_fr *inputs;
    CZ_TRY(cz_calloc(err, &inputs, *n, sizeof *inputs, "public inputs"));
    cz_code code;
    if (in->is_c1) {
        code = cz_porep_public_inputs(err, inputs, &in->c1, partition);
    } else {
        size_t n_sectors;
        const cz_post_sector *sectors = sectors_of(in, partition, &n_sectors);
        code = cz_post_public_inputs(err, inputs, &in->proof, in->randomness, sectors, n_sectors, partition);
    }
    if (code == CZ_OK)
        *out = inputs;
    else
        free(inputs);
    return code;
}

cz_code cz_input_witness(cz_error *err, cz_witness *out, const cz_input *in, size_t partition) {
    if (in->is_c1) {
        cz_porep_circuit circuit = {.sector = in->proof.sector,
                                    .poseidons = in->poseidons,
                                    .c1 = &in->c1,
                                    .partition = &in->c1.partitions[partition]};
        return cz_circuit_witness(err, out, cz_porep_synthesize, &circuit);
    }
    cz_post_circuit circuit = {.sector = in->proof.sector, .poseidons = in->poseidons, .kind = in->proof.kind};
    circuit.sectors = sectors_of(in, partition, &circuit.n_sectors);
    return cz_circuit_witness(err, out, cz_post_synthesize, &circuit);
}
