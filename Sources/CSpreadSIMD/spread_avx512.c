#include "CSpreadSIMD.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,popcnt,bmi")))
#define INLINE static inline __attribute__((always_inline)) TARGET

int spread_simd_available(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}

static uint64_t mix(uint64_t z) {
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

/// The digit of a small base: the high half of word * base; `word` goes on as the low half.
INLINE __m512i digit(__m512i *word, int base) {
  const __m512i b = _mm512_set1_epi64(base), low32 = _mm512_set1_epi64(0xffffffff);
  __m512i low = _mm512_mul_epu32(*word, b);
  __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(*word, 32), b);
  high = _mm512_add_epi64(high, _mm512_srli_epi64(low, 32));
  *word = _mm512_or_si512(_mm512_slli_epi64(high, 32), _mm512_and_si512(low, low32));
  return _mm512_srli_epi64(high, 32);
}

/// The chains of the orders of eight words, which go on as what is left.
INLINE __m512i order8(const struct spread_draw *draw, __m512i *word, int moore) {
  if (!moore) return _mm512_i64gather_epi64(digit(word, 12), draw->fours, 8);
  const __m512i low32 = _mm512_set1_epi64(0xffffffff);
  __m512i first = _mm512_i64gather_epi64(digit(word, 840), draw->halves, 8);
  __m512i place = _mm512_add_epi64(_mm512_and_si512(first, low32), digit(word, 12));
  __m512i lower = _mm512_cvtepu32_epi64(_mm512_i64gather_epi32(place, draw->rest, 4));
  return _mm512_or_si512(_mm512_andnot_si512(low32, first), lower);
}

/// Numbers of bits, byte by byte.
INLINE __m512i counts64(__m512i bytes) {
  const __m512i table = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i nibble = _mm512_set1_epi8(15);
  __m512i low = _mm512_shuffle_epi8(table, _mm512_and_si512(bytes, nibble));
  __m512i high =
      _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), nibble));
  return _mm512_add_epi8(low, high);
}

/// In each lane its lowest byte, eight times.
INLINE __m512i spread_bytes(__m512i lanes) {
  const __m512i places = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8));
  return _mm512_shuffle_epi8(lanes, places);
}

/// The first `count` members of each set in the order of its chain. Prefixes are nested, so the
/// longest that fits is the union of all that fit.
INLINE __m512i first_members(__m512i count, __m512i set, __m512i chain) {
  __m512i prefixes = _mm512_and_si512(chain, spread_bytes(set));
  __mmask64 fit = _mm512_cmple_epu8_mask(counts64(prefixes), spread_bytes(count));
  __m512i x = _mm512_maskz_mov_epi8(fit, prefixes);
  x = _mm512_or_si512(x, _mm512_srli_epi64(x, 32));
  x = _mm512_or_si512(x, _mm512_srli_epi64(x, 16));
  x = _mm512_or_si512(x, _mm512_srli_epi64(x, 8));
  return _mm512_and_si512(x, _mm512_set1_epi64(255));
}

/// Sixteen sources in two vectors of eight: their computations interleave.
struct pair {
  __m512i half[2];
};

/// Decides the coins whose byte equals the threshold's by 32 further bits each.
static __attribute__((noinline)) TARGET uint64_t break_ties(
    uint64_t coins, uint64_t ties, const __m512i *bytes, uint64_t threshold) {
  uint64_t words[8];
  _mm512_storeu_si512(words, *bytes);
  for (; ties != 0; ties &= ties - 1) {
    int place = __builtin_ctzll(ties);
    uint64_t further =
        mix(words[place >> 3] + (uint64_t)((place & 7) + 1) * 0x9e3779b97f4a7c15u) >> 32;
    if (further < (threshold & 0xffffffff)) coins |= 1ull << place;
  }
  return coins;
}

/// The candidates in whose direction a contact succeeds.
INLINE struct pair successes16(
    const struct spread_draw *draw, struct pair candidates, struct pair word) {
  const __m512i threshold = _mm512_set1_epi8((char)(draw->coin_threshold >> 32));
  const __m512i bits = _mm512_set1_epi64((long long)0x8040201008040201u);
  struct pair bytes, result;
  uint64_t coins[2], ties[2];
  for (int h = 0; h < 2; h++) {
    __m512i b = _mm512_mullo_epi64(word.half[h], _mm512_set1_epi64((long long)0xd1342543de82ef95u));
    bytes.half[h] = b = _mm512_xor_si512(b, _mm512_srli_epi64(b, 32));
    __mmask64 needed = _mm512_test_epi8_mask(spread_bytes(candidates.half[h]), bits);
    coins[h] = _mm512_mask_cmplt_epu8_mask(needed, b, threshold);
    ties[h] = _mm512_mask_cmpeq_epu8_mask(needed, b, threshold);
  }
  if ((ties[0] | ties[1]) != 0)
    for (int h = 0; h < 2; h++)
      coins[h] = break_ties(coins[h], ties[h], &bytes.half[h], draw->coin_threshold);
  for (int h = 0; h < 2; h++)
    result.half[h] = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128((long long)coins[h]));
  return result;
}

