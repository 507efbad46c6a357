#if defined(__x86_64__)
#include "avx512.h"

#include "passes.h"
#endif
