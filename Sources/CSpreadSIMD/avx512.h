// What the passes are made of, in AVX-512: sixteen numbers or eight words are a register.
#pragma once
#include "CSpreadSIMD.h"
#include <immintrin.h>

#define LEVEL(name) name##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,popcnt,bmi")))
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "scattered.h"

/// Sixteen numbers of 32 bits or eight words of 64.
typedef __m512i vector;
typedef __m512d reals;
/// Eight of the numbers.
typedef __m256i half;
/// Which of eight words are meant.
typedef __mmask8 where;

INLINE __mmask16 first16(size_t left) {
  return left >= 16 ? 0xffff : (__mmask16)((1u << left) - 1);
}

INLINE __mmask8 first8(size_t left) {
  return left >= 8 ? 0xff : (__mmask8)((1u << left) - 1);
}

// To and from memory: of the last ones fewer, 0 in place of the others.
INLINE vector load(const void *from) { return _mm512_loadu_si512(from); }
INLINE void store(void *to, vector v) { _mm512_storeu_si512(to, v); }
INLINE half load_half(const uint32_t *from) { return _mm256_loadu_si256((const half *)from); }
INLINE vector load_numbers(const uint32_t *from, size_t left) {
  return _mm512_maskz_loadu_epi32(first16(left), from);
}
INLINE vector load_words(const uint64_t *from, size_t left) {
  return _mm512_maskz_loadu_epi64(first8(left), from);
}
INLINE half load_half_numbers(const uint32_t *from, size_t left) {
  return _mm256_maskz_loadu_epi32(first8(left), from);
}
INLINE void store_half(uint32_t *to, half v) { _mm256_storeu_si256((half *)to, v); }

// Packed to the front; a whole vector is written.
INLINE void pack_numbers(uint32_t *to, unsigned bits, vector v) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)bits, v));
}
INLINE void pack_words(uint64_t *to, unsigned bits, vector v) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64((__mmask8)bits, v));
}
INLINE void pack_half(uint32_t *to, unsigned bits, half v) {
  store_half(to, _mm256_maskz_compress_epi32((__mmask8)bits, v));
}
/// The next numbers, in the places of the bits; all bits are set in the others.
INLINE vector unpack_numbers(unsigned bits, const uint32_t *from) {
  return _mm512_mask_expand_epi32(
      _mm512_set1_epi32(-1), (__mmask16)bits, _mm512_loadu_si512(from));
}

// Scattered in memory; places are signed numbers, but for those of bytes.
/// The bytes at the first `left` places; 0 for the others, whose places are read, too.
INLINE vector gather_bytes(const uint8_t *bytes, vector places, size_t left) {
  uint32_t place[16] __attribute__((aligned(64)));
  store(place, places);
  return _mm512_maskz_cvtepu8_epi32(first16(left), bytes_at(bytes, place));
}
INLINE vector gather_numbers(const uint32_t *base, vector places) {
  return _mm512_i32gather_epi32(places, base, 4);
}
/// The upper halves of words.
INLINE vector gather_upper(const uint64_t *base, vector places) {
  return _mm512_i32gather_epi32(places, (const uint32_t *)base + 1, 8);
}
INLINE vector gather_words(const uint64_t *base, half places) {
  return _mm512_i32gather_epi64(places, base, 8);
}
INLINE vector gather_shorts(const uint16_t *base, vector places) {
  uint64_t place[8] __attribute__((aligned(64)));
  store(place, places);
  return _mm512_cvtepu16_epi64(shorts_at(base, place));
}
INLINE reals gather_reals(const double *base, vector places, where those) {
  return _mm512_mask_i64gather_pd(_mm512_setzero_pd(), those, places, base, 8);
}

// Bits.
INLINE vector both(vector a, vector b) { return _mm512_and_si512(a, b); }
INLINE vector either(vector a, vector b) { return _mm512_or_si512(a, b); }
INLINE vector differing(vector a, vector b) { return _mm512_xor_si512(a, b); }

