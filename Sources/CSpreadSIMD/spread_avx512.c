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

/// Sources drawn at a time. The passes over a block are short loops of independent rounds, so
/// that the processor works on several rounds while gathers and multiplications of each are
/// under way: in one long round it would wait for them.
#define BLOCK 128

struct block {
  uint64_t words[BLOCK];
  uint32_t healthy[BLOCK];
  uint32_t candidates[BLOCK];
  uint32_t successes[BLOCK];  // candidates in whose direction a contact succeeds
  // Of the sources that have to choose, packed to the front; vector stores reach beyond.
  uint64_t their_words[BLOCK + 16];
  uint32_t sets[BLOCK + 16];  // out of whom they choose
  uint32_t first[BLOCK + 16];  // their orders' upper four bytes: prefixes of one to four
  uint32_t rest[BLOCK + 16];  // and the lower four
  uint32_t numbers[BLOCK + 16];  // the upper half of what an order leaves of a word
  uint32_t chosen[BLOCK + 16];
  __mmask16 choosing[BLOCK / 16];  // which sources they are
} __attribute__((aligned(64)));

INLINE __mmask16 lanes16(size_t left) {
  return left >= 16 ? 0xffff : (__mmask16)((1u << left) - 1);
}

INLINE __m512i draw_words8(const uint64_t *keys, size_t left, __m512i step) {
  __mmask8 lanes = left >= 8 ? 0xff : (__mmask8)((1u << left) - 1);
  return mix8(_mm512_add_epi64(_mm512_maskz_loadu_epi64(lanes, keys), step));
}

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

/// The orders of the words.
INLINE void draw_orders(
    struct block *block, const struct spread_draw *draw, const uint64_t *words, size_t count,
    int moore, int numbers) {
  // The tables hold the upper bytes of chains in the upper halves of words.
  const char *halves = (const char *)draw->halves + 4;
  const __m512i fours = halves16(
      _mm512_loadu_si512(draw->fours), _mm512_maskz_loadu_epi64(15, draw->fours + 8), 1);
  for (size_t i = 0; i < count; i += 16) {
    __m512i left[2] = {_mm512_load_si512(words + i), _mm512_load_si512(words + i + 8)};
    __m512i first, rest;
    if (moore) {
      __m512i place = digit16(left, 840);
      first = _mm512_i32gather_epi32(place, halves, 8);
      // The order of the other half: place / 12 * 12 and a digit of 12 more.
      __m512i half = _mm512_srli_epi32(_mm512_mullo_epi32(place, _mm512_set1_epi32(43691)), 19);
      __m512i row = _mm512_mullo_epi32(half, _mm512_set1_epi32(12));
      rest = _mm512_i32gather_epi32(_mm512_add_epi32(row, digit16(left, 12)), draw->rest, 4);
    } else {
      first = _mm512_permutexvar_epi32(digit16(left, 12), fours);
      rest = _mm512_set1_epi32(0x5a5a5a5a);
    }
    _mm512_store_si512(block->first + i, first);
    _mm512_store_si512(block->rest + i, rest);
    if (numbers) _mm512_store_si512(block->numbers + i, halves16(left[0], left[1], 1));
  }
}

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

