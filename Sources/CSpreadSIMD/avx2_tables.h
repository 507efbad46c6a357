// Tables for packing numbers in AVX2.
#pragma once
#include <stdint.h>

// A row for each set of eight lanes, written as a sum over the bits of its number.
#define BITS_BELOW(set, i) \
  ((((set) & ((1u << (i)) - 1)) * 0x200040008001ull & 0x111111111111111ull) % 15)
#define PACKED(set, i) \
  (((set) >> (i) & 1) ? (uint64_t)(i) << 8 * BITS_BELOW(set, i) : (uint64_t)0)
#define PACKING(set)                                                                      \
  (PACKED(set, 0) | PACKED(set, 1) | PACKED(set, 2) | PACKED(set, 3) | PACKED(set, 4) |   \
   PACKED(set, 5) | PACKED(set, 6) | PACKED(set, 7))
#define PACKING_WORDS(set) \
  PACKING(((set) & 1) * 3 | ((set) >> 1 & 1) * 12 | ((set) >> 2 & 1) * 48 | ((set) >> 3 & 1) * 192)
#define PLACE(set, i) ((uint64_t)BITS_BELOW(set, i) << 8 * (i))
#define UNPACKING(set)                                                                \
  (PLACE(set, 0) | PLACE(set, 1) | PLACE(set, 2) | PLACE(set, 3) | PLACE(set, 4) |    \
   PLACE(set, 5) | PLACE(set, 6) | PLACE(set, 7))
#define ROWS4(row, set) row(set), row((set) + 1), row((set) + 2), row((set) + 3)
#define ROWS16(row, set) \
  ROWS4(row, set), ROWS4(row, (set) + 4), ROWS4(row, (set) + 8), ROWS4(row, (set) + 12)
#define ROWS64(row, set) \
  ROWS16(row, set), ROWS16(row, (set) + 16), ROWS16(row, (set) + 32), ROWS16(row, (set) + 48)
#define ROWS256(row) ROWS64(row, 0u), ROWS64(row, 64u), ROWS64(row, 128u), ROWS64(row, 192u)

/// By set of eight lanes: where each packed number comes from, a byte each.
static const uint64_t packing[256] = {ROWS256(PACKING)};
/// By set of four words, which are two lanes each.
static const uint64_t packing_words[16] = {ROWS16(PACKING_WORDS, 0u)};
/// The other way: how many lanes below are in the set.
static const uint64_t unpacking[256] = {ROWS256(UNPACKING)};
