/* Public inputs of the circuits, derived from commitments and randomness: see public_inputs.h. */
#include "filecoin/public_inputs.h"

#include <inttypes.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "filecoin/chacha.h"

/* --- Identifiers ------------------------------------------------------------------------------------------------- */

void cz_prover_id(uint8_t out[32], uint64_t miner_id) {
    memset(out, 0, 32);
    for (; miner_id >= 0x80; miner_id >>= 7) *out++ = (uint8_t)(miner_id | 0x80);
    *out = (uint8_t)miner_id;
}

void cz_porep_id(uint8_t out[32], const cz_registered *proof) {
    memset(out, 0, 32);
    cz_put_le64(out, proof->number);
}

void cz_replica_id(cz_node *out, const cz_registered *proof, const uint8_t prover_id[32], uint64_t sector_number,
                   const uint8_t ticket[32], const cz_node *comm_d) {
    uint8_t message[136];
    memcpy(message, prover_id, 32);
    cz_put_be64(message + 32, sector_number);
    memcpy(message + 40, ticket, 32);
    memcpy(message + 72, comm_d->b, 32);
    cz_porep_id(message + 104, proof);
    cz_sha256_once(out->b, message, sizeof message);
    out->b[31] &= 0x3f;
}

cz_code cz_porep_check_identity(cz_error *err, const cz_c1 *c1, const uint8_t prover_id[32], uint64_t sector_number) {
    if (c1->has_wrapper && c1->sector_number != sector_number) {
        return CZ_FAIL(err, CZ_E_MISMATCH, "the C1 output is of sector %" PRIu64 ", the request of sector %" PRIu64,
                       c1->sector_number, sector_number);
    }
    cz_node id;
    cz_replica_id(&id, &c1->proof, prover_id, sector_number, c1->ticket, &c1->comm_d);
    if (memcmp(&id, &c1->replica_id, sizeof id) != 0) {
        return CZ_FAIL(err, CZ_E_INVALID,
                       "replica_id does not follow from miner, sector number %" PRIu64
                       ", ticket, comm_d and proof type %s: the C1 output is of another sector or miner",
                       sector_number, c1->proof.name);
    }
    return CZ_OK;
}

/* --- PoRep challenges (spec formats §8) --------------------------------------------------------------------------- */

/* (x mod (n_nodes - 1)) + 1 for a 256-bit little-endian x: node 0 is never challenged. */
static uint64_t node_of(const uint8_t x[32], uint64_t n_nodes) {
    uint64_t rest = 0;
    for (int i = 32; i-- > 0;) rest = (rest << 8 | x[i]) % (n_nodes - 1);
    return rest + 1;
}

static void synthetic_stream(cz_chacha *out, const char *key, const cz_node *replica_id, const uint8_t other[32],
                             uint32_t block) {
    static const uint8_t nonce[12] = "synth-porep";
    uint8_t message[64], seed[32];
    memcpy(message, replica_id->b, 32);
    memcpy(message + 32, other, 32);
    cz_blake2b_256_keyed(seed, key, strlen(key), message, sizeof message);
    cz_chacha_init(out, seed, nonce, block, 20);
}

void cz_synthetic_set(uint64_t *out, size_t first, size_t n, uint64_t n_nodes, const cz_node *replica_id,
                      const cz_node *comm_r) {
    cz_chacha stream;
    uint8_t x[32];
    synthetic_stream(&stream, "filecoin.io|PoRep|1|Synthetic|1|Generation", replica_id, comm_r->b,
                     (uint32_t)(first / 2));
    if (first % 2 != 0) cz_chacha_read(x, &stream, sizeof x);
    for (size_t i = 0; i < n; i++) {
        cz_chacha_read(x, &stream, sizeof x);
        out[i] = node_of(x, n_nodes);
    }
}

void cz_synthetic_challenges(uint64_t *out, uint32_t first, size_t n, uint64_t n_nodes, uint32_t n_set,
                             const cz_node *replica_id, const cz_node *comm_r, const uint8_t seed[32]) {
    cz_chacha selection;
    uint8_t word[4];
    synthetic_stream(&selection, "filecoin.io|PoRep|1|Synthetic|1|Selection", replica_id, seed, first / 16);
    for (uint32_t i = 0; i < first % 16; i++) cz_chacha_read(word, &selection, sizeof word);
    for (size_t i = 0; i < n; i++) {
        cz_chacha_read(word, &selection, sizeof word);
        cz_synthetic_set(&out[i], cz_get_le32(word) % n_set, 1, n_nodes, replica_id, comm_r);
    }
}

