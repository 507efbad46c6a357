// A block of sources, and what their words say: orders and coins.
#pragma once
#include "CSpreadSIMD.h"
#include "vectors.h"

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

INLINE __m512i draw_words8(const uint64_t *keys, size_t left, __m512i step) {
  __mmask8 lanes = left >= 8 ? 0xff : (__mmask8)((1u << left) - 1);
  return mix8(_mm512_add_epi64(_mm512_maskz_loadu_epi64(lanes, keys), step));
}

/// The orders of the words.
INLINE void draw_orders(
    struct block *block, const struct spread_draw *draw, const uint64_t *words, size_t count,
    enum DrawOrders orders, int numbers) {
  // The tables hold the upper bytes of chains in the upper halves of words.
  const char *halves = (const char *)draw->halves + 4;
  __m512i fours = _mm512_setzero_si512();
  if (orders == DrawOrdersOfFour)
    fours = halves16(
        _mm512_loadu_si512(draw->fours), _mm512_maskz_loadu_epi64(15, draw->fours + 8), 1);
  for (size_t i = 0; i < count; i += 16) {
    __m512i left[2] = {_mm512_load_si512(words + i), _mm512_load_si512(words + i + 8)};
    __m512i first, rest;
    if (orders == DrawOrdersOfEight) {
      __m512i place = digit16(left, 840);
      first = _mm512_i32gather_epi32(place, halves, 8);
      // The order of the other half: place / 12 * 12 and a digit of 12 more.
      __m512i half = _mm512_srli_epi32(_mm512_mullo_epi32(place, _mm512_set1_epi32(43691)), 19);
      __m512i row = _mm512_mullo_epi32(half, _mm512_set1_epi32(12));
      rest = _mm512_i32gather_epi32(_mm512_add_epi32(row, digit16(left, 12)), draw->rest, 4);
    } else {
      first = _mm512_permutexvar_epi32(digit16(left, 12), fours);
      rest = _mm512_set1_epi32((int)(draw->directions * 0x01010101));
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
INLINE uint64_t threshold_coins8(uint64_t coin_threshold, __m512i word, uint64_t needed) {
  const __m512i threshold = _mm512_set1_epi8((char)(coin_threshold >> 32));
  __m512i bytes =
      _mm512_mullo_epi64(word, _mm512_set1_epi64((long long)0xd1342543de82ef95u));
  bytes = _mm512_xor_si512(bytes, _mm512_srli_epi64(bytes, 32));
  uint64_t coins = _mm512_cmplt_epu8_mask(bytes, threshold);
  uint64_t ties = _mm512_cmpeq_epu8_mask(bytes, threshold) & needed;
  return ties == 0 ? coins : break_ties(coins, ties, &bytes, coin_threshold);
}

INLINE uint64_t coins8(const struct spread_draw *draw, __m512i word, uint64_t needed) {
  return threshold_coins8(draw->coin_threshold, word, needed);
}
