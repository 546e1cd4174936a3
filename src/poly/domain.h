/* Evaluation domains: the subgroup of order n = 2^log_n of Fr*, and its coset 7 * H.
 *
 * omega = rho^(2^(32 - log_n)), rho = 7^((r - 1) / 2^32) (spec prover §2). All transforms work in place, natural order
 * in and out, on n elements in Montgomery form, on all threads of `pool` (NULL: serial).
 */
#ifndef CZ_POLY_DOMAIN_H
#define CZ_POLY_DOMAIN_H

#include "base/threads.h"
#include "field/fr.h"

#define CZ_DOMAIN_MAX_LOG 31

typedef struct cz_domain cz_domain;

/* log_n <= CZ_DOMAIN_MAX_LOG. Holds the twiddle factors. */
CZ_MUST_CHECK cz_code cz_domain_new(cz_error *err, cz_domain **out, cz_pool *pool, unsigned log_n);
void cz_domain_free(cz_domain *d);
unsigned cz_domain_log_n(const cz_domain *d);
const cz_fr *cz_domain_omega(const cz_domain *d);
/* Smallest log n with 2^log n >= n_rows. */
unsigned cz_domain_log_for(size_t n_rows);

/* Coefficients to values on H. */
void cz_ntt(cz_domain *d, cz_pool *pool, cz_fr *a);
/* Values on H to coefficients (with 1/n). */
void cz_intt(cz_domain *d, cz_pool *pool, cz_fr *a);
/* Coefficients to values on 7H, and back. */
void cz_coset_ntt(cz_domain *d, cz_pool *pool, cz_fr *a);
void cz_coset_intt(cz_domain *d, cz_pool *pool, cz_fr *a);

/* out[i] = L_i(x), the Lagrange polynomials of H at x, for i in 0..n-1. x may lie on H. */
CZ_MUST_CHECK cz_code cz_domain_lagrange(cz_error *err, cz_fr *out, cz_domain *d, cz_pool *pool, const cz_fr *x);
/* x^n - 1 */
void cz_domain_vanishing(cz_fr *out, const cz_domain *d, const cz_fr *x);

#endif
