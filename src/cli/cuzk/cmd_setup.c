/* cuzk setup: test parameters for a circuit. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/time.h"
#include "cli/common/progress.h"
#include "cli/cuzk/circuit.h"
#include "cli/cuzk/command.h"
#include "groth16/setup.h"
#include "poly/domain.h"

#define DEFAULT_CACHE "/var/tmp/filecoin-proof-parameters"
#define TABLES_BYTES ((uint64_t)200 << 20)

static bool same_folder(const char *a, const char *b) {
    char real_a[PATH_MAX], real_b[PATH_MAX];
    return realpath(a, real_a) && realpath(b, real_b) && strcmp(real_a, real_b) == 0;
}

/* Test parameters must not come to lie where the proof stack looks for real ones, nor replace a file. */
static cz_code check_target(cz_error *err, const char *dir, const char *params_path) {
    const char *cache = getenv("FIL_PROOFS_PARAMETER_CACHE");
    if (same_folder(dir, DEFAULT_CACHE) || (cache && *cache && same_folder(dir, cache))) {
        return CZ_FAIL(err, CZ_E_ARG,
                       "%s is the folder of the real parameters: test parameters there would spoil every proof; choose "
                       "another --out, or say --force",
                       dir);
    }
    if (access(params_path, F_OK) == 0)
        return CZ_FAIL(err, CZ_E_ARG, "%s exists; choose another --out, or say --force to replace it", params_path);
    return CZ_OK;
}

/* That the machine has the memory that cz_setup needs. */
static cz_code check_memory(cz_error *err, const char *name) {
    const cz_circuit_counts *c = cz_circuit_counts_of(name);
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGE_SIZE);
    if (!c || pages <= 0 || page_bytes <= 0) return CZ_OK;
    uint64_t domain = (uint64_t)1 << cz_domain_log_for((size_t)c->n_rows + c->n_inputs);
    uint64_t need = 96 * ((uint64_t)c->n_inputs + c->n_aux) + 64 * domain + TABLES_BYTES;
    uint64_t have = (uint64_t)pages * (uint64_t)page_bytes;
    if (need <= have) return CZ_OK;
    return CZ_FAIL(err, CZ_E_LIMIT, "the setup of %s needs about %llu MiB of memory; this machine has %llu MiB", name,
                   (unsigned long long)(need >> 20), (unsigned long long)(have >> 20));
}

typedef struct stage_progress {
    cz_progress bar;
    char stage[64];
} stage_progress;

static void on_progress(void *ctx, const char *stage, uint64_t done, uint64_t all) {
    stage_progress *p = ctx;
    if (strcmp(p->stage, stage) != 0) {
        if (p->stage[0]) cz_progress_end(&p->bar);
        snprintf(p->stage, sizeof p->stage, "%s", stage);
        cz_progress_start(&p->bar, p->stage, "points", all);
    }
    cz_progress_at(&p->bar, done);
}

static cz_code write_meta(cz_error *err, const char *path, const cz_sector *sector) {
    char text[64];
    int n = snprintf(text, sizeof text, "{\n  \"sector_size\": %llu\n}\n", (unsigned long long)sector->bytes);
    return cz_write_file(err, path, text, (size_t)n);
}

static cz_code make(cz_error *err, const cz_named_circuit *circuit, const cz_args *args, cz_pool *pool) {
    char paths[3][PATH_MAX];
    static const char *const ext[3] = {"params", "vk", "meta"};
    const char *dir = cz_args_get(args, "--out"), *label = cz_args_get(args, "--secrets-from");
    CZ_TRY(cz_make_folder(err, dir));
    for (int i = 0; i < 3; i++)
        if (snprintf(paths[i], sizeof paths[i], "%s/%s.%s", dir, circuit->stem, ext[i]) >= (int)sizeof paths[i])
            return CZ_FAIL(err, CZ_E_ARG, "--out: the name of the folder is too long");
    if (!cz_args_has(args, "--force")) CZ_TRY(check_target(err, dir, paths[0]));
    CZ_TRY(check_memory(err, circuit->name));
    cz_secrets secrets;
    if (label)
        cz_secrets_from_label(&secrets, label);
    else
        CZ_TRY(cz_secrets_random(err, &secrets));
    fprintf(stderr,
            "WARNING: these are TEST parameters for %s%s.\nWhoever made them can forge proofs; no network accepts "
            "proofs made "
            "with them. Only this command makes them.\n",
            circuit->name, label ? ", with secrets that anyone can derive from a label" : "");
    stage_progress progress = {.stage = ""};
    cz_setup_options options = {.pool = pool, .progress = on_progress, .progress_ctx = &progress};
    double start = cz_now_seconds();
    cz_code code = cz_setup(err, paths[0], paths[1], circuit->fn, circuit->circuit, &secrets, &options);
    explicit_bzero(&secrets, sizeof secrets);
    if (progress.stage[0]) cz_progress_end(&progress.bar);
    if (code == CZ_OK) code = write_meta(err, paths[2], circuit->id.sector);
    if (code != CZ_OK) return code;
    printf("circuit     %s\ntime        %.2f s\n", circuit->name, cz_now_seconds() - start);
    printf("parameters  %s\nkey         %s\n", paths[0], paths[1]);
    return CZ_OK;
}

static cz_code run_setup(cz_error *err, const cz_args *args) {
    uint64_t n_threads = 0;
    if (!cz_args_has(args, "--out")) return CZ_FAIL(err, CZ_E_ARG, "--out DIR is missing");
    CZ_TRY(cz_args_u64(err, &n_threads, args, "--threads", 1, CZ_THREADS_MAX));
    cz_circuit_id id;
    CZ_TRY(cz_circuit_id_parse(err, &id, cz_args_nth(args, NULL, 0)));
    cz_named_circuit circuit;
    CZ_TRY(cz_named_circuit_open(err, &circuit, id));
    cz_pool *pool = NULL;
    cz_code code = cz_pool_new(err, &pool, (unsigned)n_threads);
    if (code == CZ_OK) code = make(err, &circuit, args, pool);
    if (pool) cz_pool_free(pool);
    cz_named_circuit_close(&circuit);
    return code;
}

static const cz_opt OPTS[] = {
    {"--out", "DIR", CZ_OPT_VALUE, "folder for the three files; made if absent"},
    {"--secrets-from", "LABEL", CZ_OPT_VALUE,
     "derive the secrets from \"LABEL alpha\" and so on, so that\nthe same label gives the same files; default: "
     "random"},
    {"--force", NULL, CZ_OPT_FLAG, "replace existing files, write into the folder of real parameters"},
    CZ_OPT_THREADS,
    CZ_OPT_HELP,
    CZ_OPT_END,
};

const cz_command CZ_COMMAND_SETUP = {
    .name = "setup",
    .summary = "make TEST parameters for a circuit",
    .usage = "CIRCUIT --out DIR [--secrets-from LABEL]",
    .about =
        "Makes TEST parameters: a .params, .vk and .meta file for CIRCUIT, under the names under which the proof "
        "stack\n"
        "looks for them. Whoever runs a setup can forge proofs for it, so such files are for tests alone; real ones\n"
        "come from a ceremony and have published digests (`cuzk params check`). Nothing but this command makes any.",
    .examples = "  cuzk setup porep-2KiB --out /tmp/params\n"
                "  cuzk setup porep-2KiB --out /tmp/params --secrets-from porep-2KiB\n",
    .opts = OPTS,
    .min_words = 1,
    .max_words = 1,
    .run = run_setup,
};
