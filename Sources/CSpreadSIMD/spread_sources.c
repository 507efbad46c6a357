#if defined(__x86_64__)
#include "block.h"

int spread_simd_available(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}

TARGET void spread_simd_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings) {
  struct block block;
  const int ordered = draw->form != DrawFormEverybody && draw->form != DrawFormFirstSuccesses;
  const int flips = draw->coin_threshold < 1ull << 40;
  const __m512i step = _mm512_set1_epi64((long long)stride);
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    for (size_t j = 0; j < some; j += 8)
      _mm512_store_si512(block.words + j, draw_words8(keys + i + j, some - j, step));
    if (ordered) {
      switch (draw->orders) {
        case DrawOrdersOfEight:
          draw_orders(&block, draw, block.words, some, DrawOrdersOfEight, 1);
          break;
        case DrawOrdersOfFour:
          draw_orders(&block, draw, block.words, some, DrawOrdersOfFour, 1);
          break;
      }
    }
    for (size_t j = 0; j < some; j += 8) {
      uint64_t coins =
          flips ? coins8(draw, _mm512_load_si512(block.words + j), ~0ull) : ~0ull;
      for (size_t source = j; source < j + 8; source++, coins >>= 8) {
        struct spread_reading *reading = &readings[i + source];
        reading->coins = (uint32_t)(coins & 255);
        if (!ordered) continue;
        reading->chain = (uint64_t)block.first[source] << 32 | block.rest[source];
        reading->number = block.numbers[source];
      }
    }
  }
}

/// Sixteen sources as they stood in the lists before their places are written to.
struct sources16 {
  __m512i cell, low, high, neighbors;
};

INLINE struct sources16 load_sources(
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, __mmask16 lanes) {
  struct sources16 sources = {
      .cell = _mm512_maskz_loadu_epi32(lanes, cells),
      .low = _mm512_maskz_loadu_epi64((__mmask8)lanes, keys),
      .high = _mm512_maskz_loadu_epi64((__mmask8)(lanes >> 8), keys + 8)};
  if (around) sources.neighbors = _mm512_maskz_loadu_epi32(lanes, around);
  return sources;
}

/// Writes those that are kept one behind the other.
INLINE void store_sources(
    struct sources16 sources, __mmask16 keep, uint32_t *cells, uint64_t *keys, uint32_t *around) {
  _mm512_storeu_si512(cells, _mm512_maskz_compress_epi32(keep, sources.cell));
  if (around) _mm512_storeu_si512(around, _mm512_maskz_compress_epi32(keep, sources.neighbors));
  _mm512_storeu_si512(keys, _mm512_maskz_compress_epi64((__mmask8)keep, sources.low));
  _mm512_storeu_si512(
      keys + __builtin_popcount(keep & 255),
      _mm512_maskz_compress_epi64((__mmask8)(keep >> 8), sources.high));
}

TARGET size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *bytes,
    uint8_t bits, const uint8_t *acting) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = lanes16(count - i);
    struct sources16 sources = load_sources(cells + i, keys + i, around ? around + i : 0, lanes);
    __m512i cell = sources.cell;
    __m512i byte = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, bytes, 1);
    __mmask16 keep = _mm512_test_epi32_mask(byte, _mm512_set1_epi32(bits));
    if (acting) {
      __m512i person = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, acting, 1);
      keep &= _mm512_test_epi32_mask(person, _mm512_set1_epi32(1));
    }
    store_sources(sources, keep, cells + kept, keys + kept, around ? around + kept : 0);
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept;
}

TARGET size_t spread_simd_take_ended(
    uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends, size_t count,
    uint32_t step, uint32_t *ended) {
  const __m512i now = _mm512_set1_epi32((int)step);
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = lanes16(count - i);
    struct sources16 sources = load_sources(cells + i, keys + i, around ? around + i : 0, lanes);
    __m512i end = _mm512_maskz_loadu_epi32(lanes, ends + i);
    __mmask16 ends_now = _mm512_mask_cmpeq_epi32_mask(lanes, end, now);
    __mmask16 keep = lanes & (__mmask16)~ends_now;
    _mm512_storeu_si512(ended + i - kept, _mm512_maskz_compress_epi32(ends_now, sources.cell));
    store_sources(sources, keep, cells + kept, keys + kept, around ? around + kept : 0);
    _mm512_storeu_si512(ends + kept, _mm512_maskz_compress_epi32(keep, end));
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept;
}

#endif
