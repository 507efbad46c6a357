// How draws are computed, and the heavy passes of the spread kernel in vectors: the same draws as the
// portable Swift passes, sixteen sources at a time, in AVX2 or AVX-512. Chosen at run time.
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

/// What a scenario's draws have in common.
struct spread_draw {
  const uint64_t *halves;  // orders of eight directions, see DirectionOrders.swift
  const uint32_t *rest;
  const uint64_t *fours;  // orders of four directions; null where they are not drawn
  uint64_t coin_threshold;  // p in units of 2^-40
  uint64_t cap;  // k
  // By number of candidates (none to eight): the least number of contacts, and how many numbers are
  // equally likely from there on.
  const uint32_t *contacts_from;
  const uint32_t *contacts_span;
  uint32_t offsets[8];  // of the directions, in cells
  uint32_t directions;  // of the neighborhood, as bits
  enum DrawForm form;
  enum DrawOrders orders;
  uint32_t takes_all;  // pool `all`
  // By outcome byte eight offsets: its members' packed to the front, anything behind them.
  const void *packed_offsets;
};

/// Which vectors the passes use; each level is more than the one before.
enum CLOSED VectorLevel {
  VectorLevelNone,  // the portable passes, in Swift
  VectorLevelAVX2,  // with BMI, BMI2, LZCNT and POPCNT
  VectorLevelAVX512,  // F, BW, DQ and VL besides
};

/// The most this processor can run.
enum VectorLevel spread_simd_best(void);

/// The value of SPREADLAB_SIMD, the name of the vectors to use; null where it is not set.
const char *spread_simd_wanted(void);

#undef CLOSED

/// Memory that is read soon.
static inline void spread_prefetch(const void *address) { __builtin_prefetch(address); }

/// A hint, for memory that is read in no order: systems without large pages go on without them.
void spread_use_large_pages(void *memory, size_t bytes);

/// What the word of a source says of its draw, before the candidates are known.
struct spread_reading {
  uint64_t chain;  // the order of the directions
  uint32_t number;  // the upper half of what the order leaves of the word
  uint32_t coins;  // the directions in which a contact succeeds
};

/// See LengthDistribution.swift.
#define SPREAD_GUIDE_BITS 12

/// Lengths that are drawn, see LengthDistribution.swift: none is longer than the table, but for geometric ones.
struct spread_lengths {
  uint64_t lane;  // added to the words of infections
  uint64_t least;
  const uint16_t *guide;  // by so many upper bits of a word; null where they are not drawn
  const double *survivals;
  size_t table_size;
  const double *powers;
};

/// What the words of infections are made of; docs/randomness.md, "Words" and "The course".
struct spread_people {
  const uint64_t *runs;  // the word of the run or, by copy, of the runs side by side
  uint32_t shift;  // cell i of copy c is c << shift + i; 32 for one run
  uint32_t place_mask;  // the bits of i
  uint32_t row_length;  // cells in a row; 0 where people stand for cells
  uint64_t person_stride;
  uint64_t again_stride;
  uint64_t latent_steps;  // of everybody, where they are not drawn
  uint64_t most;  // steps in which anybody acts
  uint64_t last_end;  // of infections
  struct spread_lengths latency, infectiousness, recovery;
};

/// Sums over the people of a part of a row, who have places from 0 on.
struct spread_row_sums {
  uint64_t people;
  uint64_t places;
  uint64_t squares;  // of the places
  uint64_t fourfold;  // x^2 y^2 / (x^2 + y^2) each, rounded in units of 2^-20
};

/// Lists of neighbors, and the coins of those who contact everybody on them.
struct spread_lists {
  const uint32_t *starts;  // where a person's neighbors begin; people + 1
  const uint32_t *neighbors;  // with seven more behind them that may be read
  uint64_t coin_threshold;  // p in units of 2^-40
  uint64_t block_stride;  // see RandomKeys.swift
};

