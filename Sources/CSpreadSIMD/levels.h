// The passes of the levels; what they do stands in CSpreadSIMD.h.
#pragma once
#include "CSpreadSIMD.h"

extern const struct spread_passes spread_passes_avx2;
extern const struct spread_passes spread_passes_avx512;
