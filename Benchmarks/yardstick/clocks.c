// The model with contact clocks in plain C, on lists: what is asked of a short program that somebody
// writes for one study (docs/randomness.md, "Contact clocks"). The same words, so the same infections.
// Built by Benchmarks/bench.sh, loaded by spreadlab-bench, which compares their numbers.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef uint64_t u64;

static const u64 G = 0x9e3779b97f4a7c15;
enum { MOST_STEPS = 1 << 14, MOST_ACTS = 1024, HEALTHY = 0, TAKEN = 1 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static u64 fold(u64 key, u64 word) { return mix(key + G) ^ mix(word + 2 * G); }

// The chance to last t steps of chance q each, by powers of two from the highest.
static double lasting(double q, u32 t) {
  double power[32], product = 1;
  power[0] = 1 - q;
  for (int j = 1; j < 32; j++) power[j] = power[j - 1] * power[j - 1];
  for (int j = 31; j >= 0; j--)
    if (t >> j & 1) product *= power[j];
  return product;
}

typedef struct {
  u32 *people, count, room;
} Bucket;

static void add(Bucket *bucket, u32 person) {
  if (bucket->count == bucket->room) {
    bucket->room = bucket->room ? 2 * bucket->room : 64;
    bucket->people = realloc(bucket->people, bucket->room * sizeof(u32));
  }
  bucket->people[bucket->count++] = person;
}

// Seconds of runs in which each infected person acts for `most` steps, or recovers after a step with chance c.
// `starts` has people + 1 numbers; the neighbors of i are neighbors[starts[i]] and on.
double clocks_time(
    u64 people, const u64 *starts, const u32 *neighbors, u64 runs, const u64 *keys, double p, double c, u64 most,
    u64 introduced, u64 *infections) {
  double begun = now();
  // By number of steps: the smallest V whose clock rings within them, and the smallest u that lasts longer.
  static double survival[MOST_ACTS], length[MOST_ACTS];
  for (u32 t = 0; t < MOST_ACTS; t++) survival[t] = lasting(p, t), length[t] = lasting(c, t);
  uint8_t *state = malloc(people);
  Bucket *rings = calloc(MOST_STEPS, sizeof(Bucket));
  u32 *newly = malloc(people * sizeof(u32));
  *infections = 0;
  for (u64 number = 0; number < runs; number++) {
    u64 run = keys[number], count = 0;
    memset(state, HEALTHY, people);
    u64 stream = mix(fold(fold(fold(run, 1), 0), 0));
    while (count < introduced) {
      unsigned __int128 product;
      do product = (unsigned __int128)mix(stream += G) * people;
      while ((u64)product < -people % people);
      u32 person = product >> 64;
      if (state[person] == HEALTHY) state[person] = TAKEN, newly[count++] = person;
    }
    u32 last = 0;
    for (u32 step = 0; step <= last || count > 0; step++) {
      if (step > 0) {
        count = 0;
        for (u32 place = 0; place < rings[step].count; place++) {
          u32 person = rings[step].people[place];
          if (state[person] == HEALTHY) state[person] = TAKEN, newly[count++] = person;
        }
        rings[step].count = 0;
      }
      *infections += count;
      for (u64 place = 0; place < count; place++) {
        u32 source = newly[place], acts = most;
        if (c > 0) {
          double u = (mix(run + source * G + 0x94d049bb133111eb) >> 11) * 0x1p-53;
          u32 t = 0;
          while (t + 2 < MOST_ACTS && length[t + 1] > u) t++;
          if (t + 1 < acts) acts = t + 1;
        }
        u64 key = mix(run + source * G + 0x1d8e4e27c47d124f);
        double never = survival[acts < MOST_ACTS ? acts : MOST_ACTS - 1];
        for (u64 index = starts[source]; index < starts[source + 1]; index++) {
          u32 target = neighbors[index];
          double value = ((mix(key + target * G) >> 11) + 1) * 0x1p-53;
          if (value <= never || state[target] != HEALTHY) continue;
          u32 t = 1;
          while (value <= survival[t]) t++;
          add(&rings[step + t], target);
          if (step + t > last) last = step + t;
        }
      }
      if (step >= last) break;
    }
  }
  for (u32 step = 0; step < MOST_STEPS; step++) free(rings[step].people);
  free(rings), free(state), free(newly);
  return now() - begun;
}
