/* Names of parameter files: see params_name.h. */
#include "cli/cuzk/params_name.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *cz_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static size_t stem_length(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

bool cz_circuit_of_file(cz_circuit_id *out, const char *path) {
    static const cz_kind kinds[] = {CZ_KIND_POREP, CZ_KIND_UPDATE, CZ_KIND_WINDOW, CZ_KIND_WINNING};
    const char *name = cz_base_name(path);
    size_t n_sectors;
    const cz_sector *sectors = cz_sectors(&n_sectors);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < n_sectors; i++) {
            char stem[256];
            cz_circuit_id id = {.kind = kinds[k], .sector = &sectors[i]};
            if (id.kind == CZ_KIND_UPDATE && id.sector->update_partitions == 0) continue;
            cz_circuit_params_stem(stem, id);
            if (strlen(stem) != stem_length(name) || memcmp(stem, name, strlen(stem)) != 0) continue;
            *out = id;
            return true;
        }
    }
    return false;
}

cz_code cz_key_beside_agrees(cz_error *err, const cz_params *params) {
    char path[PATH_MAX];
    const char *name = cz_base_name(params->path);
    size_t n = (size_t)(name - params->path) + stem_length(name);
    if (snprintf(path, sizeof path, "%.*s.vk", (int)n, params->path) >= (int)sizeof path) return CZ_OK;
    if (access(path, F_OK) != 0) return CZ_OK;
    cz_vk vk;
    CZ_TRY(cz_vk_read(err, &vk, path));
    bool same = cz_vk_eq(&vk, &params->vk);
    cz_vk_free(&vk);
    if (same) return CZ_OK;
    return CZ_FAIL(err, CZ_E_MISMATCH,
                   "%s is not the key at the start of the parameter file beside it: one of them is of another setup",
                   path);
}

const char *cz_looks_like(const uint8_t *data, size_t n) {
    size_t i = 0;
    while (i < n && i < 256 && isspace(data[i])) i++;
    if (i == n) return NULL;
    if (data[i] == '<') return "an HTML or XML page, as a failed download leaves it";
    if (data[i] == '{' || data[i] == '[') return "JSON";
    size_t printable = 0, looked = n < 256 ? n : 256;
    for (size_t k = 0; k < looked; k++) printable += isprint(data[k]) || isspace(data[k]);
    return printable == looked ? "text" : NULL;
}
