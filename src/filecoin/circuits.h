/* The circuits of Filecoin: stacked PoRep and fallback PoSt (spec circuits §9, §10). */
#ifndef CZ_FILECOIN_CIRCUITS_H
#define CZ_FILECOIN_CIRCUITS_H

#include "filecoin/vanilla.h"
#include "gadget/poseidon.h"
#include "r1cs/matrix.h"

/* One partition of a stacked PoRep. For a run without values everything but sector and poseidons may be NULL. */
typedef struct cz_porep_circuit {
    const cz_sector *sector;
    const cz_poseidons *poseidons;
    const cz_c1 *c1;
    const cz_porep_partition *partition;
} cz_porep_circuit;

/* One partition of a fallback PoSt: n_slots sector slots of n_challenges each. Slot i takes sectors[min(i, n_sectors -
 * 1)]; for WinningPoSt the single sector's 66 inclusion proofs are spread over the 66 slots. NULL for runs without
 * values. */
typedef struct cz_post_circuit {
    const cz_sector *sector;
    const cz_poseidons *poseidons;
    cz_kind kind; /* CZ_KIND_WINNING or CZ_KIND_WINDOW */
    const cz_post_sector *sectors;
    size_t n_sectors;
} cz_post_circuit;

/* cz_circuit_fn for the structs above. */
void cz_porep_synthesize(cz_cs *cs, const void *circuit);
void cz_post_synthesize(cz_cs *cs, const void *circuit);

#endif
