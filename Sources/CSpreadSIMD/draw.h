// Every source draws.
#pragma once
#include "orders_and_coins.h"

/// The words of the sources, their healthy neighbors, and whom they may infect.
INLINE void draw_words(
    struct block *block, const uint32_t *cells, const uint64_t *keys, const uint32_t *around,
    size_t count, uint64_t stride, const uint8_t *masks) {
  const vector step = all_words(stride);
  for (size_t i = 0; i < count; i += 16) {
    vector cell = load_numbers(cells + i, count - i);
    vector healthy = gather_bytes(masks, cell, count - i);
    store(block->healthy + i, healthy);
    store(block->candidates + i, around ? load_numbers(around + i, count - i) : healthy);
    store(block->words + i, draw_words8(keys + i, count - i, step));
    if (count - i > 8) store(block->words + i + 8, draw_words8(keys + i + 8, count - i - 8, step));
  }
}

/// The candidates in whose direction a contact succeeds.
INLINE vector successes16(
    const struct spread_draw *draw, vector candidates, const uint64_t *words) {
  __m128i needed = narrow(candidates);
  uint64_t first = coins8(draw, load(words), (uint64_t)_mm_cvtsi128_si64(needed));
  uint64_t second = coins8(draw, load(words + 8), (uint64_t)_mm_extract_epi64(needed, 1));
  __m128i coins = _mm_set_epi64x((long long)second, (long long)first);
  return both(candidates, widen(coins));
}

/// The first `count` members of each set in the order of its chain. Prefixes are nested, so the
/// longest that fits is the union of all that fit.
INLINE vector first_members(vector count, vector set, vector first, vector rest) {
  set = spread_bytes(set);
  count = spread_bytes(count);
  first = both(first, set);
  rest = both(rest, set);
  first = bytes_up_to(first, counts8(first), count);
  rest = bytes_up_to(rest, counts8(rest), count);
  vector x = either(first, rest);
  x = either(x, numbers_right(x, 16));
  x = either(x, numbers_right(x, 8));
  return both(x, all_numbers(255));
}

/// The first `cap` of each set in neighbor order.
INLINE vector lowest_members(uint64_t cap, vector set) {
  vector left = set;
  for (uint64_t kept = 0; kept < cap; kept++)
    left = both(left, subtract_numbers(left, all_numbers(1)));
  return differing(set, left);
}

/// How many are contacted: the number's place between the least and the most, by a product of
/// at most 2^32 * 9.
INLINE vector contacts16(
    small_table from, small_table spans, vector candidates, vector numbers) {
  vector count = counts8(candidates);
  vector least = look_up(from, count);
  vector span = look_up(spans, count);
  vector even = multiply_low(numbers, span);
  vector odd = multiply_low(words_right(numbers, 32), words_right(span, 32));
  return add_numbers(least, even_odd(words_right(even, 32), odd));
}

/// How the sources are found that have to choose from their candidates or successes.
enum choice {
  nobody,  // the form knows no order
  everybody,  // orders are cheap, or hardly anybody can go without
  packed,  // most infect all they can, whatever the order: only the others draw one
};

INLINE enum choice choice_of(enum DrawForm form, enum DrawOrders orders) {
  switch (form) {
    case DrawFormEverybody:
    case DrawFormFirstSuccesses: return nobody;
    case DrawFormRandomNumber: return everybody;
    case DrawFormFixedNumber:
    case DrawFormRandomSuccesses: return orders == DrawOrdersOfEight ? packed : everybody;
  }
  __builtin_unreachable();
}

/// Whose contacts succeed, and who has to choose. Returns the number of the latter.
INLINE size_t find_choosing(
    struct block *block, const struct spread_draw *draw, enum DrawForm form,
    enum choice choice, size_t count, int flips) {
  const vector cap = all_numbers((uint32_t)draw->cap);
  size_t choosing = 0;
  for (size_t i = 0; i < count; i += 16) {
    vector candidates = load(block->candidates + i);
    vector successes = flips ? successes16(draw, candidates, block->words + i) : candidates;
    if (form == DrawFormFirstSuccesses) successes = lowest_members(draw->cap, successes);
    store(block->successes + i, successes);
    vector set = form == DrawFormRandomSuccesses ? successes : candidates;
    if (choice == everybody) store(block->sets + i, set);
    if (choice != packed) continue;
    unsigned choose = above_numbers(counts8(set), cap);
    block->choosing[i / 16] = (uint16_t)choose;
    pack_numbers(block->sets + choosing, choose, set);
    for (int h = 0; h < 16; h += 8) {
      unsigned eight = choose >> h & 255;
      pack_words(block->their_words + choosing, eight, load(block->words + i + h));
      choosing += (size_t)__builtin_popcount(eight);
    }
  }
  return choice == packed ? choosing : count;
}

