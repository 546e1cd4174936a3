/* Command lines: a table of options describes what a command takes; parser and help come from the same table.
 *
 * Options are `--name`, `--name VALUE` or `--name=VALUE`; one that takes many values takes all words up to the next
 * option. `--` ends the options. Values point into argv. */
#ifndef CZ_CLI_COMMON_ARGS_H
#define CZ_CLI_COMMON_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

typedef enum cz_opt_kind { CZ_OPT_FLAG, CZ_OPT_VALUE, CZ_OPT_MANY } cz_opt_kind;

typedef struct cz_opt {
    const char *name;  /* with the dashes */
    const char *value; /* what stands in the help for its value; NULL for a flag */
    cz_opt_kind kind;
    const char *help; /* one sentence; a newline starts a new, indented line */
} cz_opt;

#define CZ_ARGS_MAX 4096 /* words of a command line */

typedef struct cz_args {
    const cz_opt *opts; /* ends with a name of NULL */
    size_t n_words;
    struct {
        const cz_opt *opt; /* NULL: a positional word */
        const char *value; /* NULL: a flag */
    } words[CZ_ARGS_MAX];
} cz_args;

/* argv[0] is not looked at. CZ_E_ARG names the word that is wrong. */
CZ_MUST_CHECK cz_code cz_args_parse(cz_error *err, cz_args *out, const cz_opt *opts, int argc, char **argv);
/* Whether the option was given; `name` must be in the table. */
bool cz_args_has(const cz_args *args, const char *name);
/* The value of an option, NULL if it was not given. */
const char *cz_args_get(const cz_args *args, const char *name);
/* The i-th value of an option, or the i-th positional word for a NULL name; NULL beyond the last. */
const char *cz_args_nth(const cz_args *args, const char *name, size_t i);
size_t cz_args_count(const cz_args *args, const char *name);
/* A decimal number in [min, max]; *out keeps its value when the option was not given. */
CZ_MUST_CHECK cz_code cz_args_u64(cz_error *err, uint64_t *out, const cz_args *args, const char *name, uint64_t min,
                                  uint64_t max);
void cz_args_print_help(FILE *to, const cz_opt *opts);

#endif
