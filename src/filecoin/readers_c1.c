/* The reader of C1 outputs in JSON: see readers.h.
 *
 * yajl splits the text into tokens; what a value may be follows from a table of types below, so that there is no
 * recursion: a stack of open containers, each with its type, the fields seen and the number of elements. Since every
 * type has one place in the format, where a value goes follows from its type and from what is open at the moment
 * (challenge, column, Merkle proof, level). Sizes follow from the sector, which the key below "vanilla_proofs" names
 * before anything of that size is read.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "base/base64.h"
#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/public_inputs.h"
#include "filecoin/readers.h"

#define MAX_DEPTH 48 /* the format itself needs 17 */

enum type {
    T_ANY, /* the value of an unknown key, with everything inside */
    T_ROOT,
    T_INNER, /* the root inside Phase1Out: no wrapper here */
    T_VANILLA,
    T_PARTITIONS,
    T_CHALLENGES,
    T_CHALLENGE,
    T_COLUMNS,
    T_C_X,
    T_DRG,
    T_EXP,
    T_PARENT_COLUMN,
    T_COLUMN,
    T_ROWS,
    T_LABELS,
    T_LABEL,
    T_ENCODING,
    T_PARENTS,
    T_MERKLE_D,
    T_MERKLE_C,
    T_MERKLE_R,
    T_VARIANT,
    T_SINGLE,
    T_SUB,
    T_TOP,
    T_PATH,
    T_PATH_BASE,
    T_PATH_SUB,
    T_PATH_TOP,
    T_ELEMENTS,
    T_ELEMENT,
    T_HASHES,
    /* 32 bytes */
    T_COMM_R,
    T_COMM_D,
    T_REPLICA_ID,
    T_SEED,
    T_TICKET,
    T_NODE_ROOT,
    T_NODE_LEAF,
    T_NODE_SIBLING,
    T_NODE_ROW,
    T_NODE_PARENT,
    /* numbers and strings */
    T_SECTOR_NUMBER,
    T_SECTOR_SIZE,
    T_INDEX,
    T_COLUMN_INDEX,
    T_LAYER,
    T_NODE_NUMBER,
    T_PROOF_NAME,
    T_PHASE1,
    N_TYPES
};

enum json { J_ANY, J_OBJECT, J_ARRAY, J_BYTES, J_NUMBER, J_STRING };

struct field {
    const char *name;
    enum type type;
    bool optional;
};

