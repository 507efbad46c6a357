// Which vectors the processor has, and the way to the passes that use them.
#include "levels.h"

// Not by its header: the passes are compiled without those of a system, too.
extern char *getenv(const char *name);

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

#define PASS(name, ...) \
  (level == VectorLevelAVX512 ? name##_avx512(__VA_ARGS__) : name##_avx2(__VA_ARGS__))

#else

enum VectorLevel spread_simd_best(void) { return VectorLevelNone; }

// Never called.
#define PASS(name, ...) (__builtin_trap(), (size_t)0)

#endif

size_t spread_simd_draw(
    enum VectorLevel level, const struct spread_draw *draw, const uint32_t *cells,
    const uint64_t *keys, const uint32_t *around, size_t count, uint64_t stride,
    const uint8_t *masks, uint32_t *hits) {
  return PASS(spread_draw, draw, cells, keys, around, count, stride, masks, hits);
}

void spread_simd_read(
    enum VectorLevel level, const struct spread_draw *draw, const uint64_t *keys, size_t count,
    uint64_t stride, struct spread_reading *readings) {
  (void)PASS(spread_read, draw, keys, count, stride, readings);
}

size_t spread_simd_keep(
    enum VectorLevel level, uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count,
    const uint8_t *bytes, uint8_t bits, const uint8_t *acting) {
  return PASS(spread_keep, cells, keys, around, count, bytes, bits, acting);
}

size_t spread_simd_append(
    enum VectorLevel level, const struct spread_people *people, const uint32_t *fresh,
    size_t count, const uint8_t *masks, uint64_t past, uint32_t *cells, uint64_t *keys) {
  return PASS(spread_append, people, fresh, count, masks, past, cells, keys);
}

void spread_simd_sum_row(
    enum VectorLevel level, const uint8_t *bytes, uint8_t bit, size_t count, int64_t first,
    double origin, double square_y, struct spread_row_sums *sums) {
  (void)PASS(spread_sum_row, bytes, bit, count, first, origin, square_y, sums);
}

size_t spread_simd_take_ended(
    enum VectorLevel level, uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends,
    size_t count, uint32_t step, uint32_t *ended) {
  return PASS(spread_take_ended, cells, keys, around, ends, count, step, ended);
}

void spread_simd_begin(
    enum VectorLevel level, const struct spread_people *people, const uint32_t *cells,
    const uint32_t *numbers, size_t count, uint64_t past, uint64_t after, uint64_t *keys,
    uint32_t *ends) {
  (void)PASS(spread_begin, people, cells, numbers, count, past, after, keys, ends);
}

size_t spread_simd_draw_lists(
    enum VectorLevel level, const struct spread_lists *lists, const uint32_t *sources,
    const uint64_t *keys, size_t count, uint64_t stride, uint32_t *hits, uint32_t *ends) {
  return PASS(spread_draw_lists, lists, sources, keys, count, stride, hits, ends);
}

void spread_simd_gaps(
    enum VectorLevel level, uint64_t state, double scale, size_t count, uint64_t *gaps) {
  (void)PASS(spread_gaps, state, scale, count, gaps);
}
