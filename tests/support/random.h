/* Pseudo-random inputs for tests. The seed is the time, or CZ_TEST_SEED where that is set, and is printed, so that a
 * failure can be repeated. */
#ifndef CZ_TESTS_RANDOM_H
#define CZ_TESTS_RANDOM_H

#include "field/fr.h"

typedef struct test_random {
    uint64_t state;
} test_random;

void test_random_init(test_random *r);
uint64_t test_random_u64(test_random *r);
/* Uniform below n > 0, but for a bias that no test notices. */
size_t test_random_below(test_random *r, size_t n);
void test_random_fr(cz_fr *out, test_random *r);

#endif