#define MAX_FIELDS 10
static const struct {
    enum json json;
    enum type element; /* of an array */
    struct field fields[MAX_FIELDS];
} TYPES[N_TYPES] = {
    [T_ANY] = {J_ANY},
    /* which of the two forms it is shows at the end */
    [T_ROOT] = {J_OBJECT,
                0,
                {{"registered_proof", T_PROOF_NAME, true},
                 {"vanilla_proofs", T_VANILLA, true},
                 {"comm_r", T_COMM_R, true},
                 {"comm_d", T_COMM_D, true},
                 {"replica_id", T_REPLICA_ID, true},
                 {"seed", T_SEED, true},
                 {"ticket", T_TICKET, true},
                 {"SectorNum", T_SECTOR_NUMBER, true},
                 {"Phase1Out", T_PHASE1, true},
                 {"SectorSize", T_SECTOR_SIZE, true}}},
    [T_INNER] = {J_OBJECT,
                 0,
                 {{"registered_proof", T_PROOF_NAME, false},
                  {"vanilla_proofs", T_VANILLA, false},
                  {"comm_r", T_COMM_R, false},
                  {"comm_d", T_COMM_D, false},
                  {"replica_id", T_REPLICA_ID, false},
                  {"seed", T_SEED, false},
                  {"ticket", T_TICKET, false}}},
    [T_VANILLA] = {J_OBJECT, 0, {{NULL, 0, false}}}, /* one key, the name of a sector size */
    [T_PARTITIONS] = {J_ARRAY, T_CHALLENGES, {{NULL, 0, false}}},
    [T_CHALLENGES] = {J_ARRAY, T_CHALLENGE, {{NULL, 0, false}}},
    [T_CHALLENGE] = {J_OBJECT,
                     0,
                     {{"comm_d_proofs", T_MERKLE_D, false},
                      {"comm_r_last_proof", T_MERKLE_R, false},
                      {"replica_column_proofs", T_COLUMNS, false},
                      {"labeling_proofs", T_LABELS, false},
                      {"encoding_proof", T_ENCODING, false}}},
    [T_COLUMNS] = {J_OBJECT, 0, {{"c_x", T_C_X, false}, {"drg_parents", T_DRG, false}, {"exp_parents", T_EXP, false}}},
    [T_C_X] = {J_OBJECT, 0, {{"column", T_COLUMN, false}, {"inclusion_proof", T_MERKLE_C, false}}},
    [T_DRG] = {J_ARRAY, T_PARENT_COLUMN, {{NULL, 0, false}}},
    [T_EXP] = {J_ARRAY, T_PARENT_COLUMN, {{NULL, 0, false}}},
    [T_PARENT_COLUMN] = {J_OBJECT, 0, {{"column", T_COLUMN, false}, {"inclusion_proof", T_MERKLE_C, false}}},
    [T_COLUMN] = {J_OBJECT, 0, {{"index", T_COLUMN_INDEX, false}, {"rows", T_ROWS, false}}},
    [T_ROWS] = {J_ARRAY, T_NODE_ROW, {{NULL, 0, false}}},
    [T_LABELS] = {J_ARRAY, T_LABEL, {{NULL, 0, false}}},
    [T_LABEL] = {J_OBJECT,
                 0,
                 {{"parents", T_PARENTS, false}, {"layer_index", T_LAYER, false}, {"node", T_NODE_NUMBER, false}}},
    [T_ENCODING] = {J_OBJECT,
                    0,
                    {{"parents", T_PARENTS, false}, {"layer_index", T_LAYER, false}, {"node", T_NODE_NUMBER, false}}},
    [T_PARENTS] = {J_ARRAY, T_NODE_PARENT, {{NULL, 0, false}}},
    [T_MERKLE_D] = {J_OBJECT, 0, {{"data", T_VARIANT, false}}},
    [T_MERKLE_C] = {J_OBJECT, 0, {{"data", T_VARIANT, false}}},
    [T_MERKLE_R] = {J_OBJECT, 0, {{"data", T_VARIANT, false}}},
    [T_VARIANT] = {J_OBJECT, 0, {{"Single", T_SINGLE, true}, {"Sub", T_SUB, true}, {"Top", T_TOP, true}}},
    [T_SINGLE] = {J_OBJECT, 0, {{"root", T_NODE_ROOT, false}, {"leaf", T_NODE_LEAF, false}, {"path", T_PATH, false}}},
    [T_SUB] = {J_OBJECT,
               0,
               {{"base_proof", T_PATH_BASE, false},
                {"sub_proof", T_PATH_SUB, false},
                {"root", T_NODE_ROOT, false},
                {"leaf", T_NODE_LEAF, false}}},
    [T_TOP] = {J_OBJECT,
               0,
               {{"base_proof", T_PATH_BASE, false},
                {"sub_proof", T_PATH_SUB, false},
                {"top_proof", T_PATH_TOP, false},
                {"root", T_NODE_ROOT, false},
                {"leaf", T_NODE_LEAF, false}}},
    [T_PATH] = {J_OBJECT, 0, {{"path", T_ELEMENTS, false}}},
    [T_PATH_BASE] = {J_OBJECT, 0, {{"path", T_ELEMENTS, false}}},
    [T_PATH_SUB] = {J_OBJECT, 0, {{"path", T_ELEMENTS, false}}},
    [T_PATH_TOP] = {J_OBJECT, 0, {{"path", T_ELEMENTS, false}}},
    [T_ELEMENTS] = {J_ARRAY, T_ELEMENT, {{NULL, 0, false}}},
    [T_ELEMENT] = {J_OBJECT, 0, {{"hashes", T_HASHES, false}, {"index", T_INDEX, false}}},
    [T_HASHES] = {J_ARRAY, T_NODE_SIBLING, {{NULL, 0, false}}},
    [T_COMM_R] = {J_BYTES},
    [T_COMM_D] = {J_BYTES},
    [T_REPLICA_ID] = {J_BYTES},
    [T_SEED] = {J_BYTES},
    [T_TICKET] = {J_BYTES},
    [T_NODE_ROOT] = {J_BYTES},
    [T_NODE_LEAF] = {J_BYTES},
    [T_NODE_SIBLING] = {J_BYTES},
    [T_NODE_ROW] = {J_BYTES},
    [T_NODE_PARENT] = {J_BYTES},
    [T_SECTOR_NUMBER] = {J_NUMBER},
    [T_SECTOR_SIZE] = {J_NUMBER},
    [T_INDEX] = {J_NUMBER},
    [T_COLUMN_INDEX] = {J_NUMBER},
    [T_LAYER] = {J_NUMBER},
    [T_NODE_NUMBER] = {J_NUMBER},
    [T_PROOF_NAME] = {J_STRING},
    [T_PHASE1] = {J_STRING},
};

