#if defined(__x86_64__)
#include "block.h"

/// The words of the sources, their healthy neighbors, and whom they may infect.
INLINE void draw_words(
    struct block *block, const uint32_t *cells, const uint64_t *keys, const uint32_t *around,
    size_t count, uint64_t stride, const uint8_t *masks) {
  const __m512i step = _mm512_set1_epi64((long long)stride);
  for (size_t i = 0; i < count; i += 16) {
    __mmask16 lanes = lanes16(count - i);
    __m512i cell = _mm512_maskz_loadu_epi32(lanes, cells + i);
    __m512i healthy = _mm512_and_si512(
        _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, cell, masks, 1),
        _mm512_set1_epi32(255));
    _mm512_store_si512(block->healthy + i, healthy);
    _mm512_store_si512(
        block->candidates + i, around ? _mm512_maskz_loadu_epi32(lanes, around + i) : healthy);
    _mm512_store_si512(block->words + i, draw_words8(keys + i, count - i, step));
    if (count - i > 8)
      _mm512_store_si512(block->words + i + 8, draw_words8(keys + i + 8, count - i - 8, step));
  }
}

/// The candidates in whose direction a contact succeeds.
INLINE __m512i successes16(
    const struct spread_draw *draw, __m512i candidates, const uint64_t *words) {
  __m128i needed = _mm512_cvtepi32_epi8(candidates);
  uint64_t first =
      coins8(draw, _mm512_load_si512(words), (uint64_t)_mm_cvtsi128_si64(needed));
  uint64_t second =
      coins8(draw, _mm512_load_si512(words + 8), (uint64_t)_mm_extract_epi64(needed, 1));
  __m128i coins = _mm_set_epi64x((long long)second, (long long)first);
  return _mm512_and_si512(candidates, _mm512_cvtepu8_epi32(coins));
}

/// The first `count` members of each set in the order of its chain. Prefixes are nested, so the
/// longest that fits is the union of all that fit.
INLINE __m512i first_members(__m512i count, __m512i set, __m512i first, __m512i rest) {
  set = spread_bytes(set);
  count = spread_bytes(count);
  first = _mm512_and_si512(first, set);
  rest = _mm512_and_si512(rest, set);
  first = _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(counts8(first), count), first);
  rest = _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(counts8(rest), count), rest);
  __m512i x = _mm512_or_si512(first, rest);
  x = _mm512_or_si512(x, _mm512_srli_epi32(x, 16));
  x = _mm512_or_si512(x, _mm512_srli_epi32(x, 8));
  return _mm512_and_si512(x, _mm512_set1_epi32(255));
}

/// The first `cap` of each set in neighbor order.
INLINE __m512i lowest_members(uint64_t cap, __m512i set) {
  __m512i left = set;
  for (uint64_t kept = 0; kept < cap; kept++)
    left = _mm512_and_si512(left, _mm512_sub_epi32(left, _mm512_set1_epi32(1)));
  return _mm512_xor_si512(set, left);
}

/// How many are contacted: the number's place between the least and the most, by a product of
/// at most 2^32 * 9.
INLINE __m512i contacts16(const struct spread_draw *draw, __m512i candidates, __m512i numbers) {
  __m512i count = counts8(candidates);
  __m512i least = _mm512_permutexvar_epi32(count, _mm512_loadu_si512(draw->contacts_from));
  __m512i span = _mm512_permutexvar_epi32(count, _mm512_loadu_si512(draw->contacts_span));
  __m512i even = _mm512_mul_epu32(numbers, span);
  __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(numbers, 32), _mm512_srli_epi64(span, 32));
  __m512i high = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
  return _mm512_add_epi32(least, high);
}

/// How the sources are found that have to choose from their candidates or successes.
enum choice {
  nobody,  // the form knows no order
  everybody,  // orders are cheap, or hardly anybody can go without
  packed,  // most infect all they can, whatever the order: only the others draw one
};

INLINE enum choice choice_of(enum DrawForm form, enum DrawOrders orders) {
  switch (form) {
    case DrawFormEverybody:
    case DrawFormFirstSuccesses: return nobody;
    case DrawFormRandomNumber: return everybody;
    case DrawFormFixedNumber:
    case DrawFormRandomSuccesses: return orders == DrawOrdersOfEight ? packed : everybody;
  }
  __builtin_unreachable();
}

/// Whose contacts succeed, and who has to choose. Returns the number of the latter.
INLINE size_t find_choosing(
    struct block *block, const struct spread_draw *draw, enum DrawForm form,
    enum choice choice, size_t count, int flips) {
  const __m512i cap = _mm512_set1_epi32((int)draw->cap);
  size_t choosing = 0;
  for (size_t i = 0; i < count; i += 16) {
    __m512i candidates = _mm512_load_si512(block->candidates + i);
    __m512i successes = flips ? successes16(draw, candidates, block->words + i) : candidates;
    if (form == DrawFormFirstSuccesses) successes = lowest_members(draw->cap, successes);
    _mm512_store_si512(block->successes + i, successes);
    __m512i set = form == DrawFormRandomSuccesses ? successes : candidates;
    if (choice == everybody) _mm512_store_si512(block->sets + i, set);
    if (choice != packed) continue;
    __mmask16 choose = _mm512_cmpgt_epu32_mask(counts8(set), cap);
    block->choosing[i / 16] = choose;
    _mm512_storeu_si512(block->sets + choosing, _mm512_maskz_compress_epi32(choose, set));
    for (int h = 0; h < 16; h += 8) {
      __mmask8 half = (__mmask8)(choose >> h);
      _mm512_storeu_si512(
          block->their_words + choosing,
          _mm512_maskz_compress_epi64(half, _mm512_load_si512(block->words + i + h)));
      choosing += (size_t)__builtin_popcount(half);
    }
  }
  return choice == packed ? choosing : count;
}

