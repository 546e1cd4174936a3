/* Published parameter files: see published.h. */
#include "cli/cuzk/published.h"

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#include "base/file.h"
#include "cli/cuzk/published_table.h"

#define JSON_MAX_BYTES ((size_t)16 << 20)
#define JSON_MAX_DEPTH 8

const cz_published *cz_published_by_name(const char *name) {
    for (size_t i = 0; i < sizeof PUBLISHED / sizeof *PUBLISHED; i++)
        if (strcmp(PUBLISHED[i].name, name) == 0) return &PUBLISHED[i];
    return NULL;
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

static cz_code find_digest(cz_error *err, char out[CZ_DIGEST_HEX + 1], const char *text, const char *name) {
    char problem[256] = "";
    if (!shallow(text)) return CZ_FAIL(err, CZ_E_FORMAT, "it nests deeper than %d levels", JSON_MAX_DEPTH);
    yajl_val tree = yajl_tree_parse(text, problem, sizeof problem);
    if (!tree) {
        problem[strcspn(problem, "\n")] = 0;
        return CZ_FAIL(err, CZ_E_FORMAT, "it is not JSON: %s", problem);
    }
    const char *path[] = {name, "digest", NULL};
    yajl_val digest = yajl_tree_get(tree, path, yajl_t_string);
    const char *hex = digest ? YAJL_GET_STRING(digest) : NULL;
    cz_code code = CZ_OK;
    if (!hex)
        code = CZ_FAIL(err, CZ_E_MISMATCH, "it has no digest for %s", name);
    else if (strlen(hex) != CZ_DIGEST_HEX)
        code = CZ_FAIL(err, CZ_E_FORMAT, "the digest of %s is not %d hex digits", name, CZ_DIGEST_HEX);
    else
        memcpy(out, hex, CZ_DIGEST_HEX + 1);
    yajl_tree_free(tree);
    return code;
}

cz_code cz_published_from_json(cz_error *err, char out[CZ_DIGEST_HEX + 1], const char *json_path, const char *name) {
    cz_map map;
    CZ_TRY(cz_map_open(err, &map, json_path));
    char *text = map.bytes > JSON_MAX_BYTES ? NULL : malloc(map.bytes + 1);
    cz_code code;
    if (!text) {
        code = CZ_FAIL(err, CZ_E_LIMIT, "%zu bytes are too many for a parameters.json", map.bytes);
    } else {
        if (map.bytes > 0) memcpy(text, map.data, map.bytes);
        text[map.bytes] = 0;
        code = find_digest(err, out, text, name);
    }
    free(text);
    cz_map_close(&map);
    return code == CZ_OK ? code : cz_error_context(err, code, "%s", json_path);
}