/* Bits of T_ROOT's and T_INNER's `seen`: the fields of a bare output come first in both tables. */
#define SEEN_BARE 0x7fu
#define SEEN_NUMBER 0x80u
#define SEEN_PHASE1 0x100u
#define SEEN_SIZE 0x200u

struct frame {
    enum type type;
    uint32_t seen;   /* fields met, by their position in the table */
    uint32_t count;  /* elements begun, the present one included */
    const char *key; /* of the present value, for messages; static storage */
};

struct reader {
    cz_error *err;
    cz_code code;
    cz_c1 *out;
    yajl_handle yajl;
    size_t before;     /* bytes of the text before what yajl is given now */
    const char *where; /* "" or what the text is decoded from */
    enum type root;
    struct frame stack[MAX_DEPTH];
    unsigned depth;
    enum type pending; /* type of the value of the key read last */
    bool named;        /* registered_proof was read */
    uint64_t size;     /* SectorSize of the wrapper */
    uint32_t root_seen;
    const cz_sector *sector;
    char vanilla_key[64];
    /* what is open */
    cz_porep_partition *partitions;
    cz_porep_challenge *challenges, *challenge;
    cz_column_proof *column;
    cz_label_proof *label;
    cz_merkle_proof *merkle;
    cz_tree tree;
    unsigned first_level, n_levels; /* of the part of the path that is open */
    uint8_t *bytes;                 /* where the open 32 bytes go */
};

/* --- Messages ----------------------------------------------------------------------------------------------------- */

static void describe_place(char *out, size_t n, const struct reader *r) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < r->depth && used < n; i++) {
        const struct frame *f = &r->stack[i];
        bool indexed = TYPES[f->type].json == J_ARRAY || TYPES[f->type].json == J_BYTES;
        int k = 0;
        if (indexed && f->count > 0) {
            k = snprintf(out + used, n - used, "[%" PRIu32 "]", f->count - 1);
        } else if (f->key != NULL) {
            k = snprintf(out + used, n - used, "%s%s", used == 0 ? "" : ".", f->key);
        }
        if (k > 0) used += (size_t)k;
    }
    if (used == 0) (void)snprintf(out, n, "the outermost value");
}

/* Fails at the present place; returns 0, which makes yajl stop. */
#define STOP(r, c, ...) (cz_error_set((r)->err, __FILE__, __LINE__, (c), __VA_ARGS__), stop_at_place((r), (c)))

static int stop_at_place(struct reader *r, cz_code code) {
    char place[512];
    describe_place(place, sizeof place, r);
    r->code = cz_error_context(r->err, code, "C1 output%s, byte %zu, %s", r->where,
                               r->before + yajl_get_bytes_consumed(r->yajl), place);
    return 0;
}

static int pass(struct reader *r, cz_code code) {
    if (code == CZ_OK) return 1;
    return stop_at_place(r, code);
}

/* --- Containers --------------------------------------------------------------------------------------------------- */

static unsigned expected_count(const struct reader *r, enum type type) {
    switch (type) {
    case T_PARTITIONS:
        return r->sector->porep_partitions > r->sector->ni_partitions ? r->sector->porep_partitions
                                                                      : r->sector->ni_partitions;
    case T_CHALLENGES: return r->sector->porep_challenges;
    case T_DRG: return CZ_DRG_PARENTS;
    case T_EXP: return CZ_EXP_PARENTS;
    case T_ROWS:
    case T_LABELS: return r->sector->layers;
    case T_PARENTS: return CZ_LABEL_PARENTS;
    case T_ELEMENTS: return r->n_levels;
    default: return r->merkle->arity[r->first_level + r->stack[r->depth - 3].count - 1] - 1u; /* T_HASHES */
    }
}

/* The element array two frames up from an open "hashes" or "index" tells the level. */
static unsigned open_level(const struct reader *r, unsigned frames_up) {
    return r->first_level + r->stack[r->depth - frames_up].count - 1;
}

static cz_code shape_column(cz_column_proof *c, const cz_sector *sector, cz_node **nodes) {
    c->path.siblings = *nodes;
    *nodes += cz_merkle_proof_shape(&c->path, sector, CZ_TREE_C);
    c->rows = *nodes;
    *nodes += sector->layers;
    return CZ_OK;
}

