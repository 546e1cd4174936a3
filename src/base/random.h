/* Randomness of the operating system. */
#ifndef CZ_BASE_RANDOM_H
#define CZ_BASE_RANDOM_H

#include <stddef.h>

#include "base/error.h"

CZ_MUST_CHECK cz_code cz_random_bytes(cz_error *err, void *out, size_t n);

#endif
