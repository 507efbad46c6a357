#if !defined(__x86_64__)
#include "CSpreadSIMD.h"

int spread_simd_available(void) { return 0; }

// Never called where `spread_simd_available` says no.
size_t spread_simd_draw(
    const struct spread_draw *draw, const uint32_t *cells, const uint64_t *keys,
    const uint32_t *around, size_t count, uint64_t stride, const uint8_t *masks,
    uint32_t *hits) {
  (void)draw, (void)cells, (void)keys, (void)around, (void)count, (void)stride, (void)masks,
      (void)hits;
  return 0;
}

void spread_simd_read(
    const struct spread_draw *draw, const uint64_t *keys, size_t count, uint64_t stride,
    struct spread_reading *readings) {
  (void)draw, (void)keys, (void)count, (void)stride, (void)readings;
}

size_t spread_simd_keep(
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *bytes,
    uint8_t bits, const uint8_t *acting) {
  (void)cells, (void)keys, (void)around, (void)bytes, (void)bits, (void)acting;
  return count;
}

size_t spread_simd_take_ended(
    uint32_t *cells, uint64_t *keys, uint32_t *around, uint32_t *ends, size_t count,
    uint32_t step, uint32_t *ended) {
  (void)cells, (void)keys, (void)around, (void)ends, (void)step, (void)ended;
  return count;
}

void spread_simd_begin(
    const struct spread_people *people, const uint32_t *cells, const uint32_t *numbers,
    size_t count, uint64_t past, uint64_t after, uint64_t *keys, uint32_t *ends) {
  (void)people, (void)cells, (void)numbers, (void)count, (void)past, (void)after, (void)keys,
      (void)ends;
}

size_t spread_simd_draw_lists(
    const struct spread_lists *lists, const uint32_t *sources, const uint64_t *keys, size_t count,
    uint64_t stride, uint32_t *hits, uint32_t *ends) {
  (void)lists, (void)sources, (void)keys, (void)count, (void)stride, (void)hits, (void)ends;
  return 0;
}

void spread_simd_gaps(uint64_t state, double scale, size_t count, uint64_t *gaps) {
  (void)state, (void)scale, (void)count, (void)gaps;
}

#endif
