#if defined(__x86_64__)
#include "block.h"

// Sums of products are not to be fused: the portable passes round every product.
#pragma STDC FP_CONTRACT OFF

/// Parts of lists, of at most eight people each, taken at a time; two may be written beyond.
#define PARTS 64
#define ROOM (PARTS + 8)

struct parts {
  uint64_t keys[ROOM];    // of the sources, in this step
  uint64_t blocks[ROOM];  // what the second, third, ... part of a list adds to its source's word
  const uint32_t *people[ROOM];
  uint8_t needed[ROOM];   // which of the eight are in the list
  size_t owners[ROOM];    // places of the sources
  size_t count;
};

/// Writes part `block` of a list of `length` people behind those that count.
INLINE void put_part(
    struct parts *parts, size_t place, uint64_t key, uint64_t block, uint64_t stride,
    const uint32_t *people, ptrdiff_t length, size_t owner) {
  const ptrdiff_t left = length - 8 * (ptrdiff_t)block;
  parts->keys[place] = key;
  parts->blocks[place] = block * stride;
  parts->people[place] = people + 8 * block;
  parts->needed[place] = (uint8_t)(0xffu >> (left < 8 ? 8 - left : 0));
  parts->owners[place] = owner;
}

/// Writes the people of the parts whose contacts succeed to `hits`, from `written` on. Returns where
/// they end.
INLINE size_t write_parts(
    const struct spread_lists *lists, struct parts *parts, uint32_t *hits, size_t written,
    uint32_t *ends) {
  const int flips = lists->coin_threshold < 1ull << 40;
  const size_t count = parts->count;
  for (size_t i = count; i % 8 != 0; i++) {
    parts->needed[i] = 0;
    parts->people[i] = lists->neighbors;
  }
  for (size_t i = 0; i < count; i += 8) {
    uint64_t needed;
    __builtin_memcpy(&needed, parts->needed + i, 8);
    uint64_t coins = needed;
    if (flips) {
      __m512i words = mix8(_mm512_loadu_si512(parts->keys + i));
      const __m512i blocks = _mm512_loadu_si512(parts->blocks + i);
      const __mmask8 later = _mm512_test_epi64_mask(blocks, blocks);
      words = _mm512_mask_mov_epi64(words, later, mix8(_mm512_add_epi64(words, blocks)));
      coins &= threshold_coins8(lists->coin_threshold, words, needed);
    }
    for (size_t j = i; j < i + 8; j++, coins >>= 8) {
      __mmask8 successes = (__mmask8)coins;
      __m256i people = _mm256_loadu_si256((const __m256i *)parts->people[j]);
      _mm256_storeu_si256(
          (__m256i *)(hits + written), _mm256_maskz_compress_epi32(successes, people));
      written += (size_t)__builtin_popcount(successes);
      if (ends && j < count) ends[parts->owners[j]] = (uint32_t)written;
    }
  }
  parts->count = 0;
  return written;
}

TARGET size_t spread_simd_draw_lists(
    const struct spread_lists *lists, const uint32_t *sources, const uint64_t *keys, size_t count,
    uint64_t stride, uint32_t *hits, uint32_t *ends) {
  struct parts parts;
  parts.count = 0;
  size_t written = 0;
  for (size_t i = 0; i < count; i++) {
    if (i + 16 < count) {
      __builtin_prefetch(lists->starts + sources[i + 16]);
      __builtin_prefetch(lists->neighbors + lists->starts[sources[i + 8]]);
    }
    const uint32_t start = lists->starts[sources[i]];
    const uint32_t *people = lists->neighbors + start;
    const ptrdiff_t length = (ptrdiff_t)(lists->starts[sources[i] + 1] - start);
    const uint64_t key = keys[i] + stride;
    // Whether there is a second part is anybody's guess: it is written, and counts if there is. Sources
    // without a neighbor have one empty part: their end is written, too.
    put_part(&parts, parts.count, key, 0, lists->block_stride, people, length, i);
    put_part(&parts, parts.count + 1, key, 1, lists->block_stride, people, length, i);
    parts.count += length > 8 ? 2 : 1;
    if (parts.count >= PARTS) written = write_parts(lists, &parts, hits, written, ends);
    for (uint64_t block = 2; 8 * (ptrdiff_t)block < length; block++) {
      put_part(&parts, parts.count++, key, block, lists->block_stride, people, length, i);
      if (parts.count >= PARTS) written = write_parts(lists, &parts, hits, written, ends);
    }
  }
  return write_parts(lists, &parts, hits, written, ends);
}

