// The contact clocks of infections that begin.
#pragma once
#include "vectors.h"

/// Those of a source and up to eight people: what may ring is written. Returns the number.
INLINE size_t start_clocks8(
    const uint32_t *neighbors, uint32_t left, vector key, vector stride, vector below,
    vector source, uint64_t *words, uint64_t *pairs) {
  const vector people = words_of(load_half(neighbors));
  const vector upper = words_right(mix8(add_words(key, multiply_words(people, stride))), 11);
  unsigned bits = bits_of(where_above(upper, below));
  bits &= (1u << (left < 8 ? left : 8)) - 1;
  pack_words(words, bits, upper);
  pack_words(pairs, bits, either(people, source));
  return (size_t)__builtin_popcount(bits);
}

static TARGET size_t pass_start_clocks(
    const struct spread_clocks *clocks, const uint32_t *sources, const uint64_t *keys,
    const uint64_t *least, size_t count, uint64_t *words, uint64_t *pairs) {
  const vector stride = all_words(clocks->person_stride);
  size_t written = 0;
  // No branch asks which clocks may ring, or whether there are more than eight: half of the answers would come as a
  // surprise.
  for (size_t i = 0; i < count; i++) {
    if (i + 16 < count) {
      __builtin_prefetch(clocks->starts + sources[i + 16]);
      __builtin_prefetch(clocks->neighbors + clocks->starts[sources[i + 8]]);
    }
    const uint32_t *neighbors = clocks->neighbors + clocks->starts[sources[i]];
    uint32_t left = clocks->starts[sources[i] + 1] - clocks->starts[sources[i]];
    const vector key = all_words(mix(keys[i] + clocks->addend));
    const vector source = all_words((uint64_t)i << 32);
    // Signed numbers are compared: the lower bits count for nothing.
    const vector below = all_words((least[i] >> 11) - 1);
    for (;;) {
      written += start_clocks8(
          neighbors, left, key, stride, below, source, words + written, pairs + written);
      left = left < 8 ? 0 : left - 8;
      written += start_clocks8(
          neighbors + 8, left, key, stride, below, source, words + written, pairs + written);
      if (left <= 8) break;
      left -= 8;
      neighbors += 16;
    }
  }
  if (clocks->health == NULL) return written;
  size_t kept = 0;
  for (size_t i = 0; i < written; i++) {
    const uint64_t pair = pairs[i];
    words[kept] = words[i];
    pairs[kept] = pair;
    kept += (clocks->health[(uint32_t)pair] & clocks->healthy) != 0;
  }
  return kept;
}
