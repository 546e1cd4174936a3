/* The shape sink: see shape.h. Rows are encoded into a ring of buffers that a second thread hashes. */
#include "r1cs/shape.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/mem.h"

#define BUFFER_BYTES ((size_t)1 << 20)
#define N_BUFFERS 8
#define ROWS_PER_CHECKPOINT 65536

struct block {
    uint8_t *data;
    size_t n;
    bool checkpoint; /* one stands right behind this block */
    bool last;
};

/* The hashing thread and its queue of full blocks. */
struct hasher {
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct block ring[N_BUFFERS];
    uint64_t n_filled, n_hashed; /* blocks so far; filled - hashed <= N_BUFFERS */
    FILE *dump;
    bool dump_failed;
    cz_sha256 sha;
    uint8_t (*checkpoints)[8];
    size_t n_checkpoints, checkpoints_cap;
    bool no_memory;
};

static void hash_block(struct hasher *h, const struct block *b) {
    cz_sha256_update(&h->sha, b->data, b->n);
    if (h->dump != NULL && fwrite(b->data, 1, b->n, h->dump) != b->n) h->dump_failed = true;
    if (!b->checkpoint) return;
    if (cz_grow(NULL, &h->checkpoints, &h->checkpoints_cap, h->n_checkpoints + 1, sizeof *h->checkpoints,
                "checkpoints") != CZ_OK) {
        h->no_memory = true;
        return;
    }
    uint8_t digest[32];
    cz_sha256_peek(digest, &h->sha);
    memcpy(h->checkpoints[h->n_checkpoints++], digest, 8);
}

static void *hasher_main(void *arg) {
    struct hasher *h = arg;
    for (bool last = false; !last;) {
        pthread_mutex_lock(&h->lock);
        while (h->n_filled == h->n_hashed) pthread_cond_wait(&h->changed, &h->lock);
        struct block *b = &h->ring[h->n_hashed % N_BUFFERS];
        pthread_mutex_unlock(&h->lock);
        hash_block(h, b);
        last = b->last;
        pthread_mutex_lock(&h->lock);
        h->n_hashed++;
        pthread_cond_signal(&h->changed);
        pthread_mutex_unlock(&h->lock);
    }
    return NULL;
}

/* The encoded form of a coefficient (vectors README, "Canonical encoding"). */
struct encoded {
    uint8_t n, bytes[33];
};

struct shaper {
    cz_shape *shape;
    const cz_shape_options *options;
    struct hasher hasher;
    uint8_t *fill; /* where the current block is written */
    size_t used;
    struct encoded *coeffs;
    size_t n_coeffs, coeffs_cap;
    uint64_t *a_aux, *b_aux, *b_input;
    size_t a_aux_cap, b_aux_cap, b_input_cap;
    /* namespaces */
    unsigned depth;
    size_t open[2];
    size_t spaces_cap;
};

static cz_code submit(struct shaper *s, bool checkpoint, bool last) {
    struct hasher *h = &s->hasher;
    pthread_mutex_lock(&h->lock);
    struct block *b = &h->ring[h->n_filled % N_BUFFERS];
    b->n = s->used;
    b->checkpoint = checkpoint;
    b->last = last;
    h->n_filled++;
    pthread_cond_signal(&h->changed);
    while (h->n_filled - h->n_hashed == N_BUFFERS) pthread_cond_wait(&h->changed, &h->lock);
    s->fill = h->ring[h->n_filled % N_BUFFERS].data;
    pthread_mutex_unlock(&h->lock);
    s->used = 0;
    return CZ_OK;
}

static cz_code put(struct shaper *s, const void *data, size_t n) {
    s->shape->encoded_bytes += n;
    const uint8_t *p = data;
    while (n > 0) {
        if (s->used == BUFFER_BYTES) CZ_TRY(submit(s, false, false));
        size_t k = BUFFER_BYTES - s->used < n ? BUFFER_BYTES - s->used : n;
        memcpy(s->fill + s->used, p, k);
        s->used += k;
        p += k;
        n -= k;
    }
    return CZ_OK;
}

static cz_code encode_new_coeffs(cz_error *err, struct shaper *s, const cz_coeffs *c) {
    uint32_t n = cz_coeffs_n(c);
    CZ_TRY(cz_grow(err, &s->coeffs, &s->coeffs_cap, n, sizeof *s->coeffs, "encoded coefficients"));
    for (; s->n_coeffs < n; s->n_coeffs++) {
        struct encoded *e = &s->coeffs[s->n_coeffs];
        uint32_t i = (uint32_t)s->n_coeffs;
        if (i == CZ_COEFF_ONE || i == CZ_COEFF_MINUS_ONE) {
            e->n = 1;
            e->bytes[0] = i == CZ_COEFF_ONE ? 1 : 2;
        } else if (i < CZ_COEFF_FIXED) {
            e->n = 2;
            e->bytes[0] = i < CZ_COEFF_NEG_POW2(0) ? 3 : 4;
            e->bytes[1] = (uint8_t)(i < CZ_COEFF_NEG_POW2(0) ? i : i - CZ_COEFF_NEG_POW2(0));
        } else {
            e->n = 33;
            e->bytes[0] = 0;
            cz_fr_to_le(e->bytes + 1, &cz_coeffs_values(c)[i]);
        }
    }
    return CZ_OK;
}

