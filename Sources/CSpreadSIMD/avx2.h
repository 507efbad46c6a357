// What the passes are made of, in AVX2: sixteen numbers or eight words are two registers. Masks are
// whole lanes here, and what AVX-512 has as an instruction is a table or several instructions.
#pragma once
#include "CSpreadSIMD.h"
#include "avx2_tables.h"
#include <immintrin.h>

#define LEVEL(name) name##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "scattered.h"

/// Sixteen numbers of 32 bits or eight words of 64.
typedef struct {
  __m256i low, high;
} vector;
typedef struct {
  __m256d low, high;
} reals;
/// Eight of the numbers.
typedef __m256i half;
/// Which of eight words are meant: all bits of those are set.
typedef vector where;

#define PAIR(operation, a, b) \
  ((vector){operation((a).low, (b).low), operation((a).high, (b).high)})
#define REAL_PAIR(operation, a, b) \
  ((reals){operation((a).low, (b).low), operation((a).high, (b).high)})

INLINE __m256i row_of(const uint64_t *table, unsigned set) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(table + set)));
}

/// From the middle backwards: lanes of which the first ones are set.
static const uint32_t first_lanes[32] = {
    ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

INLINE __m256i first_half(size_t left) {
  return _mm256_loadu_si256((const __m256i *)(first_lanes + 16 - (left < 8 ? left : 8)));
}

INLINE vector first16(size_t left) {
  const uint32_t *lanes = first_lanes + 16 - (left < 16 ? left : 16);
  return (vector){
      _mm256_loadu_si256((const __m256i *)lanes), _mm256_loadu_si256((const __m256i *)(lanes + 8))};
}

// To and from memory: of the last ones fewer, 0 in place of the others.
INLINE vector load(const void *from) {
  const __m256i *parts = from;
  return (vector){_mm256_loadu_si256(parts), _mm256_loadu_si256(parts + 1)};
}
INLINE void store(void *to, vector v) {
  __m256i *parts = to;
  _mm256_storeu_si256(parts, v.low);
  _mm256_storeu_si256(parts + 1, v.high);
}
INLINE half load_half(const uint32_t *from) { return _mm256_loadu_si256((const half *)from); }
INLINE vector load_numbers(const uint32_t *from, size_t left) {
  if (left >= 16) return load(from);
  const vector lanes = first16(left);
  const int *parts = (const int *)from;
  return (vector){_mm256_maskload_epi32(parts, lanes.low),
                  _mm256_maskload_epi32(parts + 8, lanes.high)};
}
INLINE vector load_words(const uint64_t *from, size_t left) {
  if (left >= 8) return load(from);
  // A word is two lanes.
  const vector lanes = first16(2 * left);
  const int *parts = (const int *)from;
  return (vector){_mm256_maskload_epi32(parts, lanes.low),
                  _mm256_maskload_epi32(parts + 8, lanes.high)};
}
INLINE half load_half_numbers(const uint32_t *from, size_t left) {
  if (left >= 8) return load_half(from);
  return _mm256_maskload_epi32((const int *)from, first_half(left));
}
INLINE void store_half(uint32_t *to, half v) { _mm256_storeu_si256((half *)to, v); }

// Packed to the front; a whole vector is written.
INLINE void pack_half(uint32_t *to, unsigned bits, half v) {
  store_half(to, _mm256_permutevar8x32_epi32(v, row_of(packing, bits)));
}
INLINE void pack_numbers(uint32_t *to, unsigned bits, vector v) {
  pack_half(to, bits & 255, v.low);
  pack_half(to + __builtin_popcount(bits & 255), bits >> 8 & 255, v.high);
}
INLINE void pack_words(uint64_t *to, unsigned bits, vector v) {
  const unsigned low = bits & 15, high = bits >> 4 & 15;
  store_half(
      (uint32_t *)to, _mm256_permutevar8x32_epi32(v.low, row_of(packing_words, low)));
  store_half(
      (uint32_t *)(to + __builtin_popcount(low)),
      _mm256_permutevar8x32_epi32(v.high, row_of(packing_words, high)));
}
INLINE half unpack_half(unsigned bits, const uint32_t *from) {
  const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i others = _mm256_cmpeq_epi32(
      _mm256_and_si256(_mm256_set1_epi32((int)bits), lanes), _mm256_setzero_si256());
  return _mm256_or_si256(
      others, _mm256_permutevar8x32_epi32(load_half(from), row_of(unpacking, bits)));
}
/// The next numbers, in the places of the bits; all bits are set in the others.
INLINE vector unpack_numbers(unsigned bits, const uint32_t *from) {
  return (vector){
      unpack_half(bits & 255, from),
      unpack_half(bits >> 8 & 255, from + __builtin_popcount(bits & 255))};
}

// Scattered in memory; places are signed numbers, but for those of bytes.
INLINE vector gather_numbers(const uint32_t *base, vector places) {
  const int *from = (const int *)base;
  return (vector){
      _mm256_i32gather_epi32(from, places.low, 4), _mm256_i32gather_epi32(from, places.high, 4)};
}
/// The upper halves of words.
INLINE vector gather_upper(const uint64_t *base, vector places) {
  const int *from = (const int *)base + 1;
  return (vector){
      _mm256_i32gather_epi32(from, places.low, 8), _mm256_i32gather_epi32(from, places.high, 8)};
}
/// The bytes at the first `left` places; 0 for the others, whose places are read, too.
INLINE vector gather_bytes(const uint8_t *bytes, vector places, size_t left) {
  uint32_t place[16] __attribute__((aligned(32)));
  store(place, places);
  const vector lanes = first16(left);
  const __m128i found = bytes_at(bytes, place);
  return (vector){
      _mm256_and_si256(_mm256_cvtepu8_epi32(found), lanes.low),
      _mm256_and_si256(_mm256_cvtepu8_epi32(_mm_srli_si128(found, 8)), lanes.high)};
}
INLINE vector gather_words(const uint64_t *base, half places) {
  const long long *words = (const long long *)base;
  return (vector){
      _mm256_i32gather_epi64(words, _mm256_castsi256_si128(places), 8),
      _mm256_i32gather_epi64(words, _mm256_extracti128_si256(places, 1), 8)};
}
INLINE vector gather_shorts(const uint16_t *base, vector places) {
  uint64_t place[8] __attribute__((aligned(32)));
  store(place, places);
  const __m128i shorts = shorts_at(base, place);
  return (vector){_mm256_cvtepu16_epi64(shorts), _mm256_cvtepu16_epi64(_mm_srli_si128(shorts, 8))};
}
INLINE reals gather_reals(const double *base, vector places, where those) {
  const __m256d none = _mm256_setzero_pd();
  return (reals){
      _mm256_mask_i64gather_pd(none, base, places.low, _mm256_castsi256_pd(those.low), 8),
      _mm256_mask_i64gather_pd(none, base, places.high, _mm256_castsi256_pd(those.high), 8)};
}

// Bits.
INLINE vector both(vector a, vector b) { return PAIR(_mm256_and_si256, a, b); }
INLINE vector either(vector a, vector b) { return PAIR(_mm256_or_si256, a, b); }
INLINE vector differing(vector a, vector b) { return PAIR(_mm256_xor_si256, a, b); }

// Numbers.
INLINE vector all_numbers(uint32_t value) {
  const __m256i v = _mm256_set1_epi32((int)value);
  return (vector){v, v};
}
INLINE vector add_numbers(vector a, vector b) { return PAIR(_mm256_add_epi32, a, b); }
INLINE vector subtract_numbers(vector a, vector b) { return PAIR(_mm256_sub_epi32, a, b); }
/// Products of numbers below 2^16, which are below 2^16, and the upper sixteen bits of larger ones.
INLINE vector multiply_small(vector v, uint16_t by) {
  const __m256i b = _mm256_set1_epi16((short)by);
  return (vector){_mm256_mullo_epi16(v.low, b), _mm256_mullo_epi16(v.high, b)};
}
INLINE vector multiply_upper(vector v, uint16_t by) {
  const __m256i b = _mm256_set1_epi16((short)by);
  return (vector){_mm256_mulhi_epu16(v.low, b), _mm256_mulhi_epu16(v.high, b)};
}
INLINE vector numbers_right(vector v, int bits) {
  return (vector){_mm256_srli_epi32(v.low, bits), _mm256_srli_epi32(v.high, bits)};
}
/// The lanes of numbers that are set, as bits.
INLINE unsigned set_numbers(vector v) {
  return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(v.low)) |
         (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(v.high)) << 8;
}
INLINE unsigned equal_numbers(vector a, vector b) {
  return set_numbers(PAIR(_mm256_cmpeq_epi32, a, b));
}
/// Which of them share a bit with the value.
INLINE unsigned sharing(vector v, uint32_t value) {
  return 0xffff ^ equal_numbers(both(v, all_numbers(value)), all_numbers(0));
}
/// Both below 2^31.
INLINE unsigned above_numbers(vector a, vector b) {
  return set_numbers(PAIR(_mm256_cmpgt_epi32, a, b));
}
/// The even places of one and the odd places of the other.
INLINE vector even_odd(vector even, vector odd) {
  return (vector){_mm256_blend_epi32(even.low, odd.low, 0xaa),
                  _mm256_blend_epi32(even.high, odd.high, 0xaa)};
}
INLINE __m256i halves8(vector v, int odd) {
  const __m256 low = _mm256_castsi256_ps(v.low), high = _mm256_castsi256_ps(v.high);
  const __m256i mixed = _mm256_castps_si256(
      odd ? _mm256_shuffle_ps(low, high, 0xdd) : _mm256_shuffle_ps(low, high, 0x88));
  return _mm256_permute4x64_epi64(mixed, 0xd8);
}
/// The high halves of two vectors of eight words, as one vector.
INLINE vector high_halves16(vector first, vector second) {
  return (vector){halves8(first, 1), halves8(second, 1)};
}

