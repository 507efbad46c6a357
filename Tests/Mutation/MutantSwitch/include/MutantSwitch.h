// Which of the mutants compiled into the program is on. Only in the copy that Tests/Mutation makes.
#pragma once
#include <stdbool.h>

/// The number SPREADLAB_MUTANT gives, 0 if none; constant from before main on.
extern const int spread_mutant_number;

static inline bool spread_mutant(int number) { return number == spread_mutant_number; }
