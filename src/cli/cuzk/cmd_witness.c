/* cuzk witness: public inputs and the digest of the assignment, for each partition of an input. */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/time.h"
#include "cli/common/json.h"
#include "cli/cuzk/command.h"
#include "cli/cuzk/input.h"

typedef struct partition {
    cz_witness witness;
    cz_witness_digest digest;
    cz_fr *derived; /* public inputs as a verifier derives them; NULL where they cannot be */
    size_t n_inputs;
    double seconds;
} partition;

static void partition_free(partition *p) {
    cz_witness_free(&p->witness);
    free(p->digest.checkpoints);
    free(p->derived);
}

static cz_code compare_inputs(cz_error *err, const partition *p) {
    for (size_t i = 0; p->derived && i < p->n_inputs; i++) {
        if (cz_fr_eq(&p->derived[i], &p->witness.inputs[i + 1])) continue;
        return CZ_FAIL(err, CZ_E_INVALID, "public input %zu of the assignment is not what a verifier derives", i);
    }
    return CZ_OK;
}

static cz_code compute(cz_error *err, partition *p, const cz_input *in, size_t k) {
    double start = cz_now_seconds();
    CZ_TRY(cz_input_witness(err, &p->witness, in, k));
    p->seconds = cz_now_seconds() - start;
    CZ_TRY(cz_witness_digest_of(err, &p->digest, &p->witness));
    p->n_inputs = p->witness.n_inputs - 1;
    if (cz_input_derivable(in)) {
        size_t n;
        CZ_TRY(cz_input_public(err, &p->derived, &n, in, k));
        if (n != p->n_inputs)
            return CZ_FAIL(err, CZ_E_INTERNAL, "%zu public inputs derived, the circuit has %zu", n, p->n_inputs);
    }
    return compare_inputs(err, p);
}

static void put_json(cz_json *j, const partition *p) {
    cz_json_object(j, NULL);
    cz_json_object(j, "assignment");
    cz_json_u64(j, "aux", p->witness.n_aux);
    cz_json_u64(j, "aux_one", p->digest.aux_one);
    cz_json_u64(j, "aux_other", p->digest.aux_other);
    cz_json_u64(j, "aux_zero", p->digest.aux_zero);
    cz_json_array(j, "checkpoints");
    for (size_t i = 0; i < p->digest.n_checkpoints; i++)
        cz_json_hex(j, NULL, p->digest.checkpoints[i], sizeof p->digest.checkpoints[i]);
    cz_json_end(j);
    cz_json_u64(j, "inputs", p->witness.n_inputs);
    cz_json_hex(j, "sha256", p->digest.sha256, sizeof p->digest.sha256);
    cz_json_end(j);
    cz_json_array(j, "public_inputs_le");
    for (size_t i = 0; i < p->n_inputs; i++) {
        uint8_t le[32];
        cz_fr_to_le(le, &p->witness.inputs[i + 1]);
        cz_json_hex(j, NULL, le, sizeof le);
    }
    cz_json_end(j);
    cz_json_end(j);
}

static void print_text(const partition *p, size_t k) {
    char hex[65];
    cz_hex_encode(hex, p->digest.sha256, sizeof p->digest.sha256);
    printf("partition     %zu\n", k);
    printf("aux           %u: %u zeros, %u ones, %u others\n", p->witness.n_aux, p->digest.aux_zero, p->digest.aux_one,
           p->digest.aux_other);
    printf("assignment    SHA-256 %s\n", hex);
    printf("packed        %zu bytes, %.3f s\n", cz_witness_bytes(&p->witness), p->seconds);
    printf("public inputs %zu%s\n", p->n_inputs,
           p->derived ? ", as a verifier derives them" : ", as the vanilla proof has them");
    for (size_t i = 0; i < p->n_inputs; i++) {
        uint8_t le[32];
        cz_fr_to_le(le, &p->witness.inputs[i + 1]);
        cz_hex_encode(hex, le, sizeof le);
        printf("  %s\n", hex);
    }
}

static cz_code all_partitions(cz_error *err, const cz_input *in, cz_json *j) {
    if (j) cz_json_array(j, NULL);
    for (size_t k = in->first_partition; k < in->first_partition + in->n_partitions; k++) {
        partition p = {0};
        cz_code code = compute(err, &p, in, k);
        if (code == CZ_OK && j) put_json(j, &p);
        if (code == CZ_OK && !j) print_text(&p, k);
        partition_free(&p);
        if (code != CZ_OK) return cz_error_context(err, code, "partition %zu", k);
    }
    if (!j) return CZ_OK;
    cz_json_end(j);
    return cz_json_print(err, j, stdout);
}

static cz_code run_witness(cz_error *err, const cz_args *args) {
    uint64_t n_threads = 0;
    CZ_TRY(cz_args_u64(err, &n_threads, args, "--threads", 1, CZ_THREADS_MAX));
    cz_input in;
    CZ_TRY(cz_input_read(err, &in, args));
    cz_pool *pool = NULL;
    cz_json *json = NULL;
    cz_code code = cz_pool_new(err, &pool, (unsigned)n_threads);
    if (code == CZ_OK) code = cz_input_check(err, &in, args, pool);
    if (code == CZ_OK && cz_args_has(args, "--json")) code = cz_json_new(err, &json);
    if (code == CZ_OK && !json) printf("circuit       %s\n", in.circuit);
    if (code == CZ_OK) code = all_partitions(err, &in, json);
    cz_json_free(json);
    if (pool) cz_pool_free(pool);
    cz_input_free(&in);
    return code;
}

static const cz_opt OPTS[] = {
    CZ_OPTS_INPUT, CZ_OPT_JSON("the partitions as one JSON array"), CZ_OPT_THREADS, CZ_OPT_HELP, CZ_OPT_END,
};

const cz_command CZ_COMMAND_WITNESS = {
    .name = "witness",
    .summary = "public inputs and the digest of the assignment of an input",
    .usage = "--c1 FILE | --vanilla FILE… [--json]",
    .about =
        "Checks an input natively, runs its circuit with values and prints, for each partition, the public inputs and\n"
        "the SHA-256 of the assignment (all inputs, then all aux, 32 bytes little endian each).",
    .examples = "  cuzk witness --c1 testdata/vanilla/c1-StackedDrg2KiBV1_1/phase1.json\n"
                "  cuzk witness --vanilla vanilla-0.bincode vanilla-1.bincode --json\n",
    .opts = OPTS,
    .min_words = 0,
    .max_words = 0,
    .run = run_witness,
};