/// The coins of eight words, a byte each; those whose directions are not `needed` may be wrong.
INLINE uint64_t coins8(const struct spread_draw *draw, __m512i word, uint64_t needed) {
  const __m512i threshold = _mm512_set1_epi8((char)(draw->coin_threshold >> 32));
  __m512i bytes =
      _mm512_mullo_epi64(word, _mm512_set1_epi64((long long)0xd1342543de82ef95u));
  bytes = _mm512_xor_si512(bytes, _mm512_srli_epi64(bytes, 32));
  uint64_t coins = _mm512_cmplt_epu8_mask(bytes, threshold);
  uint64_t ties = _mm512_cmpeq_epu8_mask(bytes, threshold) & needed;
  return ties == 0 ? coins : break_ties(coins, ties, &bytes, draw->coin_threshold);
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
  const __m512i one = _mm512_set1_epi32(1);
  __m512i most = _mm512_min_epu32(_mm512_set1_epi32((int)draw->cap), counts8(candidates));
  __m512i least = _mm512_min_epu32(most, _mm512_set1_epi32((int)draw->least_contacts));
  __m512i span = _mm512_add_epi32(_mm512_sub_epi32(most, least), one);
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

/// Whose contacts succeed, and who has to choose. Returns the number of the latter.
INLINE size_t find_choosing(
    struct block *block, const struct spread_draw *draw, enum spread_form form,
    enum choice choice, size_t count, int flips) {
  const __m512i cap = _mm512_set1_epi32((int)draw->cap);
  size_t choosing = 0;
  for (size_t i = 0; i < count; i += 16) {
    __m512i candidates = _mm512_load_si512(block->candidates + i);
    __m512i successes = flips ? successes16(draw, candidates, block->words + i) : candidates;
    if (form == spread_scan) successes = lowest_members(draw->cap, successes);
    _mm512_store_si512(block->successes + i, successes);
    __m512i set = form == spread_capped ? successes : candidates;
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
    struct block *block, const struct spread_draw *draw, enum spread_form form, int moore,
    enum choice choice, size_t count) {
  const uint64_t *words = choice == packed ? block->their_words : block->words;
  const int numbers = form == spread_random;
  draw_orders(block, draw, words, count, moore, numbers);
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
    size_t count, int moore, enum choice choice, uint32_t *hits) {
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

INLINE size_t draw_all(
    const struct spread_draw *draw, enum spread_form form, int moore, int flips,
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, size_t count,
    uint64_t stride, const uint8_t *masks, uint32_t *hits) {
  struct block block;
  const enum choice choice = form == spread_coins_only || form == spread_scan ? nobody
                             : moore && form != spread_random             ? packed
                                                                          : everybody;
  size_t written = 0;
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    draw_words(&block, cells + i, keys + i, around ? around + i : 0, some, stride, masks);
    size_t choosing = find_choosing(&block, draw, form, choice, some, flips);
    if (choice != nobody) choose(&block, draw, form, moore, choice, choosing);
    written += write_hits(&block, draw, cells + i, some, moore, choice, hits + written);
  }
  return written;
}

#define DRAW(form, moore, flips) \
  draw_all(draw, form, moore, flips, cells, keys, around, count, stride, masks, hits)

#define DRAW_FORM(form) \
  static TARGET __attribute__((noinline)) size_t draw_##form(                               \
      const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,          \
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,          \
      uint32_t *hits) {                                                                     \
    if (!draw->takes_all) around = 0;                                                       \
    int flips = draw->coin_threshold < 1ull << 40;                                          \
    if (draw->is_moore) return flips ? DRAW(form, 1, 1) : DRAW(form, 1, 0);                 \
    return flips ? DRAW(form, 0, 1) : DRAW(form, 0, 0);                                     \
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

TARGET void spread_simd_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings) {
  struct block block;
  const int ordered = draw->form != spread_coins_only && draw->form != spread_scan;
  const int flips = draw->coin_threshold < 1ull << 40;
  const __m512i step = _mm512_set1_epi64((long long)stride);
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    for (size_t j = 0; j < some; j += 8)
      _mm512_store_si512(block.words + j, draw_words8(keys + i + j, some - j, step));
    if (ordered && draw->is_moore) draw_orders(&block, draw, block.words, some, 1, 1);
    if (ordered && !draw->is_moore) draw_orders(&block, draw, block.words, some, 0, 1);
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

void spread_simd_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings) {
  (void)draw, (void)keys, (void)count, (void)stride, (void)readings;
}

size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *masks) {
  (void)cells, (void)keys, (void)around, (void)masks;
  return count;
}

#endif
