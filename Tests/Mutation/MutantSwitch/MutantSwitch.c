// Without the header: there the numbers are constant, so that loops need not look again.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most = 1 << 16 };
unsigned char spread_is_on[most];
unsigned char *spread_reach = NULL;
static const char *numbers = "";

__attribute__((constructor)) static void read_environment(void) {
  if (getenv("SPREADLAB_MUTANT")) numbers = strdup(getenv("SPREADLAB_MUTANT"));
  char *after;
  for (const char *at = numbers; *at != '\0'; at = *after == ',' ? after + 1 : after) {
    const long number = strtol(at, &after, 10);
    if (after == at || number < 0 || number >= most) break;
    spread_is_on[number] = 1;
  }
  // A mapped file keeps what a process wrote that is killed, and what its children write.
  const char *const path = getenv("SPREADLAB_REACH");
  const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *const map = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) spread_reach = map;
  close(file);
}

const char *spread_script(void) {
  static char text[4000];
  snprintf(
      text, sizeof text,
      "const spreadSeen = new Set(); const spreadMutant = (number) => {"
      " if (%s && !spreadSeen.has(number)) {"
      " spreadSeen.add(number); fetch(`/spread-reach/${number}`, { keepalive: true }); }"
      " return [%s].includes(number); };\n",
      spread_reach ? "true" : "false", numbers);
  return text;
}

const char *spread_asset(const char *target) {
  const char *const place = "/spread-reach/";
  if (!spread_reach || strncmp(target, place, strlen(place)) != 0) return target;
  const int number = atoi(target + strlen(place));
  if (number >= 0 && number < most) spread_reach[number] = 1;
  return "/style.css";
}
