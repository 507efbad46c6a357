#if defined(__x86_64__)
#include "avx2_words.h"

#include "passes.h"
#endif
