/* The readers of PoSt messages in bincode, and of arrays of base64: see readers.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "field/fr.h"
#include "filecoin/readers.h"

/* --- bincode -------------------------------------------------------------------------------------------------------
 */

/* A position in a message. The names of what is read go into errors, with the inclusion proof and level if any. */
struct cursor {
    cz_error *err;
    const uint8_t *data;
    size_t n, at;
    int64_t proof, level; /* -1: outside */
};

#define WRONG(c, code, ...) (cz_error_set((c)->err, __FILE__, __LINE__, (code), __VA_ARGS__), place((c), (code)))

static cz_code place(const struct cursor *c, cz_code code) {
    if (c->proof < 0) return cz_error_context(c->err, code, "PoSt message, byte %zu", c->at);
    if (c->level < 0)
        return cz_error_context(c->err, code, "PoSt message, byte %zu, inclusion proof %" PRId64, c->at, c->proof);
    return cz_error_context(c->err, code, "PoSt message, byte %zu, inclusion proof %" PRId64 ", level %" PRId64, c->at,
                            c->proof, c->level);
}

static cz_code take(const uint8_t **out, struct cursor *c, size_t n, const char *what) {
    if (c->n - c->at < n) {
        return WRONG(c, CZ_E_FORMAT, "cut short: %s needs %zu bytes, %zu are left", what, n, c->n - c->at);
    }
    *out = c->data + c->at;
    c->at += n;
    return CZ_OK;
}

static cz_code read_u64(uint64_t *out, struct cursor *c, const char *what) {
    const uint8_t *p = NULL;
    CZ_TRY(take(&p, c, 8, what));
    *out = cz_get_le64(p);
    return CZ_OK;
}

/* A number of which only one value fits the sector and kind. */
static cz_code expect_u64(struct cursor *c, uint64_t expected, const char *what) {
    uint64_t v = 0;
    CZ_TRY(read_u64(&v, c, what));
    if (v == expected) return CZ_OK;
    c->at -= 8;
    return WRONG(c, CZ_E_MISMATCH, "%s is %" PRIu64 ", %" PRIu64 " is expected", what, v, expected);
}

static cz_code read_node(cz_node *out, struct cursor *c, const char *what) {
    const uint8_t *p = NULL;
    cz_fr ignored;
    CZ_TRY(take(&p, c, 32, what));
    memcpy(out->b, p, 32);
    if (cz_fr_from_le(&ignored, p)) return CZ_OK;
    c->at -= 32;
    return WRONG(c, CZ_E_FORMAT, "%s is not below the order of the field (not canonical)", what);
}

/* Levels first .. first + n - 1 of a path. */
static cz_code read_path(struct cursor *c, cz_merkle_proof *p, unsigned first, unsigned n, const char *what) {
    CZ_TRY(expect_u64(c, n, what));
    for (unsigned i = first; i < first + n; i++) {
        c->level = i;
        CZ_TRY(expect_u64(c, p->arity[i] - 1u, "the number of siblings"));
        /* siblings are ours while we read */
        for (unsigned k = 0; k + 1 < p->arity[i]; k++) {
            CZ_TRY(read_node((cz_node *)&p->siblings[p->first[i] + k], c, "a sibling"));
        }
        uint64_t index = 0;
        CZ_TRY(read_u64(&index, c, "the index"));
        if (index >= p->arity[i]) {
            c->at -= 8;
            return WRONG(c, CZ_E_FORMAT, "the index is %" PRIu64 ", the level has %u places", index, p->arity[i]);
        }
        p->index[i] = (uint8_t)index;
    }
    c->level = -1;
    return CZ_OK;
}

static cz_code read_merkle_proof(struct cursor *c, cz_merkle_proof *p, const cz_sector *s) {
    const uint8_t *tag = NULL;
    CZ_TRY(take(&tag, c, 4, "the variant of a Merkle proof"));
    uint32_t expected = s->sub_arity == 0 ? 0 : s->top_arity == 0 ? 1 : 2;
    if (cz_get_le32(tag) != expected) {
        c->at -= 4;
        return WRONG(c, CZ_E_MISMATCH,
                     "the Merkle proof is of variant %" PRIu32 ", a %s sector's is of variant %" PRIu32,
                     cz_get_le32(tag), s->name, expected);
    }
    if (expected > 0) {
        CZ_TRY(read_path(c, p, 0, s->base_levels, "the length of the base path"));
        CZ_TRY(read_path(c, p, s->base_levels, 1, "the length of the sub path"));
        if (expected > 1) CZ_TRY(read_path(c, p, s->base_levels + 1, 1, "the length of the top path"));
    }
    CZ_TRY(read_node(&p->root, c, "the root"));
    CZ_TRY(read_node(&p->leaf, c, "the leaf"));
    if (expected == 0) CZ_TRY(read_path(c, p, 0, s->base_levels, "the length of the path"));
    return CZ_OK;
}

static unsigned n_proofs_of(cz_kind kind) {
    return kind == CZ_KIND_WINNING ? CZ_WINNING_CHALLENGES : CZ_WINDOW_CHALLENGES;
}