INLINE void choose(
    struct block *block, const struct spread_draw *draw, enum DrawForm form, enum DrawOrders orders,
    enum choice choice, size_t count) {
  const uint64_t *words = choice == packed ? block->their_words : block->words;
  const int numbers = form == DrawFormRandomNumber;
  // Of as many candidates as there may be: none to eight.
  const small_table from = table_of(draw->contacts_from, 9);
  const small_table spans = table_of(draw->contacts_span, 9);
  draw_orders(block, draw, words, count, orders, numbers);
  for (size_t i = 0; i < count; i += 16) {
    vector set = load(block->sets + i);
    vector most = numbers ? contacts16(from, spans, set, load(block->numbers + i))
                          : all_numbers((uint32_t)draw->cap);
    store(
        block->chosen + i,
        first_members(most, set, load(block->first + i), load(block->rest + i)));
  }
}

INLINE size_t write_hits(
    const struct block *block, const struct spread_draw *draw, const uint32_t *cells,
    size_t count, enum DrawOrders orders, enum choice choice, uint32_t *hits) {
  const unsigned directions = orders == DrawOrdersOfFour ? draw->directions : 255;
  const uint32_t *chosen = block->chosen;
  size_t written = 0;
  for (size_t i = 0; i < count; i += 16) {
    vector cell = load_numbers(cells + i, count - i);
    vector outcome = load(block->successes + i);
    outcome = both(outcome, load(block->healthy + i));
    if (choice == everybody) outcome = both(outcome, load(block->chosen + i));
    if (choice == packed) {
      unsigned choosing = block->choosing[i / 16];
      outcome = both(outcome, unpack_numbers(choosing, chosen));
      chosen += __builtin_popcount(choosing);
    }
    written += write_targets(draw, directions, cell, outcome, count - i, hits + written);
  }
  return written;
}

INLINE size_t draw_all(
    const struct spread_draw *draw, enum DrawForm form, enum DrawOrders orders, int flips,
    const uint32_t *cells, const uint64_t *keys, const uint32_t *around, size_t count,
    uint64_t stride, const uint8_t *masks, uint32_t *hits) {
  struct block block;
  const enum choice choice = choice_of(form, orders);
  size_t written = 0;
  for (size_t i = 0; i < count; i += BLOCK) {
    size_t some = count - i < BLOCK ? count - i : BLOCK;
    draw_words(&block, cells + i, keys + i, around ? around + i : 0, some, stride, masks);
    size_t choosing = find_choosing(&block, draw, form, choice, some, flips);
    if (choice != nobody) choose(&block, draw, form, orders, choice, choosing);
    written += write_hits(&block, draw, cells + i, some, orders, choice, hits + written);
  }
  return written;
}

#define DRAW(form, orders, flips) \
  draw_all(draw, form, orders, flips, cells, keys, around, count, stride, masks, hits)

// One compiled pass for each form, so that it holds no question of another.
#define DRAW_FORM(form)                                                                      \
  static TARGET __attribute__((noinline)) size_t draw_##form(                                \
      const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,           \
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,           \
      uint32_t *hits) {                                                                      \
    if (!draw->takes_all) around = 0;                                                        \
    int flips = draw->coin_threshold < 1ull << 40;                                           \
    switch (draw->orders) {                                                                  \
      case DrawOrdersOfEight:                                                                \
        return flips ? DRAW(form, DrawOrdersOfEight, 1) : DRAW(form, DrawOrdersOfEight, 0);  \
      case DrawOrdersOfFour:                                                                 \
        return flips ? DRAW(form, DrawOrdersOfFour, 1) : DRAW(form, DrawOrdersOfFour, 0);    \
    }                                                                                        \
    __builtin_unreachable();                                                                 \
  }

DRAW_FORM(DrawFormEverybody)
DRAW_FORM(DrawFormFixedNumber)
DRAW_FORM(DrawFormRandomNumber)
DRAW_FORM(DrawFormRandomSuccesses)
DRAW_FORM(DrawFormFirstSuccesses)

#define CASE(form) \
  case form: return draw_##form(draw, cells, keys, around, count, stride, masks, hits);

static TARGET size_t pass_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,
    uint32_t *hits) {
  switch (draw->form) {
    CASE(DrawFormEverybody)
    CASE(DrawFormFixedNumber)
    CASE(DrawFormRandomNumber)
    CASE(DrawFormRandomSuccesses)
    CASE(DrawFormFirstSuccesses)
  }
  __builtin_unreachable();
}
