// Arithmetic of the AVX-512 passes: words, digits and sets of directions, sixteen at a time.
#pragma once
#include <immintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,popcnt,bmi")))
#define INLINE static inline __attribute__((always_inline)) TARGET

INLINE __mmask16 lanes16(size_t left) {
  return left >= 16 ? 0xffff : (__mmask16)((1u << left) - 1);
}

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

INLINE __m512i mix8(__m512i z) {
  z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 30));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64((long long)0xbf58476d1ce4e5b9u));
  z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 27));
  z = _mm512_mullo_epi64(z, _mm512_set1_epi64((long long)0x94d049bb133111ebu));
  return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

/// Of two vectors of eight words the low or, with `odd`, the high halves, as one vector.
INLINE __m512i halves16(__m512i first, __m512i second, int odd) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  __m512i places = odd ? _mm512_or_si512(even, _mm512_set1_epi32(1)) : even;
  return _mm512_permutex2var_epi32(first, places, second);
}

/// word * base, the digit of a small base above the lower 64 bits: the digit is left in the high
/// half of the result, the low half of the product in `word`.
INLINE __m512i digit8(__m512i *word, int base) {
  const __m512i b = _mm512_set1_epi64(base);
  __m512i low = _mm512_mul_epu32(*word, b);
  __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(*word, 32), b);
  high = _mm512_add_epi64(high, _mm512_srli_epi64(low, 32));
  *word = _mm512_mask_blend_epi32(0xaaaa, low, _mm512_slli_epi64(high, 32));
  return high;
}

/// The digits of sixteen words, which go on as what is left of them.
INLINE __m512i digit16(__m512i words[2], int base) {
  __m512i first = digit8(&words[0], base), second = digit8(&words[1], base);
  return halves16(first, second, 1);
}

/// Numbers of bits, byte by byte.
INLINE __m512i counts8(__m512i bytes) {
  const __m512i table = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i nibble = _mm512_set1_epi8(15);
  __m512i low = _mm512_shuffle_epi8(table, _mm512_and_si512(bytes, nibble));
  __m512i high =
      _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), nibble));
  return _mm512_add_epi8(low, high);
}

/// In each 32-bit lane its lowest byte, four times.
INLINE __m512i spread_bytes(__m512i lanes) {
  const __m512i places =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
  return _mm512_shuffle_epi8(lanes, places);
}