// Numbers.
INLINE vector all_numbers(uint32_t value) { return _mm512_set1_epi32((int)value); }
INLINE vector add_numbers(vector a, vector b) { return _mm512_add_epi32(a, b); }
INLINE vector subtract_numbers(vector a, vector b) { return _mm512_sub_epi32(a, b); }
/// Products of numbers below 2^16, which are below 2^16, and the upper sixteen bits of larger ones.
INLINE vector multiply_small(vector v, uint16_t by) {
  return _mm512_mullo_epi16(v, _mm512_set1_epi16((short)by));
}
INLINE vector multiply_upper(vector v, uint16_t by) {
  return _mm512_mulhi_epu16(v, _mm512_set1_epi16((short)by));
}
INLINE vector numbers_right(vector v, unsigned bits) { return _mm512_srli_epi32(v, bits); }
/// Which of them share a bit with the value.
INLINE unsigned sharing(vector v, uint32_t value) {
  return _mm512_test_epi32_mask(v, all_numbers(value));
}
INLINE unsigned equal_numbers(vector a, vector b) { return _mm512_cmpeq_epi32_mask(a, b); }
/// Both below 2^31.
INLINE unsigned above_numbers(vector a, vector b) { return _mm512_cmpgt_epi32_mask(a, b); }
/// The even places of one and the odd places of the other.
INLINE vector even_odd(vector even, vector odd) {
  return _mm512_mask_blend_epi32(0xaaaa, even, odd);
}
/// The high halves of two vectors of eight words, as one vector.
INLINE vector high_halves16(vector first, vector second) {
  const vector places = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  return _mm512_permutex2var_epi32(first, places, second);
}

/// Sixteen numbers, by number.
INLINE vector look_up_numbers(vector table, vector places) {
  return _mm512_permutexvar_epi32(places, table);
}
/// The same of numbers below 256.
typedef vector small_table;
/// The others are asked for by nobody.
INLINE small_table table_of(const uint32_t *values, size_t count) {
  return load_numbers(values, count);
}
INLINE vector look_up(small_table table, vector places) { return look_up_numbers(table, places); }

// Bytes.
INLINE vector all_bytes(uint8_t value) { return _mm512_set1_epi8((char)value); }
INLINE vector add_bytes(vector a, vector b) { return _mm512_add_epi8(a, b); }
/// From a table of sixteen, by the lower four bits; the others have to be clear.
INLINE vector shuffle_bytes(__m128i table, vector places) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), places);
}
/// In each four the bytes from there: of sixteen.
INLINE vector move_bytes(vector v, __m128i places) {
  return _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(places));
}
/// The bytes whose count is at most the other; 0 for others.
INLINE vector bytes_up_to(vector v, vector counts, vector most) {
  return _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(counts, most), v);
}
INLINE uint64_t below_bytes(vector a, vector b) { return _mm512_cmplt_epu8_mask(a, b); }
INLINE uint64_t equal_bytes(vector a, vector b) { return _mm512_cmpeq_epi8_mask(a, b); }
/// The lowest bytes of sixteen numbers, and back.
INLINE __m128i narrow(vector v) { return _mm512_cvtepi32_epi8(v); }
INLINE vector widen(__m128i v) { return _mm512_cvtepu8_epi32(v); }

// Words.
INLINE vector all_words(uint64_t value) { return _mm512_set1_epi64((long long)value); }
INLINE vector add_words(vector a, vector b) { return _mm512_add_epi64(a, b); }
INLINE vector subtract_words(vector a, vector b) { return _mm512_sub_epi64(a, b); }
INLINE vector multiply_words(vector a, vector b) { return _mm512_mullo_epi64(a, b); }
/// Products of the lower halves.
INLINE vector multiply_low(vector a, vector b) { return _mm512_mul_epu32(a, b); }
INLINE vector words_right(vector v, unsigned bits) { return _mm512_srli_epi64(v, bits); }
INLINE vector words_left(vector v, unsigned bits) { return _mm512_slli_epi64(v, bits); }
INLINE vector least_words(vector a, vector b) { return _mm512_min_epu64(a, b); }
/// The upper byte of each, the first one lowest.
INLINE uint64_t upper_bytes(vector v) {
  return (uint64_t)_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(_mm512_srli_epi64(v, 56)));
}
INLINE uint64_t sum_words(vector v) { return (uint64_t)_mm512_reduce_add_epi64(v); }
INLINE vector words_of(half v) { return _mm512_cvtepu32_epi64(v); }
/// The largest number there is stands for larger words.
INLINE half numbers_of(vector v) { return _mm512_cvtusepi64_epi32(v); }
INLINE where where_sharing(vector a, vector b) { return _mm512_test_epi64_mask(a, b); }
/// Which of the first `left` bytes of eight lack a bit. Eight are read.
INLINE where where_lacking(const uint8_t *from, uint8_t bit, size_t left) {
  const vector v = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)from));
  return _mm512_mask_testn_epi64_mask(first8(left), v, all_words(bit));
}
/// As signed numbers.
INLINE where where_above(vector a, vector b) { return _mm512_cmpgt_epi64_mask(a, b); }

