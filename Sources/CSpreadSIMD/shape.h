// Sums over the people of a row.
#pragma once
#include "CSpreadSIMD.h"

// Sums of products are not to be fused: the portable passes round every product.
#pragma STDC FP_CONTRACT OFF

static TARGET void pass_sum_row(
    const uint8_t *bytes, uint8_t bit, size_t count, int64_t first, double origin,
    double square_y,
    struct spread_row_sums *sums) {
  static const uint64_t places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const vector none = all_words(0), one = all_words(1);
  vector people = none, place_sum = none, squares = none, fourfold = none;
  vector place = load(places);
  for (size_t i = 0; i < count; i += 8, place = add_words(place, all_words(8))) {
    const where those = where_lacking(bytes + i, bit, count - i);
    if (!any(those)) continue;
    const reals x = subtract_reals(
        add_reals(reals_of(place), all_reals((double)first)), all_reals(origin));
    const reals square_x = multiply_reals(x, x);
    const reals square = add_reals(square_x, all_reals(square_y));
    const reals term = add_reals(
        multiply_reals(
            divide_reals(multiply_reals(square_x, all_reals(square_y)), square),
            all_reals(0x1p20)),
        all_reals(0.5));
    const where beside = where_both(those, reals_above(square, all_reals(0)));
    fourfold = add_where(beside, fourfold, small_words(term));
    people = add_where(those, people, one);
    place_sum = add_where(those, place_sum, place);
    squares = add_where(those, squares, multiply_low(place, place));
  }
  sums->people = sum_words(people);
  sums->places = sum_words(place_sum);
  sums->squares = sum_words(squares);
  sums->fourfold = sum_words(fourfold);
}
