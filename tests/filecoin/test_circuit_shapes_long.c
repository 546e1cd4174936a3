/* The circuits of 32 and 64 GiB sectors are the reference's, term for term, and are streamed in under 1 GiB. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "support/circuit_shape.h"

static cz_poseidons *poseidons;

static int setup(void **state) {
    (void)state;
    return cz_poseidons_new(NULL, &poseidons) == CZ_OK ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    cz_poseidons_free(poseidons);
    return 0;
}

static void test_shape(void **state) {
    check_circuit_shape(*state, poseidons);
    assert_in_range(cz_peak_rss_bytes(), 1, (uint64_t)1 << 30);
}

#define SHAPE(name) \
    { name, test_shape, NULL, NULL, name }

int main(void) {
    const struct CMUnitTest tests[] = {SHAPE("porep-32GiB"), SHAPE("window-32GiB"), SHAPE("porep-64GiB"),
                                       SHAPE("window-64GiB")};
    return cmocka_run_group_tests(tests, setup, teardown);
}
