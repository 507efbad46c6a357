// Without the header: there the number is constant, so that loops need not look again.
#include <stdlib.h>

int spread_mutant_number = 0;

__attribute__((constructor)) static void read_number(void) {
  const char *text = getenv("SPREADLAB_MUTANT");
  if (text) spread_mutant_number = atoi(text);
}
