/* Writing JSON with yajl's generator: see json.h. */
#include "cli/common/json.h"

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"

#define JSON_DEPTH 32 /* of what is written */
#define JSON_MAX_BYTES ((size_t)16 << 20)
#define JSON_MAX_DEPTH 8

struct cz_json {
    yajl_gen gen;
    bool is_array[JSON_DEPTH];
    unsigned depth;
    bool failed;
};

cz_code cz_json_new(cz_error *err, cz_json **out) {
    cz_json *j;
    CZ_TRY(cz_calloc(err, &j, 1, sizeof *j, "a JSON writer"));
    j->gen = yajl_gen_alloc(NULL);
    if (!j->gen) {
        free(j);
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory for a JSON writer");
    }
    yajl_gen_config(j->gen, yajl_gen_beautify, 1);
    yajl_gen_config(j->gen, yajl_gen_indent_string, "  ");
    *out = j;
    return CZ_OK;
}

void cz_json_free(cz_json *j) {
    if (!j) return;
    yajl_gen_free(j->gen);
    free(j);
}

static void note(cz_json *j, yajl_gen_status status) {
    if (status != yajl_gen_status_ok) j->failed = true;
}

static void put_text(cz_json *j, const char *s) {
    note(j, yajl_gen_string(j->gen, (const unsigned char *)s, strlen(s)));
}

static void put_key(cz_json *j, const char *key) {
    if (key) put_text(j, key);
}

static void open_level(cz_json *j, bool is_array) {
    if (j->depth == JSON_DEPTH) {
        j->failed = true;
        return;
    }
    j->is_array[j->depth++] = is_array;
    note(j, is_array ? yajl_gen_array_open(j->gen) : yajl_gen_map_open(j->gen));
}

void cz_json_object(cz_json *j, const char *key) {
    put_key(j, key);
    open_level(j, false);
}

void cz_json_array(cz_json *j, const char *key) {
    put_key(j, key);
    open_level(j, true);
}

void cz_json_end(cz_json *j) {
    CZ_INVARIANT(j->depth > 0, "a JSON level ends that was never opened");
    note(j, j->is_array[--j->depth] ? yajl_gen_array_close(j->gen) : yajl_gen_map_close(j->gen));
}

void cz_json_text(cz_json *j, const char *key, const char *value) {
    put_key(j, key);
    put_text(j, value);
}

void cz_json_u64(cz_json *j, const char *key, uint64_t value) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    put_key(j, key);
    note(j, yajl_gen_number(j->gen, digits, (size_t)n));
}

void cz_json_real(cz_json *j, const char *key, double value) {
    char digits[40];
    int n = snprintf(digits, sizeof digits, "%.6g", value);
    put_key(j, key);
    note(j, yajl_gen_number(j->gen, digits, (size_t)n));
}

void cz_json_bool(cz_json *j, const char *key, bool value) {
    put_key(j, key);
    note(j, yajl_gen_bool(j->gen, value));
}

void cz_json_hex(cz_json *j, const char *key, const uint8_t *bytes, size_t n) {
    put_key(j, key);
    char *hex = malloc(2 * n + 1);
    if (!hex) {
        j->failed = true;
        return;
    }
    cz_hex_encode(hex, bytes, n);
    put_text(j, hex);
    free(hex);
}

cz_code cz_json_print(cz_error *err, const cz_json *j, FILE *to) {
    const unsigned char *text;
    size_t n;
    if (j->failed || j->depth > 0 || yajl_gen_get_buf(j->gen, &text, &n) != yajl_gen_status_ok)
        return CZ_FAIL(err, CZ_E_INTERNAL, "the JSON output could not be built");
    /* yajl ends a finished top-level value with a newline of its own when it beautifies */
    bool ends_line = n > 0 && text[n - 1] == '\n';
    if (fwrite(text, 1, n, to) != n || (!ends_line && fputc('\n', to) == EOF) || fflush(to) != 0)
        return CZ_FAIL(err, CZ_E_IO, "cannot write the JSON output; is the disk full or the pipe closed?");
    return CZ_OK;
}

/* Whether brackets outside strings nest no deeper than the limit; the tree parser recurses when it frees. */
static bool shallow(const char *text) {
    unsigned depth = 0;
    bool in_string = false;
    for (const char *p = text; *p; p++) {
        if (in_string) {
            if (*p == '\\' && p[1])
                p++;
            else if (*p == '"')
                in_string = false;
        } else if (*p == '"') {
            in_string = true;
        } else if (*p == '{' || *p == '[') {
            if (++depth > JSON_MAX_DEPTH) return false;
        } else if ((*p == '}' || *p == ']') && depth > 0) {
            depth--;
        }
    }
    return true;
}

static cz_code parse_tree(cz_error *err, yajl_val *out, const char *text) {
    char problem[256] = "";
    if (!shallow(text)) return CZ_FAIL(err, CZ_E_FORMAT, "it nests deeper than %d levels", JSON_MAX_DEPTH);
    *out = yajl_tree_parse(text, problem, sizeof problem);
    if (*out) return CZ_OK;
    problem[strcspn(problem, "\n")] = 0;
    return CZ_FAIL(err, CZ_E_FORMAT, "it is not JSON: %s", problem[0] ? problem : "it is empty");
}

cz_code cz_json_read(cz_error *err, yajl_val *out, const char *path) {
    cz_map map;
    CZ_TRY(cz_map_open(err, &map, path));
    char *text = map.bytes > JSON_MAX_BYTES ? NULL : malloc(map.bytes + 1);
    cz_code code;
    if (!text) {
        code = CZ_FAIL(err, CZ_E_LIMIT, "%zu bytes are more than is read of such a file", map.bytes);
    } else {
        if (map.bytes > 0) memcpy(text, map.data, map.bytes);
        text[map.bytes] = 0;
        code = parse_tree(err, out, text);
    }
    free(text);
    cz_map_close(&map);
    return code == CZ_OK ? code : cz_error_context(err, code, "%s", path);
}
