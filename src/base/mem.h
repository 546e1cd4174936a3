/* Memory: small objects, and slabs for large buffers.
 *
 * Large buffers (points, scalars, witnesses) come from a slab pool: page-aligned, backed by huge pages where the kernel
 * gives them, kept on a free list when released so that the next user pays no page faults. The counters of bytes in
 * use and bytes held live in acquire and release, so no path can forget them. A pool may have a limit; a request beyond
 * it is refused with CZ_E_LIMIT and the sizes involved.
 */
#ifndef CZ_BASE_MEM_H
#define CZ_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* n * size bytes, zeroed, overflow checked; `what` names the buffer in the error. Freed with free(). */
CZ_MUST_CHECK cz_code cz_calloc(cz_error *err, void *out_ptr, size_t n, size_t size, const char *what);

/* Grows *ptr (NULL at first) so that it holds at least `need` elements; *cap is updated. Contents are kept. */
CZ_MUST_CHECK cz_code cz_grow(cz_error *err, void *ptr, size_t *cap, size_t need, size_t size, const char *what);

typedef struct cz_slabs cz_slabs;

typedef struct cz_slab {
    void *data;   /* page aligned; contents undefined (zero on first use only) */
    size_t bytes; /* usable bytes, at least what was asked for */
    cz_slabs *owner;
    const char *label; /* what it is for, static storage; shown in listings */
} cz_slab;

typedef struct cz_slab_stats {
    size_t in_use_bytes, peak_bytes, held_bytes; /* with users; its highest value; with users or on the free list */
    size_t n_in_use;
    uint64_t n_acquired, n_released;
} cz_slab_stats;

/* limit_bytes 0: no limit. */
CZ_MUST_CHECK cz_code cz_slabs_new(cz_error *err, cz_slabs **out, size_t limit_bytes);
/* All slabs must have been released (invariant). */
void cz_slabs_free(cz_slabs *slabs);
/* Thread safe. `out` is filled; the caller owns it until cz_slab_release. */
CZ_MUST_CHECK cz_code cz_slab_acquire(cz_error *err, cz_slab *out, cz_slabs *slabs, size_t bytes, const char *label);
/* Thread safe; a zeroed or already released slab is a no-op. Zeroes *slab. */
void cz_slab_release(cz_slab *slab);
/* Gives free-listed memory back to the system. */
void cz_slabs_trim(cz_slabs *slabs);
void cz_slabs_stats(cz_slab_stats *out, const cz_slabs *slabs);

/* Peak resident set of this process in bytes, 0 if unknown. */
uint64_t cz_peak_rss_bytes(void);

#endif