INLINE struct pair outcome16(
    const struct spread_draw *draw, enum spread_form form, int moore, int flips,
    struct pair candidates, struct pair word) {
  const __m512i cap = _mm512_set1_epi64((long long)draw->cap);
  const __m512i one = _mm512_set1_epi64(1);
  struct pair successes = flips ? successes16(draw, candidates, word) : candidates;
  if (form == spread_coins_only) return successes;
  if (form == spread_scan) {
    struct pair left = successes;
    for (uint64_t kept = 0; kept < draw->cap; kept++)
      for (int h = 0; h < 2; h++)
        left.half[h] = _mm512_and_si512(left.half[h], _mm512_sub_epi64(left.half[h], one));
    for (int h = 0; h < 2; h++)
      left.half[h] = _mm512_xor_si512(successes.half[h], left.half[h]);
    return left;
  }
  struct pair result;
  for (int h = 0; h < 2; h++) {
    __m512i chain = order8(draw, &word.half[h], moore), count = cap;
    if (form == spread_random) {
      __m512i most = _mm512_min_epu64(cap, counts64(candidates.half[h]));
      __m512i least =
          _mm512_min_epu64(most, _mm512_set1_epi64((long long)draw->least_contacts));
      __m512i span = _mm512_add_epi64(_mm512_sub_epi64(most, least), one);
      __m512i value = _mm512_srli_epi64(word.half[h], 32);
      count = _mm512_add_epi64(least, _mm512_srli_epi64(_mm512_mul_epu32(value, span), 32));
    }
    if (form == spread_capped)
      result.half[h] = first_members(count, successes.half[h], chain);
    else
      result.half[h] = _mm512_and_si512(
          first_members(count, candidates.half[h], chain), successes.half[h]);
  }
  return result;
}

INLINE size_t draw_all(
    const struct spread_draw *draw, enum spread_form form, int moore, int flips, int all,
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, size_t count,
    uint64_t stride, const uint8_t *masks, uint32_t *hits) {
  const __m512i step = _mm512_set1_epi64((long long)stride);
  size_t written = 0;
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = count - i >= 16 ? 0xffff : (__mmask16)((1u << (count - i)) - 1);
    __m512i cell = _mm512_maskz_loadu_epi32(lanes, cells + i);
    __m512i healthy = _mm512_and_si512(
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, masks, 1),
        _mm512_set1_epi32(255));
    __m512i candidates = all ? _mm512_maskz_loadu_epi32(lanes, around + i) : healthy;
    struct pair word, set;
    for (int h = 0; h < 2; h++) {
      __m512i key = _mm512_maskz_loadu_epi64((__mmask8)(lanes >> (8 * h)), keys + i + 8 * h);
      word.half[h] = mix8(_mm512_add_epi64(key, step));
    }
    set.half[0] = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(candidates));
    set.half[1] = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(candidates, 1));
    struct pair chosen = outcome16(draw, form, moore, flips, set, word);
    __m512i outcome = _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm512_cvtepi64_epi32(chosen.half[0])),
        _mm512_cvtepi64_epi32(chosen.half[1]), 1);
    outcome = _mm512_and_si512(outcome, healthy);
    for (int direction = 0; direction < 8; direction++) {
      if (!moore && !(0x5a >> direction & 1)) continue;
      __mmask16 hit = _mm512_test_epi32_mask(outcome, _mm512_set1_epi32(1 << direction));
      __m512i target =
          _mm512_add_epi32(cell, _mm512_set1_epi32((int)draw->offsets[direction]));
      _mm512_storeu_si512(hits + written, _mm512_maskz_compress_epi32(hit, target));
      written += (size_t)__builtin_popcount(hit);
    }
  }
  return written;
}

#define DRAW(form, moore, flips, all) \
  draw_all(draw, form, moore, flips, all, cells, keys, around, count, stride, masks, hits)

#define DRAW_WITH(form, moore)                                        \
  (flips ? (all ? DRAW(form, moore, 1, 1) : DRAW(form, moore, 1, 0))  \
         : (all ? DRAW(form, moore, 0, 1) : DRAW(form, moore, 0, 0)))

#define DRAW_FORM(form) \
  static TARGET __attribute__((noinline)) size_t draw_##form(                               \
      const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,          \
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,          \
      uint32_t *hits) {                                                                     \
    int flips = draw->coin_threshold < 1ull << 40, all = draw->takes_all != 0;              \
    return draw->is_moore ? DRAW_WITH(form, 1) : DRAW_WITH(form, 0);                        \
  }

DRAW_FORM(spread_coins_only)
DRAW_FORM(spread_exact)
DRAW_FORM(spread_random)
DRAW_FORM(spread_capped)
DRAW_FORM(spread_scan)

size_t spread_simd_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,
    uint32_t *hits) {
  switch (draw->form) {
    case spread_coins_only:
      return draw_spread_coins_only(draw, cells, keys, around, count, stride, masks, hits);
    case spread_exact:
      return draw_spread_exact(draw, cells, keys, around, count, stride, masks, hits);
    case spread_random:
      return draw_spread_random(draw, cells, keys, around, count, stride, masks, hits);
    case spread_capped:
      return draw_spread_capped(draw, cells, keys, around, count, stride, masks, hits);
    case spread_scan:
      return draw_spread_scan(draw, cells, keys, around, count, stride, masks, hits);
  }
  return 0;
}

TARGET size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *masks) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = count - i >= 16 ? 0xffff : (__mmask16)((1u << (count - i)) - 1);
    __m512i cell = _mm512_maskz_loadu_epi32(lanes, cells + i);
    __m512i low = _mm512_maskz_loadu_epi64((__mmask8)lanes, keys + i);
    __m512i high = _mm512_maskz_loadu_epi64((__mmask8)(lanes >> 8), keys + i + 8);
    __m512i healthy =
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, masks, 1);
    __mmask16 keep = _mm512_test_epi32_mask(healthy, _mm512_set1_epi32(255));
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

#else

int spread_simd_available(void) { return 0; }

// Never called where `spread_simd_available` says no.
size_t spread_simd_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,
    uint32_t *hits) {
  (void)draw, (void)cells, (void)keys, (void)around, (void)count, (void)stride, (void)masks,
      (void)hits;
  return 0;
}

size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *masks) {
  (void)cells, (void)keys, (void)around, (void)masks;
  return count;
}

#endif
