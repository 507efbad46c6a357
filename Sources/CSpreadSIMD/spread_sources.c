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

TARGET size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *masks,
    const uint8_t *acting) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = count - i >= 16 ? 0xffff : (__mmask16)((1u << (count - i)) - 1);
    __m512i cell = _mm512_maskz_loadu_epi32(lanes, cells + i);
    __m512i low = _mm512_maskz_loadu_epi64((__mmask8)lanes, keys + i);
    __m512i high = _mm512_maskz_loadu_epi64((__mmask8)(lanes >> 8), keys + i + 8);
    __m512i healthy =
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, masks, 1);
    __mmask16 keep = _mm512_test_epi32_mask(healthy, _mm512_set1_epi32(255));
    if (acting) {
      __m512i person = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, acting, 1);
      keep &= _mm512_test_epi32_mask(person, _mm512_set1_epi32(1));
    }
    _mm512_storeu_si512(cells + kept, _mm512_maskz_compress_epi32(keep, cell));
    if (around) {
      __m512i neighbors = _mm512_maskz_loadu_epi32(lanes, around + i);
      _mm512_storeu_si512(around + kept, _mm512_maskz_compress_epi32(keep, neighbors));
    }
    _mm512_storeu_si512(keys + kept, _mm512_maskz_compress_epi64((__mmask8)keep, low));
    size_t first = (size_t)__builtin_popcount(keep & 255);
    _mm512_storeu_si512(
        keys + kept + first, _mm512_maskz_compress_epi64((__mmask8)(keep >> 8), high));
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept;
}

#endif
