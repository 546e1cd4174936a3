/* Monotonic time: see time.h. */
#include "base/time.h"

#include <time.h>

double cz_now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
