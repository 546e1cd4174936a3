/* Shapes of the circuits by name: see circuit_shape.h. */
#include "support/circuit_shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/time.h"
#include "support/shape_vector.h"

void check_circuit_shape(const char *circuit, const cz_poseidons *poseidons) {
    cz_error err = {0};
    cz_circuit_id id;
    if (cz_circuit_id_parse(&err, &id, circuit) != CZ_OK) fail_msg("%s", err.text);
    shape_vector want;
    shape_vector_load(&want, circuit);
    const cz_porep_circuit porep = {.sector = id.sector, .poseidons = poseidons};
    const cz_post_circuit post = {.sector = id.sector, .poseidons = poseidons, .kind = id.kind};
    bool is_porep = id.kind == CZ_KIND_POREP;
    const cz_shape_options options = {.want_spaces = true};
    cz_shape got;
    double start = cz_now_seconds();
    cz_code code = cz_shape_of(&err, &got, is_porep ? cz_porep_synthesize : cz_post_synthesize,
                               is_porep ? (const void *)&porep : (const void *)&post, &options);
    if (code != CZ_OK) fail_msg("%s", err.text);
    print_message("%s: %u rows in %.2f s; peak memory %llu MiB\n", circuit, got.n_rows, cz_now_seconds() - start,
                  (unsigned long long)(cz_peak_rss_bytes() >> 20));
    assert_shape(&got, &want);
    assert_spaces(&got, circuit);
    cz_shape_free(&got);
    shape_vector_free(&want);
}
