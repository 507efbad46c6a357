// Which vectors the processor has, and the way to the passes that use them.
#include "levels.h"

// Not by their headers: the passes are compiled without those of a system, too.
extern char *getenv(const char *name);

#if defined(__linux__)

extern int madvise(void *memory, size_t bytes, int advice);

void spread_use_large_pages(void *memory, size_t bytes) {
  const int hugepage = 14;  // MADV_HUGEPAGE
  (void)madvise(memory, bytes, hugepage);
}

#else

void spread_use_large_pages(void *memory, size_t bytes) {
  (void)memory;
  (void)bytes;
}

#endif

const char *spread_simd_wanted(void) { return getenv("SPREADLAB_SIMD"); }

#if defined(__x86_64__)

enum VectorLevel spread_simd_best(void) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("lzcnt") ||
      !__builtin_cpu_supports("popcnt"))
    return VectorLevelNone;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return VectorLevelAVX2;
  return VectorLevelAVX512;
}

const struct spread_passes *spread_passes_of(enum VectorLevel level) {
  if (level == VectorLevelNone || level > spread_simd_best()) return NULL;
  return level == VectorLevelAVX512 ? &spread_passes_avx512 : &spread_passes_avx2;
}

#else

enum VectorLevel spread_simd_best(void) { return VectorLevelNone; }

const struct spread_passes *spread_passes_of(enum VectorLevel level) {
  (void)level;
  return NULL;
}

#endif
