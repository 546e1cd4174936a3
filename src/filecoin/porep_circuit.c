/* The stacked PoRep circuit (spec circuits §8, §9): see circuits.h. */
#include "filecoin/circuit_paths.h"
#include "filecoin/circuits.h"
#include "gadget/sha256.h"

/* What every challenge of a partition refers to. */
struct globals {
    const cz_porep_circuit *circuit;
    const cz_sector *sector;
    cz_bool replica_id[256]; /* message bits */
    cz_num comm_d, comm_r_last, comm_c;
};

static cz_num alloc_node(cz_cs *cs, const char *space, const cz_node *node, const char *what) {
    cz_cs_enter(cs, space, -1);
    cz_fr v = cz_circuit_node(cs, node, what);
    cz_num n = cz_num_alloc(cs, &v);
    cz_cs_leave(cs);
    return n;
}

static void inputize(cz_cs *cs, const char *space, const cz_num *n) {
    cz_cs_enter(cs, space, -1);
    cz_num_inputize(cs, n);
    cz_cs_leave(cs);
}

static void message_bits(cz_cs *cs, cz_bool out[256], const cz_num *n) {
    cz_bool le[255];
    cz_num_to_bits_le(cs, le, n);
    cz_message_bits(out, le);
}

static void include(cz_cs *cs, const struct globals *g, cz_tree tree, const cz_merkle_proof *proof, const cz_num *leaf,
                    const cz_num *root) {
    cz_circuit_path path;
    cz_circuit_path_of(cs, &path, g->sector, tree, proof);
    cz_merkle_inclusion(cs, tree == CZ_TREE_D ? NULL : g->circuit->poseidons, path.levels, path.n_levels, leaf, root);
}

static cz_num column_hash(cz_cs *cs, const struct globals *g, const cz_num *rows) {
    return cz_poseidon_circuit(cs, cz_poseidons_merkle(g->circuit->poseidons, g->sector->layers), rows);
}

/* A parent's column: its rows, hashed and found in TreeC. */
static void parent_column(cz_cs *cs, const struct globals *g, cz_num rows[CZ_MAX_LAYERS], unsigned parent,
                          const cz_column_proof *proof) {
    bool drg = parent < CZ_DRG_PARENTS;
    unsigned k = drg ? parent : parent - CZ_DRG_PARENTS;
    cz_cs_enter(cs, drg ? "drg_parent_#_num" : "exp_parent_#_num", k);
    for (unsigned l = 0; l < g->sector->layers; l++) {
        cz_fr v = cz_circuit_node(cs, proof == NULL ? NULL : &proof->rows[l], "a column row");
        rows[l] = cz_num_alloc(cs, &v);
    }
    cz_cs_leave(cs);
    cz_cs_enter(cs, drg ? "drg_parent_#_constraint" : "exp_parent_#_constraint", k);
    cz_num hash = column_hash(cs, g, rows);
    cz_cs_leave(cs);
    cz_cs_enter(cs, drg ? "drg_parent_#_inclusion" : "exp_parent_#_inclusion", k);
    include(cs, g, CZ_TREE_C, proof == NULL ? NULL : &proof->path, &hash, &g->comm_c);
    cz_cs_leave(cs);
}

/* SHA-256(replica_id, layer, node, zeros, 37 parents), without its two top bits. */
static cz_num label(cz_cs *cs, const struct globals *g, unsigned layer, const cz_bool node_le[64],
                    const cz_bool parents[][256], unsigned n_parents) {
    cz_bool message[512 + CZ_LABEL_PARENTS * 256];
    memcpy(message, g->replica_id, sizeof g->replica_id);
    for (unsigned i = 0; i < 32; i++) message[256 + i] = cz_bool_const(layer >> (31 - i) & 1);
    for (unsigned i = 0; i < 64; i++) message[288 + i] = node_le[63 - i];
    for (unsigned i = 352; i < 512; i++) message[i] = cz_bool_const(false);
    for (unsigned k = 0; k < CZ_LABEL_PARENTS; k++) {
        memcpy(message + 512 + (size_t)k * 256, parents[k % n_parents], sizeof parents[0]);
    }
    cz_bool digest[256];
    cz_sha256_circuit(cs, digest, message, sizeof message / sizeof *message);
    return cz_sha256_digest_num(cs, digest);
}

