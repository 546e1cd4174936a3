/* Sums of many lists of G1 points: see affine_sum.h. affine_sum_g2.c is the same code for G2; keep them in step.
 *
 * A round adds neighbours of each list, so that a list of k elements shrinks to ceil(k / 2). The first round reads
 * points through their references; later rounds alternate between two buffers, since an addition's result must not
 * overwrite an operand of one that is still to come.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "curve/affine_sum.h"
#include "curve/affine_sum_kernel.h"

struct cz_g1_summer {
    size_t n_refs, n_lists;
    cz_g1 *buffer[2];
    uint32_t *length; /* of each list, in the current buffer */
    cz_g1_pair pairs[CZ_PAIRS_PER_BATCH];
    size_t n_pairs;
};

cz_code cz_g1_summer_new(cz_error *err, cz_g1_summer **out, size_t n_refs, size_t n_lists) {
    cz_g1_summer *s = NULL;
    CZ_TRY(cz_calloc(err, &s, 1, sizeof *s, "sums of points"));
    s->n_refs = n_refs;
    s->n_lists = n_lists;
    /* after the first round: half the references, and one left over in each list */
    size_t first = n_refs / 2 + n_lists + 1, second = first / 2 + n_lists + 1;
    cz_code code = cz_calloc(err, &s->buffer[0], first, sizeof(cz_g1), "sums of points");
    if (code == CZ_OK) code = cz_calloc(err, &s->buffer[1], second, sizeof(cz_g1), "sums of points");
    if (code == CZ_OK) code = cz_calloc(err, &s->length, n_lists, sizeof(uint32_t), "sums of points");
    if (code != CZ_OK) {
        cz_g1_summer_free(s);
        return code;
    }
    *out = s;
    return CZ_OK;
}

void cz_g1_summer_free(cz_g1_summer *s) {
    if (s == NULL) return;
    free(s->buffer[0]);
    free(s->buffer[1]);
    free(s->length);
    free(s);
}

static void flush(cz_g1_summer *s) {
    if (s->n_pairs > 0) CZ_KERNEL_PICK(cz_g1_add_pairs)(s->pairs, s->n_pairs);
    s->n_pairs = 0;
}

static void push(cz_g1_summer *s, cz_g1_pair pair) {
    if (s->n_pairs == CZ_PAIRS_PER_BATCH) flush(s);
    s->pairs[s->n_pairs++] = pair;
}

static void copy_ref(cz_g1 *out, const cz_g1 *points, cz_ref ref) {
    *out = points[ref >> 1];
    if ((ref & 1) != 0) cz_g1_neg(out, out);
}

/* From references to buffer 0; returns whether a list is longer than one. */
static bool first_round(cz_g1_summer *s, const cz_g1 *points, const cz_ref *refs, const uint32_t *start,
                        size_t n_lists) {
    cz_g1 *to = s->buffer[0];
    bool more = false;
    for (size_t k = 0; k < n_lists; k++) {
        uint32_t i = start[k], end = start[k + 1];
        s->length[k] = (end - i + 1) / 2;
        more = more || s->length[k] > 1;
        for (; i + 1 < end; i += 2) {
            push(s, (cz_g1_pair){&points[refs[i] >> 1], &points[refs[i + 1] >> 1], to++, refs[i] & 1, refs[i + 1] & 1});
        }
        if (i < end) copy_ref(to++, points, refs[i]);
    }
    flush(s);
    return more;
}

static bool next_round(cz_g1_summer *s, const cz_g1 *from, cz_g1 *to, size_t n_lists) {
    bool more = false;
    for (size_t k = 0; k < n_lists; k++) {
        uint32_t n = s->length[k];
        s->length[k] = (n + 1) / 2;
        more = more || s->length[k] > 1;
        for (; n >= 2; n -= 2, from += 2) push(s, (cz_g1_pair){from, from + 1, to++, false, false});
        if (n == 1) *to++ = *from++;
    }
    flush(s);
    return more;
}

void cz_g1_sum_lists(cz_g1 *out, cz_g1_summer *s, const cz_g1 *points, const cz_ref *refs, const uint32_t *start,
                     size_t n_lists) {
    CZ_INVARIANT(n_lists <= s->n_lists && start[n_lists] - start[0] <= s->n_refs, "sums of points beyond their room");
    unsigned current = 0;
    bool more = first_round(s, points, refs, start, n_lists);
    while (more) {
        more = next_round(s, s->buffer[current], s->buffer[1 - current], n_lists);
        current = 1 - current;
    }
    const cz_g1 *from = s->buffer[current];
    for (size_t k = 0; k < n_lists; k++) {
        if (s->length[k] == 1) push(s, (cz_g1_pair){&out[k], from++, &out[k], false, false});
    }
    flush(s);
}