/* Room for everything in a challenge: one allocation, divided up. */
static cz_code begin_challenge(struct reader *r, cz_porep_challenge *ch) {
    cz_merkle_proof shape = {0};
    const cz_sector *s = r->sector;
    size_t n_d = cz_merkle_proof_shape(&shape, s, CZ_TREE_D), n_r = cz_merkle_proof_shape(&shape, s, CZ_TREE_R);
    size_t n_nodes = n_d + n_r + (1 + CZ_PARENTS) * (n_r + s->layers) + (s->layers + 1) * (size_t)CZ_LABEL_PARENTS;
    cz_node *nodes = NULL;
    CZ_TRY(cz_vanilla_alloc(r->err, &nodes, &r->out->arena, n_nodes, sizeof *nodes, "a challenge of a C1 output"));
    ch->comm_d.siblings = nodes;
    nodes += cz_merkle_proof_shape(&ch->comm_d, s, CZ_TREE_D);
    ch->comm_r_last.siblings = nodes;
    nodes += cz_merkle_proof_shape(&ch->comm_r_last, s, CZ_TREE_R);
    CZ_TRY(shape_column(&ch->c_x, s, &nodes));
    for (unsigned i = 0; i < CZ_DRG_PARENTS; i++) CZ_TRY(shape_column(&ch->drg[i], s, &nodes));
    for (unsigned i = 0; i < CZ_EXP_PARENTS; i++) CZ_TRY(shape_column(&ch->exp[i], s, &nodes));
    for (unsigned i = 0; i < s->layers; i++, nodes += CZ_LABEL_PARENTS) ch->labels[i].parents = nodes;
    ch->encoding.parents = nodes;
    r->challenge = ch;
    return CZ_OK;
}

static void open_merkle(struct reader *r, cz_merkle_proof *p, cz_tree tree) {
    r->merkle = p;
    r->tree = tree;
}

static void open_path(struct reader *r, unsigned first, unsigned n) {
    r->first_level = first;
    r->n_levels = n;
}

static cz_code begin_variant(struct reader *r, enum type type) {
    enum type right = r->tree == CZ_TREE_D || r->sector->sub_arity == 0 ? T_SINGLE
                      : r->sector->top_arity == 0                       ? T_SUB
                                                                        : T_TOP;
    if (type == right) return CZ_OK;
    return CZ_FAIL(r->err, CZ_E_MISMATCH, "a %s sector has Merkle proofs of another variant here (%s)", r->sector->name,
                   right == T_SINGLE ? "Single"
                   : right == T_SUB  ? "Sub"
                                     : "Top");
}

/* Sets what the values inside a container refer to. The container's frame is on the stack; `above` counts the elements
 * begun in the array that holds it, if one does. */
static cz_code begin_container(struct reader *r, enum type type, uint32_t above) {
    cz_porep_challenge *ch = r->challenge;
    unsigned base = r->sector == NULL ? 0 : r->sector->base_levels;
    switch (type) {
    case T_PARTITIONS:
        return cz_vanilla_alloc(r->err, &r->partitions, &r->out->arena, expected_count(r, type), sizeof *r->partitions,
                                "the partitions of a C1 output");
    case T_CHALLENGES: {
        unsigned n = r->sector->porep_challenges;
        CZ_TRY(cz_vanilla_alloc(r->err, &r->challenges, &r->out->arena, n, sizeof *r->challenges,
                                "the challenges of a partition"));
        r->partitions[above - 1] = (cz_porep_partition){.challenges = r->challenges, .n_challenges = n};
        r->out->n_partitions = above;
        return CZ_OK;
    }
    case T_CHALLENGE: return begin_challenge(r, &r->challenges[above - 1]);
    case T_C_X: r->column = &ch->c_x; return CZ_OK;
    case T_PARENT_COLUMN:
        r->column = r->stack[r->depth - 2].type == T_DRG ? &ch->drg[above - 1] : &ch->exp[above - 1];
        return CZ_OK;
    case T_LABEL: r->label = &ch->labels[above - 1]; return CZ_OK;
    case T_ENCODING: r->label = &ch->encoding; return CZ_OK;
    case T_MERKLE_D: open_merkle(r, &ch->comm_d, CZ_TREE_D); return CZ_OK;
    case T_MERKLE_R: open_merkle(r, &ch->comm_r_last, CZ_TREE_R); return CZ_OK;
    case T_MERKLE_C: open_merkle(r, &r->column->path, CZ_TREE_C); return CZ_OK;
    case T_SINGLE:
    case T_SUB:
    case T_TOP: return begin_variant(r, type);
    case T_PATH: open_path(r, 0, r->merkle->n_levels); return CZ_OK;
    case T_PATH_BASE: open_path(r, 0, base); return CZ_OK;
    case T_PATH_SUB: open_path(r, base, 1); return CZ_OK;
    case T_PATH_TOP: open_path(r, base + 1, 1); return CZ_OK;
    default: return CZ_OK;
    }
}

