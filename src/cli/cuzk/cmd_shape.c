/* cuzk shape: counts, densities and the digest of a circuit's constraint system. */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/time.h"
#include "cli/common/json.h"
#include "cli/common/progress.h"
#include "cli/cuzk/circuit.h"
#include "cli/cuzk/command.h"
#include "r1cs/shape.h"

static cz_code print_json(cz_error *err, const cz_shape *s) {
    cz_json *j;
    CZ_TRY(cz_json_new(err, &j));
    cz_json_object(j, NULL);
    cz_json_u64(j, "a_aux_density", s->a_aux_density);
    cz_json_u64(j, "aux", s->n_aux);
    cz_json_u64(j, "b_aux_density", s->b_aux_density);
    cz_json_u64(j, "b_input_density", s->b_input_density);
    cz_json_array(j, "checkpoints");
    for (size_t i = 0; i < s->n_checkpoints; i++) cz_json_hex(j, NULL, s->checkpoints[i], sizeof s->checkpoints[i]);
    cz_json_end(j);
    cz_json_u64(j, "constraints", s->n_rows);
    cz_json_u64(j, "encoded_bytes", s->encoded_bytes);
    cz_json_u64(j, "inputs", s->n_inputs);
    cz_json_array(j, "nnz");
    for (int i = 0; i < 3; i++) cz_json_u64(j, NULL, s->nnz[i]);
    cz_json_end(j);
    cz_json_u64(j, "params_bytes", cz_shape_params_bytes(s));
    cz_json_hex(j, "sha256", s->sha256, sizeof s->sha256);
    cz_json_end(j);
    cz_code code = cz_json_print(err, j, stdout);
    cz_json_free(j);
    return code;
}

static void print_text(const cz_named_circuit *circuit, const cz_shape *s, double seconds) {
    char sha256[65];
    cz_hex_encode(sha256, s->sha256, sizeof s->sha256);
    printf("circuit          %s\n", circuit->name);
    printf("parameters       %s.params, %llu bytes\n", circuit->stem, (unsigned long long)cz_shape_params_bytes(s));
    printf("constraints      %u\n", s->n_rows);
    printf("inputs, aux      %u, %u\n", s->n_inputs, s->n_aux);
    printf("terms of A, B, C %llu, %llu, %llu\n", (unsigned long long)s->nnz[0], (unsigned long long)s->nnz[1],
           (unsigned long long)s->nnz[2]);
    printf("density          aux in A %u, inputs in B %u, aux in B %u\n", s->a_aux_density, s->b_input_density,
           s->b_aux_density);
    printf("encoding         %llu bytes, SHA-256 %s\n", (unsigned long long)s->encoded_bytes, sha256);
    printf("time             %.2f s\n", seconds);
}

static void print_spaces(const cz_shape *s) {
    printf("namespace\tconstraints\tinputs\taux\n");
    for (size_t i = 0; i < s->n_spaces; i++) {
        const cz_space *p = &s->spaces[i];
        printf("%s\t%u..%u\t%u..%u\t%u..%u\n", p->name, p->rows[0], p->rows[1], p->inputs[0], p->inputs[1], p->aux[0],
               p->aux[1]);
    }
}

static void on_progress(void *ctx, uint32_t n_rows) { cz_progress_at(ctx, n_rows); }

static cz_code shape_of(cz_error *err, cz_shape *out, const cz_named_circuit *circuit, const cz_args *args) {
    cz_progress progress;
    const cz_circuit_counts *counts = cz_circuit_counts_of(circuit->name);
    cz_progress_start(&progress, circuit->name, "constraints", counts ? counts->n_rows : 0);
    cz_shape_options options = {
        .want_spaces = cz_args_has(args, "--spaces"), .progress = on_progress, .progress_ctx = &progress};
    const char *dump = cz_args_get(args, "--dump");
    if (dump) {
        options.dump = fopen(dump, "wb");
        if (!options.dump) return CZ_FAIL(err, CZ_E_IO, "%s: cannot be created: %m", dump);
    }
    cz_code code = cz_shape_of(err, out, circuit->fn, circuit->circuit, &options);
    cz_progress_end(&progress);
    if (options.dump && fclose(options.dump) != 0 && code == CZ_OK) {
        cz_shape_free(out);
        code = CZ_FAIL(err, CZ_E_IO, "%s: cannot be written: %m", dump);
    }
    return code;
}

static cz_code run_shape(cz_error *err, const cz_args *args) {
    cz_circuit_id id;
    CZ_TRY(cz_circuit_id_parse(err, &id, cz_args_nth(args, NULL, 0)));
    cz_named_circuit circuit;
    CZ_TRY(cz_named_circuit_open(err, &circuit, id));
    double start = cz_now_seconds();
    cz_shape shape;
    cz_code code = shape_of(err, &shape, &circuit, args);
    if (code == CZ_OK) {
        if (cz_args_has(args, "--spaces"))
            print_spaces(&shape);
        else if (cz_args_has(args, "--json"))
            code = print_json(err, &shape);
        else
            print_text(&circuit, &shape, cz_now_seconds() - start);
        cz_shape_free(&shape);
    }
    cz_named_circuit_close(&circuit);
    return code;
}

static const cz_opt OPTS[] = {
    CZ_OPT_JSON("the counts, digest and checkpoints as one JSON object"),
    {"--spaces", NULL, CZ_OPT_FLAG, "half-open ranges of each namespace down to depth 2, tab-separated"},
    {"--dump", "FILE", CZ_OPT_VALUE, "also write the whole canonical encoding (large)"},
    CZ_OPT_HELP,
    CZ_OPT_END,
};

const cz_command CZ_COMMAND_SHAPE = {
    .name = "shape",
    .summary = "counts, densities and digest of a circuit's constraints",
    .usage = "CIRCUIT [--json | --spaces] [--dump FILE]",
    .about =
        "Runs a circuit without values and describes its constraint system. CIRCUIT is porep-, window- or winning-\n"
        "and a sector size: 2KiB, 4KiB, 16KiB, 32KiB, 8MiB, 16MiB, 512MiB, 1GiB, 32GiB, 64GiB. A parameter file fits\n"
        "a circuit only if both were made from the same constraints, in the same order: the SHA-256 of the encoding\n"
        "tells.",
    .examples = "  cuzk shape winning-2KiB\n"
                "  cuzk shape porep-32GiB --json\n",
    .opts = OPTS,
    .min_words = 1,
    .max_words = 1,
    .run = run_shape,
};
