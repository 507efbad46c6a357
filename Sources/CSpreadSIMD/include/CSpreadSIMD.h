// How draws are computed, and the heavy passes of the spread kernel for processors with AVX-512: the
// same draws as the portable Swift passes, sixteen sources at a time. Chosen at run time.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A list of which Swift's `switch` has to name every case.
#define CLOSED __attribute__((enum_extensibility(closed)))

/// How the draw of one source is computed, in Swift and here; `Plan` chooses it once per scenario.
enum CLOSED DrawForm {
  DrawFormEverybody,  // nobody has to choose: all are contacted, and p decides
  DrawFormFixedNumber,  // always as many contacts as the cap allows
  DrawFormRandomNumber,  // a random number of contacts
  DrawFormRandomSuccesses,  // all are tried; if more than the cap succeed, random ones stay
  DrawFormFirstSuccesses,  // all are tried; the first in neighbor order stay
};

/// Which orders of the directions a source draws; docs/randomness.md, "Orders".
enum CLOSED DrawOrders {
  DrawOrdersOfEight,
  DrawOrdersOfFour,
};

#undef CLOSED

/// What a scenario's draws have in common.
struct spread_draw {
  const uint64_t *halves;  // orders of eight directions, see DirectionOrders.swift
  const uint32_t *rest;
  const uint64_t *fours;  // orders of four directions; null where they are not drawn
  uint64_t coin_threshold;  // p in units of 2^-40
  uint64_t cap;  // k, at most 8
  // By number of candidates (16 of them): the least number of contacts, and how many numbers are
  // equally likely from there on.
  const uint32_t *contacts_from;
  const uint32_t *contacts_span;
  uint32_t offsets[8];  // of the directions, in cells
  uint32_t directions;  // of the neighborhood, as bits
  enum DrawForm form;
  enum DrawOrders orders;
  uint32_t takes_all;  // pool `all`
};

/// Whether this processor can run the passes below.
int spread_simd_available(void);

/// Every source draws; whom it infects is written to `hits` (room for 8 * count + 16).
///
/// `around` holds the sources' neighbors, read with pool `all` only; `stride` is the step's
/// addend to the keys. Returns the number of hits.
size_t spread_simd_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks, uint32_t *hits);

/// What the word of a source says of its draw, before the candidates are known.
struct spread_reading {
  uint64_t chain;  // the order of the directions
  uint32_t number;  // the upper half of what the order leaves of the word
  uint32_t coins;  // the directions in which a contact succeeds
};

/// Reads the words of all sources (room for count + 7 readings): what `spread_simd_draw` draws,
/// for sources that have to wait for each other.
void spread_simd_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings);

/// Keeps the sources whose byte has one of the bits, in place, and of these, where `acting` is given,
/// the ones whose byte there has bit 0; `around` may be null. Up to 15
/// entries behind the kept ones are overwritten, none behind `count` + 15. Returns their number.
size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *bytes,
    uint8_t bits, const uint8_t *acting);

/// Takes the sources whose infections end with a step out of the lists, in place; `around` may be null.
/// Up to 15 entries behind the kept ones are overwritten, none behind `count` + 15. Returns the number
/// of those kept; the cells of the others are written to `ended` (room for as many and 15).
size_t spread_simd_take_ended(
    uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends, size_t count,
    uint32_t step, uint32_t *ended);

/// What the words of infections are made of; docs/randomness.md, "Words" and "The course".
struct spread_people {
  const uint64_t *runs;  // the word of the run or, by copy, of the runs side by side
  uint32_t shift;  // cell i of copy c is c << shift + i; 32 for one run
  uint32_t place_mask;  // the bits of i
  uint32_t row_length;  // cells in a row; 0 where people stand for cells
  uint64_t person_stride;
  uint64_t again_stride;
  uint64_t length_lane;
  uint64_t most;  // steps in which anybody acts
  // Of the law of the lengths, see ActionGaps.swift; null where they are not drawn. A word more may be
  // read behind `guide`.
  const double *powers;
  const double *survivals;
  const uint16_t *guide;
  size_t table_size;
};

/// The keys of people infected in a step, whose infections have these numbers, from 1 (null: all are
/// first ones): their words less `past`. With `ends`, also the steps with which their infections end, if
/// they act after step `after`; at most the largest number there is. Up to 7 entries behind are
/// overwritten.
void spread_simd_begin(
    const struct spread_people *people, const uint32_t *cells, const uint32_t *numbers,
    size_t count, uint64_t past, uint64_t after, uint64_t *keys, uint32_t *ends);

/// Lists of neighbors, and the coins of those who contact everybody on them.
struct spread_lists {
  const uint32_t *starts;  // where a person's neighbors begin; people + 1
  const uint32_t *neighbors;  // with seven more behind them that may be read
  uint64_t coin_threshold;  // p in units of 2^-40
  uint64_t block_stride;  // see RandomKeys.swift
};

/// Every source contacts all on its list; those whose contacts succeed, infected or not, are written to
/// `hits` (room for 8 more than there are neighbors). With `ends`, also where the hits of each source
/// end. Returns the number of hits.
size_t spread_simd_draw_lists(
    const struct spread_lists *lists, const uint32_t *sources, const uint64_t *keys, size_t count,
    uint64_t stride, uint32_t *hits, uint32_t *ends);

/// The gaps of GeometricGaps.swift from the next `count` words (a multiple of 8) of a stream in this
/// state.
void spread_simd_gaps(uint64_t state, double scale, size_t count, uint64_t *gaps);
