/* The native check of vanilla proofs: see native_check.h. Everything is recomputed from public data, leaf upwards. */
#include "filecoin/native_check.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/mem.h"

/* --- Merkle paths --------------------------------------------------------------------------------------------------
 */

static cz_code to_fr(cz_error *err, cz_fr *out, const cz_node *node, const char *what) {
    if (cz_fr_from_le(out, node->b)) return CZ_OK;
    return CZ_FAIL(err, CZ_E_FORMAT, "%s is not a canonical field element", what);
}

static cz_code sha_level(cz_node *at, const cz_node *sibling, unsigned index) {
    cz_node next;
    cz_sha256_pair(next.b, index == 0 ? at->b : sibling->b, index == 0 ? sibling->b : at->b);
    next.b[31] &= 0x3f;
    *at = next;
    return CZ_OK;
}

static cz_code poseidon_level(cz_error *err, cz_fr *at, const cz_poseidons *poseidons, const cz_merkle_proof *p,
                              unsigned level) {
    cz_fr in[8];
    unsigned arity = p->arity[level];
    const cz_poseidon *instance = cz_poseidons_merkle(poseidons, arity);
    CZ_INVARIANT(instance != NULL && arity <= 8, "no Poseidon tree of arity %u", arity);
    for (unsigned i = 0, k = 0; i < arity; i++) {
        if (i == p->index[level]) {
            in[i] = *at;
        } else {
            CZ_TRY(to_fr(err, &in[i], &p->siblings[p->first[level] + k++], "a sibling"));
        }
    }
    cz_poseidon_hash(at, instance, in);
    return CZ_OK;
}

/* Own positions on the path must spell the node; the first level that does not is named. */
static cz_code check_index(cz_error *err, const cz_merkle_proof *p, uint64_t node) {
    uint64_t rest = node;
    for (unsigned i = 0; i < p->n_levels; i++) {
        if (p->index[i] != rest % p->arity[i]) {
            return CZ_FAIL(err, CZ_E_INVALID,
                           "level %u: index %u, but node %" PRIu64 " has index %" PRIu64
                           " there (the path is of node %" PRIu64 ")",
                           i, p->index[i], node, rest % p->arity[i], cz_merkle_proof_index(p));
        }
        rest /= p->arity[i];
    }
    return CZ_OK;
}

static cz_code check_shape(cz_error *err, const cz_merkle_proof *p, const cz_sector *sector, cz_tree tree) {
    if (p->n_levels != cz_tree_levels(sector, tree)) {
        return CZ_FAIL(err, CZ_E_MISMATCH, "the path has %u levels, a %s sector's has %u", p->n_levels, sector->name,
                       cz_tree_levels(sector, tree));
    }
    for (unsigned i = 0; i < p->n_levels; i++) {
        if (p->arity[i] != cz_tree_arity(sector, tree, i)) {
            return CZ_FAIL(err, CZ_E_MISMATCH, "level %u: arity %u, a %s sector's is %u", i, p->arity[i], sector->name,
                           cz_tree_arity(sector, tree, i));
        }
    }
    return CZ_OK;
}

/* That the path leads from its leaf at `node` to its root, and that the root is the expected one. */
static cz_code check_path(cz_error *err, const cz_poseidons *poseidons, const cz_merkle_proof *p,
                          const cz_sector *sector, cz_tree tree, uint64_t node, const cz_node *root,
                          const char *root_name) {
    CZ_TRY(check_shape(err, p, sector, tree));
    CZ_TRY(check_index(err, p, node));
    if (memcmp(&p->root, root, sizeof *root) != 0) {
        return CZ_FAIL(err, CZ_E_INVALID, "the root is not %s", root_name);
    }
    cz_node top = p->leaf;
    if (tree == CZ_TREE_D) {
        for (unsigned i = 0; i < p->n_levels; i++) CZ_TRY(sha_level(&top, &p->siblings[p->first[i]], p->index[i]));
    } else {
        cz_fr at;
        CZ_TRY(to_fr(err, &at, &p->leaf, "the leaf"));
        for (unsigned i = 0; i < p->n_levels; i++) CZ_TRY(poseidon_level(err, &at, poseidons, p, i));
        cz_fr_to_le(top.b, &at);
    }
    if (memcmp(&top, root, sizeof top) != 0) {
        return CZ_FAIL(err, CZ_E_INVALID,
                       "leaf and siblings of levels 0 to %u do not hash to the root (%s): one of them is wrong",
                       p->n_levels - 1, root_name);
    }
    return CZ_OK;
}