/// The lowest bytes of sixteen numbers.
INLINE __m128i narrow(vector v) {
  const __m256i lowest = _mm256_set1_epi32(255);
  const __m256i shorts = _mm256_permute4x64_epi64(
      _mm256_packus_epi32(_mm256_and_si256(v.low, lowest), _mm256_and_si256(v.high, lowest)), 0xd8);
  return _mm_packus_epi16(_mm256_castsi256_si128(shorts), _mm256_extracti128_si256(shorts, 1));
}

INLINE __m256i look_up_half_numbers(vector table, __m256i places) {
  const __m256i above = _mm256_cmpgt_epi32(places, _mm256_set1_epi32(7));
  return _mm256_blendv_epi8(
      _mm256_permutevar8x32_epi32(table.low, places),
      _mm256_permutevar8x32_epi32(table.high, places), above);
}
/// Sixteen numbers, by number.
INLINE vector look_up_numbers(vector table, vector places) {
  return (vector){
      look_up_half_numbers(table, places.low), look_up_half_numbers(table, places.high)};
}
/// The same of numbers below 256.
typedef __m256i small_table;
/// The others are asked for by nobody.
INLINE small_table table_of(const uint32_t *values, size_t count) {
  return _mm256_broadcastsi128_si256(narrow(load_numbers(values, count)));
}
INLINE __m256i look_up_half(small_table table, __m256i places) {
  // In the other bytes the highest bit, which gives 0.
  const __m256i others = _mm256_set1_epi32((int)0x80808000);
  return _mm256_shuffle_epi8(table, _mm256_or_si256(places, others));
}
INLINE vector look_up(small_table table, vector places) {
  return (vector){look_up_half(table, places.low), look_up_half(table, places.high)};
}

