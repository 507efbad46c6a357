// People are dealt out to parts by their keys.
#pragma once
#include "vectors.h"

static TARGET void pass_upper_bytes(
    uint64_t start, uint64_t stride, size_t count, uint8_t *bytes, uint32_t *counts) {
  static const uint64_t places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  vector word = add_words(all_words(start), multiply_words(load(places), all_words(stride)));
  for (size_t i = 0; i < count; i += 8) {
    uint64_t eight = upper_bytes(mix8(word));
    __builtin_memcpy(bytes + i, &eight, 8);
    for (int j = 0; j < 8; j++, eight >>= 8) counts[eight & 255]++;
    word = add_words(word, all_words(8 * stride));
  }
  for (size_t i = count; i % 8 != 0; i++) counts[bytes[i]]--;
}

static TARGET size_t pass_deal(
    const uint8_t *borders, size_t border_count, size_t count, uint8_t *bytes, uint32_t *near) {
  size_t found = 0;
  for (size_t i = 0; i < count; i += 64) {
    const vector own = load(bytes + i);
    vector parts = all_bytes(0);
    uint64_t equal = 0;
    for (size_t j = 0; j < border_count; j++) {
      const vector border = all_bytes(borders[j]);
      parts = add_bytes(parts, bytes_up_to(all_bytes(1), border, own));
      equal |= equal_bytes(border, own);
    }
    store(bytes + i, parts);
    if (count - i < 64) equal &= (1ull << (count - i)) - 1;
    for (; equal != 0; equal &= equal - 1)
      near[found++] = (uint32_t)(i + (size_t)__builtin_ctzll(equal));
  }
  return found;
}