/* Where 32 bytes go. The structs hand out const nodes, but they are ours while we read. */
static uint8_t *place_of_bytes(struct reader *r, enum type type, uint32_t above) {
    cz_c1 *out = r->out;
    switch (type) {
    case T_COMM_R: return out->comm_r.b;
    case T_COMM_D: return out->comm_d.b;
    case T_REPLICA_ID: return out->replica_id.b;
    case T_SEED: return out->seed;
    case T_TICKET: return out->ticket;
    case T_NODE_ROOT: return r->merkle->root.b;
    case T_NODE_LEAF: return r->merkle->leaf.b;
    case T_NODE_SIBLING: {
        /* the stack ends: elements, element, hashes, these bytes */
        unsigned level = open_level(r, 4);
        return ((cz_node *)r->merkle->siblings)[r->merkle->first[level] + above - 1].b;
    }
    case T_NODE_ROW: return ((cz_node *)r->column->rows)[above - 1].b;
    default: return ((cz_node *)r->label->parents)[above - 1].b; /* T_NODE_PARENT */
    }
}

/* The type of the value that begins now; false after a failure. */
static bool begin_value(struct reader *r, enum type *type, enum json found) {
    static const char *const names[] = {"a boolean or null",      "an object", "an array",
                                        "an array of 32 numbers", "a number",  "a string"};
    enum json wanted;
    if (r->depth == 0) {
        *type = r->root;
    } else {
        struct frame *f = &r->stack[r->depth - 1];
        wanted = TYPES[f->type].json;
        if (wanted == J_OBJECT) {
            *type = r->pending;
        } else if (wanted == J_ARRAY) {
            unsigned n = expected_count(r, f->type);
            if (f->count == n) {
                STOP(r, CZ_E_FORMAT, "more than %u entries", n);
                return false;
            }
            f->count++;
            *type = TYPES[f->type].element;
        } else if (wanted == J_BYTES) {
            STOP(r, CZ_E_FORMAT, "32 numbers from 0 to 255 are expected, there is %s", names[found]);
            return false;
        } else {
            *type = T_ANY;
        }
    }
    wanted = TYPES[*type].json;
    if (wanted == J_ANY || wanted == found || (wanted == J_BYTES && found == J_ARRAY)) return true;
    STOP(r, CZ_E_FORMAT, "%s is expected, there is %s", names[wanted], names[found]);
    return false;
}

static int open_container(struct reader *r, enum json found) {
    enum type type;
    if (r->depth == MAX_DEPTH) return STOP(r, CZ_E_LIMIT, "nested deeper than %d", MAX_DEPTH);
    if (!begin_value(r, &type, found)) return 0;
    uint32_t above = r->depth == 0 ? 0 : r->stack[r->depth - 1].count;
    r->stack[r->depth++] = (struct frame){.type = type};
    if (TYPES[type].json == J_BYTES) {
        r->bytes = place_of_bytes(r, type, above);
        return 1;
    }
    return pass(r, begin_container(r, type, above));
}

/* --- Events of the tokenizer ---------------------------------------------------------------------------------------
 */

static int on_start_map(void *ctx) { return open_container(ctx, J_OBJECT); }
static int on_start_array(void *ctx) { return open_container(ctx, J_ARRAY); }

/* The key below vanilla_proofs: always the first version's name of the size. */
static int sector_key(struct reader *r, const char *name) {
    cz_registered proof;
    if (r->sector != NULL) return STOP(r, CZ_E_FORMAT, "a second sector size, '%.64s'", name);
    if (cz_registered_by_name(NULL, &proof, CZ_KIND_POREP, name) != CZ_OK || proof.api != CZ_API_1_0) {
        return STOP(r, CZ_E_FORMAT,
                    "'%.64s' is not the V1 name of a sector size (StackedDrg2KiBV1 … StackedDrg64GiBV1)", name);
    }
    r->sector = proof.sector;
    (void)snprintf(r->vanilla_key, sizeof r->vanilla_key, "%s", name);
    r->stack[r->depth - 1].key = r->vanilla_key;
    r->pending = T_PARTITIONS;
    return 1;
}