static cz_code check_comm_r(cz_error *err, const cz_poseidons *poseidons, const cz_node *comm_r, const cz_node *comm_c,
                            const cz_node *comm_r_last) {
    cz_fr pair[2], h;
    cz_node got;
    CZ_TRY(to_fr(err, &pair[0], comm_c, "comm_c"));
    CZ_TRY(to_fr(err, &pair[1], comm_r_last, "comm_r_last"));
    cz_poseidon_hash(&h, poseidons->merkle2, pair);
    cz_fr_to_le(got.b, &h);
    if (memcmp(&got, comm_r, sizeof got) == 0) return CZ_OK;
    return CZ_FAIL(err, CZ_E_INVALID, "comm_r is not the hash of comm_c and comm_r_last");
}

/* --- Tasks ---------------------------------------------------------------------------------------------------------
 */

/* Runs tasks on a pool and keeps the failure of the first that fails, whatever the order in which they are done. */
struct tasks {
    cz_code (*check)(cz_error *err, const void *ctx, size_t task);
    const void *ctx;
    atomic_size_t first_failed; /* tasks behind it need not run */
    pthread_mutex_t lock;
    size_t error_of;
    cz_code code;
    cz_error error;
};

static void run_task(void *ctx, size_t task, unsigned worker) {
    (void)worker;
    struct tasks *t = ctx;
    if (task > atomic_load(&t->first_failed)) return;
    cz_error err = {0};
    cz_code code = t->check(&err, t->ctx, task);
    if (code == CZ_OK) return;
    pthread_mutex_lock(&t->lock);
    if (task < t->error_of) {
        t->error_of = task;
        t->code = code;
        t->error = err;
        atomic_store(&t->first_failed, task);
    }
    pthread_mutex_unlock(&t->lock);
}

static cz_code run_tasks(cz_error *err, cz_pool *pool, size_t n, const void *ctx,
                         cz_code (*check)(cz_error *err, const void *ctx, size_t task)) {
    struct tasks t = {
        .check = check, .ctx = ctx, .first_failed = SIZE_MAX, .lock = PTHREAD_MUTEX_INITIALIZER, .error_of = SIZE_MAX};
    cz_pool_run(pool, n, run_task, &t);
    pthread_mutex_destroy(&t.lock);
    if (t.code != CZ_OK && err != NULL) *err = t.error;
    return t.code;
}

/* --- PoRep ---------------------------------------------------------------------------------------------------------
 */

struct porep {
    const cz_c1 *c1;
    const cz_sector *sector;
    const cz_poseidons *poseidons;
    const cz_node *comm_c, *comm_r_last; /* of the first challenge: all must agree */
};

static cz_code check_column(cz_error *err, const struct porep *p, const cz_column_proof *c, uint64_t node) {
    if (c->index != node) {
        return CZ_FAIL(err, CZ_E_INVALID, "column.index is %" PRIu32 ", the node is %" PRIu64, c->index, node);
    }
    cz_fr rows[CZ_MAX_LAYERS], h;
    cz_node hash;
    for (unsigned l = 0; l < p->sector->layers; l++) {
        cz_code code = to_fr(err, &rows[l], &c->rows[l], "the row");
        if (code != CZ_OK) return cz_error_context(err, code, "layer %u", l + 1);
    }
    cz_poseidon_hash(&h, cz_poseidons_merkle(p->poseidons, p->sector->layers), rows);
    cz_fr_to_le(hash.b, &h);
    if (memcmp(&hash, &c->path.leaf, sizeof hash) != 0) {
        return CZ_FAIL(err, CZ_E_INVALID, "column.rows of layers 1 to %u do not hash to the leaf in TreeC",
                       p->sector->layers);
    }
    cz_code code = check_path(err, p->poseidons, &c->path, p->sector, CZ_TREE_C, node, p->comm_c,
                              "comm_c (the root of challenge 0's c_x proof)");
    return code == CZ_OK ? CZ_OK : cz_error_context(err, code, "inclusion_proof");
}

/* The labels of the parents that layer `layer` of a node is made of, in the order of hashing. */
static size_t parent_labels(const cz_node *out[CZ_PARENTS], const cz_porep_challenge *ch, unsigned layer) {
    for (unsigned i = 0; i < CZ_DRG_PARENTS; i++) out[i] = &ch->drg[i].rows[layer - 1];
    if (layer == 1) return CZ_DRG_PARENTS;
    for (unsigned i = 0; i < CZ_EXP_PARENTS; i++) out[CZ_DRG_PARENTS + i] = &ch->exp[i].rows[layer - 2];
    return CZ_PARENTS;
}

