/* Memory and shapes of vanilla proofs: see vanilla.h. */
#include "filecoin/vanilla.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* An arena is a list of blocks, each for one allocation. */
struct block {
    struct block *next;
    _Alignas(max_align_t) uint8_t data[];
};

cz_code cz_vanilla_alloc(cz_error *err, void *out_ptr, void **arena, size_t n, size_t size, const char *what) {
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || __builtin_add_overflow(bytes, sizeof(struct block), &bytes)) {
        return CZ_FAIL(err, CZ_E_LIMIT, "%zu items of %zu bytes for %s are more than memory can hold", n, size, what);
    }
    struct block *b = NULL;
    CZ_TRY(cz_calloc(err, &b, bytes, 1, what));
    b->next = *arena;
    *arena = b;
    void *p = b->data;
    memcpy(out_ptr, &p, sizeof p);
    return CZ_OK;
}

void cz_vanilla_arena_free(void **arena) {
    for (struct block *b = *arena, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    *arena = NULL;
}

size_t cz_merkle_proof_shape(cz_merkle_proof *p, const cz_sector *sector, cz_tree tree) {
    size_t n = 0;
    p->n_levels = cz_tree_levels(sector, tree);
    for (unsigned i = 0; i < p->n_levels; i++) {
        p->arity[i] = (uint8_t)cz_tree_arity(sector, tree, i);
        p->first[i] = (uint16_t)n;
        n += p->arity[i] - 1u;
    }
    return n;
}

uint64_t cz_merkle_proof_index(const cz_merkle_proof *p) {
    uint64_t index = 0, width = 1;
    for (unsigned i = 0; i < p->n_levels; i++) {
        index += p->index[i] * width;
        width *= p->arity[i];
    }
    return index;
}

void cz_c1_free(cz_c1 *c1) {
    cz_vanilla_arena_free(&c1->arena);
    *c1 = (cz_c1){0};
}

void cz_post_sector_free(cz_post_sector *s) {
    cz_vanilla_arena_free(&s->arena);
    *s = (cz_post_sector){0};
}
