/* The door to the GNU Scientific Library: what Statistics uses of it, and getters for its
   selectors, which are mutable C globals that Swift 6 refuses to read. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_combination.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_sf_erf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_log.h>
#include <gsl/gsl_version.h>

static inline const char *cgsl_version(void) { return gsl_version; }

static inline const gsl_qrng_type *cgsl_qrng_sobol(void) { return gsl_qrng_sobol; }
static inline const gsl_qrng_type *cgsl_qrng_halton(void) { return gsl_qrng_halton; }

static inline const gsl_multifit_nlinear_type *cgsl_nlinear_trust(void) {
  return gsl_multifit_nlinear_trust;
}
