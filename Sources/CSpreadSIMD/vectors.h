// Arithmetic of the passes, whatever the registers: words, digits and sets of directions, sixteen at a
// time. What it is made of comes before it: `avx512.h` or `avx2.h`.
#pragma once

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

INLINE vector mix8(vector z) {
  z = differing(z, words_right(z, 30));
  z = multiply_words(z, all_words(0xbf58476d1ce4e5b9u));
  z = differing(z, words_right(z, 27));
  z = multiply_words(z, all_words(0x94d049bb133111ebu));
  return differing(z, words_right(z, 31));
}

/// word * base, the digit of a small base above the lower 64 bits: the digit is left in the high
/// half of the result, the low half of the product in `word`.
INLINE vector digit8(vector *word, uint32_t base) {
  const vector b = all_words(base);
  vector low = multiply_low(*word, b);
  vector high = multiply_low(words_right(*word, 32), b);
  high = add_words(high, words_right(low, 32));
  *word = even_odd(low, words_left(high, 32));
  return high;
}

/// The digits of sixteen words, which go on as what is left of them.
INLINE vector digit16(vector left[2], uint32_t base) {
  vector first = digit8(&left[0], base), second = digit8(&left[1], base);
  return high_halves16(first, second);
}

/// Numbers of bits, byte by byte.
INLINE vector counts8(vector sets) {
  const __m128i table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const vector nibble = all_bytes(15);
  vector low = shuffle_bytes(table, both(sets, nibble));
  vector high = shuffle_bytes(table, both(numbers_right(sets, 4), nibble));
  return add_bytes(low, high);
}

/// In each 32-bit lane its lowest byte, four times.
INLINE vector spread_bytes(vector lanes) {
  return move_bytes(
      lanes, _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
}
