// The model with contact clocks in plain C, on lists: what an experienced programmer writes for one study
// (docs/randomness.md, "Contact clocks"). The same words, so the same infections.
// Built by Benchmarks/bench.sh, loaded by spreadlab-bench, which compares their numbers.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef uint64_t u64;

static const u64 G = 0x9e3779b97f4a7c15;
enum { HEALTHY = 0, INFECTED = 1, MOST_STEPS = 1 << 14, MOST_NEIGHBORS = 1 << 16, LAST = 1023, GUIDE = 1023 };

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

// By a number of steps t, the chance that nothing happens in t steps that has chance q in each; and by x in units of
// 1 / GUIDE, where a search for the first t of a chance below x begins.
typedef struct {
  double none[LAST + 1];
  u32 guide[GUIDE + 1];
} Table;

static void fill(Table *table, double q) {
  double power[32];
  power[0] = 1 - q;
  for (int j = 1; j < 32; j++) power[j] = power[j - 1] * power[j - 1];
  for (u32 t = 0; t <= LAST; t++) {
    table->none[t] = 1;
    for (int j = 31; j >= 0; j--)
      if (t >> j & 1) table->none[t] *= power[j];
  }
  for (u32 j = 0, t = LAST; j <= GUIDE; table->guide[j++] = t)
    while (t > 1 && table->none[t - 1] < (j + 1.0) / GUIDE) t--;
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

// Seconds of runs in which the infected act for at most `most` steps, and recover after each with chance c; below 0 if
// the tables are too short for p or c. `starts` has people + 1 numbers; those of i are neighbors[starts[i]] and on.
double clocks_time(
    u64 people, const u64 *starts, const u32 *neighbors, u64 runs, const u64 *keys, double p, double c, u64 most,
    u64 introduced, u64 *infections) {
  static Table rings, recovers;
  static u32 targets[MOST_NEIGHBORS];
  static double values[MOST_NEIGHBORS];
  double start = now();
  fill(&rings, p), fill(&recovers, c);
  if (rings.none[LAST] >= 0x1p-53 || (c > 0 && recovers.none[LAST] >= 0x1p-53)) return -1;
  uint8_t *state = malloc(people);
  Bucket *due = calloc(MOST_STEPS, sizeof(Bucket));
  u32 *newly = malloc((people + 1) * sizeof(u32));
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
      if (state[person] == HEALTHY) state[person] = INFECTED, newly[count++] = person;
    }
    for (u32 step = 0, last = 0; step <= last; step++) {
      if (step > 0) count = 0;
      for (u32 index = 0; index < due[step].count; index++) {
        u32 person = newly[count] = due[step].people[index];
        count += state[person] == HEALTHY;
        state[person] = INFECTED;
      }
      due[step].count = 0;
      *infections += count;
      for (u64 index = 0; index < count; index++) {
        if (index + 16 < count) __builtin_prefetch(&starts[newly[index + 16]]);
        if (index + 8 < count) __builtin_prefetch(&neighbors[starts[newly[index + 8]]]);
        u64 source = newly[index], acts = most, kept = 0;
        if (c > 0) {
          double u = (mix(run + source * G + 0x94d049bb133111eb) >> 11) * 0x1p-53;
          u32 t = recovers.guide[(u32)(u * GUIDE)];
          while (t < LAST && recovers.none[t] > u) t++;
          if (t < acts) acts = t;
        }
        u64 key = mix(run + source * G + 0x1d8e4e27c47d124f);
        double least = rings.none[acts < LAST ? acts : LAST];
        for (u64 edge = starts[source]; edge < starts[source + 1]; edge++) {
          u32 target = targets[kept] = neighbors[edge];
          values[kept] = ((mix(key + target * G) >> 11) + 1) * 0x1p-53;
          kept += values[kept] > least;
        }
        for (u64 clock = 0; clock < kept; clock++) {
          if (state[targets[clock]] != HEALTHY) continue;
          u32 t = rings.guide[(u32)(values[clock] * GUIDE)];
          while (rings.none[t] >= values[clock]) t++;
          if (step + t >= MOST_STEPS) abort();
          add(&due[step + t], targets[clock]);
          if (step + t > last) last = step + t;
        }
      }
    }
  }
  for (u32 step = 0; step < MOST_STEPS; step++) free(due[step].people);
  free(due), free(state), free(newly);
  return now() - start;
}
