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
    uint32_t *cells, uint64_t *keys, uint32_t *around, size_t count, const uint8_t *masks,
    const uint8_t *acting) {
  (void)cells, (void)keys, (void)around, (void)masks, (void)acting;
  return count;
}

#endif
