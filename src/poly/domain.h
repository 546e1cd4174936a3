/* Evaluation domains: the subgroup H of order n = 2^log_n of Fr*, its cosets, and the transforms between coefficients
 * and values.
 *
 * omega = rho^(2^(32 - log_n)), rho = 7^((r - 1) / 2^32) (spec prover §2). All transforms work in place on n elements
 * in Montgomery form, on all threads of `pool` (NULL: serial). Suffixes name the order of elements: nr is natural in
 * and bit-reversed out, rn the other way round. Those two save the permutation where only pointwise work lies between.
 */
#ifndef CZ_POLY_DOMAIN_H
#define CZ_POLY_DOMAIN_H

#include "base/threads.h"
#include "field/fr.h"

#define CZ_DOMAIN_MAX_LOG 31

typedef struct cz_domain cz_domain;

/* log_n <= CZ_DOMAIN_MAX_LOG. Holds the twiddle factors of both directions: 32 n bytes. */
CZ_MUST_CHECK cz_code cz_domain_new(cz_error *err, cz_domain **out, unsigned log_n);
void cz_domain_free(cz_domain *d);
unsigned cz_domain_log_n(const cz_domain *d);
const cz_fr *cz_domain_omega(const cz_domain *d);
/* Smallest log n with 2^log n >= n_rows. */
unsigned cz_domain_log_for(size_t n_rows);
/* The primitive root of unity of order 2^log_n; log_n <= 32. */
void cz_root_of_unity(cz_fr *out, unsigned log_n);

/* Coefficients to values on H; values to coefficients (with 1/n). Natural order. */
void cz_ntt(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_intt(const cz_domain *d, cz_pool *pool, cz_fr *a);
/* The same on the coset 7H. */
void cz_coset_ntt(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_coset_intt(const cz_domain *d, cz_pool *pool, cz_fr *a);

/* Sums over omega^(ij) and omega^(-ij), without 1/n. */
void cz_ntt_nr(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_ntt_rn(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_intt_nr(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_intt_rn(const cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_bit_reverse(const cz_domain *d, cz_pool *pool, cz_fr *a);
/* a[i] *= k * g^i, or k * g^bitrev(i) where `reversed`. */
void cz_scale_powers(const cz_domain *d, cz_pool *pool, cz_fr *a, const cz_fr *g, const cz_fr *k, bool reversed);
/* 1/n */
void cz_domain_n_inverse(cz_fr *out, const cz_domain *d);

/* out[i] = L_i(x), the Lagrange polynomials of H at x, for i in 0..n-1. x may lie on H. */
void cz_domain_lagrange(cz_fr *out, const cz_domain *d, cz_pool *pool, const cz_fr *x);
/* x^n - 1 */
void cz_domain_vanishing(cz_fr *out, const cz_domain *d, const cz_fr *x);

#endif
