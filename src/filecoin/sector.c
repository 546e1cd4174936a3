/* Sectors, circuits and registered proofs: see sector.h. */
#include "filecoin/sector.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

/* clang-format off */
static const cz_sector SECTORS[] = {
    /* bytes    name      log base sub top layers porep    ni  window update         registered */
    {  2 * KIB, "2KiB",    6,  2,  0,  0,   2,    1,  2,   13,     2,  1, 10,   8,   true  },
    {  4 * KIB, "4KiB",    7,  2,  2,  0,   2,    1,  2,   13,     2,  1, 10,   8,   false },
    { 16 * KIB, "16KiB",   9,  2,  8,  0,   2,    1,  2,   13,     2,  2, 10, 128,   false },
    { 32 * KIB, "32KiB",  10,  2,  8,  2,   2,    1,  2,   13,     2,  2, 10, 128,   false },
    {  8 * MIB, "8MiB",   18,  6,  0,  0,   2,    1,  2,   13,     2,  4, 10, 128,   true  },
    { 16 * MIB, "16MiB",  19,  6,  2,  0,   2,    1,  2,   13,     2,  4, 10, 128,   false },
    {512 * MIB, "512MiB", 24,  8,  0,  0,   2,    1,  2,   13,     2, 16, 86, 128,   true  },
    {  1 * GIB, "1GiB",   25,  8,  2,  0,   2,    1,  2,   13,     2,  0,  0,   0,   false },
    { 32 * GIB, "32GiB",  30,  9,  8,  0,  11,   10, 18,  126,  2349, 16, 86, 128,   true  },
    { 64 * GIB, "64GiB",  31,  9,  8,  2,  11,   10, 18,  126,  2300, 16, 86, 128,   true  },
};
/* clang-format on */
#define N_SECTORS (sizeof SECTORS / sizeof *SECTORS)

const cz_sector *cz_sectors(size_t *n) {
    *n = N_SECTORS;
    return SECTORS;
}

const cz_sector *cz_sector_by_bytes(uint64_t bytes) {
    for (size_t i = 0; i < N_SECTORS; i++) {
        if (SECTORS[i].bytes == bytes) return &SECTORS[i];
    }
    return NULL;
}

const cz_sector *cz_sector_by_name(const char *name) {
    for (size_t i = 0; i < N_SECTORS; i++) {
        if (strcmp(SECTORS[i].name, name) == 0) return &SECTORS[i];
    }
    return NULL;
}

unsigned cz_tree_levels(const cz_sector *sector, cz_tree tree) {
    if (tree == CZ_TREE_D) return sector->log_nodes;
    return sector->base_levels + (sector->sub_arity != 0) + (sector->top_arity != 0);
}

unsigned cz_tree_arity(const cz_sector *sector, cz_tree tree, unsigned level) {
    if (tree == CZ_TREE_D) return 2;
    if (level < sector->base_levels) return 8;
    return level == sector->base_levels ? sector->sub_arity : sector->top_arity;
}

const char *cz_kind_name(cz_kind kind) {
    switch (kind) {
    case CZ_KIND_POREP: return "porep";
    case CZ_KIND_UPDATE: return "update";
    case CZ_KIND_WINDOW: return "window";
    case CZ_KIND_WINNING: return "winning";
    }
    return "unknown";
}

cz_code cz_circuit_id_parse(cz_error *err, cz_circuit_id *out, const char *name) {
    static const cz_kind kinds[] = {CZ_KIND_POREP, CZ_KIND_UPDATE, CZ_KIND_WINDOW, CZ_KIND_WINNING};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(cz_kind_name(kinds[i]));
        if (strncmp(name, cz_kind_name(kinds[i]), n) != 0 || name[n] != '-') continue;
        const cz_sector *sector = cz_sector_by_name(name + n + 1);
        if (sector == NULL) break;
        if (kinds[i] == CZ_KIND_UPDATE && sector->update_partitions == 0) break;
        *out = (cz_circuit_id){kinds[i], sector};
        return CZ_OK;
    }
    return CZ_FAIL(
        err, CZ_E_ARG,
        "there is no circuit '%.40s'; a name is porep-, winning-, window- or update- and a sector size: 2KiB, "
        "4KiB, 16KiB, 32KiB, 8MiB, 16MiB, 512MiB, 1GiB (not update), 32GiB or 64GiB",
        name);
}

void cz_circuit_id_name(char out[32], cz_circuit_id id) {
    (void)snprintf(out, 32, "%s-%s", cz_kind_name(id.kind), id.sector->name);
}

