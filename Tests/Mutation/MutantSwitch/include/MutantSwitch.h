// Which of the mutants compiled in are on, and which were asked for. Only in Tests/Mutation's copy.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#define SPREAD_MOST_MUTANTS (1 << 16)

/// Whether SPREADLAB_MUTANT, a list like 7,12, names a number; constant from before main on.
extern const unsigned char spread_is_on[SPREAD_MOST_MUTANTS];
/// A byte for each mutant in the file SPREADLAB_REACH names; null if there is none.
extern unsigned char *const spread_reach;

static inline bool spread_mutant(int number) {
  if (spread_reach != NULL) spread_reach[number] = 1;
  return spread_is_on[number];
}

/// The first line of each script of the page: `spreadMutant`, the same question there.
const char *spread_script(void);
/// The file that is sent for a request. A script asks for /spread-reach/NUMBER when it comes by a mutant.
const char *spread_asset(const char *target);
