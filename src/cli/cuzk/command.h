/* The commands of cuzk: each has a row in the table of main.c. */
#ifndef CZ_CLI_CUZK_COMMAND_H
#define CZ_CLI_CUZK_COMMAND_H

#include "cli/common/args.h"

typedef struct cz_command {
    const char *name;    /* one or two words: "shape", "params check" */
    const char *summary; /* for the list of commands */
    const char *usage;   /* after "cuzk NAME " */
    const char *about;   /* paragraphs for --help */
    const char *examples;
    const cz_opt *opts;
    size_t min_words, max_words; /* positional */
    cz_code (*run)(cz_error *err, const cz_args *args);
} cz_command;

/* Rows of every table of options. */
#define CZ_OPT_THREADS \
    { "--threads", "N", CZ_OPT_VALUE, "threads to use; default: one for each core" }
#define CZ_OPT_JSON(what) \
    { "--json", NULL, CZ_OPT_FLAG, what }
#define CZ_OPT_HELP \
    { "--help", NULL, CZ_OPT_FLAG, "this text" }
#define CZ_OPT_END \
    { NULL, NULL, CZ_OPT_FLAG, NULL }

#define CZ_THREADS_MAX 1024

extern const cz_command CZ_COMMAND_SETUP, CZ_COMMAND_SHAPE, CZ_COMMAND_WITNESS, CZ_COMMAND_PARAMS_CHECK;

#endif
