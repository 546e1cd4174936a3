/* Memory: see mem.h. */
#include "base/mem.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

cz_code cz_calloc(cz_error *err, void *out_ptr, size_t n, size_t size, const char *what) {
    void *p = calloc(n == 0 ? 1 : n, size);
    if (p == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for %s: %zu items of %zu bytes", what, n, size);
    memcpy(out_ptr, &p, sizeof p);
    return CZ_OK;
}

cz_code cz_grow(cz_error *err, void *ptr, size_t *cap, size_t need, size_t size, const char *what) {
    if (need <= *cap) return CZ_OK;
    size_t n = *cap < 16 ? 16 : *cap + *cap / 2;
    if (n < need) n = need;
    void *p;
    memcpy(&p, ptr, sizeof p);
    void *q = reallocarray(p, n, size);
    if (q == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for %s: %zu items of %zu bytes", what, n, size);
    memcpy(ptr, &q, sizeof q);
    *cap = n;
    return CZ_OK;
}

#define HUGE_PAGE_BYTES ((size_t)2 << 20)
#define PAGE_BYTES ((size_t)4096)

struct free_slab {
    void *data;
    size_t bytes;
    struct free_slab *next;
};

struct cz_slabs {
    pthread_mutex_t lock;
    size_t limit_bytes;
    struct free_slab *free_list;
    cz_slab_stats stats;
};

cz_code cz_slabs_new(cz_error *err, cz_slabs **out, size_t limit_bytes) {
    cz_slabs *s = NULL;
    CZ_TRY(cz_calloc(err, &s, 1, sizeof *s, "a slab pool"));
    pthread_mutex_init(&s->lock, NULL);
    s->limit_bytes = limit_bytes;
    *out = s;
    return CZ_OK;
}

void cz_slabs_free(cz_slabs *slabs) {
    if (slabs == NULL) return;
    CZ_INVARIANT(slabs->stats.n_in_use == 0, "slab pool freed with %zu slabs (%zu bytes) still in use",
                 slabs->stats.n_in_use, slabs->stats.in_use_bytes);
    cz_slabs_trim(slabs);
    pthread_mutex_destroy(&slabs->lock);
    free(slabs);
}

/* Takes the smallest free slab that fits and wastes at most half of itself. */
static struct free_slab *take_free(cz_slabs *slabs, size_t bytes) {
    struct free_slab **best = NULL;
    for (struct free_slab **p = &slabs->free_list; *p != NULL; p = &(*p)->next) {
        if ((*p)->bytes < bytes || (*p)->bytes / 2 > bytes) continue;
        if (best == NULL || (*p)->bytes < (*best)->bytes) best = p;
    }
    if (best == NULL) return NULL;
    struct free_slab *f = *best;
    *best = f->next;
    return f;
}

static void trim_locked(cz_slabs *slabs) {
    while (slabs->free_list != NULL) {
        struct free_slab *f = slabs->free_list;
        slabs->free_list = f->next;
        munmap(f->data, f->bytes);
        slabs->stats.held_bytes -= f->bytes;
        free(f);
    }
}

static void *map_pages(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (bytes >= HUGE_PAGE_BYTES) (void)madvise(p, bytes, MADV_HUGEPAGE); /* a wish: small pages do as well */
    return p;
}

cz_code cz_slab_acquire(cz_error *err, cz_slab *out, cz_slabs *slabs, size_t bytes, const char *label) {
    if (bytes == 0) bytes = 1;
    if (bytes > SIZE_MAX - HUGE_PAGE_BYTES) return CZ_FAIL(err, CZ_E_LIMIT, "%s: %zu bytes are too many", label, bytes);
    size_t unit = bytes >= HUGE_PAGE_BYTES ? HUGE_PAGE_BYTES : PAGE_BYTES;
    size_t rounded = (bytes + unit - 1) / unit * unit;

    pthread_mutex_lock(&slabs->lock);
    cz_slab_stats *st = &slabs->stats;
    struct free_slab *f = take_free(slabs, rounded);
    void *data = NULL;
    cz_code code = CZ_OK;
    if (f != NULL) {
        data = f->data;
        rounded = f->bytes;
        free(f);
    } else {
        if (slabs->limit_bytes != 0 && st->held_bytes + rounded > slabs->limit_bytes) trim_locked(slabs);
        if (slabs->limit_bytes != 0 &&
            (rounded > slabs->limit_bytes || st->held_bytes > slabs->limit_bytes - rounded)) {
            code = CZ_FAIL(err, CZ_E_LIMIT, "%s needs %zu bytes, but %zu of the %zu allowed are in use", label, rounded,
                           st->in_use_bytes, slabs->limit_bytes);
        } else {
            data = map_pages(rounded);
            if (data == NULL) {
                code = CZ_FAIL(err, CZ_E_NOMEM, "%s: the system has no %zu bytes; free memory or lower the limits",
                               label, rounded);
            } else {
                st->held_bytes += rounded;
            }
        }
    }
    if (code == CZ_OK) {
        st->in_use_bytes += rounded;
        if (st->in_use_bytes > st->peak_bytes) st->peak_bytes = st->in_use_bytes;
        st->n_in_use++;
        st->n_acquired++;
    }
    pthread_mutex_unlock(&slabs->lock);
    if (code != CZ_OK) return code;
    *out = (cz_slab){data, rounded, slabs, label};
    return CZ_OK;
}

void cz_slab_release(cz_slab *slab) {
    if (slab->owner == NULL) return;
    cz_slabs *slabs = slab->owner;
    struct free_slab *f = malloc(sizeof *f);
    pthread_mutex_lock(&slabs->lock);
    slabs->stats.in_use_bytes -= slab->bytes;
    slabs->stats.n_in_use--;
    slabs->stats.n_released++;
    if (f != NULL) {
        *f = (struct free_slab){slab->data, slab->bytes, slabs->free_list};
        slabs->free_list = f;
    } else {
        munmap(slab->data, slab->bytes);
        slabs->stats.held_bytes -= slab->bytes;
    }
    pthread_mutex_unlock(&slabs->lock);
    *slab = (cz_slab){0};
}

void cz_slabs_trim(cz_slabs *slabs) {
    pthread_mutex_lock(&slabs->lock);
    trim_locked(slabs);
    pthread_mutex_unlock(&slabs->lock);
}

void cz_slabs_stats(cz_slab_stats *out, const cz_slabs *slabs) {
    pthread_mutex_t *lock = (pthread_mutex_t *)&slabs->lock; /* taking a lock does not change what a reader sees */
    pthread_mutex_lock(lock);
    *out = slabs->stats;
    pthread_mutex_unlock(lock);
}

uint64_t cz_peak_rss_bytes(void) {
    struct rusage u;
    if (getrusage(RUSAGE_SELF, &u) != 0) return 0;
    return (uint64_t)u.ru_maxrss * 1024;
}
