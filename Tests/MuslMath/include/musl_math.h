// The functions of musl's mathematics library (git.musl-libc.org, commit 86373b49) that draws might ask, as a
// reference for tests. The files beside this folder are as they are there; COPYRIGHT has the license.
#pragma once
double musl_exp(double x);
double musl_log(double x);
double musl_log1p(double x);
double musl_lgamma_r(double x, int *sign);
