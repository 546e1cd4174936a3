/* Backends: what can prove. One table of functions each; `cpu` is the reference for every test of the others.
 *
 * A circuit is made resident once (its parameters and matrices); then proofs are started and finished apart:
 * prove_start returns when the device is free for the next one, and the pending handle owns everything that finishing
 * still needs. Every handle ends in prove_finish or prove_drop.
 */
#ifndef CZ_GROTH16_BACKEND_H
#define CZ_GROTH16_BACKEND_H

#include "base/mem.h"
#include "base/threads.h"
#include "groth16/params.h"
#include "groth16/proof.h"

typedef struct cz_device cz_device;
typedef struct cz_resident cz_resident;
typedef struct cz_pending cz_pending;

/* Seconds and bytes of one proof. */
typedef struct cz_prove_stats {
    double evaluate_s, transforms_s;                   /* A w and B w; the six transforms to h */
    double msm_s[CZ_N_QUERIES];                        /* one for each query */
    size_t buffer_peak_bytes;                          /* scratch of the proof, points and matrices not counted */
    size_t n_bits[CZ_N_QUERIES], n_full[CZ_N_QUERIES]; /* points added by bit, and in true MSMs */
} cz_prove_stats;

typedef struct cz_device_options {
    cz_pool *pool;   /* borrowed; NULL: serial */
    cz_slabs *slabs; /* borrowed; where large buffers come from */
} cz_device_options;

typedef struct cz_backend {
    const char *name;
    cz_code (*open)(cz_error *err, cz_device **out, const cz_device_options *options);
    void (*close)(cz_device *d);
    /* Decodes the parameters (which must fit the matrices) and keeps both for proofs. `m` is moved in: it is zeroed,
     * and freed with the resident. */
    cz_code (*load)(cz_error *err, cz_resident **out, cz_device *d, const cz_params *params, cz_matrices *m);
    void (*unload)(cz_resident *r);
    /* `witness` is moved in: it is zeroed, also on failure. r and s are copied. `stats` may be NULL. */
    cz_code (*prove_start)(cz_error *err, cz_pending **out, cz_resident *circuit, cz_witness *witness, const cz_fr *r,
                           const cz_fr *s, cz_prove_stats *stats);
    /* Ends the handle, also on failure. */
    cz_code (*prove_finish)(cz_error *err, cz_proof *out, cz_pending *p);
    void (*prove_drop)(cz_pending *p);
} cz_backend;

extern const cz_backend CZ_BACKEND_CPU;

/* Uniform r and s for a proof. */
CZ_MUST_CHECK cz_code cz_blinding_random(cz_error *err, cz_fr *r, cz_fr *s);

#endif