size_t cz_porep_n_partitions(const cz_registered *proof) {
    return proof->feature == CZ_FEATURE_NON_INTERACTIVE ? proof->sector->ni_partitions
                                                        : proof->sector->porep_partitions;
}

void cz_porep_challenges(uint64_t *out, const cz_c1 *c1, size_t partition) {
    static const char non_interactive[] = "filecoin.io|PoRep|1|NonInteractive|1";
    const cz_sector *sector = c1->proof.sector;
    uint64_t n_nodes = sector->bytes / 32;
    uint32_t first = (uint32_t)(sector->porep_challenges * partition);
    if (c1->proof.feature == CZ_FEATURE_SYNTHETIC) {
        uint32_t n_set = n_nodes < (1u << 18) ? (uint32_t)n_nodes : 1u << 18;
        cz_synthetic_challenges(out, first, sector->porep_challenges, n_nodes, n_set, &c1->replica_id, &c1->comm_r,
                                c1->seed);
        return;
    }
    cz_sha256 prefix;
    cz_sha256_init(&prefix);
    if (c1->proof.feature == CZ_FEATURE_NON_INTERACTIVE) {
        cz_sha256_update(&prefix, non_interactive, sizeof non_interactive - 1);
        cz_sha256_update(&prefix, c1->replica_id.b, 32);
        cz_sha256_update(&prefix, c1->comm_r.b, 32);
    } else {
        cz_sha256_update(&prefix, c1->replica_id.b, 32);
        cz_sha256_update(&prefix, c1->seed, 32);
    }
    for (unsigned i = 0; i < sector->porep_challenges; i++) {
        uint8_t j[4], digest[32];
        cz_put_le32(j, first + i);
        cz_sha256 h = prefix;
        cz_sha256_update(&h, j, sizeof j);
        cz_sha256_peek(digest, &h);
        out[i] = node_of(digest, n_nodes);
    }
}

/* --- The graph (spec formats §8) ---------------------------------------------------------------------------------- */

/* The first 28 or 32 bytes of SHA-256(tag || porep_id). */
static void graph_seed(uint8_t out[32], const char *tag, const uint8_t porep_id[32]) {
    cz_sha256 h;
    cz_sha256_init(&h);
    cz_sha256_update(&h, tag, strlen(tag));
    cz_sha256_update(&h, porep_id, 32);
    cz_sha256_peek(out, &h);
}

static uint64_t draw(cz_chacha *rng) {
    uint8_t x[8];
    cz_chacha_read(x, rng, sizeof x);
    return cz_get_le64(x);
}

static void drg_parents(uint64_t out[CZ_DRG_PARENTS], cz_api api, const uint8_t porep_id[32], uint64_t node) {
    if (node <= 1) {
        for (int i = 0; i < CZ_DRG_PARENTS; i++) out[i] = 0;
        return;
    }
    uint8_t key[32];
    graph_seed(key, "Filecoin_DRSample", porep_id);
    cz_put_le32(key + 28, (uint32_t)node);
    cz_chacha rng;
    cz_chacha_init(&rng, key, NULL, 0, 8);
    uint64_t *drawn = out;
    if (api == CZ_API_1_0) {
        out[CZ_DRG_PARENTS - 1] = node - 1;
    } else {
        out[0] = node - 1;
        drawn++;
    }
    uint64_t y = node * (CZ_DRG_PARENTS - 1);
    unsigned log_y = 64 - (unsigned)__builtin_clzll(y);
    for (int i = 0; i < CZ_DRG_PARENTS - 1; i++) {
        unsigned bucket = (unsigned)(draw(&rng) % log_y) + 1;
        uint64_t hi = y < (uint64_t)1 << bucket ? y : (uint64_t)1 << bucket;
        uint64_t lo = hi / 2 > 2 ? hi / 2 : 2;
        uint64_t back = lo + draw(&rng) % (hi - lo + 1);
        uint64_t parent = (y - back) / (CZ_DRG_PARENTS - 1);
        drawn[i] = parent == node ? node - 1 : parent;
    }
}

