/* Pseudo-random inputs: see random.h. */
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

void test_random_init(test_random *r) {
    const char *seed = getenv("CZ_TEST_SEED");
    r->state = seed != NULL ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    print_message("CZ_TEST_SEED=%llu\n", (unsigned long long)r->state);
}

uint64_t test_random_u64(test_random *r) { /* splitmix64 */
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t test_random_below(test_random *r, size_t n) { return (size_t)(test_random_u64(r) % n); }

void test_random_fr(cz_fr *out, test_random *r) {
    uint64_t wide[8];
    for (int i = 0; i < 8; i++) wide[i] = test_random_u64(r);
    cz_fr_from_le_wide(out, (const uint8_t *)wide);
}