static int on_map_key(void *ctx, const unsigned char *key, size_t n) {
    struct reader *r = ctx;
    struct frame *f = &r->stack[r->depth - 1];
    r->pending = T_ANY;
    f->key = "(an unknown key)";
    if (TYPES[f->type].json != J_OBJECT) return 1;
    if (f->type == T_VANILLA) {
        char name[64];
        if (n >= sizeof name) return STOP(r, CZ_E_FORMAT, "a key of %zu bytes is not the name of a sector size", n);
        memcpy(name, key, n);
        name[n] = '\0';
        return sector_key(r, name);
    }
    for (unsigned i = 0; i < MAX_FIELDS && TYPES[f->type].fields[i].name != NULL; i++) {
        const struct field *field = &TYPES[f->type].fields[i];
        if (strlen(field->name) != n || memcmp(field->name, key, n) != 0) continue;
        f->key = field->name;
        if ((f->seen & 1u << i) != 0) return STOP(r, CZ_E_FORMAT, "the key occurs twice");
        f->seen |= 1u << i;
        r->pending = field->type;
        return 1;
    }
    return 1;
}

static int on_end_map(void *ctx) {
    struct reader *r = ctx;
    struct frame f = r->stack[--r->depth];
    if (TYPES[f.type].json != J_OBJECT) return 1;
    for (unsigned i = 0; i < MAX_FIELDS && TYPES[f.type].fields[i].name != NULL; i++) {
        const struct field *field = &TYPES[f.type].fields[i];
        if (!field->optional && (f.seen & 1u << i) == 0) {
            return STOP(r, CZ_E_FORMAT, "the key '%s' is missing", field->name);
        }
    }
    if (f.type == T_VARIANT && f.seen == 0) return STOP(r, CZ_E_FORMAT, "one of Single, Sub or Top is missing");
    if (f.type == T_VANILLA && r->sector == NULL) return STOP(r, CZ_E_FORMAT, "no sector size, no proofs");
    if (f.type == T_ROOT || f.type == T_INNER) r->root_seen = f.seen;
    return 1;
}

/* Nodes become field elements, seeds and tickets do not. Values whose top byte is below the modulus's are canonical. */
static int end_bytes(struct reader *r, const struct frame *f) {
    cz_fr ignored;
    if (f->count != 32) return STOP(r, CZ_E_FORMAT, "32 numbers are expected, there are %" PRIu32, f->count);
    if (f->type == T_SEED || f->type == T_TICKET || r->bytes[31] < 0x73) return 1;
    if (!cz_fr_from_le(&ignored, r->bytes)) {
        return STOP(r, CZ_E_FORMAT, "the 32 bytes are not below the order of the field (not canonical)");
    }
    return 1;
}

static int on_end_array(void *ctx) {
    struct reader *r = ctx;
    struct frame f = r->stack[r->depth - 1];
    if (TYPES[f.type].json == J_BYTES) {
        r->depth--;
        return end_bytes(r, &f);
    }
    if (TYPES[f.type].json == J_ARRAY && f.type != T_PARTITIONS) {
        unsigned n = expected_count(r, f.type);
        r->depth--;
        if (f.count != n) return STOP(r, CZ_E_FORMAT, "%u entries are expected, there are %" PRIu32, n, f.count);
        return 1;
    }
    r->depth--;
    return 1;
}

/* A number without sign, fraction or exponent, at most `most`. */
static bool parse_u64(uint64_t *out, const char *s, size_t n, uint64_t most) {
    uint64_t v = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return false;
        unsigned d = (unsigned)(s[i] - '0');
        if (v > (most - d) / 10) return false;
        v = v * 10 + d;
    }
    *out = v;
    return true;
}

static int put_number(struct reader *r, enum type type, const char *s, size_t n) {
    uint64_t most = UINT64_MAX, v = 0;
    if (type == T_INDEX) most = r->merkle->arity[open_level(r, 2)] - 1u;
    if (type == T_COLUMN_INDEX || type == T_LAYER) most = UINT32_MAX;
    if (!parse_u64(&v, s, n, most)) {
        return STOP(r, CZ_E_FORMAT, "%.*s is not an integer from 0 to %" PRIu64, (int)(n < 40 ? n : 40), s, most);
    }
    switch (type) {
    case T_SECTOR_NUMBER: r->out->sector_number = v; break;
    case T_SECTOR_SIZE: r->size = v; break;
    case T_INDEX: r->merkle->index[open_level(r, 2)] = (uint8_t)v; break;
    case T_COLUMN_INDEX: r->column->index = (uint32_t)v; break;
    case T_LAYER: r->label->layer = (uint32_t)v; break;
    default: r->label->node = v; break; /* T_NODE_NUMBER */
    }
    return 1;
}

