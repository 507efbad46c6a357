// The contact clocks of infections that begin.
#pragma once
#include "vectors.h"

// Sums of products are not to be fused: the portable form rounds every product.
#pragma STDC FP_CONTRACT OFF

/// Those of a source and up to eight people: what may ring is written behind the first clocks found. Returns the
/// number.
INLINE size_t start_clocks8(
    const uint32_t *neighbors, const float *weights, uint32_t left, vector key, vector stride,
    vector below, vector source, const struct spread_found *found, size_t written) {
  const vector people = words_of(load_half(neighbors));
  const vector upper = words_right(mix8(add_words(key, multiply_words(people, stride))), 11);
  unsigned bits = bits_of(where_above(upper, below));
  bits &= (1u << (left < 8 ? left : 8)) - 1;
  pack_words(found->words + written, bits, upper);
  pack_words(found->pairs + written, bits, either(people, source));
  if (weights)
    pack_half((uint32_t *)found->weights + written, bits, load_half((const uint32_t *)weights));
  return (size_t)__builtin_popcount(bits);
}

/// Lists are read so many sources ahead, and where they begin twice as many.
#define AHEAD 12

static TARGET size_t pass_start_clocks(
    const struct spread_clocks *clocks, const uint32_t *rows, const uint64_t *keys,
    const uint64_t *least, size_t count, const struct spread_found *given) {
  // A copy, because it would be read again after every write.
  const struct spread_found copy = *given, *found = &copy;
  const vector stride = all_words(clocks->person_stride);
  const size_t size = clocks->has_weights ? 2 : 1;
  size_t written = 0;
  // No branch asks which clocks may ring: half of the answers would come as a surprise.
  for (size_t i = 0; i < count; i++) {
    if (i + 2 * AHEAD < count) {
      __builtin_prefetch(clocks->starts + rows[i + 2 * AHEAD]);
      const size_t first = clocks->starts[rows[i + AHEAD]];
      const size_t end = clocks->starts[rows[i + AHEAD] + 1];
      __builtin_prefetch(clocks->neighbors + size * first);
      __builtin_prefetch(clocks->neighbors + size * end);
      if (clocks->has_weights) __builtin_prefetch(clocks->neighbors + first + end);
    }
    const size_t start = clocks->starts[rows[i]];
    uint32_t left = clocks->starts[rows[i] + 1] - (uint32_t)start;
    const uint32_t *neighbors = clocks->neighbors + size * start;
    const float *weights = clocks->has_weights ? (const float *)(neighbors + left) : NULL;
    const vector key = all_words(mix(keys[i] + clocks->addend));
    const vector source = all_words((uint64_t)i << 32);
    // Signed numbers are compared: the lower bits count for nothing.
    const vector below = all_words((least[i] >> 11) - 1);
    for (;;) {
      written += start_clocks8(neighbors, weights, left, key, stride, below, source, found, written);
      if (left <= 8) break;
      left -= 8;
      neighbors += 8;
      if (weights) weights += 8;
    }
  }
  if (clocks->health == NULL) return written;
  size_t kept = 0;
  for (size_t i = 0; i < written; i++) {
    const uint64_t pair = found->pairs[i];
    found->words[kept] = found->words[i];
    found->pairs[kept] = pair;
    if (clocks->has_weights) found->weights[kept] = found->weights[i];
    kept += (clocks->health[(uint32_t)pair] & clocks->healthy) != 0;
  }
  return kept;
}

/// 1 - `exponential(-x)` of Exponential.swift, operation by operation, of x from 0.
INLINE reals infected8(reals x) {
  // Less than e^-690 does not show beside 1.
  x = least_reals(x, all_reals(690));
  const reals quotient = multiply_reals(x, all_reals(1.4426950408889634));
  vector power = small_words(quotient);
  const reals over = subtract_reals(quotient, reals_of(power));
  power = add_where(reals_at_least(over, all_reals(0.5)), power, all_words(1));
  const reals whole = reals_of(power);
  const reals rest = add_reals(
      subtract_reals(multiply_reals(whole, all_reals(6.93147180369123816490e-01)), x),
      multiply_reals(whole, all_reals(1.90821492927058770002e-10)));
  reals sum = all_reals(1);
  for (int term = 14; term >= 1; term--)
    sum = add_reals(all_reals(1), multiply_reals(divide_by(rest, term), sum));
  const reals scale = as_reals(words_left(subtract_words(all_words(1023), power), 52));
  return subtract_reals(all_reals(1), multiply_reals(sum, scale));
}

