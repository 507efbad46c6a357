#if defined(__x86_64__)
#include "vectors.h"
#include "CSpreadSIMD.h"

/// In how many steps people act, less one, by the inverse law: how many pass for sure.
INLINE __m512i passing8(const struct spread_people *people, __m512i word) {
  word = mix8(_mm512_add_epi64(word, _mm512_set1_epi64((long long)people->length_lane)));
  __m512i guided = _mm512_cvtepu32_epi64(
      _mm512_i64gather_epi32(_mm512_srli_epi64(word, 54), people->guide, 2));
  __m512i steps = _mm512_and_si512(guided, _mm512_set1_epi64(0x7fff));
  __mmask8 open = _mm512_test_epi64_mask(guided, _mm512_set1_epi64(0x8000));
  if (open == 0) return steps;
  const __m512d last = _mm512_set1_pd(people->survivals[people->table_size - 1]);
  __m512d fraction = _mm512_mul_pd(
      _mm512_cvtepu64_pd(_mm512_srli_epi64(word, 11)), _mm512_set1_pd(0x1p-53));
  __mmask8 looked_up = _mm512_mask_cmp_pd_mask(open, fraction, last, _CMP_GE_OQ);
  __mmask8 more = looked_up;
  const __m512i one = _mm512_set1_epi64(1);
  while (more) {
    __m512d next = _mm512_mask_i64gather_pd(
        _mm512_setzero_pd(), more, _mm512_add_epi64(steps, one), people->survivals, 8);
    more = _mm512_mask_cmp_pd_mask(more, next, fraction, _CMP_GT_OQ);
    steps = _mm512_mask_add_epi64(steps, more, steps, one);
  }
  if (looked_up == open) return steps;
  // Longer than the table: bit by bit.
  __m512d survival = _mm512_set1_pd(1);
  __m512i found = _mm512_setzero_si512();
  for (int bit = 31; bit >= 0; bit--) {
    __m512d next = _mm512_mul_pd(survival, _mm512_set1_pd(people->powers[bit]));
    __mmask8 passes = _mm512_cmp_pd_mask(next, fraction, _CMP_GT_OQ);
    survival = _mm512_mask_mov_pd(survival, passes, next);
    found = _mm512_mask_add_epi64(found, passes, found, _mm512_set1_epi64(1ll << bit));
  }
  return _mm512_mask_mov_epi64(steps, open & (__mmask8)~looked_up, found);
}

/// The persons' shares in the words of eight cells.
INLINE __m512i persons8(const struct spread_people *people, __m256i cell) {
  cell = _mm256_and_si256(cell, _mm256_set1_epi32((int)people->place_mask));
  if (people->row_length == 0)
    return _mm512_mullo_epi64(
        _mm512_cvtepu32_epi64(cell), _mm512_set1_epi64((long long)people->person_stride));
  // Half a cell more, so that no quotient is near a whole number.
  __m512d middle = _mm512_add_pd(_mm512_cvtepu32_pd(cell), _mm512_set1_pd(0.5));
  __m256i row =
      _mm512_cvttpd_epu32(_mm512_mul_pd(middle, _mm512_set1_pd(1.0 / people->row_length)));
  __m256i person = _mm256_sub_epi32(
      _mm256_sub_epi32(cell, _mm256_set1_epi32((int)(people->row_length - 1))),
      _mm256_slli_epi32(row, 1));
  return _mm512_mullo_epi64(
      _mm512_cvtepu32_epi64(person), _mm512_set1_epi64((long long)people->person_stride));
}

TARGET void spread_simd_begin(
    const struct spread_people *given, const uint32_t *cells, const uint32_t *numbers,
    size_t count, uint64_t past, uint64_t after, uint64_t *keys, uint32_t *ends) {
  // A copy, because it would be read again after every write to `ends`.
  const struct spread_people copy = *given, *people = &copy;
  const __m512i first_run = _mm512_set1_epi64((long long)people->runs[0]);
  const __m512i most = _mm512_set1_epi64((long long)people->most);
  const __m512i begin = _mm512_set1_epi64((long long)after);
  for (size_t i = 0; i < count; i += 8) {
    __mmask8 lanes = (__mmask8)lanes16(count - i);
    __m256i cell = _mm256_maskz_loadu_epi32(lanes, cells + i);
    __m512i run = first_run;
    if (people->shift < 32)
      run = _mm512_i32gather_epi64(
          _mm256_srl_epi32(cell, _mm_cvtsi32_si128((int)people->shift)), people->runs, 8);
    if (numbers) {
      __m512i before = _mm512_sub_epi64(
          _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(lanes, numbers + i)),
          _mm512_set1_epi64(1));
      __m512i again = mix8(_mm512_add_epi64(
          run, _mm512_mullo_epi64(before, _mm512_set1_epi64((long long)people->again_stride))));
      run = _mm512_mask_mov_epi64(
          run, _mm512_cmpgt_epi64_mask(before, _mm512_setzero_si512()), again);
    }
    __m512i word = _mm512_add_epi64(run, persons8(people, cell));
    _mm512_storeu_si512(keys + i, _mm512_sub_epi64(word, _mm512_set1_epi64((long long)past)));
    if (!ends) continue;
    __m512i length = _mm512_min_epu64(
        most, _mm512_add_epi64(passing8(people, word), _mm512_set1_epi64(1)));
    _mm256_storeu_si256(
        (__m256i *)(ends + i), _mm512_cvtusepi64_epi32(_mm512_add_epi64(begin, length)));
  }
}

#endif