static int on_number(void *ctx, const char *s, size_t n) {
    struct reader *r = ctx;
    if (r->depth > 0 && TYPES[r->stack[r->depth - 1].type].json == J_BYTES) {
        struct frame *f = &r->stack[r->depth - 1];
        uint64_t v;
        if (f->count == 32) return STOP(r, CZ_E_FORMAT, "more than 32 numbers");
        f->count++;
        if (!parse_u64(&v, s, n, 255)) {
            return STOP(r, CZ_E_FORMAT, "%.*s is not an integer from 0 to 255", (int)(n < 40 ? n : 40), s);
        }
        r->bytes[f->count - 1] = (uint8_t)v;
        return 1;
    }
    enum type type;
    if (!begin_value(r, &type, J_NUMBER)) return 0;
    return type == T_ANY ? 1 : put_number(r, type, s, n);
}

static int on_null(void *ctx) {
    enum type type;
    return begin_value(ctx, &type, J_ANY);
}

static int on_boolean(void *ctx, int value) {
    (void)value;
    return on_null(ctx);
}

static int read_phase1(struct reader *outer, const char *text, size_t n);

static int on_string(void *ctx, const unsigned char *s, size_t n) {
    struct reader *r = ctx;
    enum type type;
    if (!begin_value(r, &type, J_STRING)) return 0;
    if (type == T_PHASE1) return read_phase1(r, (const char *)s, n);
    if (type != T_PROOF_NAME) return 1;
    char name[64];
    if (n >= sizeof name) return STOP(r, CZ_E_FORMAT, "a name of %zu bytes is not that of a registered proof", n);
    memcpy(name, s, n);
    name[n] = '\0';
    r->named = true;
    return pass(r, cz_registered_by_name(r->err, &r->out->proof, CZ_KIND_POREP, name));
}

static const yajl_callbacks CALLBACKS = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_start_map,
    .yajl_map_key = on_map_key,
    .yajl_end_map = on_end_map,
    .yajl_start_array = on_start_array,
    .yajl_end_array = on_end_array,
};

/* --- The whole ---------------------------------------------------------------------------------------------------- */

static cz_code fail_syntax(struct reader *r, const void *text, size_t n) {
    unsigned char *why = yajl_get_error(r->yajl, 0, text, n);
    size_t len = why == NULL ? 0 : strcspn((const char *)why, "\n");
    char place[512];
    describe_place(place, sizeof place, r);
    cz_code code =
        CZ_FAIL(r->err, CZ_E_FORMAT, "C1 output%s, byte %zu, %s: %.*s", r->where,
                r->before + yajl_get_bytes_consumed(r->yajl), place, (int)len, why == NULL ? "" : (const char *)why);
    if (why != NULL) yajl_free_error(r->yajl, why);
    return code;
}

static cz_code feed(struct reader *r, const void *text, size_t n) {
    yajl_status s = yajl_parse(r->yajl, text, n);
    if (s == yajl_status_client_canceled) return r->code;
    if (s != yajl_status_ok) return fail_syntax(r, text, n);
    r->before += n;
    return CZ_OK;
}

static cz_code finish(struct reader *r) {
    yajl_status s = yajl_complete_parse(r->yajl);
    if (s == yajl_status_client_canceled) return r->code;
    if (s != yajl_status_ok) {
        r->before -= r->before < yajl_get_bytes_consumed(r->yajl) ? r->before : yajl_get_bytes_consumed(r->yajl);
        return fail_syntax(r, NULL, 0);
    }
    return CZ_OK;
}

static cz_code start(struct reader *r) {
    r->yajl = yajl_alloc(&CALLBACKS, NULL, r);
    if (r->yajl == NULL) return CZ_FAIL(r->err, CZ_E_NOMEM, "no memory for reading JSON");
    return CZ_OK;
}

#define DIGITS_AT_ONCE 65536

static cz_code feed_base64(struct reader *r, const char *text, size_t n) {
    uint8_t *chunk = malloc(CZ_BASE64_MAX_BYTES(DIGITS_AT_ONCE));
    if (chunk == NULL) return CZ_FAIL(r->err, CZ_E_NOMEM, "no memory for decoding Phase1Out");
    cz_code code = CZ_OK;
    for (size_t at = 0; at < n && code == CZ_OK; at += DIGITS_AT_ONCE) {
        size_t k = n - at < DIGITS_AT_ONCE ? n - at : DIGITS_AT_ONCE, n_bytes;
        if (!cz_base64_decode(chunk, &n_bytes, text + at, k, at + k == n)) {
            code = CZ_FAIL(r->err, CZ_E_FORMAT, "C1 output, Phase1Out: not base64 at character %zu", at + n_bytes);
        } else {
            code = feed(r, chunk, n_bytes);
        }
    }
    free(chunk);
    return code;
}

