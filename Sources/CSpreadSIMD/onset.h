// The infections that begin in a step.
#pragma once
#include "vectors.h"

/// Lengths by inversion, from the words of infections.
INLINE vector lengths8(const struct spread_lengths *lengths, vector word) {
  word = mix8(add_words(word, all_words(lengths->lane)));
  vector guided = gather_shorts(lengths->guide, words_right(word, 64 - SPREAD_GUIDE_BITS));
  vector steps = both(guided, all_words(0x7fff));
  where open = where_sharing(guided, all_words(0x8000));
  const vector least = all_words(lengths->least);
  if (!any(open)) return add_words(steps, least);
  const reals last = all_reals(lengths->survivals[lengths->table_size - 1]);
  reals fraction = multiply_reals(reals_of(words_right(word, 11)), all_reals(0x1p-53));
  where looked_up = where_both(open, reals_at_least(fraction, last));
  where more = looked_up;
  const vector one = all_words(1);
  while (any(more)) {
    reals next = gather_reals(lengths->survivals, add_words(steps, one), more);
    more = where_both(more, reals_above(next, fraction));
    steps = add_where(more, steps, one);
  }
  if (same(looked_up, open)) return add_words(steps, least);
  // Longer than the table: bit by bit.
  reals survival = all_reals(1);
  vector found = all_words(0);
  for (int bit = 31; bit >= 0; bit--) {
    reals next = multiply_reals(survival, all_reals(lengths->powers[bit]));
    where passes = reals_above(next, fraction);
    survival = choose_reals(passes, next, survival);
    found = add_where(passes, found, all_words(1ull << bit));
  }
  return add_words(choose_words(where_not(open, looked_up), found, steps), least);
}

/// The persons' shares in the words of eight cells.
INLINE vector persons8(const struct spread_people *people, half cell) {
  cell = _mm256_and_si256(cell, _mm256_set1_epi32((int)people->place_mask));
  if (people->row_length == 0)
    return multiply_words(words_of(cell), all_words(people->person_stride));
  // Half a cell more, so that no quotient is near a whole number.
  reals middle = add_reals(reals_of_half(cell), all_reals(0.5));
  half row = whole_numbers(multiply_reals(middle, all_reals(1.0 / people->row_length)));
  half person = _mm256_sub_epi32(
      _mm256_sub_epi32(cell, _mm256_set1_epi32((int)(people->row_length - 1))),
      _mm256_slli_epi32(row, 1));
  return multiply_words(words_of(person), all_words(people->person_stride));
}

/// The words of the runs of eight cells.
INLINE vector runs8(const struct spread_people *people, half cell) {
  if (people->shift >= 32) return all_words(people->runs[0]);
  return gather_words(
      people->runs, _mm256_srl_epi32(cell, _mm_cvtsi32_si128((int)people->shift)));
}

static TARGET void pass_begin(
    const struct spread_people *given, const uint32_t *cells, const uint32_t *numbers,
    size_t count, uint64_t past, uint64_t step, uint64_t *keys, uint32_t *begins, uint32_t *ends) {
  // A copy, because it would be read again after every write to `ends`.
  const struct spread_people copy = *given, *people = &copy;
  for (size_t i = 0; i < count; i += 8) {
    half cell = load_half_numbers(cells + i, count - i);
    vector run = runs8(people, cell);
    if (numbers) {
      vector before =
          subtract_words(words_of(load_half_numbers(numbers + i, count - i)), all_words(1));
      vector again =
          mix8(add_words(run, multiply_words(before, all_words(people->again_stride))));
      run = choose_words(where_above(before, all_words(0)), again, run);
    }
    vector word = add_words(run, persons8(people, cell));
    store(keys + i, subtract_words(word, all_words(past)));
    vector begin = all_words(step + people->latent_steps);
    if (people->latency.guide)
      begin = add_words(all_words(step), lengths8(&people->latency, word));
    if (begins) store_half(begins + i, numbers_of(begin));
    if (!ends) continue;
    vector length = all_words(people->most);
    if (people->recovery.guide)
      length = least_words(length, lengths8(&people->recovery, word));
    if (people->infectiousness.guide)
      length = least_words(length, lengths8(&people->infectiousness, word));
    const vector end = least_words(add_words(begin, length), all_words(people->last_end));
    store_half(ends + i, numbers_of(end));
  }
}

static TARGET size_t pass_choose(
    const uint64_t *keys, size_t count, uint64_t addend, uint64_t lane, uint64_t chance,
    uint64_t *words) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 8) {
    const vector word = add_words(load_words(keys + i, count - i), all_words(addend));
    const vector fraction = words_right(mix8(add_words(word, all_words(lane))), 11);
    unsigned bits = bits_of(where_above(all_words(chance), fraction));
    bits &= (1u << (count - i < 8 ? count - i : 8)) - 1;
    pack_words(words + kept, bits, word);
    kept += (size_t)__builtin_popcount(bits);
  }
  return kept;
}

static TARGET void pass_draw_lengths(
    const struct spread_lengths *lengths, const uint64_t *words, size_t count, uint32_t *drawn) {
  for (size_t i = 0; i < count; i += 8)
    store_half(drawn + i, numbers_of(lengths8(lengths, load_words(words + i, count - i))));
}