static cz_code put_lc(struct shaper *s, cz_lc_view lc) {
    /* the common case: everything fits the block, so that terms are written without a test each */
    if (BUFFER_BYTES - s->used >= 4 + 37 * lc.n) {
        uint8_t *p = s->fill + s->used, *start = p;
        cz_put_le32(p, (uint32_t)lc.n);
        p += 4;
        for (size_t i = 0; i < lc.n; i++) {
            const struct encoded *e = &s->coeffs[lc.terms[i].coeff];
            cz_put_le32(p, lc.terms[i].var);
            memcpy(p + 4, e->bytes, e->n);
            p += 4 + e->n;
        }
        s->used += (size_t)(p - start);
        s->shape->encoded_bytes += (uint64_t)(p - start);
        return CZ_OK;
    }
    uint8_t head[4];
    cz_put_le32(head, (uint32_t)lc.n);
    CZ_TRY(put(s, head, 4));
    for (size_t i = 0; i < lc.n; i++) {
        const struct encoded *e = &s->coeffs[lc.terms[i].coeff];
        cz_put_le32(head, lc.terms[i].var);
        CZ_TRY(put(s, head, 4));
        CZ_TRY(put(s, e->bytes, e->n));
    }
    return CZ_OK;
}

static cz_code mark(cz_error *err, uint64_t **bits, size_t *cap, uint32_t *count, uint32_t index) {
    size_t word = index / 64;
    if (word >= *cap) {
        size_t old = *cap;
        CZ_TRY(cz_grow(err, bits, cap, word + 1, sizeof **bits, "density marks"));
        memset(*bits + old, 0, (*cap - old) * sizeof **bits);
    }
    uint64_t bit = (uint64_t)1 << (index % 64);
    *count += ((*bits)[word] & bit) == 0;
    (*bits)[word] |= bit;
    return CZ_OK;
}

static cz_code shape_row(cz_error *err, void *self, const cz_cs *cs, cz_lc_view a, cz_lc_view b, cz_lc_view c) {
    (void)cs;
    struct shaper *s = self;
    cz_shape *sh = s->shape;
    CZ_TRY(encode_new_coeffs(err, s, cz_cs_coeffs(cs)));
    CZ_TRY(put_lc(s, a));
    CZ_TRY(put_lc(s, b));
    CZ_TRY(put_lc(s, c));
    sh->nnz[0] += a.n;
    sh->nnz[1] += b.n;
    sh->nnz[2] += c.n;
    for (size_t i = 0; i < a.n; i++) {
        uint32_t v = a.terms[i].var;
        if ((v & CZ_VAR_AUX) != 0) CZ_TRY(mark(err, &s->a_aux, &s->a_aux_cap, &sh->a_aux_density, v & ~CZ_VAR_AUX));
    }
    for (size_t i = 0; i < b.n; i++) {
        uint32_t v = b.terms[i].var;
        if ((v & CZ_VAR_AUX) != 0) {
            CZ_TRY(mark(err, &s->b_aux, &s->b_aux_cap, &sh->b_aux_density, v & ~CZ_VAR_AUX));
        } else {
            CZ_TRY(mark(err, &s->b_input, &s->b_input_cap, &sh->b_input_density, v));
        }
    }
    sh->n_rows++;
    if (sh->n_rows % ROWS_PER_CHECKPOINT == 0) {
        CZ_TRY(submit(s, true, false));
        if (s->options->progress != NULL) s->options->progress(s->options->progress_ctx, sh->n_rows);
    }
    return CZ_OK;
}

static cz_code shape_input(cz_error *err, void *self, const cz_fr *value) {
    (void)err, (void)value;
    ((struct shaper *)self)->shape->n_inputs++;
    return CZ_OK;
}

static cz_code shape_aux(cz_error *err, void *self, const cz_fr *value) {
    (void)err, (void)value;
    ((struct shaper *)self)->shape->n_aux++;
    return CZ_OK;
}

static cz_code shape_bits(cz_error *err, void *self, uint64_t bits, unsigned n) {
    (void)err, (void)bits;
    ((struct shaper *)self)->shape->n_aux += n;
    return CZ_OK;
}

