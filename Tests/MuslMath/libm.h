// What these files of musl ask of its own headers, under names of their own.
#pragma once
#include <float.h>
#include <math.h>
#include <stdint.h>
#include "include/musl_math.h"

#define exp musl_exp
#define log musl_log
#define log1p musl_log1p
#define __lgamma_r musl_lgamma_r
#define weak_alias(name, other)
// Of numbers below 0 alone.
#define __sin(x, rest, has_rest) sin(x)
#define __cos(x, rest) cos(x)

#define WANT_ROUNDING 1
#define TOINT_INTRINSICS 0
#define predict_false(x) __builtin_expect(x, 0)
#define asuint64(f) ((union { double _f; uint64_t _i; }){f})._i
#define asdouble(i) ((union { uint64_t _i; double _f; }){i})._f
#define FORCE_EVAL(x) fp_force_eval(x)

static inline double eval_as_double(double x) { return x; }
static inline double fp_barrier(double x) {
  volatile double y = x;
  return y;
}
static inline void fp_force_eval(double x) {
  volatile double y = x;
  (void)y;
}
static inline double __math_oflow(uint32_t sign) { return sign ? -INFINITY : INFINITY; }
static inline double __math_uflow(uint32_t sign) { return sign ? -0.0 : 0.0; }
static inline double __math_divzero(uint32_t sign) { return sign ? -INFINITY : INFINITY; }
static inline double __math_invalid(double x) { return (x - x) / (x - x); }
