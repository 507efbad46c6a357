// The passes of one level; what they do stands in CSpreadSIMD.h.
#pragma once
#include "CSpreadSIMD.h"

#define PASSES_OF(level)                                                                       \
  size_t spread_draw_##level(                                                                  \
      const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,             \
      const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,             \
      uint32_t *hits);                                                                         \
  void spread_read_##level(                                                                    \
      const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,     \
      struct spread_reading *readings);                                                        \
  size_t spread_keep_##level(                                                                  \
      uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *bytes,   \
      uint8_t bits, const uint8_t *acting);                                                    \
  size_t spread_append_##level(                                                                \
      const struct spread_people *people, const uint32_t *new, size_t count,                   \
      const uint8_t *masks, uint64_t past, uint32_t *cells, uint64_t *keys);                   \
  void spread_sum_row_##level(                                                                 \
      const uint8_t *bytes, uint8_t bit, size_t count, int64_t first, double origin,           \
      double square_y, struct spread_row_sums *sums);                                          \
  size_t spread_take_ended_##level(                                                            \
      uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends, size_t count,         \
      uint32_t step, uint32_t *ended);                                                         \
  void spread_begin_##level(                                                                   \
      const struct spread_people *people, const uint32_t *cells, const uint32_t *numbers,      \
      size_t count, uint64_t past, uint64_t after, uint64_t *keys, uint32_t *ends);            \
  size_t spread_draw_lists_##level(                                                            \
      const struct spread_lists *lists, const uint32_t *sources, const uint64_t *keys,         \
      size_t count, uint64_t stride, uint32_t *hits, uint32_t *ends);                          \
  void spread_gaps_##level(uint64_t state, double scale, size_t count, uint64_t *gaps);

PASSES_OF(avx2)
PASSES_OF(avx512)

#undef PASSES_OF
