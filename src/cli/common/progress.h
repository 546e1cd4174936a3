/* Progress of long work, on stderr: a bar on a terminal, otherwise a plain line now and then, so that logs stay
 * readable.
 *
 * Nothing is shown for work that ends within a second. cz_progress_at may be called from one thread at a time. */
#ifndef CZ_CLI_COMMON_PROGRESS_H
#define CZ_CLI_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cz_progress {
    const char *what;   /* e.g. "digest" */
    const char *unit;   /* e.g. "constraints" */
    uint64_t total;     /* 0 when not known */
    double start, last; /* seconds */
    bool terminal, shown;
} cz_progress;

void cz_progress_start(cz_progress *p, const char *what, const char *unit, uint64_t total);
void cz_progress_at(cz_progress *p, uint64_t done);
/* Clears the bar, or writes the line that says how long it took if there were others before it. */
void cz_progress_end(cz_progress *p);

#endif
