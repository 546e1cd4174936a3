/* Published parameter files: see published.h. */
#include "cli/cuzk/published.h"

#include <string.h>

#include "cli/common/json.h"
#include "cli/cuzk/published_table.h"

const cz_published *cz_published_by_name(const char *name) {
    for (size_t i = 0; i < sizeof PUBLISHED / sizeof *PUBLISHED; i++)
        if (strcmp(PUBLISHED[i].name, name) == 0) return &PUBLISHED[i];
    return NULL;
}

cz_code cz_published_from_json(cz_error *err, char out[CZ_DIGEST_HEX + 1], const char *json_path, const char *name) {
    yajl_val tree;
    CZ_TRY(cz_json_read(err, &tree, json_path));
    const char *path[] = {name, "digest", NULL};
    yajl_val digest = yajl_tree_get(tree, path, yajl_t_string);
    const char *hex = digest ? YAJL_GET_STRING(digest) : NULL;
    cz_code code = CZ_OK;
    if (!hex)
        code = CZ_FAIL(err, CZ_E_MISMATCH, "%s: it has no digest for %s", json_path, name);
    else if (strlen(hex) != CZ_DIGEST_HEX)
        code = CZ_FAIL(err, CZ_E_FORMAT, "%s: the digest of %s is not %d hex digits", json_path, name, CZ_DIGEST_HEX);
    else
        memcpy(out, hex, CZ_DIGEST_HEX + 1);
    yajl_tree_free(tree);
    return code;
}
