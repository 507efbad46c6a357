// Bytes scattered in memory, loaded one by one: a draw whose bytes are gathered takes a fifth longer.
#pragma once
#include "CSpreadSIMD.h"
#include <immintrin.h>

/// The bytes at sixteen places.
INLINE __m128i bytes_at(const uint8_t *bytes, const uint32_t *place) {
  __m128i low = _mm_cvtsi32_si128(bytes[place[0]]), high = _mm_cvtsi32_si128(bytes[place[8]]);
#define ADD(k)                                    \
  low = _mm_insert_epi8(low, bytes[place[k]], k); \
  high = _mm_insert_epi8(high, bytes[place[(k) + 8]], k);
  ADD(1) ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7)
#undef ADD
  return _mm_unpacklo_epi64(low, high);
}

/// The numbers of 16 bits at eight places.
INLINE __m128i shorts_at(const uint16_t *shorts, const uint64_t *place) {
  __m128i low = _mm_cvtsi32_si128(shorts[place[0]]), high = _mm_cvtsi32_si128(shorts[place[4]]);
#define ADD(k)                                       \
  low = _mm_insert_epi16(low, shorts[place[k]], k);  \
  high = _mm_insert_epi16(high, shorts[place[(k) + 4]], k);
  ADD(1) ADD(2) ADD(3)
#undef ADD
  return _mm_unpacklo_epi64(low, high);
}