// Bytes.
INLINE vector all_bytes(uint8_t value) {
  const __m256i v = _mm256_set1_epi8((char)value);
  return (vector){v, v};
}
INLINE vector add_bytes(vector a, vector b) { return PAIR(_mm256_add_epi8, a, b); }
/// From a table of sixteen, by the lower four bits; the others have to be clear.
INLINE vector shuffle_bytes(__m128i table, vector places) {
  const __m256i twice = _mm256_broadcastsi128_si256(table);
  return (vector){_mm256_shuffle_epi8(twice, places.low), _mm256_shuffle_epi8(twice, places.high)};
}
/// In each four the bytes from there: of sixteen.
INLINE vector move_bytes(vector v, __m128i places) {
  const __m256i twice = _mm256_broadcastsi128_si256(places);
  return (vector){_mm256_shuffle_epi8(v.low, twice), _mm256_shuffle_epi8(v.high, twice)};
}
/// The bytes whose count is at most the other; 0 for others.
INLINE vector bytes_up_to(vector v, vector counts, vector most) {
  return both(v, PAIR(_mm256_cmpeq_epi8, PAIR(_mm256_min_epu8, counts, most), counts));
}
INLINE uint64_t set_bytes(vector v) {
  return (uint32_t)_mm256_movemask_epi8(v.low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(v.high) << 32;
}
INLINE uint64_t equal_bytes(vector a, vector b) { return set_bytes(PAIR(_mm256_cmpeq_epi8, a, b)); }
INLINE uint64_t below_bytes(vector a, vector b) {
  return ~equal_bytes(PAIR(_mm256_max_epu8, a, b), a);
}
/// And back: sixteen numbers from the lowest bytes.
INLINE vector widen(__m128i v) {
  return (vector){_mm256_cvtepu8_epi32(v), _mm256_cvtepu8_epi32(_mm_unpackhi_epi64(v, v))};
}
