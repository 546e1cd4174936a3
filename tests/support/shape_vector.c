/* Recorded shapes: see shape_vector.h. */
#include "support/shape_vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <yajl/yajl_tree.h>

#include "base/bytes.h"

static yajl_val field(yajl_val v, const char *a, const char *b) {
    const char *path[] = {a, b, NULL};
    yajl_val x = yajl_tree_get(v, path, yajl_t_any);
    if (x == NULL) fail_msg("no %s.%s in the vector", a, b == NULL ? "" : b);
    return x;
}

static uint64_t number(yajl_val v, const char *name) {
    return strtoull(YAJL_GET_NUMBER(field(v, "shape", name)), NULL, 10);
}

static char *read_text(const char *path) {
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    char *text = NULL;
    size_t n = 0, cap = 0;
    for (;;) {
        if (n + 65536 + 1 > cap) {
            cap = cap * 2 + 65536 + 1;
            text = realloc(text, cap);
            assert_non_null(text);
        }
        size_t k = fread(text + n, 1, 65536, f);
        if (k == 0) break;
        n += k;
    }
    text[n] = '\0';
    fclose(f);
    return text;
}

void shape_vector_load(shape_vector *out, const char *circuit) {
    char path[512], message[256];
    (void)snprintf(path, sizeof path, "%s/testdata/shapes/%s.json", CZ_SOURCE_DIR, circuit);
    char *text = read_text(path);
    if (text == NULL) fail_msg("%s cannot be read", path);
    yajl_val v = yajl_tree_parse(text, message, sizeof message);
    free(text);
    if (v == NULL) fail_msg("%s: %s", path, message);
    memset(out, 0, sizeof *out);
    cz_shape *s = &out->shape;
    s->n_inputs = (uint32_t)number(v, "inputs");
    s->n_aux = (uint32_t)number(v, "aux");
    s->n_rows = (uint32_t)number(v, "constraints");
    s->a_aux_density = (uint32_t)number(v, "a_aux_density");
    s->b_aux_density = (uint32_t)number(v, "b_aux_density");
    s->b_input_density = (uint32_t)number(v, "b_input_density");
    s->encoded_bytes = number(v, "encoded_bytes");
    out->params_bytes = number(v, "params_bytes");
    yajl_val nnz = field(v, "shape", "nnz"), checkpoints = field(v, "shape", "checkpoints");
    assert_int_equal(YAJL_GET_ARRAY(nnz)->len, 3);
    for (size_t i = 0; i < 3; i++) s->nnz[i] = strtoull(YAJL_GET_NUMBER(YAJL_GET_ARRAY(nnz)->values[i]), NULL, 10);
    assert_true(cz_hex_decode(s->sha256, 32, YAJL_GET_STRING(field(v, "shape", "sha256"))));
    s->n_checkpoints = YAJL_GET_ARRAY(checkpoints)->len;
    s->checkpoints = calloc(s->n_checkpoints + 1, sizeof *s->checkpoints);
    assert_non_null(s->checkpoints);
    for (size_t i = 0; i < s->n_checkpoints; i++) {
        assert_true(cz_hex_decode(s->checkpoints[i], 8, YAJL_GET_STRING(YAJL_GET_ARRAY(checkpoints)->values[i])));
    }
    yajl_tree_free(v);
}

void shape_vector_free(shape_vector *v) { cz_shape_free(&v->shape); }

void assert_shape(const cz_shape *got, const shape_vector *want) {
    const cz_shape *w = &want->shape;
    size_t n = got->n_checkpoints < w->n_checkpoints ? got->n_checkpoints : w->n_checkpoints;
    for (size_t i = 0; i < n; i++) {
        if (memcmp(got->checkpoints[i], w->checkpoints[i], 8) == 0) continue;
        fail_msg("checkpoint %zu differs: look at rows %zu to %zu", i + 1, i << 16, (i + 1) << 16);
    }
    assert_int_equal(got->n_inputs, w->n_inputs);
    assert_int_equal(got->n_aux, w->n_aux);
    assert_int_equal(got->n_rows, w->n_rows);
    for (int i = 0; i < 3; i++) assert_int_equal(got->nnz[i], w->nnz[i]);
    assert_int_equal(got->a_aux_density, w->a_aux_density);
    assert_int_equal(got->b_aux_density, w->b_aux_density);
    assert_int_equal(got->b_input_density, w->b_input_density);
    assert_int_equal(got->encoded_bytes, w->encoded_bytes);
    assert_int_equal(got->n_checkpoints, w->n_checkpoints);
    assert_memory_equal(got->sha256, w->sha256, 32);
    assert_int_equal(cz_shape_params_bytes(got), want->params_bytes);
}

void assert_spaces(const cz_shape *got, const char *circuit) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/../shared/vectors/shapes/%s.spaces.tsv", CZ_SOURCE_DIR, circuit);
    char *text = read_text(path);
    if (text == NULL) {
        print_message("skipped: %s is not there\n", path);
        return;
    }
    size_t i = 0;
    char *line = strchr(text, '\n'); /* after the head */
    assert_non_null(line);
    while (*++line != '\0') {
        char *end = strchr(line, '\n'), *tab = strchr(line, '\t');
        assert_non_null(end);
        assert_non_null(tab);
        *end = *tab = '\0';
        unsigned v[6];
        assert_int_equal(sscanf(tab + 1, "%u %u %u %u %u %u", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5]), 6);
        if (i >= got->n_spaces) fail_msg("namespace %s is missing at the end", line);
        const cz_space *s = &got->spaces[i++];
        if (strcmp(s->name, line) != 0) fail_msg("namespace %zu is %s, the reference's is %s", i - 1, s->name, line);
        const unsigned g[6] = {s->rows[0], s->rows[1], s->inputs[0], s->inputs[1], s->aux[0], s->aux[1]};
        for (int k = 0; k < 6; k++) {
            if (g[k] != v[k]) fail_msg("%s: number %d is %u, the reference's is %u", line, k, g[k], v[k]);
        }
        line = end;
    }
    if (i != got->n_spaces) fail_msg("namespace %s is one too many", got->spaces[i].name);
    free(text);
}
