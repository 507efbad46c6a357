// Words and reals in AVX2, eight at a time.
#pragma once
#include "avx2.h"

// Words.
INLINE vector all_words(uint64_t value) {
  const __m256i v = _mm256_set1_epi64x((long long)value);
  return (vector){v, v};
}
INLINE vector add_words(vector a, vector b) { return PAIR(_mm256_add_epi64, a, b); }
INLINE vector subtract_words(vector a, vector b) { return PAIR(_mm256_sub_epi64, a, b); }
/// Products of the lower halves.
INLINE vector multiply_low(vector a, vector b) { return PAIR(_mm256_mul_epu32, a, b); }
INLINE vector words_right(vector v, int bits) {
  return (vector){_mm256_srli_epi64(v.low, bits), _mm256_srli_epi64(v.high, bits)};
}
INLINE vector words_left(vector v, int bits) {
  return (vector){_mm256_slli_epi64(v.low, bits), _mm256_slli_epi64(v.high, bits)};
}
INLINE vector multiply_words(vector a, vector b) {
  const vector crossed = add_words(
      multiply_low(words_right(a, 32), b), multiply_low(a, words_right(b, 32)));
  return add_words(multiply_low(a, b), words_left(crossed, 32));
}
/// As signed numbers.
INLINE where where_above(vector a, vector b) { return PAIR(_mm256_cmpgt_epi64, a, b); }
INLINE vector choose_words(where those, vector yes, vector no) {
  return (vector){_mm256_blendv_epi8(no.low, yes.low, those.low),
                  _mm256_blendv_epi8(no.high, yes.high, those.high)};
}
INLINE vector least_words(vector a, vector b) {
  const vector sign = all_words(1ull << 63);
  return choose_words(where_above(differing(a, sign), differing(b, sign)), b, a);
}
INLINE vector words_of(half v) {
  return (vector){_mm256_cvtepu32_epi64(_mm256_castsi256_si128(v)),
                  _mm256_cvtepu32_epi64(_mm256_extracti128_si256(v, 1))};
}
/// The largest number there is stands for larger words.
INLINE half numbers_of(vector v) { return halves8(least_words(v, all_words(0xffffffff)), 0); }
INLINE where where_not(where a, where b) { return PAIR(_mm256_andnot_si256, b, a); }
INLINE where where_both(where a, where b) { return both(a, b); }
INLINE where where_sharing(vector a, vector b) {
  return where_not(all_words(~0ull), PAIR(_mm256_cmpeq_epi64, both(a, b), all_words(0)));
}

/// Which of the first `left` bytes of eight lack a bit. Eight are read.
INLINE where where_lacking(const uint8_t *from, uint8_t bit, size_t left) {
  const __m128i v = _mm_loadl_epi64((const __m128i *)from);
  const vector wide = {_mm256_cvtepu8_epi64(v), _mm256_cvtepu8_epi64(_mm_srli_si128(v, 4))};
  return where_both(
      first16(2 * left), PAIR(_mm256_cmpeq_epi64, both(wide, all_words(bit)), all_words(0)));
}
/// The upper byte of each, the first one lowest.
INLINE uint64_t upper_bytes(vector v) {
  const __m256i places = _mm256_setr_epi8(
      7, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
      7, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m256i low = _mm256_shuffle_epi8(v.low, places);
  const __m256i high = _mm256_shuffle_epi8(v.high, places);
  return (uint64_t)_mm256_extract_epi16(low, 0) | (uint64_t)_mm256_extract_epi16(low, 8) << 16 |
         (uint64_t)_mm256_extract_epi16(high, 0) << 32 |
         (uint64_t)_mm256_extract_epi16(high, 8) << 48;
}
INLINE uint64_t sum_words(vector v) {
  uint64_t parts[4];
  _mm256_storeu_si256((__m256i *)parts, _mm256_add_epi64(v.low, v.high));
  return parts[0] + parts[1] + parts[2] + parts[3];
}

// Some of eight words.
INLINE unsigned bits_of(where those) {
  return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(those.low)) |
         (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(those.high)) << 4;
}
INLINE int any(where those) {
  const __m256i all = _mm256_or_si256(those.low, those.high);
  return !_mm256_testz_si256(all, all);
}
INLINE int same(where a, where b) { return !any(differing(a, b)); }
INLINE vector add_where(where those, vector a, vector b) { return add_words(a, both(those, b)); }

