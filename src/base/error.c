/* Errors as values: see error.h. */
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cz_code cz_error_set(cz_error *err, const char *file, int line, cz_code code, const char *fmt, ...) {
    if (err == NULL) return code;
    err->code = code;
    err->file = file;
    err->line = line;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    return code;
}

cz_code cz_error_context(cz_error *err, cz_code code, const char *fmt, ...) {
    if (err == NULL) return code;
    char old[CZ_ERROR_TEXT_BYTES];
    memcpy(old, err->text, sizeof old);
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    if (n >= 0 && (size_t)n < sizeof err->text) {
        size_t room = sizeof err->text - (size_t)n;
        (void)snprintf(err->text + n, room, ": %.*s", (int)room, old); /* what does not fit is left out */
    }
    return code;
}

const char *cz_code_name(cz_code code) {
    switch (code) {
    case CZ_OK: return "ok";
    case CZ_E_ARG: return "argument";
    case CZ_E_FORMAT: return "format";
    case CZ_E_MISMATCH: return "mismatch";
    case CZ_E_INVALID: return "invalid";
    case CZ_E_UNSATISFIED: return "unsatisfied";
    case CZ_E_PROOF: return "proof";
    case CZ_E_IO: return "io";
    case CZ_E_NOMEM: return "memory";
    case CZ_E_LIMIT: return "limit";
    case CZ_E_UNSUPPORTED: return "unsupported";
    case CZ_E_CANCELLED: return "cancelled";
    case CZ_E_INTERNAL: return "internal";
    }
    return "unknown";
}

_Noreturn void cz_panic(const char *file, int line, const char *fmt, ...) {
    (void)fprintf(stderr, "cuzk: broken invariant at %s:%d: ", file, line);
    va_list ap;
    va_start(ap, fmt);
    (void)vfprintf(stderr, fmt, ap);
    va_end(ap);
    (void)fputc('\n', stderr);
    abort();
}