static cz_code shape_enter(cz_error *err, void *self, const cz_cs *cs, const char *name, int64_t index) {
    (void)cs;
    struct shaper *s = self;
    unsigned depth = s->depth++;
    if (!s->options->want_spaces || depth >= 2) return CZ_OK;
    cz_shape *sh = s->shape;
    CZ_TRY(cz_grow(err, &sh->spaces, &s->spaces_cap, sh->n_spaces + 1, sizeof *sh->spaces, "namespaces"));
    cz_space *sp = &sh->spaces[sh->n_spaces];
    *sp = (cz_space){.rows = {sh->n_rows}, .inputs = {sh->n_inputs}, .aux = {sh->n_aux}};
    const char *parent = depth == 1 ? sh->spaces[s->open[0]].name : NULL;
    char own[128];
    (void)cz_space_name(own, sizeof own, name, index);
    int rc = asprintf(&sp->name, "%s%s%s", parent ? parent : "", parent ? "/" : "", own);
    if (rc < 0) {
        sp->name = NULL;
        return CZ_FAIL(err, CZ_E_NOMEM, "no memory for namespaces");
    }
    s->open[depth] = sh->n_spaces++;
    return CZ_OK;
}

static cz_code shape_leave(cz_error *err, void *self, const cz_cs *cs) {
    (void)err, (void)cs;
    struct shaper *s = self;
    unsigned depth = --s->depth;
    if (!s->options->want_spaces || depth >= 2) return CZ_OK;
    cz_space *sp = &s->shape->spaces[s->open[depth]];
    sp->rows[1] = s->shape->n_rows;
    sp->inputs[1] = s->shape->n_inputs;
    sp->aux[1] = s->shape->n_aux;
    return CZ_OK;
}

static const cz_sink SINK_SHAPE = {
    .wants_values = false,
    .wants_rows = true,
    .alloc_input = shape_input,
    .alloc_aux = shape_aux,
    .alloc_bits = shape_bits,
    .row = shape_row,
    .enter = shape_enter,
    .leave = shape_leave,
};

static cz_code hasher_start(cz_error *err, struct hasher *h, FILE *dump) {
    h->dump = dump;
    cz_sha256_init(&h->sha);
    for (int i = 0; i < N_BUFFERS; i++) CZ_TRY(cz_calloc(err, &h->ring[i].data, BUFFER_BYTES, 1, "a hashing buffer"));
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    if (pthread_create(&h->thread, NULL, hasher_main, h) != 0)
        return CZ_FAIL(err, CZ_E_NOMEM, "the hashing thread could not be started");
    h->started = true;
    return CZ_OK;
}

/* Hashes what is left, joins the thread and frees the buffers. */
static cz_code hasher_finish(cz_error *err, struct shaper *s) {
    struct hasher *h = &s->hasher;
    if (h->started) {
        CZ_TRY(submit(s, false, true));
        pthread_join(h->thread, NULL);
        pthread_mutex_destroy(&h->lock);
        pthread_cond_destroy(&h->changed);
        cz_sha256_peek(s->shape->sha256, &h->sha);
        s->shape->checkpoints = h->checkpoints;
        s->shape->n_checkpoints = h->n_checkpoints;
    }
    for (int i = 0; i < N_BUFFERS; i++) free(h->ring[i].data);
    if (h->no_memory) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for checkpoints");
    if (h->dump_failed) return CZ_FAIL(err, CZ_E_IO, "the encoding could not be written; is the disk full?");
    return CZ_OK;
}

cz_code cz_shape_of(cz_error *err, cz_shape *out, cz_circuit_fn fn, const void *circuit,
                    const cz_shape_options *options) {
    static const cz_shape_options none = {0};
    cz_shape shape = {0};
    struct shaper s = {.shape = &shape, .options = options == NULL ? &none : options};
    cz_cs *cs = NULL;
    cz_code code = hasher_start(err, &s.hasher, s.options->dump);
    s.fill = s.hasher.ring[0].data;
    if (code == CZ_OK) code = cz_cs_new(err, &cs, &SINK_SHAPE, &s, NULL);
    if (code == CZ_OK) {
        fn(cs, circuit);
        code = cz_cs_status(err, cs);
    }
    cz_cs_free(cs);
    cz_code end = hasher_finish(code == CZ_OK ? err : NULL, &s);
    if (code == CZ_OK) code = end;
    free(s.coeffs);
    free(s.a_aux);
    free(s.b_aux);
    free(s.b_input);
    if (code != CZ_OK) {
        cz_shape_free(&shape);
        return code;
    }
    *out = shape;
    return CZ_OK;
}

void cz_shape_free(cz_shape *s) {
    for (size_t i = 0; i < s->n_spaces; i++) free(s->spaces[i].name);
    free(s->spaces);
    free(s->checkpoints);
    *s = (cz_shape){0};
}

uint64_t cz_shape_params_bytes(const cz_shape *s) {
    uint64_t n = (uint64_t)s->n_rows + s->n_inputs, m = 1;
    while (m < n) m *= 2;
    uint64_t b = (uint64_t)s->b_input_density + s->b_aux_density;
    uint64_t g1 = s->n_inputs + (m - 1) + s->n_aux + s->n_inputs + s->a_aux_density + b;
    return 864 + 6 * 4 + 96 * g1 + 192 * b;
}
