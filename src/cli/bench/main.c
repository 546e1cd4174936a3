/* cuzk-bench: times the parts of the prover on this machine, as a table and as JSON. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/cpu.h"
#include "base/mem.h"
#include "cli/bench/bench.h"
#include "cli/common/args.h"
#include "cli/common/exit_code.h"

#define SEED 0x637a6b2d62656e63u

static const struct {
    const char *name, *what;
    void (*fn)(cz_bench *b);
} BENCHES[] = {
    {"field", "products, sums and inverses in Fr, Fp and Fp2", cz_bench_field},
    {"curve", "additions and doublings in G1 and G2", cz_bench_curve},
    {"msm", "multi-scalar multiplication, 2^12 to 2^20 points of G1, 2^12 to 2^16 of G2", cz_bench_msm},
    {"ntt", "transforms of 2^16 to 2^22 elements", cz_bench_ntt},
    {"pairing", "the pairing and its halves", cz_bench_pairing},
};
#define N_BENCHES (sizeof BENCHES / sizeof *BENCHES)

static const cz_opt OPTS[] = {
    {"--json", "FILE", CZ_OPT_VALUE, "also write the results as JSON"},
    {"--quick", NULL, CZ_OPT_FLAG, "few and small sizes, few runs: to see that it works, not for figures"},
    {"--threads", "N", CZ_OPT_VALUE, "threads to use; default: one for each core"},
    {"--help", NULL, CZ_OPT_FLAG, "this text"},
    {NULL, NULL, CZ_OPT_FLAG, NULL},
};

static void print_help(void) {
    printf(
        "Usage: cuzk-bench [--json FILE] [--quick] [--threads N] [NAME…]\n\n"
        "Times the parts of the prover: the median of several runs, the fastest and the slowest, and the median for\n"
        "one unit. Without a NAME, all of them.\n\nBenchmarks:\n");
    for (size_t i = 0; i < N_BENCHES; i++) printf("  %-8s  %s\n", BENCHES[i].name, BENCHES[i].what);
    printf("\nOptions:\n");
    cz_args_print_help(stdout, OPTS);
    printf("\nExamples:\n  cuzk-bench\n  cuzk-bench --threads 1 --json bench.json msm ntt\n\n%s", CZ_EXIT_HELP);
}

/* "model name" of /proc/cpuinfo; the machine's architecture where there is none. */
static void cpu_model(char out[128]) {
    struct utsname uts;
    snprintf(out, 128, "%s", uname(&uts) == 0 ? uts.machine : "unknown");
    FILE *f = fopen("/proc/cpuinfo", "r");
    if (!f) return;
    char line[256];
    while (fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(out, 128, "%.127s", colon + 2);
        break;
    }
    fclose(f);
}

static const char *instructions(void) {
    if (cz_cpu_features & CZ_CPU_IFMA) return "avx512ifma";
    return cz_cpu_features & CZ_CPU_ADX ? "adx" : "portable";
}

static void describe_machine(cz_bench *b) {
    char model[128], date[32];
    cpu_model(model);
    time_t now = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    unsigned n_threads = cz_pool_n_threads(b->pool);
    printf("cuzk-bench %s (%s); %s, %u threads, %s%s\n", CZ_VERSION, CZ_COMMIT, model, n_threads, instructions(),
           b->quick ? "; --quick: not for figures" : "");
    printf("%-18s %9s %12s %12s %12s %12s\n", "name", "size", "median", "fastest", "slowest", "per unit");
    cz_json_text(b->json, "version", CZ_VERSION);
    cz_json_text(b->json, "commit", CZ_COMMIT);
    cz_json_text(b->json, "date", date);
    cz_json_bool(b->json, "quick", b->quick);
    cz_json_object(b->json, "machine");
    cz_json_text(b->json, "cpu", model);
    cz_json_text(b->json, "instructions", instructions());
    cz_json_u64(b->json, "threads", n_threads);
    cz_json_end(b->json);
}

static cz_code write_json(cz_error *err, const cz_json *json, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) return CZ_FAIL(err, CZ_E_IO, "%s: cannot be created: %s", path, strerror(errno));
    cz_code code = cz_json_print(err, json, f);
    if (fclose(f) != 0 && code == CZ_OK) code = CZ_FAIL(err, CZ_E_IO, "%s: cannot be written", path);
    return code;
}

static bool wanted(const cz_args *args, const char *name) {
    size_t n = cz_args_count(args, NULL);
    for (size_t i = 0; i < n; i++)
        if (strcmp(cz_args_nth(args, NULL, i), name) == 0) return true;
    return n == 0;
}

static cz_code check_names(cz_error *err, const cz_args *args) {
    const char *name;
    for (size_t i = 0; (name = cz_args_nth(args, NULL, i)); i++) {
        bool known = false;
        for (size_t k = 0; k < N_BENCHES; k++) known |= strcmp(BENCHES[k].name, name) == 0;
        if (!known) return CZ_FAIL(err, CZ_E_ARG, "there is no benchmark \"%s\"; `cuzk-bench --help` lists them", name);
    }
    return CZ_OK;
}

static cz_code run(cz_error *err, const cz_args *args) {
    uint64_t n_threads = 0;
    CZ_TRY(check_names(err, args));
    CZ_TRY(cz_args_u64(err, &n_threads, args, "--threads", 1, 1024));
    cz_bench b = {.quick = cz_args_has(args, "--quick"), .random = SEED};
    CZ_TRY(cz_json_new(err, &b.json));
    cz_code code = cz_pool_new(err, &b.pool, (unsigned)n_threads);
    if (code == CZ_OK) {
        cz_json_object(b.json, NULL);
        describe_machine(&b);
        cz_json_array(b.json, "results");
        for (size_t i = 0; i < N_BENCHES; i++)
            if (wanted(args, BENCHES[i].name)) BENCHES[i].fn(&b);
        cz_json_end(b.json);
        cz_json_u64(b.json, "peak_rss_bytes", cz_peak_rss_bytes());
        cz_json_end(b.json);
        const char *path = cz_args_get(args, "--json");
        if (path) code = write_json(err, b.json, path);
        cz_pool_free(b.pool);
    }
    cz_json_free(b.json);
    return code;
}

int main(int argc, char **argv) {
    cz_error err = {.code = CZ_OK};
    cz_args *args = calloc(1, sizeof *args);
    cz_code code = args ? cz_args_parse(&err, args, OPTS, argc, argv) : CZ_FAIL(&err, CZ_E_NOMEM, "no memory");
    if (code == CZ_OK && cz_args_has(args, "--help"))
        print_help();
    else if (code == CZ_OK)
        code = run(&err, args);
    if (code != CZ_OK) fprintf(stderr, "cuzk-bench: %s\n", err.text);
    free(args);
    return (int)cz_exit_of(code);
}