/// Lists of neighbors, and the contact clocks of people on them.
struct spread_clocks {
  const uint32_t *starts;  // as of `spread_lists`, with sixteen more behind the neighbors
  const uint32_t *neighbors;
  uint32_t has_weights;  // those of each list stand behind its neighbors, as many floats; else all are 1
  // By person; with `health` only those count who have this bit. Null: all do.
  const uint8_t *health;
  uint8_t healthy;
  uint64_t addend;  // makes keys of sources those of their clocks, once mixed
  uint64_t person_stride;
};

/// First clocks that are found.
struct spread_found {
  uint64_t *words;  // the upper 53 bits
  uint64_t *pairs;  // the target and, in the upper half, the place of the source
  float *weights;  // where they are not all 1
  uint32_t *due;  // the steps in which they ring, once these are known
};

/// What the chances of contacts follow from that stay the same in a run, see LayerChance.swift, and when their sources
/// act.
struct spread_chances {
  // By place of a source.
  const uint32_t *sources;
  const uint32_t *begins;  // the step before the first one in which they act
  const uint32_t *ends;  // the last one
  uint32_t bits;  // of the most steps in which one of them acts
  double product;  // p m
  // Where weights are durations, else 0: u, and -ln(1 - p), which is not asked for where p is 1.
  double exposure;
  double hazard;
  uint32_t is_certain;
  double multiply;
  // By person; null: all are of one group.
  const uint8_t *group_of;
  const double *factors;  // by group of who infects, then of who is infected
  size_t groups;
};

/// In which step clocks ring while p stays the same, see RingTimes.swift.
struct spread_ring_times {
  const double *powers;
  const double *survivals;
  size_t entries;
  const uint16_t *guide;
  size_t guide_size;
};

/// Contact clocks on the grid.
struct spread_grid_clocks {
  const struct spread_people *people;
  uint64_t clock_lane;
  uint64_t action_stride;
  // Where people return, and clocks that have rung begin again: by cell the number of somebody's infection, and when
  // clocks ring. Null: nobody is infected twice.
  const uint32_t *infections;
  struct spread_ring_times times;
  uint64_t rows, columns;
  uint32_t is_torus;
  // By the number of steps since a clock began, up to the step itself: words whose upper 53 bits are `least` or more
  // have rung; its upper byte, at most 255, eight times.
  const uint64_t *least;
  const uint64_t *bytes;
};

/// The heavy passes by the vectors of a level.
struct spread_passes {
  /// Every source draws; whom it infects is written to `hits` (room for 8 * count + 16).
  ///
  /// `around` holds the sources' neighbors, read with pool `all` only; `stride` is the step's
  /// addend to the keys. Returns the number of hits.
  size_t (*draw)(const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks, uint32_t *hits);

  /// Reads the words of all sources (room for count + 7 readings): what `draw` draws,
  /// for sources that have to wait for each other.
  void (*read)(const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
      struct spread_reading *readings);

  /// Keeps the sources whose byte has one of the bits, in place, and of these, where `acting` is given,
  /// the ones whose byte there has bit 0; `around` may be null. Up to 15
  /// entries behind the kept ones are overwritten, none behind `count` + 15. Returns their number.
  size_t (*keep)(uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count,
      const uint8_t *bytes, uint8_t bits, const uint8_t *acting);

  /// Takes the sources whose infections end with a step out of the lists, in place; `around` may be null.
  /// Up to 15 entries behind the kept ones are overwritten, none behind `count` + 15. Returns the number
  /// of those kept; the cells of the others are written to `ended` (room for as many and 15).
  size_t (*take_ended)(uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends,
      size_t count, uint32_t step, uint32_t *ended);

  /// The keys of people infected in a step, whose infections have these numbers, from 1 (null: all are
  /// first ones): their words less `past`. With `begins` and `ends`, also the steps before they act first, and those with
  /// which their infections end. Up to 7 entries behind are overwritten.
  void (*begin)(const struct spread_people *people, const uint32_t *cells, const uint32_t *numbers,
      size_t count, uint64_t past, uint64_t step, uint64_t *keys, uint32_t *begins, uint32_t *ends);

