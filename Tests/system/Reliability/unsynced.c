/* Loaded before the C library, this makes a program that never waits for the disk: the power-cut
   test must find that it loses what it acknowledged. */

int fsync(int descriptor) {
  (void)descriptor;
  return 0;
}

int fdatasync(int descriptor) {
  (void)descriptor;
  return 0;
}
