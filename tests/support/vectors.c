/* Reading vectors: see vectors.h. */
#include "support/vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/bytes.h"

static char *read_file(size_t *n, const char *path) {
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    char *text = NULL;
    size_t used = 0, cap = 0;
    for (size_t k = 1; k > 0; used += k) {
        if (used + 65537 > cap) {
            cap = cap * 2 + 65537;
            text = realloc(text, cap);
            assert_non_null(text);
        }
        k = fread(text + used, 1, 65536, f);
    }
    text[used] = '\0';
    fclose(f);
    *n = used;
    return text;
}

char *vector_read(size_t *n, const char *fmt, ...) {
    char name[512], path[1024];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    (void)snprintf(path, sizeof path, "%s/testdata/%s", CZ_SOURCE_DIR, name);
    char *text = read_file(n, path);
    if (text == NULL) fail_msg("%s cannot be read", path);
    return text;
}

char *vector_read_shared(size_t *n, const char *fmt, ...) {
    char name[512], path[1024];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    (void)snprintf(path, sizeof path, "%s/../shared/vectors/%s", CZ_SOURCE_DIR, name);
    char *text = read_file(n, path);
    if (text == NULL) {
        (void)snprintf(path, sizeof path, "%s/../../shared/vectors/%s", CZ_SOURCE_DIR, name);
        text = read_file(n, path);
    }
    if (text == NULL) print_message("skipped: ../shared/vectors/%s is not at hand\n", name);
    return text;
}

yajl_val vector_json(const char *fmt, ...) {
    char name[512], message[256];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    size_t n;
    char *text = vector_read(&n, "%s", name);
    yajl_val v = yajl_tree_parse(text, message, sizeof message);
    free(text);
    if (v == NULL) fail_msg("testdata/%s: %s", name, message);
    return v;
}

yajl_val json_at(yajl_val v, const char *key) {
    const char *path[] = {key, NULL};
    yajl_val x = yajl_tree_get(v, path, yajl_t_any);
    if (x == NULL) fail_msg("no %s in the vector", key);
    return x;
}

const char *json_string(yajl_val v, const char *key) {
    const char *s = YAJL_GET_STRING(json_at(v, key));
    if (s == NULL) fail_msg("%s is not a string", key);
    return s;
}

uint64_t json_u64(yajl_val v, const char *key) { return strtoull(YAJL_GET_NUMBER(json_at(v, key)), NULL, 10); }

void json_bytes32(uint8_t out[32], yajl_val v) { assert_true(cz_hex_decode(out, 32, YAJL_GET_STRING(v))); }

cz_fr json_fr(yajl_val v) {
    uint8_t le[32];
    cz_fr x;
    json_bytes32(le, v);
    assert_true(cz_fr_from_le(&x, le));
    return x;
}