/* A labeling proof repeats what the columns say; its label is made anew from the columns. */
static cz_code check_label(cz_error *err, cz_node *label, const struct porep *p, const cz_porep_challenge *ch,
                           const cz_label_proof *proof, unsigned layer, uint64_t challenge) {
    if (proof->layer != layer) {
        return CZ_FAIL(err, CZ_E_INVALID, "layer_index is %" PRIu32 ", %u is expected", proof->layer, layer);
    }
    if (proof->node != challenge) {
        return CZ_FAIL(err, CZ_E_INVALID, "node is %" PRIu64 ", the challenge is %" PRIu64, proof->node, challenge);
    }
    const cz_node *parents[CZ_PARENTS];
    size_t n = parent_labels(parents, ch, layer);
    for (unsigned i = 0; i < CZ_LABEL_PARENTS; i++) {
        if (memcmp(&proof->parents[i], parents[i % n], sizeof *parents[0]) != 0) {
            return CZ_FAIL(err, CZ_E_INVALID, "parents[%u] is not the label in the column of parent %zu", i, i % n);
        }
    }
    cz_label(label, &p->c1->replica_id, layer, challenge, parents, n);
    return CZ_OK;
}

static cz_code check_labels(cz_error *err, const struct porep *p, const cz_porep_challenge *ch, uint64_t challenge) {
    cz_node label = {{0}};
    unsigned layers = p->sector->layers;
    for (unsigned l = 1; l <= layers; l++) {
        cz_code code = check_label(err, &label, p, ch, &ch->labels[l - 1], l, challenge);
        if (code == CZ_OK && memcmp(&label, &ch->c_x.rows[l - 1], sizeof label) != 0) {
            code = CZ_FAIL(err, CZ_E_INVALID, "the label is not the one in c_x's column");
        }
        if (code != CZ_OK) return cz_error_context(err, code, "labeling_proofs[%u] (layer %u)", l - 1, l);
    }
    cz_code code = check_label(err, &label, p, ch, &ch->encoding, layers, challenge);
    if (code == CZ_OK) {
        cz_fr key, data;
        cz_node replica;
        CZ_TRY(to_fr(err, &key, &label, "the key"));
        CZ_TRY(to_fr(err, &data, &ch->comm_d.leaf, "the data"));
        cz_fr_add(&key, &key, &data);
        cz_fr_to_le(replica.b, &key);
        if (memcmp(&replica, &ch->comm_r_last.leaf, sizeof replica) != 0) {
            code = CZ_FAIL(err, CZ_E_INVALID,
                           "label of the last layer plus data (leaf of comm_d_proofs) is not the "
                           "replica (leaf of comm_r_last_proof)");
        }
    }
    return code == CZ_OK ? CZ_OK : cz_error_context(err, code, "encoding_proof (layer %u)", layers);
}

static cz_code check_challenge(cz_error *err, const struct porep *p, const cz_porep_challenge *ch, uint64_t challenge) {
    const cz_sector *s = p->sector;
    uint64_t parents[CZ_PARENTS];
    cz_porep_parents(parents, &p->c1->proof, challenge);
    cz_code code = check_path(err, p->poseidons, &ch->comm_d, s, CZ_TREE_D, challenge, &p->c1->comm_d, "comm_d");
    if (code != CZ_OK) return cz_error_context(err, code, "comm_d_proofs");
    code = check_column(err, p, &ch->c_x, challenge);
    if (code != CZ_OK) return cz_error_context(err, code, "replica_column_proofs.c_x");
    for (unsigned i = 0; i < CZ_PARENTS; i++) {
        bool drg = i < CZ_DRG_PARENTS;
        unsigned k = drg ? i : i - CZ_DRG_PARENTS;
        code = check_column(err, p, drg ? &ch->drg[k] : &ch->exp[k], parents[i]);
        if (code != CZ_OK) {
            return cz_error_context(err, code, "replica_column_proofs.%s[%u]", drg ? "drg_parents" : "exp_parents", k);
        }
    }
    CZ_TRY(check_labels(err, p, ch, challenge));
    code = check_path(err, p->poseidons, &ch->comm_r_last, s, CZ_TREE_R, challenge, p->comm_r_last,
                      "comm_r_last (the root of challenge 0's proof)");
    return code == CZ_OK ? CZ_OK : cz_error_context(err, code, "comm_r_last_proof");
}

static cz_code porep_task(cz_error *err, const void *ctx, size_t task) {
    const struct porep *p = ctx;
    unsigned n = p->sector->porep_challenges;
    size_t partition = task / n, i = task % n;
    uint64_t challenges[CZ_MAX_POREP_CHALLENGES];
    cz_porep_challenges(challenges, p->c1, partition);
    cz_code code = check_challenge(err, p, &p->c1->partitions[partition].challenges[i], challenges[i]);
    if (code == CZ_OK) return CZ_OK;
    return cz_error_context(err, code, "partition %zu, challenge %zu (node %" PRIu64 ")", partition, i, challenges[i]);
}