/* A permutation of [0, n) as three Feistel rounds over 2 * half bits, walked until it lands in range. */
static uint64_t feistel(uint64_t value, uint64_t n, unsigned half, const uint64_t keys[3]) {
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = value >> half, right = value & mask;
        for (int i = 0; i < 3; i++) {
            uint8_t message[16], digest[64];
            cz_put_be64(message, right);
            cz_put_be64(message + 8, keys[i]);
            cz_blake2b_512(digest, message, sizeof message);
            uint64_t next = left ^ (cz_get_be64(digest) & mask);
            left = right;
            right = next;
        }
        value = left << half | right;
    } while (value >= n);
    return value;
}

static void exp_parents(uint64_t out[CZ_EXP_PARENTS], cz_api api, uint64_t n_nodes, const uint8_t porep_id[32],
                        uint64_t node) {
    uint8_t seed[32];
    uint64_t keys[3], n = n_nodes * CZ_EXP_PARENTS;
    graph_seed(seed, "Filecoin_Feistel", porep_id);
    for (int i = 0; i < 3; i++) keys[i] = cz_get_le64(seed + 8 * i);
    unsigned half = 1;
    while ((uint64_t)1 << (2 * half) < n) half++;
    for (unsigned i = 0; i < CZ_EXP_PARENTS; i++) {
        uint64_t image = feistel(node * CZ_EXP_PARENTS + i, n, half, keys);
        /* the first version kept 32 bits of the image: wrong for large sectors, and fixed in that form */
        if (api == CZ_API_1_0) image = (uint32_t)image;
        out[i] = image / CZ_EXP_PARENTS;
    }
}

void cz_graph_parents(uint64_t out[CZ_PARENTS], cz_api api, uint64_t n_nodes, const uint8_t porep_id[32],
                      uint64_t node) {
    drg_parents(out, api, porep_id, node);
    exp_parents(out + CZ_DRG_PARENTS, api, n_nodes, porep_id, node);
}

void cz_porep_parents(uint64_t out[CZ_PARENTS], const cz_registered *proof, uint64_t node) {
    uint8_t porep_id[32];
    cz_porep_id(porep_id, proof);
    cz_graph_parents(out, proof->api, proof->sector->bytes / 32, porep_id, node);
}

void cz_label(cz_node *out, const cz_node *replica_id, uint32_t layer, uint64_t node, const cz_node *const *parents,
              size_t n_parents) {
    uint8_t head[64] = {0};
    memcpy(head, replica_id->b, 32);
    cz_put_be32(head + 32, layer);
    cz_put_be64(head + 36, node);
    cz_sha256 h;
    cz_sha256_init(&h);
    cz_sha256_update(&h, head, sizeof head);
    for (size_t i = 0; n_parents > 0 && i < CZ_LABEL_PARENTS; i++) {
        cz_sha256_update(&h, parents[i % n_parents]->b, 32);
    }
    cz_sha256_peek(out->b, &h);
    out->b[31] &= 0x3f;
}

/* --- Inputs ------------------------------------------------------------------------------------------------------- */

static cz_code put_node(cz_error *err, cz_fr *out, const cz_node *node, const char *what) {
    if (cz_fr_from_le(out, node->b)) return CZ_OK;
    return CZ_FAIL(err, CZ_E_FORMAT, "%s is not a canonical field element", what);
}

size_t cz_porep_n_public_inputs(const cz_sector *sector) {
    return 3 + (size_t)sector->porep_challenges * (CZ_PARENTS + 4);
}

cz_code cz_porep_public_inputs(cz_error *err, cz_fr *out, const cz_c1 *c1, size_t partition) {
    size_t n_partitions = cz_porep_n_partitions(&c1->proof);
    if (partition >= n_partitions) {
        return CZ_FAIL(err, CZ_E_ARG, "%s has %zu partitions, there is no partition %zu", c1->proof.name, n_partitions,
                       partition);
    }
    CZ_TRY(put_node(err, out++, &c1->replica_id, "replica_id"));
    CZ_TRY(put_node(err, out++, &c1->comm_d, "comm_d"));
    CZ_TRY(put_node(err, out++, &c1->comm_r, "comm_r"));
    uint64_t challenges[CZ_MAX_POREP_CHALLENGES];
    CZ_INVARIANT(c1->proof.sector->porep_challenges <= CZ_MAX_POREP_CHALLENGES, "too many challenges in a partition");
    cz_porep_challenges(challenges, c1, partition);
    for (unsigned i = 0; i < c1->proof.sector->porep_challenges; i++) {
        uint64_t parents[CZ_PARENTS];
        cz_porep_parents(parents, &c1->proof, challenges[i]);
        cz_fr_from_u64(out++, challenges[i]); /* in TreeD */
        for (unsigned k = 0; k < CZ_PARENTS; k++) cz_fr_from_u64(out++, parents[k]);
        for (unsigned k = 0; k < 3; k++) cz_fr_from_u64(out++, challenges[i]); /* the number, in TreeR, in TreeC */
    }
    return CZ_OK;
}