void cz_circuit_params_stem(char out[256], cz_circuit_id id) {
    const cz_sector *s = id.sector;
    char tree[64], identifier[512], prefix[128];
    uint64_t nodes = s->bytes / 32;
    (void)snprintf(tree, sizeof tree, "merkletree-poseidon_hasher-8-%u-%u", s->sub_arity, s->top_arity);
    switch (id.kind) {
    case CZ_KIND_POREP:
        (void)snprintf(prefix, sizeof prefix, "stacked-proof-of-replication-%s-sha256_hasher", tree);
        (void)snprintf(
            identifier, sizeof identifier,
            "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: 8 base_graph: "
            "drgraph::BucketGraph{size: %" PRIu64 "; degree: 6; hasher: poseidon_hasher} }, challenges: "
            "LayerChallenges { layers: %u, max_count: %u }, tree: %s }",
            nodes, s->layers, s->porep_challenges, tree);
        break;
    case CZ_KIND_WINNING:
    case CZ_KIND_WINDOW: {
        bool winning = id.kind == CZ_KIND_WINNING;
        (void)snprintf(prefix, sizeof prefix, "proof-of-spacetime-fallback-%s", tree);
        (void)snprintf(identifier, sizeof identifier,
                       "FallbackPoSt::PublicParams{sector_size: %" PRIu64 ", challenge_count: %u, sector_count: %u}",
                       s->bytes, winning ? 1 : CZ_WINDOW_CHALLENGES,
                       winning ? CZ_WINNING_CHALLENGES : s->window_sectors);
        break;
    }
    case CZ_KIND_UPDATE:
        (void)snprintf(prefix, sizeof prefix, "empty-sector-update-%s", tree);
        (void)snprintf(identifier, sizeof identifier, "empty_sector_update::PublicParams{ sector_nodes: %" PRIu64 " }",
                       nodes);
        break;
    }
    uint8_t digest[32];
    char hex[65];
    cz_sha256_once(digest, identifier, strlen(identifier));
    cz_hex_encode(hex, digest, sizeof digest);
    (void)snprintf(out, 256, "v28-%s-%s", prefix, hex);
}

/* The five sector sizes with registered proofs, in the order of their numbers. */
static const char *const REGISTERED_SIZES[5] = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};

/* Families of a kind, each of five sizes: name before and after the size. */
struct family {
    cz_kind kind;
    unsigned first;
    const char *before, *after;
    cz_api api;
    cz_feature feature;
};

static const struct family FAMILIES[] = {
    {CZ_KIND_POREP, 0, "StackedDrg", "V1", CZ_API_1_0, CZ_FEATURE_NONE},
    {CZ_KIND_POREP, 5, "StackedDrg", "V1_1", CZ_API_1_1, CZ_FEATURE_NONE},
    {CZ_KIND_POREP, 10, "StackedDrg", "V1_1_Feat_SyntheticPoRep", CZ_API_1_2, CZ_FEATURE_SYNTHETIC},
    {CZ_KIND_POREP, 15, "StackedDrg", "V1_2_Feat_NonInteractivePoRep", CZ_API_1_2, CZ_FEATURE_NON_INTERACTIVE},
    {CZ_KIND_WINNING, 0, "StackedDrgWinning", "V1", CZ_API_1_0, CZ_FEATURE_NONE},
    {CZ_KIND_WINDOW, 5, "StackedDrgWindow", "V1", CZ_API_1_0, CZ_FEATURE_NONE},
    {CZ_KIND_WINDOW, 10, "StackedDrgWindow", "V1_2", CZ_API_1_2, CZ_FEATURE_NONE},
    {CZ_KIND_UPDATE, 0, "StackedDrg", "V1", CZ_API_1_1, CZ_FEATURE_NONE},
};
#define N_FAMILIES (sizeof FAMILIES / sizeof *FAMILIES)

static void fill(cz_registered *out, const struct family *f, unsigned size) {
    *out = (cz_registered){.kind = f->kind,
                           .number = f->first + size,
                           .sector = cz_sector_by_name(REGISTERED_SIZES[size]),
                           .api = f->api,
                           .feature = f->feature};
    (void)snprintf(out->name, sizeof out->name, "%s%s%s", f->before, REGISTERED_SIZES[size], f->after);
}

cz_code cz_registered_by_number(cz_error *err, cz_registered *out, cz_kind kind, unsigned number) {
    for (size_t i = 0; i < N_FAMILIES; i++) {
        if (FAMILIES[i].kind != kind || number < FAMILIES[i].first || number >= FAMILIES[i].first + 5) continue;
        fill(out, &FAMILIES[i], number - FAMILIES[i].first);
        return CZ_OK;
    }
    return CZ_FAIL(err, CZ_E_ARG, "there is no registered %s proof with number %u", cz_kind_name(kind), number);
}

cz_code cz_registered_by_name(cz_error *err, cz_registered *out, cz_kind kind, const char *name) {
    for (size_t i = 0; i < N_FAMILIES; i++) {
        for (unsigned size = 0; FAMILIES[i].kind == kind && size < 5; size++) {
            cz_registered r;
            fill(&r, &FAMILIES[i], size);
            if (strcmp(r.name, name) != 0) continue;
            *out = r;
            return CZ_OK;
        }
    }
    return CZ_FAIL(err, CZ_E_ARG, "there is no registered %s proof '%.64s'", cz_kind_name(kind), name);
}
