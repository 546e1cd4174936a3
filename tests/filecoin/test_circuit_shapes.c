/* The circuits' constraint systems are the reference's, term for term: sector sizes up to 1 GiB. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

static void test_shape(void **state) { check_circuit_shape(*state, poseidons); }

#define SHAPE(name) \
    { name, test_shape, NULL, NULL, name }
#define SIZES(kind)                                                                                            \
    SHAPE(kind "-2KiB"), SHAPE(kind "-4KiB"), SHAPE(kind "-16KiB"), SHAPE(kind "-32KiB"), SHAPE(kind "-8MiB"), \
        SHAPE(kind "-16MiB"), SHAPE(kind "-512MiB"), SHAPE(kind "-1GiB")

int main(void) {
    const struct CMUnitTest tests[] = {SIZES("winning"), SHAPE("winning-32GiB"), SHAPE("winning-64GiB"),
                                       SIZES("window"), SIZES("porep")};
    return cmocka_run_group_tests(tests, setup, teardown);
}
