// Contact clocks on the grid: of each source the upper bytes of its eight words, direction by direction.
#pragma once
#include "vectors.h"

static const int8_t rows_of[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int8_t columns_of[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

/// The number of the person in a direction of another.
static inline uint64_t neighbor_of(
    const struct spread_grid_clocks *grid, uint64_t person, int direction) {
  const uint64_t columns = grid->columns;
  if (!grid->is_torus)
    return person + (uint64_t)((int64_t)columns * rows_of[direction] + columns_of[direction]);
  const uint64_t row = (person / columns + grid->rows + (uint64_t)rows_of[direction]) % grid->rows;
  const uint64_t column = (person % columns + columns + (uint64_t)columns_of[direction]) % columns;
  return row * columns + column;
}

/// The word of the first clock of somebody and the person in a direction; `word` is that of their infection.
static inline uint64_t clock_word(
    const struct spread_grid_clocks *grid, uint64_t word, uint64_t person, int direction) {
  return mix(
      mix(word + grid->clock_lane) +
      neighbor_of(grid, person, direction) * grid->people->person_stride);
}

static inline uint64_t person_at(const struct spread_people *people, uint32_t cell) {
  const uint64_t place = cell & people->place_mask;
  return place - (people->row_length - 1) - 2 * (place / people->row_length);
}

static TARGET void pass_start_grid_clocks(
    const struct spread_grid_clocks *grid, const uint32_t *cells, uint64_t *keys, size_t count,
    uint64_t past) {
  const struct spread_people *people = grid->people;
  uint64_t offsets[8];
  for (int i = 0; i < 8; i++)
    offsets[i] = (uint64_t)((int64_t)grid->columns * rows_of[i] + columns_of[i]) *
                 people->person_stride;
  const vector offset = load(offsets);
  for (size_t i = 0; i < count; i++) {
    const uint64_t word = keys[i] + past;
    uint64_t words[8];
    if (grid->is_torus) {
      const uint64_t person = person_at(people, cells[i]);
      for (int d = 0; d < 8; d++) words[d] = clock_word(grid, word, person, d);
    } else {
      const uint64_t person = word - people->runs[(uint64_t)cells[i] >> people->shift];
      store(words, mix8(add_words(all_words(mix(word + grid->clock_lane) + person), offset)));
    }
    uint64_t bytes = 0;
    for (int d = 0; d < 8; d++) bytes |= words[d] >> 56 << 8 * d;
    keys[i] = bytes;
  }
}

/// Decides by all of their words the clocks whose bytes are those of the least words that ring.
static __attribute__((noinline)) TARGET uint64_t ring_exactly(
    const struct spread_grid_clocks *grid, uint64_t rung, uint64_t ties, const uint32_t *cells,
    const uint32_t *begins, uint32_t step) {
  const struct spread_people *people = grid->people;
  for (; ties != 0; ties &= ties - 1) {
    const int place = __builtin_ctzll(ties);
    const uint32_t cell = cells[place >> 3];
    const uint64_t person = person_at(people, cell);
    const uint64_t word =
        people->runs[(uint64_t)cell >> people->shift] + person * people->person_stride;
    if (clock_word(grid, word, person, place & 7) >> 11 >= grid->least[step - begins[place >> 3]])
      rung |= 1ull << place;
  }
  return rung;
}

/// Which clocks of eight sources have rung; those that are not `needed` may be wrong.
INLINE uint64_t rung8(
    const struct spread_grid_clocks *grid, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *begins, size_t left, uint32_t step, uint64_t needed) {
  const half ages =
      _mm256_sub_epi32(_mm256_set1_epi32((int)step), load_half_numbers(begins, left));
  const vector threshold = gather_words(grid->bytes, ages);
  const vector bytes = load_words(keys, left);
  const uint64_t rung = below_bytes(threshold, bytes);
  const uint64_t ties = equal_bytes(threshold, bytes) & needed;
  return ties == 0 ? rung : ring_exactly(grid, rung, ties, cells, begins, step);
}

static TARGET size_t pass_draw_grid_clocks(
    const struct spread_draw *draw, const struct spread_grid_clocks *grid, const uint32_t *cells,
    const uint64_t *keys, const uint32_t *begins, size_t count, uint32_t step,
    const uint8_t *masks, uint32_t *hits) {
  // Those of even rows alone would not do.
  const unsigned directions = draw->orders == DrawOrdersOfFour ? draw->directions : 255;
  size_t written = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const vector cell = load_numbers(cells + i, left);
    const vector healthy = gather_bytes(masks, cell, left);
    const __m128i needed = narrow(healthy);
    const uint64_t first = rung8(
        grid, cells + i, keys + i, begins + i, left, step, (uint64_t)_mm_cvtsi128_si64(needed));
    uint64_t second = 0;
    if (left > 8)
      second = rung8(
          grid, cells + i + 8, keys + i + 8, begins + i + 8, left - 8, step,
          (uint64_t)_mm_extract_epi64(needed, 1));
    const __m128i rung = _mm_set_epi64x((long long)second, (long long)first);
    written +=
        write_targets(draw, directions, cell, both(healthy, widen(rung)), left, hits + written);
  }
  return written;
}