INLINE void choose(
    struct block *block, const struct spread_draw *draw, enum DrawForm form, enum DrawOrders orders,
    enum choice choice, size_t count) {
  const uint64_t *words = choice == packed ? block->their_words : block->words;
  const int numbers = form == DrawFormRandomNumber;
  draw_orders(block, draw, words, count, orders, numbers);
  for (size_t i = 0; i < count; i += 16) {
    __m512i set = _mm512_load_si512(block->sets + i);
    __m512i most = numbers ? contacts16(draw, set, _mm512_load_si512(block->numbers + i))
                           : _mm512_set1_epi32((int)draw->cap);
    __m512i chosen = first_members(
        most, set, _mm512_load_si512(block->first + i), _mm512_load_si512(block->rest + i));
    _mm512_store_si512(block->chosen + i, chosen);
  }
}

INLINE size_t write_hits(
    const struct block *block, const struct spread_draw *draw, const uint32_t *cells,
    size_t count, enum DrawOrders orders, enum choice choice, uint32_t *hits) {
  const uint32_t *chosen = block->chosen;
  size_t written = 0;
  for (size_t i = 0; i < count; i += 16) {
    __m512i cell = _mm512_maskz_loadu_epi32(lanes16(count - i), cells + i);
    __m512i outcome = _mm512_load_si512(block->successes + i);
    outcome = _mm512_and_si512(outcome, _mm512_load_si512(block->healthy + i));
    if (choice == everybody)
      outcome = _mm512_and_si512(outcome, _mm512_load_si512(block->chosen + i));
    if (choice == packed) {
      __mmask16 choosing = block->choosing[i / 16];
      __m512i theirs = _mm512_maskz_expand_epi32(choosing, _mm512_loadu_si512(chosen));
      outcome = _mm512_mask_and_epi32(outcome, choosing, outcome, theirs);
      chosen += __builtin_popcount(choosing);
    }
    for (int direction = 0; direction < 8; direction++) {
      if (orders == DrawOrdersOfFour && !(draw->directions >> direction & 1)) continue;
      __mmask16 hit = _mm512_test_epi32_mask(outcome, _mm512_set1_epi32(1 << direction));
      __m512i target =
          _mm512_add_epi32(cell, _mm512_set1_epi32((int)draw->offsets[direction]));
      _mm512_storeu_si512(hits + written, _mm512_maskz_compress_epi32(hit, target));
      written += (size_t)__builtin_popcount(hit);
    }
  }
  return written;
}

INLINE size_t draw_all(
    const struct spread_draw *draw, enum DrawForm form, enum DrawOrders orders, int flips,
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, size_t count,
    uint64_t stride, const uint8_t *masks, uint32_t *hits) {
  struct block block;
  const enum choice choice = choice_of(form, orders);
  size_t written = 0;
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    draw_words(&block, cells + i, keys + i, around ? around + i : 0, some, stride, masks);
    size_t choosing = find_choosing(&block, draw, form, choice, some, flips);
    if (choice != nobody) choose(&block, draw, form, orders, choice, choosing);
    written += write_hits(&block, draw, cells + i, some, orders, choice, hits + written);
  }
  return written;
}

#define DRAW(form, orders, flips) \
  draw_all(draw, form, orders, flips, cells, keys, around, count, stride, masks, hits)

// One compiled pass for each form, so that it holds no question of another.
#define DRAW_FORM(form)                                                                      \
  static TARGET __attribute__((noinline)) size_t draw_##form(                                \
      const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,           \
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,           \
      uint32_t *hits) {                                                                      \
    if (!draw->takes_all) around = 0;                                                        \
    int flips = draw->coin_threshold < 1ull << 40;                                           \
    switch (draw->orders) {                                                                  \
      case DrawOrdersOfEight:                                                                \
        return flips ? DRAW(form, DrawOrdersOfEight, 1) : DRAW(form, DrawOrdersOfEight, 0);  \
      case DrawOrdersOfFour:                                                                 \
        return flips ? DRAW(form, DrawOrdersOfFour, 1) : DRAW(form, DrawOrdersOfFour, 0);    \
    }                                                                                        \
    __builtin_unreachable();                                                                 \
  }

DRAW_FORM(DrawFormEverybody)
DRAW_FORM(DrawFormFixedNumber)
DRAW_FORM(DrawFormRandomNumber)
DRAW_FORM(DrawFormRandomSuccesses)
DRAW_FORM(DrawFormFirstSuccesses)

#define CASE(form) \
  case form: return draw_##form(draw, cells, keys, around, count, stride, masks, hits);

size_t spread_simd_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,
    uint32_t *hits) {
  switch (draw->form) {
    CASE(DrawFormEverybody)
    CASE(DrawFormFixedNumber)
    CASE(DrawFormRandomNumber)
    CASE(DrawFormRandomSuccesses)
    CASE(DrawFormFirstSuccesses)
  }
  __builtin_unreachable();
}

#endif
