/* Errors as values.
 *
 * A function that can fail takes a cz_error * as its first argument, returns a cz_code and must be checked. On failure
 * the error holds a code, the place that raised it and one sentence for an operator: what failed, where (file, offset,
 * partition, challenge …) and what to do. Callers on the way up may prepend context. `err` may be NULL when only the
 * code matters. Outputs are untouched or empty on failure; nothing is leaked.
 */
#ifndef CZ_BASE_ERROR_H
#define CZ_BASE_ERROR_H

#include <stdarg.h>
#include <stdint.h>

#define CZ_MUST_CHECK __attribute__((warn_unused_result))
#define CZ_PRINTF(f, a) __attribute__((format(printf, f, a)))

typedef enum cz_code {
    CZ_OK = 0,
    CZ_E_ARG,         /* the caller or the command line asked for something that makes no sense */
    CZ_E_FORMAT,      /* bytes that do not parse: truncated, out of range, not canonical, too deep */
    CZ_E_MISMATCH,    /* well-formed, but belongs to another circuit, sector, key or size */
    CZ_E_INVALID,     /* well-formed and of the right kind, but false: a bad path, point, signature of a file */
    CZ_E_UNSATISFIED, /* a witness does not satisfy its constraint system */
    CZ_E_PROOF,       /* a proof does not verify */
    CZ_E_IO,          /* the operating system refused a file operation */
    CZ_E_NOMEM,       /* memory could not be had */
    CZ_E_LIMIT,       /* a stated limit would be exceeded */
    CZ_E_UNSUPPORTED, /* known, but not done by this build or this kind */
    CZ_E_CANCELLED,   /* given up on request */
    CZ_E_INTERNAL     /* a broken invariant of this program */
} cz_code;

#define CZ_ERROR_TEXT_BYTES 1024

typedef struct cz_error {
    cz_code code;
    const char *file; /* source file that raised it; static storage */
    int line;
    char text[CZ_ERROR_TEXT_BYTES];
} cz_error;

/* Sets `err` (may be NULL) and returns `code`. */
cz_code cz_error_set(cz_error *err, const char *file, int line, cz_code code, const char *fmt, ...) CZ_PRINTF(5, 6);

/* Prepends "<context>: " to the text of an error that is already set; returns its code. */
cz_code cz_error_context(cz_error *err, cz_code code, const char *fmt, ...) CZ_PRINTF(3, 4);

/* A stable lower-case word for a code, as used in JSON logs ("format", "mismatch", …). */
const char *cz_code_name(cz_code code);

#define CZ_FAIL(err, code, ...) cz_error_set((err), __FILE__, __LINE__, (code), __VA_ARGS__)

/* Passes a failure on: for functions that own nothing at this point. */
#define CZ_TRY(expr)                                    \
    do {                                                \
        cz_code cz_try_code_ = (expr);                  \
        if (cz_try_code_ != CZ_OK) return cz_try_code_; \
    } while (0)

/* Broken invariants: prints the state given and aborts. Not for bad input. */
_Noreturn void cz_panic(const char *file, int line, const char *fmt, ...) CZ_PRINTF(3, 4);

#define CZ_INVARIANT(cond, ...)                                 \
    do {                                                        \
        if (!(cond)) cz_panic(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/* Costly invariants (ranges, domains, ownership), only in a CHECKED build. */
#ifdef CZ_CHECKED
#define CZ_CHECK(cond, ...) CZ_INVARIANT(cond, __VA_ARGS__)
#else
#define CZ_CHECK(cond, ...) ((void)0)
#endif

#endif
