#!/bin/sh
# Builds the yardsticks in C++ and C and the engine, and times both interleaved in one process.
# usage: [MARCH=native] Benchmarks/bench.sh [--rounds 7] [--slice SECONDS] [--csv FILE] [WORKLOAD...]
#        [MARCH=native] Benchmarks/bench.sh --clocks [--rounds 7] [--only PART_OF_A_NAME]
# MARCH is the processor for which the yardsticks are built: x86-64-v3 is what has AVX2.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .build/yardstick
march=${MARCH:-native}
library=.build/yardstick/libyardstick-$march.so
clocks=.build/yardstick/clocks-$march.o
if [ ! -e "$library" ] || [ -n "$(find Benchmarks/yardstick -newer "$library")" ]; then
  "${CC:-gcc}" -std=gnu11 -O3 -march="$march" -fPIC -c Benchmarks/yardstick/clocks.c -o "$clocks"
  "${CXX:-g++}" -std=c++20 -O3 -march="$march" -shared -fPIC \
    Benchmarks/yardstick/yardstick.cpp "$clocks" -o "$library"
fi
SPREADLAB_TESTS=spreadlab-bench swift build -c release
exec .build/release/spreadlab-bench --yardstick "$library" "$@"
