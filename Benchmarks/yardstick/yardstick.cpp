// The byte-mask kernel in C++ that the engine is measured against: the same model, its draws
// from alias tables over subsets. Only synchronous rules from the center of a bounded grid, all
// the way to everybody infected. Built by Benchmarks/bench.sh, loaded by spreadlab-bench.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <immintrin.h>

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;

namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

enum Draw { EXACT, AT_LEAST_ONE, UNIFORM, CAPPED };

struct Rule {
  bool moore, poolAll;
  Draw draw;
  int k;
  double p;
};

u64 mix64(u64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
const u64 GAMMA = 0x9e3779b97f4a7c15ULL;
u64 runKey(u64 seed, u64 run) { return mix64(mix64(seed + GAMMA) + run * 0xD1342543DE82EF95ULL); }
u64 stepKeyOf(u64 key, u32 step) { return mix64(key + (u64)step * 0xDA942042E4DD58B5ULL); }

const int DX[8] = {-1, 0, 1, -1, 1, -1, 0, 1}, DY[8] = {-1, -1, -1, 0, 0, 1, 1, 1};

double binom(int n, int k) {
  double r = 1;
  for (int i = 0; i < k; i++) r = r * (n - i) / (i + 1);
  return r;
}

// P(exactly this subset of the candidates is infected), for all subsets of a mask.
void distribution(const Rule &r, int mask, double *out) {
  int n = __builtin_popcount(mask), most = std::min(r.k, n);
  double size[9] = {0};
  for (int s = 0; s < 256; s++) out[s] = 0;
  if (r.draw == CAPPED) {
    for (int j = 0; j <= n; j++)
      size[std::min(j, r.k)] += binom(n, j) * pow(r.p, j) * pow(1 - r.p, n - j);
  } else {
    int least = r.draw == EXACT ? most : (r.draw == AT_LEAST_ONE ? std::min(1, most) : 0);
    double w = 1.0 / (most - least + 1);
    for (int m = least; m <= most; m++)
      for (int j = 0; j <= m; j++) size[j] += w * binom(m, j) * pow(r.p, j) * pow(1 - r.p, m - j);
  }
  for (int s = mask;; s = (s - 1) & mask) {
    int c = __builtin_popcount(s);
    out[s] = size[c] / binom(n, c);
    if (!s) break;
  }
}

int deposit(int bits, int mask) {
  int r = 0, q = 0;
  for (int b = 0; b < 8; b++)
    if (mask >> b & 1) r |= (bits >> q++ & 1) << b;
  return r;
}

struct Kernel {
  long people;
  int columns, rows, stride;
  bool poolAll;
  u32 start;
  std::vector<u64> slots;  // threshold (48 bits), alias, own
  u32 info[256];
  std::vector<u8> initial, masks;
  std::vector<u32> front, hits, curve;
  alignas(64) int offsets[256][8];

  Kernel(long n, const Rule &r) : people(n), poolAll(r.poolAll) {
    columns = (int)std::ceil(std::sqrt((double)n) - 1e-9);
    rows = (int)((n + columns - 1) / columns);
    stride = columns + 2;
    int row = (rows - 1) / 2, column = (columns - 1) / 2;
    start = (row + 1) * stride + column + 1;
    buildTable(r);
    size_t bytes = (size_t)(rows + 2) * stride + 64;
    initial.assign(bytes, 0);
    masks.resize(bytes);
    front.resize(n + 64);
    hits.resize(4 * (n + 64));
    auto exists = [&](long y, long x) {
      return x >= 0 && x < columns && y >= 0 && y < rows && y * columns + x < n;
    };
    for (long y = -1; y <= rows; y++)
      for (long x = -1; x <= columns; x++) {
        int m = 0;
        for (int d = 0; d < 8; d++)
          if ((r.moore || DX[d] * DY[d] == 0) && exists(y + DY[d], x + DX[d])) m |= 1 << d;
        initial[(y + 1) * stride + x + 1] = m;
      }
    for (int m = 0; m < 256; m++) {
      int q = 0;
      for (int d = 0; d < 8; d++)
        if (m >> d & 1) offsets[m][q++] = DY[d] * stride + DX[d];
      while (q < 8) offsets[m][q++] = 0;
    }
  }

  void buildTable(const Rule &r) {
    for (int m = 0; m < 256; m++) {
      int n = __builtin_popcount(m), L = 1 << n;
      double pm[256];
      distribution(r, m, pm);
      info[m] = (u32)slots.size() << 8 | (63 - n);
      std::vector<double> pr(L), th(L, 1.0);
      std::vector<int> al(L), own(L), small, large;
      for (int i = 0; i < L; i++) {
        own[i] = deposit(i, m);
        pr[i] = pm[own[i]] * L;
        al[i] = i;
        (pr[i] < 1 ? small : large).push_back(i);
      }
      while (!small.empty() && !large.empty()) {
        int s = small.back(), l = large.back();
        small.pop_back();
        th[s] = pr[s];
        al[s] = l;
        pr[l] -= 1 - pr[s];
        if (pr[l] < 1) {
          large.pop_back();
          small.push_back(l);
        }
      }
      for (int i = 0; i < L; i++) {
        double t = std::min(1.0, std::max(0.0, th[i])) * 281474976710656.0;
        u64 T = std::min((u64)std::llround(t), (u64)281474976710655ULL);
        slots.push_back(T << 16 | (u64)own[al[i]] << 8 | (u64)own[i]);
      }
    }
  }

  static void clear(u8 *p, u32 keep) {
    u32 v;
    memcpy(&v, p, 4);
    v &= keep;
    memcpy(p, &v, 4);
  }

  void run(u64 key) { poolAll ? runWith<true>(key) : runWith<false>(key); }

  template <bool ALL>
  void runWith(u64 key) {
    curve.clear();
    const u8 *all = initial.data();
    u8 *b = masks.data();
    memcpy(b, all, initial.size());
    const u64 *slot = slots.data();
    u32 *f = front.data(), *T = hits.data();
    const int S = stride;
    const u32 A = ~((1u << 7) | (1u << 14) | (1u << 21)), D = ~((1u << 2) | (1u << 9) | (1u << 16));
    auto rest = [&](u32 c) {
      clear(b + c - S - 1, A);
      b[c + 1] &= ~8;
      clear(b + c + S - 1, D);
    };
    b[start - 1] &= ~16;
    rest(start);
    f[0] = start;
    size_t nf = 1;
    long left = people - 1;
    u32 steps = 0;
    while (left > 0) {
      u64 k = stepKeyOf(key, ++steps);
      size_t nt = 0;
      for (size_t i = 0; i < nf; i++) {
        u32 c = f[i], m = b[c], in = info[ALL ? all[c] : m];
        u64 r = mix64(k + (u64)c * GAMMA), s = slot[(in >> 8) + ((r >> 1) >> (in & 63))];
        u32 o = (u32)(s >> (((r << 8) >> 16) >= (s >> 16) ? 8 : 0)) & 0xff;
        if (ALL) o &= m;
        __m256i to = _mm256_add_epi32(
            _mm256_load_si256((const __m256i *)offsets[o]), _mm256_set1_epi32(c));
        _mm256_storeu_si256((__m256i *)(T + nt), to);
        nt += __builtin_popcount(o);
      }
      size_t w = nf;
      for (size_t i = 0; i < nt; i++) {
        u32 c = T[i];
        u8 x = b[c - 1];
        b[c - 1] = x & ~16;
        f[w] = c;
        w += x >> 4 & 1;
      }
      for (size_t i = nf; i < w; i++) rest(f[i]);
      u32 add = w - nf;
      left -= add;
      size_t kept = 0;
      for (size_t i = 0; i < w; i++) {
        u32 c = f[i];
        f[kept] = c;
        kept += b[c] != 0;
      }
      nf = kept;
      curve.push_back(add);
    }
  }
};

}  // namespace

extern "C" void *yardstick_new(long people, int moore, int poolAll, int draw, int k, double p) {
  return new Kernel(people, Rule{moore != 0, poolAll != 0, (Draw)draw, k, p});
}

// Thread CPU seconds of `count` runs from number `first` on; their steps are added to `steps`.
extern "C" double yardstick_time(void *kernel, long first, long count, long *steps) {
  Kernel *k = (Kernel *)kernel;
  double begun = now();
  for (long i = 0; i < count; i++) {
    k->run(runKey(1, first + i));
    *steps += (long)k->curve.size();
  }
  return now() - begun;
}