uint64_t cz_post_leaf(const cz_sector *sector, const uint8_t randomness[32], uint64_t sector_id, uint64_t index) {
    uint8_t message[48], digest[32];
    memcpy(message, randomness, 32);
    cz_put_le64(message + 32, sector_id);
    cz_put_le64(message + 40, index);
    cz_sha256_once(digest, message, sizeof message);
    return cz_get_le64(digest) % (sector->bytes / 32);
}

unsigned cz_post_n_challenges(cz_kind kind) { return kind == CZ_KIND_WINNING ? 1 : CZ_WINDOW_CHALLENGES; }

static size_t n_slots(const cz_sector *sector, cz_kind kind) {
    return kind == CZ_KIND_WINNING ? CZ_WINNING_CHALLENGES : sector->window_sectors;
}

uint64_t cz_post_challenge_index(const cz_registered *proof, size_t partition, size_t slot, size_t n) {
    if (proof->kind == CZ_KIND_WINNING) return slot;
    if (proof->api == CZ_API_1_2) return n;
    return ((uint64_t)partition * proof->sector->window_sectors + slot) * CZ_WINDOW_CHALLENGES + n;
}

size_t cz_post_n_public_inputs(const cz_sector *sector, cz_kind kind) {
    return n_slots(sector, kind) * (1 + cz_post_n_challenges(kind));
}

cz_code cz_post_check_sectors(cz_error *err, const cz_registered *proof, const cz_post_sector *sectors,
                              size_t n_sectors) {
    if (proof->kind != CZ_KIND_WINNING && proof->kind != CZ_KIND_WINDOW) {
        return CZ_FAIL(err, CZ_E_ARG, "%s is not a PoSt", proof->name);
    }
    size_t most = proof->kind == CZ_KIND_WINNING ? 1 : proof->sector->window_sectors;
    if (n_sectors == 0 || n_sectors > most) {
        return CZ_FAIL(err, CZ_E_MISMATCH, "a partition of %s takes 1 to %zu sectors, there are %zu", proof->name, most,
                       n_sectors);
    }
    for (size_t i = 1; i < n_sectors; i++) {
        if (sectors[i - 1].sector_id < sectors[i].sector_id) continue;
        return CZ_FAIL(err, CZ_E_MISMATCH,
                       "sectors must be in ascending order and distinct: sector %" PRIu64 " stands before %" PRIu64,
                       sectors[i - 1].sector_id, sectors[i].sector_id);
    }
    return CZ_OK;
}

cz_code cz_post_public_inputs(cz_error *err, cz_fr *out, const cz_registered *proof, const uint8_t randomness[32],
                              const cz_post_sector *sectors, size_t n_sectors, size_t partition) {
    CZ_TRY(cz_post_check_sectors(err, proof, sectors, n_sectors));
    bool winning = proof->kind == CZ_KIND_WINNING;
    for (size_t slot = 0; slot < n_slots(proof->sector, proof->kind); slot++) {
        /* slots beyond the last sector repeat its inputs as they stand, challenges included */
        size_t at = slot < n_sectors || winning ? slot : n_sectors - 1;
        const cz_post_sector *s = &sectors[winning ? 0 : at];
        CZ_TRY(put_node(err, out++, &s->comm_r, "comm_r"));
        for (unsigned n = 0; n < cz_post_n_challenges(proof->kind); n++) {
            uint64_t index = cz_post_challenge_index(proof, partition, at, n);
            cz_fr_from_u64(out++, cz_post_leaf(proof->sector, randomness, s->sector_id, index));
        }
    }
    return CZ_OK;
}
