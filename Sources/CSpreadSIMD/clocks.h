// The contact clocks of infections that begin.
#pragma once
#include "vectors.h"

static TARGET size_t pass_start_clocks(
    const struct spread_clocks *clocks, const uint32_t *sources, const uint64_t *keys,
    const uint64_t *least, size_t count, struct spread_clock *found) {
  const vector stride = all_words(clocks->person_stride);
  size_t written = 0;
  for (size_t i = 0; i < count; i++) {
    if (i + 16 < count) {
      __builtin_prefetch(clocks->starts + sources[i + 16]);
      __builtin_prefetch(clocks->neighbors + clocks->starts[sources[i + 8]]);
    }
    const uint32_t start = clocks->starts[sources[i]];
    const uint32_t end = clocks->starts[sources[i] + 1];
    const vector key = all_words(mix(keys[i] + clocks->addend));
    // Signed numbers are compared: the lower bits count for nothing.
    const vector below = all_words((least[i] >> 11) - 1);
    for (uint32_t place = start; place < end; place += 8) {
      const uint32_t *people = clocks->neighbors + place;
      const vector words = mix8(add_words(key, multiply_words(words_of(load_half(people)), stride)));
      unsigned bits = bits_of(where_above(words_right(words, 11), below));
      if (end - place < 8) bits &= 0xffu >> (8 - (end - place));
      if (bits == 0) continue;
      uint64_t word[8];
      store(word, words);
      for (; bits != 0; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        found[written] = (struct spread_clock){
            .source = (uint32_t)i, .target = people[lane], .word = word[lane]};
        written += clocks->health == NULL || (clocks->health[people[lane]] & clocks->healthy) != 0;
      }
    }
  }
  return written;
}
