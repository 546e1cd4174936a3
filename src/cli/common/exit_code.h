/* Exit codes of the programs: the contract with scripts, documented in docs/commands.md. */
#ifndef CZ_CLI_COMMON_EXIT_CODE_H
#define CZ_CLI_COMMON_EXIT_CODE_H

#include "base/error.h"

typedef enum cz_exit {
    CZ_EXIT_OK = 0,
    CZ_EXIT_FAILURE = 1, /* the operating system refused something, or a bug */
    CZ_EXIT_USAGE = 2,   /* the command line makes no sense, or asks for what this build does not do */
    CZ_EXIT_INPUT = 3,   /* bytes that do not parse, or belong to something else */
    CZ_EXIT_FALSE = 4,   /* well-formed, but false: a proof, vanilla proof, point or digest that does not hold */
    CZ_EXIT_MEMORY = 5   /* memory or a limit does not suffice */
} cz_exit;

cz_exit cz_exit_of(cz_code code);

/* The table of exit codes for --help. */
extern const char CZ_EXIT_HELP[];

#endif
