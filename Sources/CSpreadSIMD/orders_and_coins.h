// A block of sources, and what their words say: orders and coins.
#pragma once
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
  uint16_t choosing[BLOCK / 16];  // which sources they are
} __attribute__((aligned(64)));

INLINE vector draw_words8(const uint64_t *keys, size_t left, vector step) {
  return mix8(add_words(load_words(keys, left), step));
}

/// The orders of the words.
INLINE void draw_orders(
    struct block *block, const struct spread_draw *draw, const uint64_t *words, size_t count,
    enum DrawOrders orders, int numbers) {
  vector fours;
  if (orders == DrawOrdersOfFour)
    fours = high_halves16(load(draw->fours), load_words(draw->fours + 8, 4));
  for (size_t i = 0; i < count; i += 16) {
    vector left[2] = {load(words + i), load(words + i + 8)};
    vector first, rest;
    if (orders == DrawOrdersOfEight) {
      vector place = digit16(left, 840);
      // The table holds the upper bytes of chains in the upper halves of words.
      first = gather_upper(draw->halves, place);
      // The order of the other half: place / 12 * 12 and a digit of 12 more.
      vector row = multiply_small(numbers_right(multiply_upper(place, 43691), 3), 12);
      rest = gather_numbers(draw->rest, add_numbers(row, digit16(left, 12)));
    } else {
      first = look_up_numbers(fours, digit16(left, 12));
      rest = all_numbers(draw->directions * 0x01010101);
    }
    store(block->first + i, first);
    store(block->rest + i, rest);
    if (numbers) store(block->numbers + i, high_halves16(left[0], left[1]));
  }
}

/// Decides the coins whose byte equals the threshold's by 32 further bits each.
static __attribute__((noinline)) TARGET uint64_t break_ties(
    uint64_t coins, uint64_t ties, const vector *bytes, uint64_t threshold) {
  uint64_t words[8];
  store(words, *bytes);
  for (; ties != 0; ties &= ties - 1) {
    int place = __builtin_ctzll(ties);
    uint64_t further =
        mix(words[place >> 3] + (uint64_t)((place & 7) + 1) * 0x9e3779b97f4a7c15u) >> 32;
    if (further < (threshold & 0xffffffff)) coins |= 1ull << place;
  }
  return coins;
}

/// The coins of eight words, a byte each; those whose directions are not `needed` may be wrong.
INLINE uint64_t threshold_coins8(uint64_t coin_threshold, vector word, uint64_t needed) {
  const vector threshold = all_bytes((uint8_t)(coin_threshold >> 32));
  vector bytes = multiply_words(word, all_words(0xd1342543de82ef95u));
  bytes = differing(bytes, words_right(bytes, 32));
  uint64_t coins = below_bytes(bytes, threshold);
  uint64_t ties = equal_bytes(bytes, threshold) & needed;
  return ties == 0 ? coins : break_ties(coins, ties, &bytes, coin_threshold);
}

INLINE uint64_t coins8(const struct spread_draw *draw, vector word, uint64_t needed) {
  return threshold_coins8(draw->coin_threshold, word, needed);
}