/// `naturalLogarithm` of GeometricGaps.swift, operation by operation.
INLINE __m512d logarithm8(__m512d x) {
  const __m512i bits = _mm512_castpd_si512(x);
  __m512i shifted = _mm512_sub_epi64(bits, _mm512_set1_epi64(0x3fe6a09e667f3bcd));
  __m512d exponent = _mm512_cvtepi64_pd(_mm512_srai_epi64(shifted, 52));
  __m512i scaled = _mm512_and_si512(shifted, _mm512_set1_epi64((long long)0xfff0000000000000u));
  __m512d fraction = _mm512_castsi512_pd(_mm512_sub_epi64(bits, scaled));
#define N(number) _mm512_set1_pd(number)
#define ADD _mm512_add_pd
#define SUB _mm512_sub_pd
#define MUL _mm512_mul_pd
  __m512d f = SUB(fraction, N(1));
  __m512d s = _mm512_div_pd(f, ADD(N(2), f));
  __m512d z = MUL(s, s);
  __m512d w = MUL(z, z);
  __m512d even = MUL(
      w, ADD(N(0.3999999999940941908),
             MUL(w, ADD(N(0.2222219843214978396), MUL(w, N(0.1531383769920937332))))));
  __m512d odd = MUL(
      z, ADD(N(0.6666666666666735130),
             MUL(w, ADD(N(0.2857142874366239149),
                        MUL(w, ADD(N(0.1818357216161805012), MUL(w, N(0.1479819860511658591))))))));
  __m512d half = MUL(MUL(N(0.5), f), f);
  __m512d low = MUL(exponent, N(1.90821492927058770002e-10));
  __m512d sum = ADD(MUL(s, ADD(half, ADD(even, odd))), low);
  return SUB(MUL(exponent, N(6.93147180369123816490e-01)), SUB(SUB(half, sum), f));
#undef N
#undef ADD
#undef SUB
#undef MUL
}

TARGET void spread_simd_gaps(uint64_t state, double scale, size_t count, uint64_t *gaps) {
  const uint64_t gamma = 0x9e3779b97f4a7c15u;
  __m512i place = _mm512_setr_epi64(1, 2, 3, 4, 5, 6, 7, 8);
  __m512i word = _mm512_add_epi64(
      _mm512_set1_epi64((long long)state),
      _mm512_mullo_epi64(place, _mm512_set1_epi64((long long)gamma)));
  for (size_t i = 0; i < count; i += 8) {
    __m512d number = _mm512_cvtepu64_pd(_mm512_srli_epi64(mix8(word), 11));
    __m512d x = _mm512_mul_pd(_mm512_add_pd(number, _mm512_set1_pd(0.5)), _mm512_set1_pd(0x1p-53));
    __m512d trials = _mm512_mul_pd(logarithm8(x), _mm512_set1_pd(scale));
    trials = _mm512_min_pd(trials, _mm512_set1_pd(0x1p62));
    _mm512_storeu_si512(
        gaps + i, _mm512_add_epi64(_mm512_cvttpd_epu64(trials), _mm512_set1_epi64(1)));
    word = _mm512_add_epi64(word, _mm512_set1_epi64((long long)(8 * gamma)));
  }
}

#endif
