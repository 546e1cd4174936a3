/* The fallback PoSt circuit, for WinningPoSt and WindowPoSt (spec circuits §10): see circuits.h. */
#include "filecoin/circuit_paths.h"
#include "filecoin/circuits.h"

static cz_num alloc_node(cz_cs *cs, const cz_node *node, const char *what) {
    cz_fr v = cz_circuit_node(cs, node, what);
    return cz_num_alloc(cs, &v);
}

/* One slot: a sector's commitments and the inclusion of its challenged leaves; proofs may be NULL without values. */
static void synthesize_slot(cz_cs *cs, const cz_post_circuit *c, const cz_post_sector *s, const cz_merkle_proof *proofs,
                            unsigned n_challenges) {
    cz_num comm_r_last = alloc_node(cs, s == NULL ? NULL : &s->comm_r_last, "comm_r_last");
    cz_num comm_c = alloc_node(cs, s == NULL ? NULL : &s->comm_c, "comm_c");
    cz_num comm_r = alloc_node(cs, s == NULL ? NULL : &s->comm_r, "comm_r");
    cz_num_inputize(cs, &comm_r);
    const cz_num pair[2] = {comm_c, comm_r_last};
    cz_num h = cz_poseidon_circuit(cs, c->poseidons->merkle2, pair);
    cz_num_equal(cs, &comm_r, &h);
    for (unsigned i = 0; i < n_challenges; i++) {
        cz_cs_enter(cs, "challenge_", i);
        cz_num leaf = alloc_node(cs, proofs == NULL ? NULL : &proofs[i].leaf, "a challenged leaf");
        cz_circuit_path path;
        cz_circuit_path_of(cs, &path, c->sector, CZ_TREE_R, proofs == NULL ? NULL : &proofs[i]);
        cz_merkle_inclusion(cs, c->poseidons, path.levels, path.n_levels, &leaf, &comm_r_last);
        cz_cs_leave(cs);
    }
}

void cz_post_synthesize(cz_cs *cs, const void *circuit) {
    const cz_post_circuit *c = circuit;
    bool winning = c->kind == CZ_KIND_WINNING, values = cz_cs_wants_values(cs);
    unsigned n_slots = winning ? CZ_WINNING_CHALLENGES : c->sector->window_sectors;
    unsigned n_challenges = winning ? 1 : CZ_WINDOW_CHALLENGES,
             n_proofs = winning ? CZ_WINNING_CHALLENGES : n_challenges;
    if (values && (c->n_sectors == 0 || c->n_sectors > (winning ? 1 : n_slots))) {
        cz_cs_fail(cs, CZ_E_MISMATCH, "%zu sectors do not fit a %s PoSt of %s sectors, which takes 1 to %u",
                   c->n_sectors, cz_kind_name(c->kind), c->sector->name, winning ? 1 : n_slots);
        return;
    }
    for (size_t i = 0; values && i < c->n_sectors; i++) {
        if (c->sectors[i].n_proofs == n_proofs) continue;
        cz_cs_fail(cs, CZ_E_MISMATCH, "sector %llu has %zu inclusion proofs, a %s PoSt takes %u",
                   (unsigned long long)c->sectors[i].sector_id, c->sectors[i].n_proofs, cz_kind_name(c->kind),
                   n_proofs);
        return;
    }
    cz_cs_enter(cs, "outer namespace", -1);
    for (unsigned i = 0; i < n_slots; i++) {
        const cz_post_sector *s = NULL;
        const cz_merkle_proof *proofs = NULL;
        if (values) {
            s = &c->sectors[winning ? 0 : i < c->n_sectors ? i : c->n_sectors - 1];
            proofs = winning ? s->proofs + i : s->proofs;
        }
        cz_cs_enter(cs, "sector_", i);
        synthesize_slot(cs, c, s, proofs, n_challenges);
        cz_cs_leave(cs);
    }
    cz_cs_leave(cs);
}
