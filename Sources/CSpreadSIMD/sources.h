// What sources are told of their words, and who stays a source.
#pragma once
#include "orders_and_coins.h"
#include "onset.h"

static TARGET void pass_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings) {
  struct block block;
  const int ordered = draw->form != DrawFormEverybody && draw->form != DrawFormFirstSuccesses;
  const int flips = draw->coin_threshold < 1ull << 40;
  const vector step = all_words(stride);
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    for (size_t j = 0; j < some; j += 8)
      store(block.words + j, draw_words8(keys + i + j, some - j, step));
    if (ordered) {
      switch (draw->orders) {
        case DrawOrdersOfEight:
          draw_orders(&block, draw, block.words, some, DrawOrdersOfEight, 1);
          break;
        case DrawOrdersOfFour:
          draw_orders(&block, draw, block.words, some, DrawOrdersOfFour, 1);
          break;
      }
    }
    for (size_t j = 0; j < some; j += 8) {
      uint64_t coins =
          flips ? coins8(draw, load(block.words + j), ~0ull) : ~0ull;
      for (size_t source = j; source < j + 8; source++, coins >>= 8) {
        struct spread_reading *reading = &readings[i + source];
        reading->coins = (uint32_t)(coins & 255);
        if (!ordered) continue;
        reading->chain = (uint64_t)block.first[source] << 32 | block.rest[source];
        reading->number = block.numbers[source];
      }
    }
  }
}

/// Sixteen sources as they stood in the lists before their places are written to.
struct sources16 {
  vector cell, low, high, neighbors;
};

INLINE struct sources16 load_sources(
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, size_t left) {
  struct sources16 sources = {
      .cell = load_numbers(cells, left),
      .low = load_words(keys, left),
      .high = load_words(keys + 8, left > 8 ? left - 8 : 0)};
  if (around) sources.neighbors = load_numbers(around, left);
  return sources;
}

/// Writes those that are kept one behind the other.
INLINE void store_sources(
    struct sources16 sources, unsigned keep, uint32_t *cells, uint64_t *keys, uint32_t *around) {
  pack_numbers(cells, keep, sources.cell);
  if (around) pack_numbers(around, keep, sources.neighbors);
  pack_words(keys, keep & 255, sources.low);
  pack_words(keys + __builtin_popcount(keep & 255), keep >> 8, sources.high);
}

static TARGET size_t pass_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *bytes,
    uint8_t bits, const uint8_t *acting) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    struct sources16 sources = load_sources(cells + i, keys + i, around ? around + i : 0, left);
    unsigned keep = sharing(gather_bytes(bytes, sources.cell, left), bits);
    if (acting) keep &= sharing(gather_bytes(acting, sources.cell, left), 1);
    store_sources(sources, keep, cells + kept, keys + kept, around ? around + kept : 0);
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept;
}

static TARGET size_t pass_append(
    const struct spread_people *given, const uint32_t *new, size_t count, const uint8_t *masks,
    uint64_t past, uint32_t *cells, uint64_t *keys) {
  // A copy, because it would be read again after every write to `keys`.
  const struct spread_people copy = *given, *people = &copy;
  const vector passed = all_words(past);
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const vector cell = load_numbers(new + i, left);
    const unsigned open = sharing(gather_bytes(masks, cell, left), 255);
    pack_numbers(cells + kept, open, cell);
    for (size_t h = 0; h < 16 && h < left; h += 8) {
      const half eight = load_half_numbers(new + i + h, left - h);
      const unsigned bits = open >> h & 255;
      vector word = add_words(runs8(people, eight), persons8(people, eight));
      pack_words(keys + kept, bits, subtract_words(word, passed));
      kept += (size_t)__builtin_popcount(bits);
    }
  }
  return kept;
}

static TARGET size_t pass_take_ended(
    uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends, size_t count,
    uint32_t step, uint32_t *ended) {
  const vector now = all_numbers(step);
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const unsigned all = left >= 16 ? 0xffff : (1u << left) - 1;
    struct sources16 sources = load_sources(cells + i, keys + i, around ? around + i : 0, left);
    vector end = load_numbers(ends + i, left);
    unsigned ends_now = equal_numbers(end, now) & all;
    unsigned keep = all & ~ends_now;
    pack_numbers(ended + i - kept, ends_now, sources.cell);
    store_sources(sources, keep, cells + kept, keys + kept, around ? around + kept : 0);
    pack_numbers(ends + kept, keep, end);
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept;
}
