// The contact clocks of infections that begin.
#pragma once
#include "vectors.h"

static TARGET size_t pass_start_clocks(
    const struct spread_clocks *clocks, const uint32_t *sources, const uint64_t *keys,
    const uint64_t *least, size_t count, uint64_t *words, uint64_t *pairs) {
  const vector stride = all_words(clocks->person_stride);
  size_t written = 0;
  // No branch asks which clocks may ring: half of the answers would come as a surprise.
  for (size_t i = 0; i < count; i++) {
    if (i + 16 < count) {
      __builtin_prefetch(clocks->starts + sources[i + 16]);
      __builtin_prefetch(clocks->neighbors + clocks->starts[sources[i + 8]]);
    }
    const uint32_t start = clocks->starts[sources[i]];
    const uint32_t end = clocks->starts[sources[i] + 1];
    const vector key = all_words(mix(keys[i] + clocks->addend));
    const vector source = all_words((uint64_t)i << 32);
    // Signed numbers are compared: the lower bits count for nothing.
    const vector below = all_words((least[i] >> 11) - 1);
    for (uint32_t place = start; place < end; place += 8) {
      const vector people = words_of(load_half(clocks->neighbors + place));
      const vector mixed = mix8(add_words(key, multiply_words(people, stride)));
      const vector upper = words_right(mixed, 11);
      unsigned bits = bits_of(where_above(upper, below));
      bits &= 0xffu >> (end - place < 8 ? 8 - (end - place) : 0);
      pack_words(words + written, bits, upper);
      pack_words(pairs + written, bits, either(people, source));
      written += (size_t)__builtin_popcount(bits);
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