static void synthesize_challenge(cz_cs *cs, const struct globals *g, const cz_porep_challenge *ch) {
    const cz_sector *sector = g->sector;
    cz_num leaf = alloc_node(cs, "data_leaf", ch == NULL ? NULL : &ch->comm_d.leaf, "the data leaf");
    cz_cs_enter(cs, "comm_d_inclusion", -1);
    include(cs, g, CZ_TREE_D, ch == NULL ? NULL : &ch->comm_d, &leaf, &g->comm_d);
    cz_cs_leave(cs);

    cz_num columns[CZ_PARENTS][CZ_MAX_LAYERS];
    for (unsigned i = 0; i < CZ_PARENTS; i++) {
        const cz_column_proof *proof = NULL;
        if (ch != NULL) proof = i < CZ_DRG_PARENTS ? &ch->drg[i] : &ch->exp[i - CZ_DRG_PARENTS];
        parent_column(cs, g, columns[i], i, proof);
    }

    cz_cs_enter(cs, "challenge", -1);
    uint64_t node = ch == NULL ? 0 : ch->labels[0].node;
    cz_bool node_bits[64];
    for (unsigned i = 0; i < 64; i++) node_bits[i] = cz_bool_alloc(cs, node >> i & 1);
    cz_cs_leave(cs);
    cz_cs_enter(cs, "challenge input", -1);
    cz_pack_into_inputs(cs, node_bits, 64);
    cz_cs_leave(cs);

    cz_num labels[CZ_MAX_LAYERS];
    for (unsigned layer = 1; layer <= sector->layers; layer++) {
        cz_cs_enter(cs, "labeling_", layer);
        cz_bool parents[CZ_PARENTS][256];
        for (unsigned i = 0; i < CZ_DRG_PARENTS; i++) message_bits(cs, parents[i], &columns[i][layer - 1]);
        for (unsigned i = CZ_DRG_PARENTS; layer > 1 && i < CZ_PARENTS; i++) {
            message_bits(cs, parents[i], &columns[i][layer - 2]);
        }
        labels[layer - 1] = label(cs, g, layer, node_bits, parents, layer > 1 ? CZ_PARENTS : CZ_DRG_PARENTS);
        cz_cs_leave(cs);
    }

    cz_cs_enter(cs, "encode_node", -1);
    cz_num encoded = cz_num_add(cs, &labels[sector->layers - 1], &leaf);
    cz_cs_leave(cs);
    cz_cs_enter(cs, "comm_r_last_data_inclusion", -1);
    include(cs, g, CZ_TREE_R, ch == NULL ? NULL : &ch->comm_r_last, &encoded, &g->comm_r_last);
    cz_cs_leave(cs);
    cz_cs_enter(cs, "c_x_column_hash", -1);
    cz_num hash = column_hash(cs, g, labels);
    cz_cs_leave(cs);
    cz_cs_enter(cs, "c_x_inclusion", -1);
    include(cs, g, CZ_TREE_C, ch == NULL ? NULL : &ch->c_x.path, &hash, &g->comm_c);
    cz_cs_leave(cs);
}

void cz_porep_synthesize(cz_cs *cs, const void *circuit) {
    const cz_porep_circuit *c = circuit;
    const cz_porep_challenge *ch = NULL;
    if (cz_cs_wants_values(cs)) {
        if (c->partition->n_challenges != c->sector->porep_challenges) {
            cz_cs_fail(cs, CZ_E_MISMATCH, "a partition has %zu challenges, a %s sector's has %u",
                       c->partition->n_challenges, c->sector->name, c->sector->porep_challenges);
            return;
        }
        ch = c->partition->challenges;
    }
    struct globals g = {.circuit = c, .sector = c->sector};
    const cz_c1 *c1 = ch == NULL ? NULL : c->c1;
    cz_num replica_id = alloc_node(cs, "replica_id", c1 == NULL ? NULL : &c1->replica_id, "replica_id");
    inputize(cs, "replica_id_input", &replica_id);
    cz_cs_enter(cs, "replica_id_bits", -1);
    message_bits(cs, g.replica_id, &replica_id);
    cz_cs_leave(cs);
    g.comm_d = alloc_node(cs, "comm_d", c1 == NULL ? NULL : &c1->comm_d, "comm_d");
    inputize(cs, "comm_d_input", &g.comm_d);
    cz_num comm_r = alloc_node(cs, "comm_r", c1 == NULL ? NULL : &c1->comm_r, "comm_r");
    inputize(cs, "comm_r_input", &comm_r);
    g.comm_r_last = alloc_node(cs, "comm_r_last", ch == NULL ? NULL : &ch->comm_r_last.root, "comm_r_last");
    g.comm_c = alloc_node(cs, "comm_c", ch == NULL ? NULL : &ch->c_x.path.root, "comm_c");
    cz_cs_enter(cs, "H_comm_c_comm_r_last", -1);
    const cz_num pair[2] = {g.comm_c, g.comm_r_last};
    cz_num h = cz_poseidon_circuit(cs, c->poseidons->merkle2, pair);
    cz_cs_leave(cs);
    cz_num_equal(cs, &comm_r, &h);
    for (unsigned i = 0; i < c->sector->porep_challenges; i++) {
        cz_cs_enter(cs, "challenge_", i);
        synthesize_challenge(cs, &g, ch == NULL ? NULL : &ch[i]);
        cz_cs_leave(cs);
    }
}