  /// The words of those of keys, with `addend`, whose fractions, drawn from the words with `lane`, are below a chance in
  /// units of 2^-53. Up to 7 entries behind are overwritten. Returns their number.
  size_t (*choose)(const uint64_t *keys, size_t count, uint64_t addend, uint64_t lane,
      uint64_t chance, uint64_t *words);

  /// The lengths that words give. Up to 7 entries behind are overwritten.
  void (*draw_lengths)(const struct spread_lengths *lengths, const uint64_t *words, size_t count,
      uint32_t *drawn);

  /// Writes the upper bytes of the mixed words `start`, `start` + `stride`, ..., and adds to `counts` how many have each
  /// value. Up to 7 bytes behind are overwritten.
  void (*upper_bytes)(uint64_t start, uint64_t stride, size_t count, uint8_t *bytes,
      uint32_t *counts);

  /// In place of each byte: how many of the borders are no larger. The places of bytes that equal one are written to
  /// `near`. Up to 63 bytes behind are overwritten. Returns the number of these places.
  size_t (*deal)(const uint8_t *borders, size_t border_count, size_t count, uint8_t *bytes,
      uint32_t *near);

  /// Makes those of newly infected people sources who have a bit in `masks`: their cells and keys, packed
  /// to the front; up to 15 entries behind them are overwritten. Returns their number.
  ///
  /// - Parameter past: what is taken away from their words.
  size_t (*append)(const struct spread_people *people, const uint32_t *fresh, size_t count,
      const uint8_t *masks, uint64_t past, uint32_t *cells, uint64_t *keys);

  /// Sums over those of `count` people whose byte lacks a bit; up to seven bytes more are read.
  ///
  /// - Parameters:
  ///   - first: x of place 0, before `origin` is taken away from it.
  ///   - square_y: y^2 of all of them.
  /// - Precondition: fewer than 2^32, and terms and sums below 2^52.
  void (*sum_row)(const uint8_t *bytes, uint8_t bit, size_t count, int64_t first, double origin,
      double square_y, struct spread_row_sums *sums);

  /// Every source contacts all on its list; those whose contacts succeed, infected or not, are written to
  /// `hits` (room for 8 more than there are neighbors). With `ends`, also where the hits of each source
  /// end. Returns the number of hits.
  size_t (*draw_lists)(const struct spread_lists *lists, const uint32_t *sources,
      const uint64_t *keys, size_t count, uint64_t stride, uint32_t *hits, uint32_t *ends);

  /// The gaps of GeometricGaps.swift from the next `count` words (a multiple of 8) of a stream in this
  /// state.
  void (*gaps)(uint64_t state, double scale, size_t count, uint64_t *gaps);

  /// Finds the first clocks on the lists `rows`, by place of a source, whose words are `least` or more, up to the last
  /// eleven bits (room for eight more than there are neighbors). Returns their number.
  size_t (*start_clocks)(const struct spread_clocks *clocks, const uint32_t *rows,
      const uint64_t *keys, const uint64_t *least, size_t count, const struct spread_found *found);

  /// Keeps those of the clocks found that ring while their sources act, each by its own chance; in place. Returns their
  /// number.
  size_t (*keep_ringing)(const struct spread_chances *chances, size_t count,
      const struct spread_found *found);

  /// Makes the upper bytes of the words of their first clocks, direction by direction, of the keys of sources on a
  /// grid. Their clocks begin after step `begins`.
  void (*start_grid_clocks)(const struct spread_grid_clocks *grid, const uint32_t *cells,
      const uint32_t *begins, uint64_t *keys, size_t count);

  /// The healthy neighbors of sources on a grid whose clocks have rung are written to `hits` (room for 8 * count +
  /// 16). Returns their number.
  size_t (*draw_grid_clocks)(const struct spread_draw *draw,
      const struct spread_grid_clocks *grid, const uint32_t *cells, const uint64_t *keys,
      const uint32_t *begins, size_t count, uint32_t step, const uint8_t *masks, uint32_t *hits);
};

/// Those of a level; null for the portable ones, and where the processor does not have it.
const struct spread_passes *spread_passes_of(enum VectorLevel level);