cz_code cz_porep_check(cz_error *err, cz_pool *pool, const cz_c1 *c1, const cz_poseidons *poseidons) {
    const cz_sector *s = c1->proof.sector;
    size_t n_partitions = cz_porep_n_partitions(&c1->proof);
    if (c1->n_partitions != n_partitions) {
        return CZ_FAIL(err, CZ_E_MISMATCH, "%s has %zu partitions, the C1 output has %zu", c1->proof.name, n_partitions,
                       c1->n_partitions);
    }
    for (size_t i = 0; i < n_partitions; i++) {
        if (c1->partitions[i].n_challenges == s->porep_challenges) continue;
        return CZ_FAIL(err, CZ_E_MISMATCH, "partition %zu has %zu challenges, %u are expected", i,
                       c1->partitions[i].n_challenges, s->porep_challenges);
    }
    const cz_porep_challenge *first = &c1->partitions[0].challenges[0];
    struct porep p = {.c1 = c1,
                      .sector = s,
                      .poseidons = poseidons,
                      .comm_c = &first->c_x.path.root,
                      .comm_r_last = &first->comm_r_last.root};
    CZ_INVARIANT(s->porep_challenges <= CZ_MAX_POREP_CHALLENGES, "too many challenges in a partition");
    cz_code code = check_comm_r(err, poseidons, &c1->comm_r, p.comm_c, p.comm_r_last);
    if (code != CZ_OK)
        return cz_error_context(err, code, "partition 0, challenge 0, roots of c_x and comm_r_last_proof");
    return run_tasks(err, pool, n_partitions * s->porep_challenges, &p, porep_task);
}

/* --- PoSt ----------------------------------------------------------------------------------------------------------
 */

struct post {
    const cz_registered *proof;
    const uint8_t *randomness;
    const cz_post_sector *sectors;
    size_t partition;
    const cz_poseidons *poseidons;
};

/* One task is one sector: its commitments and all its inclusion proofs. */
static cz_code post_task(cz_error *err, const void *ctx, size_t task) {
    const struct post *p = ctx;
    const cz_post_sector *s = &p->sectors[task];
    bool winning = p->proof->kind == CZ_KIND_WINNING;
    cz_code code = check_comm_r(err, p->poseidons, &s->comm_r, &s->comm_c, &s->comm_r_last);
    for (size_t i = 0; i < s->n_proofs && code == CZ_OK; i++) {
        uint64_t index = winning ? cz_post_challenge_index(p->proof, p->partition, i, 0)
                                 : cz_post_challenge_index(p->proof, p->partition, task, i);
        uint64_t leaf = p->randomness == NULL ? cz_merkle_proof_index(&s->proofs[i])
                                              : cz_post_leaf(p->proof->sector, p->randomness, s->sector_id, index);
        code = check_path(err, p->poseidons, &s->proofs[i], p->proof->sector, CZ_TREE_R, leaf, &s->comm_r_last,
                          "comm_r_last");
        if (code != CZ_OK) (void)cz_error_context(err, code, "challenge %zu (leaf %" PRIu64 ")", i, leaf);
    }
    if (code == CZ_OK) return CZ_OK;
    return cz_error_context(err, code, "partition %zu, sector %" PRIu64 " (number %zu of the partition)", p->partition,
                            s->sector_id, task);
}

cz_code cz_post_check(cz_error *err, cz_pool *pool, const cz_registered *proof, const uint8_t randomness[32],
                      const cz_post_sector *sectors, size_t n_sectors, size_t partition,
                      const cz_poseidons *poseidons) {
    CZ_TRY(cz_post_check_sectors(err, proof, sectors, n_sectors));
    size_t n_proofs = proof->kind == CZ_KIND_WINNING ? CZ_WINNING_CHALLENGES : CZ_WINDOW_CHALLENGES;
    for (size_t i = 0; i < n_sectors; i++) {
        if (sectors[i].n_proofs == n_proofs) continue;
        return CZ_FAIL(err, CZ_E_MISMATCH, "sector %" PRIu64 " has %zu inclusion proofs, %s takes %zu",
                       sectors[i].sector_id, sectors[i].n_proofs, proof->name, n_proofs);
    }
    struct post p = {
        .proof = proof, .randomness = randomness, .sectors = sectors, .partition = partition, .poseidons = poseidons};
    return run_tasks(err, pool, n_sectors, &p, post_task);
}