/* The inner JSON has its own tokenizer and its own stack, and fills the same result. */
static int read_phase1(struct reader *outer, const char *text, size_t n) {
    struct reader *r = calloc(1, sizeof *r);
    cz_code code = CZ_E_NOMEM;
    if (r == NULL) return pass(outer, CZ_FAIL(outer->err, CZ_E_NOMEM, "no memory for reading JSON"));
    *r = (struct reader){.err = outer->err, .out = outer->out, .where = ", decoded Phase1Out", .root = T_INNER};
    if (outer->partitions != NULL) {
        code = CZ_FAIL(outer->err, CZ_E_FORMAT, "C1 output: both Phase1Out and vanilla_proofs");
    } else {
        code = start(r);
    }
    if (code == CZ_OK) code = feed_base64(r, text, n);
    if (code == CZ_OK) code = finish(r);
    outer->sector = r->sector;
    outer->named = r->named;
    outer->partitions = r->partitions;
    if (r->yajl != NULL) yajl_free(r->yajl);
    free(r);
    outer->code = code;
    return code == CZ_OK;
}

static bool all_zero(const uint8_t b[32]) {
    uint8_t any = 0;
    for (int i = 0; i < 32; i++) any |= b[i];
    return any == 0;
}

/* What can only be seen with everything read. */
static cz_code check_whole(struct reader *r) {
    cz_c1 *out = r->out;
    uint32_t bare = r->root_seen & SEEN_BARE;
    out->has_wrapper = (r->root_seen & SEEN_PHASE1) != 0;
    if (out->has_wrapper) {
        if (bare != 0)
            return CZ_FAIL(r->err, CZ_E_FORMAT, "C1 output: Phase1Out stands beside keys of its own content");
        if ((r->root_seen & SEEN_NUMBER) == 0 || (r->root_seen & SEEN_SIZE) == 0) {
            return CZ_FAIL(r->err, CZ_E_FORMAT, "C1 output: Phase1Out without SectorNum and SectorSize");
        }
        if (r->size != r->sector->bytes) {
            return CZ_FAIL(r->err, CZ_E_MISMATCH,
                           "C1 output: SectorSize is %" PRIu64 ", Phase1Out holds proofs of a %s sector (%" PRIu64 ")",
                           r->size, r->sector->name, r->sector->bytes);
        }
    } else if (bare != SEEN_BARE) {
        unsigned i = (unsigned)__builtin_ctz(~bare);
        return CZ_FAIL(r->err, CZ_E_FORMAT, "C1 output: the key '%s' is missing", TYPES[T_ROOT].fields[i].name);
    }
    if (out->proof.sector != r->sector) {
        return CZ_FAIL(r->err, CZ_E_MISMATCH, "C1 output: registered_proof is %s, vanilla_proofs are of a %s sector",
                       out->proof.name, r->sector->name);
    }
    size_t n = cz_porep_n_partitions(&out->proof);
    if (out->n_partitions != n) {
        return CZ_FAIL(r->err, CZ_E_MISMATCH, "C1 output: %s has %zu partitions, vanilla_proofs has %zu",
                       out->proof.name, n, out->n_partitions);
    }
    const struct {
        const char *name;
        const uint8_t *bytes;
    } not_zero[3] = {{"comm_d", out->comm_d.b}, {"comm_r", out->comm_r.b}, {"seed", out->seed}};
    for (int i = 0; i < 3; i++) {
        if (all_zero(not_zero[i].bytes)) {
            return CZ_FAIL(r->err, CZ_E_INVALID, "C1 output: %s is all zero", not_zero[i].name);
        }
    }
    out->partitions = r->partitions;
    return CZ_OK;
}

cz_code cz_c1_read(cz_error *err, cz_c1 *out, const void *data, size_t n) {
    cz_c1 c1 = {0};
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL) return CZ_FAIL(err, CZ_E_NOMEM, "no memory for reading JSON");
    *r = (struct reader){.err = err, .out = &c1, .where = "", .root = T_ROOT};
    cz_code code = start(r);
    if (code == CZ_OK) code = feed(r, data, n);
    if (code == CZ_OK) code = finish(r);
    if (code == CZ_OK) code = check_whole(r);
    if (r->yajl != NULL) yajl_free(r->yajl);
    free(r);
    if (code != CZ_OK) {
        cz_c1_free(&c1);
        return code;
    }
    *out = c1;
    return CZ_OK;
}
