/* Loaded before the C library, this makes a disk on which every sync takes two seconds. */

#include <unistd.h>

int fsync(int descriptor) {
  (void)descriptor;
  sleep(2);
  return 0;
}

int fdatasync(int descriptor) { return fsync(descriptor); }
