// Lists of neighbors, and the gaps of random graphs.
#pragma once
#include "orders_and_coins.h"

// Sums of products are not to be fused: the portable passes round every product.
#pragma STDC FP_CONTRACT OFF

/// Parts of lists, of at most eight people each, after which those there are drawn. A source adds up to
/// two at once, and vectors read eight: there is room for as many more.
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
      vector words = mix8(load(parts->keys + i));
      const vector blocks = load(parts->blocks + i);
      const where later = where_sharing(blocks, blocks);
      words = choose_words(later, mix8(add_words(words, blocks)), words);
      coins &= threshold_coins8(lists->coin_threshold, words, needed);
    }
    for (size_t j = i; j < i + 8; j++, coins >>= 8) {
      unsigned successes = coins & 255;
      pack_half(hits + written, successes, load_half(parts->people[j]));
      written += (size_t)__builtin_popcount(successes);
      if (ends && j < count) ends[parts->owners[j]] = (uint32_t)written;
    }
  }
  parts->count = 0;
  return written;
}

static TARGET size_t pass_draw_lists(
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
INLINE reals logarithm8(reals x) {
  const vector bits = as_words(x);
  vector shifted = subtract_words(bits, all_words(0x3fe6a09e667f3bcd));
  reals exponent = upper_twelve(shifted);
  vector scaled = both(shifted, all_words(0xfff0000000000000u));
  reals fraction = as_reals(subtract_words(bits, scaled));
#define N all_reals
#define ADD add_reals
#define SUB subtract_reals
#define MUL multiply_reals
  reals f = SUB(fraction, N(1));
  reals s = divide_reals(f, ADD(N(2), f));
  reals z = MUL(s, s);
  reals w = MUL(z, z);
  reals even = MUL(
      w, ADD(N(0.3999999999940941908),
             MUL(w, ADD(N(0.2222219843214978396), MUL(w, N(0.1531383769920937332))))));
  reals odd = MUL(
      z, ADD(N(0.6666666666666735130),
             MUL(w, ADD(N(0.2857142874366239149),
                        MUL(w, ADD(N(0.1818357216161805012), MUL(w, N(0.1479819860511658591))))))));
  reals half = MUL(MUL(N(0.5), f), f);
  reals low = MUL(exponent, N(1.90821492927058770002e-10));
  reals sum = ADD(MUL(s, ADD(half, ADD(even, odd))), low);
  return SUB(MUL(exponent, N(6.93147180369123816490e-01)), SUB(SUB(half, sum), f));
#undef N
#undef ADD
#undef SUB
#undef MUL
}

static TARGET void pass_gaps(uint64_t state, double scale, size_t count, uint64_t *gaps) {
  const uint64_t gamma = 0x9e3779b97f4a7c15u;
  static const uint64_t places[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  vector word = add_words(all_words(state), multiply_words(load(places), all_words(gamma)));
  for (size_t i = 0; i < count; i += 8) {
    reals number = reals_of(words_right(mix8(word), 11));
    reals x = multiply_reals(add_reals(number, all_reals(0.5)), all_reals(0x1p-53));
    reals trials = multiply_reals(logarithm8(x), all_reals(scale));
    trials = least_reals(trials, all_reals(0x1p62));
    store(gaps + i, add_words(whole_words(trials), all_words(1)));
    word = add_words(word, all_words(8 * gamma));
  }
}
