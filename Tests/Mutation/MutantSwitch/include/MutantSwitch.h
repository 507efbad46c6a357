// Which of the mutants compiled in is on, and which were asked for. Only in Tests/Mutation's copy.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// The number SPREADLAB_MUTANT gives, 0 if none; constant from before main on.
extern const int spread_mutant_number;
/// A byte for each mutant in the file SPREADLAB_REACH names; null if there is none.
extern unsigned char *const spread_reach;

static inline bool spread_mutant(int number) {
  if (spread_reach != NULL) spread_reach[number] = 1;
  return number == spread_mutant_number;
}

/// The first line of each script of the page: `spreadMutant`, the same question there.
const char *spread_script(void);
/// The file that is sent for a request. A script asks for /spread-reach/NUMBER when it comes by a mutant.
const char *spread_asset(const char *target);