// Some of eight words.
INLINE unsigned bits_of(where those) { return those; }
INLINE int any(where those) { return those != 0; }
INLINE int same(where a, where b) { return a == b; }
INLINE where where_not(where a, where b) { return a & (where)~b; }
INLINE vector choose_words(where those, vector yes, vector no) {
  return _mm512_mask_mov_epi64(no, those, yes);
}
INLINE vector add_where(where those, vector a, vector b) {
  return _mm512_mask_add_epi64(a, those, a, b);
}

// Reals.
INLINE reals all_reals(double value) { return _mm512_set1_pd(value); }
INLINE reals add_reals(reals a, reals b) { return _mm512_add_pd(a, b); }
INLINE reals subtract_reals(reals a, reals b) { return _mm512_sub_pd(a, b); }
INLINE reals multiply_reals(reals a, reals b) { return _mm512_mul_pd(a, b); }
INLINE reals divide_reals(reals a, reals b) { return _mm512_div_pd(a, b); }
/// By a whole number up to 14, rounded as by `divide_reals`: its reciprocal is near enough (Markstein 1990,
/// doi:10.1147/rd.341.0111).
INLINE reals divide_by(reals a, int number) {
  const reals by = all_reals(number), reciprocal = all_reals(1.0 / number);
  const reals quotient = _mm512_mul_pd(a, reciprocal);
  return _mm512_fmadd_pd(_mm512_fnmadd_pd(quotient, by, a), reciprocal, quotient);
}
INLINE reals least_reals(reals a, reals b) { return _mm512_min_pd(a, b); }
INLINE reals choose_reals(where those, reals yes, reals no) {
  return _mm512_mask_mov_pd(no, those, yes);
}
INLINE where reals_at_least(reals a, reals b) { return _mm512_cmp_pd_mask(a, b, _CMP_GE_OQ); }
INLINE where reals_above(reals a, reals b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
INLINE where where_both(where a, where b) { return a & b; }
INLINE reals as_reals(vector bits) { return _mm512_castsi512_pd(bits); }
INLINE vector as_words(reals v) { return _mm512_castpd_si512(v); }
/// Words below 2^53.
INLINE reals reals_of(vector v) { return _mm512_cvtepu64_pd(v); }
INLINE reals reals_of_floats(const float *from) { return _mm512_cvtps_pd(_mm256_loadu_ps(from)); }
/// Numbers below 2^31.
INLINE reals reals_of_half(half v) { return _mm512_cvtepu32_pd(v); }
/// The upper twelve bits of words, as signed numbers.
INLINE reals upper_twelve(vector v) { return _mm512_cvtepi64_pd(_mm512_srai_epi64(v, 52)); }
/// Whole parts: from 0 to 2^62, and below 2^31.
INLINE vector whole_words(reals v) { return _mm512_cvttpd_epu64(v); }
/// Whole parts, from 0 and below 2^52.
INLINE vector small_words(reals v) { return _mm512_cvttpd_epu64(v); }
INLINE half whole_numbers(reals v) { return _mm512_cvttpd_epu32(v); }

/// Writes the cells in these directions of sixteen cells: direction by direction. Returns their number.
INLINE size_t write_targets(
    const struct spread_draw *draw, unsigned directions, vector cells, vector outcomes, size_t left,
    uint32_t *hits) {
  (void)left;  // the outcomes of the others are empty
  size_t written = 0;
  for (int direction = 0; direction < 8; direction++) {
    if (!(directions >> direction & 1)) continue;
    unsigned hit = sharing(outcomes, 1u << direction);
    pack_numbers(hits + written, hit, add_numbers(cells, all_numbers(draw->offsets[direction])));
    written += (size_t)__builtin_popcount(hit);
  }
  return written;
}