static cz_code read_sector(struct cursor *c, cz_post_sector *out, const cz_sector *sector, cz_kind kind) {
    CZ_TRY(read_u64(&out->sector_id, c, "the sector number"));
    CZ_TRY(read_node(&out->comm_r, c, "comm_r"));
    CZ_TRY(expect_u64(c, 1, "the number of sector proofs"));
    out->n_proofs = n_proofs_of(kind);
    CZ_TRY(expect_u64(c, out->n_proofs, "the number of inclusion proofs"));
    cz_merkle_proof *proofs = NULL, shape = {0};
    cz_node *nodes = NULL;
    size_t n_nodes = cz_merkle_proof_shape(&shape, sector, CZ_TREE_R);
    CZ_TRY(cz_vanilla_alloc(c->err, &proofs, &out->arena, out->n_proofs, sizeof *proofs, "inclusion proofs"));
    CZ_TRY(cz_vanilla_alloc(c->err, &nodes, &out->arena, out->n_proofs * n_nodes, sizeof *nodes, "inclusion proofs"));
    out->proofs = proofs;
    for (size_t i = 0; i < out->n_proofs; i++) {
        proofs[i] = shape;
        proofs[i].siblings = nodes + i * n_nodes;
        c->proof = (int64_t)i;
        CZ_TRY(read_merkle_proof(c, &proofs[i], sector));
    }
    c->proof = -1;
    CZ_TRY(read_node(&out->comm_c, c, "comm_c"));
    return read_node(&out->comm_r_last, c, "comm_r_last");
}

cz_code cz_post_read(cz_error *err, cz_post_sector *out, const cz_sector *sector, cz_kind kind, const void *data,
                     size_t n) {
    if (kind != CZ_KIND_WINNING && kind != CZ_KIND_WINDOW) {
        return CZ_FAIL(err, CZ_E_ARG, "a PoSt message is winning or window, not %s", cz_kind_name(kind));
    }
    cz_post_sector s = {0};
    struct cursor c = {.err = err, .data = data, .n = n, .proof = -1, .level = -1};
    cz_code code = read_sector(&c, &s, sector, kind);
    if (code != CZ_OK) {
        cz_post_sector_free(&s);
        return code;
    }
    *out = s;
    return CZ_OK;
}

const cz_sector *cz_post_guess_sector(const void *data, size_t n, cz_kind *kind) {
    /* sector number, comm_r and the number of sector proofs stand before the number of inclusion proofs */
    if (n < 56) return NULL;
    uint64_t n_proofs = cz_get_le64((const uint8_t *)data + 48);
    if (n_proofs == CZ_WINNING_CHALLENGES) {
        *kind = CZ_KIND_WINNING;
    } else if (n_proofs == CZ_WINDOW_CHALLENGES) {
        *kind = CZ_KIND_WINDOW;
    } else {
        return NULL;
    }
    /* no two sizes have the same base levels, sub and top arity, so that at most one can be read */
    size_t n_sectors;
    const cz_sector *sectors = cz_sectors(&n_sectors);
    for (size_t i = 0; i < n_sectors; i++) {
        cz_post_sector s;
        if (cz_post_read(NULL, &s, &sectors[i], *kind, data, n) != CZ_OK) continue;
        cz_post_sector_free(&s);
        return &sectors[i];
    }
    return NULL;
}

/* --- Arrays of base64 ----------------------------------------------------------------------------------------------
 */

struct messages_reader {
    cz_error *err;
    cz_code code;
    cz_messages *out;
    size_t cap;
    yajl_handle yajl;
    bool open;
};

static int refuse(struct messages_reader *r, const char *why) {
    r->code = CZ_FAIL(r->err, CZ_E_FORMAT, "array of base64 messages, byte %zu, [%zu]: %s",
                      yajl_get_bytes_consumed(r->yajl), r->out->n, why);
    return 0;
}

static int on_array(void *ctx) {
    struct messages_reader *r = ctx;
    if (r->open) return refuse(r, "an array inside");
    r->open = true;
    return 1;
}

static int on_message(void *ctx, const unsigned char *s, size_t n) {
    struct messages_reader *r = ctx;
    if (!r->open) return refuse(r, "an array is expected");
    if (r->out->n == CZ_MAX_MESSAGES) return refuse(r, "too many messages");
    r->code = cz_grow(r->err, &r->out->items, &r->cap, r->out->n + 1, sizeof *r->out->items, "messages");
    if (r->code != CZ_OK) return 0;
    struct cz_message *m = &r->out->items[r->out->n];
    r->code = cz_vanilla_alloc(r->err, &m->data, &r->out->arena, CZ_BASE64_MAX_BYTES(n) + 1, 1, "a message");
    if (r->code != CZ_OK) return 0;
    if (!cz_base64_decode(m->data, &m->n, (const char *)s, n, true)) return refuse(r, "not base64");
    r->out->n++;
    return 1;
}

static int on_other(void *ctx) { return refuse(ctx, "only strings are expected"); }
static int on_other_boolean(void *ctx, int v) {
    (void)v;
    return on_other(ctx);
}
static int on_other_number(void *ctx, const char *s, size_t n) {
    (void)s, (void)n;
    return on_other(ctx);
}

cz_code cz_messages_read(cz_error *err, cz_messages *out, const void *data, size_t n) {
    static const yajl_callbacks callbacks = {
        .yajl_null = on_other,
        .yajl_boolean = on_other_boolean,
        .yajl_number = on_other_number,
        .yajl_string = on_message,
        .yajl_start_map = on_other,
        .yajl_start_array = on_array,
    };
    cz_messages m = {0};
    struct messages_reader r = {.err = err, .out = &m};
    r.yajl = yajl_alloc(&callbacks, NULL, &r);
    if (r.yajl == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for reading JSON");
    yajl_status s = yajl_parse(r.yajl, data, n);
    if (s == yajl_status_ok) s = yajl_complete_parse(r.yajl);
    if (s == yajl_status_error) (void)refuse(&r, "not JSON, or cut short");
    yajl_free(r.yajl);
    if (r.code != CZ_OK) {
        cz_messages_free(&m);
        return r.code;
    }
    *out = m;
    return CZ_OK;
}

void cz_messages_free(cz_messages *m) {
    free(m->items);
    cz_vanilla_arena_free(&m->arena);
    *m = (cz_messages){0};
}
