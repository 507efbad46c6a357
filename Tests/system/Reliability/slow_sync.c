/* Loaded before the C library, this makes a disk on which every sync of the first ten seconds takes two. */

#include <time.h>
#include <unistd.h>

static time_t start;

__attribute__((constructor)) static void load(void) { start = time(0); }

int fsync(int descriptor) {
  (void)descriptor;
  if (time(0) - start < 10) sleep(2);
  return 0;
}

int fdatasync(int descriptor) { return fsync(descriptor); }
