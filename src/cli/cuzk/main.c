/* cuzk: proves, verifies and inspects Filecoin proofs. This file finds the command and reports its outcome. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/exit_code.h"
#include "cli/cuzk/command.h"

static const cz_command *const COMMANDS[] = {
    &CZ_COMMAND_SETUP,
    &CZ_COMMAND_SHAPE,
    &CZ_COMMAND_WITNESS,
    &CZ_COMMAND_PARAMS_CHECK,
};
#define N_COMMANDS (sizeof COMMANDS / sizeof *COMMANDS)

static void print_overview(FILE *to) {
    fprintf(to, "cuzk %s: Groth16 proofs for Filecoin\n\nUsage: cuzk COMMAND …\n\nCommands:\n", CZ_VERSION);
    for (size_t i = 0; i < N_COMMANDS; i++) fprintf(to, "  %-14s  %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    fprintf(to, "\n`cuzk COMMAND --help` says more, with examples; `cuzk --version` names the build.\n\n%s",
            CZ_EXIT_HELP);
}

static void print_help(FILE *to, const cz_command *command) {
    fprintf(to, "Usage: cuzk %s %s\n\n%s\n\nOptions:\n", command->name, command->usage, command->about);
    cz_args_print_help(to, command->opts);
    fprintf(to, "\nExamples:\n%s\n%s", command->examples, CZ_EXIT_HELP);
}

/* The command that the first words name, and how many words that took; NULL if none. */
static const cz_command *find_command(int argc, char **argv, int *n_words) {
    for (size_t i = 0; i < N_COMMANDS; i++) {
        const char *space = strchr(COMMANDS[i]->name, ' ');
        size_t first = space ? (size_t)(space - COMMANDS[i]->name) : strlen(COMMANDS[i]->name);
        if (strlen(argv[1]) != first || memcmp(argv[1], COMMANDS[i]->name, first) != 0) continue;
        if (space && (argc < 3 || strcmp(argv[2], space + 1) != 0)) continue;
        *n_words = space ? 2 : 1;
        return COMMANDS[i];
    }
    return NULL;
}

static cz_code parse_and_run(cz_error *err, const cz_command *command, int argc, char **argv, cz_args *args) {
    CZ_TRY(cz_args_parse(err, args, command->opts, argc, argv));
    if (cz_args_has(args, "--help")) {
        print_help(stdout, command);
        return CZ_OK;
    }
    size_t n = cz_args_count(args, NULL);
    if (n > command->max_words)
        return CZ_FAIL(err, CZ_E_ARG, "unexpected word \"%s\"", cz_args_nth(args, NULL, command->max_words));
    if (n < command->min_words)
        return CZ_FAIL(err, CZ_E_ARG, "something is missing: cuzk %s %s", command->name, command->usage);
    CZ_TRY(command->run(err, args));
    if (fflush(stdout) != 0) return CZ_FAIL(err, CZ_E_IO, "cannot write to standard output");
    return CZ_OK;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_overview(stderr);
        return CZ_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_overview(stdout);
        return CZ_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("cuzk %s (%s)\n", CZ_VERSION, CZ_COMMIT);
        return CZ_EXIT_OK;
    }
    int n_words = 0;
    const cz_command *command = find_command(argc, argv, &n_words);
    if (!command) {
        fprintf(stderr, "cuzk: there is no command \"%s\"; `cuzk --help` lists them\n", argv[1]);
        return CZ_EXIT_USAGE;
    }
    cz_args *args = calloc(1, sizeof *args);
    cz_error err = {.code = CZ_OK};
    cz_code code = args ? parse_and_run(&err, command, argc - n_words, argv + n_words, args)
                        : CZ_FAIL(&err, CZ_E_NOMEM, "no memory for the command line");
    free(args);
    if (code != CZ_OK) {
        fprintf(stderr, "cuzk %s: %s\n", command->name, err.text);
        if (code == CZ_E_ARG) fprintf(stderr, "`cuzk %s --help` says how it is used\n", command->name);
    }
    return (int)cz_exit_of(code);
}