// Reals.
INLINE reals all_reals(double value) {
  const __m256d v = _mm256_set1_pd(value);
  return (reals){v, v};
}
INLINE reals add_reals(reals a, reals b) { return REAL_PAIR(_mm256_add_pd, a, b); }
INLINE reals subtract_reals(reals a, reals b) { return REAL_PAIR(_mm256_sub_pd, a, b); }
INLINE reals multiply_reals(reals a, reals b) { return REAL_PAIR(_mm256_mul_pd, a, b); }
INLINE reals divide_reals(reals a, reals b) { return REAL_PAIR(_mm256_div_pd, a, b); }
/// By a small whole number.
INLINE reals divide_by(reals a, int number) { return divide_reals(a, all_reals(number)); }
INLINE reals least_reals(reals a, reals b) { return REAL_PAIR(_mm256_min_pd, a, b); }
INLINE reals as_reals(vector v) {
  return (reals){_mm256_castsi256_pd(v.low), _mm256_castsi256_pd(v.high)};
}
INLINE vector as_words(reals v) {
  return (vector){_mm256_castpd_si256(v.low), _mm256_castpd_si256(v.high)};
}
INLINE reals choose_reals(where those, reals yes, reals no) {
  return as_reals(choose_words(those, as_words(yes), as_words(no)));
}
INLINE where reals_at_least(reals a, reals b) {
  return as_words((reals){_mm256_cmp_pd(a.low, b.low, _CMP_GE_OQ),
                          _mm256_cmp_pd(a.high, b.high, _CMP_GE_OQ)});
}
INLINE where reals_above(reals a, reals b) {
  return as_words((reals){_mm256_cmp_pd(a.low, b.low, _CMP_GT_OQ),
                          _mm256_cmp_pd(a.high, b.high, _CMP_GT_OQ)});
}
/// Words below 2^53: both halves as the lowest bits of reals, 2^84 and 2^52, that are taken away again.
/// No sum is rounded.
INLINE reals reals_of(vector v) {
  const vector upper = either(words_right(v, 32), all_words(0x4530000000000000));
  const vector lower = even_odd(v, all_words(0x4330000000000000));
  return add_reals(
      subtract_reals(as_reals(upper), all_reals(0x1p84 + 0x1p52)), as_reals(lower));
}
INLINE reals reals_of_floats(const float *from) {
  return (reals){_mm256_cvtps_pd(_mm_loadu_ps(from)), _mm256_cvtps_pd(_mm_loadu_ps(from + 4))};
}
/// Numbers below 2^31.
INLINE reals reals_of_half(half v) {
  return (reals){_mm256_cvtepi32_pd(_mm256_castsi256_si128(v)),
                 _mm256_cvtepi32_pd(_mm256_extracti128_si256(v, 1))};
}
/// The upper twelve bits of words, as signed numbers.
INLINE reals upper_twelve(vector v) {
  return reals_of_half(_mm256_srai_epi32(halves8(v, 1), 20));
}
/// Whole parts: from 0 to 2^62, and below 2^31.
INLINE vector whole_words(reals v) {
  double from[8];
  int64_t to[8];
  _mm256_storeu_pd(from, v.low);
  _mm256_storeu_pd(from + 4, v.high);
  for (int i = 0; i < 8; i++) to[i] = (int64_t)from[i];
  return load(to);
}
/// Whole parts, from 0 and below 2^52: as the lowest bits of reals from 2^52 on.
INLINE vector small_words(reals v) {
  const reals whole = {_mm256_round_pd(v.low, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC),
                       _mm256_round_pd(v.high, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
  const reals base = all_reals(0x1p52);
  return differing(as_words(add_reals(whole, base)), as_words(base));
}
INLINE half whole_numbers(reals v) {
  return _mm256_set_m128i(_mm256_cvttpd_epi32(v.high), _mm256_cvttpd_epi32(v.low));
}

/// Writes the cells in these directions of up to sixteen cells: cell by cell. Returns their number.
INLINE size_t write_targets(
    const struct spread_draw *draw, unsigned directions, vector cells, vector outcomes, size_t left,
    uint32_t *hits) {
  (void)directions;
  uint32_t cell[16], outcome[16];
  store(cell, cells);
  store(outcome, outcomes);
  const uint32_t *packed = draw->packed_offsets;
  size_t written = 0;
  for (size_t i = 0; i < 16 && i < left; i++) {
    const half offsets = load_half(packed + 8 * outcome[i]);
    store_half(hits + written, _mm256_add_epi32(offsets, _mm256_set1_epi32((int)cell[i])));
    written += (size_t)__builtin_popcount(outcome[i]);
  }
  return written;
}
