#!/bin/sh
# Builds the C++ yardstick and the engine, and times both interleaved in one process.
# usage: [MARCH=native] Benchmarks/bench.sh [--rounds 7] [--slice SECONDS] [--csv FILE] [WORKLOAD...]
# MARCH is the processor for which the yardstick is built: x86-64-v3 is what has AVX2.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .build/yardstick
march=${MARCH:-native}
library=.build/yardstick/libyardstick-$march.so
if [ ! -e "$library" ] || [ Benchmarks/yardstick/yardstick.cpp -nt "$library" ]; then
  "${CXX:-g++}" -std=c++20 -O3 -march="$march" -shared -fPIC \
    Benchmarks/yardstick/yardstick.cpp -o "$library"
fi
SPREADLAB_TESTS=spreadlab-bench swift build -c release
exec .build/release/spreadlab-bench --yardstick "$library" "$@"
