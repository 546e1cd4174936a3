/* Exit codes: see exit_code.h. */
#include "cli/common/exit_code.h"

cz_exit cz_exit_of(cz_code code) {
    switch (code) {
    case CZ_OK: return CZ_EXIT_OK;
    case CZ_E_ARG:
    case CZ_E_UNSUPPORTED: return CZ_EXIT_USAGE;
    case CZ_E_FORMAT:
    case CZ_E_MISMATCH: return CZ_EXIT_INPUT;
    case CZ_E_INVALID:
    case CZ_E_UNSATISFIED:
    case CZ_E_PROOF: return CZ_EXIT_FALSE;
    case CZ_E_NOMEM:
    case CZ_E_LIMIT: return CZ_EXIT_MEMORY;
    case CZ_E_IO:
    case CZ_E_CANCELLED:
    case CZ_E_INTERNAL: break;
    }
    return CZ_EXIT_FAILURE;
}

const char CZ_EXIT_HELP[] = "Exit codes:\n"
                            "  0  done; everything checked holds\n"
                            "  1  the system refused something (a file, a pipe), or a bug\n"
                            "  2  the command line makes no sense, or asks for what this build does not do\n"
                            "  3  bad input: does not parse, or belongs to another circuit, sector or key\n"
                            "  4  well-formed but false: a proof, vanilla proof, point or digest does not hold\n"
                            "  5  not enough memory, or a limit is exceeded\n";
