// Contact clocks on the grid: of each source the upper bytes of its eight words, direction by direction.
#pragma once
#include "onset.h"
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

/// The word of the first clock of somebody and the person in a direction.
static inline uint64_t clock_word(
    const struct spread_grid_clocks *grid, uint64_t key, uint64_t person, int direction) {
  return mix(key + neighbor_of(grid, person, direction) * grid->people->person_stride);
}

static inline uint64_t person_at(const struct spread_people *people, uint32_t cell) {
  const uint64_t place = cell & people->place_mask;
  return place - (people->row_length - 1) - 2 * (place / people->row_length);
}

static TARGET void pass_start_grid_clocks(
    const struct spread_grid_clocks *grid, const uint32_t *cells, const uint32_t *begins,
    uint64_t *keys, size_t count) {
  const struct spread_people *people = grid->people;
  uint64_t offsets[8];
  for (int i = 0; i < 8; i++)
    offsets[i] = (uint64_t)((int64_t)grid->columns * rows_of[i] + columns_of[i]) *
                 people->person_stride;
  const vector offset = load(offsets);
  const vector lane = all_words(grid->clock_lane), stride = all_words(grid->action_stride);
  for (size_t i = 0; i < count; i += 8) {
    const size_t left = count - i < 8 ? count - i : 8;
    const vector begin = words_of(load_half_numbers(begins + i, left));
    const vector word = add_words(load_words(keys + i, left), multiply_words(begin, stride));
    const vector key = mix8(add_words(word, lane));
    uint64_t own[8];
    if (grid->is_torus) {
      store(own, key);
      for (size_t j = 0; j < left; j++) {
        const uint64_t person = person_at(people, cells[i + j]);
        uint64_t words[8];
        for (int d = 0; d < 8; d++) words[d] = clock_word(grid, own[j], person, d);
        keys[i + j] = upper_bytes(load(words));
      }
      continue;
    }
    store(own, add_words(key, persons8(people, load_half_numbers(cells + i, left))));
    for (size_t j = 0; j < left; j++)
      keys[i + j] = upper_bytes(mix8(add_words(all_words(own[j]), offset)));
  }
}

/// In which step a clock rings, as in RingTimes.swift; what is more than `most` counts for one more.
static inline uint32_t ring_step(
    const struct spread_ring_times *times, uint64_t word, uint32_t most) {
  const double value = (double)((word >> 11) + 1) * 0x1p-53;
  size_t place = (size_t)(value * (double)times->guide_size);
  if (place >= times->guide_size) place = times->guide_size - 1;
  uint32_t step = times->guide[place] + 1u;
  for (; step < times->entries && step <= most; step++)
    if (value > times->survivals[step]) return step;
  if (step > most) return most + 1;
  double product = 1;
  uint64_t passed = 0;
  for (int bit = 31; bit >= 0; bit--) {
    const double next = product * times->powers[bit];
    if (next < value) continue;
    product = next;
    passed += 1ull << bit;
  }
  return passed < most ? (uint32_t)passed + 1 : most + 1;
}

/// Decides by all of their words which clocks ring: those that have rung for the first time by now, or, where people
/// return, those that ring in this very step.
static __attribute__((noinline)) TARGET uint64_t ring_exactly(
    const struct spread_grid_clocks *grid, uint64_t rung, uint64_t open, const uint32_t *cells,
    const uint32_t *begins, uint32_t step) {
  const struct spread_people *people = grid->people;
  for (; open != 0; open &= open - 1) {
    const int place = __builtin_ctzll(open);
    const uint32_t cell = cells[place >> 3];
    const uint32_t age = step - begins[place >> 3];
    const uint64_t person = person_at(people, cell);
    uint64_t run = people->runs[(uint64_t)cell >> people->shift];
    if (grid->infections && grid->infections[cell] > 1)
      run = mix(run + (grid->infections[cell] - 1) * people->again_stride);
    const uint64_t key = mix(run + person * people->person_stride + grid->clock_lane);
    int rings;
    if (grid->infections) {
      uint64_t source = key + neighbor_of(grid, person, place & 7) * people->person_stride;
      uint32_t steps = 0;
      for (; steps < age; source += grid->action_stride)
        steps += ring_step(&grid->times, mix(source), age - steps);
      rings = steps == age;
    } else {
      rings = clock_word(grid, key, person, place & 7) >> 11 >= grid->least[age];
    }
    rung = rings ? rung | 1ull << place : rung & ~(1ull << place);
  }
  return rung;
}

/// Which clocks of eight sources have rung; those that are not `needed` may be wrong.
INLINE uint64_t rung8(
    const struct spread_grid_clocks *grid, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *begins, size_t left, uint32_t step, uint64_t needed) {
  const size_t last = left < 8 ? left - 1 : 7;
  vector threshold;
  if (begins[0] == begins[last]) {
    // Sources stand in the order in which their clocks began.
    threshold = all_words(grid->bytes[step - begins[0]]);
  } else {
    const half ages =
        _mm256_sub_epi32(_mm256_set1_epi32((int)step), load_half_numbers(begins, left));
    threshold = gather_words(grid->bytes, ages);
  }
  const vector bytes = load_words(keys, left);
  const uint64_t rung = below_bytes(threshold, bytes);
  const uint64_t ties = equal_bytes(threshold, bytes);
  const uint64_t open = needed & (grid->infections ? rung | ties : ties);
  return open == 0 ? rung : ring_exactly(grid, rung, open, cells, begins, step);
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
