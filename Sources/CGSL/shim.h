/* The door to the GNU Scientific Library: what Statistics uses of it, and getters for its
   selectors, which are mutable C globals that Swift 6 refuses to read. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rstat.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_version.h>

static inline const char *cgsl_version(void) { return gsl_version; }
