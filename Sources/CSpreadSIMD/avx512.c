#if defined(__x86_64__)
#include "avx512.h"

#include "draw.h"
#include "lists.h"
#include "people.h"
#include "shape.h"
#include "sources.h"
#endif
