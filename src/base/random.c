/* Randomness of the operating system: see random.h. */
#include "base/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

cz_code cz_random_bytes(cz_error *err, void *out, size_t n) {
    unsigned char *p = out;
    while (n > 0) {
        ssize_t k = getrandom(p, n, 0);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return CZ_FAIL(err, CZ_E_IO, "the system gives no randomness: %s", strerror(errno));
        p += k;
        n -= (size_t)k;
    }
    return CZ_OK;
}