/// So many clocks are looked at together: what is gathered of them one by one is in memory before it is read as vectors.
#define CLOCKS 64

static TARGET size_t pass_keep_ringing(
    const struct spread_chances *given, size_t count, const struct spread_found *found) {
  const struct spread_chances copy = *given, *chances = &copy;
  uint64_t *words = found->words, *pairs = found->pairs;
  float *weights = found->weights;
  uint32_t *due = found->due;
  // Vectors are read whole.
  for (size_t i = count; i < count + 8; i++) pairs[i] = 0;
  uint64_t begins[CLOCKS], lengths[CLOCKS];
  double factors[CLOCKS];
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 8) {
    const size_t among = i % CLOCKS;
    if (among == 0) {
      for (size_t j = 0; j < CLOCKS && i + j < (count + 7) / 8 * 8; j++) {
        const uint32_t target = (uint32_t)pairs[i + j], place = (uint32_t)(pairs[i + j] >> 32);
        begins[j] = chances->begins[place];
        lengths[j] = chances->ends[place] - begins[j];
        if (chances->group_of) {
          const size_t group = chances->group_of[chances->sources[place]];
          factors[j] = chances->factors[group * chances->groups + chances->group_of[target]];
        }
      }
    }
    const vector word = load(words + i), pair = load(pairs + i);
    const reals weight = weights ? reals_of_floats(weights + i) : all_reals(1);
    const reals factor = chances->group_of ? as_reals(load(factors + among)) : all_reals(1);
    reals chance;
    if (chances->exposure > 0) {
      const reals hazard = multiply_reals(
          divide_reals(weight, all_reals(chances->exposure)), all_reals(chances->hazard));
      chance = chances->is_certain ? all_reals(1) : infected8(hazard);
      chance = multiply_reals(chance, all_reals(chances->multiply));
    } else {
      chance = multiply_reals(all_reals(chances->product), weight);
    }
    chance = least_reals(multiply_reals(chance, factor), all_reals(1));
    const reals none = all_reals(0);
    const where meets = where_both(reals_above(weight, none), reals_above(factor, none));
    reals powers[32];
    powers[0] = subtract_reals(all_reals(1), choose_reals(meets, chance, none));
    for (uint32_t bit = 1; bit <= chances->bits; bit++)
      powers[bit] = multiply_reals(powers[bit - 1], powers[bit - 1]);
    // How many steps pass, bit by bit.
    const reals value =
        multiply_reals(reals_of(add_words(word, all_words(1))), all_reals(0x1p-53));
    reals left = all_reals(1);
    vector passed = all_words(0);
    for (uint32_t bit = chances->bits + 1; bit-- > 0;) {
      const reals next = multiply_reals(left, powers[bit]);
      const where passes = reals_at_least(next, value);
      left = choose_reals(passes, next, left);
      passed = add_where(passes, passed, all_words(1ull << bit));
    }
    unsigned bits = bits_of(where_above(load(lengths + among), passed));
    bits &= (1u << (count - i < 8 ? count - i : 8)) - 1;
    if (weights)
      pack_half((uint32_t *)weights + kept, bits, load_half((const uint32_t *)weights + i));
    pack_words(words + kept, bits, word);
    pack_words(pairs + kept, bits, pair);
    pack_half(
        due + kept, bits,
        numbers_of(add_words(add_words(load(begins + among), passed), all_words(1))));
    kept += (size_t)__builtin_popcount(bits);
  }
  return kept;
}
