// Without the header: there the numbers are constant, so that loops need not look again.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int spread_mutant_number = 0;
unsigned char *spread_reach = NULL;

__attribute__((constructor)) static void read_environment(void) {
  const char *number = getenv("SPREADLAB_MUTANT"), *path = getenv("SPREADLAB_REACH");
  if (number) spread_mutant_number = atoi(number);
  // A mapped file keeps what a process wrote that is killed, and what its children write.
  const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *const map = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) spread_reach = map;
  close(file);
}

const char *spread_script(void) {
  static char text[400];
  snprintf(
      text, sizeof text,
      "const spreadSeen = new Set(); const spreadMutant = (number) => {"
      " if (%s && !spreadSeen.has(number)) {"
      " spreadSeen.add(number); fetch(`/spread-reach/${number}`, { keepalive: true }); }"
      " return number === %d; };\n",
      spread_reach ? "true" : "false", spread_mutant_number);
  return text;
}

const char *spread_asset(const char *target) {
  const char *const place = "/spread-reach/";
  if (!spread_reach || strncmp(target, place, strlen(place)) != 0) return target;
  spread_reach[atoi(target + strlen(place))] = 1;
  return "/style.css";
}
